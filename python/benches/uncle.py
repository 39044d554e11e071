"""What learning costs from Python, compared with the command line in the same run.

    python python/benches/uncle.py path/to/evolearner [rounds]

The problem is Uncle of the family benchmark, found through EVOLEARNER_DATA. Both sides load the
knowledge base, evolve 800 candidates over 200 generations on one thread, and have the whole
report at the end. Rounds alternate, so that a busy machine slows both; medians are compared.
"""

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

IN_PYTHON = """
import sys, time
start = time.perf_counter()
import evolearner
imported = time.perf_counter()
import numpy
ready = time.perf_counter()
folder, seed = sys.argv[1:]
lines = lambda name: open(f"{folder}/{name}").read().split()
kb = evolearner.KnowledgeBase(f"{folder}/family.owl")
problem = evolearner.PosNegLPStandard(lines("pos.txt"), lines("neg.txt"))
learner = evolearner.EvoLearner(kb, learner="evolve", random_state=int(seed)).fit(problem)
done = time.perf_counter()
print(imported - start, done - ready, learner.concept_.render("functional"), sep="\\n")
"""


def main() -> None:
    program = sys.argv[1]
    n_rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 15
    data = Path(os.environ.get("EVOLEARNER_DATA") or "../shared/datasets") / "family"
    by_command, in_python, importing = [], [], []
    for seed in range(1, n_rounds + 1):
        command = [program, "learn", str(data / "family.owl"), "--positives", str(data / "pos.txt")]
        command += ["--negatives", str(data / "neg.txt"), "--seed", str(seed), "--threads", "1"]
        command += ["--learner", "evolve", "--estimate", "off"]
        start = time.perf_counter()
        report = subprocess.run([*command, "--format", "json"], check=True, capture_output=True)
        by_command.append(time.perf_counter() - start)
        # From a folder where the installed package is not hidden by its sources.
        script = [sys.executable, "-c", IN_PYTHON, str(data.resolve()), str(seed)]
        printed = subprocess.run(script, check=True, capture_output=True, text=True, cwd="/").stdout
        seconds_import, seconds, concept = printed.splitlines()
        importing.append(float(seconds_import))
        in_python.append(float(seconds))
        same = json.loads(report.stdout)["best"]["concept"]["functional"] == concept
        assert same, f"seed {seed}: Python and the command line disagree"
    command, python = statistics.median(by_command), statistics.median(in_python)
    print(f"command line, whole process  {command:.4f} s")
    print(f"Python, loading and learning {python:.4f} s  ({python / command:.3f} of it)")
    print(f"import evolearner            {statistics.median(importing):.4f} s")


if __name__ == "__main__":
    main()
