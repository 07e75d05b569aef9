"""Loops and conditions on results: the script has them, too, and prints what the program does.

What is expected was printed by the same statements compiled with g++ 12 for the results 2.2f, 3.2f, 4.2f and 5.2f.
"""

from __future__ import annotations

import ctypes

import pytest

pytest.importorskip("tree_sitter_cpp", reason="the extra pyaclnn[translate] is not installed")

import numpy as np

from pyaclnn.translate import translated

from .running import output, with_results


@pytest.fixture(autouse=True)
def simulator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYACLNN_BACKEND", "simulator")


CASES = {
    "largest": (
        "",
        """float most = -1e9f; int place = -1;
        for (size_t i = 0; i < result.size(); ++i) {
            if (result[i] > most) { most = result[i]; place = static_cast<int>(i); }
        }
        printf("%f at %d\\n", most, place);""",
        "5.200000 at 3\n",
    ),
    "sums in both widths": (
        "",
        """float narrow = 0; double wide = 0;
        for (int i = 0; i < 4; i++) { narrow += result[i] * 0.1f; wide += result[i] * 0.1; }
        printf("%.9f %.15f\\n", narrow, wide);""",
        "1.480000019 1.479999971389771\n",
    ),
    "leaving a loop": (
        "",
        """for (int i = 0; i < 4; i++) {
            if (result[i] < 3) { printf("skip %d\\n", i); continue; }
            if (result[i] > 5) { printf("end %d\\n", i); break; }
            printf("take %d %s\\n", i, result[i] > 4 ? "high" : "low");
        }""",
        "skip 0\ntake 1 low\ntake 2 high\nend 3\n",
    ),
    "a loop in a loop": (
        "",
        """int seen = 0;
        for (int row = 0; row < 2; row++) {
            float sum = 0;
            for (int column = 0; column < 2; column++) { sum += result[row * 2 + column]; seen++; }
            std::cout << row << ": " << sum << " after " << seen << std::endl;
        }""",
        "0: 5.4 after 2\n1: 9.4 after 4\n",
    ),
    "a value from both sides": (
        "",
        """int low = 0, high = 0;
        for (int i = 0; i < 4; i++) {
            float wanted;
            if (i % 2 == 0) { wanted = 2.2f; } else { wanted = 3.2f; }
            bool near = std::fabs(result[i] - wanted) <= 1e-4;
            if (near) ++low; else ++high;
        }
        printf("%d %d %s\\n", low, high, high == 0 ? "all" : "some");""",
        "2 2 some\n",
    ),
    "quotients are cut towards zero": (
        "",
        """for (int i = 0; i < 4; i++) {
            int tenths = static_cast<int>((result[i] - 3.7f) * 10);
            printf("%d %d %d\\n", tenths, tenths / 4, tenths % 4);
        }""",
        "-15 -3 -3\n-5 -1 -1\n4 1 0\n14 3 2\n",
    ),
    "a value before it changes": (
        "",
        """float last = 0;
        for (int i = 0; i < 3; i++) {
            float kept = last;
            last = result[i];
            printf("%.2f %.2f\\n", kept, last - kept);
        }""",
        "0.00 2.20\n2.20 1.00\n3.20 1.00\n",
    ),
    "functions, methods and references": (
        """struct Range {
            float low = 1e9f, high = -1e9f;
            void take(float v) { low = std::min(low, v); high = std::max(high, v); }
        };
        bool Near(float a, float b, float tolerance = 1e-5f) {
            if (a == b) return true;
            return std::fabs(a - b) <= tolerance;
        }
        void Count(bool yes, int& n) { if (yes) n++; }""",
        """Range range; int n = 0;
        for (float v : result) { range.take(v); Count(Near(v, 4.2f), n); }
        printf("%.1f..%.1f %d\\n", range.low, range.high, n);""",
        "2.2..5.2 1\n",
    ),
    "variables that outlive a function": (
        """int calls = 0;
        int Above(float v) { static int n = 10; calls++; if (v > 3) { n += 5; } return n; }""",
        """int n = 0;
        for (int i = 0; i < 4; i++) { n = Above(result[i]); }
        int last = Above(0);
        printf("%d %d %d\\n", n, last, calls);""",
        "25 25 5\n",
    ),
    "a function that returns from a loop": (
        """int First(const std::vector<float>& values, float limit) {
            for (size_t i = 0; i < values.size(); i++) {
                if (values[i] > limit) { printf("%zu is over %g\\n", i, limit); return static_cast<int>(i); }
            }
            return -1;
        }""",
        """int a = First(result, 4.0f);
        int b = First(result, 9.0f);
        printf("%d %d\\n", a, b);""",
        "2 is over 4\n2 -1\n",
    ),
    "one return after the other": (
        """int Judge(float v) {
            if (v < 3) { printf("low\\n"); return 1; }
            if (v < 4.5f) { printf("middle\\n"); return 2; }
            printf("high\\n");
            return 3;
        }""",
        """int total = 0;
        total += Judge(result[0]); total += Judge(result[2]); total += Judge(result[3]);
        printf("%d\\n", total);""",
        "low\nmiddle\nhigh\n6\n",
    ),
    "goto": (
        """int Work(const std::vector<float>& values) {
            int code = 1;
            if (values[1] > 3) { code = 2; goto end; }
            printf("not here\\n");
        end:
            printf("code %d\\n", code);
            return code;
        }""",
        'printf("%d\\n", Work(result));',
        "code 2\n2\n",
    ),
    "a function written for one type": (
        """template <typename T> bool Same(T a, T b) { return a == b; }
        template <> bool Same<float>(float a, float b) { return std::fabs(a - b) < 0.5f; }""",
        """int near = 0, same = 0;
        for (int i = 0; i < 4; i++) {
            if (Same(result[i], 3.0f)) near++;
            if (Same(static_cast<int>(result[i]), 3)) same++;
        }
        printf("%d %d\\n", near, same);""",
        "1 1\n",
    ),
    "bytes": (
        "",
        """std::vector<uint8_t> raw(16);
        aclrtMemcpy(raw.data(), 16, outAddress, 16, ACL_MEMCPY_DEVICE_TO_HOST);
        int most = 0;
        for (int i = 0; i < 16; i++) {
            most = std::max(most, std::abs(static_cast<int>(raw[i]) - 100));
            if (raw[i] & 0x80) printf("%02x\\n", raw[i]);
        }
        printf("%d\\n", most);""",
        "cd\ncc\ncd\ncc\n86\na6\n105\n",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_printed(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    before_main, statements, expected = CASES[name]
    found = translated(with_results(statements, before_main))
    assert found.is_complete, found.missing
    assert output(found.script, capsys) == expected


def test_a_loop_stays_one(capsys: pytest.CaptureFixture[str]) -> None:
    """Not four turns, and no copy of the data: the loop as a person would write it."""
    found = translated(
        with_results(
            """int bad = 0;
            for (int i = 0; i < 4; i++) {
                float wanted = leftData[i] + 1.2f;
                if (std::fabs(result[i] - wanted) > 1e-6f) { bad++; }
            }
            printf("%d bad\\n", bad);"""
        )
    )
    assert found.is_complete, found.missing
    lines = [line.strip() for line in found.script.splitlines()]
    assert "left = d.tensor(left_data.reshape(2, 2))" in lines
    start = lines.index("for i in range(4):")
    assert lines[start + 1 : start + 4] == [
        "wanted = left_data[i] + np.float32(1.2)",
        "if abs(result[i] - wanted) > np.float32(1e-6):",
        "bad += 1",
    ]
    assert output(found.script, capsys) == "0 bad\n"


@pytest.mark.parametrize(
    ("statements", "printed", "code"),
    [
        ('if (result[0] > 2) { printf("no\\n"); return 3; } printf("yes\\n");', "no\n", 3),
        ('if (result[0] > 9) { printf("no\\n"); return 3; } printf("yes\\n");', "yes\n", None),
        ('for (int i = 0; i < 4; i++) { if (result[i] > 4) { printf("%d\\n", i); return 0; } }', "2\n", None),
        ("bool good = true; for (float v : result) { if (v < 3) good = false; } return good ? 0 : 7;", "", 7),
        ("bool good = true; for (float v : result) { if (v < 2) good = false; } return good ? 0 : 7;", "", None),
    ],
)
def test_exit_codes(statements: str, printed: str, code: int | None, capsys: pytest.CaptureFixture[str]) -> None:
    found = translated(with_results(statements))
    assert found.is_complete, found.missing
    if code is None:
        assert output(found.script, capsys) == printed
        return
    with pytest.raises(SystemExit) as ended:
        output(found.script, capsys)
    assert ended.value.code == code
    assert capsys.readouterr().out == printed


def test_operators_behind_an_early_return(capsys: pytest.CaptureFixture[str]) -> None:
    """A failed case ends the program, through two functions and the clean-up behind a label."""
    case = """
    int Case(int number, const std::vector<float>& result, aclTensor* self, aclrtStream stream) {
        std::vector<void*> addresses = {nullptr};
        uint64_t size = 0;
        aclOpExecutor* executor = nullptr;
        aclnnInplaceReluGetWorkspaceSize(self, &size, &executor);
        aclnnInplaceRelu(nullptr, size, executor, stream);
        if (result[number] > LIMIT) { printf("case %d fails\\n", number); goto end; }
        addresses.clear();
        return 0;
    end:
        addresses.clear();
        return 40 + number;
    }
    int All(const std::vector<float>& result, aclTensor* self, aclrtStream stream) {
        for (int number = 0; number < 3; number++) {
            int code = Case(number, result, self, stream);
            if (code != 0) { return code; }
        }
        printf("all pass\\n");
        return 0;
    }"""
    for limit, printed, code in (("9", "all pass\n", None), ("3", "case 1 fails\n", 41)):
        found = translated(with_results("return All(result, left, stream);", case.replace("LIMIT", limit)))
        assert found.is_complete, found.missing
        assert found.operators == ("aclnnAdd", *["aclnnInplaceRelu"] * 3)
        if code is None:
            assert output(found.script, capsys) == printed
        else:
            with pytest.raises(SystemExit) as ended:
                output(found.script, capsys)
            assert ended.value.code == code
            assert capsys.readouterr().out == printed


def test_functions_of_float_are_those_of_the_c_library(capsys: pytest.CaptureFixture[str]) -> None:
    """NumPy's round differently: the difference from what the library itself gives for each result is none."""
    library = ctypes.CDLL("libm.so.6")
    library.acoshf.restype, library.acoshf.argtypes = ctypes.c_float, [ctypes.c_float]
    found = translated(
        with_results('for (int i = 0; i < 4; i++) { float y = std::acosh(result[i]); printf("%.9g\\n", y); }')
    )
    assert found.is_complete, found.missing
    results = np.array([1, 2, 3, 4], np.float32) + np.float32(1.2)
    assert output(found.script, capsys) == "".join(f"{library.acoshf(v):.9g}\n" for v in results)


@pytest.mark.parametrize(
    ("statements", "before_main", "reason"),
    [
        ('int n = 0; for (float v : result) { if (v > 3) printf("%d\\n", n++); }', "", "changed where it is used"),
        ("float m = 0; for (float v : result) { m = std::fmax(m, v); }", "", "leaves out NaN"),
        ("unsigned n = 3; for (float v : result) { if (v > 3) n = n * 3 - 7; }", "", "wraps"),
        ("for (float v : result) { int8_t small = static_cast<int>(v * 100); }", "", "cut to a smaller type"),
        ("switch (result[0] > 1 ? 1 : 2) { case 1: break; }", "", "a condition on results"),
        ("std::vector<float> all; for (float v : result) { if (v > 3) all.push_back(v); }", "", "changes host data"),
        ("if (result[0] > 3) { std::abort(); }", "", "a function under a condition"),
        ("if (result[0] > 3) { aclrtFree(leftAddress); Make(leftData, shape, &leftAddress, ACL_FLOAT, &left); }",
         "", "a call of CANN under a condition"),
        ("while (result[0] > 9) { }", "", "a condition on results"),
        ("Shared a; a.n++;", "struct Shared { static int n; };", "a static member"),
    ],
)  # fmt: skip
def test_what_is_refused(statements: str, before_main: str, reason: str) -> None:
    found = translated(with_results(statements, before_main))
    assert any(reason in m.reason for m in found.missing), found.missing
    compile(found.script, "script", "exec")


def test_what_a_refused_condition_sets_is_unknown() -> None:
    """Neither the old value nor one of the two new ones may be printed."""
    found = translated(with_results('int n = 1; while (result[0] > 9) { n = 2; } printf("n is %d\\n", n);'))
    assert not found.is_complete
    assert "n is" not in "\n".join(line for line in found.script.splitlines() if "#" not in line)


def test_a_trial_of_a_function_leaves_no_trace(capsys: pytest.CaptureFixture[str]) -> None:
    """Whether a function converts bits is found by running it; what it counts must not count that."""
    found = translated(
        with_results('for (float v : result) { Note(v); } printf("%d\\n", g_high);',
                     "int g_high = 0;\nvoid Note(float v) { if (v > 3) { g_high++; } }")
    )  # fmt: skip
    assert found.is_complete, found.missing
    assert output(found.script, capsys) == "3\n"
