"""What is said about a Jinja source that cannot be rendered, which settings it has, and the files that its rendering needs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hotlint.language.jinja_rendering import RenderingError
from hotlint.linter.checking.engine import Engine
from hotlint.linter.checking.jinja_check import failure, settings_for, unrendered, without_preview
from hotlint.linter.checking.rendered_findings import in_sources
from hotlint.linter.diagnostic import Diagnostic, Fix, Related, Severity
from hotlint.linter.settings.model import JinjaSettings, Settings
from hotlint.syntax.edits import Edit
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source, Span

V = "heat_template_version: 2018-08-31\n"
TEXT = "a: 1\n  {{ b }}  \nc: 2\n"
HEAD = "'t.yaml.j2' is a Jinja source, which cannot be rendered and so is not checked: "


def error(message: str, span: Span, related: tuple[Related, ...] = ()) -> Diagnostic:
    return Diagnostic("HOT099", "error", message, span, related, rule="jinja-error")


@pytest.mark.parametrize("kind", ["syntax", "undefined", "error"])
def test_an_error_is_at_its_line_without_the_blanks_around_it(kind: str) -> None:
    cannot = "Jinja source 't.yaml.j2' cannot be rendered: "
    assert failure(RenderingError(kind, "it is bad.", 1), "x/t.yaml.j2", TEXT) == error(
        f"{cannot}it is bad", Span(7, 14)
    )
    of_file = RenderingError(kind, "it is bad", 2, "x/t.yaml.j2")
    assert failure(of_file, "x/t.yaml.j2", TEXT) == error(f"{cannot}it is bad", Span(17, 21))
    elsewhere = RenderingError(kind, "it is bad..", 2, "y/part.j2")
    related = (Related("in 'part.j2', line 3", Span(0, 0), "y/part.j2"),)
    assert failure(elsewhere, "x/t.yaml.j2", TEXT) == error(f"{cannot}it is bad", Span(0, 0), related)


def test_a_source_that_hotlint_does_not_render() -> None:
    def said(kind: str) -> Diagnostic:
        return failure(RenderingError(kind, "there is no x.", 1), "x/t.yaml.j2", TEXT)

    assert said("unsupported") == Diagnostic(
        "HOT096", "info", f"{HEAD}there is no x.", Span(7, 14), rule="unrendered-jinja"
    )  # fmt: skip
    assert said("missing-library") == said("unsupported")


@pytest.mark.parametrize(
    ("path", "text", "end", "span", "severity"),
    [
        ("x/t.yaml.j2", V + "{{ a }}", "; 'jinja' in .hotlint.yaml renders it", None, "info"),
        ("t.yaml", V + "{% if a %}\nb: 1\n{% endif %}\n", "; 'jinja' in .hotlint.yaml renders it", "{% if", "info"),
        ("t.yaml", V + "a: {{ one }}\nb: {{ two }}\n",
         "; in a template, expressions such as '{{ one }}' need quotes", "{{ one }}", "warning"),
    ],
)  # fmt: skip
def test_a_source_that_no_settings_render(path: str, text: str, end: str, span: str | None, severity: Severity) -> None:
    message = f"'{os.path.basename(path)}' is a Jinja source, which is not rendered and so not checked{end}"
    start = text.index(span) if span else 0
    place = Span(start, start + len(span or ""))
    assert unrendered(path, parse(Source(path, text))) == Diagnostic(
        "HOT096", severity, message, place, rule="unrendered-jinja"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("path", "text", "is_said"),
    [
        ("x/t.yaml.j2", V + "{% if a %}\n", True),
        ("x/t.yaml.j2", V + "a: 1\n", False),
        ("x/t.yaml", V + "a: [\n", False),
    ],
)
def test_a_source_without_a_preview(path: str, text: str, is_said: bool) -> None:
    said = "'t.yaml.j2' is a Jinja source, which is not rendered and so has no preview; its findings say why"
    assert without_preview(path, parse(Source(path, text))) == (said if is_said else None)


def test_the_first_settings_whose_globs_match() -> None:
    first = JinjaSettings(("*.j2",), folder="/x/y")
    second = JinjaSettings(("a/*", "b/c.yaml"), folder="/x")
    third = JinjaSettings(folder="/x/z")
    settings = Settings(jinja=(first, second, third))
    for path, expected in {
        "/x/y/t.j2": first, "/x/y/t.yaml": None, "/x/t.j2": None, "/x/a/t.yaml": second, "/x/b/c.yaml": second,
        "/x/b/d.yaml": None, "/x/z/any": third, "/x/z/below/any": third, "/x/zz/any": None, "/y/a/t.yaml": None,
    }.items():  # fmt: skip
        assert settings_for(path, settings) == expected, path
    assert settings_for("/x/t.yaml", Settings()) is None


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    config = "jinja: {variable_files: [one.yaml, two.yaml, list.yaml], variables: {c: '3'}, search_path: [parts]}\n"
    (tmp_path / ".hotlint.yaml").write_text(config)
    (tmp_path / "one.yaml").write_text("{a: '1', b: '1', c: '1'}\n")
    (tmp_path / "two.yaml").write_text("{b: '2', c: '2', 5: x}\n")
    (tmp_path / "list.yaml").write_text("[a]\n")
    (tmp_path / "parts").mkdir()
    return tmp_path


def test_later_variables_win(folder: Path) -> None:
    rendering = Engine().rendering("t.yaml.j2", V + "description: '{{ a }}{{ b }}{{ c }}'\n")
    assert rendering is not None and rendering.text == V + "description: '123'\n"
    engine = Engine()
    assert engine.rendering("t.yaml", V) is None
    assert engine.rendering("t.yaml.j2", V + "{{ gone }}") is None
    assert Engine(use_config=False).rendering("t.yaml.j2", V) is None


@pytest.mark.parametrize(
    ("blocks", "expected"),
    [
        ("", "a: 1\n  b: 2\n  "),
        (", trim_blocks: false", "a: 1\n  \nb: 2\n  \n"),
        (", lstrip_blocks: true", "a: 1\nb: 2\n"),
        (", trim_blocks: false, lstrip_blocks: true", "a: 1\n\nb: 2\n\n"),
    ],
)
def test_the_blanks_around_statements(folder: Path, blocks: str, expected: str) -> None:
    (folder / ".hotlint.yaml").write_text(f"jinja: {{variables: {{c: 1}}{blocks}}}\n")
    rendering = Engine().rendering("t.yaml.j2", V + "a: 1\n  {% if c %}\nb: 2\n  {% endif %}\n")
    assert rendering is not None
    assert rendering.text == V + expected


@pytest.mark.parametrize("is_there", [True, False])
def test_the_files_that_are_looked_for_belong_to_the_result(folder: Path, is_there: bool) -> None:
    (folder / "t.yaml.j2").write_text(V + "{% include 'part.inc' %}\n")
    if is_there:
        (folder / "parts" / "part.inc").write_text("description: d\n")
    result = Engine().check_file(str(folder / "t.yaml.j2"))
    assert result is not None
    assert [d.code for d in result.diagnostics] == ([] if is_there else ["HOT099"])
    found = {os.path.relpath(path) for path in result.files}
    assert found >= {"one.yaml", "two.yaml", "list.yaml", "part.inc", "parts/part.inc"}
    assert (result.path, result.document.text) == (str(folder / "t.yaml.j2"), V + "{% include 'part.inc' %}\n")
    assert result.named is True


def test_a_source_of_something_else_is_checked_only_by_name(folder: Path) -> None:
    (folder / "notes.txt.j2").write_text("{{ a }}\n")
    engine = Engine(use_config=False)
    assert engine.check_file("notes.txt.j2", named=False) is None
    result = engine.check_file("notes.txt.j2")
    assert result is not None and [d.code for d in result.diagnostics] == ["HOT096"]


@pytest.mark.parametrize(
    ("text", "use_config"),
    [("# hotlint: disable-file=HOT099\n{{ gone }}\n", True), ("# hotlint: disable-file=HOT096\n", False)],
)
def test_a_suppressed_failure_is_counted(folder: Path, text: str, use_config: bool) -> None:
    (folder / "a.yaml.j2").write_text(text + V)
    result = Engine(use_config=use_config).check_file("a.yaml.j2")
    assert result is not None
    assert (result.diagnostics, result.suppressed) == ([], 1)


def test_places_causes_and_fixes_in_a_rendered_file_are_those_of_its_source(folder: Path) -> None:
    child = V + "{% if a %}{% endif %}\nresources:\n  r: {type: OS::Heat::None}\n"
    (folder / "child.j2.yaml").write_text(child)
    (folder / "parent.yaml").write_text(V + "resources: {c: {type: child.yaml}}\n")
    (context,) = Engine().contexts(str(folder / "parent.yaml"))
    project, rendered, source = context.context.project, str(folder / "child.yaml"), str(folder / "child.j2.yaml")
    text = project.document(rendered).text
    there, here = (Span(t.index("OS::Heat"), t.index("OS::Heat") + 14) for t in (text, child))
    assert there != here
    own = str(folder / "parent.yaml")
    fix = Fix("f", (Edit(there, "x"), Edit(there, "x", own)))
    found = Diagnostic(
        "X1", "error", "m", there,
        (Related("a", there, rendered), Related("b", there), Related("c", there, own)),
        (fix, Fix("g", (Edit(there, "x"), Edit(there, "x", rendered)))),
        causes=(f"HOT501 {rendered}:{there.start}", f"HOT501 {own}:{there.start}", f"file {rendered}", "HOT501 :5", "name p q"),
    )  # fmt: skip
    assert in_sources([found], project) == [
        found._replace(
            related=(Related("a", here, source), Related("b", there), Related("c", there, own)),
            fixes=(fix,),
            causes=(f"HOT501 {source}:{here.start}", *found.causes[1:]),
        )
    ]
