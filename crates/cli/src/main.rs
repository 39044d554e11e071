//! The program `evolearner`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(evolearner_cli::run(std::env::args_os()))
}
