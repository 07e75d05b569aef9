"""The tree on disk: when it is built, when it is reused, what it never touches; the commands around it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pyaclnn.abi.headers import HeaderDirectory, own_headers
from pyaclnn.abi.library import BUILD_STAMP, CannLibraries, find_installation
from pyaclnn.cli.main import main
from pyaclnn.errors import BuildError
from pyaclnn.simulator.build import program
from pyaclnn.simulator.build import tree as build
from pyaclnn.simulator.build.tree import Tree

from .building import compile_c, run

_INPUTS = build._inputs
HELLO = """
#include <cstdio>
#include "acl/acl.h"
int main(int count, char **arguments)
{
    std::printf("%d", aclInit(nullptr));
    for (int i = 1; i < count; i++) std::printf(" %s", arguments[i]);
    return count;
}
"""


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of the package may be edited while the tests run: to these tests they don't change."""
    monkeypatch.setattr(build, "_inputs", list)


def test_what_libraries_are_made_from() -> None:
    names = {p.name for p in _INPUTS()}
    assert {"aclnn_add.h", "acl_rt.h", "gate.c", "bridge.c", "clients.tsv", "sources.py", "scanner.py"} <= names


def files(tree: Tree) -> dict[str, int]:
    return {str(p): p.stat().st_mtime_ns for p in tree.root.rglob("*") if p.is_file()}


@pytest.fixture
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tree: Tree) -> Path:
    """A cache of one's own; it needs a compiler, so that the fixture ``tree`` comes first."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_building_takes_seconds(tmp_path: Path, tree: Tree) -> None:
    """All functions, headers and the gate; the bound is a minute."""
    start = time.monotonic()
    assert build.build(tmp_path / "tree").is_new
    assert time.monotonic() - start < 60


def test_the_cached_tree_is_reused(cache: Path) -> None:
    first = build.cached()
    before = files(first)
    second = build.cached()
    assert (first.is_new, second.is_new) == (True, False)
    assert second.root == first.root
    assert first.root.is_relative_to(cache)
    assert files(second) == before
    assert first.root.stat().st_mode & 0o77 == 0, "others must not write what this user will run"


def test_each_layout_has_its_own_cached_tree(cache: Path) -> None:
    assert build.cached("single").root != build.cached("split").root


@pytest.fixture
def changed_headers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> HeaderDirectory:
    """A copy of the headers that can be changed."""
    copy = tmp_path / "headers"
    shutil.copytree(own_headers().path, copy)
    directory = HeaderDirectory(copy, annotated=True)
    monkeypatch.setattr(build, "own_headers", lambda: directory)
    monkeypatch.setattr(build, "_inputs", lambda: sorted(copy.rglob("*.h")))
    return directory


def test_changed_headers_are_built_again(cache: Path, changed_headers: HeaderDirectory) -> None:
    first = build.cached()
    header = changed_headers.path / "aclnnop" / "aclnn_add.h"
    header.write_text(header.read_text() + "/* changed */\n")
    second = build.cached()
    assert (second.is_new, second.root) == (True, first.root)
    assert (second.includes / "aclnnop" / "aclnn_add.h").read_text().endswith("/* changed */\n")
    assert not build.cached().is_new


@pytest.mark.parametrize(
    ("name", "value"),
    [("__version__", "999"), ("shared_python", lambda: ""), ("_paths", lambda: ["/elsewhere"])],
)
def test_another_package_is_built_again(
    tmp_path: Path, tree: Tree, monkeypatch: pytest.MonkeyPatch, name: str, value: object
) -> None:
    build.build(tmp_path / "tree")
    monkeypatch.setattr(build, name, value)
    assert build.build(tmp_path / "tree").is_new
    assert not build.build(tmp_path / "tree").is_new


def test_a_moved_tree_is_built_again(tmp_path: Path, tree: Tree) -> None:
    """set_env.sh has the path in it."""
    build.build(tmp_path / "one").root.rename(tmp_path / "two")
    assert build.build(tmp_path / "two").is_new
    assert "/one" not in (tmp_path / "two" / "set_env.sh").read_text()


def test_a_tree_changes_its_layout(tmp_path: Path, tree: Tree) -> None:
    """Never both sets of operator libraries in one tree."""
    for layout in ("split", "single", "split"):
        built = build.build(tmp_path / "tree", layout)
        found = {p.name for p in built.libraries.glob("libopapi*")}
        assert found == (
            {"libopapi.so"} if layout == "single" else {f"libopapi_{t}.so" for t in ("cv", "math", "nn", "transformer")}
        )


def test_an_unknown_layout(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="allowed are split, single"):
        build.build(tmp_path, "both")


@pytest.mark.parametrize("name", ["include", "lib64", "notes.txt"])
def test_a_directory_of_someone_else(tmp_path: Path, name: str) -> None:
    """A system directory has lib64 and include too: they are not replaced."""
    (tmp_path / name).mkdir()
    (tmp_path / name / "theirs").write_text("theirs")
    with pytest.raises(BuildError, match="is not empty"):
        build.build(tmp_path)
    assert [p.name for p in tmp_path.rglob("*")] == [name, "theirs"]


def test_a_file_instead_of_a_directory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BuildError, match="is a file"):
        build.build(tmp_path / "file")


def test_a_failed_build_leaves_the_old_tree(tmp_path: Path, tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    """It runs on, and the next build tries again."""
    built = build.build(tmp_path / "tree")
    program_ = compile_c(HELLO, tmp_path, built)
    monkeypatch.setattr(build, "__version__", "999")
    monkeypatch.setenv("CC", "false")
    with pytest.raises(BuildError, match="false -shared"):
        build.build(tmp_path / "tree")
    assert run([program_], {}).out == "0"
    monkeypatch.undo()
    assert build.build(tmp_path / "tree").is_new
    assert sorted(p.name for p in built.root.iterdir() if p.name.startswith(".")) == [BUILD_STAMP, build._LOCK]


def test_processes_that_build_at_once(tmp_path: Path, tree: Tree) -> None:
    command = [sys.executable, "-m", "pyaclnn", "simulator", "build", str(tmp_path / "tree")]
    root = Path(__file__).resolve().parents[2]
    with ThreadPoolExecutor(3) as pool:
        outcomes = list(pool.map(lambda _: run(command, dict(os.environ), cwd=root), range(3)))
    assert [o.code for o in outcomes] == [0, 0, 0], outcomes
    assert sum("wrote" in o.out for o in outcomes) == 1


def test_a_path_with_spaces_and_quotes(tmp_path: Path, tree: Tree) -> None:
    built = build.build(tmp_path / 'a tree\'s "home" $HOME')
    program_ = compile_c(HELLO, tmp_path, built)
    script = '. "$1"/set_env.sh; "$2"; printf " %s" "$ASCEND_HOME_PATH"'
    outcome = run(["sh", "-c", script, "sh", built.root, program_], {"PATH": os.environ["PATH"]})
    assert (outcome.out, outcome.err) == (f"0 {built.root}", "")


@pytest.mark.parametrize("shell", ["sh", "bash"])
def test_set_env(tree: Tree, tmp_path: Path, shell: str) -> None:
    """A program linked without a run path, and this package, find the tree once set_env.sh is sourced."""
    source, output = tmp_path / "hello.cpp", tmp_path / "hello"
    source.write_text(HELLO)
    subprocess.run(["c++", f"-I{tree.includes}", source, "-o", output, f"-L{tree.libraries}", "-lascendcl"], check=True)
    assert run([output], {}).code == 127, "not found without it"
    script = '. "$1"/set_env.sh; "$2"; echo " $ASCEND_TOOLKIT_HOME $ASCEND_OPP_PATH $LD_LIBRARY_PATH"'
    outcome = run([shell, "-uc", script, shell, tree.root, output], {"PATH": os.environ["PATH"]})
    assert outcome.out == f"0 {tree.root} {tree.root}/opp {tree.libraries}\n"
    found = find_installation({"ASCEND_HOME_PATH": str(tree.root)})
    assert found.root == tree.root
    assert found.includes == (tree.includes,)


def test_the_package_finds_what_it_needs(tree: Tree) -> None:
    from cffi import FFI

    found = find_installation({"ASCEND_HOME_PATH": str(tree.root)})
    assert [p.name for p in found.operators] == [f"libopapi_{t}.so" for t in ("math", "nn", "cv", "transformer")]
    libraries = CannLibraries(FFI(), found)
    assert libraries.origin("aclrtMalloc") == str(tree.libraries / "libascendcl.so")
    assert libraries.origin("aclCreateTensor") == str(tree.libraries / "libnnopbase.so")


# -- the commands


def test_build_prints_the_time(tmp_path: Path, tree: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulator", "build", str(tmp_path / "tree"), "--layout", "single"]) == 0
    text = capsys.readouterr().out
    assert text.startswith(f"wrote {tmp_path / 'tree'} in ")
    assert "libopapi.so" in text
    assert main(["simulator", "build", str(tmp_path / "tree"), "--layout", "single"]) == 0
    assert capsys.readouterr().out.startswith(f"up to date: {tmp_path / 'tree'}\n")


def test_run(cache: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Arguments go to the program, its exit code is the command's."""
    source = tmp_path / "hello.cpp"
    source.write_text(HELLO)
    assert main(["simulator", "run", str(source), "one", "--two"]) == 3
    assert capfd.readouterr().out == "0 one --two"
    assert main(["simulator", "run", "--flag=-DX=1", str(source), "--", "one"]) == 2
    assert capfd.readouterr().out == "0 one"


def test_run_of_what_counts_on_an_older_compilers_headers(cache: Path, tmp_path: Path) -> None:
    """GCC 7 has std::array with <tuple>, and so with <memory>."""
    source = tmp_path / "array.cpp"
    source.write_text("#include <memory>\nint main() { return std::array<int, 3>().size(); }\n")
    assert main(["simulator", "run", str(source)]) == 3


def test_run_reports_signals(cache: Path, tmp_path: Path) -> None:
    source = tmp_path / "crash.c"
    source.write_text("#include <stdlib.h>\nint main(void) { abort(); }\n")
    assert program.run(source) == 128 + 6


def test_run_shows_what_does_not_compile(cache: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "wrong.cpp"
    source.write_text("int main() { return undeclared; }\n")
    assert main(["simulator", "run", str(source)]) == 1
    assert "undeclared" in capsys.readouterr().err


def test_run_without_a_file(cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulator", "run", "nosuch.cpp"]) == 1
    assert "there is no file nosuch.cpp" in capsys.readouterr().err


def test_run_without_a_shared_python(
    cache: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build, "shared_python", lambda: "")
    assert main(["simulator", "run", str(tmp_path / "any.cpp")]) == 1
    assert "apt install libpython3-dev" in capsys.readouterr().err


def exec_in_process(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "pyaclnn", "simulator", "exec", *arguments]


def test_exec(cache: Path, tmp_path: Path) -> None:
    """The command sees the tree as the installed CANN, and what was on the library path before."""
    root = Path(__file__).resolve().parents[2]
    environ = {**os.environ, "LD_LIBRARY_PATH": "/elsewhere"}
    script = 'echo "$ASCEND_HOME_PATH $LD_LIBRARY_PATH"; exit 5'
    outcome = run(exec_in_process("--", "sh", "-c", script), environ, cwd=root)
    tree = build.cached()
    assert (outcome.code, outcome.out) == (5, f"{tree.root} {tree.libraries}:/elsewhere\n")
    code = "from pyaclnn import Device; print(Device(0).backend)"
    outcome = run(exec_in_process("--", sys.executable, "-c", code), dict(os.environ), cwd=root)
    assert (outcome.code, outcome.out, outcome.err) == (0, "cann\n", "")


@pytest.mark.parametrize(("arguments", "message"), [((), "needs a command"), (("nosuch-command",), "can't run nosuch")])
def test_exec_of_nothing(
    cache: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    assert main(["simulator", "exec", *arguments]) == 1
    assert message in capsys.readouterr().err
