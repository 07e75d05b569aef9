"""Destructors that do something run where C++ runs them, or are refused."""

from __future__ import annotations

import pytest

from pyaclnn.translate.translation import translated

from .running import output, with_results

pytest.importorskip("tree_sitter_cpp")

# Statements, declarations before main, and what g++ 12 makes of them.
DONE = [
    pytest.param(
        r"""{ Guard g("a"); printf("in\n"); } printf("out\n");""",
        r"""
        struct Guard { const char* n; Guard(const char* s) : n(s) {} ~Guard() { printf("bye %s\n", n); } };
        """,
        "in\nbye a\nout\n",
        id="the end of a scope",
    ),
    pytest.param(
        r"""
        for (int i = 0; i < 2; i++) { Guard g("g"); Guard h("h"); if (i == 0) continue; printf("turn\n"); }
        """,
        r"""
        struct Guard { const char* n; Guard(const char* s) : n(s) {} ~Guard() { printf("bye %s\n", n); } };
        """,
        "bye h\nbye g\nturn\nbye h\nbye g\n",
        id="the last one first",
    ),
    pytest.param(
        r"""printf("%d\n", leave(1)); printf("%d\n", leave(0));""",
        r"""
        struct Guard { const char* n; Guard(const char* s) : n(s) {} ~Guard() { printf("bye %s\n", n); } };
        int leave(int k) { Guard a("a"); if (k) { Guard b("b"); return 5; } return 6; }
        """,
        "bye b\nbye a\n5\nbye a\n6\n",
        id="a return",
    ),
    pytest.param(
        r"""try { Guard g("g"); fail(); } catch (int e) { printf("caught %d\n", e); }""",
        r"""
        struct Guard { const char* n; Guard(const char* s) : n(s) {} ~Guard() { printf("bye %s\n", n); } };
        void fail() { Guard h("h"); throw 42; }
        """,
        "bye h\nbye g\ncaught 42\n",
        id="an exception",
    ),
    pytest.param(
        r"""{ Alive a; Alive b; printf("%d\n", alive); } printf("%d\n", alive);""",
        "int alive = 0; struct Alive { Alive() { alive++; } ~Alive() { alive--; } };",
        "2\n0\n",
        id="a counter",
    ),
    pytest.param(
        r"""int n = 0; { Defer d([&] { n = 5; }); printf("%d\n", n); } printf("%d\n", n);""",
        r"""
#include <functional>
        struct Defer { std::function<void()> f; Defer(std::function<void()> g) : f(g) {} ~Defer() { f(); }
        };
        """,
        "0\n5\n",
        id="a function to run",
    ),
    pytest.param(
        r"""int n = 0; { Add a(n); printf("%d\n", n); } printf("%d\n", n);""",
        "struct Add { int& n; Add(int& m) : n(m) {} ~Add() { n++; } };",
        "0\n1\n",
        id="a member that is a reference",
    ),
    pytest.param(
        r"""{ Held h(16); printf("%d\n", h.p != nullptr); }""",
        r"""
        struct Held { void* p = nullptr; Held(size_t n) { aclrtMalloc(&p, n, ACL_MEM_MALLOC_HUGE_FIRST); }
        ~Held() { if (p != nullptr) { auto ret = aclrtFree(p); if (ret != ACL_SUCCESS) { printf("failed\n");
        } p = nullptr; } } };
        """,
        "1\n",
        id="only frees",
    ),
]

# With the reason for which a script leaves them out.
REFUSED = [
    pytest.param(
        r"""Guard* g = new Guard("g"); delete g; printf("end\n");""",
        r"""
        struct Guard { const char* n; Guard(const char* s) : n(s) {} ~Guard() { printf("bye %s\n", n); } };
        """,
        "a destructor that does something",
        id="a pointer",
    ),
    pytest.param(
        r"""{ std::unique_ptr<Guard> g(new Guard("g")); } printf("end\n");""",
        r"""
        struct Guard { const char* n; Guard(const char* s) : n(s) {} ~Guard() { printf("bye %s\n", n); } };
        """,
        "a destructor that does something",
        id="a unique pointer",
    ),
    pytest.param(
        r"""{ std::vector<Alive> v(2); v.clear(); printf("%d\n", alive); } printf("end\n");""",
        "int alive = 0; struct Alive { Alive() { alive++; } ~Alive() { alive--; } };",
        "a destructor that does something",
        id="a vector",
    ),
    pytest.param(
        r"""{ Both b; } printf("%d\n", ended);""",
        "int ended = 0; struct One { ~One() { ended += 2; } }; struct Both { One a, b; };",
        "a destructor that does something",
        id="a member",
    ),
    pytest.param(
        r"""{ Derived d; } printf("end\n");""",
        r"""struct Base { ~Base() { printf("base\n"); } }; struct Derived : Base {};""",
        "a destructor that does something",
        id="a base",
    ),
    pytest.param(
        r"""static Guard g("g"); printf("end\n");""",
        r"""
        struct Guard { const char* n; Guard(const char* s) : n(s) {} ~Guard() { printf("bye %s\n", n); } };
        """,
        "a destructor that does something",
        id="a static variable",
    ),
    pytest.param(
        r"""printf("end\n");""",
        r"""
        struct Guard { const char* n; Guard(const char* s) : n(s) {} ~Guard() { printf("bye %s\n", n); } };
        Guard whole("g");
        """,
        "a destructor that does something",
        id="a global variable",
    ),
    pytest.param(
        r"""
        { std::shared_ptr<int> p(new int(3), [](int* x) { printf("deleted\n"); delete x; }); }
        printf("end\n");
        """,
        r"""#include <memory>""",
        "a deleter that does something",
        id="a deleter",
    ),
    pytest.param(
        r"""Guard g("g"); if (result[0] > 3) return 1; printf("end\n");""",
        r"""
        struct Guard { const char* n; Guard(const char* s) : n(s) {} ~Guard() { printf("bye %s\n", n); } };
        """,
        "leaves a destructor's scope on results",
        id="under a condition on results",
    ),
]


@pytest.mark.parametrize(("statements", "before_main", "printed"), DONE)
def test_ends_of_scopes(statements: str, before_main: str, printed: str, capsys: pytest.CaptureFixture[str]) -> None:
    translation = translated(with_results(statements, before_main))
    assert translation.is_complete, translation.missing
    assert output(translation.script, capsys) == printed


@pytest.mark.parametrize(("statements", "before_main", "reason"), REFUSED)
def test_other_ends(statements: str, before_main: str, reason: str) -> None:
    assert translated(with_results(statements, before_main)).reason == reason
