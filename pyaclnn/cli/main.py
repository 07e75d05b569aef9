"""The ``pyaclnn`` command."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from ..errors import PyaclnnError
from . import doctor, operators, simulator, translate


def parser() -> argparse.ArgumentParser:
    """The command line: each topic adds its own commands."""
    top = argparse.ArgumentParser(
        prog="pyaclnn", description="aclnn operators of Huawei's CANN, with or without an NPU"
    )
    topics = top.add_subparsers(dest="topic", required=True, metavar="COMMAND")
    operators.add_to(topics)
    doctor.add_to(topics)
    simulator.add_to(topics)
    translate.add_to(topics)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code: 0 done, 1 failed, 2 wrong usage."""
    options = parser().parse_args(arguments)
    try:
        code = int(options.run(options))
        sys.stdout.flush()
        return code
    except PyaclnnError as error:
        print(f"pyaclnn: {error}", file=sys.stderr)
    except ModuleNotFoundError as error:
        package = (error.name or "").split(".")[0]
        print(f"pyaclnn: the Python package {package} is missing; see: pyaclnn doctor", file=sys.stderr)
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


if __name__ == "__main__":
    sys.exit(main())
