"""What C++ means where a shorter reading would give something else."""

from __future__ import annotations

import pytest

from pyaclnn.translate.translation import translated

from .running import output, with_results

pytest.importorskip("tree_sitter_cpp")

# Statements, declarations before main, and what g++ 12 makes of them.
DONE = [
    pytest.param(
        r"""
        int x = 10; auto inc = [x]() mutable { return ++x; }; inc(); printf("%d %d\n", inc(), x); int z = 3;
        auto copy = [=] { return z; }; z = 8; printf("%d\n", copy()); auto made = [n = 0]() mutable {
        return n++; }; made(); printf("%d\n", made());
        """,
        "",
        "12 10\n3\n1\n",
        id="captures by value",
    ),
    pytest.param(
        r"""
        int k = 1; auto get = [&] { return k; }; { int k = 5; printf("%d\n", get()); } k = 2;
        printf("%d\n", get());
        """,
        "",
        "1\n2\n",
        id="captures and other variables of a name",
    ),
    pytest.param(
        r"""
        std::vector<int> a{1, 2, 3}; std::vector<int> b = std::move(a);
        printf("%zu %zu\n", a.size(), b.size()); kept(std::move(b)); printf("%zu\n", b.size());
        taken(std::move(b)); printf("%zu\n", b.size());
        """,
        "void kept(std::vector<int>&& v) {} void taken(std::vector<int> v) {}",
        "0 3\n3\n0\n",
        id="moves",
    ),
    pytest.param(
        r"""
        std::unique_ptr<int> p = std::make_unique<int>(4); std::unique_ptr<int> q = std::move(p);
        printf("%d %d\n", p == nullptr, *q); std::shared_ptr<int> a(new int(1)), b = a; *b = 5; a = nullptr;
        printf("%d\n", *b);
        """,
        r"""#include <memory>""",
        "1 4\n5\n",
        id="pointers that move",
    ),
    pytest.param(
        r"""
        int a = 1, b = 2; int *p = &a, *q = &b; std::swap(p, q); *p = 10; printf("%d %d\n", a, b);
        std::vector<int> v{1}, w{2, 3}; std::swap(v, w); v.swap(w); std::swap(v, w);
        printf("%zu %d\n", v.size(), w[0]);
        """,
        "",
        "1 10\n2 1\n",
        id="swaps",
    ),
    pytest.param(
        r"""
        try { risky(1); printf("no\n"); } catch (const std::exception& e) { printf("caught %s\n", e.what());
        } try { try { throw 1; } catch (...) { throw; } } catch (int i) { printf("again %d\n", i); }
        """,
        r"""
#include <stdexcept>
        void risky(int k) { if (k) throw std::runtime_error("bad"); }
        """,
        "caught bad\nagain 1\n",
        id="exceptions",
    ),
    pytest.param(
        r"""
        std::vector<int> v{5, 6, 7}; v.at(0) = 50; v.back() = 70; v.front()++; inc(v.at(1)); inc((v[2]));
        printf("%d %d %d\n", v[0], v[1], v[2]);
        """,
        "void inc(int& x) { x++; }",
        "51 7 71\n",
        id="elements as places",
    ),
    pytest.param(
        r"""int c = 0; inc(c); inc(c); printf("%d\n", c);""",
        "int inc(int& x) { return ++x; }",
        "2\n",
        id="a function that changes a number",
    ),
    pytest.param(
        r"""
        std::vector<std::vector<int>> m(2, std::vector<int>(2, 1)); for (auto row : m) row[0] = 0;
        printf("%d\n", m[0][0]); for (auto& row : m) row[0] = 7; printf("%d\n", m[1][0]);
        std::vector<float> big(100, 1.0f); int k = 0; for (auto& x : big) { x = k++; }
        printf("%g\n", big[99]);
        """,
        "",
        "1\n7\n99\n",
        id="copies in loops",
    ),
    pytest.param(
        r"""std::vector<float> v{1, 2}; Scale s(v); s.by(3); printf("%g\n", v[1]);""",
        r"""
        struct Scale { std::vector<float>& v; Scale(std::vector<float>& a) : v(a) {} void by(float k) {
        for (auto& x : v) x *= k; } };
        """,
        "6\n",
        id="members that are references",
    ),
    pytest.param(
        r"""Two t; printf("%d %d\n", t.x, t.y);""",
        r"""
        int count = 0; int next() { return ++count; } struct Two { int x; int y;
        Two() : y(next()), x(next()) {} };
        """,
        "1 2\n",
        id="the order of members",
    ),
    pytest.param(
        r"""Both s; s.set(3); s.set(2.5f); printf("%d %g\n", s.i, s.f);""",
        r"""
        struct Both { int i = 0; float f = 0; void set(int x) { i = x; } void set(float x) { f = x; } };
        """,
        "3 2.5\n",
        id="overloaded methods",
    ),
    pytest.param(
        r"""printf("%d %d\n", (int)First::A, (int)Second::A);""",
        "enum class First { A = 1 }; enum class Second { A = 10 };",
        "1 10\n",
        id="enumerators of a name",
    ),
    pytest.param(
        r"""
        Point a; a.x = 1; int& r = a.x; Point b; b.x = 9; a = b; printf("%d %d\n", r, a.x); r = 3;
        printf("%d %d\n", a.x, b.x);
        """,
        "struct Point { int x = 0; };",
        "9 9\n3 9\n",
        id="a struct that is assigned",
    ),
    pytest.param(
        r"""printf("here\n"); if (leftData.size() == 4) exit(0); printf("not here\n");""",
        "",
        "here\n",
        id="an exit",
    ),
    pytest.param(
        r"""
        switch (3) { case 3: { int z = 1; printf("%d\n", z); } case 4: printf("four\n"); break;
        default: printf("no\n"); }
        """,
        "",
        "1\nfour\n",
        id="a switch with variables",
    ),
]

# With the reason for which a script leaves them out.
REFUSED = [
    pytest.param(
        r"""Own a; Own b = a; printf("%d\n", b.v);""",
        "struct Own { int v = 1; Own() {} Own(const Own& o) : v(o.v + 1) {} };",
        "a copy of an object that does something",
        id="a copy that does something",
    ),
    pytest.param(
        r"""Derived d; Base b = d; printf("%d\n", b.f());""",
        r"""
        struct Base { virtual int f() { return 1; } }; struct Derived : Base { int f() override { return 2;
        } };
        """,
        "a part of an object",
        id="a part of an object",
    ),
    pytest.param(
        r"""Derived d; Base& b = d; printf("%d\n", b.f());""",
        "struct Base { int f() { return 1; } }; struct Derived : Base { int f() { return 2; } };",
        "a method that hides another",
        id="a method that hides",
    ),
    pytest.param(
        r"""Derived d; printf("%d\n", d.x);""",
        "struct Base { int x; Base() { x = 5; } }; struct Derived : Base {};",
        "a constructor of a base",
        id="a base's constructor",
    ),
    pytest.param(
        r"""
        int i = 1; int a[3] = {0, 0, 0}; a[i] = i++; printf("%d\n", a[1]); i = i++ + 1; printf("%d\n", i);
        """,
        "",
        "changes a variable in no order with another use",
        id="an update and a use",
    ),
    pytest.param(
        r"""printf("%d %d\n", next(), next()); printf("%d\n", next());""",
        "int next() { static int n = 0; return ++n; }",
        "calls in no order that do something",
        id="arguments in no order",
    ),
    pytest.param(
        r"""int c = 0; printf("%d %d\n", inc(c), c);""",
        "int inc(int& x) { return ++x; }",
        "calls in no order that do something",
        id="an argument that another changes",
    ),
    pytest.param(
        r"""for (auto& v : result) v *= 2; printf("%g\n", result[1]);""",
        "",
        "changes results on the host",
        id="a reference to results",
    ),
    pytest.param(
        r"""printf("%d\n", one::f() + two::f());""",
        "namespace one { int f() { return 1; } } namespace two { int f() { return 20; } }",
        "functions of one name",
        id="functions of one name",
    ),
    pytest.param(
        r"""printf("%d %d\n", one::v, two::v);""",
        "namespace one { int v = 1; } namespace two { int v = 2; }",
        "a name of several things",
        id="variables of one name",
    ),
    pytest.param(
        r"""Never n; if (n) printf("yes\n"); printf("end\n");""",
        "struct Never { explicit operator bool() const { return false; } };",
        "a condition of an object",
        id="a conversion to bool",
    ),
    pytest.param(
        r"""
        std::pair<int, int> p{3, 4}; auto& [u, w] = p; u = 9; printf("%d\n", p.first); printf("end\n");
        """,
        r"""#include <utility>""",
        "names of parts that may be set",
        id="parts that are references",
    ),
    pytest.param(
        r"""int a = 1; int b = (a = 5, a + 1); printf("%d %d\n", a, b); printf("end\n");""",
        "",
        "not C++",
        id="what the parser does not know",
    ),
    pytest.param(
        r"""printf("before\n"); fflush(stdout); throw 3;""",
        "",
        "an exception that nothing catches",
        id="an exception that nothing catches",
    ),
]


@pytest.mark.parametrize(("statements", "before_main", "printed"), DONE)
def test_is_as_compiled(statements: str, before_main: str, printed: str, capsys: pytest.CaptureFixture[str]) -> None:
    translation = translated(with_results(statements, before_main))
    assert translation.is_complete, translation.missing
    assert output(translation.script, capsys) == printed


@pytest.mark.parametrize(("statements", "before_main", "reason"), REFUSED)
def test_is_not_guessed(statements: str, before_main: str, reason: str) -> None:
    assert translated(with_results(statements, before_main)).reason == reason
