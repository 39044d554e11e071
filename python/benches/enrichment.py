"""Whether enrichment finds again what was taken away.

    python python/benches/enrichment.py DATA

DATA is the folder of benchmark data. It needs the package `evolearner`, rdflib, and the program `evolearner`
on the path or as EVOLEARNER. Prints the tables of docs/enrich.md:

- definitions are removed, memberships kept: which come back among the first three suggestions. One came
  back if it has the instances of the class in another knowledge base of the same generator; of files,
  in the file itself;
- with the definitions in place: how many suggestions follow already. An axiom C ⊑ D follows if a new
  individual of C, about which nothing else is stated, is an instance of D in every model of the axioms;
- memberships of each definable class are flipped: who is suspect. Once a twentieth of its members are taken out
  and as many others are put in; once a twentieth of all individuals are flipped, which for a small class
  are many more than it has members.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import rdflib
from rdflib.namespace import OWL, RDF, RDFS

from evolearner import KnowledgeBase

PROGRAM = os.environ.get("EVOLEARNER", "evolearner")
SCHEMA = (str(OWL), str(RDF), str(RDFS))
FAMILY = ["Parent", "Father", "Mother", "Grandparent", "Grandfather", "Grandmother", "Child", "Son", "Daughter",
          "Grandchild", "Grandson", "Granddaughter", "PersonWithASibling", "Brother", "Sister"]
FLIPPED = 0.05


def run(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments), "--quiet"], check=True, capture_output=True, text=True).stdout


def parsed(file):
    graph = rdflib.Graph()
    graph.parse(file, format={".nt": "nt", ".owl": "xml", ".ttl": "turtle"}[Path(file).suffix])
    return graph


def materialized(file, folder):
    out = folder / f"{Path(file).stem}-all.nt"
    run("materialize", file, "-o", out)
    return parsed(out)


def write(graph, file):
    graph.serialize(file, format="nt", encoding="utf-8")
    return file


def local(iri):
    return str(iri).rpartition("#")[2] or str(iri).rpartition("/")[2]


def individuals_of(everything):
    types = everything.triples((None, RDF.type, None))
    return {subject for subject, _, kind in types if not str(kind).startswith(SCHEMA)}


def enrich(file, classes=()):
    chosen = [word for name in classes for word in ("--class", name)]
    return json.loads(run("enrich", file, *chosen, "--timeout", "none", "--format", "json"))


def without_definitions(file, folder):
    """The file without definitions and with everything that followed from them, and what was defined."""
    graph, everything = parsed(file), materialized(file, folder)
    individuals = individuals_of(everything)
    counts = {}
    for _, _, kind in everything.triples((None, RDF.type, None)):
        counts[kind] = counts.get(kind, 0) + 1
    defined = set()
    for subject, _, other in list(graph.triples((None, OWL.equivalentClass, None))):
        graph.remove((subject, OWL.equivalentClass, other))
        defined |= {one for one in (subject, other) if isinstance(one, rdflib.URIRef)}
    for triple in everything:
        graph.add(triple)
    # A class of all individuals cannot be told from others.
    fits = {one for one in defined if 5 <= counts.get(one, 0) < len(individuals)}
    return write(graph, folder / "removed.nt"), sorted(map(str, fits))


def recovered(report, classes, other):
    """The classes that one of the first three definitions describes in another knowledge base."""
    suggestions = {one["iri"]: one["equivalent"][:3] for one in report["classes"]}
    def comes_back(iri):
        expected = other.instances(iri)
        return any(other.instances(one["concept"]["functional"]) == expected for one in suggestions.get(iri, []))
    return [iri for iri in classes if comes_back(iri)]


def already_entailed(file, folder):
    """How many suggestions there are with all definitions in place, and which of them follow from the axioms."""
    report = enrich(file)
    graph = parsed(file)
    individuals = individuals_of(materialized(file, folder))
    schema = rdflib.Graph()
    for triple in graph:
        if triple[0] not in individuals:
            schema.add(triple)
    for one in report["classes"]:
        schema.add((rdflib.URIRef("urn:new#" + local(one["iri"])), RDF.type, rdflib.URIRef(one["iri"])))
    axioms = write(schema, folder / "schema.nt")
    n, follow = 0, []
    for one in report["classes"]:
        for suggestion in one["equivalent"] + one["superclasses"]:
            n += 1
            new = "urn:new#" + local(one["iri"])
            is_superclass = suggestion in one["superclasses"]
            said = run("explain", axioms, suggestion["concept"]["functional"], new, "--world", "--format", "json")
            verdict = json.loads(said)
            verdict = verdict[0] if isinstance(verdict, list) else verdict
            # Of a definition the other half would have to follow as well, which is not looked at.
            if is_superclass and verdict["world"] == "entailed":
                follow.append(f"{local(one['iri'])} ⊑ {suggestion['concept']['dl']}")
    return n, follow


def of_members(dice, people, members):
    """As many members as others, a twentieth of the members each."""
    n = max(1, round(FLIPPED * len(members)))
    return dice.sample(sorted(members), n) + dice.sample([one for one in people if one not in members], n)


def of_all(dice, people, members):
    """A twentieth of all individuals."""
    return dice.sample(people, round(FLIPPED * len(people)))


def suspects(file, classes, folder, choose):
    """Of each class and of all: its members before, how many memberships were flipped, how many suspects
    there are, and how many of these were flipped."""
    everything = materialized(file, folder)
    people = sorted(individuals_of(everything))
    dice, flipped, n_members = random.Random(5), {}, {}
    for iri in classes:
        members = {person for person in everything.subjects(RDF.type, rdflib.URIRef(iri))}
        n_members[iri] = len(members)
        chosen = choose(dice, people, members)
        flipped[iri] = {str(person) for person in chosen}
        for person in chosen:
            triple = (person, RDF.type, rdflib.URIRef(iri))
            everything.remove(triple) if triple in everything else everything.add(triple)
    report = enrich(write(everything, folder / "flipped.nt"), [local(iri) for iri in classes])
    rows = {}
    for one in report["classes"]:
        iri, listed = one["iri"], {suspect["individual"] for suspect in one["suspects"]}
        figures = (n_members[iri], len(flipped[iri]), len(listed), len(listed & flipped[iri]))
        rows[local(iri)] = figures
    rows["all"] = tuple(map(sum, zip(*rows.values())))
    return rows


def main(data):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        small, large = folder / "family.nt", folder / "family2.nt"
        run("generate", "family", "--people", "200", "-o", small)
        run("generate", "family", "--people", "1000", "--seed", "9", "-o", large)
        one, two = folder / "university.nt", folder / "university2.nt"
        run("generate", "university", "-o", one)
        run("generate", "university", "--seed", "9", "-o", two)
        namespace = "http://evolearner.org/family#"
        family = [namespace + name for name in FAMILY]
        print("| knowledge base | removed | came back | not found |\n|---|---|---|---|", flush=True)
        sources = [("family", small, large), ("university", one, two)]
        sources += [(name, data / "small" / name / f"{name}.owl", None) for name in ("arch", "moral_43")]
        total = found = 0
        for name, file, other in sources:
            if name == "family":
                removed, classes = small, family
            else:
                removed, classes = without_definitions(file, folder)
            back = recovered(enrich(removed), classes, KnowledgeBase(other or file))
            missing = ", ".join(local(iri) for iri in classes if iri not in back)
            print(f"| {name} | {len(classes)} | {len(back)} | {missing} |", flush=True)
            total, found = total + len(classes), found + len(back)
        print(f"| all | {total} | {found} ({found / total:.0%}) | |\n")
        print("| knowledge base | suggestions | superclasses that follow already |\n|---|---|---|", flush=True)
        for name, file, _ in sources:
            n, follow = already_entailed(file, folder)
            print(f"| {name} | {n} | {len(follow)} {'; '.join(follow[:5])} |", flush=True)
        print("\n| knowledge base | flipped of | class | members | flipped | suspects | precision | recall |")
        print("|---|---|---|---|---|---|---|---|", flush=True)
        run("generate", "family", "--people", "300", "--seed", "4", "-o", small)
        _, defined = without_definitions(one, folder)
        for name, file, classes in (("family", small, family), ("university", one, defined)):
            for word, choose in (("members", of_members), ("all", of_all)):
                for label, figures in suspects(file, classes, folder, choose).items():
                    right, listed, n_flipped = figures[3], figures[2], figures[1]
                    quality = f"{right / max(1, listed):.2f} | {right / max(1, n_flipped):.2f}"
                    print(f"| {name} | {word} | {label} | {' | '.join(map(str, figures[:3]))} | {quality} |", flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
