"""A knowledge base as facts, modes and determinations of Aleph.

A class is a predicate with one argument, an object property one with two, a truth value that is true one
with one. A number becomes comparisons with thresholds, `d_gteq(X, V)` and `d_lteq(X, V)`, or, as in
SML-Bench's own files, the exact value `d(X, V)`. Everything that follows from the knowledge base is among
the facts, so that superclasses need no rules.
"""

import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
NUMBERS = ("double", "float", "decimal", "integer", "Integer", "int", "Int", "long", "Long", "short",
           "Short", "byte", "Byte")
MAX_THRESHOLDS = 10
TRIPLE = re.compile(r'<([^>]*)> <([^>]*)> (?:<([^>]*)>|"((?:[^"\\]|\\.)*)"(?:\^\^<([^>]*)>)?.*) \.')


class Names:
    """Atoms of Prolog for IRIs: the last part of the IRI, made unique."""

    def __init__(self):
        self.atoms, self.taken = {}, {"target"}

    def __call__(self, iri):
        if iri not in self.atoms:
            local = re.sub(r"\W", "_", re.split(r"[#/]", iri)[-1]).lower()
            stem = atom = local if local[:1].isalpha() and local.isascii() else f"x_{local}" if local.isascii() else "x"
            number = 1
            while atom in self.taken:
                number += 1
                atom = f"{stem}_{number}"
            self.taken.add(atom)
            self.atoms[iri] = atom
        return self.atoms[iri]


class Facts:
    """What follows from the files of a knowledge base."""

    def __init__(self, files):
        self.predicates, self.individuals = Names(), Names()
        self.classes, self.links, self.truths, self.numbers = {}, {}, {}, {}
        for line in triples(files):
            match = TRIPLE.match(line)
            if not match:
                continue
            subject, predicate, target, text, datatype = match.groups()
            subject = self.individuals(subject)
            if predicate == TYPE:
                self.classes.setdefault(self.predicates(target), []).append(subject)
            elif target is not None:
                pair = (subject, self.individuals(target))
                self.links.setdefault(self.predicates(predicate), []).append(pair)
            elif (datatype or "").endswith("#boolean"):
                if text in ("true", "1"):
                    self.truths.setdefault(self.predicates(predicate), []).append(subject)
            elif (datatype or "").endswith(NUMBERS) and math.isfinite(number := float(text.replace("INF", "inf"))):
                self.numbers.setdefault(self.predicates(predicate), []).append((subject, number))

    def lines(self):
        """The facts as Prolog, predicate by predicate."""
        for unary in (self.classes, self.truths):
            for name in sorted(unary):
                yield from (f"{name}({one})." for one in sorted(set(unary[name])))
        for name in sorted(self.links):
            yield from (f"{name}({one},{other})." for one, other in sorted(set(self.links[name])))
        for name in sorted(self.numbers):
            yield from (f"{name}({one},{number!r})." for one, number in sorted(set(self.numbers[name])))

    def background(self, positives, negatives, as_smlbench):
        """Facts, comparisons and declarations for examples, given as IRIs."""
        lines, modes, body = list(self.lines()), ["modeh(1,target(+thing))"], []
        recall = 1 if as_smlbench else "*"
        for name in sorted({*self.classes, *self.truths}):
            modes.append(f"modeb(1,{name}(+thing))")
            body.append(f"{name}/1")
        for name in sorted(self.links):
            modes.append(f"modeb({recall},{name}(+thing,-thing))")
            body.append(f"{name}/2")
        for name in sorted(self.numbers):
            if as_smlbench:
                modes.append(f"modeb(1,{name}(+thing,#float))")
                body.append(f"{name}/2")
                continue
            thresholds = self.thresholds(name, positives, negatives)
            if not thresholds:
                continue
            lines += [f"{name}_cut({value!r})." for value in thresholds]
            for comparison, operator in (("gteq", ">="), ("lteq", "=<")):
                lines.append(f"{name}_{comparison}(X,V) :- {name}(X,W), {name}_cut(V), W {operator} V.")
                modes.append(f"modeb(*,{name}_{comparison}(+thing,#float))")
                body.append(f"{name}_{comparison}/2")
        declarations = [f":- {mode}." for mode in modes]
        declarations += [f":- determination(target/1,{predicate})." for predicate in body]
        return declarations, lines

    def thresholds(self, name, positives, negatives):
        """At most ten values: those that separate the examples best, or, of a property that no example has,
        such that as many values lie between any two."""
        labels = {self.individuals(iri): True for iri in positives}
        labels |= {self.individuals(iri): False for iri in negatives}
        values = sorted((value, labels[one]) for one, value in self.numbers[name] if one in labels)
        if not values:
            distinct = sorted({value for _, value in self.numbers[name]})
            places = {round(at * (len(distinct) - 1) / (MAX_THRESHOLDS + 1)) for at in range(1, MAX_THRESHOLDS + 1)}
            return [distinct[place] for place in sorted(places)]
        n_positives, seen, rated = sum(label for _, label in values), [0, 0], []
        for (value, label), (following, _) in zip(values, values[1:]):
            seen[label] += 1
            if value < following:
                sides = [tuple(seen), (len(values) - n_positives - seen[0], n_positives - seen[1])]
                rated.append((sum(sum(side) * entropy(side) for side in sides), between(value, following)))
        return sorted(middle for _, middle in sorted(rated)[:MAX_THRESHOLDS])


def between(low, high):
    """The middle of two numbers with few digits, where that is between them too."""
    middle = (low + high) / 2
    return rounded if low < (rounded := float(f"{middle:.6g}")) < high else middle


def entropy(counts):
    shares = [count / sum(counts) for count in counts if count]
    return -sum(share * math.log2(share) for share in shares)


def triples(files):
    """Everything that follows from some files, a line each."""
    program = shutil.which(os.environ.get("EVOLEARNER", "evolearner"))
    if program is None:
        sys.exit("error: there is no `evolearner` on the path: set EVOLEARNER to where it is")
    with tempfile.TemporaryDirectory() as folder:
        everything = Path(folder, "all.nt")
        subprocess.run([program, "materialize", *files, "-o", everything, "--quiet"], check=True)
        yield from everything.read_text(encoding="utf-8").splitlines()
