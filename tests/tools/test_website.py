"""The site's generated references name everything that the program has, and no link is broken by the way."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
import yaml

TOP = Path(__file__).resolve().parents[2]
sys.path.append(str(TOP / "tools"))
from website import build, commands, formats, language, markdown, pictures  # noqa: E402 - in tools

from hotlint.cli.subcommands import SUBCOMMANDS, parser  # noqa: E402
from hotlint.formats.configuration import CONFIGURATION  # noqa: E402
from hotlint.formats.schema import schema  # noqa: E402
from hotlint.language import constraints, functions  # noqa: E402
from hotlint.resource_types.catalog import Catalog  # noqa: E402


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    """The pages of the commands."""
    return commands.pages()


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_a_command_has_a_page_with_each_option(name: str, pages: dict[str, str]) -> None:
    page = pages[f"{commands.FOLDER}/{name}.md"]
    assert page.startswith(f"# hotlint {name}\n")
    for action in parser(name)._actions:
        assert all(option in page for option in action.option_strings if "--help" not in action.option_strings)


def test_every_setting_is_explained() -> None:
    page = formats.pages()[formats.PAGES["configuration"]]
    examples = [yaml.safe_load(block) for block in re.findall(r"(?s)```yaml\n(.*?)```", page)]
    for key, facts in schema(CONFIGURATION)["properties"].items():
        assert f"\n## {key}\n" in page
        assert all({key: example} in examples for example in facts.get("examples", []))


def test_code_in_descriptions_is_code_and_nothing_else_is_markdown() -> None:
    assert markdown.prose("a `b_c` *d* <e>") == "a `b_c` \\*d\\* \\<e\\>"
    assert "\\`" not in formats.pages()[formats.PAGES["configuration"]]


def test_the_search_shows_keys_and_properties_first() -> None:
    made = language.pages()
    assert "\n### deletion_policy\n\n```{index} ! deletion_policy\n```\n" in made[language.KEYS]
    first = [path for path, text in made.items() if re.search(r"\{index\}.* ! flavor\b", text)]
    assert first == [f"{language.TYPES}/OS-Nova-Server.md"]
    assert re.search(r"\{index\}.* flavor\b", made[f"{language.TYPES}/OS-Trove-Instance.md"])


def test_functions_constraints_and_types_have_pages() -> None:
    made = language.pages()
    index = made[f"{language.FUNCTIONS}/index.md"]
    assert all(f"`{name}`" in index for name in functions.NAMES)
    assert all(f"\n## {name}\n" in made[language.CONSTRAINTS] for name in constraints.NAMES)
    assert len([path for path in made if path.startswith(language.TYPES)]) > 0.9 * len(Catalog().names())


def test_links_lead_to_the_site_or_are_text() -> None:
    pages = {"docs/guide.md", "server/README.md"}
    text = "[a](guide.md#settings) [b](../server) [c](gitlab-ci.yml) [d](https://e.org) ![p](images/x.png)\n```\n[x](gitlab-ci.yml)\n```\n"
    assert build.linked(text, "docs/ci.md", pages) == (
        "[a](guide.md#settings) [b](../server/README.md) c [d](https://e.org) ![p](images/x.png)\n```\n[x](gitlab-ci.yml)\n```\n"
    )


def test_a_second_source_writes_nothing_again(tmp_path: Path) -> None:
    build.write_source(tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.md")}
    (tmp_path / "left.md").write_text("of an earlier build", encoding="utf-8")
    build.write_source(tmp_path)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.md")} == before


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("$ hotlint test\nok", "console"),
        ("template: web.yaml\ntests: []", "yaml"),
        ("# .hotlint.yaml\npolicies:\n- a.yaml", "yaml"),
        ("- {code: SITE1, name: a}", "yaml"),
        ("- name: a service\n  assert: {}", "yaml"),
        ("def test_address(hot):\n    pass", "python"),
        ("hotlint format [PATH...]", "none"),
        ("1 test passed: all", "none"),
    ],
)
def test_the_language_of_a_block_is_known_by_how_it_begins(text: str, language: str) -> None:
    pytest.importorskip("sphinx")
    from website import conf

    assert conf.language_of(text) == language


def test_pictures_of_a_site_without_pages_fail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert pictures.main(["--site", str(tmp_path), "--out", str(tmp_path / "out")]) == 1
    assert "docs/start.html" in capsys.readouterr().out


def test_options_in_the_help_are_code() -> None:
    assert markdown.help_text("see --fail-on, -e and a*b") == "see `--fail-on`, -e and a\\*b"
