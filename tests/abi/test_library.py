"""Finding and loading an installed CANN: fake trees, with real libraries where something is loaded."""

from __future__ import annotations

import ctypes
import gc
import os
import platform
from pathlib import Path

import pytest

from pyaclnn.abi import library
from pyaclnn.abi.headers import own_directory
from pyaclnn.abi.interface import Interface
from pyaclnn.abi.library import CannLibraries, Installation, find_installation
from pyaclnn.errors import (
    LibraryNotFoundError,
    SymbolNotFoundError,
)

from .conftest import FakeCann

ARCH = f"{platform.machine()}-linux"
SPLIT = ("libopapi_math.so", "libopapi_nn.so", "libopapi_cv.so", "libopapi_transformer.so")
BASE = ("libascendcl.so", "libnnopbase.so")


def touch(directory: Path, *names: str) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    for name in names:
        (directory / name).touch()


def found(root: Path, **environ: str) -> Installation:
    return find_installation({"ASCEND_HOME_PATH": str(root), **environ})


def load(**environ: str) -> tuple[Interface, CannLibraries]:
    """The libraries of the installation that the environment names."""
    installation = find_installation({**os.environ, **environ})
    interface = Interface(lambda i: CannLibraries(i.ffi, installation), installation.includes)
    libraries = interface.libraries
    assert isinstance(libraries, CannLibraries)
    return interface, libraries


def marks(interface: Interface, operator: str = "aclnnMul") -> tuple[int, int]:
    """The marks of the libraries that an operator's two phases come from."""
    signature = interface.headers.operator(operator)
    assert signature is not None
    first, second = interface.phases(signature)
    null, ffi = interface.ffi.NULL, interface.ffi
    size, executor = ffi.new("uint64_t *"), ffi.new("aclOpExecutor **")
    assert first(null, null, null, size, executor) == 0
    return int(size[0]), int(second(null, 0, null, null))


def mapped() -> str:
    """The files that this process has loaded."""
    return Path("/proc/self/maps").read_text()


# -- where things lie


def test_the_usual_places() -> None:
    assert library.ROOT_VARIABLES == ("ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME")
    assert [str(p) for p in library.DEFAULT_ROOTS] == [
        "/usr/local/Ascend/cann",
        "/usr/local/Ascend/ascend-toolkit/latest",
    ]


def test_split_operator_libraries(tmp_path: Path) -> None:
    touch(tmp_path / "lib64", *BASE, *SPLIT)
    touch(tmp_path / "include")
    installation = found(tmp_path)
    lib64 = tmp_path / "lib64"
    assert installation.root == tmp_path
    assert installation.runtime == (lib64 / "libascendcl.so",)
    assert installation.descriptors == lib64 / "libnnopbase.so"
    assert installation.operators == tuple(lib64 / name for name in SPLIT)
    assert installation.includes == (tmp_path / "include",)
    assert installation.custom == ()


def test_some_split_libraries_are_enough(tmp_path: Path) -> None:
    touch(tmp_path / "lib64", *BASE, "libopapi_nn.so", "libopapi_math.so")
    assert [p.name for p in found(tmp_path).operators] == ["libopapi_math.so", "libopapi_nn.so"]


def test_one_operator_library(tmp_path: Path) -> None:
    touch(tmp_path / "lib64", *BASE, "libopapi.so")
    assert found(tmp_path).operators == (tmp_path / "lib64" / "libopapi.so",)


@pytest.mark.parametrize("single", ["lib64", f"{ARCH}/lib64"])
@pytest.mark.parametrize("split", ["lib64", f"{ARCH}/lib64"])
def test_never_both_kinds(tmp_path: Path, single: str, split: str) -> None:
    touch(tmp_path / "lib64", *BASE)
    touch(tmp_path / single, "libopapi.so")
    touch(tmp_path / split, "libopapi_math.so")
    assert found(tmp_path).operators == (tmp_path / split / "libopapi_math.so",)


def test_everything_below_the_architecture(tmp_path: Path) -> None:
    touch(tmp_path / ARCH / "lib64", *BASE, *SPLIT)
    touch(tmp_path / ARCH / "include")
    installation = found(tmp_path)
    paths = (*installation.runtime, installation.descriptors, *installation.operators)
    assert {p.parent for p in paths} == {tmp_path / ARCH / "lib64"}
    assert installation.includes == (tmp_path / ARCH / "include",)


def test_libraries_in_both_folders(tmp_path: Path) -> None:
    touch(tmp_path / "lib64", "libascendcl.so")
    touch(tmp_path / ARCH / "lib64", *BASE, "libopapi.so")
    installation = found(tmp_path)
    assert installation.runtime == (tmp_path / "lib64" / "libascendcl.so",)
    assert installation.descriptors == tmp_path / ARCH / "lib64" / "libnnopbase.so"
    assert installation.operators == (tmp_path / ARCH / "lib64" / "libopapi.so",)


def test_linked_folders(tmp_path: Path) -> None:
    touch(tmp_path / ARCH / "lib64", *BASE, *SPLIT)
    touch(tmp_path / ARCH / "include")
    (tmp_path / "lib64").symlink_to(tmp_path / ARCH / "lib64")
    (tmp_path / "include").symlink_to(tmp_path / ARCH / "include")
    installation = found(tmp_path)
    assert installation.operators == tuple(tmp_path / "lib64" / name for name in SPLIT)
    assert installation.includes == (tmp_path / "include", tmp_path / ARCH / "include")


def test_another_architecture_is_not_taken(tmp_path: Path) -> None:
    touch(tmp_path / "other64-linux" / "lib64", *BASE, *SPLIT)
    with pytest.raises(LibraryNotFoundError):
        found(tmp_path)


@pytest.mark.parametrize(
    ("names", "taken"),
    [
        (("libacl_rt.so",), "libacl_rt.so"),
        (("libascendcl.so",), "libascendcl.so"),
        (("libacl_rt.so", "libascendcl.so"), "libascendcl.so"),
    ],
)
def test_names_of_the_runtime(tmp_path: Path, names: tuple[str, ...], taken: str) -> None:
    touch(tmp_path / "lib64", "libnnopbase.so", "libopapi.so", *names)
    assert found(tmp_path).runtime == (tmp_path / "lib64" / taken,)


def test_which_root_is_taken(tmp_path: Path, clean: pytest.MonkeyPatch) -> None:
    home, toolkit, first, second = (tmp_path / n for n in ("home", "toolkit", "usual/cann", "usual/latest"))
    for root in (home, toolkit, second):
        touch(root / "lib64", *BASE, "libopapi.so")
    both = {"ASCEND_HOME_PATH": str(home), "ASCEND_TOOLKIT_HOME": str(toolkit)}
    assert find_installation(both).root == home
    assert find_installation({**both, "ASCEND_HOME_PATH": ""}).root == toolkit
    assert find_installation({**both, "ASCEND_HOME_PATH": str(tmp_path / "gone")}).root == toolkit
    assert find_installation({}).root == second
    touch(first / "lib64", *BASE, "libopapi.so")
    assert find_installation({}).root == first
    with pytest.raises(LibraryNotFoundError):
        find_installation({"ASCEND_HOME_PATH": str(tmp_path / "gone")})
    clean.setenv("ASCEND_TOOLKIT_HOME", str(toolkit))
    assert find_installation().root == toolkit


def test_paths_are_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    touch(tmp_path / "cann" / "lib64", *BASE, "libopapi.so")
    touch(tmp_path / "mine" / "op_api" / "lib", "libcust_opapi.so")
    monkeypatch.chdir(tmp_path)
    installation = find_installation({"ASCEND_HOME_PATH": "cann", "ASCEND_CUSTOM_OPP_PATH": "mine"})
    paths = (*installation.runtime, installation.descriptors, *installation.operators, *installation.custom)
    assert all(p.is_absolute() for p in paths)
    assert len(installation.custom) == 1


@pytest.mark.parametrize(
    ("names", "lacks"),
    [
        (("libnnopbase.so", "libopapi.so"), "lacks libascendcl.so or libacl_rt.so)"),
        (("libascendcl.so", "libopapi.so"), "lacks libnnopbase.so)"),
        (("libascendcl.so", "libnnopbase.so"), "lacks libopapi_*.so or libopapi.so)"),
        ((), "lacks libascendcl.so or libacl_rt.so, libnnopbase.so, libopapi_*.so or libopapi.so)"),
    ],
)
def test_incomplete_installations_say_what_is_missing(tmp_path: Path, names: tuple[str, ...], lacks: str) -> None:
    touch(tmp_path / "lib64", *names)
    with pytest.raises(LibraryNotFoundError) as caught:
        found(tmp_path)
    assert f"{tmp_path}/lib64 ({lacks}" in str(caught.value)
    assert f"ASCEND_HOME_PATH={tmp_path}" in str(caught.value)


# -- custom operators


def vendor(root: Path, *, headers: bool = True) -> Path:
    touch(root / "op_api" / "lib", "libcust_opapi.so")
    if headers:
        touch(root / "op_api" / "include")
    return root / "op_api" / "lib" / "libcust_opapi.so"


def test_order_of_custom_libraries(tmp_path: Path) -> None:
    touch(tmp_path / "lib64", *BASE, *SPLIT)
    touch(tmp_path / "include")
    vendors = tmp_path / "opp" / "vendors"
    paths = [vendor(r) for r in (tmp_path / "a", tmp_path / "b", vendors / "x", vendors / "y")]
    vendor(vendors / "not_listed")
    (vendors / "config.ini").write_text("[vendors]\n load_priority = y , gone,x,\n")
    installation = found(tmp_path, ASCEND_CUSTOM_OPP_PATH=f"{tmp_path}/b::{tmp_path}/none:{tmp_path}/a:")
    assert installation.custom == (paths[1], paths[0], paths[3], paths[2])
    assert installation.includes == (
        *(p.parent.parent / "include" for p in installation.custom),
        tmp_path / "include",
    )


def test_a_vendor_named_twice_counts_once(tmp_path: Path) -> None:
    touch(tmp_path / "lib64", *BASE, *SPLIT)
    path = vendor(tmp_path / "opp" / "vendors" / "x")
    (tmp_path / "opp" / "vendors" / "config.ini").write_text("load_priority=x,x\n")
    root = path.parent.parent.parent
    assert found(tmp_path, ASCEND_CUSTOM_OPP_PATH=f"{root}:{root}").custom == (path,)


def test_the_operator_package_may_lie_elsewhere(tmp_path: Path) -> None:
    touch(tmp_path / "lib64", *BASE, *SPLIT)
    vendor(tmp_path / "opp" / "vendors" / "x")
    path = vendor(tmp_path / "elsewhere" / "vendors" / "y", headers=False)
    for root, name in ((tmp_path / "opp", "x"), (tmp_path / "elsewhere", "y")):
        (root / "vendors" / "config.ini").write_text(f"load_priority={name}")
    installation = found(tmp_path, ASCEND_OPP_PATH=str(tmp_path / "elsewhere"))
    assert installation.custom == (path,)
    assert installation.includes == ()


@pytest.mark.parametrize("text", [b"", b"load_priority\n", b"#load_priority=x\n", b"load_priority=\n", b"\xff\xfe\x00"])
def test_configurations_that_name_no_vendor(tmp_path: Path, text: bytes) -> None:
    touch(tmp_path / "lib64", *BASE, *SPLIT)
    vendor(tmp_path / "opp" / "vendors" / "x")
    (tmp_path / "opp" / "vendors" / "config.ini").write_bytes(text)
    assert found(tmp_path).custom == ()


# -- loading


def test_each_operator_comes_from_the_library_that_has_it(cann: FakeCann) -> None:
    cann.runtime()
    cann.descriptors()
    cann.operator("lib64/libopapi_math.so", "aclnnMul", 3)
    cann.operator("lib64/libopapi_nn.so", "aclnnDiv", 4)
    interface, _ = load()
    assert marks(interface, "aclnnMul") == (3, 3)
    assert marks(interface, "aclnnDiv") == (4, 4)


def test_the_split_libraries_are_taken_and_the_single_one_is_not_opened(cann: FakeCann) -> None:
    cann.base()
    split = cann.operator("lib64/libopapi_math.so", "aclnnMul", 5)
    single = cann.operator("lib64/libopapi.so", "aclnnDiv", 6)
    interface, _ = load()
    assert marks(interface) == (5, 5)
    assert str(split) in mapped()
    assert str(single) not in mapped()
    with pytest.raises(SymbolNotFoundError, match="aclnnDiv"):
        marks(interface, "aclnnDiv")
    assert str(single) not in mapped()


def test_the_single_library(cann: FakeCann) -> None:
    cann.runtime("lib64/libacl_rt.so")
    cann.descriptors()
    cann.operator("lib64/libopapi.so", mark=7)
    interface, libraries = load()
    assert marks(interface) == (7, 7)
    assert libraries.origin("aclInit") == str(cann.root / "lib64" / "libacl_rt.so")


def test_the_architecture_folder(cann: FakeCann) -> None:
    cann.runtime(f"{ARCH}/lib64/libascendcl.so")
    cann.descriptors(f"{ARCH}/lib64/libnnopbase.so")
    cann.operator(f"{ARCH}/lib64/libopapi_math.so", mark=8)
    assert marks(load()[0]) == (8, 8)


def test_custom_operators_win(cann: FakeCann, tmp_path: Path) -> None:
    cann.base()
    cann.operator("lib64/libopapi_math.so", mark=1)
    cann.operator("opp/vendors/x/op_api/lib/libcust_opapi.so", mark=2)
    cann.operator("opp/vendors/y/op_api/lib/libcust_opapi.so", mark=3)
    cann.operator("more/op_api/lib/libcust_opapi.so", mark=4)
    config = cann.root / "opp" / "vendors" / "config.ini"
    assert marks(load()[0]) == (1, 1)
    config.write_text("load_priority=x,y")
    assert marks(load()[0]) == (2, 2)
    config.write_text("load_priority=y,x")
    assert marks(load()[0]) == (3, 3)
    assert marks(load(ASCEND_CUSTOM_OPP_PATH=str(cann.root / "more"))[0]) == (4, 4)


def test_a_custom_library_leaves_other_operators_to_cann(cann: FakeCann) -> None:
    cann.base()
    cann.operator("lib64/libopapi_math.so", "aclnnMul", 1)
    cann.operator("more/op_api/lib/libcust_opapi.so", "aclnnDiv", 2)
    interface, libraries = load(ASCEND_CUSTOM_OPP_PATH=str(cann.root / "more"))
    assert marks(interface, "aclnnMul") == (1, 1)
    assert marks(interface, "aclnnDiv") == (2, 2)
    assert libraries.origin("aclnnDiv") == str(cann.root / "more/op_api/lib/libcust_opapi.so")


@pytest.mark.parametrize(("phase", "has", "lacks"), [("FIRST", "first", "second"), ("SECOND", "second", "first")])
def test_a_library_with_one_phase_is_not_completed_from_another(
    cann: FakeCann, phase: str, has: str, lacks: str
) -> None:
    cann.base()
    half = cann.operator("more/op_api/lib/libcust_opapi.so", "aclnnMul", 2, phase)
    interface, _ = load(ASCEND_CUSTOM_OPP_PATH=str(cann.root / "more"))
    with pytest.raises(SymbolNotFoundError) as caught:
        marks(interface)
    assert str(caught.value) == f"{half} has the {has} phase of aclnnMul but lacks the {lacks}"


def test_custom_headers_are_read(cann: FakeCann) -> None:
    cann.base()
    cann.operator("more/op_api/lib/libcust_opapi.so", "aclnnMine", 9)
    text = (own_directory() / "aclnnop" / "aclnn_mul.h").read_text()
    (cann.root / "more/op_api/include").mkdir()
    (cann.root / "more/op_api/include/aclnn_mine.h").write_text(text.replace("aclnnMul", "aclnnMine"))
    interface, _ = load(ASCEND_CUSTOM_OPP_PATH=str(cann.root / "more"))
    assert interface.headers.by_name("mine") is not None
    assert marks(interface, "aclnnMine") == (9, 9)


def test_symbols_stay_local_and_libraries_open(cann: FakeCann) -> None:
    cann.base()
    interface, libraries = load()
    everything = ctypes.CDLL(None)
    for name in ("fake_init_calls", "fake_operator_mark"):
        with pytest.raises(ValueError, match="undefined symbol"):
            ctypes.c_int.in_dll(everything, name)
    paths = [str(p) for p in (cann.root / "lib64").iterdir()]
    assert len(paths) == 3
    del interface, libraries
    gc.collect()
    assert [p for p in paths if p not in mapped()] == []


def test_origin_is_the_file_that_defines_a_function(cann: FakeCann) -> None:
    cann.base()
    dependency = cann.operator("lib64/libhelper.so", "aclnnDiv", 3)
    cann.put(
        "lib64/libopapi_nn.so", "-DOPERATOR=aclnnSub", "-DMARK=1", "-Wl,--no-as-needed",
        f"-Wl,-rpath,{dependency.parent}", link=[dependency],
    )  # fmt: skip
    _, libraries = load()
    assert libraries.origin("aclnnMul") == str(cann.root / "lib64/libopapi_math.so")
    assert libraries.origin("aclCreateTensor") == str(cann.root / "lib64/libnnopbase.so")
    assert libraries.origin("aclrtMalloc") == str(cann.root / "lib64/libascendcl.so")
    assert libraries.origin("aclnnDiv") == str(dependency)
    with pytest.raises(SymbolNotFoundError, match=r"aclnnAbs is in none of .*libopapi_math\.so"):
        libraries.origin("aclnnAbs")


def test_a_missing_base_function_lists_the_libraries(cann: FakeCann) -> None:
    cann.base()
    interface, _ = load()
    with pytest.raises(SymbolNotFoundError) as caught:
        interface.function("aclrtCreateEvent")
    for text in ("aclrtCreateEvent", str(cann.root / "lib64/libascendcl.so"), str(cann.root / "lib64/libnnopbase.so")):
        assert text in str(caught.value)
