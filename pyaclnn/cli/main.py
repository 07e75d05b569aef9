"""The ``pyaclnn`` command."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from ..errors import PyaclnnError
from . import doctor, operators, simulator


def parser() -> argparse.ArgumentParser:
    """The command line: each topic adds its own commands."""
    top = argparse.ArgumentParser(
        prog="pyaclnn", description="aclnn operators of Huawei's CANN, with or without an NPU"
    )
    topics = top.add_subparsers(dest="topic", required=True, metavar="COMMAND")
    operators.add_to(topics)
    doctor.add_to(topics)
    simulator.add_to(topics)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code: 0 done, 1 failed, 2 wrong usage."""
    options = parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except PyaclnnError as error:
        print(f"pyaclnn: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
