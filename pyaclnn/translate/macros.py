"""The preprocessor, as far as samples need it: macros of the file itself are expanded, line numbers kept."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .errors import TranslationError

MAX_BYTES = 2_000_000
MAX_NESTING = 150
_MAX_EXPANSIONS, _MAX_EXPANDED = 20_000, 8_000_000

_DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(\([^)\n]*\))?((?:[^\n\\]|\\\n|\\.)*)$", re.M)
_SKIPPED = r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|//[^\n]*|/\*.*?\*/'
_BRACKETS = re.compile(_SKIPPED + r"|[()\[\]{}]", re.S)
_RAW_STRING = re.compile(r'\bR"(\w{0,16})\((.*?)\)\1"', re.S)
_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.S)
_OPENING = {")": "(", "]": "[", "}": "{"}
_CONDITIONAL = re.compile(r"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b([^\n]*)$", re.M)


@dataclass(frozen=True)
class Macro:
    """One definition; ``parameters`` is None for a plain name."""

    parameters: tuple[str, ...] | None
    body: str


def prepare(source: str) -> str:
    """The text as the parser takes it. ``TranslationError`` for what no person wrote as a program."""
    if len(source) > MAX_BYTES:
        raise TranslationError(f"the file has {len(source)} characters; a sample has at most {MAX_BYTES}")
    if "\0" in source:
        raise TranslationError("the file is not text")
    source = source.replace("\r\n", "\n")
    _check_brackets(source)
    source = _without_branches(source)
    macros: dict[str, Macro] = {}

    def take(match: re.Match[str]) -> str:
        name, parameters, body = match.groups()
        if parameters is not None:
            names = tuple(p.strip() for p in parameters[1:-1].split(",") if p.strip())
        macros[name] = Macro(names if parameters is not None else None, _body(body))
        return "\n" * match[0].count("\n")

    text = _DEFINE.sub(take, source)
    return _Expander(macros).expand(text) if macros else text


def _body(text: str) -> str:
    body = _COMMENT.sub(lambda m: m[0] if m[0][0] == '"' else " ", text.replace("\\\n", " ")).strip()
    return re.sub(r",\s*##\s*__VA_ARGS__", " __OPTIONAL_ARGS__", body)


def _without_branches(source: str) -> str:
    """Keeps what a compiler keeps, for conditions that ask only for names; anything else is left to the parser."""
    if not _CONDITIONAL.search(source):
        return source
    lines, stack = source.split("\n"), [True]
    for i, line in enumerate(lines):
        match = _CONDITIONAL.match(line)
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


def _check_brackets(source: str) -> None:
    """Refuses what would make a parser work long for nothing: deep nesting and brackets that do not match."""
    stack: list[str] = []
    for match in _BRACKETS.finditer(source):
        bracket = match[0]
        if len(bracket) > 1:
            continue
        if bracket in "([{":
            stack.append(bracket)
            if len(stack) > MAX_NESTING:
                line = source.count("\n", 0, match.start()) + 1
                raise TranslationError(f"line {line}: brackets are nested more than {MAX_NESTING} deep")
        elif not stack or stack.pop() != _OPENING[bracket]:
            line = source.count("\n", 0, match.start()) + 1
            raise TranslationError(f"line {line}: {bracket} closes nothing")
    if stack:
        raise TranslationError(f"the file ends before {len(stack)} opened brackets are closed")


class _Expander:
    def __init__(self, macros: dict[str, Macro]) -> None:
        self.macros = macros
        self.count = self.size = 0
        names = "|".join(sorted(map(re.escape, macros), key=len, reverse=True))
        self.pattern = re.compile(rf"{_SKIPPED}|\b(?:{names})\b", re.S)

    def expand(self, text: str, hidden: frozenset[str] = frozenset()) -> str:
        pieces, at = [], 0
        while match := self.pattern.search(text, at):
            macro = self.macros.get(match[0])
            if macro is None or match[0] in hidden:
                pieces.append(text[at : match.end()])
                at = match.end()
                continue
            self.count += 1
            if self.count > _MAX_EXPANSIONS:
                raise TranslationError(f"macros expand more than {_MAX_EXPANSIONS} times")
            end = match.end()
            arguments: list[str] | None = None
            if macro.parameters is not None:
                arguments, end = _arguments(text, end)
                if arguments is None:
                    pieces.append(text[at : match.end()])
                    at = match.end()
                    continue
            pieces.append(text[at : match.start()])
            inner = hidden | {match[0]}
            filled = _filled(macro, [self.expand(a, hidden) for a in arguments or []])
            self.size += len(filled)
            if self.size > _MAX_EXPANDED:
                raise TranslationError(f"macros expand to more than {_MAX_EXPANDED} characters")
            pieces.append(self.expand(filled, inner))
            pieces.append("\n" * text.count("\n", match.start(), end))
            at = end
        return "".join([*pieces, text[at:]])


def _filled(macro: Macro, arguments: list[str]) -> str:
    """The body with its parameters replaced; arguments are one line each, so that lines can be counted after."""
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

    return re.sub(r'"(?:\\.|[^"\\])*"|(?<!#)#\s*(\w+)|\b\w+\b', replace, macro.body).replace("##", "")


_NEXT = re.compile(_SKIPPED + r"|[()\[\]{},]", re.S)


def _arguments(text: str, at: int) -> tuple[list[str] | None, int]:
    """What stands between the parentheses after a macro's name, split at its commas; None without parentheses."""
    opening = re.compile(r"\s*\(").match(text, at)
    if opening is None:
        return None, at
    found, depth, start = [], 1, opening.end()
    for match in _NEXT.finditer(text, start):
        mark = match[0]
        if len(mark) > 1:
            continue
        if mark in "([{":
            depth += 1
        elif mark in ")]}":
            depth -= 1
            if depth == 0:
                found.append(_one_line(text[start : match.start()]))
                return found, match.end()
        elif depth == 1:
            found.append(_one_line(text[start : match.start()]))
            start = match.end()
    return None, at


def _one_line(text: str) -> str:
    return _COMMENT.sub(lambda m: m[0] if m[0][0] == '"' else " ", text).replace("\n", " ").strip()
