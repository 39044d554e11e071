"""The program ``evolearner``, which installing the package puts on the path."""

import signal
import sys

from evolearner._evolearner import run_command


def main() -> int:
    """Run the command line with the arguments of this process; return its exit status."""
    # Python's handler only leaves a note for the interpreter, which does not run until the command has
    # ended: without it, Ctrl-C ends the process, and commands that listen for it set their own.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run_command(["evolearner", *sys.argv[1:]])
