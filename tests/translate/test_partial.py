"""Scripts in part: what depends on what is not understood is left out, too."""

from __future__ import annotations

import pytest

from pyaclnn.translate.translation import translated

from .running import output, with_results

pytest.importorskip("tree_sitter_cpp")

# ``rand() % 1`` is zero, which no script knows. What is printed here is what the compiled program prints as well.
LEFT = [
    pytest.param(
        r"""int a[3] = {1, 2, 3}; a[1] = rand() % 1 + 5; printf("%d\n", a[1]); printf("%d\n", a[0]);""",
        "",
        "1\n",
        id="an element",
    ),
    pytest.param(
        r"""
        Pair s; s.x = rand() % 1 + 3; Pair* p = &s; p->y = rand() % 1 + 4; printf("%d\n", s.x);
        printf("%d\n", s.y); printf("end\n");
        """,
        "struct Pair { int x = 0, y = 0; };",
        "end\n",
        id="a member",
    ),
    pytest.param(
        r"""int k = 1; int* p = &k; *p = rand() % 1 + 4; printf("%d\n", k); k = 2; printf("%d\n", k);""",
        "",
        "2\n",
        id="what a pointer names",
    ),
    pytest.param(
        r"""
        int k = 1; int* p = rand() % 1 ? nullptr : &k; k = 2; *p = 5; printf("%d\n", k); printf("end\n");
        """,
        "",
        "end\n",
        id="a pointer",
    ),
    pytest.param(
        r"""
        std::vector<float> v{3, 1, 2}; std::nth_element(v.begin(), v.begin() + 1, v.end());
        printf("%g\n", v[1]); printf("%zu\n", v.size());
        """,
        "",
        "3\n",
        id="an argument",
    ),
    pytest.param(
        r"""
        int c = 0; for (int i = 0; i < rand() % 1 + 3; i++) c += i; printf("%d\n", c); printf("end\n");
        """,
        "",
        "end\n",
        id="a loop that may not run",
    ),
    pytest.param(
        r"""
        for (int i = 0; i < 3; i++) { if (rand() % 1 == 0) break; printf("%d\n", i); } printf("end\n");
        """,
        "",
        "end\n",
        id="a break",
    ),
    pytest.param(
        r"""change(); printf("%d\n", state); printf("end\n");""",
        r"""
        int state = 0; void change() { if (rand() % 1 == 0) return; state = 3; printf("not here\n"); }
        """,
        "end\n",
        id="a return",
    ),
    pytest.param(
        r"""if (rand() % 1 == 0) return 0; printf("not here\n");""",
        "",
        "",
        id="the end of the program",
    ),
    pytest.param(
        r"""int r = taken(rand() % 1 + 2); printf("%d\n", r); printf("%d\n", calls); printf("end\n");""",
        "int calls = 0; int taken(int k) { calls++; return k; }",
        "end\n",
        id="a function that is not called",
    ),
    pytest.param(
        r"""printf("%d\n", tick() + rand() % 1); printf("%d\n", tick()); printf("end\n");""",
        "int tick() { static int n = 0; return ++n; }",
        "end\n",
        id="a static variable",
    ),
    pytest.param(
        r"""Sum s; s.set(); printf("%d\n", s.v); printf("end\n");""",
        "struct Sum { int v = 1; void set() { v = rand() % 1 + 6; } };",
        "end\n",
        id="a method",
    ),
    pytest.param(
        r"""
        int k = 0; auto change = [&]() { k = 50; }; if (rand() % 1 == 0) change(); printf("%d\n", k);
        printf("end\n");
        """,
        "",
        "end\n",
        id="a lambda",
    ),
    pytest.param(
        r"""
        std::vector<int> v; if (rand() % 1 == 0) v.push_back(1); printf("%zu\n", v.size()); v.clear();
        printf("%zu\n", v.size());
        """,
        "",
        "",
        id="a vector's length",
    ),
    pytest.param(
        r"""
        if (result[0] > 0) aclrtMemcpy(outAddress, 16, leftData.data(), 16, ACL_MEMCPY_HOST_TO_DEVICE);
        std::vector<float> r(4); aclrtMemcpy(r.data(), 16, outAddress, 16, ACL_MEMCPY_DEVICE_TO_HOST);
        for (auto v : r) printf("%g\n", v); printf("%g\n", result[1]);
        """,
        "",
        "3.2\n",
        id="memory of the device",
    ),
    pytest.param(
        r"""
        if (result[0] > 0) { ret = aclnnAbsGetWorkspaceSize(left, out, &workspaceSize, &executor);
        ret = aclnnAbs(workspace, workspaceSize, executor, stream); } std::vector<float> r(4);
        aclrtMemcpy(r.data(), 16, outAddress, 16, ACL_MEMCPY_DEVICE_TO_HOST); printf("%g\n", r[0]);
        printf("end\n");
        """,
        "",
        "end\n",
        id="an operator under a condition",
    ),
    pytest.param(
        r"""
        leftData[0] = rand() % 1;
        aclrtMemcpy(leftAddress, 16, leftData.data(), 16, ACL_MEMCPY_HOST_TO_DEVICE);
        ret = aclnnAbsGetWorkspaceSize(left, out, &workspaceSize, &executor);
        ret = aclnnAbs(workspace, workspaceSize, executor, stream); std::vector<float> r(4);
        aclrtMemcpy(r.data(), 16, outAddress, 16, ACL_MEMCPY_DEVICE_TO_HOST); printf("%g\n", r[1]);
        printf("%g\n", result[1]);
        """,
        "",
        "3.2\n",
        id="host data of an operator",
    ),
    pytest.param(
        r"""leave(); printf("not here\n");""",
        r"""void leave() { if (rand() % 1 == 0) std::exit(0); printf("nor here\n"); }""",
        "",
        id="an exit",
    ),
    pytest.param(
        r"""
        std::cout << std::setprecision(3) << std::hexfloat << 1.5 << std::endl; std::cout << 1.0 / 3 << std::endl;
        std::cout << "text" << std::endl; printf("%g\n", 1.0 / 3);
        """,
        r"""#include <iomanip>""",
        "text\n0.333333\n",
        id="how a stream shows numbers",
    ),
    pytest.param(
        r"""{ Both b; } printf("%d\n", ended); ended = 1; printf("%d\n", ended); printf("end\n");""",
        "int ended = 0; struct One { ~One() { ended += 2; } }; struct Both { One a; };",
        "end\n",
        id="what an object's end changes",
    ),
]


@pytest.mark.parametrize(("statements", "before_main", "printed"), LEFT)
def test_goes_on_with_nothing_stale(
    statements: str, before_main: str, printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    translation = translated(with_results(statements, before_main))
    assert not translation.is_complete
    assert output(translation.script, capsys) == printed
