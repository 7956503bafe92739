"""The site's generated references name everything that the program has, and no link is broken by the way."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
import yaml

TOP = Path(__file__).resolve().parents[2]
sys.path.append(str(TOP / "tools"))
from website import build, commands, formats, language, markdown, pictures, sections  # noqa: E402 - in tools

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
        if not {"-h", "--help"} & {*action.option_strings}:
            assert all(option in page for option in action.option_strings)


def test_every_setting_is_explained() -> None:
    page = formats.pages()[formats.PAGES["configuration"]]
    examples = [yaml.safe_load(block) for block in re.findall(r"(?s)```yaml\n(.*?)```", page)]
    for key, facts in schema(CONFIGURATION)["properties"].items():
        assert f"\n## {key}\n" in page
        assert all({key: example} in examples for example in facts.get("examples", []))


def test_code_in_descriptions_is_code_and_nothing_else_is_markdown() -> None:
    assert markdown.prose("a `b_c` *d* <e>") == "a `b_c` \\*d\\* \\<e\\>"
    assert "\\`" not in formats.pages()[formats.PAGES["configuration"]]


def test_a_name_leads_to_its_page_and_a_property_to_the_type_that_uses_it_most() -> None:
    made = json.loads(dict(build.documents())["names.json"])
    assert made["flavor"] == ["docs/reference/types/OS-Nova-Server.html", "OS::Nova::Server"]
    assert made["floating ip"][0] == "docs/reference/types/OS-Neutron-FloatingIP.html"
    assert made["unknown-parameter"][0] == made["hot301"][0] == "docs/rules/HOT301.html"
    assert made["plan"][0] == "docs/reference/commands/plan.html"


def test_each_page_of_the_documents_has_a_place_in_a_section() -> None:
    assert sections.without_place(["docs/guide.md", "docs/rules/HOT301.md"]) == []
    assert sections.without_place(["docs/nowhere.md"]) == ["docs/nowhere.md"]
    made = dict(build.documents())
    assert [name for name in sections.SECTIONS if f"{name.lower()}.md" not in made] == []


def test_pages_for_maintainers_are_not_searched() -> None:
    assert sections.kind("docs/decisions/0001-x") == sections.kind("ARCHITECTURE") == sections.kind("search") == ""
    assert sections.kind("docs/plan") == "Guide"
    assert sections.kind("docs/reference/types/OS-Nova-Server") == "Resource type"


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
