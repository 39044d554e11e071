//! What a caller decides about an endpoint.

use std::path::PathBuf;
use std::time::Duration;

use crate::error::Error;

/// What is asked of which endpoint, and how.
#[derive(Clone, Debug)]
pub struct EndpointSettings {
    /// The address, `http://…` or `https://…`. No request goes to another host.
    pub url: String,
    /// The graphs to ask; none for the default graph of the store.
    pub graphs: Vec<String>,
    /// How many restrictions on roles may be nested in a concept. One hop more is fetched.
    pub depth: usize,
    /// Whether edges that lead to the individuals are fetched as well, which inverse roles need.
    pub incoming: bool,
    /// Whether everything that follows from the axioms will be derived, so that axioms which reach beyond
    /// the fragment make it inexact.
    pub derives_all: bool,
    /// Properties that are not fetched, by IRI.
    pub left_out: Vec<String>,
    /// The most values of one property of one individual that are fetched; the rest is cut, and said so.
    pub fan_out: u64,
    /// What extraction may use up.
    pub limits: RequestLimits,
    /// How the store is treated.
    pub manners: Manners,
    /// Where answers are kept; none keeps nothing.
    pub cache: Option<CacheSettings>,
    /// Who asks.
    pub access: Access,
}

/// What extraction may use up; what is whole by then stays, and the rest is said to be missing.
#[derive(Clone, Copy, Debug)]
pub struct RequestLimits {
    /// The most requests.
    pub requests: u64,
    /// The most bytes of answers, decompressed.
    pub bytes: u64,
    /// The longest time.
    pub time: Duration,
}

/// How a store is treated.
#[derive(Clone, Copy, Debug)]
pub struct Manners {
    /// The pause between two requests; none is made to a loopback address.
    pub pause: Duration,
    /// The longest time that one request may take.
    pub deadline: Duration,
    /// The first wait after a store asked to wait without saying how long; it doubles.
    pub wait: Duration,
    /// How often a store may ask to wait.
    pub n_waits: u32,
}

/// Where answers are kept.
#[derive(Clone, Debug)]
pub struct CacheSettings {
    /// The folder; it is made if it is not there.
    pub folder: PathBuf,
    /// The oldest answers that are used.
    pub max_age: Duration,
    /// Whether everything is asked again.
    pub refresh: bool,
    /// Whether nothing may be asked.
    pub offline: bool,
}

/// Who asks, and whom to trust. It is never part of a message or a cache.
#[derive(Clone, Default)]
pub struct Access {
    /// A user and a password.
    pub login: Option<(String, String)>,
    /// A header, as name and value.
    pub header: Option<(String, String)>,
    /// Certificates to trust in place of those of the platform, as PEM.
    pub certificates: Option<Vec<u8>>,
    /// An address for the operators of the store.
    pub contact: Option<String>,
}

impl Access {
    /// A login or a header from variables of the environment, so that no list of processes, no history and no
    /// report has it: `EVOLEARNER_ENDPOINT_USER` and `_PASSWORD`, or `_HEADER` as `Name: value`.
    pub fn from_variables(variable: impl Fn(&str) -> Option<String>) -> Result<Self, Error> {
        let variable = |name: &str| {
            variable(&format!("EVOLEARNER_ENDPOINT_{name}")).filter(|value| !value.is_empty())
        };
        let password = variable("PASSWORD").unwrap_or_default();
        let login = variable("USER").map(|user| (user, password));
        let header = match variable("HEADER") {
            Some(header) => match header.split_once(':') {
                Some((name, value)) => Some((name.trim().to_owned(), value.trim().to_owned())),
                None => return Err(Error::Header),
            },
            None => None,
        };
        Ok(Self { login, header, ..Self::default() })
    }
}

impl std::fmt::Debug for Access {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Access")
    }
}

/// Properties that say nothing about an individual that a concept could use.
const LEFT_OUT: [&str; 10] = [
    "http://www.w3.org/2000/01/rdf-schema#label",
    "http://www.w3.org/2000/01/rdf-schema#comment",
    "http://www.w3.org/2000/01/rdf-schema#seeAlso",
    "http://www.w3.org/2000/01/rdf-schema#isDefinedBy",
    "http://www.w3.org/2002/07/owl#sameAs",
    "http://www.w3.org/2004/02/skos/core#prefLabel",
    "http://www.w3.org/2004/02/skos/core#altLabel",
    "http://www.w3.org/ns/prov#wasDerivedFrom",
    "http://xmlns.com/foaf/0.1/isPrimaryTopicOf",
    "http://dbpedia.org/ontology/wikiPageWikiLink",
];

impl EndpointSettings {
    /// The defaults for an address.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            graphs: Vec::new(),
            depth: 2,
            incoming: false,
            derives_all: false,
            left_out: LEFT_OUT.map(str::to_owned).to_vec(),
            fan_out: 10_000,
            limits: RequestLimits::default(),
            manners: Manners::default(),
            cache: None,
            access: Access::default(),
        }
    }
}

impl Default for RequestLimits {
    fn default() -> Self {
        Self { requests: 2000, bytes: 1 << 30, time: Duration::from_mins(30) }
    }
}

impl Default for Manners {
    fn default() -> Self {
        Self {
            pause: Duration::from_millis(100),
            deadline: Duration::from_mins(2),
            wait: Duration::from_secs(5),
            n_waits: 6,
        }
    }
}

impl CacheSettings {
    /// A cache in a folder, with answers of the last seven days.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        let max_age = Duration::from_hours(7 * 24);
        Self { folder: folder.into(), max_age, refresh: false, offline: false }
    }
}
