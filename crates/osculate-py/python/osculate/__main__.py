"""The command line: `python -m osculate`, which is the program `osculate`."""

import sys

from . import _osculate


def main() -> int:
    """Runs the command line on the arguments of the process, and gives the exit code."""
    sys.stdout.flush()
    return _osculate._command_line(["osculate", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
