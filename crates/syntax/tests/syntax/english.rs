//! Wordings.

use evolearner_dl::Symbols;
use evolearner_syntax::{Notation, Vocabulary, dl, english, parse_unknown};

#[test]
fn concepts_are_said_as_people_say_them() {
    let check = |text: &str, expect: &str| {
        let (concept, symbols) = parse_unknown(text, Notation::Any).unwrap();
        assert_eq!(english::print(&concept, &symbols), expect, "{text}");
    };
    check("Male", "a Male");
    check("⊤", "anything");
    check("⊥", "nothing");
    check("¬Male", "someone who is not a Male");
    check("Brother ⊔ Sister", "either a Brother or a Sister");
    check("Brother ⊔ ∃ married.Sister", "either a Brother, or someone who is married to a Sister");
    check("Male ⊓ ∃ hasSibling.Parent", "a Male who has a sibling who is a Parent");
    check(
        "Male ⊓ (∃ hasSibling.Parent ⊔ ∃ married.∃ hasSibling.Parent)",
        "a Male who either has a sibling who is a Parent, or is married to someone who has a \
         sibling who is a Parent",
    );
    check("Female ⊓ Parent ⊓ ¬∃ hasSibling.⊤", "a Female who is a Parent and has no sibling");
    check("≥ 2 hasChild.Female", "someone who has at least 2 children who are Females");
    check("≤ 1 hasParent.Male", "someone who has at most 1 parent who is a Male");
    check("= 0 hasChild.⊤ ⊓ Male", "a Male who has no child");
    check("Male ⊓ ∀ hasChild.Doctor", "a Male who has, if any, only children who are Doctors");
    check("Male ⊓ ∀ hasChild.⊥", "a Male who has no child");
    check("Male ⊓ ¬∀ hasChild.Doctor", "a Male who has a child who is not a Doctor");
    check("Compound ⊓ logp ≤ 2.1", "a Compound whose logp is at most 2.1");
    check(
        "Compound ⊓ ∃ hasAtom.Nitrogen-35 ⊓ isToxic = true ⊓ charge > 0.5",
        "a Compound that has an atom that is a Nitrogen-35, is toxic and has a charge of more \
         than 0.5",
    );
    check("∃ logp.[≥ 1, ≤ 5]", "something whose logp is between 1 and 5");
    check(
        "Person ⊓ birthDate ≥ \"2020-01-01\"^^xsd:date",
        "a Person whose birth date is no earlier than 2020-01-01",
    );
    check("Person ⊓ ∃ hasChild⁻.Doctor", "a Person who is a child of a Doctor");
    check("Atom ⊓ ∃ isPartOf⁻.Ring", "an Atom that has a part that is a Ring");
    check("Person ⊓ ∃ knows.{anna}", "a Person who knows anna");
    check("Person ⊓ ¬∃ knows.Teacher", "a Person who does not know a Teacher");
    check("Person ⊓ ∃ worksFor.Self", "a Person who works for itself");
    check("{anna, berta, carl}", "one of anna, berta and carl");
    check("Person ⊓ ¬{anna}", "a Person who is not anna");
    check("Person ⊓ ∃ married⁻.Doctor", "a Person who is someone that a Doctor is married to");
    check("Person ⊓ ¬(Male ⊓ ∃ hasChild.⊤)", "a Person who is not a Male who has a child");
    check(
        "Person ⊓ ∃ hasChild.(Male ⊓ ∃ hasChild.⊤)",
        "a Person who has a child who both is a Male and has a child",
    );
    check(
        "Person ⊓ (Male ⊓ ∃ hasChild.⊤ ⊔ Doctor)",
        "a Person who either is a Doctor, or both is a Male and has a child",
    );
    check("Person ⊓ name = \"Ann\"", "a Person whose name is “Ann”");
    check("Person ⊓ ¬age ≥ 18", "a Person who does not have an age of at least 18");
    check("Person ⊓ ≥ 2 knows.Doctor", "a Person who knows at least 2 Doctors");
}

#[test]
fn labels_are_used() {
    let (_, mut symbols) = parse_unknown("M ⊓ ∃ p1.⊤", Notation::Dl).unwrap();
    symbols.labels = vec![
        ("http://example.org/#M".into(), "Man".into()),
        ("http://example.org/#p1".into(), "has friend".into()),
    ];
    let concept = dl::parse("M ⊓ ∃ p1.⊤", &Vocabulary::new(&symbols)).unwrap();
    assert_eq!(english::print(&concept, &symbols), "a Man who has a friend");
    let _: &Symbols = &symbols;
}
