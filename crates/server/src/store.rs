//! What lasts: jobs, their results and the names of uploads, in SQLite.
//!
//! A result is in the file before a client can see that there is one. Without a folder the same
//! tables lie in memory, so that there is only one way in which jobs are kept.

use std::io;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result, bail};
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Row, Statement, params};

/// The layout of the tables.
const VERSION: i64 = 2;

const TABLES: &str = "
    CREATE TABLE jobs (
        id INTEGER PRIMARY KEY,
        client TEXT NOT NULL,
        knowledge_base TEXT NOT NULL,
        state TEXT NOT NULL,
        created INTEGER NOT NULL,
        started INTEGER,
        finished INTEGER,
        error TEXT,
        best TEXT,
        notices TEXT NOT NULL,
        request TEXT NOT NULL,
        checkpoint BLOB,
        result TEXT,
        name TEXT NOT NULL DEFAULT '',
        note TEXT NOT NULL DEFAULT '',
        about TEXT NOT NULL DEFAULT ''
    ) STRICT;
    CREATE TABLE uploads (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT;
";

/// What version 2 adds to version 1.
const SECOND: &str = "
    ALTER TABLE jobs ADD COLUMN name TEXT NOT NULL DEFAULT '';
    ALTER TABLE jobs ADD COLUMN note TEXT NOT NULL DEFAULT '';
    ALTER TABLE jobs ADD COLUMN about TEXT NOT NULL DEFAULT '';
";

/// The tables.
pub(crate) struct Store {
    connection: Mutex<Connection>,
}

/// A job without what is large about it. Lists and small values are JSON.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct JobRow {
    pub(crate) id: u64,
    pub(crate) client: String,
    pub(crate) knowledge_base: String,
    pub(crate) state: String,
    pub(crate) created: u64,
    pub(crate) started: Option<u64>,
    pub(crate) finished: Option<u64>,
    pub(crate) error: Option<String>,
    pub(crate) best: Option<String>,
    pub(crate) notices: String,
    pub(crate) name: String,
    pub(crate) note: String,
    pub(crate) about: String,
}

impl JobRow {
    const COLUMNS: &str = "id, client, knowledge_base, state, created, started, finished, error, best, notices, \
         name, note, about";

    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            id: row.get(0)?,
            client: row.get(1)?,
            knowledge_base: row.get(2)?,
            state: row.get(3)?,
            created: row.get(4)?,
            started: row.get(5)?,
            finished: row.get(6)?,
            error: row.get(7)?,
            best: row.get(8)?,
            notices: row.get(9)?,
            name: row.get(10)?,
            note: row.get(11)?,
            about: row.get(12)?,
        })
    }
}

impl Store {
    /// The store in a file, or in memory where there is none.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self> {
        let connection = match path {
            Some(path) => {
                let opened = Connection::open(path).map_err(anyhow::Error::from).and_then(set_up);
                opened.with_context(|| {
                    format!(
                        "cannot use the database {}; if it is damaged, move it away to start anew",
                        path.display()
                    )
                })?
            }
            None => set_up(Connection::open_in_memory()?)?,
        };
        Ok(Self { connection: Mutex::new(connection) })
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All jobs, oldest first. A row that cannot be read is left out with a warning.
    pub(crate) fn jobs(&self) -> Result<Vec<JobRow>> {
        let connection = self.lock();
        let mut query =
            connection.prepare(&format!("SELECT {} FROM jobs ORDER BY id", JobRow::COLUMNS))?;
        readable(&connection, &mut query, JobRow::read)
    }

    /// The highest number that a job has, be its row readable or not.
    pub(crate) fn last_id(&self) -> Result<u64> {
        let query = "SELECT coalesce(max(id), 0) FROM jobs";
        let last: i64 = self.lock().query_row(query, [], |row| row.get(0))?;
        Ok(u64::try_from(last).unwrap_or(0))
    }

    /// Takes a new job.
    pub(crate) fn add(&self, job: &JobRow, request: &str) -> Result<()> {
        self.lock()
            .prepare_cached(
                "INSERT INTO jobs (id, client, knowledge_base, state, created, notices, request, about)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )?
            .execute(params![
                job.id,
                job.client,
                job.knowledge_base,
                job.state,
                job.created,
                job.notices,
                request,
                job.about
            ])?;
        Ok(())
    }

    /// Writes down where an unfinished job stands; `checkpoint` is what it can go on from.
    pub(crate) fn suspend(&self, id: u64, state: &str, checkpoint: Option<&[u8]>) -> Result<()> {
        self.lock()
            .prepare_cached(
                "UPDATE jobs SET state = ?2, checkpoint = coalesce(?3, checkpoint) WHERE id = ?1",
            )?
            .execute(params![id, state, checkpoint])?;
        Ok(())
    }

    /// Writes down what people should know about a job.
    pub(crate) fn set_notices(&self, job: &JobRow) -> Result<()> {
        self.lock()
            .prepare_cached("UPDATE jobs SET notices = ?2 WHERE id = ?1")?
            .execute(params![job.id, job.notices])?;
        Ok(())
    }

    /// Writes down how a job ended. When this returns, the result is safe.
    pub(crate) fn finish(&self, job: &JobRow, result: Option<&str>) -> Result<()> {
        self.lock()
            .prepare_cached(
                "UPDATE jobs SET state = ?2, started = ?3, finished = ?4, error = ?5, best = ?6,
                 result = ?7, checkpoint = NULL WHERE id = ?1",
            )?
            .execute(params![
                job.id,
                job.state,
                job.started,
                job.finished,
                job.error,
                job.best,
                result
            ])?;
        Ok(())
    }

    /// Writes down what people call a job and what they note about it.
    pub(crate) fn set_name(&self, id: u64, name: &str, note: &str) -> Result<()> {
        self.lock()
            .prepare_cached("UPDATE jobs SET name = ?2, note = ?3 WHERE id = ?1")?
            .execute(params![id, name, note])?;
        Ok(())
    }

    /// Writes down a result of a job that is not over: it will be replaced by the final one.
    pub(crate) fn set_result(&self, id: u64, result: &str) -> Result<()> {
        self.lock()
            .prepare_cached("UPDATE jobs SET result = ?2 WHERE id = ?1")?
            .execute(params![id, result])?;
        Ok(())
    }

    /// Forgets jobs.
    pub(crate) fn remove(&self, ids: &[u64]) -> Result<()> {
        let mut connection = self.lock();
        let transaction = connection.transaction()?;
        for id in ids {
            transaction.prepare_cached("DELETE FROM jobs WHERE id = ?1")?.execute([id])?;
        }
        transaction.commit()?;
        connection.execute_batch("PRAGMA incremental_vacuum")?;
        Ok(())
    }

    /// What was asked for.
    pub(crate) fn request(&self, id: u64) -> Result<Option<String>> {
        self.text("SELECT request FROM jobs WHERE id = ?1", id)
    }

    /// What came out.
    pub(crate) fn result(&self, id: u64) -> Result<Option<String>> {
        self.text("SELECT result FROM jobs WHERE id = ?1", id)
    }

    /// What a job can go on from.
    pub(crate) fn checkpoint(&self, id: u64) -> Result<Option<Vec<u8>>> {
        let connection = self.lock();
        let mut query = connection.prepare_cached("SELECT checkpoint FROM jobs WHERE id = ?1")?;
        Ok(query.query_row([id], |row| row.get(0)).optional()?.flatten())
    }

    fn text(&self, query: &str, id: u64) -> Result<Option<String>> {
        let connection = self.lock();
        let mut query = connection.prepare_cached(query)?;
        Ok(query.query_row([id], |row| row.get(0)).optional()?.flatten())
    }

    /// The uploads that were kept: identifiers and names.
    pub(crate) fn uploads(&self) -> Result<Vec<(String, String)>> {
        let connection = self.lock();
        let mut query = connection.prepare("SELECT id, name FROM uploads ORDER BY id")?;
        readable(&connection, &mut query, |row| Ok((row.get(0)?, row.get(1)?)))
    }

    pub(crate) fn add_upload(&self, id: &str, name: &str) -> Result<()> {
        self.lock().execute("INSERT OR REPLACE INTO uploads VALUES (?1, ?2)", [id, name])?;
        Ok(())
    }

    /// Gives an upload another identifier; its jobs follow it.
    pub(crate) fn rename_upload(&self, from: &str, to: &str) -> Result<()> {
        let mut connection = self.lock();
        let transaction = connection.transaction()?;
        transaction.execute("UPDATE uploads SET id = ?2 WHERE id = ?1", [from, to])?;
        let jobs = "UPDATE jobs SET knowledge_base = ?2 WHERE knowledge_base = ?1";
        transaction.execute(jobs, [from, to])?;
        Ok(transaction.commit()?)
    }

    pub(crate) fn remove_upload(&self, id: &str) -> Result<()> {
        self.lock().execute("DELETE FROM uploads WHERE id = ?1", [id])?;
        Ok(())
    }
}

/// Makes a connection that syncs, with all tables.
fn set_up(connection: Connection) -> Result<Connection> {
    // The log is synced with every commit: what is acknowledged survives a power cut, too.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    match version {
        0 => {
            let set_version = format!("BEGIN; {TABLES} PRAGMA user_version = {VERSION}; COMMIT;");
            connection.execute_batch(&set_version)?;
        }
        1 => {
            let renew = format!("BEGIN; {SECOND} PRAGMA user_version = {VERSION}; COMMIT;");
            connection.execute_batch(&renew)?;
        }
        VERSION => {}
        newer => bail!("the data folder is of another version ({newer}) of this program"),
    }
    Ok(connection)
}

/// The rows that can be read. One that holds something else than it should is left out with a
/// warning; what is wrong with the file itself is an error.
fn readable<T>(
    connection: &Connection,
    query: &mut Statement<'_>,
    read: impl Fn(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>> {
    let mut rows = query.query([])?;
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        match read(row) {
            Ok(value) => all.push(value),
            Err(error) => {
                let file = connection.path().unwrap_or_default();
                let id = row.get::<_, Value>(0).ok();
                tracing::warn!(file, ?id, "a row of the database is left out: {error}");
            }
        }
    }
    Ok(all)
}

/// Whether something could not be written because the disk is full.
pub(crate) fn is_disk_full(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let by_system = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let by_database = cause.downcast_ref::<rusqlite::Error>();
        matches!(by_system, Some(io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded))
            || by_database.and_then(rusqlite::Error::sqlite_error_code)
                == Some(rusqlite::ErrorCode::DiskFull)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_comes_back_as_it_went_in() {
        let store = Store::open(None).unwrap();
        let mut job = JobRow { id: 7, state: "queued".into(), created: 5, ..JobRow::default() };
        store.add(&job, "{}").unwrap();
        store.suspend(7, "paused", Some(b"half")).unwrap();
        assert_eq!(store.checkpoint(7).unwrap().as_deref(), Some(&b"half"[..]));
        store.suspend(7, "queued", None).unwrap();
        assert_eq!(store.checkpoint(7).unwrap().as_deref(), Some(&b"half"[..]));
        job.state = "done".into();
        job.finished = Some(9);
        store.finish(&job, Some("whole")).unwrap();
        assert_eq!(store.jobs().unwrap(), [job]);
        assert_eq!(store.result(7).unwrap().as_deref(), Some("whole"));
        assert_eq!(store.checkpoint(7).unwrap(), None);
        store.remove(&[7]).unwrap();
        assert_eq!(store.request(7).unwrap(), None);
    }

    #[test]
    fn a_full_disk_is_recognised() {
        let store = Store::open(None).unwrap();
        let n_pages: i64 =
            store.lock().pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
        store.lock().pragma_update(None, "max_page_count", n_pages).unwrap();
        let job = JobRow { id: 1, state: "queued".into(), ..JobRow::default() };
        let refused = store.add(&job, &"x".repeat(1_000_000)).unwrap_err();
        assert!(is_disk_full(&refused), "{refused:#}");
        assert!(is_disk_full(&io::Error::from(io::ErrorKind::StorageFull).into()));
        assert!(!is_disk_full(&io::Error::from(io::ErrorKind::PermissionDenied).into()));
    }

    #[test]
    fn one_bad_row_does_not_hide_the_others() {
        let store = Store::open(None).unwrap();
        for id in 1..=3 {
            store.add(&JobRow { id, created: 5, ..JobRow::default() }, "{}").unwrap();
        }
        // No time is negative, but the table takes any integer.
        store.lock().execute("UPDATE jobs SET created = -1 WHERE id IN (2, 3)", []).unwrap();
        let ids: Vec<u64> = store.jobs().unwrap().iter().map(|job| job.id).collect();
        assert_eq!(ids, [1]);
        assert_eq!(store.last_id().unwrap(), 3, "numbers of unreadable jobs are not used again");
    }

    #[test]
    fn a_damaged_file_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("jobs.sqlite");
        std::fs::write(&path, "this is no database, but long enough to have a header ".repeat(99))
            .unwrap();
        let refused = format!("{:#}", Store::open(Some(&path)).err().expect("it is damaged"));
        assert!(refused.contains(&*path.to_string_lossy()), "{refused}");
        assert!(refused.contains("move it away"), "{refused}");
    }
}
