"""The path from a file to its findings: what an engine keeps, what cannot be read, and what a result tells."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from hotlint.common.files import ReadError
from hotlint.linter.checking import engine as engine_module
from hotlint.linter.checking.engine import Engine
from hotlint.linter.checking.file_result import FileResult
from hotlint.linter.checking.run import drained
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.packs.registry import PackProblem, Registry
from hotlint.linter.settings.model import JinjaSettings, Settings
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source, Span

V = "heat_template_version: 2018-08-31\n"
BAD = V + "outputs: {o: {value: {get_param: gone}}}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text)


def checked(engine: Engine, path: Path | str, text: str | None = None, *, named: bool = True) -> FileResult:
    found = engine.check_file(str(path), text, named=named)
    assert found is not None
    return found


def codes(result: FileResult) -> list[str]:
    return [f"{d.severity} {d.code}" for d in result.diagnostics]


# -- files that cannot be checked ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("named", "text", "severity"),
    [
        (True, b"\xff", "error"), (False, b"\xff", "warning"), (False, b"heat_template_version: \xff", "error"),
        (False, b" " * 65_530 + b"heat_template_version: \xff", "warning"),
    ],
)  # fmt: skip
def test_an_unreadable_file_is_an_error_where_it_may_be_a_template(
    folder: Path, named: bool, text: bytes, severity: str
) -> None:
    (folder / "t.yaml").write_bytes(text)
    result = checked(Engine(), "t.yaml", named=named)
    message = "'t.yaml' cannot be checked: it is not UTF-8 text (line 1)"
    assert result.diagnostics == [Diagnostic("HOT090", severity, message, Span(0, 0), rule="unreadable-file")]  # type: ignore[arg-type]
    assert (result.path, result.document.text, result.context) == ("t.yaml", "", None)
    assert checked(Engine(Settings(ignore=("HOT090",))), "t.yaml", named=named).diagnostics == []


@pytest.mark.parametrize("named", [True, False])
def test_why_a_file_cannot_be_read(folder: Path, named: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "link.yaml").symlink_to("gone.yaml")
    (folder / "below").mkdir()

    def said(path: str, **more: Any) -> list[str]:
        return [d.message for d in checked(Engine(**more), path, named=named).diagnostics]

    assert said("link.yaml") == ["'link.yaml' cannot be checked: it is a link to a file that does not exist"]
    of_folder = "it is a folder; name a file in it" if named else "access to this folder is denied"
    assert said("below") == [f"'below' cannot be checked: {of_folder}"]
    outside = "it is outside of the folder, which is not trusted"
    assert said("link.yaml", confined_to=str(folder / "below")) == [f"'link.yaml' cannot be checked: {outside}"]
    with pytest.raises(FileNotFoundError):
        said("gone.yaml")
    for raised, why in ((PermissionError(), "access to it is denied"), (ReadError("it is odd"), "it is odd")):
        monkeypatch.setattr(engine_module, "read_bytes", lambda path, raised=raised: (_ for _ in ()).throw(raised))
        assert said("t.yaml") == [f"'t.yaml' cannot be checked: {why}"]


def test_access_that_is_denied_is_an_error_for_any_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_module, "read_bytes", lambda path: (_ for _ in ()).throw(PermissionError()))
    assert codes(checked(Engine(), "t.yaml", named=False)) == ["error HOT090"]


def test_a_template_in_utf_16_is_checked_and_refused(folder: Path) -> None:
    (folder / "t.yaml").write_bytes(BAD.encode("utf-16"))
    found = checked(Engine(), "t.yaml").diagnostics
    assert [d.code for d in found] == ["HOT301", "HOT090"]
    assert found[1].message == "'t.yaml' is UTF-16 text, and Heat's client reads a template as UTF-8"
    (folder / "e.yaml").write_bytes("parameters: {a: b}\n".encode("utf-16"))
    assert checked(Engine(), "e.yaml").diagnostics == []


@pytest.mark.parametrize(
    ("name", "text", "is_checked"),
    [
        ("t.yaml", "a: 1\n", False),
        ("e.yaml", "a: 1\n", True),  # an environment of the settings
        ("t.yaml", "- a\nheat_template_version: 2018-08-31\n", True),
        ("t.txt", "- a\nheat_template_version: 2018-08-31\n", False),
        ("t.yaml", V, True),
        ("t.yaml", "", False),
    ],
)
def test_what_is_checked_without_being_named(folder: Path, name: str, text: str, is_checked: bool) -> None:
    (folder / "e.yaml").write_text("{}\n")
    (folder / name).write_text(text)
    engine = Engine(Settings(environments=("e.yaml",)))
    assert (engine.check_file(name, named=False) is not None) is is_checked
    result = checked(engine, name)
    assert result.named is True and (
        is_checked or {"HOT001", "HOT008", "HOT010"} & {d.code for d in result.diagnostics}
    )


def test_a_failure_of_hotlint_is_a_finding_without_text(folder: Path) -> None:
    result = Engine().crashed("x/t.yaml", ValueError("secret"))
    message = "'t.yaml' could not be checked because hotlint failed; please report it: ValueError"
    assert result.diagnostics == [Diagnostic("HOT000", "error", message, Span(0, 0), rule="rule-crash")]
    assert (result.path, result.document.text, result.context, result.files) == ("x/t.yaml", "", None, frozenset())


# -- results -------------------------------------------------------------------------------------------------------------


def test_a_result_that_nothing_is_known_of() -> None:
    engine = Engine(use_config=False)
    settings = Settings()
    made = FileResult("t.yaml", parse(Source("t.yaml", "")), [], settings, engine.project(settings))
    assert made[5:] == (None, 0, frozenset(), False, True, 0.0)
    assert (made.environments, made.is_discovered) == ((), False)


def test_the_environments_of_a_result(folder: Path) -> None:
    written(folder, web=V + "parameters: {p: {type: string}}\n", other=V + "parameters: {q: {type: string}}\n")
    (folder / "web.env").write_text("parameters: {p: a}\n")
    found = {name: checked(Engine(), name) for name in ("web.yaml", "other.yaml", "web.env")}
    own = str(folder / "web.env")
    assert {name: result.environments for name, result in found.items()} == {
        "web.yaml": (own,), "other.yaml": (), "web.env": (),
    }  # fmt: skip
    assert [result.is_discovered for result in found.values()] == [True, False, False]
    given = checked(Engine(Settings(environments=("web.env",)), complete=True), "web.yaml")
    assert (given.environments, given.is_discovered) == (("web.env",), False)
    assert checked(Engine(Settings(discovery=False)), "web.yaml").environments == ()


def test_the_texts_that_findings_refer_to(folder: Path) -> None:
    written(folder, t=BAD, other=V)
    (folder / "binary.yaml").write_bytes(b"\xff")
    result = checked(Engine(), "t.yaml", BAD + "# more\n")
    assert [result.text_of(name) for name in ("t.yaml", "other.yaml", "gone.yaml", "binary.yaml")] == [
        BAD + "# more\n", V, "", "",
    ]  # fmt: skip


def test_the_files_of_a_result(folder: Path) -> None:
    written(folder, t=V + "resources: {c: {type: c.yaml}}\noutputs: {o: {value: {get_file: gone.txt}}}\n", c=V)
    assert {os.path.relpath(path) for path in checked(Engine(), "t.yaml").files} >= {"t.yaml", "c.yaml", "gone.txt"}


def test_hidden_values_are_shown_where_that_is_asked_for(folder: Path) -> None:
    written(folder, t=V)
    assert [checked(Engine(show_hidden=shown), "t.yaml").show_hidden for shown in (True, False)] == [True, False]


# -- what an engine keeps ------------------------------------------------------------------------------------------------


def test_the_rules_of_settings_are_made_once() -> None:
    engine = Engine(use_config=False)
    every = engine.checks.linter(Settings())
    some = engine.checks.linter(Settings(select=("HOT301",)))
    assert every is engine.checks.linter(Settings(target="train")) and every.others is every
    assert some is engine.checks.linter(Settings(select=("HOT301",))) and some.others is every
    assert some is not engine.checks.linter(Settings(select=("HOT301",), ignore=("HOT302",)))
    assert engine.checks.linter(Settings(extend_select=("HOT9",))) is not every


def test_the_contexts_of_an_open_text_are_kept_until_a_file_changes(folder: Path) -> None:
    written(folder, t=V)
    engine, path = Engine(), str(folder / "t.yaml")
    assert engine.contexts(path) is not engine.contexts(path)
    document = parse(Source(path, BAD))
    template = engine.project(Settings()).template_of(document)
    engine.put(document, template)
    kept = engine.contexts(path)
    assert engine.contexts(path) is kept and kept[0].context.document is document
    assert engine.contexts(path, offline=True) is not kept
    engine.changed(str(folder / "other.yaml"))
    assert engine.contexts(path) is not kept
    engine.changed(path)
    assert engine.contexts(path)[0].context.document.text == V
    engine.put(document, template)
    kept = engine.contexts(path)
    engine.renew()
    assert engine.files.is_overlay(path) and engine.contexts(path) is not kept


def test_an_open_text_is_checked_instead_of_the_file(folder: Path) -> None:
    written(folder, t=V)
    engine, path = Engine(), str(folder / "t.yaml")
    document = parse(Source(path, BAD))
    engine.put(document, engine.project(Settings()).template_of(document))
    assert codes(checked(engine, path)) == ["warning HOT301"]
    assert checked(engine, path, V).diagnostics == []
    engine.changed(path)
    assert checked(engine, path).diagnostics == []


def test_a_template_for_aws_has_one_finding_also_while_it_is_edited(folder: Path) -> None:
    text = "AWSTemplateFormatVersion: '2010-09-09'\nResources: {a: {Type: 'AWS::Lambda::Function'}, b: {Type: x}}\n"
    written(folder, t=text)
    engine = Engine()
    assert codes(checked(engine, "t.yaml", named=False)) == ["info HOT009"]
    named = checked(engine, "t.yaml")
    assert "info HOT009" not in codes(named) and len(named.diagnostics) == 2
    document = parse(Source(str(folder / "t.yaml"), text))
    engine.put(document, engine.project(Settings()).template_of(document))
    assert codes(checked(engine, folder / "t.yaml")) == ["info HOT009"]


def test_a_context_of_the_caller_is_checked_with_the_settings_of_its_file(folder: Path) -> None:
    written(folder, t=BAD)
    (folder / ".hotlint.yaml").write_text("severity: {HOT301: info}\n")
    engine = Engine()
    (context,) = engine.contexts("t.yaml")
    assert codes(drained(engine.check_context(context.context))) == ["info HOT301"]


def test_findings_of_the_run(folder: Path) -> None:
    engine = Engine(rules=Registry((), (PackProblem("acme", "it is broken"), PackProblem("other", "it is odd"))))
    assert engine.run_level_diagnostics() == [
        (name, Diagnostic("HOT093", "warning", f"rule pack '{name}' could not be loaded: {why}", Span(0, 0), rule="broken-rule-pack"))
        for name, why in (("acme", "it is broken"), ("other", "it is odd"))
    ]  # fmt: skip


def test_plugins_that_cannot_be_read_are_findings_of_the_run(folder: Path) -> None:
    (folder / "plugins").mkdir()
    (folder / "plugins" / "bad.py").write_text("x = 1\ndef f(:\n    pass\n")
    written(folder, t=V)
    engine = Engine(Settings(plugin_dirs=("plugins",)))
    assert engine.run_level_diagnostics() == []
    checked(engine, "t.yaml")
    ((path, found),) = engine.run_level_diagnostics()
    assert (os.path.relpath(path), found.code, found.severity) == ("plugins/bad.py", "HOT094", "warning")
    assert found.message.startswith("plugin 'bad.py' cannot be read completely: it is not valid Python 3: ")
    assert found.span.start == found.span.end > 6  # in the second line


def test_environments_of_the_changes_are_read_at_once(folder: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Engine(Settings(environments=("gone.env",)))
    given = Engine(parameters={"a": "x", "b": "y"}).environment(Settings(), {"a": 1, "c": 2}).parameters
    assert {name: value.value for name, value in given.items()} == {"a": "x", "b": "y", "c": 2}


def test_the_projects_of_settings_are_made_once(folder: Path) -> None:
    plain, engine = Settings(), Engine(use_config=False)
    others = [
        plain._replace(target="rocky"), plain._replace(plugin_dirs=(str(folder),)), plain._replace(known_types=("Acme::*",)),
        plain._replace(default_environment=False), plain._replace(resource_limit=7),
        plain._replace(jinja=(JinjaSettings(),)),
    ]  # fmt: skip
    made = [engine.project(settings) for settings in (plain, *others)]
    assert len({id(project) for project in made}) == len(made)
    assert [engine.project(settings) for settings in (plain, *others)] == made
    assert engine.project(plain._replace(select=("HOT3",), budget=3.0, discovery=False)) is made[0]
    assert [project.resource_limit for project in made] == [1000, 1000, 1000, 1000, 1000, 7, 1000]
    assert [project.catalog.target for project in made] == [None, "11.0.3", None, None, None, None, None]
    assert [project.render is not None for project in made] == [False] * 6 + [True]
    engine.changed(str(folder / "t.yaml"))
    again = engine.project(plain)
    assert again is not made[0] and again.catalog is made[0].catalog and again is engine.project(plain)
    assert again.files is engine.files


def test_plugins_that_are_not_trusted_are_left_out(folder: Path) -> None:
    (folder / ".hotlint.yaml").write_text("plugin_dirs: [plugins]\ntarget: rocky\n")
    (folder / "plugins").mkdir()
    assert Engine(use_plugins=False).settings("t.yaml")[:3] == ("rocky", (), ())
    assert [os.path.relpath(path) for path in Engine().settings("t.yaml").plugin_dirs] == ["plugins"]
    assert Engine(Settings(target="train"), use_config=False).settings("t.yaml") == Settings(target="train")


def test_what_a_configuration_excludes(folder: Path) -> None:
    (folder / ".hotlint.yaml").write_text("exclude: [old]\n")
    assert [Engine().finder.excluded(str(folder / name)) for name in ("old", "new")] == [True, False]
    assert Engine(use_config=False).finder.excluded(str(folder / "old")) is False


def test_files_that_settings_name_belong_to_each_result(folder: Path) -> None:
    written(folder, t=V)
    (folder / "p.yaml").write_text("policies: [{code: S1, resources: '*', assert: 'true', message: m}]\n")
    (folder / ".hotlint.yaml").write_text("policies: [p.yaml]\n")
    assert {os.path.relpath(path) for path in checked(Engine(), "t.yaml").files} >= {"t.yaml", "p.yaml"}
