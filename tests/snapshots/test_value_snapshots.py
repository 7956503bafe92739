"""What templates resolve to, what an update would do, and what plugins declare: the whole answer of each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from finding_lines import Checks
from snapshot_files import FOLDER, RecordedAnswers
from test_language_snapshots import given_sections
from variants import variants

import hotlint
from hotlint.cli.main import main
from hotlint.language import functions
from hotlint.operations import diff
from hotlint.operations.inputs import TemplateRequest
from hotlint.operations.preview import DryRun
from hotlint.operations.preview import preview as resolved
from hotlint.resource_types.plugins.folders import read_plugin_dirs
from hotlint.syntax import plain_yaml

TESTS = Path(__file__).parents[1]
SOURCES = sorted((TESTS.parent / "tools" / "heat_parity" / "data" / "sources").glob("*.yaml"))
ACME = TESTS / "data" / "plugins" / "acme"
PREVIEWS = RecordedAnswers("previews")
CALLS = RecordedAnswers("functions", "example")
UPDATES = RecordedAnswers("updates")
PLUGINS = RecordedAnswers("plugins")
EVERY = 5
"""Of the variants of a template, each fifth is compared with it."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("source", SOURCES, ids=lambda p: p.stem)
def test_preview(source: Path) -> None:
    found = hotlint.preview(source.name, text=source.read_text(encoding="utf-8")).to_dict()
    PREVIEWS.check(source.stem, json.dumps(found, indent=1, ensure_ascii=False))


@pytest.mark.parametrize("form", ["json", "yaml"])
@pytest.mark.parametrize("environment", [[], ["-e", "environment.yaml"]], ids=["plain", "environment"])
def test_preview_of_nested_templates(
    form: str, environment: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(FOLDER / "input")
    main(["preview", "template.yaml", "-f", form, *environment])
    PREVIEWS.check(f"nested {form} {' '.join(environment)}".strip(), "".join(capsys.readouterr()))


@pytest.mark.parametrize("name", sorted(functions.NAMES))
def test_calls(name: str, folder: Path) -> None:
    function = functions.get(name)
    assert function is not None
    version = "2012-12-12" if name.startswith("Fn::") or name == "Ref" else "2021-04-16"
    given = given_sections(plain_yaml.load(function.given) or {})
    own = {"r": {"type": "OS::Heat::Value", "properties": {"value": plain_yaml.load(function.example)}}}
    template = {"heat_template_version": version, **given, "resources": {**given.get("resources", {}), **own}}
    text = yaml.safe_dump(template, sort_keys=False)
    lines = []
    checks = Checks(folder / "t.yaml")
    for title, changed in [("example", text), *variants(text)]:
        resolved = hotlint.preview("t.yaml", text=changed).to_dict()
        lines += [f"-- {title}", json.dumps(resolved["resources"], ensure_ascii=False)]
        lines += [f"{d.code} {d.message}" for d in checks.findings(changed)]
    CALLS.check(name, "\n".join(lines))


@pytest.mark.parametrize("source", SOURCES, ids=lambda p: p.stem)
def test_updates(
    source: Path, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: dict[str, DryRun] = {}

    def preview(request: TemplateRequest) -> DryRun:
        """The dry run of a template; that of the old one is kept, since it is the same each time."""
        if request.path != "old.yaml":
            return resolved(request)
        if request.path not in kept:
            kept[request.path] = resolved(request)
        return kept[request.path]

    monkeypatch.setattr(diff, "preview", preview)
    old = source.read_text(encoding="utf-8")
    (folder / "old.yaml").write_text(old, encoding="utf-8")
    for number, (title, changed) in enumerate(variants(old)):
        if number % EVERY == 0:
            (folder / "new.yaml").write_text(changed, encoding="utf-8")
            print(f"-- {title}", flush=True)
            main(["diff", "old.yaml", "new.yaml"])
    UPDATES.check(source.stem, "".join(capsys.readouterr()))


def test_plugins() -> None:
    found = read_plugin_dirs([str(ACME)])
    for name, facts in found.types.items():
        PLUGINS.check(name, json.dumps(facts, indent=1, sort_keys=True, default=str).replace(str(ACME), ""))
    PLUGINS.keep_only(set(found.types))
