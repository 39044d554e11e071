//! The data folder: whose it is, and what happens when something is wrong with it.

use std::path::Path;

use evolearner_server::{Config, Server};
use serde_json::json;

use crate::client::{Running, family, short_job};

const TURTLE: &[u8] = b"<http://x/a> a <http://x/C> . <http://x/b> a <http://x/D> .";

fn start(folder: &Path) -> Running {
    Running::start(|config| config.data = Some(folder.to_owned()))
}

/// Why a server does not start on a folder.
fn refusal(folder: &Path) -> String {
    let mut config = Config::new("127.0.0.1:0".parse().expect("an address"));
    config.data = Some(folder.to_owned());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime");
    let started = runtime.block_on(Server::start(config, vec![family("family")]));
    format!("{:#}", started.err().expect("it does not start"))
}

#[test]
fn two_servers_do_not_share_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path());
    let why = refusal(folder.path());
    assert!(why.contains("another server uses the data folder"), "{why}");
    server.wait(server.learn(&short_job()), &["done"]);
}

#[test]
fn an_upload_does_not_take_the_place_of_a_file_of_the_operator() {
    let folder = tempfile::tempdir().unwrap();
    let data = || Some(folder.path().to_owned());
    let server = Running::start_as("other", |config| config.data = data());
    assert_eq!(server.upload("family.ttl", TURTLE).json()["id"], "family");
    let job = server.learn(&json!({
        "knowledge_base": "family", "positives": ["a"], "negatives": ["b"],
    }));
    server.wait(job, &["done"]);
    drop(server);
    // Twice: the new identifier is kept.
    for _ in 0..2 {
        let server = Running::start_as("family", |config| config.data = data());
        let individuals = |id: &str| {
            server.get(&format!("/api/v1/knowledge-bases/{id}")).json()["individuals"].clone()
        };
        assert_eq!(individuals("family"), 200);
        assert_eq!(individuals("family-2"), 2);
        let job = server.get(&format!("/api/v1/jobs/{job}")).json();
        assert_eq!(job["knowledge_base"], "family-2");
    }
}

#[test]
fn a_row_that_cannot_be_read_does_not_stop_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path());
    let [good, bad] = [(); 2].map(|()| server.learn(&short_job()));
    for id in [good, bad] {
        server.wait(id, &["done"]);
    }
    drop(server);
    let database = rusqlite::Connection::open(folder.path().join("jobs.sqlite")).unwrap();
    database.execute("UPDATE jobs SET created = -1 WHERE id = ?1", [bad]).unwrap();
    drop(database);
    let server = start(folder.path());
    assert_eq!(server.result(good)["version"], 1);
    server.get(&format!("/api/v1/jobs/{bad}")).is_problem(404);
    assert!(server.learn(&short_job()) > bad, "its number is not used again");
}

#[test]
fn a_damaged_database_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("jobs.sqlite");
    std::fs::write(&file, "no database at all, however long it is ".repeat(200)).unwrap();
    let why = refusal(folder.path());
    assert!(why.contains(&*file.to_string_lossy()), "{why}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_refuses_an_upload_and_leaves_no_draft() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path());
    let uploads = folder.path().join("knowledge-bases");
    // Writing to this device fails as on a full disk.
    std::os::unix::fs::symlink("/dev/full", uploads.join("small.new")).unwrap();
    server.upload("small.ttl", TURTLE).is_problem(507);
    assert_eq!(std::fs::read_dir(&uploads).unwrap().count(), 0);
    server.get("/api/v1/knowledge-bases/small").is_problem(404);
    // With room again, it can be uploaded.
    assert_eq!(server.upload("small.ttl", TURTLE).status, 201);
}
