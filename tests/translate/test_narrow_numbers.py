"""Functions and numbers that are narrower than what is computed around them. Expected: what compiled programs print."""

from __future__ import annotations

import pytest

pytest.importorskip("tree_sitter_cpp", reason="the extra pyaclnn[translate] is not installed")

from pyaclnn.translate import translated

from .running import output, with_results

CASES = [
    # The float nearest to e ** 0.5, and to the root of 7: 1.64872122, 2.64575124.
    ("double w = expf(0.5); float r = sqrtf(7.0);", 'printf("%.9f %.9f\\n", w, r);', "1.648721218 2.645751238\n"),
    # A float and a double are doubles, and so are a whole number and a float: 7 - 23 * 0.300000012.
    ("double t = std::fmax(1e-3, 1e-4f);", 'printf("%.9g %.9g\\n", t, std::fmod(7, 0.3f));', "0.001 0.0999997258\n"),
    ("int64_t n = 16777217;", 'printf("%.9g\\n", (double)(t0 ? n : fabsf(0.5f)));', "16777216\n"),
    ("", 'printf("%.6f\\n", fabsf(-0.1) + powf(2, 0.5) + floorf(1.5) + roundf(2.5) + fmaxf(1, 2));', "7.514214\n"),
    ("float q = 3;", 'printf("%f\\n", (double)(q) - 1.25);', "1.750000\n"),
    ("", 'std::cout << std::showpos << true << " " << (result[0] > 1) << "\\n";', "+1 +1\n"),
    (
        "float big = std::numeric_limits<float>::infinity();",
        'std::cout << std::fixed << std::uppercase << big << " " << std::scientific << big << "\\n";',
        "inf INF\n",
    ),
]
REFUSED = [
    ('printf("%f\\n", (double)(std::fabs(result[0])) - 1.25);', "what may be a cast"),
    ('printf("%06.2f\\n", result[0]);', "zeros in front"),
]


@pytest.mark.parametrize(("before", "shown", "expected"), CASES)
def test_what_is_computed(
    before: str, shown: str, expected: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYACLNN_BACKEND", "simulator")
    found = translated(with_results(f"bool t0 = true; {before}\n{shown}", "#include <limits>\n"))
    assert found.is_complete, found.missing
    assert output(found.script, capsys).endswith(expected)


@pytest.mark.parametrize(("statement", "reason"), REFUSED)
def test_what_is_refused(statement: str, reason: str) -> None:
    found = translated(with_results(statement))
    assert not found.is_complete
    assert any(reason in m.reason for m in found.missing), found.missing


def test_results_of_64_bits_are_not_taken_to_fit_32() -> None:
    program = with_results('int total = 0; for (auto v : result) { total += v; } printf("%d\\n", total);')
    wide = program.replace("float", "int64_t").replace("ACL_FLOAT", "ACL_INT64").replace("f}", "}").replace("f,", ",")
    found = translated(wide)
    assert any("cut to a smaller type" in m.reason for m in found.missing), found.missing


def test_a_line_that_is_not_understood_is_not_begun() -> None:
    found = translated(with_results('std::cout << "lo " << Unknown(result) << " hi\\n"; printf("after\\n");'))
    assert not found.is_complete
    assert '"lo ' not in found.script.replace('std::cout << "lo ', "")
    assert 'print("after")' in found.script


def test_what_stands_behind_a_call_that_may_throw_is_left_out() -> None:
    found = translated(
        with_results('try { int s = Unknown(1); printf("went on\\n"); } catch (...) { printf("caught\\n"); }')
    )
    assert not found.is_complete
    assert 'print("went on")' not in found.script
    assert 'print("caught")' not in found.script
