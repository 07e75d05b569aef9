"""Lines of scripts: none is longer than linters take, and Python reads the same from a long one and its parts."""

from __future__ import annotations

import ast

import pytest

from pyaclnn.translate.script.layout import WIDTH, extreme, wrapped

LONG = [
    "x = d.tensor(np.resize(np.array([" + ", ".join(f"{i}.5" for i in range(60)) + "], np.float16), (512, 512)))",
    'print(f"' + "one {value[0]:>8.3f} of {{these}} and " * 8 + '")',
    'print("' + "plain, (words) [in] 'a' row and \\\\ " * 8 + '", end="")',
    "    f(" + ", ".join(f'name_{i}="text, {i}"' for i in range(20)) + ")",
]


@pytest.mark.parametrize("line", LONG)
def test_long_lines_are_broken_and_mean_the_same(line: str) -> None:
    lines = wrapped(line)
    assert len(lines) > 1
    assert max(map(len, lines)) <= WIDTH
    assert lines[-1].endswith("  # fmt: skip")
    assert ast.dump(ast.parse("\n".join(lines).strip())) == ast.dump(ast.parse(line.strip()))


def test_short_lines_stay() -> None:
    assert wrapped("x = 1") == ["x = 1"]


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("value > most", ["most = max(most, value)"]),
        ("most < value", ["most = max(most, value)"]),
        ("value < most", ["most = min(most, value)"]),
        ("value >= most", ["if value >= most:  # noqa: PLR1730", "    most = value"]),
        ("value > other", ["if value > other:", "    most = value"]),
    ],
)
def test_extremes(condition: str, expected: list[str]) -> None:
    """Python's ``max(a, b)`` is ``b`` where ``b > a``, else ``a``: as the condition has it, also with NaN."""
    assert extreme([f"if {condition}:", "    most = value"]) == expected
