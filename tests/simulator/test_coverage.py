"""Every declared function is simulated, or listed here with the reason why not."""

from __future__ import annotations

import pytest

from pyaclnn.abi.headers import own_headers
from pyaclnn.errors import SymbolNotFoundError

from .machines import Sim

_SUB_GRAPH = "graphs inside of graphs need conditional tasks, which are not simulated"
_UPDATE = "the tasks of a captured graph can't be replaced"
_VERSIONS = "there is no CANN package whose version could be told"
_CONFIG = "streams made from a configuration object bring nothing that aclrtCreateStreamWithConfig lacks"

NOT_SIMULATED = {
    "aclAppLog": "variadic, which a callback can't be; the built libraries have it in C",
    "aclsysGetCANNVersion": _VERSIONS,
    "aclsysGetVersionStr": _VERSIONS,
    "aclsysGetVersionNum": _VERSIONS,
    "aclrtCreateStreamV2": _CONFIG,
    "aclrtCreateStreamConfigHandle": _CONFIG,
    "aclrtSetStreamConfigOpt": _CONFIG,
    "aclrtDestroyStreamConfigHandle": _CONFIG,
    "aclrtStreamWaitEventWithTimeout": "what an expired timeout does to the stream is not known",
    "aclmdlRICaptureToModelRIBegin": _SUB_GRAPH,
    "aclmdlRICaptureTaskGrpBegin": _UPDATE,
    "aclmdlRICaptureTaskGrpEnd": _UPDATE,
    "aclmdlRICaptureTaskUpdateBegin": _UPDATE,
    "aclmdlRICaptureTaskUpdateEnd": _UPDATE,
    "aclmdlRIAbort": "what it leaves of a graph that runs is not known",
    "aclmdlRIDebugJsonPrint": "the layout of that file is not known",
}
DECLARED = tuple(own_headers().base_functions)


def test_the_list_names_declared_functions_only() -> None:
    assert set(NOT_SIMULATED) <= set(DECLARED)


@pytest.mark.parametrize("name", sorted(set(DECLARED) - set(NOT_SIMULATED)))
def test_simulated(bare: Sim, name: str) -> None:
    assert bare.libraries.base_function(name) != bare.null


@pytest.mark.parametrize("name", NOT_SIMULATED)
def test_not_simulated(bare: Sim, name: str) -> None:
    with pytest.raises(SymbolNotFoundError, match=f"the simulator has no {name}"):
        bare.libraries.base_function(name)


@pytest.mark.parametrize("name", NOT_SIMULATED)
def test_what_stands_for_it_in_built_libraries_fails(bare: Sim, name: str) -> None:
    assert bare.machine.unsupported(name)(1, 2, 3) == 207000
    assert name in str(bare.message())


@pytest.mark.parametrize("name", ["unsupported", "aclrtNoSuchFunction", "_require", "live_counts", "AclSetNothing"])
def test_what_no_header_declares(bare: Sim, name: str) -> None:
    with pytest.raises(SymbolNotFoundError):
        bare.libraries.base_function(name)


def test_an_operator_that_no_header_declares(bare: Sim) -> None:
    with pytest.raises(SymbolNotFoundError, match="aclnnNoSuchOperator"):
        bare.libraries.phases("aclnnNoSuchOperator")


def test_every_declared_operator_has_both_phases(bare: Sim) -> None:
    for operator in own_headers().operators:
        assert all(bare.libraries.phases(operator)), operator
