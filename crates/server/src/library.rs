//! The knowledge bases of a server: those it was started with and those that were uploaded.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use anyhow::{Context, Result};
use axum::http::StatusCode;
use evolearner::problem::Statement;
use evolearner::{
    Budget, CancelToken, GraphSettings, Input, KnowledgeBase, LabelLanguages, LoadError, Loaded,
    Origin,
};

use crate::api_error::ApiError;
use crate::config::Limits;
use crate::search::Index;
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

/// A knowledge base under its identifier.
pub(crate) struct LibraryItem {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) kb: KnowledgeBase,
    pub(crate) is_uploaded: bool,
    pub(crate) example: Option<(String, Statement)>,
    /// Made when they are first asked for.
    individuals: OnceLock<Index>,
    classes: OnceLock<Index>,
    languages: OnceLock<Vec<String>>,
    /// The same with labels in other languages, by the order in which these are preferred; last used last.
    translations: Mutex<Vec<(Vec<String>, Arc<LibraryItem>)>>,
}

/// In so many other orders of languages a knowledge base is kept ready: each has an index of its own, because
/// things are listed in the order of what they are called.
const MAX_TRANSLATIONS: usize = 4;

impl LibraryItem {
    fn new(id: String, name: String, kb: KnowledgeBase) -> Self {
        Self {
            id,
            name,
            kb,
            is_uploaded: false,
            example: None,
            individuals: OnceLock::new(),
            classes: OnceLock::new(),
            languages: OnceLock::new(),
            translations: Mutex::default(),
        }
    }

    fn uploaded(id: String, name: String, kb: KnowledgeBase) -> Self {
        Self { is_uploaded: true, ..Self::new(id, name, kb) }
    }

    /// The names of all individuals.
    pub(crate) fn individuals(&self) -> &Index {
        let symbols = &self.kb.graph().symbols;
        self.individuals.get_or_init(|| Index::new(symbols, symbols.individuals.iter()))
    }

    /// The names of all classes.
    pub(crate) fn classes(&self) -> &Index {
        let symbols = &self.kb.graph().symbols;
        self.classes.get_or_init(|| Index::new(symbols, symbols.classes.iter()))
    }

    /// The languages of its labels, sorted.
    pub(crate) fn languages(&self) -> &[String] {
        let find = || self.kb.graph().symbols.labels.languages().into_iter().map(Into::into);
        self.languages.get_or_init(|| find().collect())
    }

    /// The languages in which its labels are read, best first; empty where they are read as they always are.
    pub(crate) fn label_languages(&self) -> &LabelLanguages {
        &self.kb.graph().symbols.label_languages
    }

    /// The same with labels in the languages that somebody prefers; itself where that makes no difference.
    fn in_languages(self: &Arc<Self>, languages: &LabelLanguages) -> Arc<Self> {
        let order = languages.order_of(self.languages());
        if order == LabelLanguages::default().order_of(self.languages()) {
            return Arc::clone(self);
        }
        let mut known = self.translations.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known.iter().position(|(other, _)| *other == order);
        let translation = if let Some(at) = found {
            known.remove(at)
        } else {
            if known.len() == MAX_TRANSLATIONS {
                known.remove(0);
            }
            let kb = self.kb.with_label_languages(languages.clone());
            let translated = Self {
                is_uploaded: self.is_uploaded,
                example: self.example.clone(),
                ..Self::new(self.id.clone(), self.name.clone(), kb)
            };
            (order.into_iter().map(Into::into).collect(), Arc::new(translated))
        };
        let item = Arc::clone(&translation.1);
        known.push(translation);
        item
    }

    fn bytes(&self) -> usize {
        let (facts, names) = self.kb.graph().heap_bytes();
        facts + names
    }
}

/// All knowledge bases.
pub(crate) struct Library {
    shelf: RwLock<BTreeMap<String, Arc<LibraryItem>>>,
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
        for Source { name, mut loaded, example } in sources {
            let id = free_id(&name, |id| shelf.contains_key(id));
            first.get_or_insert_with(|| id.clone());
            hide_folders(&mut loaded.graph.origin);
            let kb = KnowledgeBase::from(loaded);
            let item = LibraryItem { example, ..LibraryItem::new(id.clone(), name, kb) };
            shelf.insert(id, Arc::new(item));
        }
        if let Some(folder) = &folder {
            for (id, name) in store.uploads()? {
                // One upload that cannot be read should not keep a server from starting.
                match reopen(&shelf, folder, store, id, name) {
                    Ok(item) => drop(shelf.insert(item.id.clone(), Arc::new(item))),
                    Err(error) => tracing::error!("an upload cannot be read: {error:#}"),
                }
            }
        }
        let first = first.context("a server needs a knowledge base")?;
        Ok(Self { shelf: RwLock::new(shelf), first, folder, limits })
    }

    /// All of them, the first one first.
    pub(crate) fn all(&self) -> Vec<Arc<LibraryItem>> {
        let shelf = self.shelf.read().unwrap_or_else(PoisonError::into_inner);
        let mut all: Vec<_> = shelf.values().cloned().collect();
        all.sort_by_key(|item| item.id != self.first);
        all
    }

    /// The one that is taken where none is named.
    pub(crate) fn first(&self) -> &str {
        &self.first
    }

    pub(crate) fn get(&self, id: &str) -> Result<Arc<LibraryItem>, ApiError> {
        let shelf = self.shelf.read().unwrap_or_else(PoisonError::into_inner);
        let found = shelf.get(id).cloned();
        found.ok_or_else(|| ApiError::not_found(format!("there is no knowledge base ‘{id}’")))
    }

    /// A knowledge base with labels in the languages that somebody prefers.
    pub(crate) fn get_in(
        &self,
        id: &str,
        languages: &LabelLanguages,
    ) -> Result<Arc<LibraryItem>, ApiError> {
        Ok(self.get(id)?.in_languages(languages))
    }

    pub(crate) fn kb(
        &self,
        id: &str,
        languages: &LabelLanguages,
    ) -> Result<KnowledgeBase, ApiError> {
        Ok(self.get_in(id, languages)?.kb.clone())
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
    ) -> Result<Arc<LibraryItem>, ApiError> {
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
        let kb = read(&name, bytes, &budget).map_err(ApiError::unusable)?;
        if kb.graph().n_individuals() == 0 {
            return Err(ApiError::unusable(
                "there is no individual in it, so nothing can be learned",
            ));
        }
        if cancel.is_cancelled() {
            return Err(ApiError::abandoned());
        }
        let id = free_id(&name, |id| {
            self.shelf.read().unwrap_or_else(PoisonError::into_inner).contains_key(id)
        });
        let item = Arc::new(LibraryItem::uploaded(id, name, kb));
        let n_bytes: usize = self.all().iter().map(|item| item.bytes()).sum();
        if n_bytes + item.bytes() > self.limits.graph_bytes {
            return Err(full("the memory for knowledge bases is used up; delete one first"));
        }
        self.keep(store, &item).map_err(ApiError::storage)?;
        let mut shelf = self.shelf.write().unwrap_or_else(PoisonError::into_inner);
        shelf.insert(item.id.clone(), Arc::clone(&item));
        Ok(item)
    }

    /// Writes an upload as a snapshot where uploads last. What cannot be written whole is removed.
    fn keep(&self, store: &Store, item: &LibraryItem) -> Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let (path, draft) = (snapshot(folder, &item.id), folder.join(format!("{}.new", item.id)));
        let write = || -> Result<()> {
            let mut file = BufWriter::new(File::create(&draft)?);
            item.kb.graph().write_snapshot(&mut file)?;
            file.flush()?;
            file.get_ref().sync_all()?;
            Ok(fs::rename(&draft, &path)?)
        };
        let kept = write().and_then(|()| store.add_upload(&item.id, &item.name));
        if kept.is_err() {
            for file in [&draft, &path] {
                // One of them is not there.
                let _ = fs::remove_file(file);
            }
        }
        kept
    }

    /// Forgets an upload. Jobs that work on it keep it alive until they end.
    pub(crate) fn remove(&self, store: &Store, id: &str) -> Result<(), ApiError> {
        if !self.get(id)?.is_uploaded {
            return Err(ApiError::conflict("the server was started with it; only uploads can go"));
        }
        store.remove_upload(id).map_err(ApiError::internal)?;
        if let Some(folder) = &self.folder {
            fs::remove_file(snapshot(folder, id)).map_err(ApiError::internal)?;
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

fn read(
    name: &str,
    bytes: Box<dyn Read + Send>,
    budget: &Budget,
) -> Result<KnowledgeBase, LoadError> {
    let input = Input { name: name.to_owned(), bytes, format: None };
    KnowledgeBase::open_within(vec![input], GraphSettings::default(), budget, &mut |_| None)
}

/// Reads an upload that was kept. A file of the operator that has its identifier by now keeps it,
/// and the upload gets another one.
fn reopen(
    shelf: &BTreeMap<String, Arc<LibraryItem>>,
    folder: &Path,
    store: &Store,
    mut id: String,
    name: String,
) -> Result<LibraryItem> {
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
    let kb = KnowledgeBase::from_path(snapshot(folder, &id)).with_context(|| id.clone())?;
    Ok(LibraryItem::uploaded(id, name, kb))
}

fn full(why: impl ToString) -> ApiError {
    ApiError::new(StatusCode::INSUFFICIENT_STORAGE, why)
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
        let kb = read("/srv/secret/kb.ttl", Box::new(std::io::empty()), &Budget::default());
        let mut origin = kb.expect("an empty file").graph().origin.clone();
        assert!(format!("{origin:?}").contains("secret"), "there is something to hide");
        let digest = origin.digest();
        hide_folders(&mut origin);
        assert!(!format!("{origin:?}").contains("secret"), "{origin:?}");
        assert_eq!(origin.inputs[0].name, "kb.ttl");
        assert_eq!(origin.digest(), digest);
    }
}
