"""How numbers are printed: ``printf`` and streams, of what is known before and of results. Expected: what g++ made."""

from __future__ import annotations

import pytest

pytest.importorskip("tree_sitter_cpp", reason="the extra pyaclnn[translate] is not installed")

from pyaclnn.translate import translated

from .running import output, with_results

PRINTED = [
    (
        r"""printf("[%5d][%-5d][%05d][%+d][% d][%.3d][%8.3d][%08.3d][%.0d]\n", 42, 42, 42, 42, 42, 42, 42, 42, 0);""",
        "[   42][42   ][00042][+42][ 42][042][     042][     042][]\n",
    ),
    (
        r"""printf("[%o][%#o][%x][%#x][%#X][%#010x][%#x][%#o]\n", 8, 8, 255, 255, 255, 255, 0, 0);""",
        "[10][010][ff][0xff][0XFF][0x000000ff][0][0]\n",
    ),
    (
        r"""printf("[%u][%x][%hhu][%hhd][%hd][%hu][%ld][%zd]\n", -1, -1, -1, 200, 40000, -1, -5l, (ssize_t)-1);""",
        "[4294967295][ffffffff][255][-56][-25536][65535][-5][-1]\n",
    ),
    (
        r"""printf("[%10s][%-10s][%.2s][%10.2s][%c][%3c][%-3c]\n", "abc", "abc", "abc", "abc", 120, 120, 120);""",
        "[       abc][abc       ][ab][        ab][x][  x][x  ]\n",
    ),
    (
        r"""printf("[%*d][%-*d][%*d][%.*f][%*.*f][%.*s]\n", 5, 42, 5, 42, -5, 42, 2, 3.14159, 8, 3, 3.14159, 2, "abc");""",  # noqa: E501
        "[   42][42   ][42   ][3.14][   3.142][ab]\n",
    ),
    (
        r"""printf("[%08.3f][%+.1f][% f][%#.0f][%.0f][%e][%.3g][%#g][%g][%G]\n", -3.14159, 3.0, 3.0, 3.0, 2.5, 12345.678, 0.00001234, 1.0, 1e6, 1e-10);""",  # noqa: E501
        "[-003.142][+3.0][ 3.000000][3.][2][1.234568e+04][1.23e-05][1.00000][1e+06][1E-10]\n",
    ),
    (
        r"""printf("[%a][%A][%a][%20a][%05f][%F][%+f]\n", 1.0, 0.5, 0.1f, -2.5, INFINITY, -INFINITY, INFINITY);""",
        "[0x1p+0][0X1P-1][0x1.99999ap-4][           -0x1.4p+1][  inf][-INF][+inf]\n",
    ),
]

IN_LOOPS = [
    (
        r"""std::vector<int> v = {-1, 10, 255, 7, 300000}; for (size_t i = 0; i < v.size(); i++) { printf("%04x %o %X %u %hhd %ld|", v[i], v[i], v[i], v[i], v[i], (long)v[i]); }""",  # noqa: E501
        "ffffffff 37777777777 FFFFFFFF 4294967295 -1 -1|000a 12 A 10 10 10|00ff 377 FF 255 -1 255|0007 7 7 7 7 7|493e0 1111740 493E0 300000 -32 300000|",  # noqa: E501
    ),
    (
        r"""for (int i = 0; i < 20; i++) { printf("%c%02x ", 'a' + i, i * 13); }""",
        "a00 b0d c1a d27 e34 f41 g4e h5b i68 j75 k82 l8f m9c na9 ob6 pc3 qd0 rdd sea tf7 ",
    ),
    (
        r"""for (int i = 0; i < 20; i++) { printf("%u ", 5 - i); }""",
        "5 4 3 2 1 0 4294967295 4294967294 4294967293 4294967292 4294967291 4294967290 4294967289 4294967288 4294967287 4294967286 4294967285 4294967284 4294967283 4294967282 ",  # noqa: E501
    ),
    (
        r"""for (int i = 0; i < 20; i++) { printf("%d", i % 2 == 0); }""",
        "10101010101010101010",
    ),
    (
        r"""std::vector<uint64_t> v(20); for (int i = 0; i < 20; i++) { v[i] = (uint64_t)i << 59; } for (int i = 0; i < 20; i++) { printf("%lx ", v[i]); }""",  # noqa: E501
        "0 800000000000000 1000000000000000 1800000000000000 2000000000000000 2800000000000000 3000000000000000 3800000000000000 4000000000000000 4800000000000000 5000000000000000 5800000000000000 6000000000000000 6800000000000000 7000000000000000 7800000000000000 8000000000000000 8800000000000000 9000000000000000 9800000000000000 ",  # noqa: E501
    ),
    (
        r"""std::vector<int32_t> got(4); aclrtMemcpy(got.data(), 16, outAddress, 16, ACL_MEMCPY_DEVICE_TO_HOST); for (int i = 0; i < 4; i++) { printf("%d %u %x %08X %hd %hhu|", got[i], got[i], got[i], got[i], got[i], got[i]); }""",  # noqa: E501
        "1074580685 1074580685 400ccccd 400CCCCD -13107 205|1078774989 1078774989 404ccccd 404CCCCD -13107 205|1082549862 1082549862 40866666 40866666 26214 102|1084647014 1084647014 40a66666 40A66666 26214 102|",  # noqa: E501
    ),
    (
        r"""std::vector<int8_t> got(16); aclrtMemcpy(got.data(), 16, outAddress, 16, ACL_MEMCPY_DEVICE_TO_HOST); for (int i = 0; i < 16; i++) { printf("%d %u %x ", got[i], got[i], got[i]); }""",  # noqa: E501
        "-51 4294967245 ffffffcd -52 4294967244 ffffffcc 12 12 c 64 64 40 -51 4294967245 ffffffcd -52 4294967244 ffffffcc 76 76 4c 64 64 40 102 102 66 102 102 66 -122 4294967174 ffffff86 64 64 40 102 102 66 102 102 66 -90 4294967206 ffffffa6 64 64 40 ",  # noqa: E501
    ),
    (
        r"""std::vector<int64_t> got(2); aclrtMemcpy(got.data(), 16, outAddress, 16, ACL_MEMCPY_DEVICE_TO_HOST); for (int i = 0; i < 2; i++) { printf("%d %u %lx ", got[i], got[i], got[i]); }""",  # noqa: E501
        "1074580685 1074580685 404ccccd400ccccd 1082549862 1082549862 40a6666640866666 ",
    ),
]

STREAMED = [
    (
        r"""int8_t a = 65; uint8_t b = 66; char c = 'C'; std::cout << a << b << c << '\n' << a + 1 << c + 1 << +b << -a << std::endl;""",  # noqa: E501
        "ABC\n666866-65\n",
    ),
    (
        "bool f = true; std::cout << f << !f << (1 == 2) << std::endl;",
        "100\n",
    ),
    (
        r"""std::cout << 1.0f / 3 << " " << 1e6 << " " << 1e5 << " " << 123456789.0 << " " << 0.00001 << " " << 100.0f << std::endl;""",  # noqa: E501
        "0.333333 1e+06 100000 1.23457e+08 1e-05 100\n",
    ),
    (
        "std::vector<uint8_t> w = {72, 105}; for (auto x : w) { std::cout << x; } for (size_t i = 0; i < 2; i++) { std::cout << w[i] << (int)w[i]; } std::cout << std::endl;",  # noqa: E501
        "HiH72i105\n",
    ),
    (
        "for (int i = 0; i < 20; i++) { std::cout << char('a' + i); } for (int i = 0; i < 20; i++) { std::cout << 'a' + i; } std::cout << std::endl;",  # noqa: E501
        "abcdefghijklmnopqrst979899100101102103104105106107108109110111112113114115116\n",
    ),
    (
        r"""std::cout << (true ? 'a' : 'b') << (true ? 'a' : 1) << (true ? 1 : 2.5) << std::string("abc")[1] << std::endl;""",  # noqa: E501
        "a971b\n",
    ),
    (
        r"""auto y = (int8_t)65; std::cout << y; for (char ch : std::string("text")) { std::cout << ch << '.'; } char d = 'a'; d += 1; std::cout << d << d + 1 << std::endl;""",  # noqa: E501
        "At.e.x.t.b99\n",
    ),
]

# Arguments in another order than the format has them; the text is what the program shows, compiled by g++ on x86-64.
OUT_OF_ORDER = [
    (
        r"""for (int64_t i = 0; i < 4; i++) { printf("%f, ", i, result[i]); } printf("\n");""",
        "2.200000, 3.200000, 4.200000, 5.200000, \n",
    ),
    (
        r"""const char* t = "ab"; printf("%.2f %d %s %f\n", 7, t, result[1], 2.5, 9);""",
        "3.20 7 ab 2.500000\n",
    ),
    (
        r"""for (int i = 0; i < 20; i++) { printf("%g|%d ", i, i * 0.5); }""",
        "0|0 0.5|1 1|2 1.5|3 2|4 2.5|5 3|6 3.5|7 4|8 4.5|9 5|10 5.5|11 6|12 6.5|13 7|14 7.5|15 8|16 8.5|17 9|18 9.5|19 ",  # noqa: E501
    ),
    (r"""printf("%s %.1f\n", 1.5, "x");""", "x 1.5\n"),
]

# What the compiled program shows is left open by C++, or is nothing that a script can print in the same way.
UNDEFINED = [
    r"""printf("%.2f\n", 3);""",
    r"""printf("%d\n", 3.5f);""",
    r"""printf("%d\n", result[0]);""",
    r"""printf("%ld\n", -1);""",
    r"""printf("%s\n", 5);""",
    r"""printf("%s\n", std::string("abc"));""",
    r"""for (int i = 0; i < 20; i++) { printf("%f ", i); }""",
    r"""printf("%d %f %f\n", 1.5, 2, 3);""",
    r"""printf("%f %d\n", 1, 2, 3, 4, 5, 6, 1.5);""",
    r"""for (int i = 0; i < 20; i++) { printf("%ld ", -i); }""",
    r"""std::vector<int8_t> got(16); aclrtMemcpy(got.data(), 16, outAddress, 16, ACL_MEMCPY_DEVICE_TO_HOST);
        for (int i = 0; i < 16; i++) { printf("%ld ", got[i]); }""",
]
REFUSED = [
    (r"""printf("%d %d\n", 1);""", "prints more than it is given"),
    (r"""printf("%p\n", (void*)left);""", "prints such a value"),
    (r"""printf("%n\n", nullptr);""", "prints by a format that is not known"),
    (r"""printf("%a\n", result[0]);""", "prints in another way"),
    (r"""printf("%#x\n", (unsigned)result[0]);""", "prints whole numbers in such a way"),
    (r"""printf("\xe4\n");""", "prints bytes that are no text"),
    (r"""std::cout << (uint8_t)200;""", "prints bytes that are no text"),
    (r"""std::cout << (void*)"abc";""", "prints such a value"),
    (r"""std::cout << left;""", "prints such a value"),
    (r"""std::cout << std::hexfloat << 1.5;""", "prints in another way"),
    (r"""std::cout << (int8_t)result[0];""", "prints results as characters"),
    (r"""std::vector<int8_t> got(4); aclrtMemcpy(got.data(), 4, outAddress, 4, ACL_MEMCPY_DEVICE_TO_HOST);
        for (int i = 0; i < 4; i++) { std::cout << got[i]; }""", "prints results as characters"),
]  # fmt: skip


@pytest.mark.parametrize(("statements", "expected"), [*PRINTED, *IN_LOOPS, *STREAMED])
def test_what_is_printed(statements: str, expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = translated(with_results(statements))
    assert found.is_complete, found.missing
    assert output(found.script, capsys) == expected


@pytest.mark.parametrize(("statements", "expected"), OUT_OF_ORDER)
def test_arguments_in_another_order(statements: str, expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = translated(with_results(statements))
    assert found.is_complete, found.missing
    assert output(found.script, capsys) == expected
    assert [n.partition(":")[0].partition(" prints ")[2] for n in found.notes] == [
        "by a format that does not fit its arguments"
    ]


@pytest.mark.parametrize("statements", UNDEFINED)
def test_a_format_that_does_not_fit(statements: str) -> None:
    found = translated(with_results(statements))
    assert {m.reason.partition(",")[0] for m in found.missing} == {"prints by a format that does not fit"}


@pytest.mark.parametrize(("statements", "reason"), REFUSED)
def test_what_is_not_printed(statements: str, reason: str) -> None:
    found = translated(with_results(statements))
    assert {m.reason.partition(":")[0] for m in found.missing} == {reason}
