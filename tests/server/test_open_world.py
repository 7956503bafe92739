"""A template that others of the workspace folder use is not checked as if it were deployed by itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from hotlint_server.text_buffer import TextBuffer
from hotlint_server.workspace.diagnostics_publisher import configurations_of
from hotlint_server.workspace.open_document import OpenDocument
from hotlint_server.workspace.workspace_folder import WorkspaceFolder

V = "heat_template_version: 2018-08-31\n"


def codes(folder: WorkspaceFolder, path: Path) -> list[str]:
    found = folder.engine.check_file(str(path), named=False)
    assert found is not None
    return [d.code for d in found.diagnostics if d.severity == "error"]


def test_a_large_folder_is_known_once_it_has_been_looked_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hotlint_server.workspace.workspace_folder.SMALL", 1)
    (tmp_path / "env.yaml").write_text("resource_registry: {'Acme::Web': web.yaml}\n")
    (tmp_path / "web.yaml").write_text(V + "resources: {a: {type: Acme::Log}}\n")
    folder = WorkspaceFolder(str(tmp_path), {})
    assert codes(folder, tmp_path / "web.yaml") == ["HOT501"]
    folder.look_through()
    folder.looked_through()
    assert codes(folder, tmp_path / "web.yaml") == []


def test_a_nested_template_is_open(tmp_path: Path) -> None:
    (tmp_path / "env.yaml").write_text("resource_registry: {'Acme::Web': web.yaml}\n")
    (tmp_path / "web.yaml").write_text(V + "resources: {a: {type: Acme::Log}, b: {type: disk.yaml}}\n")
    (tmp_path / "disk.yaml").write_text(V + "parameters: {size: {type: number}}\n")
    (tmp_path / "root.yaml").write_text(V + "resources: {a: {type: Acme::Log}}\n")
    folder = WorkspaceFolder(str(tmp_path), {})
    assert codes(folder, tmp_path / "web.yaml") == []
    assert codes(folder, tmp_path / "root.yaml") == ["HOT501"]
    folder.select(str(tmp_path / "web.yaml"), (str(tmp_path / "env.yaml"),))
    assert codes(folder, tmp_path / "web.yaml") == ["HOT501", "HOT504"]


def test_types_of_nested_templates_that_several_environments_map_are_open(tmp_path: Path) -> None:
    (tmp_path / "env").mkdir()
    (tmp_path / "env" / "net.yaml").write_text("resource_registry: {'Acme::Net': 'OS::Neutron::Net'}\n")
    (tmp_path / "env" / "disk.yaml").write_text("resource_registry: {'Acme::Disk': 'OS::Heat::None'}\n")
    (tmp_path / "net.yaml").write_text(V + "resources: {a: {type: Acme::Net}, b: {type: disks.yaml}}\n")
    (tmp_path / "disks.yaml").write_text(V + "resources: {a: {type: Acme::Disk}}\n")
    group = "{type: OS::Heat::ResourceGroup, properties: {resource_def: {type: disks.yaml}}}"
    (tmp_path / "root.yaml").write_text(
        V + f"resources: {{a: {{type: net.yaml}}, b: {group}, c: {{type: Acme::Net}}}}\n"
    )
    (tmp_path / "lost.yaml").write_text(V + "resources: {a: {type: more.yaml}}\n")
    (tmp_path / "more.yaml").write_text(V + "resources: {a: {type: Acme::Log}}\n")
    folder = WorkspaceFolder(str(tmp_path), {})
    assert codes(folder, tmp_path / "root.yaml") == []
    assert codes(folder, tmp_path / "lost.yaml") == ["HOT607"]


def test_a_new_user_makes_a_template_a_nested_one(tmp_path: Path) -> None:
    (tmp_path / "web.yaml").write_text(V + "resources: {b: {type: disk.yaml}}\n")
    (tmp_path / "disk.yaml").write_text(V + "parameters: {size: {type: number}}\n")
    folder = WorkspaceFolder(str(tmp_path), {})
    folder.look_through()
    folder.looked_through()
    assert codes(folder, tmp_path / "web.yaml") == ["HOT504"]
    (tmp_path / "root.yaml").write_text(V + "resources: {a: {type: web.yaml}}\n")
    folder.changed(str(tmp_path / "root.yaml"))
    assert codes(folder, tmp_path / "web.yaml") == []


def test_configurations_are_reported(tmp_path: Path) -> None:
    (tmp_path / ".hotlint.yaml").write_text("ignroe: [HOT8]\n")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / ".hotlint.yml").write_text("")
    (tmp_path / "sub" / "a.yaml").write_text(V)
    folder = WorkspaceFolder(str(tmp_path), {})
    folder.engine.settings(str(tmp_path / "sub" / "a.yaml"))
    found = {p: [d.message for d in problems] for p, (_, problems) in configurations_of(folder.engine).items()}
    assert found == {
        str(tmp_path / ".hotlint.yaml"): ["unknown setting 'ignroe' (did you mean 'ignore'?)"],
        str(tmp_path / "sub" / ".hotlint.yml"): [
            "'.hotlint.yml' is not read: a configuration must be named '.hotlint.yaml'"
        ],
    }
    for name, count in ((".hotlint.yaml", 1), ("sub/.hotlint.yml", 1)):
        path = tmp_path / name
        document = OpenDocument(TextBuffer(path.as_uri(), path.read_text(), 1, "yaml", "utf-16"), str(path), folder)
        document.parse()
        found_here = folder.engine.check_file(str(path), named=False)
        assert found_here is not None and len(found_here.diagnostics) == count
