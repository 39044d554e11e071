//! The benchmark data: from the layout of SML-Bench into the folder that suites read.
//!
//! In comes a checkout with `learningtasks/TASK/owl/{data,lp/PROBLEM}`, out goes a folder with
//! `TASK/{TASK.owl,pos.txt,neg.txt}`. Of files whose content is known, a digest says whether they are the same.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use evolearner::Digest;
use evolearner::problem::parse_list;

/// A problem of the paper, where a checkout has it.
struct Published {
    name: &'static str,
    /// The learning problem of the task.
    problem: &'static str,
    /// The digest of the knowledge base; none where the published file was never at hand.
    kb: Option<u64>,
    /// The digest of both lists of examples.
    lists: u64,
}

/// The problems of the paper that are published.
const PUBLISHED: [Published; 8] = [
    Published {
        name: "carcinogenesis",
        problem: "1",
        kb: Some(0xd8d2_cc9b_0125_6dcd),
        lists: 0xbf37_7825_0438_70d2,
    },
    Published {
        name: "family",
        problem: "uncle",
        kb: Some(0x0c6f_4836_2809_6d51),
        lists: 0xf896_142c_3a51_3924,
    },
    Published { name: "hepatitis", problem: "1", kb: None, lists: 0x8347_10a8_a348_122e },
    Published {
        name: "lymphography",
        problem: "1",
        kb: Some(0x8372_ddfe_a7cd_155f),
        lists: 0xa128_fcdf_8069_1f21,
    },
    Published {
        name: "mammographic",
        problem: "1",
        kb: Some(0xafdd_2739_69f6_c1e9),
        lists: 0xe74f_dd2d_d414_9b72,
    },
    Published {
        name: "mutagenesis",
        problem: "42",
        kb: Some(0x8775_6218_f5e1_72c9),
        lists: 0xf197_8999_a4b2_38c7,
    },
    Published { name: "nctrer", problem: "1", kb: None, lists: 0xa5cd_7a55_61ef_c877 },
    Published {
        name: "pyrimidine",
        problem: "1",
        kb: Some(0x165d_1d89_4a0c_5666),
        lists: 0x6f88_9259_9a56_30b4,
    },
];

/// Whether a problem is what the figures were measured on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Checked {
    /// The same knowledge base and examples.
    Same,
    /// The same examples; the content of the knowledge base is not known.
    Unknown,
    /// Another knowledge base, or other examples.
    Differs,
    /// The checkout does not have it.
    Missing,
}

/// A problem that was looked for in a checkout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gathered {
    /// What it is called.
    pub name: &'static str,
    /// What was found.
    pub checked: Checked,
}

/// Copies the problems of the paper that a checkout has into a folder. Nothing of it is changed but the names of
/// files.
pub fn gather(checkout: &Path, output: &Path) -> Result<Vec<Gathered>> {
    let mut gathered = Vec::new();
    for published in &PUBLISHED {
        let task = checkout.join("learningtasks").join(published.name).join("owl");
        let lists = task.join("lp").join(published.problem);
        let checked = match (knowledge_base(&task.join("data")), lists.join("pos.txt").is_file()) {
            (Some(kb), true) => take(published, &kb, &lists, &output.join(published.name))?,
            _ => Checked::Missing,
        };
        gathered.push(Gathered { name: published.name, checked });
    }
    Ok(gathered)
}

/// The one file of a folder of data.
fn knowledge_base(folder: &Path) -> Option<PathBuf> {
    let entries = fs::read_dir(folder).ok()?;
    let mut files = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file());
    let first = files.next()?;
    files.next().is_none().then_some(first)
}

/// Copies a problem and compares it.
fn take(published: &Published, kb: &Path, lists: &Path, folder: &Path) -> Result<Checked> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let file = kb.file_name().unwrap_or_default().to_string_lossy();
    let ending = ["owl.gz", "ttl", "nt"].iter().find(|ending| file.ends_with(*ending));
    let name = format!("{}.{}", published.name, ending.unwrap_or(&"owl"));
    let kb = copy(kb, &folder.join(name))?;
    let mut digest = Digest::default();
    digest.update(&kb);
    let kb = digest.finish();
    let mut digest = Digest::default();
    for name in ["pos.txt", "neg.txt"] {
        let bytes = copy(&lists.join(name), &folder.join(name))?;
        // Blank lines and ends of lines differ between copies and mean nothing.
        let text = String::from_utf8_lossy(&bytes);
        let individuals =
            parse_list(&text).with_context(|| lists.join(name).display().to_string())?;
        for individual in individuals {
            digest.update(individual.as_bytes());
            digest.update(b"\n");
        }
        digest.update(b"\n");
    }
    Ok(match published.kb {
        _ if digest.finish() != published.lists => Checked::Differs,
        None => Checked::Unknown,
        Some(known) if known == kb => Checked::Same,
        Some(_) => Checked::Differs,
    })
}

/// Copies a file, whole or not at all, and returns its bytes.
fn copy(from: &Path, to: &Path) -> Result<Vec<u8>> {
    let bytes = fs::read(from).with_context(|| format!("cannot read {}", from.display()))?;
    let place = || format!("cannot write {}", to.display());
    let part = to.with_extension("part");
    fs::write(&part, &bytes).with_context(place)?;
    fs::rename(&part, to).with_context(place)?;
    Ok(bytes)
}
