//! Certificates that are not trusted: an error that says so, nothing asked, and the cache as it was.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use evolearner_endpoint::{EndpointSettings, Error};
use rcgen::{CertificateParams, CertifiedKey, KeyPair, date_time_ymd};
use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use crate::extraction::{fetch, people, person};
use crate::store::{Reply, Server};

const N: usize = 100;

fn seeds() -> Vec<String> {
    (0..N).map(person).collect()
}

/// A certificate that signs itself.
type Certificate = CertifiedKey<KeyPair>;

fn certificate(name: &str, last_year: i32) -> Certificate {
    let mut params = CertificateParams::new([name.to_owned()]).expect("a name");
    params.not_before = date_time_ymd(2001, 1, 1);
    params.not_after = date_time_ymd(last_year, 1, 1);
    let signing_key = KeyPair::generate().expect("a key");
    CertifiedKey { cert: params.self_signed(&signing_key).expect("a certificate"), signing_key }
}

/// The side of a server with this certificate.
fn config(certificate: &Certificate) -> Arc<ServerConfig> {
    let key = PrivateKeyDer::try_from(certificate.signing_key.serialize_der()).expect("a key");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions of the library")
        .with_no_client_auth()
        .with_single_cert(vec![certificate.cert.der().clone()], key)
        .expect("a pair");
    Arc::new(config)
}

/// A store behind TLS that shows one of these certificates, by the number of the connection; the last one
/// serves all others. Every answer ends its connection, so that the next request meets the next certificate.
fn server(certificates: &[&Certificate], plan: fn(usize, &str) -> Reply) -> (Server, Counter) {
    let configs: Vec<_> = certificates.iter().map(|one| config(one)).collect();
    let counter = Counter::default();
    let n_connections = counter.clone();
    let layer = move |stream: TcpStream| {
        let number = n_connections.0.fetch_add(1, Ordering::SeqCst);
        let config = configs[number.min(configs.len() - 1)].clone();
        StreamOwned::new(ServerConnection::new(config).expect("a connection"), stream)
    };
    (Server::behind("https", &people(N), plan, layer), counter)
}

/// How many connections a server had.
#[derive(Clone, Default)]
struct Counter(Arc<AtomicUsize>);

/// Settings that trust a certificate and no other.
fn trusting(settings: EndpointSettings, certificate: &Certificate) -> EndpointSettings {
    let mut settings = settings;
    settings.access.certificates = Some(certificate.cert.pem().into_bytes());
    settings
}

fn is_refused(settings: &EndpointSettings, because: &str) {
    let error = fetch(settings, &seeds()).expect_err("no trust");
    assert!(matches!(error, Error::Unreachable(_)), "{error:?}");
    let message = error.to_string();
    assert!(message.contains("its certificate is not trusted"), "{message}");
    assert!(message.contains(because), "{message}");
}

#[test]
fn a_certificate_that_is_not_trusted_is_an_error_and_nothing_is_asked() {
    let shown = certificate("127.0.0.1", 4000);
    let (store, n_connections) = server(&[&shown], |_, _| Reply::Answer);
    is_refused(&store.settings(), "UnknownIssuer");
    is_refused(&trusting(store.settings(), &certificate("127.0.0.1", 4000)), "");
    assert_eq!(n_connections.0.load(Ordering::SeqCst), 2, "trust does not come by asking again");
    assert_eq!(store.queries().len(), 0);

    // Whoever trusts it is answered.
    let plain = Server::new(&people(N), |_, _| Reply::Answer);
    let expect = fetch(&plain.settings(), &seeds()).expect("a fragment");
    let fragment = fetch(&trusting(store.settings(), &shown), &seeds()).expect("a fragment");
    assert!(fragment.ntriples == expect.ntriples);

    let mut settings = store.settings();
    settings.access.certificates = Some(b"no certificate".to_vec());
    assert!(matches!(fetch(&settings, &seeds()), Err(Error::Certificates(_))));
}

#[test]
fn a_certificate_of_another_host_or_of_another_time_is_an_error() {
    let other = certificate("e.org", 4000);
    let (store, _) = server(&[&other], |_, _| Reply::Answer);
    is_refused(&trusting(store.settings(), &other), "name");
    let old = certificate("127.0.0.1", 2020);
    let (store, _) = server(&[&old], |_, _| Reply::Answer);
    is_refused(&trusting(store.settings(), &old), "expired");
}

#[test]
fn a_certificate_that_changes_in_the_middle_leaves_the_cache_intact() {
    let (right, wrong) = (certificate("127.0.0.1", 4000), certificate("127.0.0.1", 4000));
    let folder = tempfile::tempdir().expect("a folder");
    // The third connection meets another certificate.
    let plan = |number: usize, _: &str| if number < 2 { Reply::Last } else { Reply::Answer };
    let (store, _) = server(&[&right, &right, &wrong, &right], plan);
    let settings = trusting(store.cached(&folder), &right);
    is_refused(&settings, "");
    assert_eq!(store.queries().len(), 2);
    let fragment = fetch(&settings, &seeds()).expect("a fragment");
    let plain = Server::new(&people(N), |_, _| Reply::Answer);
    let expect = fetch(&plain.settings(), &seeds()).expect("a fragment");
    assert!(fragment.ntriples == expect.ntriples);
    assert_eq!(store.queries(), plain.queries(), "no question is asked twice");
}

#[test]
fn a_store_without_tls_is_no_store_with_it() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("https://{}/sparql", listener.local_addr().expect("an address"));
    let server = thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a connection");
        let mut start = [0; 100];
        stream.read_exact(&mut start).expect("the first message of TLS");
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").expect("an answer");
    });
    let error = fetch(&EndpointSettings::new(url), &seeds()).expect_err("no TLS").to_string();
    assert!(error.contains("no TLS") && error.contains("http://"), "{error}");
    server.join().expect("one connection");
}
