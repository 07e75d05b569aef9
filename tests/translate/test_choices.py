"""Choices on results whose sides do something."""

from __future__ import annotations

import pytest

from pyaclnn.translate.translation import translated

from .running import output, with_results

pytest.importorskip("tree_sitter_cpp")

# Statements, declarations before main, and what g++ 12 makes of them.
DONE = [
    pytest.param(
        r"""
        int up = 0, down = 0; for (auto v : result) v > 3 ? up++ : down++; printf("%d %d\n", up, down);
        """,
        "",
        "3 1\n",
        id="update on both sides",
    ),
    pytest.param(
        r"""int k = 0; for (auto v : result) v > 3 && k++; printf("%d\n", k);""",
        "",
        "3\n",
        id="and as a statement",
    ),
    pytest.param(
        r"""
        int up = 0, down = 0; for (auto v : result) v > 3 ? (void)up++ : (void)down++;
        printf("%d %d\n", up, down);
        """,
        "",
        "3 1\n",
        id="void casts",
    ),
    pytest.param(
        r"""
        int a = result[0] > 3 ? 1 : 2; float b = result[1] > 3 ? std::sqrt(result[1]) : -1;
        printf("%d %g\n", a, b);
        """,
        "",
        "2 1.78885\n",
        id="pure sides",
    ),
    pytest.param(
        r"""int x = 1, y = 2; bool first = true; (first ? x : y) = 50; printf("%d %d\n", x, y);""",
        "",
        "50 2\n",
        id="a chosen variable is set",
    ),
]

# With the reason for which a script leaves them out.
REFUSED = [
    pytest.param(
        r"""
        int up = 0, down = 0; for (auto v : result) (v > 3 ? up : down)++; printf("%d %d\n", up, down);
        """,
        "",
        "a condition on results",
        id="a variable by a choice",
    ),
    pytest.param(
        r"""
        int k = 0, pos = 0; for (auto v : result) pos = v > 3 ? k++ : pos; printf("%d %d\n", k, pos);
        """,
        "",
        "a choice on results that does something",
        id="an update that is used",
    ),
    pytest.param(
        r"""int r = 0; for (auto v : result) if (v > 3 || next()) r++; printf("%d %d\n", r, calls);""",
        "int calls = 0; bool next() { calls++; return calls % 2; }",
        "sets a variable after a condition on results",
        id="a call in a condition",
    ),
    pytest.param(
        r"""bool both = result[0] > 3 && told(); printf("%d\n", both);""",
        r"""bool told() { printf("told\n"); return true; }""",
        "a choice on results that does something",
        id="a call that prints",
    ),
    pytest.param(
        r"""
        int k = 0; for (auto v : result) { int t = v > 3 ? (k += 2, 1) : 0; printf("%d\n", t); }
        printf("%d\n", k);
        """,
        "",
        "not C++",
        id="a comma",
    ),
    pytest.param(
        r"""
        int k = 0; auto add = [&](int d) { k += d; return k; }; int t = result[0] > 3 ? add(1) : add(10);
        printf("%d %d\n", t, k);
        """,
        "",
        "sets a variable after a condition on results",
        id="a lambda",
    ),
    pytest.param(
        r"""Sum s; int t = result[0] > 3 ? s.add(1) : s.add(100); printf("%d %d\n", t, s.n);""",
        "struct Sum { int n = 0; int add(int k) { n += k; return n; } };",
        "sets a variable after a condition on results",
        id="a method",
    ),
    pytest.param(
        r"""int x = 1, y = 2; int& r = result[0] > 3 ? x : y; r = 50; printf("%d %d\n", x, y);""",
        "",
        "a condition on results",
        id="a reference by a choice",
    ),
]


@pytest.mark.parametrize(("statements", "before_main", "printed"), DONE)
def test_sides_that_can_be_said(
    statements: str, before_main: str, printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    translation = translated(with_results(statements, before_main))
    assert translation.is_complete, translation.missing
    assert output(translation.script, capsys) == printed


@pytest.mark.parametrize(("statements", "before_main", "reason"), REFUSED)
def test_sides_that_are_both_run_would_be_wrong(statements: str, before_main: str, reason: str) -> None:
    assert translated(with_results(statements, before_main)).reason == reason
