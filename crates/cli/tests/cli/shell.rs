//! Completion scripts and manual pages.

use std::process::Command;

use crate::place::Place;

/// The commands, as the help lists them.
fn commands(place: &Place) -> Vec<String> {
    let help = place.ok(&["--help"]).stdout;
    let listed = help.split("Commands:\n").nth(1).expect("a list of commands");
    let names: Vec<String> = listed
        .lines()
        .take_while(|line| !line.is_empty())
        // A line that goes on is indented deeper than a name.
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect();
    assert!(names.contains(&"learn".to_owned()) && names.len() > 10, "{names:?}");
    names
}

#[test]
fn every_shell_is_offered_every_command() {
    let place = Place::new();
    let commands = commands(&place);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = place.ok(&["completions", shell]).stdout;
        for name in &commands {
            assert!(script.contains(name), "{shell}: no {name}");
        }
        assert!(script.contains("target-class"), "{shell}: flags are missing");
    }
    place.fails(&["completions", "tcsh"], &["tcsh", "bash", "zsh"]);
}

/// What bash offers after these words, the last of which is not finished.
#[cfg(unix)]
fn offered(place: &Place, words: &[&str]) -> Vec<String> {
    let script = "source ./script || exit 1
        complete -p evolearner >/dev/null || exit 2
        function_name=$(complete -p evolearner | sed 's/.*-F \\([^ ]*\\).*/\\1/')
        COMP_WORDS=(evolearner \"$@\")
        COMP_CWORD=$#
        \"$function_name\" evolearner \"${COMP_WORDS[COMP_CWORD]}\" \"${COMP_WORDS[COMP_CWORD-1]}\"
        printf '%s\\n' \"${COMPREPLY[@]}\"";
    let output = Command::new("bash")
        .args(["--norc", "--noprofile", "-c", script, "bash"])
        .args(words)
        .current_dir(place.path("."))
        .output()
        .expect("bash starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

#[cfg(unix)]
#[test]
fn bash_completes_commands_flags_and_values() {
    if Command::new("bash").arg("--version").output().is_err() {
        eprintln!("skipped: there is no bash");
        return;
    }
    let place = Place::new();
    place.write("script", place.ok(&["completions", "bash"]).stdout);
    assert_eq!(offered(&place, &["crossv"]), ["crossval"]);
    assert_eq!(offered(&place, &["learn", "--target-c"]), ["--target-class"]);
    assert_eq!(offered(&place, &["inspect", "--inference", "f"]), ["full"]);
    assert_eq!(offered(&place, &["learn", "--learner", "bea"]), ["beam"]);
}

#[test]
fn the_manual_names_commands_and_options() {
    let place = Place::new();
    let page = place.ok(&["man"]).stdout;
    assert!(page.contains(".TH evolearner 1"), "{page}");
    for name in commands(&place) {
        assert!(page.contains(&format!("evolearner\\-{name}(1)")), "no {name}: {page}");
    }
    place.ok(&["man", "share/man1"]);
    let page = place.read("share/man1/evolearner-learn.1");
    for flag in ["target\\-class", "positives", "generations", "seed"] {
        assert!(page.contains(&format!("\\-\\-{flag}")), "no {flag}: {page}");
    }
}

#[test]
fn every_command_has_a_page_of_its_own() {
    let place = Place::new();
    place.ok(&["man", "pages"]);
    for name in commands(&place) {
        assert!(place.path(&format!("pages/evolearner-{name}.1")).exists(), "{name}");
    }
    assert!(place.path("pages/evolearner-generate-family.1").exists());
    assert!(!place.path("pages/evolearner-help.1").exists());
    // A file in the place of the folder is an error that names it.
    place.write("taken", "text");
    place.fails(&["man", "taken"], &["cannot make the folder", "taken"]);
}
