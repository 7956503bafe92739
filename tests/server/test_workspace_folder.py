"""Settings and environments of workspace folders."""

import os
from pathlib import Path

from hotlint_server.workspace_folder import WorkspaceFolder

from hotlint.dry_run.stack_preview import Preview


def test_folder_settings_and_environments(tmp_path: Path) -> None:

    (tmp_path / "env").mkdir()
    (tmp_path / "env" / "a.yaml").write_text("parameter_defaults: {x: 1}\n", encoding="utf-8")
    folder = WorkspaceFolder(str(tmp_path), {"environments": ["env/*.yaml"], "ignore": ["HOT8"]})
    path = os.path.join(tmp_path, "t.yaml")
    assert folder.environments(path) == (str(tmp_path / "env" / "a.yaml"),)
    folder.select(path, ())
    assert folder.environments(path) == ()
    assert folder.candidates(path) == [str(tmp_path / "env" / "a.yaml")]


def test_untrusted_workspace_has_no_plugin_folders(tmp_path: Path) -> None:

    (tmp_path / "plugins").mkdir()
    (tmp_path / ".hotlint.yaml").write_text("plugin_dirs: [plugins]\n", encoding="utf-8")
    path = os.path.join(tmp_path, "t.yaml")
    assert WorkspaceFolder(str(tmp_path), {"trusted": True}).engine.settings(path).plugin_dirs
    assert not WorkspaceFolder(str(tmp_path), {"trusted": False}).engine.settings(path).plugin_dirs


def test_nothing_outside_of_an_untrusted_folder_is_read(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "secret.yaml").write_text("heat_template_version: 2018-08-31\noutputs: {stolen: {value: hunter2}}\n")
    (tmp_path / ".hotlint.yaml").write_text("ignore: [HOT]\n")
    (inside / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    (inside / "own.txt").write_text("mine")
    (inside / "a.yaml").write_text(
        "heat_template_version: 2018-08-31\ndescription: d\nresources:\n"
        "  a: {type: ../secret.yaml}\n  b: {type: link.yaml}\n"
        f"  c: {{type: OS::Heat::Value, properties: {{value: {{get_file: {tmp_path}/secret.yaml}}}}}}\n"
        "  d: {type: OS::Heat::Value, properties: {value: {get_file: own.txt}}}\n"
        "outputs: {o: {value: {get_attr: [a, stolen]}}}\n"
    )
    for trusted in (True, False):
        folder = WorkspaceFolder(str(inside), {"trusted": trusted})
        unit = folder.unit(str(inside / "a.yaml"), offline=True)
        shown = str(Preview(unit).to_dict())
        assert "mine" in shown
        assert ("hunter2" in shown) == trusted
        assert (folder.engine.config_folder(str(inside / "a.yaml")) is not None) == trusted
        for name in ("link.yaml", "../secret.yaml"):
            try:
                text = folder.text(str(inside / name))
            except PermissionError:
                text = ""
            assert ("hunter2" in text) == trusted
