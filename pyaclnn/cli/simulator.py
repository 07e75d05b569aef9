"""``pyaclnn simulator``: the simulator as shared libraries, and programs on it."""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from typing import Any

from ..errors import ArgumentValueError

_LAYOUTS = ("split", "single")


def add_to(topics: Any) -> None:
    """Adds the commands to the command line."""
    topic = topics.add_parser("simulator", help="build the simulator's libraries, or run a program on them")
    commands = topic.add_subparsers(required=True, metavar="COMMAND")

    build = commands.add_parser("build", help="write libascendcl.so and the other libraries into a directory")
    build.add_argument("directory", type=Path, help="where the tree goes: include/, lib64/, set_env.sh")
    build.add_argument(
        "--layout", choices=_LAYOUTS, default="split", help="operator libraries by topic, or one libopapi.so"
    )
    build.set_defaults(run=_build)

    run = commands.add_parser("run", help="compile a C or C++ file and run it on the simulator")
    run.add_argument("source", type=Path)
    run.add_argument("--flag", action="append", default=[], metavar="FLAG", help="passed to the compiler; repeatable")
    run.add_argument("arguments", nargs=argparse.REMAINDER, help="arguments of the program")
    run.set_defaults(run=_run)

    execute = commands.add_parser("exec", help="run a command with the simulator as its installed CANN")
    execute.add_argument("command", nargs=argparse.REMAINDER, help="the command after --")
    execute.set_defaults(run=_exec)


def _build(options: argparse.Namespace) -> int:
    from ..simulator.build import tree  # with all that it imports: not for other commands

    start = time.monotonic()
    built = tree.build(options.directory, options.layout)
    seconds = time.monotonic() - start
    libraries = ", ".join(p.name for p in sorted(built.libraries.glob("lib*.so")))
    print(f"wrote {built.root} in {seconds:.1f} s" if built.is_new else f"up to date: {built.root}")
    print(f"libraries: {libraries}")
    print(f"use it in a shell: source {built.root}/set_env.sh")
    if not tree.shared_python():
        print("this Python has no shared library (libpython3.*.so): only Python processes can use these libraries")
    return 0


def _run(options: argparse.Namespace) -> int:
    from ..simulator.build import program  # with all that it imports: not for other commands

    arguments = _without_dashes(options.arguments)
    return program.run(options.source, arguments, options.flag)


def _exec(options: argparse.Namespace) -> int:
    from ..simulator.build import program, tree  # with all that it imports: not for other commands

    command = _without_dashes(options.command)
    if not command:
        raise ArgumentValueError("exec needs a command: pyaclnn simulator exec -- COMMAND ARGUMENTS")
    built = tree.cached()
    environment = program.environment(built)
    try:
        os.execvpe(command[0], command, environment)
    except OSError as error:
        raise ArgumentValueError(f"can't run {command[0]}: {error.strerror}") from None


def _without_dashes(arguments: list[str]) -> list[str]:
    return arguments[1:] if arguments[:1] == ["--"] else arguments
