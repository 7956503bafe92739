"""Settings and environments of workspace folders."""

import os
from pathlib import Path

from hotlint_server.workspace_folder import WorkspaceFolder


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
