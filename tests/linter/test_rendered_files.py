"""A template that names x.yaml sees what its Jinja source is rendered to, with places in the source."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hotlint_server.features.navigation import locations
from hotlint_server.workspace.editor_workspace import EditorWorkspace

import hotlint
from hotlint.cli.main import main
from hotlint.ide.navigation import Site
from hotlint.ide.rename import RenameError, plan
from hotlint.linter.checking.engine import Engine
from hotlint.syntax.edits import Edit
from hotlint.syntax.source import Span

V = "heat_template_version: 2018-08-31\n"
CONFIG = "jinja: {variables: {names: [size, image], kind: 'OS::Heat::Value'}}\n"
CHILD = V + (
    "parameters:\n{% for name in names %}\n  {{ name }}: {type: string}\n{% endfor %}\n"
    "resources:\n  r: {type: '{{ kind }}', properties: {value: [{get_param: size}, {get_param: image}]}}\n"
    "outputs: {id: {value: {get_resource: r}}}\n"
)
PARENT = (
    V
    + "resources: {web: {type: web.yaml, properties: {size: 1, image: a}}}\noutputs: {o: {value: {get_attr: [web, id]}}}\n"
)
Check = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Check:
    """Return a function that writes files, checks, and returns errors and warnings."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))
    for name, text in {".hotlint.yaml": CONFIG, "web.j2.yaml": CHILD, "parent.yaml": PARENT}.items():
        (tmp_path / name).write_text(text)

    def run(files: dict[str, str], *args: str) -> list[dict[str, Any]]:
        for name, text in files.items():
            (tmp_path / name).write_text(text)
        main(["check", "--format", "json", *(args or (".",))])
        found = json.loads(capsys.readouterr().out)["diagnostics"]
        return [d for d in found if d["severity"] != "info"]

    return run


def test_a_right_tree_has_no_findings(check: Check) -> None:
    assert check({}) == check({}, "parent.yaml") == check({}, "web.j2.yaml") == []


@pytest.mark.parametrize(
    ("there", "mistake", "code"),
    [
        ("image: a", "imaeg: a", "HOT503"),
        (", image: a", "", "HOT504"),
        ("[web, id]", "[web, ip]", "HOT614"),
        ("web.yaml", "wbe.yaml", "HOT601"),
    ],
)
def test_a_template_is_checked_against_the_rendered_one(check: Check, there: str, mistake: str, code: str) -> None:
    found = check({"parent.yaml": PARENT.replace(there, mistake, 1)}, "parent.yaml")
    assert code in [d["code"] for d in found], found
    places = [r for d in found for r in d["related"] if r["path"] == "web.j2.yaml"]
    if code != "HOT601":
        assert places and CHILD.splitlines()[places[0]["span"]["start_line"]].strip()


def test_a_mistake_in_the_source_is_one_finding_at_its_place(check: Check) -> None:
    bad = {".hotlint.yaml": CONFIG.replace("Heat::Value", "Heat::Valeu")}
    of_parent, found = sorted(check(bad), key=lambda d: str(d["path"]))
    assert (found["path"], found["code"], found["line"]) == ("web.j2.yaml", "HOT501", 7)
    (found,) = check({}, "parent.yaml")
    assert found == of_parent
    assert found["code"] == "HOT607"
    (place,) = [r for r in found["related"] if r["path"] == "web.j2.yaml"]
    text = CHILD.splitlines()[place["span"]["start_line"]]
    assert text[place["span"]["start_column"] : place["span"]["end_column"]] == "'{{ kind }}'"


def test_a_source_that_cannot_be_rendered_is_one_finding(check: Check) -> None:
    (found,) = check({"web.j2.yaml": CHILD.replace("in names", "in nmaes")})
    assert (found["path"], found["code"]) == ("web.j2.yaml", "HOT099")


def test_a_change_of_the_variables_is_noticed(check: Check) -> None:
    assert check({}) == []
    found = check({".hotlint.yaml": CONFIG.replace("[size, image]", "[size, image, flavor]")}, "parent.yaml")
    assert [d["code"] for d in found] == ["HOT504"]


@pytest.mark.parametrize("changed", ["vars.yaml", "leaf.yaml", "part.inc", "web.j2.yaml", "e.env"])
def test_a_change_of_any_file_that_a_source_leads_to_is_noticed(check: Check, changed: str, tmp_path: Path) -> None:
    """Nothing of it is taken from the cache of results."""
    files = {
        ".hotlint.yaml": "jinja: {variable_files: [vars.yaml]}\nenvironments: [e.env]\n",
        "vars.yaml": "leaf: leaf.yaml\nkind: OS::Heat::Value\n",
        "leaf.yaml": V + "parameters: {p: {type: string}}\n",
        "part.inc": "  r: {type: OS::Heat::RandomString}\n",
        "web.j2.yaml": V + "resources:\n  a: {type: {{ leaf }}, properties: {p: x}}\n{% include 'part.inc' %}",
        "e.env": "parameter_defaults: {}\n",
        "parent.yaml": V,
    }
    assert check(files, "web.j2.yaml") == []
    result = Engine().check_file(str(tmp_path / "web.j2.yaml"))
    assert result is not None and str(tmp_path / changed) in result.files
    wrong = {
        "vars.yaml": "leaf: gone.yaml\n",
        "leaf.yaml": V + "parameters: {q: {type: string}}\n",
        "part.inc": "  r: {type: OS::Heat::RandomSting}\n",
        "web.j2.yaml": files["web.j2.yaml"].replace("p: x", "p: [x]"),
        "e.env": "parameter_defaults: [x]\n",
    }
    assert check({changed: wrong[changed]}, "web.j2.yaml") != []
    assert check({changed: files[changed]}, "web.j2.yaml") == []


def test_each_entry_of_the_settings_has_files_and_places_of_its_own(check: Check, tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    config = "jinja:\n- {files: ['one.*', two.j2.yaml], search_path: parts, variables: {kind: 'OS::Heat::None'}}\n"
    source = V + "resources:\n  {% include 'part.inc' %}\n"
    files = {".hotlint.yaml": config, "parts/part.inc": "r: {type: '{{ kind }}'}", "web.j2.yaml": V, "parent.yaml": V}
    for name in ("one", "two", "three"):
        files[f"{name}.j2.yaml"] = source
    found = {d["path"]: d["code"] for d in check(files)}
    assert found == {}  # of the third it is only said that it is not rendered
    assert check({"parts/part.inc": "r: {type: '{{ kind }}x'}"})[0]["code"] == "HOT501"
    assert {d["path"] for d in check({})} == {"one.j2.yaml", "two.j2.yaml"}


def test_a_file_that_is_still_to_be_rendered_is_text(check: Check, tmp_path: Path) -> None:
    (tmp_path / "script.sh.j2").write_text("{{ x }}\n")
    merged = "a: {value: {map_merge: [{k: v}, {get_file: script.sh}]}}"
    text = V + f"outputs: {{{merged}, b: {{value: {{list_join: ['', [{{get_file: script.sh}}]]}}}}}}\n"
    found = [d for d in check({".hotlint.yaml": "", "parent.yaml": text}) if d["path"] == "parent.yaml"]
    assert [(d["code"], "not a string" in d["message"]) for d in found] == [("HOT701", True)]


def test_a_rendered_file_is_a_file_with_a_place(check: Check, tmp_path: Path) -> None:
    absolute = PARENT.replace("type: web.yaml", f"type: 'file://{tmp_path}/web.yaml'")
    check({"parent.yaml": absolute}, "parent.yaml")
    assert "HOT604" in {d.code for d in hotlint.check(tmp_path / "parent.yaml").diagnostics}
    check({"web.j2.yaml": CHILD.replace("endfor", "endfro")}, "parent.yaml")
    assert "HOT604" not in {d.code for d in hotlint.check(tmp_path / "parent.yaml").diagnostics}


def test_the_file_itself_counts_before_its_source(check: Check) -> None:
    found = check({"web.yaml": V + "parameters: {size: {type: string}}\n"}, "parent.yaml")
    assert {d["code"] for d in found} == {"HOT503", "HOT614"}


def test_a_source_is_checked_as_its_users_deploy_it(check: Check) -> None:
    """Below a configuration with environments, the values of its users reach what it is rendered to; a bad one is the parent's."""
    config = CONFIG.replace("[size, image]", "[size]") + "environments: [e.env]\n"
    child = CHILD.replace("{type: string}", "{type: number, constraints: [{range: {min: 5}}]}").replace(
        ", {get_param: image}", ""
    )
    parent = PARENT.replace(", image: a", "")
    files = {".hotlint.yaml": config, "e.env": "parameter_defaults: {}\n", "web.j2.yaml": child, "parent.yaml": parent}
    assert [(d["path"], d["code"]) for d in check(files)] == [("parent.yaml", "HOT506")]
    assert [(d["path"], d["code"]) for d in check({}, "web.j2.yaml")] == []


def test_the_preview_of_a_parent_shows_the_rendered_child(
    check: Check, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["preview", "parent.yaml", "--format", "json"]) == 0
    nested = json.loads(capsys.readouterr().out)["resources"]["web"]["nested"]
    assert nested["resources"]["r"]["properties"] == {"value": {"value": ["1", "a"]}}


def test_the_editor_goes_to_the_source_and_edits_no_rendered_file(check: Check, tmp_path: Path) -> None:
    workspace = EditorWorkspace()
    workspace.initialize(workspace.abilities, {}, [tmp_path.as_uri()])
    name = str(tmp_path / "web.yaml")
    child = workspace.folder(name).text(name)
    at = child.index("size:")
    (place,) = locations(workspace, [Site(name, Span(at, at + 4), Span(at, at + 4))])
    assert place["uri"].endswith("/web.j2.yaml")
    assert place["range"]["start"] == {"line": 3, "character": 2}
    assert workspace.changes(name, [Edit(Span(at, at + 4), "width")]) == {}
    analysis = workspace.analysis((tmp_path / "parent.yaml").as_uri())
    with pytest.raises(RenameError, match=r"'web.yaml' is rendered from .*web.j2.yaml"):
        plan(analysis, analysis.text.index("size: 1"), "width", workspace.tree(analysis.path))
