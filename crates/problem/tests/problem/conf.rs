//! DL-Learner's configurations from text to statement, as a caller sees them.

use evolearner_dl::Notation;
use evolearner_problem::{Error, Format, Overrides, Parsed, parse};
use serde_json::{Value, json};

fn conf(text: &str) -> Result<Parsed, Error> {
    parse(Format::Conf, text)
}

fn options(settings: &Overrides) -> Value {
    Value::Object(settings.options.clone())
}

#[track_caller]
fn check_error(text: &str, expect: &str) {
    let error = conf(text).expect_err(text).to_string();
    assert!(error.starts_with(expect), "{error}");
}

#[test]
fn the_example_of_the_conventions_is_read() {
    let text = r#"
prefixes = [ ("ex","http://example.com/father#") ]
ks.type = "OWL File"            ks.fileName = "father.owl"
reasoner.type = "closed world reasoner"   reasoner.sources = { ks }
lp.type = "posNegStandard"      lp.positiveExamples = { "ex:stefan" }   lp.negativeExamples = { "ex:anna" }
accuracyMethod.type = "fmeasure"   op.type = "rho"   op.useInverse = true
alg.type = "celoe"   alg.maxExecutionTimeInSeconds = 10   alg.noisePercentage = 30   alg.ignoredConcepts = { "ex:Target" }
cli.type = "org.dllearner.cli.CLI"  cli.performCrossValidation = true  cli.nrOfFolds = 10
"#;
    let parsed = conf(text).expect("a problem");
    assert_eq!(parsed.warnings, [""; 0]);
    let statement = parsed.only().expect("one");
    assert_eq!(statement.name, None);
    assert_eq!(statement.kb_files, ["father.owl"]);
    assert_eq!(statement.positives, ["http://example.com/father#stefan"]);
    assert_eq!(statement.negatives, ["http://example.com/father#anna"]);
    let settings = &statement.settings;
    let expected = json!({"quality": "f1", "with": ["inverse"], "timeout": 10, "noise": 30.0});
    assert_eq!(options(settings), expected);
    assert_eq!(settings.notices, [""; 0]);
    assert_eq!(settings.vocabulary.ignored_classes, ["http://example.com/father#Target"]);
    assert_eq!(settings.cross_validation.wanted, Some(true));
    assert_eq!(settings.cross_validation.folds, Some(10));
}

#[test]
fn the_json_form_says_the_same() {
    let text = r##"{
        "prefixes": {"ex": "http://example.com/father#"},
        "rendering": "manchester",
        "ks": {"type": "OWL File", "fileName": "father.owl"},
        "reasoner": {"type": "closed world reasoner", "sources": ["#ks"]},
        "f": {"type": "fmeasure", "beta": 2},
        "lp": {"type": "posNegStandard", "accuracyMethod": "#f",
               "positiveExamples": ["ex:stefan"], "negativeExamples": []},
        "alg": {"type": "celoe", "comment": "none", "writeSearchTree": true}
    }"##;
    let parsed = conf(text).expect("a problem");
    let statement = parsed.only().expect("one");
    assert_eq!(statement.kb_files, ["father.owl"]);
    assert_eq!(statement.positives, ["http://example.com/father#stefan"]);
    assert_eq!(options(&statement.settings), json!({"quality": "f1"}));
    assert_eq!(
        statement.settings.notices,
        ["precision and recall weigh the same: beta is not used"]
    );
    assert_eq!(statement.settings.notation, Some(Notation::Manchester));
    assert_eq!(parsed.warnings, ["line 9: `alg.writeSearchTree` has no meaning for this learner"]);
}

#[test]
fn old_files_are_read() {
    let text = "import(\"a.owl\");\nimport(\"b.kb\", \"KB\");\nexport(\"c\");\n\
                ocel.ignoredConcepts={\n\"http://x#ONE\"};\nalgorithm = ocel;\n\
                +\"http://x#a\"\n+b -\"http://x#c\"\nx = 1;\n\
                import(\"http://x/sparql\", \"SPARQL2\");\ngp.selectionType = rank; gp.generations = 50;";
    let parsed = conf(text).expect("a problem");
    let statement = parsed.only().expect("one");
    assert_eq!(statement.kb_files, ["a.owl", "b.kb"]);
    assert_eq!(statement.positives, ["http://x#a", "b"]);
    assert_eq!(statement.negatives, ["http://x#c"]);
    assert_eq!(statement.settings.vocabulary.ignored_classes, ["http://x#ONE"]);
    assert_eq!(options(&statement.settings), json!({"generations": 50}));
    assert_eq!(
        parsed.warnings,
        [
            "line 2: `import` of a file in DL-Learner's KB notation, expected OWL or RDF",
            "line 3: `export` has no meaning for this learner",
            "line 9: `x` has no meaning for this learner",
            "line 10: `import` of a SPARQL endpoint, expected OWL or RDF",
            "line 11: `gp.selectionType` has no meaning for this learner",
        ]
    );
}

#[test]
fn kinds_of_problems_are_recognised() {
    let class = conf("lp.type = \"CLP\" lp.classToDescribe = \"owl:Thing\" lp.equivalence = false");
    let class = class.expect("a problem").statements.remove(0);
    assert_eq!(class.target_class.as_deref(), Some("http://www.w3.org/2002/07/owl#Thing"));
    assert_eq!(class.settings.notices, ["an equivalent class is looked for, not a superclass"]);

    let text =
        "lp.type = \"posonlylp\" lp.positiveExamples = {\"a\"}\nlp.negativeExamples = {\"b\"}";
    let parsed = conf(text).expect("a problem");
    assert_eq!(parsed.statements[0].positives, ["a"]);
    assert_eq!(parsed.statements[0].negatives, [""; 0]);
    assert_eq!(parsed.warnings, ["line 2: `lp.negativeExamples` has no meaning for this learner"]);

    let untyped = conf("x.positiveExamples = {\"a\"}").expect("a problem");
    assert_eq!(untyped.statements[0].positives, ["a"]);

    check_error("lp.type = \"clp\"", "line 1, column 1: expected `lp.classToDescribe");
    check_error(
        "\nlp.type = \"fuzzyPosNeg\"",
        "line 2, column 1: expected a learning problem of type `posNegStandard`, `posonlylp` or `clp`",
    );
    check_error("alg.type = \"celoe\"", "no learning problem");
    check_error("", "no learning problem");
}

#[test]
fn references_choose_among_beans() {
    let text = r#"
        ks1.type = "OWL File" ks1.fileName = "1.owl" ks1.baseDir = "../data/"
        ks2.type = "owlfile" ks2.fileName = "2.owl"
        reasoner.sources = { ks1, ks3 }
        lp1.type = "clp" lp1.classToDescribe = "A"
        lp2.type = "clp" lp2.classToDescribe = "B"
        m1.type = "pred_acc" m2.type = "fmeasure" lp2.accuracyMethod = m1
    "#;
    let both = conf(text).expect("two problems");
    assert_eq!(both.names().collect::<Vec<_>>(), ["lp1", "lp2"]);
    let second = both.named("lp2").expect("it is there");
    assert_eq!(second.kb_files, ["../data/1.owl"]);
    assert_eq!(options(&second.settings), json!({"quality": "accuracy"}));
    assert_eq!(
        both.warnings,
        [
            "line 3: `ks2` is left out, as no `sources` refer to it",
            "line 4: `reasoner.sources` refers to `ks3`, which is not there",
        ]
    );
    let one = conf(&format!("{text} alg.learningProblem = lp1")).expect("a problem");
    assert_eq!(one.only().expect("one").target_class.as_deref(), Some("A"));
    assert_eq!(
        one.warnings.last().map(String::as_str),
        Some("line 6: `lp2` is left out, as no `learningProblem` refers to it")
    );
}

#[test]
fn a_setting_that_is_replaced_is_a_warning() {
    let text = "lp.positiveExamples = {\"a\"}\nalg.startClass = \"A\"\nop.startClass = \"B\"\n\
                alg.noisePercentage = 5\nalg.noisePercentage = 5";
    let parsed = conf(text).expect("a problem");
    assert_eq!(parsed.statements[0].settings.vocabulary.start_class.as_deref(), Some("B"));
    assert_eq!(parsed.warnings, ["line 3: `op.startClass` replaces `alg.startClass` of line 2"]);
}

#[test]
fn wrong_values_are_refused_with_their_place() {
    for (line, expect) in [
        ("alg.maxExecutionTimeInSeconds = \"soon\"", "column 33: expected a whole number"),
        ("alg.noisePercentage = 101.0", "column 23: expected a number from 0 to 100"),
        ("op.useInverse = maybe", "column 17: expected `true` or `false`, found the name `maybe`"),
        ("alg.ignoredConcepts = 3", "column 23: expected a set of names, found `3`"),
        ("cli.nrOfFolds = 0", "column 17: expected a whole number from 2 on"),
        ("rendering = \"latex\"", "column 13: expected `dlsyntax` or `manchester`"),
        ("prefixes = \"x\"", "column 12: expected pairs such as"),
        ("ks.type = 3", "column 11: expected the type of a component in quotes, found `3`"),
    ] {
        check_error(
            &format!("lp.positiveExamples = {{\"a\"}}\n{line}"),
            &format!("line 2, {expect}"),
        );
    }
}

#[test]
fn unknown_components_are_warnings() {
    let text = "lp.positiveExamples = {\"a\"}\naccuracyMethod.type = \"gen_fmeasure\"\n\
                ks.type = \"SPARQL endpoint\" ks.url = \"http://x/sparql\"";
    let parsed = conf(text).expect("a problem");
    assert_eq!(options(&parsed.statements[0].settings), json!({}));
    assert_eq!(parsed.statements[0].kb_files, [""; 0]);
    assert_eq!(
        parsed.warnings,
        [
            "line 2: `accuracyMethod.type` is `gen_fmeasure`, which is not known here",
            "line 3: `ks` is a SPARQL endpoint, expected an OWL file",
        ]
    );
}
