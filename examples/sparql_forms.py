#!/usr/bin/env python3
"""How long Oxigraph and Virtuoso take for the queries of learned concepts, and whether they answer rightly.

    pip install oxigraph
    apt-get install virtuoso-opensource-7-bin
    python examples/sparql_forms.py FOLDER --evolearner target/release/evolearner

Generates a family of 92,000 people, materialises it (1.4 million triples), learns on twelve problems with three
methods and draws 200 of the distinct concepts in their reports (`front` and `top`). Every concept is asked
in the form of `render --to sparql` that is chosen for the server (`sets` or `counts`); the answers are compared with
`retrieve`. Seconds are those of the processor in the server, since elapsed time depends on what else the machine
does; elapsed time is printed as well. A query that has used --limit seconds is ended with its server, which is
started again. The other forms are asked about --others concepts only, with the limit --others-limit. Rows are
appended to FOLDER/forms.tsv, and a second call goes on from there.
"""

import argparse
import csv
import http.client
import json
import os
import random
import re
import shutil
import signal
import socket
import statistics
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path

# Two years of birth between which half of the people are born are put in place of {early} and {late}.
TARGETS = {
    "uncle": "Male ⊓ (∃ hasSibling.Parent ⊔ ∃ married.∃ hasSibling.Parent)",
    "aunt": "Female ⊓ (∃ hasSibling.Parent ⊔ ∃ married.∃ hasSibling.Parent)",
    "cousin": "∃ hasParent.∃ hasSibling.∃ hasChild.⊤",
    "great-grandparent": "∃ hasChild.∃ hasChild.∃ hasChild.⊤",
    "three-daughters": "≥ 3 hasChild.Female",
    "sons-only": "Mother ⊓ ∀ hasChild.Male",
    "one-child": "Parent ⊓ ≤ 1 hasChild.⊤",
    "no-sister": "Male ⊓ ¬∃ hasSibling.Female",
    "large-family": "∃ hasParent.≥ 4 hasChild.⊤",
    "late-children": "Parent ⊓ ∃ hasChild.(birthYear ≥ {late})",
    "old-sibling": "(birthYear ≤ {late}) ⊓ ∃ hasSibling.(birthYear ≤ {early})",
    "in-law": "∃ married.(∃ hasSibling.Grandparent ⊔ ≥ 3 hasSibling.⊤)",
}
N_EXAMPLES = 150
# The share of examples in the wrong list: fronts then go on to long concepts.
NOISE = 0.05
RUNS = [("beam", 1), ("evolve", 1), ("evolve", 2), ("celoe", 1)]
# The form that is chosen for each server, and the others.
CHOSEN = [("oxigraph", "sets"), ("virtuoso", "counts")]
OTHERS = [("virtuoso", "bool"), ("virtuoso", "sets"), ("oxigraph", "bool"), ("oxigraph", "counts")]
# How many times its limit of processor time a query may take on a machine that does other work.
PATIENCE = 10
# How many concepts are made ready at a time.
AHEAD = 3
GRAPH = "http://example.org/family"
# Megabytes of address space of a server: some queries would take all memory of the machine.
MEMORY = 6000


class Tool:
    """The program `evolearner` in a folder."""

    def __init__(self, program: str, folder: Path):
        self.program, self.folder = str(Path(program).resolve()), folder

    def run(self, *arguments: str) -> str:
        done = subprocess.run(
            [self.program, *arguments], cwd=self.folder, check=True, capture_output=True, text=True
        )
        return done.stdout

    def instances(self, concept: str) -> list[str]:
        """The IRIs of the instances of a concept."""
        return json.loads(self.run("retrieve", "closed.snapshot", concept, "--format", "json", "-q"))["individuals"]


def prepare(tool: Tool, people: int) -> None:
    """The data, as triples and as a snapshot."""
    if (tool.folder / "closed.snapshot").exists():
        return
    tool.run("generate", "family", "--people", str(people), "-o", "family.nt", "-q")
    tool.run("materialize", "family.nt", "-o", "closed.nt", "-q")
    tool.run("snapshot", "closed.nt", "-o", "closed.snapshot", "-q")


def learned(tool: Tool, n_concepts: int) -> list[str]:
    """Distinct concepts of the reports, in an order by chance; kept in a file."""
    kept = tool.folder / "concepts.txt"
    if kept.exists():
        return kept.read_text().splitlines()[:n_concepts]
    years = sorted(int(year) for year in re.findall(r'birthYear> "(\d+)"', (tool.folder / "closed.nt").read_text()))
    early, late = years[len(years) // 4], years[len(years) * 3 // 4]
    everybody = tool.instances("⊤")
    found: set[str] = set()
    for name, target in TARGETS.items():
        members = set(tool.instances(target.format(early=early, late=late)))
        choice = random.Random(name)
        inside = choice.sample(sorted(members), N_EXAMPLES)
        outside = choice.sample(sorted(set(everybody) - members), N_EXAMPLES)
        n_wrong = int(N_EXAMPLES * NOISE)
        lists = {
            f"{name}-pos.txt": inside[n_wrong:] + outside[:n_wrong],
            f"{name}-neg.txt": outside[n_wrong:] + inside[:n_wrong],
        }
        for file, examples in lists.items():
            (tool.folder / file).write_text("\n".join(examples) + "\n")
        for method, seed in RUNS:
            report = tool.run(
                "learn", "closed.snapshot", "--positives", f"{name}-pos.txt", "--negatives", f"{name}-neg.txt",
                "--learner", method, "--seed", str(seed), "--timeout", "5s", "--estimate", "off", "--format", "json", "-q",
            )  # fmt: skip
            report = json.loads(report)
            rows = {row["concept"]["dl"] for row in report["front"] + report["top"]}
            print(f"{name}, {method}, seed {seed}: {len(rows)} concepts", flush=True)
            found |= rows - {"⊤", "⊥"}
    concepts = sorted(found)
    random.Random(1).shuffle(concepts)
    kept.write_text("\n".join(concepts) + "\n")
    return concepts[:n_concepts]


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def answers(request: urllib.request.Request, patience: int) -> tuple[set[str] | None, str]:
    """The IRIs of an answer, or what went wrong."""
    try:
        with urllib.request.urlopen(request, timeout=patience) as answer:
            rows = json.load(answer)["results"]["bindings"]
            return {row["x"]["value"] for row in rows}, ""
    except urllib.error.HTTPError as error:
        return None, "refused: " + " ".join(error.read(200).decode(errors="replace").split())
    except (OSError, ValueError, http.client.HTTPException) as error:
        return None, f"closed: {error}"


class Server:
    """A store on this machine with the family in it."""

    def __init__(self, folder: Path, limit: int):
        self.folder, self.limit = folder, limit
        self.process: subprocess.Popen | None = None

    def start(self, line: str, port: int, url: str, extra_ports: tuple[int, ...] = ()) -> None:
        self.url = url
        line = f"ulimit -v {MEMORY}000; exec {line}"
        log = (self.folder / "server.log").open("ab")
        self.process = subprocess.Popen(["sh", "-c", line], cwd=self.folder, stdout=log, stderr=log)
        for _ in range(1200):
            try:
                for one in (port, *extra_ports):
                    socket.create_connection(("127.0.0.1", one), 1).close()
                return
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        raise SystemExit(f"{line}: no server; see {self.folder}/server.log")

    def stop(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None

    def cpu(self) -> float:
        """Seconds of the processor that the server had so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def ask(self, query: str, limit: int) -> tuple[set[str] | None, float, float, str]:
        """The answers, seconds of the processor, elapsed seconds, and what went wrong."""
        if self.process is None or self.process.poll() is not None:
            self.up()
        form = {"query": query, "timeout": "0"}
        if self.graph:
            form["default-graph-uri"] = self.graph
        request = urllib.request.Request(
            self.url,
            urllib.parse.urlencode(form).encode(),
            {"Accept": "application/sparql-results+json"},
        )
        cpu, start = self.cpu(), time.monotonic()
        with ThreadPoolExecutor(1) as pool:
            answer = pool.submit(answers, request, self.limit * PATIENCE)
            is_late = False
            while not wait([answer], 0.05).done and not is_late:
                is_late = self.process.poll() is None and self.cpu() - cpu > limit
            elapsed = time.monotonic() - start
            has_ended = self.process.poll() is not None
            used = limit if has_ended else self.cpu() - cpu
            if is_late:
                # A closed connection does not end a query, but the end of the server does.
                self.stop()
            found, wrong = answer.result()
        if is_late or has_ended:
            found, wrong = None, "late" if is_late else "the server ended"
        if found is None:
            self.stop()
        return found, used, elapsed, wrong


class Oxigraph(Server):
    graph = ""

    def __init__(self, program: str, folder: Path, data: Path, limit: int):
        super().__init__(folder, limit)
        self.program = shutil.which(program) or program
        if not (folder / "loaded").exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            subprocess.run([self.program, "load", "--location", "store", "--file", data], cwd=folder, check=True)
            subprocess.run([self.program, "optimize", "--location", "store"], cwd=folder, check=True)
            (folder / "loaded").touch()

    def up(self) -> None:
        port = free_port()
        line = f"{self.program} serve-read-only --location store --bind 127.0.0.1:{port} --timeout-s {self.limit * PATIENCE}"
        self.start(line, port, f"http://127.0.0.1:{port}/query")


INI = """[Database]
DatabaseFile = v.db
ErrorLogFile = v.log
LockFile = v.lck
TransactionFile = v.trx
xa_persistent_file = v.pxa
FileExtend = 200
MaxCheckpointRemap = 2000
[TempDatabase]
DatabaseFile = t.db
TransactionFile = t.trx
MaxCheckpointRemap = 2000
[Parameters]
ServerPort = {sql}
DisableUnixSocket = 1
DirsAllowed = {data}
NumberOfBuffers = 100000
MaxDirtyBuffers = 60000
[HTTPServer]
ServerPort = {http}
ServerRoot = .
ServerThreads = 10
[SPARQL]
ResultSetMaxRows = 1000000
MaxQueryExecutionTime = {limit}
"""


class Virtuoso(Server):
    graph = GRAPH

    def __init__(self, programs: str, folder: Path, data: Path, limit: int):
        super().__init__(folder, limit)
        self.programs, self.data = programs, data
        if not (folder / "loaded").exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            self.up()
            script = (
                f"ld_dir('{data.parent}', '{data.name}', '{GRAPH}');\n"
                "rdf_loader_run();\nselect ll_error from DB.DBA.load_list;\ncheckpoint;\n"
            )
            isql = [f"{programs}isql-vt", str(self.sql), "dba", "dba"]
            subprocess.run(isql, input=script, text=True, check=True, stdout=subprocess.DEVNULL)
            (folder / "loaded").touch()

    def up(self) -> None:
        (self.folder / "v.lck").unlink(missing_ok=True)
        http, self.sql = free_port(), free_port()
        ini = INI.format(sql=self.sql, http=http, data=self.data.parent, limit=self.limit * PATIENCE)
        (self.folder / "v.ini").write_text(ini)
        line = f"{self.programs}virtuoso-t +foreground +configfile v.ini"
        self.start(line, http, f"http://127.0.0.1:{http}/sparql", (self.sql,))


COLUMNS = ["server", "form", "concept", "instances", "outcome", "cpu", "elapsed"]


Plan = list[tuple[str, str, list[str], int]]


def measure(tool: Tool, servers: dict[str, Server], plan: Plan, path: Path) -> list[dict[str, str]]:
    """Asks every concept in every form, but for those that the table has."""
    rows = list(csv.DictReader(path.open(), delimiter="\t")) if path.exists() else []
    known = {(row["server"], row["form"], row["concept"]) for row in rows}
    with path.open("a", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, delimiter="\t")
        if not rows:
            writer.writeheader()
        for server, form, concepts, limit in plan:
            left = [concept for concept in concepts if (server, form, concept) not in known]

            def prepared(concept: str, form: str = form) -> tuple[set[str], str]:
                query = tool.run(
                    "render", concept, "--to", "sparql", "--dialect", form, "--kb", "closed.snapshot", "-q"
                )
                return set(tool.instances(concept)), query

            # Answers and queries are made ready while the server works.
            pool = ThreadPoolExecutor(AHEAD)
            for concept, (expect, query) in zip(left, pool.map(prepared, left)):
                found, cpu, elapsed, wrong = servers[server].ask(query, limit)
                outcome = wrong or ("right" if found == expect else f"wrong: {len(found)}")
                values = [server, form, concept, len(expect), outcome, f"{cpu:.2f}", f"{elapsed:.2f}"]
                row = dict(zip(COLUMNS, map(str, values)))
                writer.writerow(row)
                file.flush()
                rows.append(row)
            servers[server].stop()
    return rows


def summarise(rows: list[dict[str, str]], plan: Plan) -> None:
    print("| server | form | right | wrong | no answer | median | 90 % | longest | longest, elapsed |")
    print("|---|---|---|---|---|---|---|---|---|")
    remarks = []
    for server, form, concepts, limit in plan:
        own = [row for row in rows if (row["server"], row["form"]) == (server, form) and row["concept"] in concepts]
        right = [row for row in own if row["outcome"] == "right"]
        failed = [row for row in own if row["outcome"] != "right"]
        n_wrong = sum(row["outcome"].startswith("wrong") for row in failed)
        # What has no answer takes longer than anything that has one.
        cpu = sorted([float(row["cpu"]) for row in right] + [float("inf")] * len(failed))
        shown = [statistics.median_low(cpu), cpu[len(cpu) * 9 // 10], cpu[-1]]
        times = " | ".join(f"> {limit}" if value > limit else f"{value:.2f}" for value in shown)
        elapsed = max((float(row["elapsed"]) for row in right), default=0)
        print(
            f"| {server} | {form} | {len(right)} of {len(own)} | {n_wrong} | {len(failed) - n_wrong}"
            f" | {times} | {elapsed:.1f} |"
        )
        remarks += [f"{server}, {form}: {row['outcome']} ({row['instances']}): {row['concept']}" for row in failed]
    print("\n".join(remarks))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--evolearner", default="evolearner", help="the program")
    parser.add_argument("--oxigraph", default="oxigraph", help="the program of the package oxigraph")
    parser.add_argument("--virtuoso", default="", help="the folder of virtuoso-t and isql-vt, with a slash at its end")
    parser.add_argument("--people", type=int, default=92_000)
    parser.add_argument("--concepts", type=int, default=200)
    parser.add_argument("--limit", type=int, default=60, help="seconds of one query")
    parser.add_argument("--others", type=int, default=20, help="concepts in the forms that are not chosen")
    parser.add_argument("--others-limit", type=int, default=10, help="seconds of one query in those forms")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    tool = Tool(arguments.evolearner, folder)
    prepare(tool, arguments.people)
    concepts = learned(tool, arguments.concepts)
    data = folder / "closed.nt"
    servers: dict[str, Server] = {
        "oxigraph": Oxigraph(arguments.oxigraph, folder / "oxigraph", data, arguments.limit),
        "virtuoso": Virtuoso(arguments.virtuoso, folder / "virtuoso", data, arguments.limit),
    }
    plan = [(*pair, concepts, arguments.limit) for pair in CHOSEN]
    plan += [(*pair, concepts[: arguments.others], arguments.others_limit) for pair in OTHERS]
    try:
        rows = measure(tool, servers, plan, folder / "forms.tsv")
    finally:
        for server in servers.values():
            server.stop()
    summarise(rows, plan)


if __name__ == "__main__":
    main()
