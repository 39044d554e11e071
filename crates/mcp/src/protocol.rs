//! The protocol, by the official Rust SDK; no other file names it.

use std::sync::Arc;

use evolearner::CancelToken;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::{ErrorData, ServerHandler, ServiceExt};

use crate::tools::TOOLS;
use crate::workbench::Workbench;

const INSTRUCTIONS: &str = "Learns concepts in description logic from examples in a knowledge base. \
    open a knowledge base (or `family`), look_up names, learn from positives and negatives, explain \
    and retrieve with the concept that was learned, crossval to see how well it does on new examples.";

/// A workbench that speaks the protocol.
struct Handler(Arc<Workbench>);

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("evolearner", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = TOOLS.iter().map(|spec| Tool::new(spec.name, spec.about, spec.schema()));
        Ok(ListToolsResult { tools: tools.collect(), ..ListToolsResult::default() })
    }

    /// What a call cannot do is an answer that says so: a model reads it and tries something else.
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let (workbench, cancel) = (self.0.clone(), CancelToken::default());
        let is_cancelled = cancel.clone();
        let arguments = request.arguments.unwrap_or_default();
        let work = tokio::task::spawn_blocking(move || {
            workbench.call(&request.name, &arguments, &is_cancelled)
        });
        let outcome = tokio::select! {
            outcome = work => outcome,
            () = context.ct.cancelled() => {
                cancel.cancel();
                return Err(ErrorData::internal_error("the call was cancelled", None));
            }
        };
        let answer = match outcome {
            Ok(Ok(answer)) => CallToolResult::structured(answer),
            Ok(Err(error)) => CallToolResult::error(vec![ContentBlock::text(error.to_string())]),
            Err(error) => return Err(ErrorData::internal_error(error.to_string(), None)),
        };
        Ok(answer.into())
    }
}

/// Serves a client on standard input and output until it leaves.
pub async fn serve_stdio(
    workbench: Workbench,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let service = Handler(Arc::new(workbench)).serve(rmcp::transport::stdio()).await?;
    service.waiting().await?;
    Ok(())
}
