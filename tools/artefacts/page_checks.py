"""Whether what a command line of a document names exists: programs, subcommands, options, targets, extras, scripts, files."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shlex
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

from artefacts.page_commands import TOP, Command

_REQUIREMENT = re.compile(r"hotlint(?:\[([\w,]+)\])?(?:[=<>~!].*)?")
_INCOMPLETE = re.compile(r"arguments are required|expected one argument|, not '[A-Z]+'")


def problem(command: Command) -> str | None:
    """Return what is wrong with a command line, a synopsis such as `hotlint check [PATH...]` included; None for nothing.

    A sentence may leave out arguments, and has capitals in place of values.
    """
    try:
        parts = list(_parts(command.text))
    except ValueError as exc:
        return f"it cannot be split into words: {exc}"
    found = [wrong for words in parts if (wrong := _of_words(words)) is not None]
    return next((wrong for wrong in found if command.kind != "named" or _INCOMPLETE.search(wrong) is None), None)


def _parts(text: str) -> Iterator[list[str]]:
    """Yield the words of each command of a line, without redirections; of the choices of a synopsis, the first."""
    if re.match(r"(?:[\w.${}/-]*/)?hotlint ", text):
        text = re.sub(r"(?<=\w)\|[\w|]+", "", text)
        before = ""
        while before != text:
            text, before = re.sub(r"\[([^\[\]|]*)(?:\|[^\[\]]*)?\]", r"\1", text), text
    lexer = shlex.shlex(text.replace("...", "").replace("…", ""), posix=True, punctuation_chars="|&;<>")
    lexer.whitespace_split = True
    words: list[str] = []
    skipped = False
    for word in lexer:
        if set(word) <= set("|&;"):
            yield words
            words = []
        elif set(word) <= set("<>"):
            skipped = True
        elif not skipped:
            words.append(word)
        else:
            skipped = False
    yield words


def _of_words(words: list[str]) -> str | None:
    while words and re.match(r"[A-Z_]+=", words[0]):
        words = words[1:]
    if not words:
        return None
    name, arguments = words[0].rpartition("/")[2], words[1:]
    if name == "hotlint.pyz":
        name = "hotlint"
    check = _CHECKS.get(name)
    return check(arguments) if check is not None else f"nothing is known of the program '{name}'"


def _hotlint(arguments: list[str]) -> str | None:
    from hotlint.cli.subcommands import SUBCOMMANDS, parser
    from hotlint.operations.errors import OperationError

    if not arguments or arguments[0] in ("--version", "--help", "COMMAND", "-h"):
        return None
    name, *rest = arguments
    if name not in SUBCOMMANDS:
        return f"hotlint has no command '{name}'"
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
            parser(name).parse_args(rest)
    except OperationError as exc:
        return str(exc)
    return None


@cache
def _makefile() -> tuple[frozenset[str], str]:
    """Return the targets of the Makefile, and its text."""
    text = (TOP / "Makefile").read_text(encoding="utf-8")
    return frozenset(t for line in re.findall(r"^([\w. -]+):(?!=)", text, re.M) for t in line.split()), text


def _make(arguments: list[str]) -> str | None:
    targets, text = _makefile()
    for word in arguments:
        name, sign, _ = word.partition("=")
        if sign and f"$({name})" not in text:
            return f"the Makefile has no variable '{name}'"
        if not sign and word not in targets and word != ".venv/.installed" and not word.startswith("-"):
            return f"the Makefile has no target '{word}'"
    return None


@cache
def _project() -> dict[str, dict[str, object]]:
    project: dict[str, dict[str, object]] = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]
    return project


def _pip(arguments: list[str]) -> str | None:
    for word in arguments[1:]:
        found = _REQUIREMENT.fullmatch(word)
        for extra in (found[1] or "").split(",") if found is not None else ():
            if extra and extra not in _project()["optional-dependencies"]:
                return f"hotlint has no extra '{extra}'"
    return None


def _npm(arguments: list[str]) -> str | None:
    scripts = json.loads((TOP / "vscode-extension/package.json").read_text("utf-8"))["scripts"]
    if arguments[:1] == ["run"] and arguments[1] not in scripts:
        return f"vscode-extension/package.json has no script '{arguments[1]}'"
    return None


def _openstack(arguments: list[str]) -> str | None:
    if arguments[:1] != ["hot"] or len(arguments) < 2:
        return None
    commands = _project()["entry-points"]["openstack.hot.v1"]
    assert isinstance(commands, dict)
    if f"hot_{arguments[1]}" not in commands:
        return f"the OpenStack client has no command 'hot {arguments[1]}'"
    return _hotlint(arguments[1:])  # it takes the same options


def _docker(arguments: list[str]) -> str | None:
    declared = (TOP / "Dockerfile").read_text("utf-8")
    for option, word in pairwise(arguments):
        if option == "--build-arg" and f"ARG {word.partition('=')[0]}" not in declared:
            return f"the Dockerfile has no argument '{word.partition('=')[0]}'"
    if arguments[:1] == ["run"] and "hotlint" in arguments:
        return _hotlint(arguments[arguments.index("hotlint") + 1 :])
    return None


def _pytest(arguments: list[str]) -> str | None:
    for word in arguments:
        path, _, name = word.partition("::")
        if "/" in path and not word.startswith("-"):
            if not (TOP / path).exists():
                return f"'{path}' does not exist"
            if name and f"def {name}(" not in (TOP / path).read_text("utf-8"):
                return f"'{path}' has no test '{name}'"
    return None


def _python(arguments: list[str]) -> str | None:
    while arguments and arguments[0] in ("-I", "-u"):
        arguments = arguments[1:]
    if not arguments or arguments[0] in ("-c", "-"):
        return None
    if arguments[0] == "-m":
        module, rest = arguments[1], arguments[2:]
        return _CHECKS[module](rest) if module in _CHECKS else None
    if arguments[0] == "hotlint.pyz":
        return _hotlint(arguments[1:])
    script = TOP / arguments[0]
    if not script.exists():
        return f"'{arguments[0]}' does not exist"
    texts = [p.read_text("utf-8") for p in (script.rglob("*.py") if script.is_dir() else [script, *_beside(script)])]
    for word in arguments[1:]:
        name = word.partition("=")[0]
        if name.startswith("--") and name != "--help" and not any(f'"{name}"' in text for text in texts):
            return f"'{arguments[0]}' has no option '{name}'"
    return None


def _beside(script: Path) -> list[Path]:
    """Return the modules of its folder that a script imports."""
    text = script.read_text("utf-8")
    return [p for p in script.parent.glob("*.py") if re.search(rf"^(?:from|import) {p.stem}\b", text, re.M)]


def _other(arguments: list[str]) -> str | None:
    """Return nothing: the program is not of this project."""
    return None


_CHECKS: dict[str, Callable[[list[str]], str | None]] = {
    "hotlint": _hotlint, "make": _make, "pip": _pip, "pipx": _pip, "npm": _npm, "openstack": _openstack, "docker": _docker,
    "pytest": _pytest, "python": _python, "python3": _python,
    **dict.fromkeys(("cat", "cd", "dask", "duckdb", "echo", "git", "grep", "head", "sed", "tail", "venv"), _other),
}  # fmt: skip
