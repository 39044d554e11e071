"""Columns of numbers for individuals of a knowledge base, made without looking at labels.

What stands within two steps of an individual becomes columns:

- each class: 1 for members, else 0;
- each data property with numbers or booleans: the least and the greatest value;
- each role: the number of successors; of successors in each class; the least and the greatest value
  of each data property over all successors;
- each pair of roles, and each class: whether a path of two steps leads to a member.

A value that is missing is NaN. Which columns there are depends on the knowledge base alone, so that
examples to learn from and examples to test on have the same ones. Strings and dates are left out.
"""

import hashlib
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"
NUMBERS = ("double>", "float>", "decimal>", "integer>", "Integer>", "int>", "Int>", "long>", "Long>",
           "short>", "Short>", "byte>", "Byte>")


class Graph:
    """Everything that follows from a knowledge base, as `evolearner materialize` writes it."""

    def __init__(self, triples):
        ids, classes, members, edges, values = {}, {}, [], {}, {}
        for line in triples:
            subject, predicate, rest = line.split(" ", 2)
            subject = ids.setdefault(subject, len(ids))
            if predicate == TYPE:
                members.append((subject, classes.setdefault(rest[:-3], len(classes))))
            elif not rest.startswith('"'):
                target = ids.setdefault(rest[:-3], len(ids))
                edges.setdefault(predicate, []).append((subject, target))
            else:
                text, _, datatype = rest[1:-3].rpartition('"')
                if datatype.endswith("#boolean>"):
                    number = float(text in ("true", "1"))
                elif datatype.endswith(NUMBERS):
                    number = float(text.replace("INF", "inf"))
                else:
                    continue
                values.setdefault(predicate, []).append((subject, number))
        self.ids = ids
        # The first column stands for ⊤: every individual is a member.
        self.members = np.zeros((len(ids), 1 + len(classes)), np.float32)
        self.members[:, 0] = 1
        for subject, column in members:
            self.members[subject, 1 + column] = 1
        self.edges = [np.array(sorted(edges[role])) for role in sorted(edges)]
        # Twice as many columns as properties: least values, then greatest values with their sign
        # changed, so that the least one of both is what is wanted.
        self.values = np.full((len(ids), 2 * len(values)), np.nan, np.float32)
        for column, name in enumerate(sorted(values)):
            for subject, number in values[name]:
                for place, value in ((column, number), (column + len(values), -number)):
                    self.values[subject, place] = np.fmin(self.values[subject, place], value)

    def over_successors(self, edges, individuals, table, reduce):
        """One row per individual: the rows of its successors in `table` put together by `reduce`,
        NaN where it has none."""
        starts = np.searchsorted(edges[:, 0], individuals)
        ends = np.searchsorted(edges[:, 0], individuals, side="right")
        rows = np.full((len(individuals), table.shape[1]), np.nan, np.float32)
        for row, (start, end) in enumerate(zip(starts, ends)):
            if end > start:
                rows[row] = reduce(table[edges[start:end, 1]], axis=0)
        return rows

    def features(self, names):
        """The columns of these individuals, given as IRIs."""
        rows = np.array([self.ids[f"<{name}>"] for name in names])
        blocks = [self.members[rows, 1:], self.values[rows]]
        for role in self.edges:
            counts = self.over_successors(role, rows, self.members, np.add.reduce)
            blocks.append(np.nan_to_num(counts))
            blocks.append(self.over_successors(role, rows, self.values, np.fmin.reduce))
            near = np.unique(role[np.isin(role[:, 0], rows), 1])
            for further in self.edges:
                reached = np.zeros_like(self.members)
                if len(near):
                    found = self.over_successors(further, near, self.members, np.maximum.reduce)
                    reached[near] = np.nan_to_num(found)
                exists = self.over_successors(role, rows, reached, np.maximum.reduce)
                blocks.append(np.nan_to_num(exists))
        return np.hstack(blocks)


def load(files):
    """The graph of these files. It is kept in the user's cache: reading a large knowledge base takes
    longer than learning from it, and every fold has the same one."""
    program = shutil.which(os.environ.get("EVOLEARNER", "evolearner"))
    if program is None:
        sys.exit("error: there is no `evolearner` on the path: set EVOLEARNER to where it is")
    digest = hashlib.sha256(f"{os.stat(program).st_size} {os.stat(program).st_mtime_ns}".encode())
    for file in (Path(__file__), *files):
        digest.update(file.read_bytes())
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "evolearner-features"
    kept = cache / f"{digest.hexdigest()[:24]}.pickle"
    if kept.exists():
        return pickle.loads(kept.read_bytes())
    with tempfile.TemporaryDirectory() as folder:
        everything = Path(folder, "all.nt")
        command = [program, "materialize", *files, "-o", everything, "--quiet"]
        subprocess.run(command, check=True)
        with everything.open(encoding="utf-8") as triples:
            graph = Graph(triples)
    cache.mkdir(parents=True, exist_ok=True)
    # Several folds may do this at once: whole files only.
    with tempfile.NamedTemporaryFile(dir=cache, delete=False) as file:
        pickle.dump(graph, file)
    os.replace(file.name, kept)
    return graph
