"""The completion scripts in real shells, those of bash, zsh and fish that are installed: what a Tab makes of a line."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from time_limits import HANG_SECONDS

from hotlint.cli.commands.completion import script

LINES = {
    "hotlint che": "hotlint check",
    "hotlint check --stat": "hotlint check --statistics",
    "hotlint check --format sar": "hotlint check --format sarif",
    "hotlint config sch": "hotlint config schema",
    "hotlint check we": "hotlint check web.yaml",
    "hotlint check two": "hotlint check two\\ words.yaml",
}
"""{what is typed: the line after Tab, without a space at its end}."""

ZSH = """
fpath=({folder} $fpath)
autoload -Uz compinit && compinit -u -d {folder}/dump
bindkey '^I' complete-word
show() {{ print -r -- "$BUFFER" > {folder}/line; zle kill-whole-line }}
zle -N show
bindkey '^X' show
cd {folder}/files
print ready > {folder}/line
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = tmp_path / "files"
    files.mkdir()
    for name in ("web.yaml", "two words.yaml"):
        (files / name).touch()
    return tmp_path


def shell(name: str) -> str:
    program = shutil.which(name)
    if program is None or os.name == "nt":
        pytest.skip(f"{name} is not installed")
    return program


def environment() -> dict[str, str]:
    """Return an environment in which `hotlint` is this one: the script may ask it for names."""
    return os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


def test_fish(folder: Path) -> None:
    program = shell("fish")
    (folder / "hotlint.fish").write_text(script("fish"), encoding="utf-8")
    for typed, wanted in LINES.items():
        commands = f"source {folder}/hotlint.fish; complete -C '{typed}'"
        env = environment() | {"HOME": str(folder)}
        done = subprocess.run(
            [program, "-c", commands], cwd=folder / "files", capture_output=True, text=True, env=env, check=True
        )
        offered = [line.partition("\t")[0] for line in done.stdout.splitlines()]
        assert offered == [wanted.replace("\\", "").removeprefix(typed.rpartition(" ")[0] + " ")], typed


def test_bash(folder: Path) -> None:
    program = shell("bash")
    (folder / "completion").write_text(script("bash"), encoding="utf-8")
    for typed, wanted in LINES.items():
        words = " ".join(f"'{w}'" for w in typed.split(" "))
        last = len(typed.split(" ")) - 1
        commands = (
            f"source {folder}/completion; COMP_WORDS=({words}); COMP_CWORD={last}; COMP_LINE='{typed}'; COMP_POINT={len(typed)};"
            'function=$(complete -p hotlint | sed "s/.*-F \\([^ ]*\\).*/\\1/"); $function hotlint; printf "%s\\n" "${COMPREPLY[@]}"'
        )
        done = subprocess.run(
            [program, "-c", commands],
            cwd=folder / "files",
            capture_output=True,
            text=True,
            env=environment(),
            check=True,
        )
        offered = wanted.replace("\\", "").removeprefix(typed.rpartition(" ")[0] + " ")
        assert [line.strip().replace("\\", "") for line in done.stdout.splitlines()] == [offered], typed


def test_zsh(folder: Path) -> None:
    program = shell("zsh")
    import pty

    (folder / "_hotlint").write_text(script("zsh"), encoding="utf-8")
    (folder / ".zshrc").write_text(ZSH.format(folder=folder), encoding="utf-8")
    process, terminal = pty.fork()
    if process == 0:
        os.execve(
            program, [program, "-i"], environment() | {"ZDOTDIR": str(folder), "HOME": str(folder), "TERM": "dumb"}
        )
    try:
        answered(terminal, folder)
        for typed, wanted in LINES.items():
            os.write(terminal, f"{typed}\t\x18".encode())
            assert answered(terminal, folder).rstrip() == wanted
    finally:
        os.close(terminal)
        os.waitpid(process, 0)


def answered(terminal: int, folder: Path) -> str:
    """Return the line that zsh wrote, once it has; what it draws meanwhile is dropped."""
    until = time.monotonic() + HANG_SECONDS
    line = folder / "line"
    while time.monotonic() < until:
        if line.exists() and (text := line.read_text(encoding="utf-8")).endswith("\n"):
            line.unlink()
            return text
        if select.select([terminal], [], [], 0.05)[0]:
            os.read(terminal, 65536)
    raise AssertionError("zsh did not answer")
