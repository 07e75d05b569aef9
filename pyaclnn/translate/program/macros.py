"""The preprocessor, as far as samples need it: macros of the file itself are expanded, line numbers kept."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from ..errors import TranslationError

MAX_BYTES = 400_000
MAX_NESTING = 150
_MAX_MACROS, _MAX_WORD = 1000, 500
_MAX_EXPANSIONS, _MAX_EXPANDED, _MAX_REMEMBERED = 20_000, 8_000_000, 4_000
_LONG = 16_000  # characters of a text in which searching again and again would take long
_MAX_PIECES = 20_000

# Strings, characters and comments: what is in them is no code. One that does not end reaches as far as it can: where
# each beginning is looked at again, a text full of them would take time with the square of its length. Runs of other
# characters are taken at once.
_LITERAL = re.compile(
    r'("[^"\\\n]*(?:\\.[^"\\\n]*)*(?:"|(?=\n)|\\?\Z)|\'(?:\\.|[^\'\\\n])\'|//[^\\\n]*(?:\\\n?[^\\\n]*)*|'
    r"/\*[^*]*(?:\*(?!/)[^*]*)*(?:\*/|\*?\Z))", re.S
)  # fmt: skip
_SPACES, _TOO_LONG = re.compile(r"[ \t]{200,}"), re.compile(rf"\b\w{{{_MAX_WORD}}}")
_DEFINE = re.compile(r"#[ \t]*define[ \t]+(\w+)(\([^)\n]*\))?([^\n\\]*(?:\\(?:\n|.|\Z)[^\n\\]*)*)$", re.M)
_CONDITIONAL = re.compile(r"#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b([^\n]*)")
_NO_BRACKET = {c: None for c in range(128) if chr(c) not in "()[]{}"}
_MARK = re.compile(r"[()\[\]{}\n]")
_PARENTHESIS = re.compile(r"[()]")
_OPENING = re.compile(r"\s*\(")
_SEPARATOR = re.compile(r"[()\[\]{},]")
_WORD = re.compile(r'"(?:\\.|[^"\\])*(?:"|\\?\Z)|(?<!#)#\s*(\w+)|\b\w+\b', re.S)
_BLANKS = re.compile(r"[ \t]+")
_CLOSING = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True)
class Macro:
    """One definition; ``parameters`` is None for a plain name."""

    parameters: tuple[str, ...] | None
    body: str


_PRINTED = re.compile(r"\bPRI([dioxXu])(8|16|32|64|MAX|PTR)\b")  # parts of formats for types of such sizes
_SIZES = {"8": "", "16": "", "32": "", "64": "l", "MAX": "l", "PTR": "l"}


def prepare(source: str) -> tuple[str, Callable[[str], str]]:
    """The text without comments and definitions of macros, and a function that expands macros in a piece of it.

    ``TranslationError`` for what nobody wrote as a program.
    """
    if len(source) > MAX_BYTES:
        raise TranslationError(f"the file has {len(source)} characters; a sample has at most {MAX_BYTES}")
    source = source.removeprefix("\ufeff")
    if "\0" in source:
        raise TranslationError("the file is not text")
    pieces = _LITERAL.split(source.replace("\r\n", "\n"))
    _check_brackets(pieces)
    for i in range(1, len(pieces), 2):
        if pieces[i][0] == "/":
            if pieces[i][1] == "*" and (len(pieces[i]) < 4 or not pieces[i].endswith("*/")):
                raise TranslationError("the file ends in a comment")
            pieces[i] = "\n" * pieces[i].count("\n") or " "
    if len(source) > _LONG:
        if _SPACES.search(source):
            pieces[::2] = [_SPACES.sub(" ", p) for p in pieces[::2]]
        if _TOO_LONG.search(source) and any(map(_TOO_LONG.search, pieces[::2])):
            raise TranslationError(f"a word has more than {_MAX_WORD} characters")
    if any(f"PRI{kind}" in source for kind in "dioxXu"):
        for i in range(0, len(pieces), 2):
            pieces[i] = _PRINTED.sub(lambda m: f'"{_SIZES[m[2]]}{m[1]}"', pieces[i])
    macros: dict[str, Macro] = {}

    def take(match: re.Match[str]) -> str:
        if not _is_first(match):
            return match[0]
        name, parameters, body = match.groups()
        if parameters is not None:
            names = tuple(p.strip() for p in parameters[1:-1].split(",") if p.strip())
        macros[name] = Macro(names if parameters is not None else None, _body(body))
        return "\n" * match[0].count("\n")

    text = _DEFINE.sub(take, _without_branches("".join(pieces)))
    if len(macros) > _MAX_MACROS:
        raise TranslationError(f"the file has more than {_MAX_MACROS} macros")
    expander = _expander(tuple(macros.items()))
    expander.count = expander.size = 0
    return text, expander.expanded if macros else str


def _is_first(match: re.Match[str]) -> bool:
    """Whether nothing stands before a match in its line."""
    text, start = match.string, match.start()
    return not text[text.rfind("\n", 0, start) + 1 : start].strip()


def _body(text: str) -> str:
    pieces = _LITERAL.split(re.sub(r",\s*##\s*__VA_ARGS__", " __OPTIONAL_ARGS__", text.replace("\\\n", " ").strip()))
    pieces[::2] = [_BLANKS.sub(" ", p) for p in pieces[::2]]  # what aligns the ends of lines is only long to parse
    return "".join(pieces)


def _without_branches(source: str) -> str:
    """Keeps what a compiler keeps, for conditions that ask only for names; anything else is left to the parser."""
    if not any(map(_is_first, _CONDITIONAL.finditer(source))):
        return source
    lines, stack = source.split("\n"), [True]
    for i, line in enumerate(lines):
        match = _CONDITIONAL.match(line.lstrip())
        if match is None:
            if not all(stack):
                lines[i] = ""
            continue
        word, rest = match[1], match[2].strip()
        if word in ("if", "ifdef", "ifndef"):
            stack.append({"if": rest not in ("0", "false"), "ifdef": False, "ifndef": True}[word])
        elif word == "endif" and len(stack) > 1:
            stack.pop()
        elif len(stack) > 1:
            stack[-1] = not stack[-1]
        lines[i] = ""
    return "\n".join(lines)


def _check_brackets(pieces: list[str]) -> None:
    """Refuses what would make a parser work long for nothing: deep nesting and brackets that do not match."""
    left = "".join(pieces[::2])
    left = left.translate(_NO_BRACKET) if left.isascii() else re.sub(r"[^()\[\]{}]+", "", left)
    for _ in range(MAX_NESTING):
        if not left:
            return
        before = len(left)
        left = left.replace("()", "").replace("[]", "").replace("{}", "")
        if len(left) == before:
            break
    stack: list[tuple[str, int]] = []
    row = 1
    for i, piece in enumerate(pieces):
        if i % 2:
            row += piece.count("\n")
            continue
        for match in _MARK.finditer(piece):
            mark = match[0]
            if mark == "\n":
                row += 1
            elif mark in _CLOSING:
                stack.append((mark, row))
                if len(stack) > MAX_NESTING:
                    raise TranslationError(f"line {row}: brackets are nested more than {MAX_NESTING} deep")
            elif not stack or _CLOSING[stack.pop()[0]] != mark:
                raise TranslationError(f"line {row}: {mark} closes nothing")
    if stack:
        raise TranslationError(f"the file ends before {len(stack)} opened brackets are closed")


@lru_cache(maxsize=16)
def _expander(macros: tuple[tuple[str, Macro], ...]) -> _Expander:
    """Most samples have the same macros, and call them with the same words."""
    return _Expander(dict(macros))


class _Expander:
    def __init__(self, macros: dict[str, Macro]) -> None:
        self.macros = macros
        self.count = self.size = 0
        names = "|".join(sorted(map(re.escape, macros), key=len, reverse=True))
        self.pattern = re.compile(rf"(?:{names})\b")  # that it begins a word is looked up: searching is faster so
        self.known: dict[tuple[str, frozenset[str]], str] = {}
        self.pieces: dict[str, str] = {}

    def expanded(self, text: str) -> str:
        """A piece of a file, remembered."""
        found = self.pieces.get(text)
        if found is None:
            if len(self.known) > _MAX_REMEMBERED:
                self.known.clear()
            if len(self.pieces) > _MAX_PIECES:
                self.pieces.clear()
            found = self.pieces[text] = self.expand(text, frozenset())
        else:
            self._grow(found)
        return found

    def expand(self, text: str, hidden: frozenset[str]) -> str:
        if self.pattern.search(text) is None:
            return text
        masked = _masked(text)
        pieces: list[str] = []
        done = at = 0
        while match := self.pattern.search(masked, at):
            start, at = match.span()
            name = match[0]
            if name in hidden or (start and (masked[start - 1].isalnum() or masked[start - 1] == "_")):
                continue
            if self.macros[name].parameters is not None:
                end = _end(masked, at)
                if end is None:
                    self._grow(masked[at:])
                    continue
                at = end
            pieces += (text[done:start], self._called(name, text[start:at], hidden))
            done = at
        return "".join([*pieces, text[done:]])

    def _called(self, name: str, call: str, hidden: frozenset[str]) -> str:
        """What a macro's name and its arguments stand for, with as many line ends."""
        self.count += 1
        if self.count > _MAX_EXPANSIONS:
            raise TranslationError(f"macros expand more than {_MAX_EXPANSIONS} times")
        known = self.known.get((call, hidden))
        if known is None:
            macro = self.macros[name]
            arguments = [] if macro.parameters is None else _arguments(call[len(name) :])
            filled = _filled(macro, [self.expand(a, hidden) for a in arguments])
            self._grow(filled)
            known = self.expand(filled, hidden | {name}) + "\n" * call.count("\n")
            self.known[call, hidden] = known
        self._grow(known)
        return known

    def _grow(self, text: str) -> None:
        self.size += len(text)
        if self.size > _MAX_EXPANDED:
            raise TranslationError(f"macros expand to more than {_MAX_EXPANDED} characters")


def _masked(text: str) -> str:
    """The text with quotes in place of everything in literals, so that positions are the same."""
    pieces = _LITERAL.split(text)
    pieces[1::2] = ['"' * len(p) for p in pieces[1::2]]
    return "".join(pieces)


def _end(masked: str, at: int) -> int | None:
    """Where the parentheses that follow a name end; None without any."""
    opening = _OPENING.match(masked, at)
    if opening is None:
        return None
    depth = 1
    for match in _PARENTHESIS.finditer(masked, opening.end()):
        depth += 1 if match[0] == "(" else -1
        if depth == 0:
            return match.end()
    return None


def _arguments(text: str) -> list[str]:
    """What stands in parentheses, split at its commas; each argument is one line, so that lines can be counted."""
    masked = _masked(text)
    start, end = masked.index("(") + 1, masked.rindex(")")
    found, depth = [], 0
    for match in _SEPARATOR.finditer(masked, start, end):
        mark = match[0]
        if mark == "," and depth == 0:
            found.append(text[start : match.start()])
            start = match.end()
        elif mark != ",":
            depth += 1 if mark in _CLOSING else -1
    return [a.replace("\n", " ").strip() for a in (*found, text[start:end])]


def _filled(macro: Macro, arguments: list[str]) -> str:
    """The body with its parameters replaced."""
    if macro.parameters is None:
        return macro.body
    values = dict(zip(macro.parameters, arguments, strict=False))
    rest = arguments[len([p for p in macro.parameters if p != "..."]) :]
    values["__VA_ARGS__"] = ", ".join(rest)
    values["__OPTIONAL_ARGS__"] = f", {values['__VA_ARGS__']}" if rest and any(r.strip() for r in rest) else ""

    def replace(match: re.Match[str]) -> str:
        if match[1]:
            return '"' + values.get(match[1], match[1]).strip().replace("\\", "\\\\").replace('"', '\\"') + '"'
        return values.get(match[0], match[0])

    return _WORD.sub(replace, macro.body).replace("##", "")
