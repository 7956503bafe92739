"""Input made to take hours or gigabytes, or to break what reads it: expressions, patterns, aliases, nesting, numbers, line ends."""

from __future__ import annotations

import random

LINE_ENDS = ("\n", "\r\n", "\r", "\x85", "\u2028", "\u2029", "\x0b", "\x0c", "\x1c", "\x1e")
"""What one program or another takes for the end of a line: NEL, LS, PS, VT, FF, separators, and a lone CR among them."""
CHARACTERS = (
    "\0", "\t", "\ufeff", "\xa0", "\u200b", "\u202e", "\ud800", "\udfff", "\U0001f600", "\U0010ffff", "\x1b[31m", "\x7f",
    "\ufffe", "e\u0301", "\u0130", "ß", "::error::", "</script>", "%0A", "${x}", "`",
)  # fmt: skip
EXPRESSIONS = (
    "$.data", "$.data.x", "$.data.select($.a)", "dict($.data.items())", "$.data.where($ > 1).len()", "1 +", "(((", "$.data.",
    "'\\xzz'", "$.data.orderBy($)", "'a' * 10", "[1, 2].sum()", "$.data.toString()", "1/0", "null.x", "let(x => 1) -> $x",
    "'\\ud800'", "chr(55296)", "regex('(').matches('a')", "$.data.first()", "'\u2028'", "shiftBitsLeft(1, 3)", "", " ", "0x",
)  # fmt: skip
COSTLY_EXPRESSIONS = (
    "pow(9, pow(9, 8))", "range(0, 150).select(range(0, 150).select(range(0, 150).sum()).sum()).sum()",
    "def(f, f($1) + f($1)) -> f(1)", "regex('(a+)+$').matches('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!')",
    "shiftBitsLeft(1, 20000000000)", "'a' * 9999", "list(range(0, 200)).join(',') * 100",
)  # fmt: skip
PATTERNS = (
    "[a-z]+", "(", "[", "a{2", "^$", "", "\\", "(?P<x>a)(?P=x)", "\\d+", "(?i)A", "x*", "[[:alpha:]]", "(?<=a)b", "\\Z", "\u2028",
    "a{1000}", "(?:a|b)*c", "[^\\n]*", "(?#", "*",
)  # fmt: skip
COSTLY_PATTERNS = (
    "(a+)+$", "((a*)*)*b", "(a|aa)+$", "(x+x+)+y", "a{99999}", "(a?){64}a{64}", "(?:(?:(?:a{99}){99}){99})",
    "(.)(?(1)a|b){9999}", "(a|b|ab)*c" * 9,
)  # fmt: skip
NUMBERS = (
    "1" * 5000, "0x" + "f" * 5000, "0o" + "7" * 6000, "1" * 300 + ".5", "1e999999", "-0", "0b" + "1" * 20000, "1:" * 400 + "1",
    "9223372036854775808", "0.1e-400", "1_" * 900 + "1",
)  # fmt: skip
_COSTLY = 0.03
"""How many of the expressions, patterns and templates are of those that have to be stopped: each takes a good part of a second."""


def expression(rng: random.Random) -> str:
    """Return a yaql expression; few are valid, and few take long."""
    if rng.random() < _COSTLY:
        return rng.choice(COSTLY_EXPRESSIONS)
    text = rng.choice(EXPRESSIONS)
    if rng.random() < 0.2:
        at = rng.randrange(len(text) + 1)
        text = text[:at] + rng.choice("()[]{}.,$'\"\\+-*/<>=%&|!~ \n0a") + text[at:]
    return text


def pattern(rng: random.Random) -> str:
    """Return a regular expression; some are invalid, and few take long."""
    if rng.random() < _COSTLY:
        return rng.choice(COSTLY_PATTERNS)
    text = rng.choice(PATTERNS)
    return text + rng.choice(PATTERNS) if rng.random() < 0.3 else text


def aliases(rng: random.Random) -> str:
    """Return lines of a mapping whose aliases multiply, merge, repeat or refer to themselves."""
    width, depth = rng.choice((2, 5, 10)), rng.choice((2, 6, 12, 40))
    kind = rng.choice(("mapping", "list", "merge", "itself", "missing", "key"))
    lines = ["a0: &a0 {x: 1, get_param: a}" if kind != "list" else "a0: &a0 [x, {get_param: a}]"]
    for n in range(1, depth):
        inside = ", ".join(f"*a{n - 1}" if kind == "list" else f"k{i}: *a{n - 1}" for i in range(width))
        if kind == "merge":
            inside = f"<<: [{', '.join([f'*a{n - 1}'] * width)}], z{n}: 1"
        lines.append(f"a{n}: &a{n} " + (f"[{inside}]" if kind == "list" else f"{{{inside}}}"))
    lines += {"itself": ["s: &s {x: *s}"], "missing": ["m: *nothing"], "key": ["? *a0", ": 1"]}.get(kind, [])
    return "".join(f"  {line}\n" for line in lines)


def nesting(rng: random.Random) -> str:
    """Return one value that is nested deeply."""
    depth = rng.choice((20, 90, 150, 199, 201, 600, 3000))
    opened = rng.choice(
        ("[", "{a: ", "{get_param: ", "{not: ", "[{if: [x, ", "- ", "? ", "a:\n", "'", "!t ", "{list_join: ['', ")
    )
    if opened == "a:\n":
        return "\n" + "".join(" " * (n + 4) + "a:\n" for n in range(min(depth, 300)))
    closed = "".join({"[": "]", "{": "}"}.get(char, "") for char in reversed(opened))
    return opened * depth + "1" + (closed * depth if rng.random() < 0.7 else "")


def repeat(rng: random.Random) -> str:
    """Return an output that repeats so often that the dry run has to stop it."""
    names = "abcdefgh"[: rng.choice((3, 5, 8))]
    loops = ", ".join(f"{name}: [{', '.join('0123456789')}]" for name in names)
    return f"outputs:\n  o: {{value: {{repeat: {{for_each: {{{loops}}}, template: {' '.join(names)}}}}}}}\n"


def snippet(rng: random.Random) -> str:
    """Return a template around one hostile part."""
    head = "heat_template_version: 2021-04-16\n"
    if rng.random() < _COSTLY:
        return head + repeat(rng)
    kind = rng.choice(("yaql", "pattern", "aliases", "nesting", "number", "wide", "comments", "keys"))
    if kind == "yaql":
        return f"{head}outputs:\n  o: {{value: {{yaql: {{expression: {_quoted(expression(rng))}, data: {{x: [1, 2]}}}}}}}}\n"
    if kind == "pattern":
        rule = f"constraints: [{{allowed_pattern: {_quoted(pattern(rng))}}}]"
        return f"{head}parameters:\n  p: {{type: string, default: {'a' * rng.randrange(40)}, {rule}}}\n"
    if kind == "aliases":
        section = rng.choice(("parameters", "resources", "outputs", "conditions", "x"))
        return f"{head}{section}:\n{aliases(rng)}" + rng.choice(("", "outputs: {o: {value: *a1}}\n"))
    if kind == "nesting":
        return f"{head}outputs:\n  o:\n    value: {nesting(rng)}\n"
    if kind == "number":
        number = rng.choice(NUMBERS)
        parameters = f"parameters:\n  p: {{type: number, default: {number}}}\n  {number}: {{type: string}}\n"
        return f"{head}{parameters}outputs: {{o: {{value: {number}}}}}\n"
    if kind == "wide":
        char = rng.choice(CHARACTERS + LINE_ENDS)
        parameter = f"{{type: strng, default: '{char}{char}'}}"
        return f"{head}description: a{char}b\nparameters: {{p: {parameter}}}  # {char} hotlint: disable=HOT101\n"
    if kind == "comments":
        return (
            head + "# hotlint: disable=HOT101\n" * rng.choice((1, 30)) + "#" + rng.choice(CHARACTERS) * 20 + "\nx: 1\n"
        )
    return head + "parameters:\n" + f"  {rng.choice(('a', 'é', '1'))}: {{type: string}}\n" * rng.choice((2, 40))


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
