"""Commands in the documents: what a page shows is what they print, and what a command names exists."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from for_each import for_each

TOP = Path(__file__).resolve().parents[2]
sys.path += [str(TOP / "tools/generate"), str(TOP / "tools")]
import consoles  # noqa: E402 - in tools/generate
from artefacts.page_checks import problem  # noqa: E402 - in tools
from artefacts.page_commands import Block, Command, commands, pages  # noqa: E402
from artefacts.page_snippets import block_problems, snippet_problems  # noqa: E402


@pytest.mark.skipif(not shutil.which("sed"), reason="the commands are those of a POSIX system")
@pytest.mark.parametrize("page", [*consoles.pages(), consoles.PICTURE])
def test_output_is_what_the_commands_print(page: str) -> None:
    assert consoles.document(page) == (TOP / page).read_text(encoding="utf-8"), "stale: run `make docs`"


@for_each("command", sorted({(c.text, c): c for page in pages() for c in commands(page)}.values()), ids=str)
def test_what_commands_name_exists(command: Command) -> None:
    """Subcommands, options, targets of make, extras, scripts of npm, files. `make artefacts` runs the commands, too."""
    assert problem(command) is None


@pytest.mark.parametrize("page", pages())
def test_snippets_can_be_read(page: str) -> None:
    assert list(snippet_problems(page)) == []


MISTAKES = {
    "hotlint check --no-such-option": "'hotlint check' has no option '--no-such-option'; 'hotlint check --help' lists them",
    "hotlint checks web.yaml": "hotlint has no command 'checks'",
    "hotlint check [PATH...] [--fixx | --diff]": "'hotlint check' has no option '--fixx' (did you mean '--fix'?)",
    "cat a.yaml | hotlint check --nope -": "'hotlint check' has no option '--nope'; 'hotlint check --help' lists them",
    "make no-such-target": "the Makefile has no target 'no-such-target'",
    "make fuzz NO_SUCH=1": "the Makefile has no variable 'NO_SUCH'",
    "pip install 'hotlint[nope]'": "hotlint has no extra 'nope'",
    "pipx install 'hotlint[mcp,nope]'": "hotlint has no extra 'nope'",
    "npm run nope": "vscode-extension/package.json has no script 'nope'",
    "openstack hot nope": "the OpenStack client has no command 'hot nope'",
    "docker run --rm hotlint check --nope": "'hotlint check' has no option '--nope'; 'hotlint check --help' lists them",
    "docker build --build-arg NOPE=1 .": "the Dockerfile has no argument 'NOPE'",
    ".venv/bin/pytest tests/nope": "'tests/nope' does not exist",
    "pytest tests/tools/test_consoles.py::test_nope": "'tests/tools/test_consoles.py' has no test 'test_nope'",
    "python tools/nope.py": "'tools/nope.py' does not exist",
    "python benchmarks/bench_check.py --nope": "'benchmarks/bench_check.py' has no option '--nope'",
    "nope": "nothing is known of the program 'nope'",
}


@for_each(("text", "wrong"), list(MISTAKES.items()))
def test_mistakes_in_commands_are_found(text: str, wrong: str) -> None:
    assert wrong in (problem(Command("docs/x.md", 1, text, "run")) or "")


SNIPPETS = {
    "enviroments: [a.yaml]\nignore: [HOT8]\nexclude: [b]": "unknown setting 'enviroments'",
    "- uses: OWNER/hotlint@v1\n  with: {path: a}": "action.yml has no input 'path'",
    "- uses: OWNER/hotlint@v1\n  with: {arguments: --nope}": "'hotlint check' has no option '--nope'; 'hotlint check --help' lists them",
    "- id: hotlint-nope": "no hook 'hotlint-nope'",
    "- id: hotlint-docs\n  args: [--nope, a.yaml]": "'hotlint docs' has no option '--nope'; 'hotlint docs --help' lists them",
    "- a\nb": "it is no YAML",
}


@for_each(("text", "wrong"), list(SNIPPETS.items()))
def test_mistakes_in_snippets_are_found(text: str, wrong: str) -> None:
    assert wrong in "".join(block_problems(Block("docs/x.md", 1, "yaml", text)))


def test_a_language_without_a_check_is_a_mistake() -> None:
    assert list(block_problems(Block("docs/x.md", 1, "cobol", ""))) == ["no check is for the language 'cobol'"]


def test_each_kind_of_block_has_its_commands(tmp_path: Path) -> None:
    (tmp_path / "x.md").write_text(
        "Run `make demo`:\n\n    hotlint check   # a comment\n    no command\n\n```sh\n# a comment\nanything \\\n  more\n```\n\n"
        "```console\n$ hotlint test\nok\n```\n\n    $ hotlint types\n    hotlint: output\n\n```yaml\nmake: no\n```\n"
    )
    assert [(c.line, c.text, c.kind) for c in commands("x.md", tmp_path)] == [
        (1, "make demo", "named"),
        (3, "hotlint check", "run"),
        (8, "anything more", "run"),
        (13, "hotlint test", "console"),
        (17, "hotlint types", "run"),
    ]


def test_there_are_commands_to_test() -> None:
    assert sum(c.kind == "run" for page in pages() for c in commands(page)) > 50
