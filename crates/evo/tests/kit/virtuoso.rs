//! A Virtuoso of this machine with a row cap of 10,000: never a wrong answer. Where it is not installed
//! (`virtuoso-opensource` of Debian), the test says so and is skipped.

use std::collections::BTreeSet;
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::common::{learn, task};
use evolearner::endpoint::EndpointSettings;
use evolearner::generate::{Family, FamilySettings, Kinship, PersonId};
use evolearner::syntax::parse_any;
use evolearner::{Forall, GraphSettings, Inference, KnowledgeBase};

const GRAPH: &str = "http://family/";

/// Concepts with every constructor; some end other forms of query, or are answered wrongly in them.
const CONCEPTS: [&str; 20] = [
    "Male ⊓ (∃ hasSibling.Parent ⊔ ∃ married.∃ hasSibling.Parent)",
    "Brother ⊓ ∃ hasSibling.Parent",
    "∃ hasChild.∃ hasChild.⊤",
    "Female ⊓ ∃ married.∃ hasSibling.∃ hasChild.⊤",
    "Female ⊓ ¬Parent",
    "Male ⊓ ¬∃ married.⊤",
    "Parent ⊓ ∀ hasChild.Female",
    "Female ⊓ ≥ 2 hasChild.Female",
    "≥ 4 hasSibling.Parent",
    "Parent ⊓ ≤ 1 hasChild.⊤",
    "Male ⊓ (birthYear ≤ 1900)",
    "Grandparent ⊓ ∃ hasChild.(birthYear ≥ 1949.5)",
    "(Male ⊓ ∃ hasSibling.Father) ⊔ (Female ⊓ ∃ married.∃ hasSibling.Parent)",
    "∃ hasParent.∃ hasSibling.≥ 2 hasChild.⊤",
    "Male ⊓ (∃ hasSibling.(Parent ⊓ ¬Grandparent) ⊔ ∃ married.∃ hasSibling.(Mother ⊓ ∀ hasChild.Daughter))",
    "∃ hasChild⁻.Grandfather",
    "Male ⊓ ∃ hasSibling.⊤ ⊓ ∃ married.⊤ ⊓ ∃ hasChild.⊤",
    "Female ⊓ ∀ hasSibling.(Male ⊔ Parent)",
    "Parent ⊓ = 2 hasChild.⊤",
    "(Father ⊔ Brother) ⊓ (∃ hasChild.Parent ⊔ ∃ hasSibling.Mother ⊔ ∃ married.Sister)",
];

/// A server that ends with the test.
struct Virtuoso {
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

fn is_installed(program: &str) -> bool {
    Path::new("/usr/bin").join(program).is_file()
}

/// Starts a server with as much memory as it may have: some queries would take all that there is.
fn start() -> Option<Virtuoso> {
    if !is_installed("virtuoso-t") || !is_installed("isql-vt") {
        println!("skipped: virtuoso-t and isql-vt are not installed");
        return None;
    }
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
    let line =
        format!("ulimit -v 6000000; exec virtuoso-t +foreground +configfile {}", path.display());
    let child = Command::new("sh")
        .args(["-c", &line])
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a shell");
    let server = Virtuoso { child, folder, http, sql };
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
    fn load(&self, text: &[u8]) {
        let data = self.folder.path().join("data.ttl");
        let script = self.folder.path().join("load.sql");
        fs::write(&data, text).expect("written");
        let line = format!(
            "DB.DBA.TTLP (file_to_string_output('{}'), '', '{GRAPH}', 0);\n",
            data.display()
        );
        fs::write(&script, line).expect("written");
        let mut isql = Command::new("isql-vt");
        isql.args([&self.sql.to_string(), "dba", "dba"]).arg(&script);
        let output = isql.output().expect("isql-vt");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success() && !said.contains("Error"), "{said}");
    }

    fn settings(&self) -> EndpointSettings {
        let url = format!("http://127.0.0.1:{}/sparql", self.http);
        EndpointSettings { graphs: vec![GRAPH.to_owned()], ..EndpointSettings::new(url) }
    }
}

#[test]
fn virtuoso_answers_what_retrieval_answers() {
    let Some(server) = start() else { return };
    let settings = FamilySettings { people: 2000, birth_years: true, ..FamilySettings::default() };
    let family = Family::generate(&settings);
    let mut text = Vec::new();
    family.write_ntriples(&mut text).expect("memory takes everything");
    server.load(&text);
    let graph = GraphSettings::default().with_inference(Inference::Classes);
    let input = crate::common::bytes_input("family.nt", &text);
    let whole = KnowledgeBase::open(vec![input], graph).expect("it loads");
    let problem = family.problem(Kinship::Uncle, 100);
    let iris = |people: &[PersonId]| -> Vec<String> {
        people.iter().map(|person| family.iri(*person).to_string()).collect()
    };
    let (positives, negatives) = (iris(&problem.positives), iris(&problem.negatives));
    let examples: Vec<String> = positives.iter().chain(&negatives).cloned().collect();
    let settings = EndpointSettings { depth: 3, incoming: true, ..server.settings() };
    let loaded = KnowledgeBase::from_endpoint(settings, &examples, graph, &mut |_| {});
    let (kb, mut store) = loaded.expect("a knowledge base");
    assert_eq!((store.model().inexact.len(), store.dialect_word()), (0, "bool"));

    let learned = learn(&kb, &task(&kb, positives, negatives), &[]);
    let answer = store.verify(&kb, learned.concept(), &learned.task.examples, Forall::Standard);
    let answer = answer.expect("an answer");
    assert_eq!(answer.differing, [""; 0], "{:?}", answer.remarks);

    for text in CONCEPTS {
        let concept = parse_any(text, &whole.vocabulary()).expect("a concept");
        let symbols = &whole.graph().symbols;
        let members = whole.retrieve(&concept, Forall::Standard);
        let expect: BTreeSet<String> =
            members.iter().map(|id| symbols.individuals.get(id).to_owned()).collect();
        let concept = parse_any(text, &kb.vocabulary()).expect("a concept");
        let (found, n) = store.predict(&kb, &concept, None, &mut |_| {}).expect("instances");
        println!("{n} instances of {text}");
        assert_eq!(n, expect.len() as u64, "{text}");
        assert!(found.into_iter().collect::<BTreeSet<_>>() == expect, "{text}");
    }
}
