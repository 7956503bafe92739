"""What is reported on texts that are not YAML, word for word: the mistake alone, and nothing that follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from broken_texts import TEXTS, damaged
from finding_lines import TEMPLATE, Checks, brief, checks_alone, checks_of, example_text, full
from snapshot_files import FOLDER, RecordedAnswers

from hotlint.linter.packs import registry
from hotlint.linter.rules.rule import Rule

RULES = [rule for rule in registry.load().rules if rule.bad and rule.code != "HOT702"]
"""Without the one whose examples use up the budget of a check."""
LINES = 5
"""How many lines of an example are damaged, one at a time."""
BROKEN = RecordedAnswers("broken_texts")
BROKEN_EXAMPLES = RecordedAnswers("rules", "broken lines")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Checks]:
    with checks_alone(tmp_path_factory.mktemp("alone")) as checks:
        yield checks


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_a_text_alone(name: str, alone: Checks) -> None:
    found = alone.findings(TEXTS[name])
    BROKEN.check(name, "\n".join(line for f in found for line in full(f, alone.path.parent)))


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_a_text_in_a_template(name: str, alone: Checks) -> None:
    if TEXTS[name].startswith("%"):
        return  # a directive is at the start of a text
    inner = "".join(f"        {line}" for line in TEXTS[name].splitlines(keepends=True))
    text = "heat_template_version: 2018-08-31\nresources:\n  a:\n    type: OS::Heat::Value\n    properties:\n      value:\n"
    after = "\n  b:\n    type: OS::Heat::Valu\noutputs:\n  c: {value: {get_attr: [d, value]}}\n  e: {value: {get_attr: [b, value]}}\n"
    found = alone.findings(text + inner + after)
    BROKEN.check(f"{name}: in a template", "\n".join(brief(f, alone.path.parent) for f in found))


def with_damage(text: str, most: int, checks: Checks) -> str:
    """For each damaged line of a text, how much is found, and in brief what is new."""
    folder = checks.path.parent
    usual = {brief(f, folder) for f in checks.findings(text)}
    lines = []
    for name, changed in damaged(text, most):
        found = [brief(f, folder) for f in checks.findings(changed)]
        lines += [f"-- {name}: {len(found)}", *(line for line in found if line not in usual)]
    return "\n".join(lines)


@pytest.mark.parametrize("rule", RULES, ids=lambda r: r.code)
def test_a_broken_line_in_an_example(rule: Rule, folder: Path, alone: Checks) -> None:
    checks = checks_of(rule.bad[0], folder, alone)
    BROKEN_EXAMPLES.check(rule.code, with_damage(example_text(rule.bad[0]), LINES, checks))


@pytest.mark.parametrize("name", ["template", "child"])
def test_a_broken_line_in_a_template(name: str, folder: Path) -> None:
    text = (FOLDER / "input" / f"{name}.yaml").read_text(encoding="utf-8")
    BROKEN.check(f"{name}.yaml", with_damage(text, 1000, Checks(folder / TEMPLATE)))


def test_nothing_else_is_recorded() -> None:
    within = {f"{name}: in a template" for name, text in TEXTS.items() if not text.startswith("%")}
    BROKEN.keep_only({*TEXTS, *within, "template.yaml", "child.yaml"})
    BROKEN_EXAMPLES.keep_only({rule.code for rule in RULES})
