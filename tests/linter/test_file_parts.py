"""The parts of a file: a rule that looks at one is called for the files that have it, and for no others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hotlint.linter.checking.engine import Engine
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.packs.registry import Registry
from hotlint.linter.rules.rule import Rule
from hotlint.linter.settings.model import Settings
from hotlint.syntax.source import Span

HEAD = "heat_template_version: 2018-08-31\n"
WORDS = (
    "other sections", "odd shapes", "company", "calls in conditions", "suspects", "overflow", "large text", "environments",
    "given values", "complete values", "cloud", "target", "unknown version", "many resources", "file names",
)  # fmt: skip
SLUGS = ("hot", "empty", "other", "environment", "duplicate-key", "tag")


def looking(part: str, hook: str) -> Rule:
    """Return a rule that looks at a part, and reports that it was called."""

    def report(rule: Rule, _checked: object, _ctx: Any) -> Iterator[Any]:
        yield Diagnostic(rule.code, "info", part, Span(0, 0), rule=rule.name)

    code = f"{hook[6].upper()}{part}"
    facts = {"code": code, "name": code.lower(), "severity": "info", "looks_at": frozenset({part}), hook: report}
    made: Rule = type(code, (Rule,), facts)()
    return made


TEMPLATE_RULES = Registry(tuple(looking(word, "check_template") for word in (*WORDS, "outputs")), ())
DOCUMENT_RULES = Registry(tuple(looking(slug, "check_document") for slug in SLUGS), ())


def parts(text: str, changes: Settings = Settings(), rules: Registry = TEMPLATE_RULES, **given: Any) -> list[str]:  # noqa: B008
    """Return the parts of a file that rules were called for."""
    result = Engine(changes, rules=rules, use_config=False, **given).check_file("t.yaml", text)
    assert result is not None
    codes = {rule.code for rule in rules.rules}
    return sorted(d.message for d in result.diagnostics if d.code in codes)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", ""),
        ("outputs: {}\n", "outputs"),
        ("other: {}\n", "other sections"),
        ("parameters: []\n", "odd shapes"),
        ("parameter_groups: {}\n", "odd shapes"),
        ("parameter_groups: []\n", ""),
        ("conditions: {1: true}\n", "odd shapes"),
        ("conditions: {a: [x]}\n", ""),
        ("conditions: []\n", "odd shapes"),
        ("resources: []\n", "odd shapes"),
        ("outputs: 5\n", "odd shapes, outputs"),
        ("description: []\n", ""),
        ("parameters: {1: {type: string}}\n", "odd shapes"),
        ("resources: {a: b}\n", "odd shapes"),
        ("parameters: {p: {type: string}}\nresources: {r: {type: OS::Heat::None}}\n", ""),
        ("outputs: {1: {value: 1}}\n", "odd shapes, outputs"),
        ("outputs: {a: 1}\n", "odd shapes, outputs"),
        ("outputs: {a: {value: {get_param: p, b: 1}}}\n", "company, outputs"),
        ("outputs: {a: {value: {get_parm: p}}}\n", "outputs, suspects"),
        ("conditions: {c: {equals: [1, {get_param: p}]}}\n", "calls in conditions"),
        ("outputs: {a: {value: {get_param: p}}}\n", "outputs"),
        ("outputs: {a: {value: {get_file: f}}}\n", "file names, outputs"),
        ("resources: {a: {type: b.yaml}}\n", "file names"),
        ("resources: {a: {type: OS::Heat::ResourceGroup}}\n", "many resources"),
    ],
)
def test_parts_of_templates(folder: Path, text: str, wanted: str) -> None:
    assert parts(HEAD + text) == [word for word in wanted.split(", ") if word]


@pytest.mark.parametrize(
    ("version", "wanted"),
    [
        ("2018-08-31", []),
        ("rocky", []),
        ("[]", ["odd shapes", "unknown version"]),
        ("5", ["odd shapes", "unknown version"]),
        ("2099-01-01", ["unknown version"]),
    ],
)
def test_parts_by_the_version(folder: Path, version: str, wanted: list[str]) -> None:
    assert parts(f"heat_template_version: {version}\n") == wanted


def test_large_texts_and_many_resources(folder: Path) -> None:
    length = 50_000 - len(HEAD)
    assert parts(HEAD + "#" * length) == []
    assert parts(HEAD + "#" * (length + 1)) == ["large text"]
    text = f"{HEAD}resources: {{a: {{type: OS::Heat::None}}, b: {{type: OS::Heat::None}}}}\n"
    (folder / ".hotlint.yaml").write_text("resource_limit: 1\n")
    for limit, wanted in ((1, ["many resources"]), (2, [])):
        result = Engine(Settings(resource_limit=limit), rules=TEMPLATE_RULES, use_config=False).check_file(
            "t.yaml", text
        )
        assert result is not None
        assert [d.message for d in result.diagnostics if d.code.startswith("T")] == wanted


def test_parts_by_what_is_given(folder: Path) -> None:
    (folder / "cloud.yaml").write_text("snapshot: 1\ncloud: c\n")
    (folder / "empty.env").write_text("parameters: {}\n")
    (folder / "given.env").write_text("parameters: {p: 1}\n")
    (folder / "defaults.env").write_text("parameter_defaults: {p: 1}\n")
    (folder / "wrong.env").write_text("parameters: []\n")
    text = f"{HEAD}parameters: {{p: {{type: string}}}}\n"
    assert parts(text) == []
    assert parts(text, parameters={"p": "1"}) == ["given values"]
    assert parts(text, complete=True) == ["complete values"]
    assert parts(text, Settings(target="rocky")) == ["target"]
    assert parts(text, Settings(cloud="cloud.yaml")) == ["cloud"]
    given = {
        "empty": ["complete values", "environments"],
        "wrong": ["complete values", "environments"],
        "given": ["complete values", "environments", "given values"],
        "defaults": ["complete values", "environments", "given values"],
    }
    for name, wanted in given.items():
        assert parts(text, Settings(environments=(f"{name}.env",))) == wanted, name


def test_a_template_with_more_than_can_be_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"{HEAD}outputs: {{a: {{value: [[1], [2], [3], [4]]}}}}\n"
    assert parts(text) == ["outputs"]
    monkeypatch.setattr("hotlint.analysis.template.NODE_LIMIT", 3)
    assert parts(text) == ["outputs", "overflow"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (HEAD, ["hot"]),
        ("# nothing\n", ["empty"]),
        ("a: 1\n", ["other"]),
        ("resource_registry: {}\n", ["environment"]),
        (f"{HEAD}{HEAD}", ["duplicate-key", "hot"]),
        (f"{HEAD}description: !!binary x\n", ["hot", "tag"]),
    ],
)
def test_parts_of_documents(folder: Path, text: str, wanted: list[str]) -> None:
    assert parts(text, rules=DOCUMENT_RULES) == wanted
