"""Record the verdicts of Heat that the tests need, so that they run without Heat.

Asks Heat about every case of the tests and writes the recorded files again. Of a case whose verdict stays the same the
whole entry stays, since Heat's wording may hold random names. Verdicts on cases that are gone are dropped. What has
changed is printed. With --missing only cases without a verdict are asked about.

There are two kinds of cases. A Python file lists small templates with an environment each: its TOPICS are functions that
yield (template, environment) pairs. A file NAME.case holds the files of a deployment, each below a line `=== name`;
root.yaml is the template, env*.yaml are its environments, in order. Another Python file makes deployments.

A recorded file keeps verdicts under a hash of what they are about: a case that is changed, or added anywhere, has a key of
its own, and no other case is touched. It is JSON, {"heat": release, "verdicts": {key: verdict}}, with a line for each
verdict, in the order of the keys.
"""

import argparse
import hashlib
import importlib.util
import json
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from .judge.engine import heat_release
from .judge.judge import HeatJudge

SUFFIX = ".case"
ROOT = "root.yaml"
SEPARATOR = "=== "
RECORD_COMMAND = "make parity-record"
KEY_DIGITS = 16
TESTS = Path(__file__).resolve().parents[2] / "tests"
TEMPLATE_CASES = Path("parity/verdict_cases.py")
TEMPLATE_VERDICTS = Path("data/parity/templates.json")
COMPOSITIONS = Path("data/composition")
MADE_COMPOSITIONS = Path("parity/composition_cases.py")
COMPOSITION_VERDICTS = Path("data/parity/compositions.json")
Question = tuple[str, str, Callable[[], Any]]
"""The key of a case, its name for messages, and what asks Heat about it."""


class UnrecordedError(LookupError):
    """No verdict is recorded for a case, as it is now."""


def content_key(*content: Any) -> str:
    """Return the key of a case: a hash of all that its verdict depends on, whatever the order of keys in mappings."""
    text = json.dumps(content, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:KEY_DIGITS]


class RecordedVerdicts:
    """The verdicts of one recorded file. Those that are asked for are remembered, so that the others can be named."""

    def __init__(self, path: Path, release: str | None = None, verdicts: dict[str, Any] | None = None) -> None:
        self.path = path
        self.release = release
        self._verdicts = dict(verdicts or {})
        self._used: set[str] = set()

    @classmethod
    def load(cls, path: Path) -> "RecordedVerdicts":
        """Return the verdicts of a file; none when there is no such file."""
        if not path.exists():
            return cls(path)
        data = json.loads(path.read_text(encoding="utf-8"))
        return cls(path, data["heat"], data["verdicts"])

    def __len__(self) -> int:
        return len(self._verdicts)

    def get(self, key: str) -> Any:
        """Return the verdict under a key; None when none is recorded."""
        return self._verdicts.get(key)

    def verdict(self, key: str, case: str) -> Any:
        """Return the verdict on a case, which is named in the UnrecordedError where none is recorded."""
        if key not in self._verdicts:
            raise UnrecordedError(f"no verdict of Heat is recorded for this case; run `{RECORD_COMMAND}`:\n{case}")
        self._used.add(key)
        return self._verdicts[key]

    def unused(self) -> list[str]:
        """Return the keys of verdicts that nothing has asked for."""
        return sorted(set(self._verdicts) - self._used)

    def save(self) -> None:
        """Write the file."""
        lines = [f"  {json.dumps(key)}: {json.dumps(verdict)}" for key, verdict in sorted(self._verdicts.items())]
        body = ",\n".join(lines)
        text = f'{{\n "heat": {json.dumps(self.release)},\n "verdicts": {{\n{body}\n }}\n}}\n'
        self.path.write_text(text, encoding="utf-8")


class TemplateCase(NamedTuple):
    """A template and the environment that it is validated with."""

    template: str
    environment: dict[str, Any]

    @property
    def key(self) -> str:
        """The key of the verdict on this case."""
        return content_key(self.template, self.environment)


def read_topics(path: Path) -> Iterator[tuple[str, list[TemplateCase]]]:
    """Yield the cases of each topic of a file, with its name. The file is run."""
    for topic in _run(path).TOPICS:
        yield topic.__name__, [TemplateCase(template, environment) for template, environment in topic()]


def _run(path: Path) -> Any:
    """Return the module that a file is."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Composition(NamedTuple):
    """A deployment: the contents of its files, by name."""

    name: str
    files: dict[str, str]

    @property
    def key(self) -> str:
        """The key of the verdict on this case. The name of the case is not part of it."""
        return content_key(self.files)

    def lay_out(self, folder: Path) -> tuple[Path, list[Path]]:
        """Write the files into a folder; return the paths of the template and of the environments."""
        for name, text in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return folder / ROOT, [folder / name for name in sorted(self.files) if name.startswith("env")]


def read_composition(path: Path) -> Composition:
    """Return the deployment that a .case file holds; ValueError when it has no root.yaml."""
    files: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
        if line.startswith(SEPARATOR):
            lines = files.setdefault(line[len(SEPARATOR) :].strip(), [])
        else:
            lines.append(line)
    if ROOT not in files:
        raise ValueError(f"{path.name}: has no {ROOT}")
    return Composition(path.stem, {name: "".join(lines) for name, lines in files.items()})


def read_compositions(folder: Path) -> Iterator[Composition]:
    """Yield the deployments of a folder, in the order of their names."""
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        yield read_composition(path)


def made_compositions(path: Path) -> Iterator[Composition]:
    """Yield the deployments that a file makes. The file is run."""
    for name, files in _run(path).compositions():
        yield Composition(name, files)


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
    judge, release = HeatJudge(packaged=False), heat_release()
    topics = read_topics(args.tests / TEMPLATE_CASES)
    templates = [case for _, cases in topics for case in cases]
    compositions = [*read_compositions(args.tests / COMPOSITIONS), *made_compositions(args.tests / MADE_COMPOSITIONS)]
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
