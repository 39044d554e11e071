//! The chores of this repository: `cargo xtask test` is all there is to know.
//!
//! It runs the steps of [`steps::STEPS`] one after the other and stops at the first that fails.
//! What runs here and what runs elsewhere is the same by construction: `.ci/run` calls it and
//! nothing else. `cargo xtask generate` writes the files of [`generate`], `cargo xtask book` the
//! output of commands in pages ([`book`]), `cargo xtask dist` what is shipped ([`dist`]).

mod book;
mod dist;
mod generate;
mod licences;
mod options_page;
mod others;
mod package;
mod python;
mod spelling;
mod steps;
mod tidy;
mod typescript;
mod venv;
mod virtuoso;
mod web;
mod workspace;

use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, bail};

use steps::{STEPS, Step};
use workspace::Workspace;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if arguments.iter().any(|argument| matches!(*argument, "-h" | "--help" | "help")) {
        print!("{}", help());
        return ExitCode::SUCCESS;
    }
    let command = match parse(&arguments) {
        Ok(command) => command,
        Err(error) => {
            eprintln!("error: {error}\n\n{}", help());
            return ExitCode::from(2);
        }
    };
    let outcome = Workspace::find().and_then(|workspace| match command {
        Command::Test(steps) => run(&workspace, &steps),
        Command::Generate => generate::write(&workspace),
        Command::CheckGenerated => {
            generate::check(&workspace).map(|note| println!("fresh: {note}"))
        }
        Command::Book => book::write(&workspace),
        Command::Dist => dist::write(&workspace),
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            error.chain().skip(1).for_each(|cause| eprintln!("  {cause}"));
            ExitCode::FAILURE
        }
    }
}

/// What can be asked for.
enum Command {
    /// To run these steps.
    Test(Vec<&'static Step>),
    /// To write the generated files.
    Generate,
    /// To say whether the generated files are fresh.
    CheckGenerated,
    /// To write what commands print into the pages, and to build the book.
    Book,
    /// To build what is shipped.
    Dist,
}

fn parse(arguments: &[&str]) -> Result<Command> {
    match arguments {
        ["test", names @ ..] => Ok(Command::Test(choose(names)?)),
        ["generate"] => Ok(Command::Generate),
        ["generate", "--check"] => Ok(Command::CheckGenerated),
        ["generate", ..] => bail!("`generate` takes `--check` or nothing"),
        ["book"] => Ok(Command::Book),
        ["book", ..] => bail!("`book` takes nothing"),
        ["dist"] => Ok(Command::Dist),
        ["dist", ..] => bail!("`dist` takes nothing"),
        [command, ..] => bail!("there is no command `{command}`"),
        [] => bail!("which command?"),
    }
}

fn help() -> String {
    let steps: Vec<String> =
        STEPS.iter().map(|step| format!("  {:<10} {}\n", step.name, step.what)).collect();
    format!(
        "Usage: cargo xtask test [STEP]..\n       \
                cargo xtask generate [--check]\n       \
                cargo xtask book\n       \
                cargo xtask dist\n\n\
         `test` runs all steps, or those named, and stops at the first that fails.\n\
         `generate` writes the files that are made from the code; with `--check` it only says \
         whether they are fresh.\n\
         `book` writes what commands print below them in the pages, and builds the book with mdBook, \
         which is installed if it is missing.\n\
         `dist` builds an archive of the program for this machine, with its checksum, and the wheel \
         where maturin is installed.\n\n\
         Steps:\n{}\n\
         Tests on benchmark data look for it in EVOLEARNER_DATA, or else in ../shared/datasets.\n",
        steps.concat()
    )
}

/// The steps with these names, in the order of the table; all of them if there are no names.
fn choose(names: &[&str]) -> Result<Vec<&'static Step>> {
    if let Some(unknown) = names.iter().find(|name| STEPS.iter().all(|step| step.name != **name)) {
        bail!("there is no step `{unknown}`");
    }
    let is_chosen = |step: &&Step| names.is_empty() || names.contains(&step.name);
    Ok(STEPS.iter().filter(is_chosen).collect())
}

fn run(workspace: &Workspace, steps: &[&Step]) -> Result<()> {
    println!("{}", workspace.describe_data());
    let start = Instant::now();
    for (n_done, step) in steps.iter().enumerate() {
        // The name comes before the work, so that a step that hangs is known.
        println!("{:<10} …", step.name);
        let (step_start, cpu_start) = (Instant::now(), processor_time());
        let outcome = (step.run)(workspace);
        let took = format!(
            "{:>6.1} s {:>6.1} s CPU",
            step_start.elapsed().as_secs_f64(),
            processor_time() - cpu_start
        );
        match outcome {
            Ok(note) => {
                println!("{}", format!("{:<10} ok     {took}  {note}", step.name).trim_end());
            }
            Err(error) => {
                println!("{:<10} FAILED {took}", step.name);
                let n_left = steps.len() - n_done - 1;
                return Err(error.context(format!(
                    "step `{0}` failed ({n_done} passed before, {n_left} not run); \
                     `cargo xtask test {0}` repeats it alone",
                    step.name
                )));
            }
        }
    }
    println!(
        "all {} steps passed in {:.1} s, {:.1} minutes of CPU",
        steps.len(),
        start.elapsed().as_secs_f64(),
        processor_time() / 60.0
    );
    Ok(())
}

/// The processor seconds of all programs that were started here and have ended; 0 where the system does
/// not say. Elapsed time depends on what else a machine does, this hardly.
fn processor_time() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program is in parentheses and may contain blanks; user and system time of ended
    // children are the fields 16 and 17 of the line, in hundredths of a second.
    let fields = stat.rsplit(") ").next().unwrap_or_default().split(' ');
    let ticks = fields.skip(13).take(2).filter_map(|field| field.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(steps: &[&Step]) -> Vec<&'static str> {
        steps.iter().map(|step| step.name).collect()
    }

    #[test]
    fn steps_run_in_the_order_of_the_table() {
        assert_eq!(names(&choose(&["clippy", "fmt"]).unwrap()), ["fmt", "clippy"]);
        assert_eq!(choose(&[]).unwrap().len(), STEPS.len());
    }

    #[test]
    fn an_unknown_step_is_named() {
        let error = choose(&["fmt", "nonsense"]).err().unwrap();
        assert_eq!(error.to_string(), "there is no step `nonsense`");
    }

    #[test]
    fn generate_takes_one_flag() {
        assert!(matches!(parse(&["generate"]), Ok(Command::Generate)));
        assert!(matches!(parse(&["generate", "--check"]), Ok(Command::CheckGenerated)));
        let error = parse(&["generate", "--chekc"]).err().unwrap();
        assert_eq!(error.to_string(), "`generate` takes `--check` or nothing");
    }

    #[test]
    fn help_lists_every_step() {
        for step in STEPS {
            assert!(help().contains(step.what));
        }
    }
}
