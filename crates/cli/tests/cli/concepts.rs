//! `retrieve`, `render` and `explain`.

use crate::place::Place;

const KB: &str = "@prefix : <http://x#> .
:anna a :Female ; :hasChild :bert, :carla ; :age 40 .
:bert a :Male ; :age 12 .
:carla a :Female ; :hasChild :dora .
:dora a :Female .
";

fn family() -> Place {
    let place = Place::new();
    place.write("kb.ttl", KB);
    place
}

#[test]
fn instances_come_one_a_line_or_as_a_number() {
    let place = family();
    let found = |concept: &str| place.ok(&["retrieve", "kb.ttl", concept, "--quiet"]).stdout;
    assert_eq!(found("∃ hasChild.Female"), "http://x#anna\nhttp://x#carla\n");
    assert_eq!(found("hasChild min 2 owl:Thing"), "http://x#anna\n");
    assert_eq!(found("age < 20"), "http://x#bert\n");
    let count = place.ok(&["retrieve", "kb.ttl", "¬ Male", "--count", "--quiet"]);
    assert_eq!(count.stdout, "3\n");
}

#[test]
fn a_wrong_concept_is_shown_with_its_place() {
    let place = family();
    place.fails(&["retrieve", "kb.ttl", "Mael ⊓ Female"], &["column 1", "did you mean Male?"]);
    place.fails(&["retrieve", "kb.ttl", "Male ⊓ )"], &["column 8", "expected a concept"]);
    place.fails(&["render", "Male ⊓", "--to", "svg"], &["column 7", "found the end"]);
    place.fails(&["explain", "kb.ttl", "Male", "ana"], &["did you mean anna?"]);
}

#[test]
fn explanations_name_who_decided() {
    let place = family();
    let explain = |concept: &str, individual: &str| {
        place.ok(&["explain", "kb.ttl", concept, individual, "--quiet"]).stdout
    };
    assert!(explain("∃ hasChild.Male", "anna").contains("1 of 2 hasChild fit: bert"));
    // Those who fit are not to blame.
    let broken = explain("∀ hasChild.Male", "anna");
    assert!(broken.contains("1 of 2 hasChild fit, not carla"), "{broken}");
    let lacking = explain("∃ hasChild.Male", "carla");
    assert!(lacking.contains("0 of 1 hasChild fit, not dora"), "{lacking}");
    let young = explain("age ≥ 18", "bert");
    assert!(young.contains("needs age ≥ 18; has 12, 6 off"), "{young}");
}
