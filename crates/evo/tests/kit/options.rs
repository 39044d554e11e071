//! Laws of the table of options: what depends on an option, and what does not.

use evolearner::{
    Affects, KnowledgeBase, Learner, METHODS, OptionKind, OptionSpec, OptionValue, Policy, Task,
    embedded_statement,
};

/// A value that an option does not have by default, which is its value with some method.
fn another_value(spec: &OptionSpec, default: &OptionValue) -> String {
    let default = default.to_string();
    let other = match spec.kind() {
        OptionKind::Switch => (default != "true").to_string(),
        OptionKind::Count(least, most) => {
            let default: u64 = default.parse().unwrap_or(least);
            if default < most { default + 1 } else { default - 1 }.to_string()
        }
        OptionKind::Number(least, most) => {
            let default: f64 = default.parse().unwrap_or(most);
            f64::midpoint(default, if default > least { least } else { most }).to_string()
        }
        // Every default logic has the first constructor and not that for strings.
        OptionKind::Choices(words) if spec.name == "without" => words[0].0.to_owned(),
        OptionKind::Choices(_) if spec.name == "with" => "strings".to_owned(),
        OptionKind::Choice(words) | OptionKind::Choices(words) => {
            let is_other = |word: &&str| **word != default;
            words
                .iter()
                .map(|(word, _)| *word)
                .rev()
                .find(is_other)
                .expect("it is possible")
                .to_owned()
        }
        OptionKind::Time => "7s".to_owned(),
        OptionKind::Heights => "2..5".to_owned(),
        OptionKind::Language => "ALC".to_owned(),
        OptionKind::Text | OptionKind::Names => "Male".to_owned(),
    };
    assert_ne!(other, default, "{}", spec.name);
    other
}

/// A short run of a method, with what it found but for times.
fn result(kb: &KnowledgeBase, task: &Task, learner: &Learner) -> serde_json::Value {
    let mut report =
        serde_json::to_value(learner.learn(kb, task, &mut ()).expect("it is possible").report())
            .expect("it is possible");
    let fields = report.as_object_mut().expect("it is possible");
    fields.remove("seconds");
    fields.remove("settings");
    for step in fields["history"].as_array_mut().expect("it is possible") {
        step.as_object_mut().expect("it is possible").remove("seconds");
    }
    report
}

#[test]
fn every_option_takes_another_value_and_changes_the_fingerprint_unless_it_is_about_speed() {
    for method in METHODS {
        let learner = Learner::new(method.id(), "default").expect("it is possible");
        let before = learner.fingerprint();
        for (spec, value, _) in learner.options().rows() {
            let other = another_value(spec, value);
            let changed = learner.clone().with(spec.name, other).expect("it is possible");
            let is_same = changed.fingerprint() == before;
            assert_eq!(is_same, spec.affects == Affects::Speed, "{} of {}", spec.name, method.id());
        }
    }
}

#[test]
fn an_option_about_speed_changes_no_byte_of_an_answer() {
    let kb = KnowledgeBase::embedded();
    let task =
        Task::resolve(&kb, &embedded_statement(), &[], Policy::default()).expect("it is possible");
    for method in METHODS {
        let learner = Learner::new(method.id(), "default").expect("it is possible");
        let short = |learner: Learner| {
            ["population", "generations", "work"].iter().fold(learner, |learner, name| {
                if learner.options().has(name) {
                    learner.with(name, 40).expect("it is possible")
                } else {
                    learner
                }
            })
        };
        // A time limit would cut runs at different places.
        let learner = short(learner).with("evaluations", 3000).expect("it is possible");
        let expected = result(&kb, &task, &learner);
        for (spec, ..) in learner.options().rows() {
            if spec.affects == Affects::Speed {
                let changed = learner.clone().with(spec.name, "0").expect("it is possible");
                assert_eq!(result(&kb, &task, &changed), expected, "{}", spec.name);
            }
        }
        assert_eq!(result(&kb, &task, &learner.with_threads(3)), expected, "threads");
    }
}
