"""A nested template is linted as its parent uses it, with the environments that are selected for the parent."""

from __future__ import annotations

from pathlib import Path

import pytest
from hotlint_server.workspace.workspace_folder import WorkspaceFolder
from pytest_lsp import LanguageClient
from server_fixture import CHILD, TEMPLATE, Editor, client, codes

__all__ = ["client"]

V = "heat_template_version: 2018-08-31\n"
PARENT = V + (
    "parameters: {count: {type: number, default: 1}, image: {type: string}}\n"
    "resources:\n"
    "  workers:\n"
    "    type: OS::Heat::ResourceGroup\n"
    "    properties: {count: {get_param: count}, resource_def: {type: worker.yaml, properties: {size: {get_param: image}}}}\n"
)
WORKER = (
    V + "parameters: {size: {type: string}}\nresources: {disk: {type: leaf.yaml, properties: {a: {get_param: size}}}}\n"
)
LEAF = V + "parameters: {a: {type: string}}\noutputs: {b: {value: {get_param: a}}}\n"
PARENT_WITH_ROLE = V + "resources: {a: {type: 'Acme::Role', properties: {size: x}}}\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in {
        "parent.yaml": PARENT,
        "role.yaml": PARENT_WITH_ROLE,
        "worker.yaml": WORKER,
        "leaf.yaml": LEAF,
        "production.yaml": "parameters: {count: 2, image: cirros}\n",
        "empty.yaml": "parameters: {count: 0, image: cirros}\n",
        "roles.yaml": "resource_registry: {'Acme::Role': worker.yaml}\n",
    }.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def _errors(folder: WorkspaceFolder, path: Path) -> list[str]:
    found = folder.engine.check_file(str(path), named=False)
    assert found is not None
    return [d.message for d in found.diagnostics if d.severity == "error"]


def _look_through(folder: WorkspaceFolder, known: bool) -> WorkspaceFolder:
    if known:
        folder.look_through()
        folder.looked_through()
    return folder


def _open(folder: WorkspaceFolder, path: Path) -> None:
    context = folder.context(str(path))
    folder.put(context.document, context.template)


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("name", ["worker.yaml", "leaf.yaml"])
def test_a_child_of_a_parent_with_environments_has_what_the_parent_passes(root: Path, known: bool, name: str) -> None:
    folder = _look_through(WorkspaceFolder(str(root), {}), known)
    for opened in ("parent.yaml", "worker.yaml", "leaf.yaml"):
        _open(folder, root / opened)
    folder.select(str(root / "parent.yaml"), (str(root / "production.yaml"),))
    assert folder.context(str(root / name)).parent is not None
    assert _errors(folder, root / name) == []
    assert folder.environments(str(root / name)) == (str(root / "production.yaml"),)
    (root / "worker.yaml").write_text(WORKER.replace("size: {type", "other: {type: number}, size: {type"))
    folder.close(str(root / "worker.yaml"))
    if name == "worker.yaml":
        assert any("'other'" in message for message in _errors(folder, root / name))


def test_a_child_is_found_through_the_registry_of_a_selected_environment(root: Path) -> None:
    folder = WorkspaceFolder(str(root), {})
    folder.select(str(root / "role.yaml"), (str(root / "roles.yaml"),))
    assert folder.context(str(root / "worker.yaml")).parent is not None
    assert _errors(folder, root / "worker.yaml") == []


@pytest.mark.parametrize("known", [False, True])
def test_a_child_that_the_parent_does_not_make_is_open(root: Path, known: bool) -> None:
    folder = _look_through(WorkspaceFolder(str(root), {}), known)
    _open(folder, root / "parent.yaml")
    folder.select(str(root / "parent.yaml"), (str(root / "empty.yaml"),))
    assert folder.context(str(root / "worker.yaml")).parent is None
    assert _errors(folder, root / "worker.yaml") == []


def test_environments_selected_for_the_child_itself_make_it_a_root(root: Path) -> None:
    folder = WorkspaceFolder(str(root), {})
    _open(folder, root / "parent.yaml")
    folder.select(str(root / "parent.yaml"), (str(root / "production.yaml"),))
    folder.select(str(root / "worker.yaml"), ())
    assert folder.context(str(root / "worker.yaml")).parent is None


def test_what_fails_with_the_values_of_the_parent_is_reported_in_the_child(root: Path) -> None:
    volume = "resources: {disk: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}}\n"
    (root / "worker.yaml").write_text(V + "parameters: {size: {type: string}}\n" + volume)
    (root / "zero.yaml").write_text("parameters: {count: 1, image: 0}\n")
    folder = WorkspaceFolder(str(root), {})
    assert folder.engine.check_file(str(root / "worker.yaml")).diagnostics == []  # type: ignore[union-attr]
    folder.select(str(root / "parent.yaml"), (str(root / "zero.yaml"),))
    found = folder.engine.check_file(str(root / "worker.yaml"))
    assert found is not None and any("only when it creates" in d.message for d in found.diagnostics)


@pytest.mark.asyncio
async def test_no_finding_of_a_child_is_shown_twice(client: LanguageClient) -> None:
    broken = CHILD.replace(
        "{get_param: size}", "[{get_param: size}, {get_param: sise}, {digest: [no, {get_param: size}]}]"
    )
    child = Editor(client, "child.yaml", broken)
    uses = "".join(f"  c{n}: {{type: child.yaml, properties: {{size: {n}}}}}\n" for n in range(3))
    parent = Editor(client, "t.yaml", TEMPLATE.replace("outputs:\n", f"{uses}outputs:\n"))
    for editor, code in ((child, "HOT301"), (parent, "HOT301"), (child, "HOT301")):
        found = await editor.diagnostics(until=lambda now, code=code: code in codes(now))
        places = [(str(d.code), d.range.start.line, d.range.start.character, d.message) for d in found]
        assert len(set(places)) == len(places)


def test_environments_in_use_are_those_of_the_deployment_that_is_shown(root: Path) -> None:
    deployments = (
        "deployments:\n- {name: lab, template: parent.yaml, environments: [production.yaml], values: {count: 3}}\n"
    )
    (root / ".hotlint.yaml").write_text(deployments)
    folder, path = WorkspaceFolder(str(root), {}), str(root / "parent.yaml")
    shown = folder.context(path).environment
    assert folder.environments_in_use(path) == shown.files == (str(root / "production.yaml"),)
    tried = folder.context(path, parameters={"image": "debian"}).environment
    assert tried.files == shown.files
    assert {name: given.value for name, given in tried.given.items()} == {"count": 3, "image": "debian"}
