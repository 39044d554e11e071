"""Has HermiT judge individuals in an open world and compares its verdicts with ours.

usage: world.py FOLDER

The folder is the output of the example `open_world`. Prints a line for each knowledge base: concepts,
verdicts, how many of them are the same, how many are not decided by us, and which HermiT has for those.
Fails if a verdict of ours is another one.
"""

import sys
from collections import Counter
from pathlib import Path

from hermit import Program


def ask(program, folder):
    """The verdict of HermiT on each concept and individual."""
    lines = program.lines(folder.name, folder / "kb.owl", folder / "concepts.ofn", folder / "asked.txt")
    rows = (line.split("\t") for line in lines)
    return {(number, individual): verdict for number, individual, verdict in rows}


def main():
    program = Program("World")
    wrong = n_same = 0
    for folder in sorted(path for path in Path(sys.argv[1]).iterdir() if path.is_dir()):
        theirs = ask(program, folder)
        concepts, counts, open_ones = set(), Counter(), Counter()
        for line in (folder / "verdicts.tsv").read_text(encoding="utf-8").splitlines():
            number, individual, verdict, concept = line.split("\t")
            concepts.add(number)
            expected = theirs[number, individual]
            if verdict == "not decided":
                open_ones[expected] += 1
            elif verdict == expected:
                counts[verdict] += 1
            else:
                wrong += 1
                print(f"{folder.name}: {concept}, {individual}: HermiT {expected}, we {verdict}")
        n_same += sum(counts.values())
        n = sum(counts.values()) + sum(open_ones.values())
        share = 100 * sum(open_ones.values()) / max(n, 1)
        print(f"{folder.name}: {len(concepts)} concepts, {n} verdicts, same {dict(counts)}, not decided {share:.1f} % {dict(open_ones)}")
    if wrong or not n_same:
        sys.exit(f"{wrong} verdicts differ, {n_same} are the same")


if __name__ == "__main__":
    main()
