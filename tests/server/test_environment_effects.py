"""An environment shows what it changes: hovers with the declarations of its parameters, and the number of templates."""

from pathlib import Path

import pytest
from hotlint_server.workspace.editor_workspace import EditorWorkspace
from test_tree_rename import FILES, VERSION, _opened

from hotlint.ide.by_kind import HoverAt, hover_in, lenses

WEB = (
    VERSION
    + "parameters:\n  size: {type: number, default: 3, description: How big., constraints: [{range: {max: 5}}]}\n"
)
SEVERAL = {
    "web.yaml": WEB,
    "db.yaml": VERSION + "parameters:\n  size: {type: string, hidden: true, default: secret}\n",
    "both.yaml": "parameter_defaults: {size: 4}\nresource_registry: {Site::Web: web.yaml, Site::Db: db.yaml}\n",
    "lonely.yaml": "parameter_defaults: {nobody: 4}\n",
}


NAMED = {"web.yaml": WEB, "web.env": "parameters: {size: 4}\n", "db.yaml": SEVERAL["db.yaml"]}


def _hover(workspace: EditorWorkspace, path: Path, word: str) -> str:
    analysis = workspace.analysis(workspace.uri(str(path)))
    at = HoverAt(analysis, analysis.text.index(word), lambda: None, workspace.tree(str(path)))
    found = hover_in("environment", at)
    return found.text if found is not None else ""


def _titles(workspace: EditorWorkspace, path: Path) -> list[str]:
    analysis = workspace.analysis(workspace.uri(str(path)))
    return [lens.title for lens in lenses("environment", analysis, workspace.tree(str(path)))]


@pytest.mark.parametrize("word", ["size", "4"])
def test_a_value_shows_the_template_that_takes_it(tmp_path: Path, word: str) -> None:
    text = _hover(_opened(tmp_path, NAMED), tmp_path / "web.env", word)
    assert text.startswith("**size**: parameter, number\n\nHow big.\n\nDefault: `3`\n\n- range: `{max: 5}`")
    assert text.endswith("Taken by `web.yaml`")


def test_declarations_that_differ_are_shown_apart(tmp_path: Path) -> None:
    workspace = _opened(tmp_path, SEVERAL)
    text = _hover(workspace, tmp_path / "both.yaml", "4")
    assert "Taken by `web.yaml`" in text
    assert "Taken by `db.yaml`" in text
    assert "secret" not in text
    assert _titles(workspace, tmp_path / "both.yaml") == ["2 templates"]


def test_paths_are_relative_to_the_environment(tmp_path: Path) -> None:
    text = _hover(_opened(tmp_path, FILES), tmp_path / "other/extra.yaml", "green")
    assert "Taken by `../nested/db.yaml`" in text


def test_a_parameter_that_no_template_has(tmp_path: Path) -> None:
    workspace = _opened(tmp_path, SEVERAL)
    assert _hover(workspace, tmp_path / "lonely.yaml", "4") == ""
    assert _titles(workspace, tmp_path / "lonely.yaml") == ["0 templates"]
