#!/usr/bin/env python3
"""The nouns of WordNet with what they are a kind, a part or a member of.

    apt-get download wordnet-base && dpkg -x wordnet-base_*.deb wordnet-base
    python examples/wordnet.py wordnet-base/usr/share/wordnet wordnet

A set of synonyms (synset) is a class and has one individual, so that everything above it holds of the
individual too. Written are nouns.nt and two problems whose answers are not in the data: which animals are
also a food (a word for them has a sense among the foods), and which plants are poisonous (their description
says so, and descriptions are not written).
"""

import random
import re
import sys
from collections import Counter
from pathlib import Path

OWN = "http://example.org/wordnet#"
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
SUBCLASS = "http://www.w3.org/2000/01/rdf-schema#subClassOf"

# The pointers of data.noun between nouns that become edges (wninput(5WN)).
EDGES = {
    "#m": "memberOf",
    "#p": "partOf",
    "#s": "substanceOf",
    "%m": "hasMember",
    "%p": "hasPart",
    "%s": "hasSubstance",
    ";c": "topic",
    ";r": "region",
}
ANIMAL, FOOD, PLANT = "05", "13", "20"
POISONOUS = re.compile(r"\b(poisonous|toxic|poison)\b")
N_EXAMPLES = 200


def main(source: str, folder: str) -> None:
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    words: dict[str, list[str]] = {}
    kind: dict[str, str] = {}
    gloss: dict[str, str] = {}
    parents: dict[str, list[str]] = {}
    n_senses: Counter[str] = Counter()
    with (
        open(Path(source) / "data.noun", encoding="utf-8") as file,
        open(target / "nouns.nt", "w", encoding="utf-8") as out,
    ):
        for line in file:
            if line.startswith(" "):
                continue
            fields, _, gloss_text = line.partition(" | ")
            parts = fields.split()
            name, n_words = parts[0], int(parts[3], 16)
            words[name] = parts[4 : 4 + 2 * n_words : 2]
            kind[name], gloss[name] = parts[1], gloss_text
            pointers = parts[5 + 2 * n_words :]
            # Words with several senses are told apart by a number.
            n_senses[words[name][0]] += 1
            sense = n_senses[words[name][0]]
            title = words[name][0].replace("_", " ") + (f" {sense}" if sense > 1 else "")
            out.write(f'<{OWN}N{name}> <{LABEL}> "{title}" .\n<{OWN}n{name}> <{LABEL}> "{title}" .\n')
            out.write(f"<{OWN}n{name}> <{TYPE}> <{OWN}N{name}> .\n")
            for symbol, other, part_of_speech in zip(pointers[::4], pointers[1::4], pointers[2::4], strict=False):
                if part_of_speech != "n":
                    continue
                if symbol in ("@", "@i"):
                    parents.setdefault(name, []).append(other)
                    out.write(f"<{OWN}N{name}> <{SUBCLASS}> <{OWN}N{other}> .\n")
                elif symbol in EDGES:
                    out.write(f"<{OWN}n{name}> <{OWN}{EDGES[symbol]}> <{OWN}n{other}> .\n")

    eaten = {word for name, some in words.items() if kind[name] == FOOD for word in some}
    animals = {name for name in words if kind[name] == ANIMAL}
    plants = {name for name in words if kind[name] == PLANT}
    # Leaves only: a group such as "fish" is no animal that one eats.
    inner = {parent for some in parents.values() for parent in some}
    food = {name for name in animals if eaten & set(words[name])} - inner
    poisonous = {name for name in plants if POISONOUS.search(gloss[name])} - inner
    problems = {"eaten": (food, animals - inner - food), "poisonous": (poisonous, plants - inner - poisonous)}
    for problem, sides in problems.items():
        for side, some in zip(("pos", "neg"), sides, strict=True):
            chosen = sorted(random.Random(problem).sample(sorted(some), min(N_EXAMPLES, len(some))))
            lines = (f"{OWN}n{name}\n" for name in chosen)
            (target / f"{problem}-{side}.txt").write_text("".join(lines), encoding="utf-8")
        print(f"{problem}: {len(sides[0])} positives, {len(sides[1])} negatives to choose from")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
