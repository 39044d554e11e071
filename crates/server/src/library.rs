//! The knowledge bases of a server: those it was started with and those that were uploaded.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use anyhow::{Context, Result};
use axum::http::StatusCode;
use evolearner::problem::Statement;
use evolearner::report::inspect::LoadSeconds;
use evolearner::{
    Budget, CancelToken, Graph, GraphSettings, Input, LoadError, Loaded, Origin, load_within,
};

use crate::config::Limits;
use crate::problem::Problem;
use crate::store::Store;
use crate::upload::Upload;

/// A knowledge base that a server is started with.
pub struct Source {
    /// What people call it.
    pub name: String,
    /// The knowledge base.
    pub loaded: Loaded,
    /// A problem to try, with the question that it asks.
    pub example: Option<(String, Statement)>,
}

/// A knowledge base and what is said about it.
pub(crate) struct KnowledgeBase {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) graph: Graph,
    pub(crate) seconds: LoadSeconds,
    pub(crate) is_uploaded: bool,
    pub(crate) example: Option<(String, Statement)>,
}

impl KnowledgeBase {
    fn bytes(&self) -> usize {
        let (facts, names) = self.graph.heap_bytes();
        facts + names
    }
}

/// All knowledge bases.
pub(crate) struct Library {
    shelf: RwLock<BTreeMap<String, Arc<KnowledgeBase>>>,
    /// The one that is taken where none is named.
    first: String,
    /// Where uploads are kept, if they are.
    folder: Option<PathBuf>,
    limits: Limits,
}

impl Library {
    /// A library of these, and of the uploads that the store knows.
    pub(crate) fn open(
        sources: Vec<Source>,
        folder: Option<PathBuf>,
        store: &Store,
        limits: Limits,
    ) -> Result<Self> {
        let mut shelf = BTreeMap::new();
        let mut first = None;
        for Source { name, loaded, example } in sources {
            let id = free_id(&name, |id| shelf.contains_key(id));
            first.get_or_insert_with(|| id.clone());
            let seconds = loaded.times.into();
            let mut graph = loaded.graph;
            hide_folders(&mut graph.origin);
            let kb =
                KnowledgeBase { id: id.clone(), name, graph, seconds, is_uploaded: false, example };
            shelf.insert(id, Arc::new(kb));
        }
        if let Some(folder) = &folder {
            for (id, name) in store.uploads()? {
                // One upload that cannot be read should not keep a server from starting.
                match reopen(&shelf, folder, store, id, name) {
                    Ok(kb) => drop(shelf.insert(kb.id.clone(), Arc::new(kb))),
                    Err(error) => tracing::error!("an upload cannot be read: {error:#}"),
                }
            }
        }
        let first = first.context("a server needs a knowledge base")?;
        Ok(Self { shelf: RwLock::new(shelf), first, folder, limits })
    }

    /// All of them, the first one first.
    pub(crate) fn all(&self) -> Vec<Arc<KnowledgeBase>> {
        let shelf = self.shelf.read().unwrap_or_else(PoisonError::into_inner);
        let mut all: Vec<_> = shelf.values().cloned().collect();
        all.sort_by_key(|kb| kb.id != self.first);
        all
    }

    /// The one that is taken where none is named.
    pub(crate) fn first(&self) -> &str {
        &self.first
    }

    pub(crate) fn get(&self, id: &str) -> Result<Arc<KnowledgeBase>, Problem> {
        let shelf = self.shelf.read().unwrap_or_else(PoisonError::into_inner);
        let found = shelf.get(id).cloned();
        found.ok_or_else(|| Problem::not_found(format!("there is no knowledge base ‘{id}’")))
    }

    /// Where uploads are kept, if they are.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Loads an upload, which may be compressed. The name is for people and touches no path.
    ///
    /// Callers load one upload after the other, and cancel the token when the client has left.
    pub(crate) fn upload(
        &self,
        store: &Store,
        name: &str,
        upload: Upload,
        cancel: &CancelToken,
    ) -> Result<Arc<KnowledgeBase>, Problem> {
        let n_known = self.shelf.read().unwrap_or_else(PoisonError::into_inner).len();
        if n_known >= self.limits.knowledge_bases {
            return Err(full(format!("there are {n_known} knowledge bases; delete one first")));
        }
        let name: String = name.chars().filter(|letter| !letter.is_control()).take(100).collect();
        let name = if name.trim().is_empty() { "upload".to_owned() } else { name };
        let (_, max_unpacked) = self.limits.upload;
        let bytes = upload.unpack(max_unpacked, cancel)?;
        let max_facts = self.limits.facts;
        let budget = Budget { cancel: cancel.clone(), max_facts, ..Budget::default() };
        let Loaded { graph, times } = read(&name, bytes, &budget).map_err(Problem::unusable)?;
        if graph.n_individuals() == 0 {
            return Err(Problem::unusable(
                "there is no individual in it, so nothing can be learned",
            ));
        }
        if cancel.is_cancelled() {
            return Err(Problem::abandoned());
        }
        let id = free_id(&name, |id| {
            self.shelf.read().unwrap_or_else(PoisonError::into_inner).contains_key(id)
        });
        let seconds = times.into();
        let kb =
            Arc::new(KnowledgeBase { id, name, graph, seconds, is_uploaded: true, example: None });
        let n_bytes: usize = self.all().iter().map(|kb| kb.bytes()).sum();
        if n_bytes + kb.bytes() > self.limits.graph_bytes {
            return Err(full("the memory for knowledge bases is used up; delete one first"));
        }
        self.keep(store, &kb).map_err(Problem::storage)?;
        let mut shelf = self.shelf.write().unwrap_or_else(PoisonError::into_inner);
        shelf.insert(kb.id.clone(), Arc::clone(&kb));
        Ok(kb)
    }

    /// Writes an upload as a snapshot where uploads last. What cannot be written whole is removed.
    fn keep(&self, store: &Store, kb: &KnowledgeBase) -> Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let (path, draft) = (snapshot(folder, &kb.id), folder.join(format!("{}.new", kb.id)));
        let write = || -> Result<()> {
            let mut file = BufWriter::new(File::create(&draft)?);
            kb.graph.write_snapshot(&mut file)?;
            file.flush()?;
            file.get_ref().sync_all()?;
            Ok(fs::rename(&draft, &path)?)
        };
        let kept = write().and_then(|()| store.add_upload(&kb.id, &kb.name));
        if kept.is_err() {
            for file in [&draft, &path] {
                // One of them is not there.
                let _ = fs::remove_file(file);
            }
        }
        kept
    }

    /// Forgets an upload. Jobs that work on it keep it alive until they end.
    pub(crate) fn remove(&self, store: &Store, id: &str) -> Result<(), Problem> {
        if !self.get(id)?.is_uploaded {
            return Err(Problem::conflict("the server was started with it; only uploads can go"));
        }
        store.remove_upload(id).map_err(Problem::internal)?;
        if let Some(folder) = &self.folder {
            fs::remove_file(snapshot(folder, id)).map_err(Problem::internal)?;
        }
        self.shelf.write().unwrap_or_else(PoisonError::into_inner).remove(id);
        Ok(())
    }
}

/// Shortens paths to the names of files: answers say nothing about the folders of the operator.
fn hide_folders(origin: &mut Origin) {
    for input in &mut origin.inputs {
        let name = file_name(&input.name).to_owned();
        for notice in &mut origin.notices {
            if notice.example == input.name {
                notice.example.clone_from(&name);
            }
        }
        input.name = name;
    }
}

/// What follows the last folder of a path.
fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Where an upload is kept.
fn snapshot(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{id}.evo"))
}

fn read(name: &str, bytes: Box<dyn Read + Send>, budget: &Budget) -> Result<Loaded, LoadError> {
    let input = Input { name: name.to_owned(), bytes, format: None };
    load_within(vec![input], GraphSettings::default(), budget, &mut |_| None)
}

/// Reads an upload that was kept. A file of the operator that has its identifier by now keeps it,
/// and the upload gets another one.
fn reopen(
    shelf: &BTreeMap<String, Arc<KnowledgeBase>>,
    folder: &Path,
    store: &Store,
    mut id: String,
    name: String,
) -> Result<KnowledgeBase> {
    if shelf.contains_key(&id) {
        let is_taken = |id: &str| shelf.contains_key(id) || snapshot(folder, id).exists();
        let other = free_id(&id, is_taken);
        fs::rename(snapshot(folder, &id), snapshot(folder, &other)).with_context(|| id.clone())?;
        store.rename_upload(&id, &other)?;
        tracing::warn!(
            from = id,
            to = other,
            "an upload is renamed: the server has a file so named"
        );
        id = other;
    }
    let file = File::open(snapshot(folder, &id)).with_context(|| id.clone())?;
    let bytes = Box::new(BufReader::new(file));
    let Loaded { graph, times } =
        read(&name, bytes, &Budget::default()).with_context(|| id.clone())?;
    let seconds = times.into();
    Ok(KnowledgeBase { id, name, graph, seconds, is_uploaded: true, example: None })
}

fn full(why: impl ToString) -> Problem {
    Problem::new(StatusCode::INSUFFICIENT_STORAGE, why)
}

/// An identifier of letters, digits and hyphens, which no other knowledge base has.
fn free_id(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let stem = file_name(name);
    let stem = stem.split('.').find(|part| !part.is_empty()).unwrap_or("upload");
    let words = stem.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<String> =
        words.filter(|word| !word.is_empty()).map(str::to_ascii_lowercase).collect();
    let mut base: String = words.join("-").chars().take(40).collect();
    if base.is_empty() {
        "upload".clone_into(&mut base);
    }
    let numbered = (2..).map(|number| format!("{base}-{number}"));
    std::iter::once(base.clone())
        .chain(numbered)
        .find(|id| !is_taken(id))
        .expect("there are more numbers than knowledge bases")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_harmless() {
        let check = |name: &str, expect: &str| assert_eq!(free_id(name, |_| false), expect);
        check("family.owl", "family");
        check("../../etc/passwd", "passwd");
        check("..\\..\\boot.ini", "boot");
        check("Die Familie (2).ttl.gz", "die-familie-2");
        check("", "upload");
        check("...", "upload");
        check("日本", "upload");
        assert_eq!(free_id("a.owl", |id| id == "a" || id == "a-2"), "a-3");
    }

    #[test]
    fn the_folders_of_the_operator_stay_unknown() {
        let loaded = read("/srv/secret/kb.ttl", Box::new(std::io::empty()), &Budget::default());
        let mut origin = loaded.expect("an empty file").graph.origin;
        assert!(format!("{origin:?}").contains("secret"), "there is something to hide");
        let digest = origin.digest();
        hide_folders(&mut origin);
        assert!(!format!("{origin:?}").contains("secret"), "{origin:?}");
        assert_eq!(origin.inputs[0].name, "kb.ttl");
        assert_eq!(origin.digest(), digest);
    }
}
