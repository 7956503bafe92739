"""What is reported on the cases on which Heat's verdict is known, and on real templates with one thing changed, word for word."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from finding_lines import ENVIRONMENT, TEMPLATE, Checks, brief, full
from heat_parity.recorded import Composition, read_compositions, read_topics
from snapshot_files import FOLDER, RecordedAnswers
from variants import variants

import hotlint

TESTS = Path(__file__).parents[1]
SOURCES = sorted((TESTS.parent / "tools" / "heat_parity" / "data" / "sources").glob("*.yaml"))
CASES = list(read_compositions(TESTS / "data" / "composition"))
TOPICS = dict(read_topics(TESTS / "parity" / "verdict_cases.py"))
SMALL = RecordedAnswers("small_templates")
DEPLOYMENTS = RecordedAnswers("deployments")
CHANGED = RecordedAnswers("changed_templates")
PARTS = 3
"""A template's variants are checked in so many tests, so that each is quick."""
STEP = 2
"""The tests check one of so many variants."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


@pytest.mark.parametrize("topic", TOPICS)
def test_small_templates(topic: str, folder: Path) -> None:
    lines = []
    given = folder / ENVIRONMENT
    checks: dict[str, Checks] = {}
    for case in TOPICS[topic]:
        environment = json.dumps(case.environment or {"parameters": {}})
        if environment not in checks:
            given.write_text(environment, encoding="utf-8")
            checks[environment] = Checks(folder / TEMPLATE, [given])
        found = [brief(f, folder) for f in checks[environment].findings(case.template) if f.code < "HOT8"]
        lines += (
            [f"-- {' '.join(case.template.split())[38:]} {case.environment or ''}".rstrip(), *found] if found else []
        )
    SMALL.check(topic, "\n".join(lines))


def recorded_as(case: Composition) -> str:
    """Return the name of the recorded answer: cases whose names begin with the same word share a file."""
    return f"{case.name.partition('-')[0]}: {case.name}"


@pytest.mark.parametrize("subject", sorted({case.name.partition("-")[0] for case in CASES}))
def test_deployments(subject: str, folder: Path) -> None:
    for case in (case for case in CASES if case.name.partition("-")[0] == subject):
        check_deployment(case, folder / case.name)


def check_deployment(case: Composition, folder: Path) -> None:
    """Compare what is found in a deployment, and its preview, with what is recorded."""
    template, environments = case.lay_out(folder)
    lines = [
        line
        for f in hotlint.check(template, environments=environments, config=False).diagnostics
        for line in full(f, folder)
    ]
    lines += ["-- preview", json.dumps(hotlint.preview(template, environments=environments).to_dict()["resources"])]
    DEPLOYMENTS.check(recorded_as(case), "\n".join(lines).replace(str(folder), "."))


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("source", [*SOURCES, FOLDER / "input" / "environment.yaml"], ids=lambda p: p.stem)
def test_changed_templates(source: Path, part: int, folder: Path) -> None:
    text = source.read_text(encoding="utf-8")
    target = folder / source.name
    target.write_text(text, encoding="utf-8")
    (folder / "child.yaml").write_text((FOLDER / "input" / "child.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    checks = Checks(target)
    usual = {f.message for f in checks.findings(text)}
    lines = []
    for number, (name, changed) in enumerate(variants(text)):
        if number % (PARTS * STEP) == part:
            found = [f for f in checks.findings(changed) if f.message not in usual]
            lines += [f"-- {name}", *(brief(f, folder) for f in found)] if found else []
    CHANGED.check(f"{source.stem}: {part}", "\n".join(lines))


def test_nothing_else_is_recorded() -> None:
    SMALL.keep_only(set(TOPICS))
    DEPLOYMENTS.keep_only({recorded_as(case) for case in CASES})
    stems = [*(source.stem for source in SOURCES), "environment"]
    CHANGED.keep_only({f"{stem}: {part}" for stem in stems for part in range(PARTS)})
