"""Has HermiT find the instances of learned concepts and compares them with ours.

usage: check.py FOLDER

The folder is the output of the example `definitions`: for each problem a knowledge base, concepts as
class definitions in OWL functional syntax and in RDF/XML, the individuals to ask about, and those of
them that are members. A concept marked `same` must have the same instances in both notations. A
concept marked `within` has ¬, ∀, ≥ or ≤, which an open world does not know as much of: what HermiT
finds must be among ours.
"""

import sys
from collections import defaultdict
from pathlib import Path

from hermit import Program

PREFIX = "http://example.org/answer#"


def ask(program, folder):
    """The instances of each defined class, and the datatypes that had to be left out."""
    kb = next(folder.glob("kb.*"))
    steps = (folder / "steps.txt").read_text().strip()
    definitions = [*sorted(folder.glob("*.ofn")), *sorted(folder.glob("*.rdf"))]
    found, left_out = defaultdict(set), []
    for line in program.lines(folder.name, PREFIX, steps, folder / "asked.txt", kb, *definitions):
        first, second, *rest = line.split("\t")
        if first == "#":
            left_out.append(f"{rest[0]} axioms with {second.rpartition('#')[2]}")
        else:
            found[first].add(second)
    return found, left_out


def main():
    folder, program = Path(sys.argv[1]), Program("Ask")
    n_same = n_within = n_instances = 0
    remarks = []
    for problem in sorted(path for path in folder.iterdir() if path.is_dir()):
        members, kinds = defaultdict(set), {}
        for line in (problem / "members.tsv").read_text(encoding="utf-8").splitlines():
            name, kind, member = line.split("\t")
            kinds[name] = kind
            if member:
                members[name].add(member)
        found, left_out = ask(program, problem)
        missed = 0
        for name, kind in kinds.items():
            ours, theirs = members[name], found[name]
            if theirs - ours or (kind == "same" and ours - theirs):
                sys.exit(
                    f"{problem.name}, {name.removeprefix(PREFIX)}: HermiT finds {len(theirs)} instances, "
                    f"we {len(ours)}; only there: {sorted(theirs - ours)[:3]}, only here: {sorted(ours - theirs)[:3]}"
                )
            n_same += kind == "same"
            n_within += kind == "within"
            missed += len(ours - theirs)
            n_instances += len(theirs)
        if missed:
            remarks.append(f"{problem.name}: {missed} instances of concepts with ¬, ∀, ≥, ≤ hold in a closed world only")
        remarks.extend(f"{problem.name}: {reason}, which OWL 2 does not have, are left out" for reason in left_out)
    if not n_same or not n_instances:
        sys.exit("nothing was compared")
    print("; ".join([f"{n_same} definitions with the same instances, {n_within} within ours", *remarks]))


if __name__ == "__main__":
    main()
