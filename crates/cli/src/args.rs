//! The command line, close to the flags.

mod endpoint;
mod enrich;
mod names;
mod options;
mod serve;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args as ClapArgs, CommandFactory, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use evolearner::{AUTO, Existentials, Forall, Format, Inference, LabelLanguages};

pub(crate) use endpoint::{DialectArg, EndpointFlags};
pub(crate) use enrich::EnrichArgs;
pub(crate) use names::NamesArg;
pub(crate) use options::OptionFlags;
pub(crate) use serve::{LogFormat, ServeArgs};

/// Reads the arguments of the program. Where help is asked for or something is wrong with them, that is
/// printed, and the status to exit with is the error.
pub(crate) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Args, u8> {
    Args::try_parse_from(arguments).map_err(|error| {
        // Where this cannot be written, the status alone reports it.
        let _ = error.print();
        if error.use_stderr() { 2 } else { 0 }
    })
}

/// All commands and flags, for what is made from them.
pub(crate) fn description() -> clap::Command {
    Args::command()
}

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
    /// The number of threads, at most four per core; results do not depend on it [default: 1, for
    /// folds and for reading N-Triples, N-Quads and Turtle all cores].
    #[arg(long, global = true, value_name = "N")]
    pub(crate) threads: Option<usize>,
    /// The seed of everything random [default: 1].
    #[arg(long, global = true, value_name = "N")]
    pub(crate) seed: Option<u64>,
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
    /// Learn a concept that covers the positive examples and spares the negative ones.
    Learn(Box<LearnArgs>),
    /// Suggest definitions for the classes of an ontology, and who seems to be in the wrong one.
    Enrich(Box<EnrichArgs>),
    /// Learn on parts of the examples and test on the rest.
    Crossval(Box<CrossvalArgs>),
    /// Run a suite of problems, variants and seeds into tables and plots.
    Bench(BenchArgs),
    /// Make the folder of benchmark data that suites read from a checkout of SML-Bench.
    Data {
        /// The checkout: the folder that has `learningtasks`.
        #[arg(value_name = "CHECKOUT")]
        checkout: PathBuf,
        /// Where to put the problems, a folder for each.
        #[arg(long, short, value_name = "DIR", default_value = "datasets")]
        output: PathBuf,
    },
    /// Speak the protocol of SML-Bench (called by its learning system folder).
    Smlbench {
        /// Which half of the protocol.
        #[command(subcommand)]
        step: SmlbenchStep,
    },
    /// Show what is in a knowledge base, what follows, and what was not understood.
    Inspect {
        #[command(flatten)]
        kb: KbArgs,
    },
    /// Write everything that follows: class memberships, object and data assertions.
    Materialize {
        #[command(flatten)]
        kb: KbArgs,
        /// Where to write: .nt is N-Triples, .ttl Turtle, .owl and .rdf RDF/XML, each also with .gz
        /// or .zst; `-` is N-Triples on stdout.
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
    },
    /// Write the graph as a file that opens at once.
    Snapshot {
        #[command(flatten)]
        kb: KbArgs,
        /// Where to write, by custom with the ending .evo; `-` is stdout.
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
    },
    /// Write what concepts can say about individuals of a SPARQL endpoint as a file.
    Fragment {
        /// The address of the endpoint.
        #[arg(value_name = "URL")]
        url: String,
        /// Where to write: .nt is N-Triples, .evo a snapshot; `-` is N-Triples on stdout.
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
        #[command(flatten)]
        options: KbOptions,
    },
    /// Write all instances that a SPARQL endpoint has of a concept, one IRI a line.
    Predict {
        /// The address of the endpoint.
        #[arg(value_name = "URL")]
        url: String,
        /// The concept, in the names of the fragment around some individuals; `@report.json` is that of a
        /// report.
        concept: String,
        /// Where to write; without it, or for `-`, stdout.
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
        /// The class whose members a concept that only denies is asked of.
        #[arg(long, value_name = "IRI")]
        scope: Option<String>,
        /// The form of queries [default: what the name of the server suggests].
        #[arg(long, value_enum)]
        dialect: Option<DialectArg>,
        #[command(flatten)]
        options: KbOptions,
    },
    /// List the instances of a concept.
    Retrieve {
        /// Files of the knowledge base, then the concept: `retrieve family.owl "Male and Parent"`. In
        /// its place, `@report.json` is what a run of `learn --format json` learned.
        #[arg(value_name = "KB.. CONCEPT")]
        words: Vec<String>,
        /// Take concepts from a file (`-`: stdin), one a line; print a count and the concept for each.
        #[arg(long, value_name = "FILE")]
        concepts: Option<PathBuf>,
        /// Print only how many there are.
        #[arg(long)]
        count: bool,
        /// Only individuals of this list: names or IRIs, one a line.
        #[arg(long, value_name = "FILE")]
        individuals: Option<PathBuf>,
        /// What `∀ r.C` says of individuals without an r: standard (true), nonempty (false).
        #[arg(long, value_enum, default_value_t = ForallArg::Standard)]
        forall: ForallArg,
        #[command(flatten)]
        options: KbOptions,
    },
    /// Write a concept in another notation.
    Render {
        /// The concept, in DL, Manchester or OWL functional syntax; `@report.json` is that of a report.
        concept: String,
        /// The notation to write.
        #[arg(long, value_enum)]
        to: Rendering,
        /// The knowledge base that names and labels come from.
        #[arg(long, value_name = "KB")]
        kb: Vec<PathBuf>,
        /// The IRI of the class or shape that turtle, rdfxml, ntriples and shacl define.
        #[arg(long, value_name = "IRI", default_value = "http://example.org/#Learned")]
        iri: String,
        /// The form of a SPARQL query: sets for engines that follow the standard, bool for Virtuoso.
        #[arg(long, value_enum, default_value_t = DialectArg::Sets)]
        dialect: DialectArg,
        #[command(flatten)]
        options: KbOptions,
    },
    /// Show why individuals are instances of a concept, or why not.
    Explain {
        /// Files of the knowledge base, then the concept (`@report.json`: that of a report), then the
        /// individuals.
        #[arg(value_name = "KB.. CONCEPT INDIVIDUAL..", required = true)]
        words: Vec<String>,
        /// Which names are shown.
        #[arg(long, value_enum, default_value_t = NamesArg::Auto)]
        names: NamesArg,
        /// What `∀ r.C` says of individuals without an r: standard (true), nonempty (false).
        #[arg(long, value_enum, default_value_t = ForallArg::Standard)]
        forall: ForallArg,
        /// Also say what the axioms say in an open world: entailed, excluded, unknown or not decided.
        #[arg(long)]
        world: bool,
        #[command(flatten)]
        options: KbOptions,
    },
    /// Open a page on which concepts are learned by pointing at examples, and an API for programs.
    Serve(Box<ServeArgs>),
    /// Serve the product as tools of the Model Context Protocol on stdin and stdout.
    Mcp {
        /// A folder that knowledge bases are read from; may be given several times. Nothing else is read.
        #[arg(long, value_name = "DIR")]
        folder: Vec<PathBuf>,
    },
    /// Make a synthetic knowledge base and example lists of any size.
    Generate {
        #[command(subcommand)]
        what: Generate,
    },
    /// Print the script that completes the arguments in a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Print the manual page of the program, or write it and a page of every command into a folder.
    Man {
        /// Where pages go, such as share/man/man1; it is made if it is not there.
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,
    },
}

/// The arguments of `learn`.
#[derive(ClapArgs, Debug)]
pub(crate) struct LearnArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    #[command(flatten)]
    pub(crate) kb: KbArgs,
    #[command(flatten)]
    pub(crate) settings: SettingsArgs,
    /// Write a page with the result, its tree and its history; `-` is stdout, in place of the text.
    /// With --all there is a page for each problem, FILE-NAME.html for FILE.html.
    #[arg(help_heading = "Result", long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// Learn again what a report (JSON) says, with its learner, options and examples, and compare.
    #[arg(help_heading = "Result", long, value_name = "REPORT.json", conflicts_with_all = ["positives", "problem", "target_class", "weights", "ignore", "settings", "resume"])]
    pub(crate) from: Option<PathBuf>,
    /// Write the state of the run here, about once a second.
    #[arg(help_heading = "Result", long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Go on from such a state.
    #[arg(help_heading = "Result", long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Exit with 1 if the best concept is worse than this.
    #[arg(help_heading = "Result", long, value_name = "Q")]
    pub(crate) min_quality: Option<f64>,
    /// Say what to expect on new examples: auto, off, or how many searches on shuffled labels to compare
    /// with. With --all it is off unless a number is given.
    #[arg(help_heading = "Result", long, value_name = "auto|off|N", default_value = "auto")]
    pub(crate) estimate: EstimateArg,
    /// Also say which examples are entailed, excluded or unknown in an open world.
    #[arg(help_heading = "Result", long)]
    pub(crate) world: bool,
    /// Name all misclassified examples, not only the first ten of either kind.
    #[arg(help_heading = "Result", long)]
    pub(crate) examples: bool,
    /// Which names are shown in text and on the page.
    #[arg(help_heading = "Result", long, value_enum, default_value_t = NamesArg::Auto)]
    pub(crate) names: NamesArg,
}

/// How much is done to say what to expect on new examples.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EstimateArg {
    Auto,
    Off,
    Shuffles(u64),
}

impl std::str::FromStr for EstimateArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(Self::Auto),
            "off" => Ok(Self::Off),
            number => match number.parse() {
                Ok(n @ 1..=100_000) => Ok(Self::Shuffles(n)),
                _ => Err("auto, off, or a number from 1 to 100000".to_owned()),
            },
        }
    }
}

/// The arguments of `crossval`.
#[derive(ClapArgs, Debug)]
pub(crate) struct CrossvalArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    #[command(flatten)]
    pub(crate) kb: KbArgs,
    #[command(flatten)]
    pub(crate) settings: SettingsArgs,
    /// The number of parts [default: 10].
    #[arg(help_heading = "Folds", long, value_name = "K")]
    pub(crate) folds: Option<usize>,
    /// How examples are dealt: smlbench (slices in file order) or stratified (shuffled first).
    #[arg(help_heading = "Folds", long, value_name = "HOW", default_value = "smlbench")]
    pub(crate) fold_scheme: String,
    /// How often the examples are shuffled and dealt anew.
    #[arg(help_heading = "Folds", long, value_name = "N", default_value_t = 1)]
    pub(crate) repeats: usize,
    /// Folds learned at the same time; results do not depend on it.
    #[arg(help_heading = "Folds", long, value_name = "N")]
    pub(crate) jobs: Option<usize>,
}

/// The arguments of `bench`.
#[derive(ClapArgs, Debug)]
pub(crate) struct BenchArgs {
    /// Files of suites.
    #[arg(value_name = "SUITE.toml", required_unless_present = "smlbench")]
    pub(crate) suites: Vec<PathBuf>,
    /// Where the problems are [default: `EVOLEARNER_DATA` or ../shared/datasets].
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Where results go, a folder per suite; what is there is continued.
    #[arg(long, short, value_name = "DIR", default_value = "bench-results")]
    pub(crate) output: PathBuf,
    /// Put the tables into this page too.
    #[arg(long, value_name = "FILE")]
    pub(crate) page: Option<PathBuf>,
    /// Folds learned at the same time; results do not depend on it.
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<usize>,
    /// Run the learning tasks of an SML-Bench checkout, as its benchmark file says.
    #[arg(long, value_name = "DIR", conflicts_with = "suites")]
    pub(crate) smlbench: Option<PathBuf>,
    /// The benchmark file of that checkout: scenarios, folds, time limit.
    #[arg(long, value_name = "FILE", requires = "smlbench")]
    pub(crate) config: Option<PathBuf>,
}

/// The two halves of the protocol of SML-Bench.
#[derive(Subcommand, Debug)]
pub(crate) enum SmlbenchStep {
    /// Learn what a configuration says and write the concept.
    Run {
        /// The configuration that SML-Bench wrote.
        config: PathBuf,
    },
    /// Count how a concept does on examples and write tp, fp, tn, fn.
    Validate {
        /// The configuration that SML-Bench wrote.
        config: PathBuf,
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
        #[command(flatten)]
        files: GenerateFiles,
        /// Give every person an rdfs:label.
        #[arg(long)]
        labels: bool,
    },
    /// Universities with teachers, students and courses, with three concepts to learn.
    University {
        /// How many universities; about 54,000 triples each.
        #[arg(long, value_name = "N", default_value_t = 1)]
        universities: u32,
        #[command(flatten)]
        files: GenerateFiles,
    },
}

/// What is written for a generated knowledge base.
#[derive(ClapArgs, Debug)]
pub(crate) struct GenerateFiles {
    /// Where to write: .nt is N-Triples, .ttl Turtle, .owl and .rdf RDF/XML, each also with .gz
    /// or .zst; without it, or for `-`, Turtle on stdout.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Also write example lists: DIR/PROBLEM/{pos,neg}.txt for each problem, such as DIR/uncle.
    #[arg(long, value_name = "DIR")]
    pub(crate) examples: Option<PathBuf>,
    /// The most examples per list.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(crate) max_examples: usize,
}

/// Which knowledge base, and how it is read.
#[derive(ClapArgs, Clone, Debug)]
pub(crate) struct KbArgs {
    /// Files of the knowledge base (OWL, RDF or a snapshot, also compressed), `-` for stdin, or the address
    /// of a SPARQL endpoint; without any: a small family.
    #[arg(value_name = "KB")]
    pub(crate) kb: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) options: KbOptions,
}

/// How a knowledge base is read.
#[derive(ClapArgs, Clone, Debug)]
// A heading lasts until the next one.
#[command(next_help_heading = "Knowledge base")]
pub(crate) struct KbOptions {
    /// The format of the files, where their content does not show it.
    #[arg(long, value_name = "FORMAT", value_parser = parse_format)]
    pub(crate) kb_format: Option<Format>,
    /// How much is derived [default: full, of an endpoint classes].
    #[arg(long, value_enum)]
    pub(crate) inference: Option<InferenceArg>,
    /// What becomes of asserted successors without a name.
    #[arg(long, value_enum, default_value_t = ExistentialsArg::Ignore)]
    pub(crate) existentials: ExistentialsArg,
    /// A folder in which imported ontologies are looked for.
    #[arg(long, value_name = "DIR")]
    pub(crate) catalog: Option<PathBuf>,
    /// The languages of labels, best first, such as de,en, where things have several; English is taken where
    /// none of them is there.
    #[arg(long, value_name = "TAGS")]
    pub(crate) label_language: Option<LabelLanguages>,
    /// Fail on an inconsistent or inexact knowledge base instead of warning.
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) endpoint: EndpointFlags,
}

fn parse_format(word: &str) -> Result<Format, String> {
    word.parse::<Format>().map_err(|error| error.to_string())
}

/// The notations that can be written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rendering {
    /// Description logic, `Male ⊓ ∃ hasSibling.Parent`.
    Dl,
    /// Manchester syntax, for Protégé.
    Manchester,
    /// OWL functional syntax.
    Functional,
    /// A closed-world SPARQL query.
    Sparql,
    /// A class definition in Turtle.
    Turtle,
    /// A class definition in RDF/XML.
    Rdfxml,
    /// A class definition in N-Triples.
    Ntriples,
    /// A SHACL node shape in Turtle.
    Shacl,
    /// A sentence.
    Text,
    /// A formula for LaTeX's math mode.
    Latex,
    /// A Mermaid flowchart.
    Mermaid,
    /// The tree as a picture.
    Svg,
}

/// What `∀ r.C` says of individuals without an r.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ForallArg {
    /// They are instances.
    Standard,
    /// They are not.
    Nonempty,
}

impl From<ForallArg> for Forall {
    fn from(arg: ForallArg) -> Self {
        match arg {
            ForallArg::Standard => Self::Standard,
            ForallArg::Nonempty => Self::Nonempty,
        }
    }
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

/// Which examples are to be separated.
#[derive(ClapArgs, Clone, Debug)]
#[command(next_help_heading = "Examples")]
pub(crate) struct ProblemArgs {
    /// Positive examples: names or IRIs, one a line; `-` is stdin, as for every file that is read.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["problem", "target_class"])]
    pub(crate) positives: Option<PathBuf>,
    /// Negative examples: names or IRIs, one a line.
    #[arg(long, value_name = "FILE", requires = "positives", conflicts_with_all = ["problem", "target_class"])]
    pub(crate) negatives: Option<PathBuf>,
    /// Individuals of whom it is not known whether they are positive, in place of negatives: names or
    /// IRIs, one a line (the same as --negatives with --negatives-are unlabelled).
    #[arg(long, value_name = "FILE", requires = "positives", conflicts_with_all = ["negatives", "problem", "target_class"])]
    pub(crate) unlabelled: Option<PathBuf>,
    /// A problem file: DL-Learner .conf, Ontolearn JSON, TOML, or an SML-Bench lp folder.
    #[arg(long, value_name = "FILE")]
    pub(crate) problem: Option<PathBuf>,
    /// The problem to take from a file with several.
    #[arg(long, value_name = "NAME", requires = "problem", conflicts_with_all = ["positives", "target_class"])]
    pub(crate) target: Option<String>,
    /// Take all problems of the file, one after the other.
    #[arg(long, requires = "problem", conflicts_with_all = ["target", "positives", "target_class"])]
    pub(crate) all: bool,
    /// Describe this class: its instances against the rest.
    #[arg(long, value_name = "IRI", conflicts_with = "problem")]
    pub(crate) target_class: Option<String>,
    /// Individuals with labels, two columns and a third one for weights where there is one: a concept for each label, and one decision for each individual.
    #[arg(long, value_name = "FILE.csv", conflicts_with_all = ["positives", "problem", "target_class"])]
    pub(crate) labels: Option<PathBuf>,
    /// What individuals count among the examples: two columns, an individual and its weight; others count 1.
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// Go on without examples that the knowledge base does not know.
    #[arg(long)]
    pub(crate) skip_unknown: bool,
    /// A class or property that the answer must not use; may be given several times.
    #[arg(long, value_name = "NAME")]
    pub(crate) ignore: Vec<String>,
}

/// How to search. What is not given is as the preset says.
#[derive(ClapArgs, Clone, Debug)]
#[command(next_help_heading = "Method")]
pub(crate) struct SettingsArgs {
    /// The method that learns.
    #[arg(long, value_name = "METHOD", value_parser = options::methods(), default_value = AUTO)]
    pub(crate) learner: String,
    /// Where options start from.
    #[arg(long, value_name = "PRESET", value_parser = options::presets(), default_value = "default")]
    pub(crate) preset: String,
    /// Options as TOML, under the names of these flags.
    #[arg(long, value_name = "FILE")]
    pub(crate) settings: Option<PathBuf>,
    /// Write all options as TOML and do nothing else.
    #[arg(long)]
    pub(crate) print_settings: bool,
    /// Find thresholds for dates and times too (the same as --with dates).
    #[arg(long)]
    pub(crate) dates: bool,
    #[command(flatten)]
    pub(crate) options: OptionFlags,
}
