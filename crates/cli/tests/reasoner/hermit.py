"""Runs the Java programs of this folder with HermiT."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
HERMIT = Path(find_spec("owlready2").origin).parent / "hermit" / "HermiT.jar"
# Most runs end within seconds: several threads that collect garbage would cost more than they save.
OPTIONS = ["-Xmx3000m", "-XX:+UseSerialGC"]


class Program:
    """A program that is compiled once, and run for each knowledge base."""

    def __init__(self, name):
        self.name = name
        self.classes = TemporaryDirectory()
        source = HERE / f"{name}.java"
        subprocess.run(["javac", "-cp", HERMIT, "-d", self.classes.name, source], check=True)

    def lines(self, what, *arguments):
        """What it prints; its failure, about `what`, ends the check."""
        path = os.pathsep.join([str(HERMIT), self.classes.name])
        command = ["java", *OPTIONS, "-cp", path, self.name, *arguments]
        run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
        if run.returncode:
            sys.exit(f"{what}: HermiT failed\n{run.stderr.strip()[-2000:]}")
        return run.stdout.splitlines()
