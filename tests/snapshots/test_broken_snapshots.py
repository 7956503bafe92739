"""What is reported on texts that are not YAML, word for word: the mistake alone, and nothing that follows from it."""

from __future__ import annotations

from pathlib import Path

import pytest
from broken_texts import TEXTS, damaged
from finding_lines import brief, example_text, findings, full, write_example
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


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_a_text_alone(name: str, folder: Path) -> None:
    found = findings(folder, TEXTS[name], [])
    BROKEN.check(name, "\n".join(line for f in found for line in full(f, folder)))


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_a_text_in_a_template(name: str, folder: Path) -> None:
    if TEXTS[name].startswith("%"):
        return  # a directive is at the start of a text
    inner = "".join(f"        {line}" for line in TEXTS[name].splitlines(keepends=True))
    text = "heat_template_version: 2018-08-31\nresources:\n  a:\n    type: OS::Heat::Value\n    properties:\n      value:\n"
    after = "\n  b:\n    type: OS::Heat::Valu\noutputs:\n  c: {value: {get_attr: [d, value]}}\n  e: {value: {get_attr: [b, value]}}\n"
    BROKEN.check(
        f"{name}: in a template", "\n".join(brief(f, folder) for f in findings(folder, text + inner + after, []))
    )


def with_damage(text: str, most: int, folder: Path, environments: list[Path]) -> str:
    """For each damaged line of a text, how much is found, and in brief what is new."""
    usual = {brief(f, folder) for f in findings(folder, text, environments)}
    lines = []
    for name, changed in damaged(text, most):
        found = [brief(f, folder) for f in findings(folder, changed, environments)]
        lines += [f"-- {name}: {len(found)}", *(line for line in found if line not in usual)]
    return "\n".join(lines)


@pytest.mark.parametrize("rule", RULES, ids=lambda r: r.code)
def test_a_broken_line_in_an_example(rule: Rule, folder: Path) -> None:
    environments = write_example(folder, rule.bad[0])
    BROKEN_EXAMPLES.check(rule.code, with_damage(example_text(rule.bad[0]), LINES, folder, environments))


@pytest.mark.parametrize("name", ["template", "child"])
def test_a_broken_line_in_a_template(name: str, folder: Path) -> None:
    text = (FOLDER / "input" / f"{name}.yaml").read_text(encoding="utf-8")
    BROKEN.check(f"{name}.yaml", with_damage(text, 1000, folder, []))


def test_nothing_else_is_recorded() -> None:
    within = {f"{name}: in a template" for name, text in TEXTS.items() if not text.startswith("%")}
    BROKEN.keep_only({*TEXTS, *within, "template.yaml", "child.yaml"})
    BROKEN_EXAMPLES.keep_only({rule.code for rule in RULES})
