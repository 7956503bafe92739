"""Commands in the documents: what a page shows is what they print, and options that a page names exist."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest
from for_each import for_each

from hotlint.cli.subcommands import SUBCOMMANDS, parser

TOP = Path(__file__).resolve().parents[2]
sys.path.append(str(TOP / "tools/generate"))
import consoles  # noqa: E402 - in tools/generate

_FENCED = re.compile(r"^ *(`{3,})(\w*)\n(.*?)^ *\1", re.S | re.M)
_INDENTED = re.compile(r"(?:^|\n)\n((?:    [^\n]*\n)+)")
_HOTLINT = re.compile(r"^(?:\$ |[\w.${}/-]*/|[^#]*(?:&&|\||commands =) *(?:[\w.${}/-]*/)?|(?:- )?entry: )?hotlint (.*)")


@pytest.mark.skipif(not shutil.which("sed"), reason="the commands are those of a POSIX system")
@pytest.mark.parametrize("page", [*consoles.pages(), consoles.PICTURE])
def test_output_is_what_the_commands_print(page: str) -> None:
    assert consoles.document(page) == (TOP / page).read_text(encoding="utf-8"), "stale: run `make docs`"


def commands() -> list[tuple[str, str]]:
    """Return (page, command line of hotlint) for each one in a block of a document that is not run."""
    found = []
    for path in [
        *TOP.glob("*.md"),
        *(TOP / "docs").rglob("*.md"),
        *(TOP / name / "README.md" for name in ("server", "examples")),
    ]:
        text = path.read_text(encoding="utf-8")
        blocks = [block for _, kind, block in _FENCED.findall(text) if kind in ("", "sh", "yaml", "ini", "groovy")]
        for block in [*blocks, *_INDENTED.findall(_FENCED.sub("\n", text))]:
            lines = (line.strip().removeprefix("sh '").rstrip("'") for line in block.replace("\\\n", " ").splitlines())
            name = path.relative_to(TOP).as_posix()
            found += [(name, match[1]) for match in map(_HOTLINT.search, lines) if match]
    return found


def words(line: str) -> list[str]:
    """Return the arguments of a command up to a comment, a pipe or a redirection; of optional ones, the first."""
    while "[" in line:
        line, before = re.sub(r"\[([^\[\]|]*)(?:\|[^\[\]]*)?\]", r"\1", line), line
        if line == before:
            break
    return shlex.split(re.split(r"\s+#|\s+[|>;<&]", line.replace("...", "").replace("…", ""))[0])


@for_each(("page", "line"), sorted(set(commands())))
def test_commands_can_be_read(page: str, line: str) -> None:
    name, *arguments = [re.sub(r"^(\w+)\|.*", r"\1", w) for w in words(line)] or ["--help"]
    if name.startswith("-") or name.isupper():  # `hotlint --version`, `hotlint COMMAND --help`
        return
    assert name in SUBCOMMANDS, f"{page}: hotlint {line}"
    errors = io.StringIO()
    try:
        with contextlib.redirect_stderr(errors), contextlib.redirect_stdout(io.StringIO()):
            parser(name).parse_args(arguments)
    except SystemExit as stopped:
        assert stopped.code == 0, f"{page}: hotlint {line}: {errors.getvalue()}"


def test_there_are_commands_to_test() -> None:
    assert len(commands()) > 10
