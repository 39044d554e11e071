"""Aleph (Srinivasan) under SWI-Prolog, behind the protocol of SML-Bench.

`settings.as-smlbench = true` writes numbers as exact constants and links with recall 1, as SML-Bench's own
files do; otherwise numbers are compared with thresholds and all links are followed. Other settings are
handed to Aleph by their names (`settings.noise = 5`).

Aleph is not part of this project and may not be shipped with it: it is free for academic use. It is taken
from `ALEPH` (the path of aleph.pl) or, once, from a wheel on PyPI into the user's cache.
"""

import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

from facts import Facts

WHEEL = "python_rdm-0.3.7-py3-none-any.whl"
SHA256 = "fdeb755c7a668c5ec4bcc895fefda77e2a8c3962bd70e47aaf31cf4658920cd0"
OWN_SETTINGS = {"settings.seed", "settings.as-smlbench"}


def configuration(path):
    """The `key = value` lines of a file."""
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    pairs = (line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))
    return {key.strip(): value.strip().strip('"') for key, value in pairs}


def aleph():
    """The path of Aleph's program."""
    if "ALEPH" in os.environ:
        return Path(os.environ["ALEPH"])
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "evolearner-aleph"
    kept = cache / "aleph.pl"
    if not kept.exists():
        index = urllib.request.urlopen("https://pypi.org/simple/python-rdm/").read().decode()
        found = re.search(rf'href="([^"]*{re.escape(WHEEL)})', index)
        if not found:
            sys.exit(f"error: PyPI does not have {WHEEL}: set ALEPH to the path of aleph.pl")
        wheel = urllib.request.urlopen(found[1]).read()
        if hashlib.sha256(wheel).hexdigest() != SHA256:
            sys.exit(f"error: {WHEEL} is not the known one: set ALEPH to the path of aleph.pl")
        cache.mkdir(parents=True, exist_ok=True)
        whole = cache / f"aleph.{os.getpid()}"
        whole.write_bytes(zipfile.ZipFile(io.BytesIO(wheel)).read("rdm/wrappers/aleph/aleph.pl"))
        os.replace(whole, kept)
    return kept


def prolog(folder, goals, *files):
    """Runs goals after some files were loaded; what they print."""
    program = shutil.which(os.environ.get("SWIPL", "swipl"))
    if program is None:
        sys.exit("error: there is no `swipl` on the path: install SWI-Prolog (Debian: swi-prolog-core, "
                 "swi-prolog-core-packages), or set SWIPL to where it is")
    command = [program, "-q", "-g", goals, "-t", "halt(1)", *map(str, files)]
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        complaints = [line for line in (done.stderr + done.stdout).splitlines() if line.strip()]
        sys.exit(f"error: swipl: {complaints[-1] if complaints else done.returncode}")
    return done.stdout


def facts(config):
    data = Path("../../learningtasks", config["learningtask"], "owl/data")
    return Facts(sorted(file for file in data.iterdir() if file.is_file()))


def examples(config):
    return [Path(config[key]).read_text(encoding="utf-8").split() for key in ("filename.pos", "filename.neg")]


def train(config):
    known, (positives, negatives) = facts(config), examples(config)
    declarations, lines = known.background(positives, negatives, config.get("settings.as-smlbench") == "true")
    settings = [f":- set({key.removeprefix('settings.')},{value})." for key, value in config.items()
                if key.startswith("settings.") and key not in OWN_SETTINGS]
    folder = Path(config["filename.workdir"])
    folder.joinpath("d.b").write_text("\n".join(settings + declarations + lines) + "\n")
    for ending, names in (("f", positives), ("n", negatives)):
        lines_of = "".join(f"target({known.individuals(iri)}).\n" for iri in names)
        folder.joinpath(f"d.{ending}").write_text(lines_of)
    # Aleph 5 declares functions at run time, which SWI-Prolog 9 does not allow: the declaration is a fact.
    folder.joinpath("shim.pl").write_text("arithmetic_function(_).\n")
    rules = folder / "rules.pl"
    prolog(folder, "read_all(d), induce, write_rules('rules.pl'), halt", "shim.pl", aleph())
    clauses = [" ".join(clause.split()) for clause in re.split(r"\.\s*(?:\n|$)", rules.read_text())]
    # Positives that no rule covers stay in the theory as facts. They are no answer.
    theory = [clause for clause in clauses if ":-" in clause or re.match(r"target\([A-Z]", clause)]
    cuts = [line for line in lines if re.match(r"\w+_cut\(", line) or " :- " in line]
    text = " ; ".join(theory) or "target(X) :- fail"
    text += "\n" + "\n".join(cuts + [f"{clause}." for clause in theory or ["target(_) :- fail"]]) + "\n"
    Path(config["filename.output"]).write_text(text, encoding="utf-8")


def validate(config):
    known, (positives, negatives) = facts(config), examples(config)
    folder = Path(config["filename.workdir"])
    theory = Path(config["filename.input"]).read_text(encoding="utf-8").split("\n", 1)[1]
    dynamic = "".join(f":- dynamic {name}/{n}.\n" for n, names in
                      ((1, {*known.classes, *known.truths}), (2, {*known.links, *known.numbers}))
                      for name in sorted(names))
    tests = "".join(f"test({side},{known.individuals(iri)}).\n"
                    for side, names in (("pos", positives), ("neg", negatives)) for iri in names)
    lines = "\n".join(known.lines())
    folder.joinpath("test.pl").write_text(f":- style_check(-discontiguous).\n{dynamic}{lines}\n{theory}{tests}")
    # Built-in predicates alone: a small installation has no libraries that are loaded by themselves.
    count = "findall(X, (test({0},X), once(target(X))), {1}), length({1}, {1}n), write({1}n), nl"
    goal = f"{count.format('pos', 'P')}, {count.format('neg', 'Q')}, halt"
    tp, fp = map(int, prolog(folder, goal, "test.pl").split())
    counts = {"tp": tp, "fp": fp, "tn": len(negatives) - fp, "fn": len(positives) - tp}
    Path(config["filename.output"]).write_text("".join(f"{key}: {count}\n" for key, count in counts.items()))


if __name__ == "__main__":
    {"train": train, "validate": validate}[sys.argv[1]](configuration(sys.argv[2]))
