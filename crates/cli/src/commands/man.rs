//! `man`: manual pages, made from the arguments.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use clap::Command;
use clap_mangen::Man;

use crate::args::{self, Common};
use crate::{Outcome, message, output};

/// Prints the page of the program, or writes it and a page of every command into a folder.
pub(super) fn run(folder: Option<&Path>, common: &Common) -> Result<Outcome> {
    // Pages of `help` would repeat those of the commands.
    let mut program = args::description().disable_help_subcommand(true);
    // Names such as `evolearner-learn` and flags of all commands are filled in here.
    program.build();
    let Some(folder) = folder else {
        output::write_whole(Path::new("-"), |out| Man::new(program).render(out))?;
        return Ok(Outcome::Done);
    };
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let mut pages = Vec::new();
    gather(program, &mut pages);
    for page in &pages {
        output::write_whole(&folder.join(page.get_filename()), |out| page.render(out))?;
    }
    if !common.quiet {
        message::line(format_args!("{} pages written to {}", pages.len(), folder.display()));
    }
    Ok(Outcome::Done)
}

/// The pages of a command and of those below it. Commands nest as deep as they are written down.
fn gather(command: Command, pages: &mut Vec<Man>) {
    for part in command.get_subcommands().filter(|part| !part.is_hide_set()) {
        gather(part.clone(), pages);
    }
    pages.push(Man::new(command));
}
