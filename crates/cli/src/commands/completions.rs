//! `completions`: the script with which a shell completes the arguments.

use std::path::Path;

use anyhow::Result;
use clap_complete::{Shell, generate};

use crate::{Outcome, args, output};

pub(super) fn run(shell: Shell) -> Result<Outcome> {
    let mut command = args::description();
    let name = command.get_name().to_owned();
    // The generator panics where it cannot write, and a vector can always be written.
    let mut script = Vec::new();
    generate(shell, &mut command, name, &mut script);
    output::write_whole(Path::new("-"), |out| out.write_all(&script))?;
    Ok(Outcome::Done)
}
