"""The server in real editors: diagnostics, completion, hover, definition, rename and preview. Those that are installed."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
COMMANDS = {
    "nvim": ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", f"luafile {HERE / 'neovim.lua'}"],
    "emacs": ["emacs", "-Q", "--batch", "-l", str(HERE / "eglot.el")],
}


@pytest.mark.parametrize("editor", list(COMMANDS))
def test_editor(editor: str, tmp_path: Path) -> None:
    if shutil.which(editor) is None:
        pytest.skip(f"{editor} is not installed")
    file = tmp_path / "stack.yaml"
    shutil.copy(HERE / "stack.yaml", file)
    env = {**os.environ, "PYTHON": sys.executable, "FILE": str(file), "HOME": str(tmp_path)}
    done = subprocess.run(COMMANDS[editor], env=env, cwd=tmp_path, capture_output=True, text=True, check=False)
    row = next((line for line in done.stdout.splitlines() if line.startswith("{")), None)
    assert row is not None, done.stdout + done.stderr
    published = json.loads(row)
    assert published["failed"] == [], published
