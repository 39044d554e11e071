#!/usr/bin/env python3
"""The packages of Debian: what they depend on, what they are built from, and their debtags.

    apt-cache dumpavail > Packages
    python examples/debian.py Packages debian

Reads the control file that apt keeps of every repository (apt-cache prints it; a mirror has it as
dists/stable/main/binary-amd64/Packages.xz). Written are packages.nt and two problems about programs, which
ask for what the dependencies show: of a program itself neither section, source nor tags are written.
"""

import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

OWN = "http://example.org/debian#"
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
SUBCLASS = "http://www.w3.org/2000/01/rdf-schema#subClassOf"
INTEGER = "http://www.w3.org/2001/XMLSchema#integer"

# Tags that are kept of packages that are no programs.
FACETS = {"role", "implemented-in", "devel", "uitoolkit", "protocol", "culture", "hardware"}
RELATIONS = {"Depends": "dependsOn", "Recommends": "recommends", "Suggests": "suggests"}
N_EXAMPLES = 100


def stanzas(path: str) -> Iterator[dict[str, str]]:
    fields: dict[str, str] = {}
    name = ""
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith((" ", "\t")):
                fields[name] = fields.get(name, "") + line.strip()
            elif ":" in line:
                name, value = line.split(":", 1)
                fields[name] = value.strip()
            elif fields:
                yield fields
                fields = {}
    if fields:
        yield fields


def iri(kind: str, name: str) -> str:
    # A class has a name that every notation can write as it is.
    name = re.sub(r"[^A-Za-z0-9-]", "_", name) if kind else quote(name, safe="")
    return f"<{OWN}{kind}{name}>"


def section(fields: dict[str, str]) -> str:
    # contrib/games is games.
    return fields.get("Section", "none").split("/")[-1]


def main(control: str, folder: str) -> None:
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    packages = {fields["Package"]: fields for fields in stanzas(control) if "Package" in fields}
    # The source is named only where it differs from the package.
    source = {name: fields.get("Source", name).split()[0] for name, fields in packages.items()}
    n_built = Counter(source.values())
    tags = {
        name: {tag.strip() for tag in fields.get("Tag", "").split(",") if tag.strip()}
        for name, fields in packages.items()
    }
    labels: dict[str, str] = {}
    with open(target / "packages.nt", "w", encoding="utf-8") as out:
        for name, fields in packages.items():
            me = iri("", name)
            is_program = "role::program" in tags[name]
            classes = {f"<{OWN}Program>"} if is_program else {iri("Section_", section(fields))}
            if n_built[source[name]] > 1 and not is_program:
                classes.add(iri("From_", source[name]))
                labels[iri("From_", source[name])] = f"package of {source[name]}"
            for tag in set() if is_program else tags[name]:
                facet, _, value = tag.partition("::")
                if facet in FACETS:
                    classes.add(iri("Tag_", f"{facet}_{value}"))
                    labels[iri("Tag_", f"{facet}_{value}")] = tag
            labels[me] = name
            out.write(f"{me} <{TYPE}> <{OWN}Package> .\n")
            out.writelines(f"{me} <{TYPE}> {one} .\n" for one in sorted(classes))
            if fields.get("Installed-Size", "").isdigit():
                out.write(f'{me} <{OWN}installedKiB> "{fields["Installed-Size"]}"^^<{INTEGER}> .\n')
            for field, relation in RELATIONS.items():
                others = re.split(r"[,|]", fields.get(field, "") + "," + fields.get("Pre-" + field, ""))
                known = {other.strip().split(" ")[0].split(":")[0] for other in others} & packages.keys()
                out.writelines(f"{me} <{OWN}{relation}> {iri('', other)} .\n" for other in sorted(known - {name}))
        for one in sorted({section(fields) for fields in packages.values()}):
            labels[iri("Section_", one)] = f"package in {one}"
            out.write(f"{iri('Section_', one)} <{SUBCLASS}> <{OWN}Package> .\n")
        out.writelines(f'{one} <{LABEL}> "{label}" .\n' for one, label in sorted(labels.items()))

    programs = sorted(name for name, some in tags.items() if "role::program" in some)
    graphical = {name for name in programs if tags[name] & {"interface::graphical", "interface::x11"}}
    textual = {name for name in programs if tags[name] & {"interface::commandline", "interface::text-mode"}}
    games = {name for name in programs if "use::gameplaying" in tags[name]}
    problems = {
        "graphical": (graphical - textual, textual - graphical),
        "game": (games & graphical, graphical - games),
    }
    for problem, sides in problems.items():
        for side, some in zip(("pos", "neg"), sides, strict=True):
            chosen = sorted(random.Random(problem).sample(sorted(some), N_EXAMPLES))
            lines = (f"{iri('', name)[1:-1]}\n" for name in chosen)
            (target / f"{problem}-{side}.txt").write_text("".join(lines), encoding="utf-8")
        print(f"{problem}: {N_EXAMPLES} of {len(sides[0])} positives, {N_EXAMPLES} of {len(sides[1])} negatives")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
