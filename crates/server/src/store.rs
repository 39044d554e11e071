//! What lasts: jobs, their results and the names of uploads, in SQLite.
//!
//! A result is in the file before anybody is told that there is one. Without a folder the same
//! tables lie in memory, so that there is only one way in which jobs are kept.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result, bail};
use rusqlite::{Connection, OptionalExtension, Row, params};

/// The layout of the tables.
const VERSION: i64 = 1;

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
        result TEXT
    ) STRICT;
    CREATE TABLE uploads (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT;
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
}

impl JobRow {
    const COLUMNS: &str =
        "id, client, knowledge_base, state, created, started, finished, error, best, notices";

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
        })
    }
}

impl Store {
    /// The store in a file, or in memory where there is none.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self> {
        let connection = match path {
            Some(path) => {
                Connection::open(path).with_context(|| format!("cannot open {}", path.display()))?
            }
            None => Connection::open_in_memory()?,
        };
        // The log is synced with every commit: what is acknowledged survives a power cut, too.
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
        let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        match version {
            0 => {
                let set_version =
                    format!("BEGIN; {TABLES} PRAGMA user_version = {VERSION}; COMMIT;");
                connection.execute_batch(&set_version)?;
            }
            VERSION => {}
            newer => bail!("the data folder is of another version ({newer}) of this program"),
        }
        Ok(Self { connection: Mutex::new(connection) })
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All jobs, oldest first.
    pub(crate) fn jobs(&self) -> Result<Vec<JobRow>> {
        let connection = self.lock();
        let mut query =
            connection.prepare(&format!("SELECT {} FROM jobs ORDER BY id", JobRow::COLUMNS))?;
        let rows = query.query_map([], JobRow::read)?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Takes a new job.
    pub(crate) fn add(&self, job: &JobRow, request: &str) -> Result<()> {
        self.lock()
            .prepare_cached(
                "INSERT INTO jobs (id, client, knowledge_base, state, created, notices, request)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![
                job.id,
                job.client,
                job.knowledge_base,
                job.state,
                job.created,
                job.notices,
                request
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
        let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    pub(crate) fn add_upload(&self, id: &str, name: &str) -> Result<()> {
        self.lock().execute("INSERT OR REPLACE INTO uploads VALUES (?1, ?2)", [id, name])?;
        Ok(())
    }

    pub(crate) fn remove_upload(&self, id: &str) -> Result<()> {
        self.lock().execute("DELETE FROM uploads WHERE id = ?1", [id])?;
        Ok(())
    }
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
}
