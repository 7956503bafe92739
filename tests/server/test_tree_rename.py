"""Renames in a whole tree: every environment and parent follows, and what stands for other things as well is asked about."""

import asyncio
from pathlib import Path

import pytest
from hotlint_server.convert import uri_of
from hotlint_server.transport.client import EditorAbilities
from hotlint_server.workspace.editor_workspace import EditorWorkspace
from hotlint_server.workspace.workspace_edits import workspace_edit
from lsprotocol import types

import hotlint
from hotlint.ide import navigation, rename
from hotlint.syntax.edits import Edit, apply_edits

VERSION = "heat_template_version: 2018-08-31\n"
FILES = {
    "root.yaml": VERSION
    + """\
resources:
  web: {type: Site::Web, properties: {size: 3}}
  group:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def: {type: Site::Web, properties: {size: 4}}
outputs:
  a: {value: {get_attr: [web, address]}}
  b: {value: {get_attr: [group, resource.0.address]}}
""",
    "nested/web.yaml": VERSION
    + """\
parameters:
  size: {type: number}
  zone: {type: string, default: one}
  color: {type: string, default: red}
outputs:
  address: {value: {str_replace: {template: z/s/c, params: {z: {get_param: zone}, s: {get_param: size}, c: {get_param: color}}}}}
""",
    "nested/db.yaml": VERSION + "parameters:\n  color: {type: string, default: blue}\n",
    "root.env.yaml": "resource_registry:\n  Site::Web: nested/web.yaml\nparameter_defaults:\n  zone: two\n",
    "other/extra.yaml": (
        "resource_registry:\n  Site::Db: ../nested/db.yaml\nparameter_defaults:\n  zone: three\n  color: green\n"
    ),
    "notes/unrelated.yaml": "title: the zone of a file that is no environment\n",
}


@pytest.fixture
def workspace(tmp_path: Path) -> EditorWorkspace:
    return _opened(tmp_path, FILES)


def _opened(tmp_path: Path, files: dict[str, str]) -> EditorWorkspace:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    opened = EditorWorkspace()
    opened.initialize(EditorAbilities(versions_edits=True, annotates_edits=True), {}, [uri_of(str(tmp_path))])
    asyncio.run(opened.names.read_below(str(tmp_path)))
    opened.folders[0].look_through()
    opened.folders[0].looked_through()
    return opened


def _plan(workspace: EditorWorkspace, file: Path, word: str, name: str) -> rename.Renaming:
    analysis = workspace.analysis(uri_of(str(file)))
    return rename.plan(analysis, analysis.text.index(word), name, workspace.tree(str(file)))


def _apply(found: rename.Renaming, file: Path) -> set[str]:
    by_path: dict[str, list[Edit]] = {}
    for edit in found.edits:
        by_path.setdefault(edit.path or str(file), []).append(edit)
    for path, edits in by_path.items():
        Path(path).write_text(apply_edits(Path(path).read_text(), edits))
    return {Path(path).name for path in by_path}


def _values(tmp_path: Path) -> object:
    made = hotlint.preview(tmp_path / "root.yaml", environments=[tmp_path / "root.env.yaml"]).to_dict()
    return made["outputs"]


def test_parents_follow_through_the_registry_and_groups(workspace: EditorWorkspace, tmp_path: Path) -> None:
    before = _values(tmp_path)
    found = _plan(workspace, tmp_path / "nested/web.yaml", "size:", "amount")
    assert _apply(found, tmp_path / "nested/web.yaml") == {"web.yaml", "root.yaml"}
    assert (tmp_path / "root.yaml").read_text().count("amount:") == 2
    assert _values(tmp_path) == before != {}


def test_environments_follow_wherever_they_are(workspace: EditorWorkspace, tmp_path: Path) -> None:
    before = _values(tmp_path)
    found = _plan(workspace, tmp_path / "nested/web.yaml", "zone:", "area")
    assert _apply(found, tmp_path / "nested/web.yaml") == {"web.yaml", "root.env.yaml", "extra.yaml"}
    assert (found.doubtful, found.unreached) == ({}, [])
    assert _values(tmp_path) == before


def test_outputs_follow_in_members_of_groups(workspace: EditorWorkspace, tmp_path: Path) -> None:
    found = _plan(workspace, tmp_path / "nested/web.yaml", "address:", "ip")
    _apply(found, tmp_path / "nested/web.yaml")
    text = (tmp_path / "root.yaml").read_text()
    assert "[web, ip]" in text and "[group, resource.0.ip]" in text


def test_an_environment_of_two_templates_is_asked_about(workspace: EditorWorkspace, tmp_path: Path) -> None:
    file = tmp_path / "nested/web.yaml"
    found = _plan(workspace, file, "color:", "tone")
    assert list(found.doubtful) == ["nested/db.yaml has the parameter 'color', too"]
    answer = workspace_edit(workspace, str(file), found.edits, found.doubtful)
    (asked,) = [e for d in answer["documentChanges"] for e in d["edits"] if "annotationId" in e]
    assert answer["changeAnnotations"][asked["annotationId"]]["needsConfirmation"] is True
    workspace.initialize(EditorAbilities(), {}, [])
    assert "changes" in workspace_edit(workspace, str(file), found.edits, found.doubtful)


DEPLOYMENTS = {
    f"{name}/{file}": text
    for name in ("a", "b")
    for file, text in {
        "main.yaml": VERSION + "parameters: {size: {type: number}, zone: {type: string, default: one}}\n",
        "x.env": "parameters:\n  size: 3\n",
    }.items()
}


def test_an_environment_of_another_deployment_is_asked_about(tmp_path: Path) -> None:
    workspace = _opened(tmp_path, {**DEPLOYMENTS, "common.env": "parameters:\n  zone: two\n"})
    found = _plan(workspace, tmp_path / "a/main.yaml", "size:", "amount")
    assert [str(Path(e.path).relative_to(tmp_path)) for e in found.edits if e.path] == ["a/x.env"]
    assert [(e.path, reason) for reason, edits in found.doubtful.items() for e in edits] == [
        (str(tmp_path / "b/x.env"), "b/main.yaml has the parameter 'size', too")
    ]
    (asked,) = _plan(workspace, tmp_path / "a/main.yaml", "zone:", "area").doubtful.values()
    assert [edit.path for edit in asked] == [str(tmp_path / "common.env")]


def test_from_the_environment_of_a_deployment_only_that_is_renamed(tmp_path: Path) -> None:
    file = tmp_path / "b/x.env"
    found = _plan(_opened(tmp_path, DEPLOYMENTS), file, "size:", "amount")
    assert _apply(found, file) == {"x.env", "main.yaml"}
    assert {path for path in DEPLOYMENTS if "amount" in (tmp_path / path).read_text()} == {"b/x.env", "b/main.yaml"}


def test_from_the_environment_all_templates_that_declare_it_are_renamed(
    workspace: EditorWorkspace, tmp_path: Path
) -> None:
    file = tmp_path / "other/extra.yaml"
    found = _plan(workspace, file, "color:", "tone")
    assert found.doubtful == {}
    assert _apply(found, file) == {"extra.yaml", "web.yaml", "db.yaml"}


def test_a_name_that_an_environment_gives_a_value_already_is_refused(
    workspace: EditorWorkspace, tmp_path: Path
) -> None:
    (tmp_path / "nested/web.yaml").write_text(FILES["nested/web.yaml"].replace("color", "tint"))
    workspace.forget([str(tmp_path / "nested/web.yaml")])
    with pytest.raises(rename.RenameError, match="has a value for a parameter 'color' already"):
        _plan(workspace, tmp_path / "nested/web.yaml", "tint:", "color")


def test_the_text_in_the_editor_counts(workspace: EditorWorkspace, tmp_path: Path) -> None:
    new = tmp_path / "unsaved.yaml"
    text = VERSION + "resources:\n  w: {type: nested/web.yaml, properties: {size: 9}}\n"
    workspace.open(types.TextDocumentItem(uri_of(str(new)), "yaml", 1, text))
    analysis = workspace.analysis(uri_of(str(tmp_path / "nested/web.yaml")))
    found = navigation.references(analysis, analysis.text.index("size:"), workspace.tree(analysis.path))
    assert str(new) in {site.path for site in found}
