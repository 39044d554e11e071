//! A Virtuoso of this machine with a row cap of 10,000.
//!
//! The programs are looked for below `EVOLEARNER_VIRTUOSO`, a folder into which packages of Debian were
//! unpacked (`cargo xtask test` makes one), and else below the root of the system.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use evolearner::endpoint::EndpointSettings;

/// A server that ends with the test.
pub struct Virtuoso {
    programs: Programs,
    child: Child,
    folder: tempfile::TempDir,
    http: u16,
    sql: u16,
}

impl Drop for Virtuoso {
    fn drop(&mut self) {
        // A server that has ended already needs no ending.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}

/// Where programs and libraries are.
struct Programs {
    root: PathBuf,
}

impl Programs {
    fn find() -> Option<Self> {
        let unpacked = std::env::var_os("EVOLEARNER_VIRTUOSO").map(PathBuf::from);
        let root = unpacked.unwrap_or_else(|| PathBuf::from("/"));
        let is_there = |program: &str| root.join("usr/bin").join(program).is_file();
        (is_there("virtuoso-t") && is_there("isql-vt")).then_some(Self { root })
    }

    /// A call of a program with the libraries beside it.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        if self.root != Path::new("/") {
            let machine = format!("{}-linux-gnu", std::env::consts::ARCH);
            let folders = ["usr/lib", "lib"].map(|lib| self.root.join(lib).join(&machine));
            let folders = std::env::join_paths(folders).expect("a path without a colon");
            command.env("LD_LIBRARY_PATH", folders);
        }
        command
    }

    fn path(&self, program: &str) -> PathBuf {
        self.root.join("usr/bin").join(program)
    }
}

/// Starts a server with as much memory as it may have: some queries would take all that there is.
/// None where there is no such program, and a line that says so.
pub fn start() -> Option<Virtuoso> {
    let Some(programs) = Programs::find() else {
        println!("skipped: virtuoso-t and isql-vt are not installed");
        return None;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let (http, sql, place) = (free_port(), free_port(), folder.path().display());
    let ini = format!(
        "[Database]\nDatabaseFile = {place}/v.db\nErrorLogFile = {place}/v.log\nLockFile = {place}/v.lck\n\
         TransactionFile = {place}/v.trx\nxa_persistent_file = {place}/v.pxa\nFileExtend = 200\n\
         MaxCheckpointRemap = 2000\nStriping = 0\nTempStorage = TempDatabase\n\
         [TempDatabase]\nDatabaseFile = {place}/t.db\nTransactionFile = {place}/t.trx\nMaxCheckpointRemap = 2000\nStriping = 0\n\
         [Parameters]\nServerPort = {sql}\nLiteMode = 0\nDisableUnixSocket = 1\nMaxClientConnections = 10\n\
         CaseMode = 2\nDirsAllowed = {place}\nNumberOfBuffers = 10000\nMaxDirtyBuffers = 6000\nMaxSortedTopRows = 10000\n\
         [HTTPServer]\nServerPort = {http}\nServerRoot = {place}\nServerThreads = 10\nDavRoot = DAV\n\
         [SPARQL]\nResultSetMaxRows = 10000\nMaxQueryCostEstimationTime = 400\nMaxQueryExecutionTime = 60\n"
    );
    let path = folder.path().join("v.ini");
    fs::write(&path, ini).expect("written");
    let line = format!(
        "ulimit -v 6000000; exec {} +foreground +configfile {}",
        programs.path("virtuoso-t").display(),
        path.display()
    );
    let child = programs
        .command("sh")
        .args(["-c", &line])
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a shell");
    let server = Virtuoso { programs, child, folder, http, sql };
    for _ in 0..600 {
        if [http, sql].iter().all(|port| TcpStream::connect(("127.0.0.1", *port)).is_ok()) {
            return Some(server);
        }
        thread::sleep(Duration::from_millis(100));
    }
    panic!(
        "Virtuoso does not start: {}",
        fs::read_to_string(server.folder.path().join("v.log")).unwrap_or_default()
    );
}

impl Virtuoso {
    /// Loads N-Triples into a graph.
    pub fn load(&self, graph: &str, text: &[u8]) {
        let data = self.folder.path().join("data.ttl");
        let script = self.folder.path().join("load.sql");
        fs::write(&data, text).expect("written");
        let line = format!(
            "DB.DBA.TTLP (file_to_string_output('{}'), '', '{graph}', 0);\n",
            data.display()
        );
        fs::write(&script, line).expect("written");
        let mut isql = self.programs.command(&self.programs.path("isql-vt").display().to_string());
        isql.args([&self.sql.to_string(), "dba", "dba"]).arg(&script);
        let output = isql.output().expect("isql-vt");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success() && !said.contains("Error"), "{said}");
    }

    /// Settings for a graph.
    pub fn settings(&self, graph: &str) -> EndpointSettings {
        let url = format!("http://127.0.0.1:{}/sparql", self.http);
        EndpointSettings { graphs: vec![graph.to_owned()], ..EndpointSettings::new(url) }
    }
}
