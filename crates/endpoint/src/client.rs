//! Requests to one host. The only file that names the HTTP library.
//!
//! A query is posted as a form: other ways are cut or hang on some servers. Redirects are followed by hand,
//! at most three, to the same host only and never from TLS to plain text. No proxy of the environment is used.

use std::io::Read;
use std::sync::Arc;
use std::time::Duration;

use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig};
use ureq::{Agent, Body, http};

use crate::error::Error;
use crate::settings::EndpointSettings;

const MAX_REDIRECTS: usize = 3;
/// Results in XML are self-delimiting and the cheapest to make on some servers.
const ACCEPT: &str = "application/sparql-results+xml, application/sparql-results+json;q=0.8";
const MAX_HEADERS: usize = 64 << 10;

/// A connection to the host of an endpoint.
pub(crate) struct Client {
    agent: Agent,
    address: Address,
    graphs: Vec<String>,
    headers: Vec<(String, String)>,
}

/// An answer whose body is still to be read.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) is_json: bool,
    /// The seconds or the date of a request to wait.
    pub(crate) retry_after: Option<String>,
    /// Whether headers say that the answer is a part only.
    pub(crate) is_partial: bool,
    /// The number of rows at which the server says that it cuts.
    pub(crate) max_rows: Option<u64>,
    pub(crate) server: String,
    body: Body,
}

/// Why there is no answer.
#[derive(Debug)]
pub(crate) enum NoAnswer {
    /// The time for a request was over.
    Deadline,
    /// There is no connection, or it was closed.
    Connection(String),
    Fatal(Error),
}

impl Answer {
    /// The body, decompressed, up to so many bytes.
    pub(crate) fn into_reader(self, max_bytes: u64) -> impl Read {
        self.body.into_with_config().limit(max_bytes).reader()
    }
}

impl Client {
    pub(crate) fn new(settings: &EndpointSettings) -> Result<Self, Error> {
        let address = Address::parse(&settings.url)?;
        let mut headers = Vec::new();
        if let Some((user, password)) = &settings.access.login {
            if !address.is_tls && !address.is_loopback() {
                let reason = "a password is sent over https or to this machine only";
                return Err(Error::Address { address: settings.url.clone(), reason });
            }
            let secret = base64(format!("{user}:{password}").as_bytes());
            headers.push(("Authorization".to_owned(), format!("Basic {secret}")));
        }
        headers.extend(settings.access.header.clone());
        let contact = settings.access.contact.as_ref();
        let contact = contact.map_or_else(String::new, |contact| format!(" ({contact})"));
        let agent = Agent::config_builder()
            .user_agent(format!("evolearner/{}{contact}", env!("CARGO_PKG_VERSION")))
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None)
            .max_response_header_size(MAX_HEADERS)
            .timeout_connect(Some(settings.manners.deadline.min(Duration::from_secs(30))))
            .timeout_per_call(Some(settings.manners.deadline))
            .tls_config(tls(settings, &address)?)
            .build()
            .into();
        Ok(Self { agent, address, graphs: settings.graphs.clone(), headers })
    }

    pub(crate) fn is_loopback(&self) -> bool {
        self.address.is_loopback()
    }

    /// Posts a query.
    pub(crate) fn post(&mut self, query: &str) -> Result<Answer, NoAnswer> {
        let mut form = format!("query={}", percent(query));
        for graph in &self.graphs {
            form.push_str("&default-graph-uri=");
            form.push_str(&percent(graph));
        }
        // Virtuoso then refuses instead of giving a part of an answer; others ignore it.
        form.push_str("&timeout=0");
        for _ in 0..=MAX_REDIRECTS {
            let mut request = self
                .agent
                .post(self.address.to_string())
                .header("Accept", ACCEPT)
                .header("Content-Type", "application/x-www-form-urlencoded");
            for (name, value) in &self.headers {
                request = request.header(name, value);
            }
            let response = request.send(form.as_bytes()).map_err(no_answer)?;
            let status = response.status().as_u16();
            if !matches!(status, 301 | 302 | 303 | 307 | 308) {
                return Ok(answer(response));
            }
            let target = header(&response, "location");
            self.address = self.address.redirected(&target).map_err(NoAnswer::Fatal)?;
        }
        Err(NoAnswer::Fatal(Error::Redirect("itself, again and again".to_owned())))
    }
}

fn header(response: &http::Response<Body>, name: &str) -> String {
    let value = response.headers().get(name).and_then(|value| value.to_str().ok());
    value.unwrap_or_default().to_owned()
}

fn answer(response: http::Response<Body>) -> Answer {
    let has = |name: &str| response.headers().contains_key(name);
    let retry_after = header(&response, "retry-after");
    let is_partial = has("x-sparql-maxrows") || has("x-sql-state");
    Answer {
        status: response.status().as_u16(),
        is_json: header(&response, "content-type").contains("json"),
        retry_after: (!retry_after.is_empty()).then_some(retry_after),
        max_rows: header(&response, "x-sparql-maxrows").trim().parse().ok(),
        is_partial: is_partial || response.status() == 206,
        server: header(&response, "server"),
        body: response.into_body(),
    }
}

fn no_answer(error: ureq::Error) -> NoAnswer {
    match error {
        ureq::Error::Timeout(_) => NoAnswer::Deadline,
        ureq::Error::Rustls(error) => no_tls(&error),
        ureq::Error::HostNotFound => {
            NoAnswer::Fatal(Error::Unreachable("there is no such host".to_owned()))
        }
        ureq::Error::Io(error) if error.kind() == std::io::ErrorKind::TimedOut => {
            NoAnswer::Deadline
        }
        // Errors of TLS come as errors of the connection.
        ureq::Error::Io(error) => match error.get_ref().and_then(|cause| cause.downcast_ref()) {
            Some(cause) => no_tls(cause),
            None => NoAnswer::Connection(error.to_string()),
        },
        error => NoAnswer::Connection(error.to_string()),
    }
}

/// Why there is no TLS. Asking again changes neither a certificate nor a port that does not speak TLS.
fn no_tls(error: &rustls::Error) -> NoAnswer {
    let reason = match error {
        rustls::Error::InvalidCertificate(reason) => {
            format!("its certificate is not trusted: {reason}")
        }
        rustls::Error::InvalidMessage(_) => {
            "there is no TLS at this port: should the address start with http://?".to_owned()
        }
        error => return NoAnswer::Connection(error.to_string()),
    };
    NoAnswer::Fatal(Error::Unreachable(reason))
}

/// Trust in the certificates of the platform, or in those that were given. There is no way to trust all.
fn tls(settings: &EndpointSettings, address: &Address) -> Result<TlsConfig, Error> {
    let mut roots = Vec::new();
    if let Some(pem) = &settings.access.certificates {
        for item in ureq::tls::parse_pem(pem) {
            match item {
                Ok(PemItem::Certificate(certificate)) => roots.push(certificate),
                Ok(_) => {}
                Err(error) => return Err(Error::Certificates(error.to_string())),
            }
        }
        if roots.is_empty() {
            return Err(Error::Certificates("there is none".to_owned()));
        }
    } else if address.is_tls {
        let native = rustls_native_certs::load_native_certs();
        roots.extend(native.certs.iter().map(|one| Certificate::from_der(one).to_owned()));
        if let (true, Some(error)) = (roots.is_empty(), native.errors.first()) {
            return Err(Error::Certificates(error.to_string()));
        }
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = TlsConfig::builder()
        .root_certs(RootCerts::new_with_certs(&roots))
        .unversioned_rustls_crypto_provider(provider)
        .build();
    Ok(config)
}

/// The parts of an address that decide where a request goes.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Address {
    is_tls: bool,
    /// The host with its port, as written.
    authority: String,
    path: String,
}

impl Address {
    fn parse(url: &str) -> Result<Self, Error> {
        let wrong = |reason| {
            let address = match (url.find("://"), url.rfind('@')) {
                (Some(scheme), Some(user)) if user > scheme => {
                    format!("{}://…{}", &url[..scheme], &url[user..])
                }
                _ => url.to_owned(),
            };
            Error::Address { address, reason }
        };
        let (is_tls, rest) = if let Some(rest) = url.strip_prefix("https://") {
            (true, rest)
        } else if let Some(rest) = url.strip_prefix("http://") {
            (false, rest)
        } else {
            return Err(wrong("it starts with http:// or https://"));
        };
        let rest = rest.split('#').next().unwrap_or_default();
        let end = rest.find(['/', '?']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at(end);
        if authority.contains('@') {
            return Err(wrong(
                "a user comes from the environment, EVOLEARNER_ENDPOINT_USER and EVOLEARNER_ENDPOINT_PASSWORD, not from the address",
            ));
        }
        if authority.is_empty() || url.contains(|c: char| c.is_whitespace() || c.is_control()) {
            return Err(wrong("there is no host in it"));
        }
        let path = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
        Ok(Self { is_tls, authority: authority.to_ascii_lowercase(), path })
    }

    /// The host without its port.
    fn host(&self) -> &str {
        match self.authority.rsplit_once(':') {
            Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
            _ => &self.authority,
        }
    }

    fn is_loopback(&self) -> bool {
        matches!(self.host(), "localhost" | "[::1]") || self.host().starts_with("127.")
    }

    /// Where a redirect leads: the same host and port, or its TLS.
    fn redirected(&self, target: &str) -> Result<Self, Error> {
        if target.starts_with('/') && !target.starts_with("//") {
            return Ok(Self { path: target.to_owned(), ..self.clone() });
        }
        let refused = || Error::Redirect(target.chars().filter(|c| !c.is_control()).collect());
        let next = Self::parse(target).map_err(|_| refused())?;
        let is_same = next.authority == self.authority && next.is_tls == self.is_tls;
        let is_upgrade = !self.is_tls && next.is_tls && next.host() == self.host();
        if is_same || is_upgrade { Ok(next) } else { Err(refused()) }
    }
}

impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let scheme = if self.is_tls { "https" } else { "http" };
        write!(f, "{scheme}://{}{}", self.authority, self.path)
    }
}

fn percent(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            out.push(char::from(byte));
        } else {
            out.push('%');
            for digit in [byte >> 4, byte & 15] {
                out.push(char::from(b"0123456789ABCDEF"[usize::from(digit)]));
            }
        }
    }
    out
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let part = |at: usize| u32::from(chunk.get(at).copied().unwrap_or_default());
        let bits = part(0) << 16 | part(1) << 8 | part(2);
        for position in 0..4 {
            if position <= chunk.len() {
                out.push(char::from(DIGITS[(bits >> (18 - 6 * position)) as usize & 63]));
            } else {
                out.push('=');
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_checked_and_never_show_a_password() {
        let address = Address::parse("http://E.org:8080/sparql?a=b#c").expect("an address");
        assert_eq!(address.to_string(), "http://e.org:8080/sparql?a=b");
        assert!(Address::parse("http://127.0.0.1:1/").expect("an address").is_loopback());
        for url in ["ftp://e/", "http://", "e.org/sparql", "http://e /"] {
            assert!(Address::parse(url).is_err(), "{url}");
        }
        let message = Address::parse("http://me:secret@e.org/").expect_err("a user").to_string();
        assert!(!message.contains("secret") && message.contains("environment"), "{message}");
    }

    #[test]
    fn redirects_stay_on_the_host() {
        let from = Address::parse("http://e.org/sparql").expect("an address");
        let check = |target: &str, expect: Option<&str>| {
            let found = from.redirected(target).ok().map(|address| address.to_string());
            assert_eq!(found.as_deref(), expect, "{target}");
        };
        check("/other", Some("http://e.org/other"));
        check("https://e.org/sparql", Some("https://e.org/sparql"));
        check("http://e.org:81/sparql", None);
        check("http://f.org/sparql", None);
        check("//f.org/sparql", None);
        check("http://e.org@f.org/", None);
        let tls = Address::parse("https://e.org/").expect("an address");
        assert!(tls.redirected("http://e.org/").is_err());
    }

    #[test]
    fn forms_and_logins_are_encoded() {
        assert_eq!(percent("a b+é"), "a%20b%2B%C3%A9");
        assert_eq!(base64(b"me:it"), "bWU6aXQ=");
        assert_eq!(base64(b"a"), "YQ==");
    }
}
