"""What is reported, word for word: on every rule's examples, and on small changes of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from finding_lines import (
    TEMPLATE,
    Checks,
    brief,
    checks_alone,
    checks_of,
    example_text,
    full,
    write_example,
)
from neighbors import with_neighbors
from snapshot_files import RecordedAnswers
from variants import variants

from hotlint.linter.checking.testing import type_examples
from hotlint.linter.packs import registry
from hotlint.linter.rules.rule import Example, Rule

TYPE_RULES = registry.load().type_rules.names()

REGISTRY = registry.load()
RULES = REGISTRY.rules
EXAMPLES = RecordedAnswers("rules", "examples")
VARIANTS = RecordedAnswers("rules", "variants")
NEIGHBORS = RecordedAnswers("rules", "neighbors")
TYPE_EXAMPLES = RecordedAnswers("types", "examples")
TYPE_VARIANTS = RecordedAnswers("types", "variants")
SLOW = {"HOT702"}
"""Rules whose examples use up the budget of a check."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Checks]:
    with checks_alone(tmp_path_factory.mktemp("alone")) as checks:
        yield checks


def in_examples(examples: Sequence[Example], folder: Path, alone: Checks) -> str:
    """All findings in each example, whole."""
    lines = []
    for number, example in enumerate(examples, 1):
        checks = checks_of(example, folder / str(number), alone)
        found = checks.findings(example_text(example))
        lines += [f"-- {number}", *(line for f in found for line in full(f, checks.path.parent))]
    return "\n".join(lines)


def in_variants(examples: Sequence[Example], folder: Path, alone: Checks) -> str:
    """What is found in variants of each example and not in the example itself, in brief."""
    lines = []
    for number, example in enumerate(examples, 1):
        text = example_text(example)
        checks = checks_of(example, folder / str(number), alone)
        usual = {f.message for f in checks.findings(text)}
        for name, changed in variants(text):
            found = [f for f in checks.findings(changed) if f.message not in usual]
            lines += [f"-- {number}: {name}", *(brief(f, checks.path.parent) for f in found)] if found else []
    return "\n".join(lines)


def next_to_others(example: Example, folder: Path, alone: Checks) -> str:
    """What is found in an example where each list and mapping has one thing more: how much, and in brief what is new."""
    text = example_text(example)
    checks = checks_of(example, folder, alone)
    usual = {f.message for f in checks.findings(text)}
    lines = []

    def add(name: str, changed: str) -> None:
        found = checks.findings(changed)
        lines.append(f"-- {name}: {len(found)}")
        lines.extend(brief(f, checks.path.parent) for f in found if f.message not in usual)

    for name, changed in with_neighbors(text):
        add(name, changed)
    for name, changed in with_neighbors(example.environment or ""):
        checks = Checks(folder / TEMPLATE, write_example(folder, example._replace(environment=changed)))
        add(f"environment {name}", text)
    return "\n".join(lines)


@pytest.mark.parametrize("rule", RULES, ids=lambda r: r.code)
def test_findings_in_examples(rule: Rule, folder: Path, alone: Checks) -> None:
    EXAMPLES.check(rule.code, in_examples([*rule.bad, *rule.good], folder, alone))


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.code not in SLOW], ids=lambda r: r.code)
def test_findings_in_variants(rule: Rule, folder: Path, alone: Checks) -> None:
    VARIANTS.check(rule.code, in_variants(rule.bad[:1], folder, alone))


@pytest.mark.parametrize("rule", [r for r in RULES if r.bad and r.code not in SLOW], ids=lambda r: r.code)
def test_findings_next_to_others(rule: Rule, folder: Path, alone: Checks) -> None:
    NEIGHBORS.check(rule.code, next_to_others(rule.bad[0], folder, alone))


@pytest.mark.parametrize("name", sorted(TYPE_RULES))
def test_findings_in_examples_of_a_type(name: str, folder: Path, alone: Checks) -> None:
    own = REGISTRY.type_rules.of(name)
    assert own is not None
    shown = [*type_examples(own, own.bad, is_bad=True), *type_examples(own, own.good)]
    TYPE_EXAMPLES.check(name, in_examples(shown, folder, alone))


@pytest.mark.parametrize("name", sorted(TYPE_RULES))
def test_findings_in_variants_of_a_type(name: str, folder: Path, alone: Checks) -> None:
    own = REGISTRY.type_rules.of(name)
    assert own is not None
    shown = [*type_examples(own, own.bad[:1], is_bad=True), *type_examples(own, own.good[:1])]
    TYPE_VARIANTS.check(name, in_variants(shown, folder, alone))


def test_nothing_else_is_recorded() -> None:
    codes = {rule.code for rule in RULES}
    EXAMPLES.keep_only(codes)
    VARIANTS.keep_only(codes - SLOW)
    TYPE_EXAMPLES.keep_only(set(TYPE_RULES))
    TYPE_VARIANTS.keep_only(set(TYPE_RULES))
    NEIGHBORS.keep_only({rule.code for rule in RULES if rule.bad} - SLOW)
