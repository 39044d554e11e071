//! Which names people read.

use clap::ValueEnum;
use evolearner::report::names::NameStyle;

/// Which names are shown in text.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NamesArg {
    /// Labels where most names are identifiers such as `HP_0001513` and have one, else ids.
    Auto,
    /// Labels, in single quotes.
    Labels,
    /// The names in the IRIs.
    Ids,
    /// The names in the IRIs, and a list of their labels.
    Both,
}

impl From<NamesArg> for NameStyle {
    fn from(arg: NamesArg) -> Self {
        match arg {
            NamesArg::Auto => Self::Automatic,
            NamesArg::Labels => Self::Labels,
            NamesArg::Ids => Self::Ids,
            NamesArg::Both => Self::Both,
        }
    }
}
