//! The arguments of `enrich`.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::{KbArgs, SettingsArgs};

/// The arguments of `enrich`.
#[derive(ClapArgs, Debug)]
pub(crate) struct EnrichArgs {
    #[command(flatten)]
    pub(crate) kb: KbArgs,
    /// Look at this class alone; may be given several times.
    #[arg(long = "class", value_name = "NAME")]
    pub(crate) classes: Vec<String>,
    /// The fewest instances of a class that is looked at.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(crate) min_instances: usize,
    /// The most individuals that are learned from, of each side; figures are of all individuals.
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub(crate) max_examples: usize,
    /// The most definitions, and the most superclasses, of a class.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(crate) suggestions: usize,
    /// The least F1 of a definition that is suggested.
    #[arg(long, value_name = "Q", default_value_t = 0.5)]
    pub(crate) min_quality: f64,
    /// From which F1 on (of superclasses: precision) an axiom is written by --owl and ticked on the page.
    #[arg(long, value_name = "Q", default_value_t = 0.95)]
    pub(crate) accept: f64,
    /// Write an ontology with the accepted axioms and their figures as annotations, in functional syntax.
    #[arg(long, value_name = "FILE")]
    pub(crate) owl: Option<PathBuf>,
    /// Write a page to walk through and tick.
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// Keep what was found in this file, a line per class, and go on from there.
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) settings: SettingsArgs,
}
