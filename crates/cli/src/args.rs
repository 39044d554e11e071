//! The command line, close to the flags.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use evolearner::{Existentials, Format, Inference};

/// Learns concepts in description logic from examples in a knowledge base.
#[derive(Parser, Debug)]
#[command(name = "evolearner", version, about, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// What every command takes.
#[derive(ClapArgs, Clone, Debug)]
pub(crate) struct Common {
    /// How results are printed.
    #[arg(long, global = true, value_enum, default_value_t = OutputFormat::Text)]
    pub(crate) format: OutputFormat,
    /// Print no progress and no notices.
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// The number of threads; results do not depend on it.
    #[arg(long, global = true, value_name = "N")]
    pub(crate) threads: Option<usize>,
    /// The seed of everything random.
    #[arg(long, global = true, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// How results are printed.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OutputFormat {
    /// For people.
    Text,
    /// One JSON document.
    Json,
}

/// The verbs.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Tell what is in a knowledge base, what follows, and what was not understood.
    Inspect {
        #[command(flatten)]
        kb: KbArgs,
    },
    /// Write everything that follows: class memberships, object and data assertions.
    Materialize {
        #[command(flatten)]
        kb: KbArgs,
        /// Where to write: N-Triples for .nt, Turtle for .ttl; `-` for N-Triples on stdout.
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
    },
    /// Write the graph as a file that opens at once.
    Snapshot {
        #[command(flatten)]
        kb: KbArgs,
        /// Where to write, by custom with the ending .evo.
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
    },
    /// Make a synthetic knowledge base and example lists of any size.
    Generate {
        #[command(subcommand)]
        what: Generate,
    },
}

/// What can be generated.
#[derive(Subcommand, Debug)]
pub(crate) enum Generate {
    /// People over several generations, with uncles and aunts as examples.
    Family {
        /// How many people; about eleven triples each.
        #[arg(long, value_name = "N", default_value_t = 200)]
        people: u32,
        /// Where to write: Turtle, or N-Triples for .nt; without it Turtle on stdout.
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
        /// Also write example lists: DIR/uncle/{pos,neg}.txt and DIR/aunt/{pos,neg}.txt.
        #[arg(long, value_name = "DIR")]
        examples: Option<PathBuf>,
        /// The most examples per list.
        #[arg(long, value_name = "N", default_value_t = 10_000)]
        max_examples: usize,
        /// Give everybody an rdfs:label.
        #[arg(long)]
        labels: bool,
    },
}

/// Which knowledge base, and how it is read.
#[derive(ClapArgs, Clone, Debug)]
pub(crate) struct KbArgs {
    /// Files of the knowledge base (OWL, RDF or a snapshot, also compressed), or `-` for stdin;
    /// without any: a small family.
    #[arg(value_name = "KB")]
    pub(crate) kb: Vec<PathBuf>,
    /// The format of the files, where their content does not tell.
    #[arg(long, value_name = "FORMAT", value_parser = parse_format)]
    pub(crate) kb_format: Option<Format>,
    /// How much is derived.
    #[arg(long, value_enum, default_value_t = InferenceArg::Full)]
    pub(crate) inference: InferenceArg,
    /// What becomes of asserted successors without a name.
    #[arg(long, value_enum, default_value_t = ExistentialsArg::Ignore)]
    pub(crate) existentials: ExistentialsArg,
    /// A folder in which imported ontologies are looked for.
    #[arg(long, value_name = "DIR")]
    pub(crate) catalog: Option<PathBuf>,
    /// Fail on an inconsistent knowledge base instead of warning.
    #[arg(long)]
    pub(crate) strict: bool,
}

fn parse_format(word: &str) -> Result<Format, String> {
    word.parse::<Format>().map_err(|error| error.to_string())
}

/// How much is derived.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InferenceArg {
    /// Nothing.
    None,
    /// The hierarchy of named classes.
    Classes,
    /// Everything.
    Full,
}

impl From<InferenceArg> for Inference {
    fn from(arg: InferenceArg) -> Self {
        match arg {
            InferenceArg::None => Self::None,
            InferenceArg::Classes => Self::Classes,
            InferenceArg::Full => Self::Full,
        }
    }
}

/// What becomes of asserted successors without a name.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExistentialsArg {
    /// They take part in reasoning and are not counted.
    Ignore,
    /// They become blank individuals.
    Materialize,
}

impl From<ExistentialsArg> for Existentials {
    fn from(arg: ExistentialsArg) -> Self {
        match arg {
            ExistentialsArg::Ignore => Self::Ignore,
            ExistentialsArg::Materialize => Self::Materialize,
        }
    }
}
