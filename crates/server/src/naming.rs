//! Which names an answer has: those of the files, or those that people use.

use evolearner::report::names::NameStyle;
use evolearner::syntax::Vocabulary;
use evolearner::{KnowledgeBase, Symbols, local_name};
use serde::Deserialize;
use utoipa::ToSchema;

/// Which names are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Names {
    /// The shortest spelling of the identifier.
    #[default]
    Ids,
    /// The label; the identifier where there is none.
    Labels,
}

impl Names {
    /// The names of a knowledge base, to write concepts with that can be read back.
    pub(crate) fn vocabulary(self, kb: &KnowledgeBase) -> Vocabulary<'_> {
        match self {
            Self::Ids => kb.vocabulary(),
            Self::Labels => kb.vocabulary().with_labels(),
        }
    }

    /// The same choice for reports.
    pub(crate) fn style(self) -> NameStyle {
        match self {
            Self::Ids => NameStyle::Ids,
            Self::Labels => NameStyle::Labels,
        }
    }

    /// A name that is shown alone, and not read back.
    pub(crate) fn plain(self, symbols: &Symbols, iri: &str) -> String {
        let label = if self == Self::Labels { symbols.label(iri) } else { None };
        label.unwrap_or_else(|| local_name(iri)).to_owned()
    }
}
