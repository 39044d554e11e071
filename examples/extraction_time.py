#!/usr/bin/env python3
"""What fetching from a store costs beside the bare queries, and a run from the cache beside one from a file.

    pip install oxigraph
    python examples/extraction_time.py FOLDER DATA/carcinogenesis --evolearner target/release/evolearner

DATA/carcinogenesis has a file .owl and the lists pos.txt and neg.txt. The queries of `evolearner fragment` are recorded
by a proxy; then the same requests are sent by a plain client that reads the answers and does nothing with them, in
turn with `evolearner fragment`, and the shortest of --rounds times of each is printed. The processor time is that of
server and client together.
"""

import argparse
import http.client
import resource
import subprocess
import threading
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from sparql_forms import Oxigraph


class Recorder(BaseHTTPRequestHandler):
    """Passes requests on and keeps their bodies."""

    protocol_version = "HTTP/1.1"
    target = ""
    bodies: list[tuple[bytes, dict[str, str]]] = []

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name: self.headers[name] for name in ("Accept", "Accept-Encoding", "Content-Type")}
        headers = {name: value for name, value in headers.items() if value}
        self.bodies.append((body, headers))
        with urllib.request.urlopen(urllib.request.Request(self.target, body, headers)) as answer:
            content = answer.read()
            self.send_response(answer.status)
            for name in ("Content-Type", "Content-Encoding", "Server"):
                if answer.headers[name]:
                    self.send_header(name, answer.headers[name])
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *arguments: object) -> None:
        pass


def replay(url: str, requests: list[tuple[bytes, dict[str, str]]]) -> int:
    """Sends the requests over one connection; the number of bytes that came back."""
    address = urlsplit(url)
    connection = http.client.HTTPConnection(address.hostname, address.port)
    n_bytes = 0
    for body, headers in requests:
        connection.request("POST", address.path, body, headers)
        n_bytes += len(connection.getresponse().read())
    connection.close()
    return n_bytes


def own_cpu() -> float:
    """Processor time of this process and of those that it waited for."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def timed(server: Oxigraph | None, work) -> tuple[float, float]:
    """Elapsed seconds and seconds of the processor."""
    there = server.cpu() if server else 0.0
    start, here = time.monotonic(), own_cpu()
    work()
    elapsed, here = time.monotonic() - start, own_cpu() - here
    return elapsed, here + ((server.cpu() - there) if server else 0.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("problem", type=Path)
    parser.add_argument("--evolearner", default="evolearner")
    parser.add_argument("--oxigraph", default="oxigraph")
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    folder, problem = arguments.folder.resolve(), arguments.problem.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    program = str(Path(arguments.evolearner).resolve())
    (data,) = problem.glob("*.owl")
    plain = folder / "data.nt"
    subprocess.run([program, "materialize", data, "--inference", "none", "-o", plain, "-q"], check=True)
    server = Oxigraph(arguments.oxigraph, folder / "oxigraph", plain, 600)
    server.up()
    lists = [problem / "pos.txt", problem / "neg.txt"]
    around = ["--around", lists[0], "--around", lists[1]]
    examples = ["--positives", lists[0], "--negatives", lists[1]]
    fragment, cache = folder / "fragment.nt", folder / "cache"

    def run(*command: object) -> bytes:
        return subprocess.run([program, *map(str, command), "-q"], check=True, capture_output=True).stdout

    def fetch(url: str) -> None:
        run("fragment", url, *around, "--fetched", "-", "-o", fragment)

    try:
        Recorder.target = server.url
        proxy = ThreadingHTTPServer(("127.0.0.1", 0), Recorder)
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        fetch(f"http://127.0.0.1:{proxy.server_port}/query")
        proxy.shutdown()
        requests = list(Recorder.bodies)
        n_bytes = replay(server.url, requests)
        print(f"{len(requests)} requests, {n_bytes:,} bytes of answers, {fragment.stat().st_size:,} bytes of triples")
        learn = ["--estimate", "off", "--seed", 1]
        cached = ["learn", server.url, *examples, "--fetched", cache, *learn]
        file = ["learn", fragment, *examples, "--inference", "classes", *learn]
        run(*cached)
        works = {
            "the bare queries": (server, lambda: replay(server.url, requests)),
            "evolearner fragment": (server, lambda: fetch(server.url)),
            "learn, from the file": (None, lambda: run(*file)),
            "learn, from the cache": (None, lambda: run(*cached)),
        }
        best: dict[str, tuple[float, float]] = {}
        for _ in range(arguments.rounds):
            for name, (asked, work) in works.items():
                measured = timed(asked, work)
                best[name] = tuple(map(min, measured, best.get(name, measured)))
    finally:
        server.stop()
    for name, (elapsed, cpu) in best.items():
        print(f"{name}: {elapsed:.2f} s elapsed, {cpu:.2f} s of the processor")
    for index, what in enumerate(("elapsed", "processor")):
        ratio = best["evolearner fragment"][index] / best["the bare queries"][index]
        more = best["learn, from the cache"][index] - best["learn, from the file"][index]
        print(f"{what}: extraction {ratio:.2f} times the bare queries; from the cache {more:.2f} s more than from the file")


if __name__ == "__main__":
    main()
