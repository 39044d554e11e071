//! `crossval`, `bench` and the protocol of SML-Bench.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::place::{Place, keys};

/// A family and its uncles, where SML-Bench keeps such things.
pub(crate) fn checkout() -> Place {
    let place = Place::new();
    fs::create_dir_all(place.path("learningtasks/family/owl/data")).expect("a folder");
    let kb = "learningtasks/family/owl/data/family.ttl";
    place.ok(&["generate", "family", "-o", kb, "--examples", "learningtasks/family/owl/lp"]);
    place
}

const LISTS: [&str; 5] = [
    "learningtasks/family/owl/data/family.ttl",
    "--positives",
    "learningtasks/family/owl/lp/uncle/pos.txt",
    "--negatives",
    "learningtasks/family/owl/lp/uncle/neg.txt",
];

const SHORT: [&str; 4] = ["--population", "60", "--generations", "8"];

/// Folds without what the clock says.
fn timeless(report: &Value) -> Vec<Value> {
    let folds = report["folds"].as_array().expect("folds").clone();
    let forget = |mut fold: Value| {
        fold["seconds"] = Value::Null;
        fold
    };
    folds.into_iter().map(forget).collect()
}

#[test]
fn crossval_keeps_the_contract_and_jobs_do_not_decide() {
    let place = checkout();
    let run = |more: &[&str]| {
        let start: &[&str] = &["crossval"];
        place.json(&[start, &LISTS, &SHORT, &["--folds", "4"], more].concat())
    };
    let report = run(&["--jobs", "1"]);
    assert_eq!(timeless(&report), timeless(&run(&["--jobs", "3"])));
    let fold = "fold repeat train test length nodes concept seconds";
    assert_eq!(keys(&report["folds"][0]), fold.split_whitespace().collect());
    for key in ["accuracy", "f1", "length", "seconds"] {
        assert!(report["mean"][key].is_number() && report["std"][key].is_number(), "{key}");
    }
    assert_eq!(report["baselines"].as_array().map(Vec::len), Some(3));
    let tested: u64 = timeless(&report)
        .iter()
        .map(|fold| ["tp", "fp", "tn", "fn"].map(|key| fold["test"][key].as_u64().unwrap_or(0)))
        .map(|counts| counts.iter().sum::<u64>())
        .sum();
    let lines = |name: &str| place.read(name).lines().count() as u64;
    assert_eq!(tested, lines(LISTS[2]) + lines(LISTS[4]));
    let repeated = run(&["--fold-scheme", "stratified", "--repeats", "2"]);
    assert_eq!(timeless(&repeated).len(), 8);
    assert_ne!(timeless(&repeated)[..4], timeless(&report)[..]);
}

#[test]
fn crossval_explains_its_figures_to_people() {
    let place = checkout();
    let start: &[&str] = &["crossval"];
    let shown = place.ok(&[start, &LISTS, &SHORT, &["--folds", "3"]].concat());
    for word in ["test accuracy", "evolve", "majority", "best atomic", "95 % interval"] {
        assert!(shown.stdout.contains(word), "no `{word}` in: {}", shown.stdout);
    }
    // One candidate of the first population is hardly better than no learner at all.
    let poor = ["--folds", "3", "--population", "1", "--generations", "0", "--init", "grow"];
    let poor = place.ok(&[start, &LISTS, &poor].concat());
    assert!(poor.stdout.contains("warning: the learned concepts do not beat"), "{}", poor.stdout);
    place.fails(&[start, &LISTS, &["--folds", "5000"]].concat(), &["5000 folds are too many"]);
    place.fails(&[start, &LISTS, &["--fold-scheme", "best"]].concat(), &["smlbench or stratified"]);
}

/// A suite of two variants on the checkout.
pub(crate) fn suite(extra: &str) -> String {
    format!(
        "name = 'small'\ntitle = 'A small suite'\nshow = ['accuracy', 'f1', 'length']\nfolds = 3\n\
         seeds = [1, 2]\n{extra}\n\
         [[problems]]\nname = 'uncle'\nkb = '{}'\npositives = '{}'\nnegatives = '{}'\n\
         [[variants]]\nname = 'walks'\nsettings = {{ population = 60, generations = 8 }}\n\
         [[variants]]\nname = 'ramped'\n\
         settings = {{ population = 60, generations = 8, init = 'ramped' }}\n\
         [[paper]]\nproblem = 'uncle'\nvariant = 'walks'\nf1 = [0.99, 0.01]\n",
        LISTS[0], LISTS[2], LISTS[4]
    )
}

fn rows_if_any(place: &Place) -> Vec<String> {
    if place.path("out/small/rows.csv").exists() { rows(place) } else { Vec::new() }
}

/// Rows without their times.
pub(crate) fn rows(place: &Place) -> Vec<String> {
    let text = place.read("out/small/rows.csv");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let seconds = reader.headers().expect("a header").iter().position(|name| name == "seconds");
    let mut rows: Vec<String> = reader
        .records()
        .map(|record| {
            let record = record.expect("a record");
            let cells = record.iter().enumerate().filter(|(index, _)| Some(*index) != seconds);
            cells.map(|(_, cell)| cell).collect::<Vec<_>>().join("|")
        })
        .collect();
    rows.sort();
    rows
}

#[test]
fn a_suite_goes_on_where_it_stopped() {
    let place = checkout();
    place.write("small.toml", suite(""));
    let bench = ["bench", "small.toml", "--data", ".", "-o", "out"];
    let shown = place.ok(&bench).stdout;
    for word in ["walks, paper", "0.99 ± 0.01", "Wilcoxon", "| walks | ramped | 3 |"] {
        assert!(shown.contains(word), "no `{word}` in: {shown}");
    }
    let whole = rows(&place);
    assert_eq!(whole.len(), 2 * 2 * 3);
    // As a killed run leaves it: some rows, and half of the next.
    let text = place.read("out/small/rows.csv");
    let kept = text.lines().take(6).collect::<Vec<_>>().join("\n");
    place.write("out/small/rows.csv", format!("{kept}\nuncle,walks,12"));
    assert_eq!(place.ok(&bench).stdout, shown);
    assert_eq!(rows(&place), whole);
    let files = ["table.md", "table.csv", "table.tex", "f1.svg", "length-f1.svg"];
    for file in files {
        assert!(!place.read(&format!("out/small/{file}")).is_empty(), "{file}");
    }
    // Other settings make other rows; the old ones do not count.
    place.write("small.toml", suite("").replace("generations = 8", "generations = 2"));
    place.ok(&bench);
    assert_eq!(rows(&place).len(), 4 * 2 * 3);
}

#[test]
fn rows_of_other_folds_another_scheme_or_other_data_are_not_reused() {
    let place = checkout();
    let bench = ["bench", "small.toml", "--data", ".", "-o", "out", "--format", "json"];
    // How many rows the table is made of, and how many were learned for it.
    let run = || {
        let before = rows_if_any(&place);
        let shown = place.ok(&bench).stdout.lines().count();
        let after = rows(&place);
        assert!(before.iter().all(|row| after.contains(row)), "no row of a user is ever dropped");
        (shown, after.len() - before.len())
    };
    let small = suite("").replace("seeds = [1, 2]", "seeds = [1]");
    place.write("small.toml", &small);
    assert_eq!(run(), (6, 6));
    assert_eq!(run(), (6, 0), "nothing has changed");
    place.write("small.toml", small.replace("folds = 3", "folds = 2"));
    assert_eq!(run(), (4, 4));
    place.write("small.toml", small.replace("folds = 3", "folds = 3\nscheme = 'stratified'"));
    assert_eq!(run(), (6, 6));
    place.write("small.toml", &small);
    assert_eq!(run(), (6, 0), "the first rows are still there");
    place.write(LISTS[0], format!("{}# another version\n", place.read(LISTS[0])));
    assert_eq!(run(), (6, 6));
    let fewer = place.read(LISTS[2]).lines().skip(1).collect::<Vec<_>>().join("\n");
    place.write(LISTS[2], fewer);
    assert_eq!(run(), (6, 6));
}

#[test]
fn a_suite_with_more_folds_than_examples_is_refused() {
    let place = checkout();
    place.write("small.toml", suite("").replace("folds = 3", "folds = 1000"));
    let bench = ["bench", "small.toml", "--data", ".", "-o", "out"];
    place.fails(&bench, &["1000 folds are too many"]);
}

#[test]
fn a_suite_named_after_a_place_elsewhere_writes_nothing() {
    let place = checkout();
    place.write("evil.toml", suite("").replace("name = 'small'", "name = '../evil'"));
    place.fails(&["bench", "evil.toml", "--data", ".", "-o", "out"], &["../evil", "cannot be one"]);
    assert_eq!(place.files(), ["evil.toml", "learningtasks"]);
}

#[test]
fn a_suite_with_histories_keeps_the_rows_of_others_and_of_failed_runs() {
    let place = checkout();
    let bench = ["bench", "small.toml", "--data", ".", "-o", "out"];
    place.write("small.toml", suite("history = true"));
    place.ok(&bench);
    let first = rows(&place);
    // A run that fails before it has anything new.
    place.write("small.toml", suite("history = true").replace("uncle/pos", "nowhere/pos"));
    place.fails(&bench, &["nowhere/pos.txt"]);
    assert_eq!(rows(&place), first);
    // A run of something else beside them.
    place
        .write("small.toml", suite("history = true").replace("generations = 8", "generations = 2"));
    place.ok(&bench);
    let both = rows(&place);
    assert_eq!(both.len(), 2 * first.len());
    assert!(first.iter().all(|row| both.contains(row)));
}

#[test]
fn a_suite_can_show_how_answers_emerge() {
    let place = checkout();
    place.write("small.toml", suite("history = true\ntimes = [0.001, 0.01, 1.0]"));
    let shown = place.ok(&["bench", "small.toml", "--data", ".", "-o", "out", "--page", "page.md"]);
    assert!(shown.stdout.contains("best concept so far"), "{}", shown.stdout);
    assert!(place.read("out/small/history.csv").lines().count() > 12);
    // A second run starts anew and leaves no row twice.
    place.ok(&["bench", "small.toml", "--data", ".", "-o", "out"]);
    assert_eq!(rows(&place).len(), 2 * 2 * 3);
    assert!(place.read("out/small/over-time.svg").contains("<path class=\"s0\""));
    let page = place.read("page.md");
    assert!(page.contains("    evolearner bench small.toml") && page.contains("commit"), "{page}");
    place.write("bad.toml", "name = 'x'");
    place.fails(&["bench", "bad.toml"], &["bad.toml", "title"]);
    place.write("bad.toml", suite("").replace("init = 'ramped'", "init = 'rampd'"));
    place.fails(&["bench", "bad.toml"], &["rampd", "ramped"]);
}

/// Copies the folder for SML-Bench into a checkout and calls one of its programs as SML-Bench does.
#[cfg(unix)]
fn call(place: &Place, program: &str, config: &Path) -> std::process::Output {
    let ours =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../smlbench/learningsystems/evolearner");
    let folder = place.path("learningsystems/evolearner");
    fs::create_dir_all(&folder).expect("a folder");
    for file in ["run", "validate", "system.ini"] {
        fs::copy(ours.join(file), folder.join(file)).expect("the file is there");
    }
    Command::new(folder.join(program))
        .arg(config)
        .current_dir(&folder)
        .env("EVOLEARNER", env!("CARGO_BIN_EXE_evolearner"))
        .output()
        .expect("it starts")
}

#[cfg(unix)]
#[test]
fn sml_bench_gets_what_it_expects() {
    let place = checkout();
    let (work, lp) = (place.path("work"), place.path("learningtasks/family/owl/lp/uncle"));
    fs::create_dir_all(&work).expect("a folder");
    let common = format!(
        "filename.workdir = {}\nfilename.pos = {}\nfilename.neg = {}\nlearningtask = family\n\
         learningproblem = uncle\nmaxExecutionTime = 30\n",
        work.display(),
        lp.join("pos.txt").display(),
        lp.join("neg.txt").display()
    );
    let trained = work.join("train.out");
    let settings = "settings.population = 200\nsettings.generations = 30\nsettings.init = walk\n";
    let output = format!("filename.output = {}\nstep = train\n{settings}", trained.display());
    fs::write(work.join("train.conf"), format!("{common}{output}")).expect("a file");
    let run = call(&place, "run", &work.join("train.conf"));
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert!(!fs::read_to_string(&trained).expect("an answer").trim().is_empty());
    let counted = work.join("validate.out");
    let files = format!(
        "filename.input = {}\nfilename.output = {}\n",
        trained.display(),
        counted.display()
    );
    fs::write(work.join("validate.conf"), format!("{common}{files}step = validate\n"))
        .expect("a file");
    let run = call(&place, "validate", &work.join("validate.conf"));
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let counts = fs::read_to_string(&counted).expect("counts");
    let n = |name: &str| fs::read_to_string(lp.join(name)).expect("a list").lines().count();
    let expected = format!("tp: {}\nfp: 0\ntn: {}\nfn: 0\n", n("pos.txt"), n("neg.txt"));
    assert_eq!(counts, expected);

    fs::write(work.join("bad.conf"), "learningtask = nowhere\n").expect("a file");
    let run = call(&place, "run", &work.join("bad.conf"));
    assert!(!run.status.success());
    assert!(String::from_utf8_lossy(&run.stderr).starts_with("error: "));
}

#[cfg(unix)]
#[test]
fn another_learner_runs_on_the_same_folds() {
    let place = checkout();
    let ours = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../smlbench/learningsystems/evolearner")
        .canonicalize()
        .expect("the folder is there");
    let external =
        format!("[[variants]]\nname = 'other'\nsystem = '{}'\nseconds = 60\n", ours.display());
    let text = suite("")
        .replace("[[paper]]", &format!("{external}[[paper]]"))
        .replace("seeds = [1, 2]", "seeds = [1]");
    place.write("small.toml", text);
    let output = place
        .command(&["bench", "small.toml", "--data", ".", "-o", "out"])
        .env("EVOLEARNER", env!("CARGO_BIN_EXE_evolearner"))
        .output()
        .expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let rows = rows(&place);
    let others: Vec<&String> = rows.iter().filter(|row| row.starts_with("uncle|other|")).collect();
    assert_eq!(others.len(), 3, "{rows:?}");
    // How it does on what it learned from, and how long its answer is, is not known.
    assert!(others.iter().all(|row| row.contains("|ok|||||")), "{others:?}");
}

/// In the place of SWI-Prolog: it looks at what Aleph would read, answers with one rule, and says that
/// the rule covers all positives and no negative.
#[cfg(unix)]
const INSTEAD_OF_PROLOG: &str = "#!/bin/sh
case \"$*\" in
*induce*)
    grep -q '^:- modeh(1,target(+thing)).$' d.b || exit 3
    grep -q '^:- modeb([*],hasparent(+thing,-thing)).$' d.b || exit 4
    grep -q '^:- determination(target/1,male/1).$' d.b || exit 5
    grep -q '^:- set(noise,2).$' d.b || exit 6
    grep -Eq '^birthyear_cut\\([0-9.]+\\)' d.b || exit 7
    grep -Eq '^target\\([a-z0-9_]+\\)' d.f || exit 8
    printf 'target(A) :-\\n   male(A),\\n   birthyear_lteq(A,1950.5).\\n\\ntarget(someone).\\n' > rules.pl ;;
*)
    grep -q '^target(A) :- male(A), birthyear_lteq(A,1950.5).$' test.pl || exit 9
    grep -q '^target(someone)' test.pl && exit 10
    grep -c '^test(pos,' test.pl; echo 0 ;;
esac
";

#[cfg(unix)]
#[test]
fn aleph_gets_facts_and_its_rules_are_counted() {
    use std::os::unix::fs::PermissionsExt;
    if Command::new("python3").arg("--version").output().is_err() {
        println!("skipped: there is no python3");
        return;
    }
    let place = checkout();
    place.write("prolog", INSTEAD_OF_PROLOG);
    fs::set_permissions(place.path("prolog"), fs::Permissions::from_mode(0o755))
        .expect("a program");
    let aleph = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../smlbench/learningsystems/aleph")
        .canonicalize()
        .expect("the folder is there");
    let external = format!(
        "[[variants]]\nname = 'Aleph'\nsystem = '{}'\nsettings = {{ noise = 2 }}\nseconds = 60\n",
        aleph.display()
    );
    let text = suite("")
        .replace("[[paper]]", &format!("{external}[[paper]]"))
        .replace("seeds = [1, 2]", "seeds = [1]");
    place.write("small.toml", text);
    let output = place
        .command(&["bench", "small.toml", "--data", ".", "-o", "out"])
        .env("EVOLEARNER", env!("CARGO_BIN_EXE_evolearner"))
        .env("SWIPL", place.path("prolog"))
        .env("ALEPH", place.path("aleph.pl"))
        .output()
        .expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let rows = rows(&place);
    let others: Vec<&String> = rows.iter().filter(|row| row.starts_with("uncle|Aleph|")).collect();
    assert_eq!(others.len(), 3, "{rows:?}");
    assert!(others.iter().all(|row| row.contains("|ok|||||")), "{others:?}");
}

/// A learner that wants to hear a word, and then gets everything right.
#[cfg(unix)]
fn learner_with_a_wish(place: &Place) {
    use std::os::unix::fs::PermissionsExt;
    let run = "grep -qx 'settings.word = please' \"$1\" || { echo 'say please' >&2; exit 3; }\n\
               grep -q '^settings.seed = 1$' \"$1\" || exit 4\n\
               echo fine > \"$(sed -n 's/^filename.output = //p' \"$1\")\"\n";
    let validate = "count() { grep -c . \"$(sed -n \"s/^filename.$1 = //p\" \"$2\")\"; }\n\
                    printf 'tp: %s\\nfp: 0\\ntn: %s\\nfn: 0\\n' \"$(count pos \"$1\")\" \"$(count neg \"$1\")\" \\\n\
                    > \"$(sed -n 's/^filename.output = //p' \"$1\")\"\n";
    fs::create_dir_all(place.path("wishful")).expect("a folder");
    for (name, text) in [("run", run), ("validate", validate)] {
        place.write(&format!("wishful/{name}"), format!("#!/bin/sh\n{text}"));
        let path = place.path(&format!("wishful/{name}"));
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("it can be run");
    }
}

#[cfg(unix)]
#[test]
fn another_learner_hears_its_settings_and_is_heard_when_it_fails() {
    let place = checkout();
    learner_with_a_wish(&place);
    let run = |settings: &str| {
        let variant = "[[variants]]\nname = 'other'\nsystem = 'wishful'\n";
        let text = suite("")
            .replace("[[paper]]", &format!("{variant}settings = {{ {settings} }}\n[[paper]]"))
            .replace("seeds = [1, 2]", "seeds = [1]");
        place.write("small.toml", text);
        let shown = place.ok(&["bench", "small.toml", "--data", ".", "-o", "out"]);
        let rows = rows(&place);
        let others = rows.into_iter().filter(|row| row.starts_with("uncle|other|"));
        (shown.stderr, others.collect::<Vec<_>>())
    };
    let (stderr, others) = run("");
    assert!(stderr.contains("3 folds failed") && stderr.contains("say please"), "{stderr}");
    assert!(others.iter().all(|row| row.contains("|failure|") && row.ends_with("say please")));
    // A failure is tried again, although nothing that decides the row has changed.
    let (_, again) = run("");
    assert_eq!(again.len(), 2 * others.len(), "{again:?}");
    let (stderr, others) = run("word = 'please'");
    assert!(!stderr.contains("failed"), "{stderr}");
    let fine = others.iter().filter(|row| row.contains("|ok|") && row.ends_with("fine"));
    assert_eq!(fine.count(), 3, "{others:?}");
}

/// A learner that takes memory until it is ended.
#[cfg(target_os = "linux")]
#[test]
fn another_learner_has_no_more_memory_than_it_may_have() {
    let place = checkout();
    learner_with_a_wish(&place);
    let grow = "#!/bin/sh\ntext=$(head -c 1048576 /dev/zero | tr '\\0' a)\n\
                n=1\nwhile [ $n -lt 256 ]; do text=$text$text; n=$((n * 2)); done\nsleep 60\n";
    place.write("wishful/run", grow);
    let text = suite("")
        .replace(
            "[[paper]]",
            "[[variants]]\nname = 'other'\nsystem = 'wishful'\nmegabytes = 64\n[[paper]]",
        )
        .replace("seeds = [1, 2]", "seeds = [1]");
    place.write("small.toml", &text);
    let shown = place.ok(&["bench", "small.toml", "--data", ".", "-o", "out"]);
    assert!(shown.stdout.contains("| other | uncle | 3 | out of memory 3 |"), "{}", shown.stdout);
    let others: Vec<String> =
        rows(&place).into_iter().filter(|row| row.starts_with("uncle|other|")).collect();
    assert!(others.len() == 3 && others.iter().all(|row| row.contains("|out_of_memory|")));
    // A limit that was kept once is kept again: nothing is run a second time.
    place.ok(&["bench", "small.toml", "--data", ".", "-o", "out"]);
    assert_eq!(rows(&place).iter().filter(|row| row.starts_with("uncle|other|")).count(), 3);
    let own = text.replace("system = 'wishful'\n", "");
    place.write("own.toml", own);
    place.fails(&["bench", "own.toml", "--data", ".", "-o", "own"], &["megabytes", "other"]);
}

#[test]
fn a_checkout_runs_without_java() {
    let place = checkout();
    place.write(
        "bench.conf",
        "scenarios = (family/uncle)\nframework.crossValidationFolds = 3\n\
         framework.maxExecutionTime = 5\nframework.seed = 7\n",
    );
    let shown = place.ok(&["bench", "--smlbench", ".", "--config", "bench.conf", "-o", "out"]);
    assert!(shown.stdout.contains("| family/uncle |"), "{}", shown.stdout);
    let text = place.read("out/smlbench/rows.csv");
    assert_eq!(text.lines().count(), 1 + 3);
    assert!(text.lines().skip(1).all(|line| line.contains(",7,")), "{text}");
    place.fails(&["bench", "--smlbench", "nowhere"], &["nowhere"]);
}

/// The data folder in the layout of a checkout.
fn checkout_of(data: &Path, place: &Place) {
    for (name, problem) in [
        ("carcinogenesis", "1"),
        ("family", "uncle"),
        ("hepatitis", "1"),
        ("lymphography", "1"),
        ("mammographic", "1"),
        ("mutagenesis", "42"),
        ("nctrer", "1"),
        ("pyrimidine", "1"),
    ] {
        let task = format!("checkout/learningtasks/{name}/owl");
        let bytes = |file: &str| fs::read(data.join(name).join(file)).expect(file);
        place.write(&format!("{task}/data/any-name.owl"), bytes(&format!("{name}.owl")));
        for list in ["pos.txt", "neg.txt"] {
            // A blank line and another end of line make no other list.
            let text = String::from_utf8(bytes(list)).expect("UTF-8").replace('\n', "\r\n") + "\n";
            place.write(&format!("{task}/lp/{problem}/{list}"), text);
        }
    }
}

#[test]
fn benchmark_data_comes_from_a_checkout_and_is_recognised() {
    let Some(data) = evolearner_testing::data::folder() else { return };
    let place = Place::new();
    checkout_of(&data, &place);
    let run = place.run(&["data", "checkout", "-o", "out", "--format", "json"]);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    for one in report["problems"].as_array().expect("problems") {
        let is_unknown = one["name"] == "hepatitis" || one["name"] == "nctrer";
        assert_eq!(one["checked"], if is_unknown { "unknown" } else { "same" }, "{one}");
    }
    let copy = fs::read(place.path("out/family/family.owl")).expect("a copy");
    assert!(copy == fs::read(data.join("family/family.owl")).expect("the original"));
}

#[test]
fn other_data_is_told_apart_and_missing_data_is_named() {
    let place = checkout();
    let run = place.run(&["data", ".", "-o", "out"]);
    assert_eq!(run.status, Some(1), "{}", run.stderr);
    assert!(run.stdout.contains("family           DIFFERS"), "{}", run.stdout);
    assert!(run.stdout.contains("nctrer           not in the checkout"), "{}", run.stdout);
    // The folder serves `bench`, which leaves out what is not there.
    place.write(
        "suite.toml",
        "name = \"s\"\ntitle = \"S\"\nshow = [\"accuracy\"]\nfolds = 2\nscheme = \"smlbench\"\nseeds = [1]\n\
         problems = [\"family\", \"nctrer\"]\n[[variants]]\nname = \"top\"\nlearner = \"top\"\n",
    );
    let run = place.run(&["bench", "suite.toml", "--data", "out"]);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    assert!(run.stderr.contains("out has no nctrer"), "{}", run.stderr);
    let run = place.run(&["bench", "suite.toml", "--data", "nowhere"]);
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("no problem of the suite is in nowhere"), "{}", run.stderr);
    assert!(run.stderr.contains("SML-Bench") && run.stderr.contains("evolearner data"));
}
