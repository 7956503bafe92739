"""The server in real editors: diagnostics, completion, hover, definition, rename and preview. Those that are installed."""

import json
import os
import re
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


def test_the_configuration_of_the_documents_starts_a_client_in_neovim(tmp_path: Path) -> None:
    if shutil.which("nvim") is None:
        pytest.skip("nvim is not installed")
    page = (HERE.parents[1] / "server" / "README.md").read_text()
    blocks = re.findall(r"```lua\n(.*?)```", page.partition("## Neovim")[2], re.S)
    version = subprocess.run(["nvim", "--version"], capture_output=True, text=True, check=True).stdout
    minor = int(version.split()[1].split(".")[1])
    way = "lsp.config(" if minor >= 11 else "lsp.start(" if minor >= 8 else "start_client("
    (tmp_path / "init.lua").write_text(next(block for block in blocks if way in block))
    (tmp_path / "hotlint").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m hotlint "$@"\n')
    (tmp_path / "hotlint").chmod(0o755)
    shutil.copy(HERE / "stack.yaml", tmp_path / "stack.yaml")
    wait = "lua vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 50); io.stdout:write(#vim.diagnostic.get(0))"
    command = ["nvim", "--headless", "-i", "NONE", "-n", "-u", "init.lua", "stack.yaml", "-c", wait, "-c", "qa!"]
    env = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "HOME": str(tmp_path)}
    done = subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert int(done.stdout.strip() or 0) > 0, done.stdout + done.stderr
