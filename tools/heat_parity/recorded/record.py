"""Record the verdicts of Heat that the tests need.

Asks Heat about every case of the tests and writes the recorded files again. Of a case whose verdict stays the same the
whole entry stays, since Heat's wording may hold random names. Verdicts on cases that are gone are dropped. What has
changed is printed. With --missing only cases without a verdict are asked about.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from ..judge.engine import heat_release
from ..judge.judge import HeatJudge
from .cases import Composition, TemplateCase, read_compositions, read_topics
from .verdicts import RecordedVerdicts

TESTS = Path(__file__).resolve().parents[3] / "tests"
TEMPLATE_CASES = Path("parity/verdict_cases.py")
TEMPLATE_VERDICTS = Path("data/parity/templates.json")
COMPOSITIONS = Path("data/composition")
COMPOSITION_VERDICTS = Path("data/parity/compositions.json")

Question = tuple[str, str, Callable[[], Any]]
"""The key of a case, its name for messages, and what asks Heat about it."""


def record(path: Path, questions: Iterable[Question], release: str, *, missing_only: bool) -> list[str]:
    """Write one recorded file; return a line for each verdict that was added, changed or dropped."""
    before = RecordedVerdicts.load(path)
    verdicts: dict[str, Any] = {}
    changes: list[str] = []
    for key, case, ask in questions:
        known = before.get(key)
        verdict = known if known is not None and missing_only else ask()
        verdicts[key] = known if known is not None and decision(known) == decision(verdict) else verdict
        if known is None:
            changes.append(f"added    {key} {verdict} {case}")
        elif decision(known) != decision(verdict):
            changes.append(f"changed  {key} {known} -> {verdict} {case}")
    gone = len(before) - sum(before.get(key) is not None for key in verdicts)
    if gone:
        changes.append(f"dropped  {gone}")
    path.parent.mkdir(parents=True, exist_ok=True)
    RecordedVerdicts(path, before.release if missing_only and before.release else release, verdicts).save()
    return changes


def decision(verdict: Any) -> Any:
    """Return the compared part of a recorded verdict: not the wording of an error, nor the name of the case."""
    return (verdict["template"], verdict["create"]) if isinstance(verdict, dict) else verdict


def ask_template(judge: HeatJudge, case: TemplateCase) -> bool:
    """Return whether Heat's template validation accepts a template with its environment, as the client sends both.

    Raises ValueError where the cloud would be asked.
    """
    with tempfile.TemporaryDirectory() as folder:
        template, environment = Path(folder, "template.yaml"), Path(folder, "environment.yaml")
        template.write_text(case.template, encoding="utf-8", newline="")
        environment.write_text(json.dumps(case.environment or {}), encoding="utf-8")
        valid = judge.create(template, [environment], template_only=True)["valid"]
    if valid is None:
        raise ValueError(f"Heat would ask the cloud, so there is no verdict to record:\n{case.template}")
    return valid


def ask_composition(judge: HeatJudge, case: Composition) -> dict[str, Any]:
    """Return Heat's verdicts on a deployment: of template validation, and of `stack create` (None: the cloud decides)."""
    with tempfile.TemporaryDirectory() as folder:
        template, environments = case.lay_out(Path(folder).resolve())
        checked = judge.create(template, environments, template_only=True)
        created = judge.create(template, environments)
        error = checked["error"] or created["error"]
        if error:
            error = error.replace(f"{template.parent}/", "")
    return {"case": case.name, "template": checked["valid"], "create": created["valid"], "error": error}


def main(arguments: list[str], prog: str) -> int:
    """Run the command and return its exit code, which is always 0: a changed verdict is printed, for a person to read."""
    parser = argparse.ArgumentParser(prog, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tests", type=Path, default=TESTS, help="the folder of the tests (default: %(default)s)")
    parser.add_argument("--missing", action="store_true", help="ask only about cases without a verdict")
    args = parser.parse_args(arguments)
    judge, release = HeatJudge(), heat_release()
    topics = read_topics(args.tests / TEMPLATE_CASES)
    templates = [case for _, cases in topics for case in cases]
    compositions = list(read_compositions(args.tests / COMPOSITIONS))
    files: list[tuple[Path, list[Question]]] = [
        (TEMPLATE_VERDICTS, [(c.key, c.template, partial(ask_template, judge, c)) for c in templates]),
        (COMPOSITION_VERDICTS, [(c.key, c.name, partial(ask_composition, judge, c)) for c in compositions]),
    ]
    for name, questions in files:
        changes = record(args.tests / name, questions, release, missing_only=args.missing)
        for line in changes:
            print(line.replace("\n", "\n         "))
        print(f"{name}: {len(questions)} cases, Heat {release}", file=sys.stderr)
    return 0
