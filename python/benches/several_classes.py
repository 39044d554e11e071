"""Several classes against a random forest, on the same folds.

    python python/benches/several_classes.py DATA [PROBLEM..]

DATA is the folder of benchmark data. It needs the package `evolearner`, scikit-learn, and the program
`evolearner` on the path or as EVOLEARNER. For each problem the facts that say the label are taken out of
everything that follows from the knowledge base; both learn from what is left. The forest is one against
the rest, on the label-free columns of `smlbench/learningsystems/sklearn/features.py`. Prints the table of
docs/labels.md: the accuracy over all folds of each seed, and the mean over seeds.
"""

import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.feature_selection import VarianceThreshold
from sklearn.impute import SimpleImputer
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import make_pipeline

from evolearner import EvoLearner, KnowledgeBase

sys.path.insert(0, str(Path(__file__).parents[2] / "smlbench" / "learningsystems" / "sklearn"))
from features import TYPE, load  # noqa: E402

PROGRAM = os.environ.get("EVOLEARNER", "evolearner")
FOLDS = 5
SEEDS = (1, 2, 3)
# The most examples of a label.
MAX_EXAMPLES = 100

ELEMENTS = ["Carbon", "Hydrogen", "Nitrogen", "Oxygen", "Chlorine"]
RANKS = ["FullProfessor", "AssociateProfessor", "AssistantProfessor", "Lecturer", "TeachingAssistant"]
STUDENTS = ["Student", "GraduateStudent", "UndergraduateStudent"]
ROLES = ["Grandfather", "Grandmother", "Father", "Mother", "Son", "Daughter"]
RELATIVES = ["Grandparent", "Parent", "Child", "Grandchild", "Grandson", "Granddaughter", "Brother",
             "Sister", "PersonWithASibling"]


def benchmark(name):
    return lambda data, folder: data / name / f"{name}.owl"


def generated(*arguments):
    def make(data, folder):
        file = folder / "generated.nt"
        subprocess.run([PROGRAM, "generate", *arguments, "-o", file, "--quiet"], check=True)
        return file
    return make


# What to learn from, what says the label (a class or the end of a role), the labels, of which the first
# one that an individual has counts, and what has to be taken out as well because it says the label.
# The facts of `everyone` are taken out for all individuals, otherwise for those with a label.
PROBLEMS = {
    # The shape of a mass, from its margin and density, the age and the assessment.
    "mammographic, shape": dict(
        kb=benchmark("mammographic"), role="hasShape", labels=["round", "oval", "lobular", "irregular"]),
    # The element of an atom, from its charge, its bonds and the atoms around.
    "carcinogenesis, element": dict(
        kb=benchmark("carcinogenesis"), labels=ELEMENTS,
        hidden=[f"{element}-{number}" for element in ELEMENTS for number in range(1000)]),
    # What an image shows of the lymphatics, from all else that it shows.
    "lymphography, lymphatics": dict(
        kb=benchmark("lymphography"), labels=["L2_Arched", "L2_Deformed", "L2_Displaced"]),
    # The rank of people of a university, from age, courses and publications.
    "university, rank": dict(
        kb=generated("university"), labels=RANKS, hidden=["Professor", "Chair", *STUDENTS]),
    # What people are in their family, from their relatives.
    "family, role": dict(
        kb=generated("family", "--people", "400"), labels=ROLES, hidden=RELATIVES, everyone=True),
}


def local(term):
    return term.strip("<>").rpartition("#")[2]


def prepare(problem, data, folder):
    """The file to learn from, individuals and their labels."""
    everything = folder / "everything.nt"
    command = [PROGRAM, "materialize", problem["kb"](data, folder), "-o", everything, "--quiet"]
    subprocess.run(command, check=True)
    triples = [line.split(" ", 2) for line in everything.read_text(encoding="utf-8").splitlines()]
    triples = [(subject, predicate, rest[:-2]) for subject, predicate, rest in triples]
    role, labels = problem.get("role"), problem["labels"]

    def is_role(predicate):
        return local(predicate) == role if role else predicate == TYPE

    of = {}
    for subject, predicate, target in triples:
        if is_role(predicate) and local(target) in labels:
            rank = labels.index(local(target))
            of[subject] = min(rank, of.get(subject, rank))
    by_label = [[] for _ in labels]
    for subject in sorted(of):
        by_label[of[subject]].append(subject)
    chosen = []
    for rank, subjects in enumerate(by_label):
        random.Random(rank).shuffle(subjects)
        chosen += [(subject, labels[rank]) for subject in subjects[:MAX_EXAMPLES]]
    examples = {subject for subject, _ in chosen}
    hidden = {*labels, *problem.get("hidden", ())}
    left = folder / "kb.nt"
    with left.open("w", encoding="utf-8") as file:
        for subject, predicate, target in triples:
            is_example = problem.get("everyone") or subject in examples
            if not (is_role(predicate) and is_example and (role or local(target) in hidden)):
                file.write(f"{subject} {predicate} {target} .\n")
    names = np.array([subject.strip("<>") for subject, _ in chosen])
    return left, names, np.array([label for _, label in chosen])


def forest(seed):
    # That a value is missing may say something: it becomes a column of its own.
    complete = SimpleImputer(strategy="median", keep_empty_features=True, add_indicator=True)
    return OneVsRestClassifier(
        make_pipeline(complete, VarianceThreshold(), RandomForestClassifier(300, random_state=seed)))


def main(data, names):
    print("| problem | labels | examples | EvoLearner | random forest | difference |")
    print("|---|---|---|---|---|---|", flush=True)
    for name in names or PROBLEMS:
        with tempfile.TemporaryDirectory() as folder:
            file, X, y = prepare(PROBLEMS[name], Path(data), Path(folder))
            columns = load([file]).features(X)
            kb = KnowledgeBase(file)
        ours, theirs = [], []
        for seed in SEEDS:
            folds = StratifiedKFold(FOLDS, shuffle=True, random_state=seed)
            ours.append(np.mean(cross_val_predict(EvoLearner(kb, random_state=seed), X, y, cv=folds) == y))
            theirs.append(np.mean(cross_val_predict(forest(seed), columns, y, cv=folds) == y))
        figures = [f"{np.mean(it):.3f} ± {np.std(it):.3f}" for it in (ours, theirs)]
        difference = np.mean(ours) - np.mean(theirs)
        print(f"| {name} | {len(set(y))} | {len(y)} | {' | '.join(figures)} | {difference:+.3f} |", flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2:])
