"""One C interface: what is declared to cffi, and how often."""

from __future__ import annotations

import re
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from pyaclnn.abi.interface import Interface
from pyaclnn.abi.signatures import HeaderError, Signature
from pyaclnn.errors import PyaclnnError, SymbolNotFoundError


class CountingLibraries:
    """Gives a new object for each request, slowly, and counts the requests."""

    def __init__(self) -> None:
        self.requests: Counter[str] = Counter()
        self.missing: set[str] = set()

    def base_function(self, name: str) -> Any:
        self.requests[name] += 1
        time.sleep(0.002)
        if name in self.missing:
            raise SymbolNotFoundError(f"no {name}")
        return object()

    def phases(self, operator: str) -> tuple[Any, Any]:
        self.requests[operator] += 1
        time.sleep(0.002)
        if operator in self.missing:
            raise SymbolNotFoundError(f"no {operator}")
        return object(), object()


class Recorded:
    """An interface on counting libraries, with every text that cffi was told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *includes: Path) -> None:
        self.libraries = CountingLibraries()
        self.told: list[str] = []
        from cffi import FFI

        original = FFI.cdef

        def cdef(ffi: Any, text: str, *args: Any, **options: Any) -> None:
            self.told.append(text)
            original(ffi, text, *args, **options)

        monkeypatch.setattr(FFI, "cdef", cdef)
        self.interface = Interface(lambda _: self.libraries, includes)

    def declared(self) -> Counter[str]:
        """Function names told to cffi after the types."""
        return Counter(m[1] for t in self.told[1:] for line in t.split("\n") if (m := re.search(r"(\w+)\s*\(", line)))

    def signature(self, operator: str) -> Signature:
        found = self.interface.headers.operator(operator)
        assert found is not None
        return found


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch) -> Recorded:
    return Recorded(monkeypatch)


def test_types_are_declared_once_and_first(recorded: Recorded) -> None:
    assert len(recorded.told) == 1
    assert recorded.told[0].count("aclDataType;") == 1
    assert "aclrtMalloc(" not in recorded.told[0]
    assert recorded.interface.ffi.typeof("aclDataType").relements["ACL_BF16"] == 27
    assert recorded.interface.ffi.sizeof("aclCANNPackageVersion") == 128 + 4 * 64 + 128
    assert recorded.interface.ffi.sizeof("aclrtMallocAttrValue") == 8


def test_functions_are_cached_and_declared_once(recorded: Recorded) -> None:
    first = recorded.interface.function("aclrtMalloc")
    assert recorded.interface.function("aclrtMalloc") is first
    recorded.interface.declare_base("aclrtMalloc")
    assert recorded.libraries.requests == {"aclrtMalloc": 1}
    assert recorded.declared() == {"aclrtMalloc": 1}


def test_phases_are_cached_and_declared_once(recorded: Recorded) -> None:
    signature = recorded.signature("aclnnAdd")
    first = recorded.interface.phases(signature)
    assert recorded.interface.phases(signature) is first
    recorded.interface.declare_operator(signature)
    assert recorded.libraries.requests == {"aclnnAdd": 1}
    assert recorded.declared() == {"aclnnAddGetWorkspaceSize": 1, "aclnnAdd": 1}


def test_operators_of_one_header_are_declared_apart(recorded: Recorded) -> None:
    recorded.interface.phases(recorded.signature("aclnnAdd"))
    recorded.interface.phases(recorded.signature("aclnnInplaceAdds"))
    assert set(recorded.declared().values()) == {1}
    assert "aclnnAdds" not in recorded.declared()


def test_every_function_of_the_headers_can_be_declared(recorded: Recorded) -> None:
    names = list(recorded.interface.headers.own.base_functions)
    for name in names:
        recorded.interface.function(name)
    assert recorded.declared() == dict.fromkeys(names, 1)


def installed(path: Path, parameters: str, before: str = "") -> Path:
    """An include directory with a header of one operator, aclnnFoo."""
    header = path / "aclnnop" / "aclnn_foo.h"
    header.parent.mkdir(parents=True, exist_ok=True)
    header.write_text(
        f"{before}\nACLNN_API aclnnStatus aclnnFooGetWorkspaceSize({parameters}, uint64_t *workspaceSize, "
        f"aclOpExecutor **executor);\nACLNN_API {Interface.second_phase('aclnnFoo')}\n"
    )
    return path


@pytest.mark.parametrize(
    ("before", "parameters", "ctypes"),
    [
        ("typedef enum { NEAR, FAR = 7 } Mode;", "Mode mode, const Mode *modes", ["Mode", "Mode *"]),
        ("enum Mode { NEAR }; typedef enum Mode Mode;", "Mode mode", ["enum Mode"]),
        ("typedef struct { int a; double b; } Config;", "const Config *config", ["Config *"]),
        ("#include <their.h>", "aclTheirs *a, const aclOthers *const *b", ["aclTheirs *", "aclOthers * *"]),
        ("typedef int64_t Index;", "Index i, Index *w", ["int64_t", "int64_t *"]),
    ],
)
def test_types_of_an_installed_header(tmp_path: Path, before: str, parameters: str, ctypes: list[str]) -> None:
    interface = Interface(lambda _: CountingLibraries(), [installed(tmp_path, parameters, before)])
    interface.phases("aclnnFoo")
    signature = interface.headers.operator("aclnnFoo")
    assert signature is not None
    text = signature.text.replace("aclnnFooGetWorkspaceSize(", "(*)(").rstrip(";")
    assert [a.cname for a in interface.ffi.typeof(text).args[:-2]] == ctypes


@pytest.mark.parametrize(
    ("parameters", "says"),
    [
        ("const std::vector<int> &x", "aclnnFooGetWorkspaceSize in aclnnop/aclnn_foo.h is not a C prototype"),
        ("const aclTensor *self, int self = 3", "not a C prototype"),
        ("...", "not a C prototype"),
        ("const aclTensor *gradOut, aclTensor *grad_out", "two parameters of one Python name"),
        ("int64_t a, aclTheirs b", "aclnnFooGetWorkspaceSize in aclnnop/aclnn_foo.h takes a aclTheirs"),
    ],
)
def test_an_installed_header_that_is_not_c(tmp_path: Path, parameters: str, says: str) -> None:
    interface = Interface(lambda _: CountingLibraries(), [installed(tmp_path, parameters)])
    with pytest.raises(HeaderError, match=says) as caught:
        interface.phases("aclnnFoo")
    assert isinstance(caught.value, PyaclnnError)
    assert interface.phases("aclnnAdd")


def test_an_unknown_function_is_a_clear_error(recorded: Recorded) -> None:
    with pytest.raises(SymbolNotFoundError, match="aclNoSuchFunction"):
        recorded.interface.function("aclNoSuchFunction")
    assert recorded.libraries.requests == {}


def test_a_failed_look_up_can_be_repeated(recorded: Recorded) -> None:
    recorded.libraries.missing = {"aclrtMalloc", "aclnnAdd"}
    signature = recorded.signature("aclnnAdd")
    for _ in range(2):
        with pytest.raises(SymbolNotFoundError, match="no aclrtMalloc"):
            recorded.interface.function("aclrtMalloc")
        with pytest.raises(SymbolNotFoundError, match="no aclnnAdd"):
            recorded.interface.phases(signature)
    recorded.libraries.missing = set()
    assert recorded.interface.function("aclrtMalloc") is not None
    assert recorded.interface.phases(signature) is not None
    assert set(recorded.declared().values()) == {1}


def test_the_second_phase(recorded: Recorded) -> None:
    ffi = recorded.interface.ffi
    text = Interface.second_phase("aclnnAdd")
    ctype = ffi.typeof(text.replace("aclnnAdd(", "(*)(").rstrip(";"))
    assert ctype == ffi.typeof("int32_t (*)(void *, uint64_t, aclOpExecutor *, void *)")


def test_installed_headers_give_the_types(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "aclnnop").mkdir()
    (tmp_path / "aclnnop" / "aclnn_add.h").write_text(
        "aclnnStatus aclnnAddGetWorkspaceSize(const aclTensor *self, double alpha, uint64_t *workspaceSize, "
        "aclOpExecutor **executor);"
    )
    recorded = Recorded(monkeypatch, tmp_path)
    signature = recorded.signature("aclnnAdd")
    recorded.interface.phases(signature)
    assert [p.ctype for p in signature.parameters] == ["const aclTensor *", "double"]
    assert "double alpha" in recorded.told[1]


@pytest.mark.parametrize("kind", ["function", "phases"])
def test_threads_that_ask_at_once_get_the_same(recorded: Recorded, kind: str) -> None:
    count = 8
    operators = ["aclnnAdd", "aclnnMul", "aclnnSub", "aclnnDiv", "aclnnCat", "aclnnAbs", "aclnnGlu", "aclnnMatmul"]
    functions = ["aclrtMalloc", "aclrtFree", "aclInit", "aclCreateTensor", "aclCreateScalar", "aclnnInit"]
    barrier = threading.Barrier(count)
    ask: Callable[[str], Any] = {
        "function": recorded.interface.function,
        "phases": lambda name: recorded.interface.phases(recorded.signature(name)),
    }[kind]
    names = functions if kind == "function" else operators

    def work(_: int) -> list[Any]:
        barrier.wait()
        return [ask(name) for name in names]

    with ThreadPoolExecutor(count) as pool:
        results = list(pool.map(work, range(count)))
    assert all(a is b for found in results for a, b in zip(found, results[0], strict=True))
    assert recorded.libraries.requests == dict.fromkeys(names, 1)
    assert set(recorded.declared().values()) == {1}
