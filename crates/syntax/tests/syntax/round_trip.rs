//! Parse after print is the identity; no text makes a parser panic; depth costs no stack.

use evolearner_dl::{ClassId, Concept, Node, ObjectPropertyId, Role};
use evolearner_syntax::{Notation, Vocabulary, dl, functional, manchester, parse_any, parse_as};
use evolearner_testing::concepts;
use proptest::prelude::*;
use proptest::sample::select;

use crate::{check, fuzz};

const NOTATIONS: [Notation; 3] = [Notation::Dl, Notation::Manchester, Notation::Functional];

fn print(notation: Notation, concept: &Concept) -> String {
    let symbols = concepts::symbols();
    match notation {
        Notation::Dl => dl::print(concept, &symbols),
        Notation::Manchester => manchester::print(concept, &symbols),
        Notation::Functional => functional::print(concept, &symbols),
    }
}

evolearner_testing::laws! {
    #![cases(3000)]

    #[test]
    fn parse_after_print_is_the_identity(concept in concepts::concept()) {
        let symbols = concepts::symbols();
        let vocabulary = Vocabulary::new(&symbols);
        for notation in NOTATIONS {
            let text = print(notation, &concept);
            let parsed = parse_as(&text, notation, &vocabulary);
            prop_assert_eq!(parsed.as_ref(), Ok(&concept), "{:?}: {}", notation, text);
        }
        // The guess finds functional and DL syntax; in Manchester syntax a bare decimal number is
        // the one thing that it types differently.
        let text = dl::print(&concept, &symbols);
        let parsed = parse_any(&text, &vocabulary);
        prop_assert_eq!(parsed.as_ref(), Ok(&concept), "{}", text);
        let text = manchester::print(&concept, &symbols);
        prop_assert!(parse_any(&text, &vocabulary).is_ok(), "{}", text);
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        check::read_everywhere(&text, &concepts::symbols());
    }

    #[test]
    fn words_in_any_order_are_read_or_refused(words in prop::collection::vec(select(fuzz::WORDS), 0..30)) {
        check::read_everywhere(&words.join(" "), &concepts::symbols());
        check::read_everywhere(&words.concat(), &concepts::symbols());
    }

    #[test]
    fn damaged_texts_are_read_or_refused(
        concept in concepts::concept(),
        which in 0..3usize,
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<Option<char>>()), 1..4),
    ) {
        let mut letters: Vec<char> = print(NOTATIONS[which], &concept).chars().collect();
        for (place, letter) in damage {
            let place = place.index(letters.len());
            match letter {
                Some(letter) => letters[place] = letter,
                None if letters.len() > 1 => { letters.remove(place); }
                None => {}
            }
        }
        check::read_everywhere(&letters.into_iter().collect::<String>(), &concepts::symbols());
    }
}

#[test]
fn everything_and_nothing_have_iris_too() {
    let symbols = concepts::symbols();
    let vocabulary = Vocabulary::new(&symbols);
    for (name, node) in [("Thing", Node::Top), ("Nothing", Node::Bottom)] {
        let iri = format!("http://www.w3.org/2002/07/owl#{name}");
        let expected = Concept::from_preorder(vec![node]).unwrap();
        for text in [format!("owl:{name}"), format!("<{iri}>"), iri] {
            for notation in NOTATIONS {
                let found = parse_as(&text, notation, &vocabulary);
                assert_eq!(found.as_ref(), Ok(&expected), "{notation:?} {text}");
            }
            check::read_everywhere(&text, &symbols);
        }
    }
}

#[test]
fn deep_concepts_cost_no_stack() {
    const DEPTH: usize = 30_000;
    let role = Role { property: ObjectPropertyId(1), inverse: true };
    let unary = [Node::Not, Node::Some(role), Node::Only(role), Node::AtMost(3, role)];
    let mut nodes: Vec<Node> = (0..DEPTH).map(|level| unary[level % 4].clone()).collect();
    nodes.push(Node::Class(ClassId(1)));
    let chain = Concept::from_preorder(nodes).unwrap();
    let mut nodes = Vec::new();
    for level in 0..DEPTH {
        nodes.push(if level % 2 == 0 { Node::And(2) } else { Node::Or(2) });
    }
    nodes.extend((0..=DEPTH).map(|_| Node::Class(ClassId(2))));
    let left_deep = Concept::from_preorder(nodes).unwrap();
    let small_stack = std::thread::Builder::new().stack_size(256 * 1024);
    let check = move || {
        let symbols = concepts::symbols();
        let vocabulary = Vocabulary::new(&symbols);
        for concept in [chain, left_deep] {
            for notation in NOTATIONS {
                let text = print(notation, &concept);
                assert!(
                    parse_as(&text, notation, &vocabulary) == Ok(concept.clone()),
                    "{notation:?}"
                );
            }
        }
        for unfinished in
            ["(", "¬", "∃ hasSibling.", "ObjectComplementOf(", "{", "[", "d some not "]
        {
            let text = unfinished.repeat(DEPTH);
            assert!(parse_any(&text, &vocabulary).is_err());
        }
    };
    small_stack.spawn(check).unwrap().join().unwrap();
}
