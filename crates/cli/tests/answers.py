"""Answers of `evolearner retrieve`, computed a second time from the definition of the semantics.

usage: answers.py EVOLEARNER N KB..

For each knowledge base, N random concepts over its names are written in functional syntax and
answered twice: by the program, and here, by sets over the triples of `evolearner materialize`.
Nothing is shared but these triples and the texts. A knowledge base `-` is the built-in family.
"""

import json
import random
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from decimal import Decimal
from pathlib import Path

TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
OWL = "http://www.w3.org/2002/07/owl#"
XSD = "http://www.w3.org/2001/XMLSchema#"
TRIPLE = re.compile(r'(<[^>]*>|_:\S+) <([^>]*)> (?:(<[^>]*>|_:\S+)|"((?:[^"\\]|\\.)*)"(?:\^\^<([^>]*)>|@\S+)?) \.')


def number(lexical, datatype):
    """A number and the name of the datatype that has all values of its space."""
    name = datatype.removeprefix(XSD)
    if name == "double":
        return Decimal(float(lexical)), name
    return Decimal(lexical), name if name == "float" else "decimal"


class World:
    """Who is there, what they are, whom they know, and which numbers they have."""

    def __init__(self, ntriples):
        self.people = set()
        self.classes, self.edges, self.numbers = (defaultdict(set) for _ in range(3))
        self.truths = defaultdict(set)
        for line in ntriples.splitlines():
            subject, predicate, thing, lexical, datatype = TRIPLE.fullmatch(line).groups()
            if predicate == TYPE:
                if not thing.startswith(f"<{OWL}"):
                    self.classes[thing].add(subject)
            elif thing:
                self.edges[f"<{predicate}>"].add((subject, thing))
                self.people.add(thing)
            elif datatype == f"{XSD}boolean":
                self.truths[f"<{predicate}>"].add((subject, lexical in ("true", "1")))
            elif datatype and re.fullmatch(r"[-+.0-9eE]+", lexical):
                self.numbers[f"<{predicate}>"].add((subject, *number(lexical, datatype)))
            self.people.add(subject)
        self.rows = {}
        for role, edges in self.edges.items():
            for name, pairs in ((role, edges), (f"ObjectInverseOf({role})", ((b, a) for a, b in edges))):
                self.rows[name] = defaultdict(set)
                for one, other in pairs:
                    self.rows[name][one].add(other)

    def count(self, role, filler):
        return {person: len(known & filler) for person, known in self.rows[role].items()}

    def concept(self, dice, depth):
        """A random concept in functional syntax, and the set of those who are instances of it."""
        leaf = depth == 0 or dice.random() < 0.15
        kinds = ["class"] * 4 + ["number"] * 2 * bool(self.numbers) + ["truth"] * bool(self.truths)
        if not leaf:
            kinds = ["not", "and", "or"] + ["some", "some", "only", "min", "max", "exactly", "value"] * bool(self.rows)
        kind = dice.choice(kinds)
        everyone = self.people
        if kind == "class":
            name = dice.choice(sorted(self.classes))
            return name, self.classes[name]
        if kind == "number":
            name = dice.choice(sorted(self.numbers))
            pairs = self.numbers[name]
            bound, space = dice.choice(sorted({(number, space) for _, number, space in pairs}))
            facet, holds = dice.choice([
                ("minInclusive", lambda number: number >= bound), ("minExclusive", lambda number: number > bound),
                ("maxInclusive", lambda number: number <= bound), ("maxExclusive", lambda number: number < bound),
            ])
            lexical = f"{bound:f}" if space == "decimal" else repr(float(bound))
            text = f'DatatypeRestriction(<{XSD}{space}> <{XSD}{facet}> "{lexical}"^^<{XSD}{space}>)'
            inside = {person for person, number, of in pairs if of == space and holds(number)}
            if dice.random() < 0.7:
                return f"DataSomeValuesFrom({name} {text})", inside
            outside = {person for person, number, of in pairs if of != space or not holds(number)}
            return f"DataAllValuesFrom({name} {text})", everyone - outside
        if kind == "truth":
            name, truth = dice.choice(sorted(self.truths)), dice.random() < 0.5
            text = f'DataHasValue({name} "{str(truth).lower()}"^^<{XSD}boolean>)'
            return text, {person for person, is_so in self.truths[name] if is_so == truth}
        text, members = self.concept(dice, depth - 1)
        if kind == "not":
            return f"ObjectComplementOf({text})", everyone - members
        if kind in ("and", "or"):
            more, others = self.concept(dice, depth - 1)
            word, joined = ("Intersection", members & others) if kind == "and" else ("Union", members | others)
            return f"Object{word}Of({text} {more})", joined
        role = dice.choice(sorted(self.rows))
        if kind == "value":
            other = dice.choice(sorted(person for person in everyone if person.startswith("<")))
            return f"ObjectHasValue({role} {other})", {p for p, known in self.rows[role].items() if other in known}
        counts, n = self.count(role, members), dice.randint(0, 3)
        some = {person for person, hits in counts.items() if hits > 0}
        if kind == "some":
            return f"ObjectSomeValuesFrom({role} {text})", some
        if kind == "only":
            missed = self.count(role, everyone - members)
            return f"ObjectAllValuesFrom({role} {text})", {p for p in everyone if not missed.get(p)}
        word, holds = {"min": ("Min", lambda hits: hits >= n), "max": ("Max", lambda hits: hits <= n),
                       "exactly": ("Exact", lambda hits: hits == n)}[kind]
        return f"Object{word}Cardinality({n} {role} {text})", {p for p in everyone if holds(counts.get(p, 0))}


def check(program, n, kb, folder):
    """Compares all answers on one knowledge base; returns how many instances there were."""
    kbs = [] if kb == "-" else [kb]
    triples = Path(folder, "all.nt")
    subprocess.run([program, "materialize", *kbs, "--quiet", "-o", triples], check=True)
    world = World(triples.read_text(encoding="utf-8"))
    dice = random.Random(1)
    asked = [world.concept(dice, dice.randint(1, 4)) for _ in range(n)]
    concepts = Path(folder, "concepts.txt")
    concepts.write_text("".join(f"{text}\n" for text, _ in asked), encoding="utf-8")
    command = [program, "retrieve", *kbs, "--quiet", "--concepts", concepts, "--format", "json"]
    answers = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    assert len(answers) == n
    for (text, expected), answer in zip(asked, answers):
        bare = {person.strip("<>") for person in expected}
        if set(answer["individuals"]) != bare or answer["count"] != len(bare):
            sys.exit(f"{kb}: {text}\n{answer['count']} instances, expected {len(bare)}")
    return sum(len(expected) for _, expected in asked)


def main():
    program, n, *kbs = sys.argv[1:]
    total = 0
    with tempfile.TemporaryDirectory() as folder:
        for kb in kbs:
            total += check(program, int(n), kb, folder)
    print(f"{int(n) * len(kbs)} concepts, {total} instances")


if __name__ == "__main__":
    main()
