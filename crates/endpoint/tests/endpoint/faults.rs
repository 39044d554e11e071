//! Servers that fail: the same bytes, or an error that says what, and never a wrong fragment.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use evolearner_endpoint::{Error, GapReason};

use crate::extraction::{fetch, people, person};
use crate::store::{Reply, Server};

const N: usize = 300;

fn seeds() -> Vec<String> {
    (0..N).step_by(2).map(person).collect()
}

fn expected() -> Vec<u8> {
    let server = Server::new(&people(N), |_, _| Reply::Answer);
    fetch(&server.settings(), &seeds()).expect("a fragment").ntriples
}

/// A fault at every third request is repaired.
fn is_repaired(fault: Reply) {
    let shown = format!("{fault:?}");
    let plan =
        move |number: usize, _: &str| if number % 3 == 1 { fault.clone() } else { Reply::Answer };
    let server = Server::new(&people(N), plan);
    let mut settings = server.settings();
    settings.manners.deadline = Duration::from_millis(700);
    let fragment = fetch(&settings, &seeds()).unwrap_or_else(|error| panic!("{shown}: {error}"));
    assert_eq!(fragment.facts.inexact, vec![], "{shown}");
    assert!(fragment.ntriples == expected(), "{shown}");
}

#[test]
fn a_store_that_asks_to_wait_is_asked_again() {
    is_repaired(Reply::Status(429, "Retry-After: 0\r\n", "slow down"));
    is_repaired(Reply::Status(429, "Retry-After: Wed, 21 Oct 2015 07:28:00 GMT\r\n", ""));
    is_repaired(Reply::Status(429, "", ""));
    is_repaired(Reply::Status(503, "", "busy"));
    let server = Server::new(&people(N), |_, _| Reply::Status(503, "", "busy"));
    assert!(matches!(fetch(&server.settings(), &seeds()), Err(Error::Busy(6))));
    assert_eq!(server.queries().len(), 7);
}

#[test]
fn what_is_cut_is_asked_for_again() {
    is_repaired(Reply::Changed(|body| body[..body.len() / 2].to_owned()));
    // Exactly between two rows, with the end of chunks.
    is_repaired(Reply::Changed(|body| match body.rfind("<result>") {
        Some(end) => body[..end].to_owned(),
        None => "<?xml version=\"1.0\"?>".to_owned(),
    }));
    is_repaired(Reply::Changed(|body| {
        body.replacen("</results>", "The SPARQL operation has been cancelled</results>", 1)
    }));
    is_repaired(Reply::Changed(|body| format!("{body}java.util.concurrent.TimeoutException")));
    is_repaired(Reply::Closed(60));
    is_repaired(Reply::Closed(0));
}

#[test]
fn a_row_too_few_or_too_many_is_noticed_by_the_count() {
    fn without_one(body: String) -> String {
        match (body.rfind("<result>"), body.rfind("</results>")) {
            (Some(start), Some(end)) if body.contains("\"o\"") => {
                format!("{}{}", &body[..start], &body[end..])
            }
            _ => body,
        }
    }
    fn with_one_twice(body: String) -> String {
        match (body.rfind("<result>"), body.rfind("</results>")) {
            (Some(start), Some(end)) if body.contains("\"o\"") => {
                format!("{}{}{}", &body[..end], &body[start..end], &body[end..])
            }
            _ => body,
        }
    }
    is_repaired(Reply::Changed(without_one));
    is_repaired(Reply::Changed(with_one_twice));
    // A server that always keeps one row back is never believed.
    let server = Server::new(&people(20), |_, query| {
        if query.contains("VALUES ?s") { Reply::Changed(without_one) } else { Reply::Answer }
    });
    let mut settings = server.settings();
    settings.depth = 1;
    match fetch(&settings, &[person(1)]) {
        Ok(fragment) => assert!(
            fragment.facts.inexact.iter().any(|gap| gap.reason == GapReason::Failed)
                || fragment.ntriples.windows(11).filter(|text| text == b"<http://e/p").count() >= 4,
            "{:?}",
            fragment.facts
        ),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn what_takes_too_long_or_is_refused_is_asked_for_in_parts() {
    is_repaired(Reply::Status(500, "", "Virtuoso S1T00 Error: timed out"));
    is_repaired(Reply::Status(504, "", ""));
    is_repaired(Reply::Status(429, "", "the query was cancelled: timeout"));
    let large = |_: usize, query: &str| {
        if query.matches("<http://e/p").count() > 16 {
            Reply::Status(413, "", "too many arguments")
        } else {
            Reply::Answer
        }
    };
    let server = Server::new(&people(N), large);
    assert!(fetch(&server.settings(), &seeds()).expect("a fragment").ntriples == expected());
    let slow = |_: usize, query: &str| {
        if query.matches("<http://e/p").count() > 100 {
            Reply::Slow(Duration::from_millis(1500))
        } else {
            Reply::Answer
        }
    };
    let server = Server::new(&people(N), slow);
    let mut settings = server.settings();
    settings.manners.deadline = Duration::from_millis(500);
    assert!(fetch(&settings, &seeds()).expect("a fragment").ntriples == expected());
}

#[test]
fn what_is_no_result_is_an_error_that_shows_it() {
    for body in ["<html><body>Please log in</body></html>", "Please log in"] {
        let server = Server::new(&people(N), move |_, _| Reply::Body("text/html", body));
        let error = fetch(&server.settings(), &seeds()).expect_err("no results").to_string();
        assert!(error.contains("html") || error.contains("log in"), "{error}");
        assert_eq!(server.queries().len(), 1, "a page is not asked for again");
    }
    let server = Server::new(&people(N), |_, _| Reply::Status(401, "", ""));
    assert!(matches!(fetch(&server.settings(), &seeds()), Err(Error::Login(401))));
}

#[test]
fn no_request_goes_to_another_host() {
    let other = Server::new(&people(N), |_, _| Reply::Answer);
    let header: &'static str = Box::leak(format!("Location: {}\r\n", other.url).into_boxed_str());
    for status in [301, 302, 303, 307, 308] {
        let server = Server::new(&people(N), move |_, _| Reply::Status(status, header, ""));
        let error = fetch(&server.settings(), &seeds()).expect_err("a redirect");
        assert!(matches!(error, Error::Redirect(_)), "{error}");
    }
    assert_eq!(other.queries().len(), 0);
    let circle = Server::new(&people(N), |_, _| Reply::Status(302, "Location: /sparql\r\n", ""));
    assert!(matches!(fetch(&circle.settings(), &seeds()), Err(Error::Redirect(_))));
}

#[test]
fn a_store_that_is_not_there_is_an_error() {
    let mut settings = Server::new("", |_, _| Reply::Answer).settings();
    settings.url = "http://127.0.0.1:9/sparql".to_owned();
    assert!(matches!(fetch(&settings, &seeds()), Err(Error::Unreachable(_))));
    let empty = Server::new("", |_, _| Reply::Answer);
    assert!(matches!(fetch(&empty.settings(), &seeds()), Err(Error::Graphs(_))));
}

/// What a store does from some request on until it is repaired, and the number of people in it: few where
/// every question is asked again in parts.
fn lasting_faults() -> Vec<(Reply, usize)> {
    vec![
        (Reply::Status(429, "Retry-After: 0\r\n", "slow down"), N),
        (Reply::Status(503, "", "busy"), N),
        (Reply::Status(500, "", "Virtuoso S1T00 Error: timed out"), 4),
        (Reply::Status(404, "", "no such page"), N),
        (Reply::Slow(Duration::from_secs(20)), 1),
        (Reply::Changed(|body| body[..body.len() / 2].to_owned()), 4),
        (Reply::Changed(|_| "\u{0}\u{1}garbage".to_owned()), N),
        (Reply::Body("text/html", "<html>Please log in</html>"), N),
        (Reply::Closed(60), N),
        (Reply::Closed(0), N),
    ]
}

/// From some request of an extraction on, a store fails until it is repaired. The fragment then is
/// an error or says that it is not exact, whole answers stay in the cache, and extraction goes on from them.
#[test]
fn a_fault_leaves_the_cache_intact_and_extraction_goes_on() {
    for (number, (fault, n)) in lasting_faults().into_iter().enumerate() {
        let seeds: Vec<String> = (0..n).step_by(2).map(person).collect();
        let whole = Server::new(&people(n), |_, _| Reply::Answer);
        let expect = fetch(&whole.settings(), &seeds).expect("a fragment");
        let asked = whole.queries();
        // Keeping an answer takes milliseconds of the disk, so each fault is tried at every fourth place. A store
        // that is slow takes the time of the deadline with every request: it fails at one place only.
        let is_slow = matches!(fault, Reply::Slow(_));
        let places = (number % 4..asked.len()).step_by(4);
        for first in places.take(if is_slow { 1 } else { usize::MAX }) {
            let shown = format!("{fault:?} from request {first} of {}", asked.len());
            let is_repaired = Arc::new(AtomicBool::new(false));
            let (reply, switch) = (fault.clone(), is_repaired.clone());
            let server = Server::new(&people(n), move |number, _| {
                let is_well = number < first || switch.load(Ordering::SeqCst);
                if is_well { Reply::Answer } else { reply.clone() }
            });
            let folder = tempfile::tempdir().expect("a folder");
            let mut settings = server.cached(&folder);
            let patient = settings.manners.deadline;
            settings.manners.deadline = if is_slow { Duration::from_secs(1) } else { patient };
            if let Ok(fragment) = fetch(&settings, &seeds) {
                let is_said =
                    fragment.facts.inexact.iter().any(|gap| gap.reason == GapReason::Failed);
                assert!(is_said, "{shown}: {:?}", fragment.facts);
            }
            is_repaired.store(true, Ordering::SeqCst);
            settings.manners.deadline = patient;
            let before = server.queries();
            let again = fetch(&settings, &seeds).unwrap_or_else(|error| panic!("{shown}: {error}"));
            assert!(again.ntriples == expect.ntriples, "{shown}");
            assert_eq!(again.facts.inexact, vec![], "{shown}");
            let answered = &before[..first];
            let repeated = &server.queries()[before.len()..];
            assert!(repeated.iter().all(|query| !answered.contains(query)), "{shown}");
        }
    }
}
