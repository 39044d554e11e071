//! Runs the commands of pages and compares what they print.
//!
//! A block marked `console` is a transcript: a line behind `$ ` is a command, which goes on while lines
//! end in `\`; below it stands what it prints on both streams. `…` stands for any text, also over several
//! lines. Of a block marked `sh`, each line is a command that has to succeed. Where a second word follows the language of a block, as in `toml problem.toml`, the block is that
//! file; `<!-- with docs/other.md -->` brings the files of another page. The commands of a page run one after the other in a folder of their own. A picture that they write
//! there is the one of the same name in `docs/pictures`.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use super::Pages;
use super::blocks::{Block, blocks};
use crate::workspace::Workspace;

/// Where commands run.
pub(super) struct Shell {
    folder: PathBuf,
    search: OsString,
    pictures: PathBuf,
}

/// What came of the commands of a page.
pub(super) struct Run {
    /// How many were run.
    pub(super) n_commands: usize,
    /// A line for each that printed something else than the page says.
    pub(super) differences: Vec<String>,
    /// The page with what they print.
    pub(super) renewed: String,
    /// Pictures that they write, and those of the book that these should be.
    pub(super) pictures: Vec<(PathBuf, PathBuf)>,
}

impl Shell {
    /// A shell that finds the program of the workspace first.
    pub(super) fn new(workspace: &Workspace, program: &Path) -> Result<Self> {
        let programs = program.parent().context("the program is in a folder")?.to_owned();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let search = std::iter::once(programs).chain(std::env::split_paths(&path));
        let search = std::env::join_paths(search)?;
        let pictures = workspace.root().join("docs/pictures");
        Ok(Self { folder: workspace.target().join("transcripts"), search, pictures })
    }

    /// Runs the commands of a page.
    pub(super) fn run(&self, path: &Path, pages: &Pages) -> Result<Run> {
        let text = pages[path].as_str();
        let folder = self.folder.join(path.with_extension(""));
        let page: Vec<&str> = text.lines().collect();
        let mut run = Run {
            n_commands: 0,
            differences: Vec::new(),
            renewed: String::new(),
            pictures: Vec::new(),
        };
        let mut renewed: Vec<String> = Vec::new();
        let mut n_taken = 0;
        if blocks(text).iter().any(|block| matches!(block.info, "console" | "sh")) {
            if folder.exists() {
                fs::remove_dir_all(&folder)?;
            }
            fs::create_dir_all(&folder)?;
            let others = text
                .lines()
                .filter_map(|line| line.strip_prefix("<!-- with ")?.strip_suffix(" -->"));
            for other in others {
                let other =
                    pages.get(Path::new(other)).with_context(|| format!("there is no {other}"))?;
                blocks(other).iter().try_for_each(|block| write_file(&folder, block))?;
            }
            blocks(text).iter().try_for_each(|block| write_file(&folder, block))?;
        }
        for block in blocks(text) {
            let place = |offset: usize| format!("{}:{}", path.display(), block.start + offset + 1);
            if block.info == "sh" {
                for (offset, command) in block.lines.iter().enumerate() {
                    let (is_success, printed) = self.printed(&folder, command)?;
                    run.n_commands += 1;
                    if !is_success {
                        let place = place(offset);
                        run.differences.push(format!("{place}: `{command}` fails:\n{printed}"));
                    }
                }
            }
            if block.info != "console" {
                continue;
            }
            renewed.extend(page[n_taken..block.start].iter().map(|&line| line.to_owned()));
            n_taken = block.start + block.lines.len();
            for (offset, command, expected) in commands(&block.lines) {
                let (_, printed) = self.printed(&folder, &command)?;
                run.n_commands += 1;
                renewed.push(format!("$ {command}"));
                if agree(&expected, &printed) {
                    renewed.extend(expected.lines().map(str::to_owned));
                } else {
                    renewed.extend(untimed(&printed).lines().map(str::to_owned));
                    let place = place(offset);
                    run.differences.push(format!(
                        "{place}: `{command}` prints something else (`cargo xtask book` writes it \
                         there):\n{printed}"
                    ));
                }
            }
        }
        renewed.extend(page[n_taken..].iter().map(|&line| line.to_owned()));
        run.renewed = renewed.join("\n") + "\n";
        run.pictures = self.pictures(&folder)?;
        Ok(run)
    }

    /// The pictures of a folder that the book has as well.
    fn pictures(&self, folder: &Path) -> Result<Vec<(PathBuf, PathBuf)>> {
        let mut found = Vec::new();
        if folder.is_dir() {
            for entry in fs::read_dir(folder)? {
                let entry = entry?;
                let picture = self.pictures.join(entry.file_name());
                if picture.is_file() {
                    found.push((entry.path(), picture));
                }
            }
        }
        Ok(found)
    }

    /// Whether a command succeeds, and what it prints on both streams, without blanks at the ends of lines.
    fn printed(&self, folder: &Path, command: &str) -> Result<(bool, String)> {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("exec 2>&1\n{command}")).current_dir(folder);
        shell.env("PATH", &self.search).env_remove("EVOLEARNER_DATA").stdin(Stdio::null());
        let output = shell.output().context("a shell, `sh`, is needed")?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let text = text.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
        Ok((output.status.success(), text))
    }
}

/// Writes a block that is a file.
fn write_file(folder: &Path, block: &Block<'_>) -> Result<()> {
    if let Some((_, file)) = block.info.split_once(' ') {
        fs::write(folder.join(file), block.lines.join("\n") + "\n")?;
    }
    Ok(())
}

/// The commands of a transcript: the line of each, its text, and what stands below it.
fn commands(lines: &[&str]) -> Vec<(usize, String, String)> {
    let mut found: Vec<(usize, String, String)> = Vec::new();
    let mut goes_on = false;
    for (line_idx, line) in lines.iter().enumerate() {
        match (found.last_mut(), line.strip_prefix("$ ")) {
            (Some((_, command, _)), _) if goes_on => {
                command.push('\n');
                command.push_str(line);
            }
            (_, Some(command)) => found.push((line_idx, command.to_owned(), String::new())),
            (Some((_, _, output)), None) => {
                output.push_str(line);
                output.push('\n');
                continue;
            }
            (None, None) => continue,
        }
        goes_on = line.ends_with('\\');
    }
    found
}

/// A text without its times, which differ from run to run: `…` stands for numbers before ` s` and ` ms`.
fn untimed(text: &str) -> String {
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    for idx in 1..words.len() {
        let unit = words[idx].split(|letter: char| !letter.is_alphanumeric()).next();
        let is_unit = matches!(unit, Some("s" | "ms"));
        let number = words[idx - 1].trim_start_matches('(').to_owned();
        if is_unit && number.parse::<f64>().is_ok() {
            words[idx - 1] = words[idx - 1].replace(&number, "…");
        }
    }
    words.join(" ")
}

/// Whether a text is what is expected, where `…` stands for any text.
fn agree(expected: &str, printed: &str) -> bool {
    // An ellipsis on a line of its own may stand for no line at all.
    let expected = expected.replace("…\n", "…");
    let mut pieces = expected.trim_end().split('…');
    let printed = printed.trim_end();
    let Some(mut rest) = printed.strip_prefix(pieces.next().unwrap_or_default()) else {
        return false;
    };
    let pieces: Vec<&str> = pieces.collect();
    let Some((last, middle)) = pieces.split_last() else {
        return rest.is_empty();
    };
    for piece in middle {
        let Some(position) = rest.find(piece) else { return false };
        rest = &rest[position + piece.len()..];
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ellipsis_stands_for_any_text() {
        let check = |expected: &str, printed: &str, expect: bool| {
            assert_eq!(agree(expected, printed), expect, "{expected:?} {printed:?}");
        };
        check("a\nb\n", "a\nb\n", true);
        check("a\n", "a\nb\n", false);
        check("a\n…\n", "a\nb\nc\n", true);
        check("a\n…\nd\n", "a\nb\nc\nd\n", true);
        check("a\n…\nd\n", "a\nd\n", true);
        check("a\n…\nd\n", "a\nb\nc\n", false);
        check("took … ms\n", "took 12 ms\n", true);
        check("took … ms\n", "took 12 s\n", false);
    }

    #[test]
    fn times_are_left_open() {
        let text = "5 lengths in 0.00 s (0.01 s with loading);\ntook 12 ms\n3 sets";
        let expect = "5 lengths in … s (… s with loading);\ntook … ms\n3 sets";
        assert_eq!(untimed(text), expect);
        assert!(agree(expect, text));
    }

    #[test]
    fn a_transcript_has_commands_with_their_output() {
        let lines = ["$ one \\", "    two", "printed", "", "$ three"];
        let expect = [
            (0, "one \\\n    two".to_owned(), "printed\n\n".to_owned()),
            (4, "three".to_owned(), String::new()),
        ];
        assert_eq!(commands(&lines), expect);
    }

    #[test]
    fn pages_are_run_and_renewed() {
        let folder = std::env::temp_dir().join(format!("evolearner-page-{}", std::process::id()));
        let search = std::env::var_os("PATH").unwrap_or_default();
        let shell = Shell { folder: folder.clone(), search, pictures: PathBuf::new() };
        let text = "# Page\n\n```sh\ntrue\nfalse # fails\n```\n\n```text note.txt\nhello\n```\n\n```console\n$ cat note.txt\nold\n$ echo a\na\n```\nend\n";
        let page = PathBuf::from("docs/page.md");
        let pages = Pages::from([(page.clone(), text.to_owned())]);
        let run = shell.run(&page, &pages);
        fs::remove_dir_all(&folder).unwrap();
        let run = run.unwrap();
        assert_eq!((run.n_commands, run.differences.len()), (4, 2));
        assert!(run.differences[0].starts_with("docs/page.md:5: `false # fails` fails"));
        assert_eq!(run.renewed, text.replace("old", "hello"));
    }
}
