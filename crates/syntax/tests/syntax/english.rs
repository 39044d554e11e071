//! Sentences: the rows of `testdata/sentences.txt`, section by section.

use evolearner_dl::Symbols;
use evolearner_syntax::{DEFAULT_NAMESPACE, Vocabulary, english, parse_any, parse_unknown};

const TABLE: &str = include_str!("../../../../testdata/sentences.txt");

/// A concept, what is known of its names, and its sentence.
#[derive(Default)]
struct Row {
    labels: Vec<(String, String)>,
    about: Option<String>,
    concept: String,
    sentence: String,
}

impl Row {
    fn said(&self) -> String {
        // The class of the subject belongs to the vocabulary even if the concept does not use it.
        let with_subject = match &self.about {
            Some(class) => format!("({}) ⊔ {class}", self.concept),
            None => self.concept.clone(),
        };
        let (_, mut symbols) = parse_unknown(&with_subject, None).expect(&with_subject);
        let iri = |name: &str| format!("{DEFAULT_NAMESPACE}{name}");
        symbols.labels =
            self.labels.iter().map(|(name, label)| (iri(name), label.clone())).collect();
        let concept = parse_any(&self.concept, &Vocabulary::new(&symbols)).expect(&self.concept);
        match &self.about {
            Some(class) => {
                let class = symbols.classes.find(&iri(class));
                assert!(class.is_some(), "{with_subject}");
                english::print_about(&concept, &symbols, class)
            }
            None => english::print(&concept, &symbols),
        }
    }
}

fn sections() -> Vec<(&'static str, Vec<Row>)> {
    let mut sections: Vec<(&str, Vec<Row>)> = Vec::new();
    let mut row = Row::default();
    for line in TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with("//")) {
        if let Some(name) = line.strip_prefix("# ") {
            sections.push((name, Vec::new()));
        } else if let Some(label) = line.strip_prefix("label ") {
            let (name, text) = label.split_once(": ").expect("NAME: TEXT");
            row.labels.push((name.to_owned(), text.to_owned()));
        } else if let Some(class) = line.strip_prefix("about ") {
            row.about = Some(class.to_owned());
        } else if let Some(sentence) = line.strip_prefix("    ") {
            sentence.clone_into(&mut row.sentence);
            sections.last_mut().expect("a heading").1.push(std::mem::take(&mut row));
        } else {
            line.clone_into(&mut row.concept);
        }
    }
    sections
}

fn check(section: &str) {
    let sections = sections();
    let (_, rows) = sections.iter().find(|(name, _)| *name == section).expect("a section");
    let wrong: Vec<String> = rows
        .iter()
        .filter_map(|row| {
            let said = row.said();
            (said != row.sentence)
                .then(|| format!("{}\n  is:     {said}\n  wanted: {}", row.concept, row.sentence))
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// One test for each section of the table, and one that no section is without a test.
macro_rules! sections {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            check(stringify!($name));
        })*

        #[test]
        fn every_section_of_the_table_has_a_test() {
            let tests = [$(stringify!($name)),*];
            let sections = sections();
            let names: Vec<&str> = sections.iter().map(|(name, _)| *name).collect();
            assert_eq!(names, tests);
            let n_rows: usize = sections.iter().map(|(_, rows)| rows.len()).sum();
            assert!(n_rows >= 120, "{n_rows} rows");
        }
    };
}

sections! {
    classes_have_articles_by_sound
    nouns_have_irregular_plurals
    constants_are_anything_and_nothing
    what_is_denied_is_anyone_or_any
    negated_lists_are_neither_nor_and_not_both
    a_subject_is_no_person_because_its_object_is_one
    inverse_roles_are_passives_and_at_which
    property_names_are_read_by_their_shape
    unknown_parts_of_speech_are_quoted
    counts_are_words_and_never_at_at_least
    adjectives_take_no_article
    universal_restrictions_are_all_of_whose_if_any
    nominals_values_and_self
    values_are_said_of_their_noun
    strings_begin_end_and_have_characters
    two_bounds_are_one_interval
    truth_values_are_said_of_what_they_mean
    nested_sentences_are_unambiguous
    the_common_class_is_the_noun
}

/// A list that is nested to one side is flattened once, not once at every level.
#[test]
fn long_chains_of_one_kind_are_one_list() {
    use evolearner_dl::{ClassId, Concept, Names, Node};
    let classes = Names::from_sorted(["http://x#A", "http://x#B"]);
    let symbols = Symbols { classes, ..Symbols::default() };
    let n = 50_000;
    let mut nodes = vec![Node::And(2); n];
    nodes.extend((0..=n).map(|position| Node::Class(ClassId((position % 2) as u32))));
    let concept = Concept::from_preorder(nodes).unwrap();
    let sentence = english::print(&concept, &symbols);
    assert!(sentence.starts_with("an A that is a B, an A, a B"), "{}", &sentence[..40]);
    assert_eq!(sentence.matches(" and ").count(), 1);
}
