"""The command line of the tool."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from pyaclnn.abi.headers import own_directory

from . import compare, sources, table, update


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.headers", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    writes = commands.add_parser("update", help="write headers/aclnnop from CANN's headers and the table")
    writes.add_argument("directories", nargs="*", type=Path, metavar="DIR", help="an include directory or a checkout")
    writes.add_argument("--headers", type=Path, default=own_directory(), help="the headers to update")
    writes.add_argument("--table", type=Path, default=table.PATH, help="operators that have no header in CANN")
    writes.add_argument("--remove", action="store_true", help="take out what the directories no longer have")
    writes.add_argument("--dry-run", action="store_true", help="only print")
    reads = commands.add_parser("compare", help="say what parses and binds in CANN's headers, and how ours differ")
    reads.add_argument("directories", nargs="+", type=Path, metavar="DIR", help="an include directory or a checkout")
    reads.add_argument("--counts", action="store_true", help="only counts")
    options = parser.parse_args(arguments)
    for directory in options.directories:
        if not directory.is_dir():
            parser.error(f"{directory} is no directory")
    if options.command == "compare":
        print(*compare.compare(options.directories).lines(details=not options.counts), sep="\n")
        return 0
    given = [sources.read(directory) for directory in options.directories]
    changes = update.update(
        options.headers / "aclnnop", given, table.rows(options.table), remove=options.remove, dry=options.dry_run
    )
    print(*changes.lines(), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
