"""The server in editors, with the configurations of the documents: Neovim and Emacs run, those of other editors are read."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path[0] = str(Path(__file__).resolve().parents[1])

from artefacts.page_commands import Block, blocks  # noqa: E402
from artefacts.steps import StepError, checkout, environment, expect, install, program, run, script  # noqa: E402

PAGES = ("server/README.md", "docs/editors.md")
NEOVIM = ((11, "vim.lsp.config("), (8, "vim.lsp.start("), (0, "vim.lsp.start_client("))
"""The way to start a server: from which 0.x of Neovim on, and the function."""
SERVER = ["hotlint", "server"]
_REGISTER = """\
function! lsp#register_server(server)
  call writefile([json_encode(a:server)], 'registered.json')
endfunction
"""
"""What stands in for the plugin vim-lsp: it writes what it is given."""


def main() -> None:
    """Run or read the configuration of each editor that the documents have one for."""
    with checkout() as top:
        programs = environment(top.parent / "venv", top)
        found = [block for page in PAGES for block in blocks(page, top) if block.language not in ("", "sh", "console")]
        for check in (neovim, emacs, vim, others):
            print(check(top, programs, found))


def neovim(top: Path, programs: Path, found: list[Block]) -> str:
    """Drive Neovim with the configuration for its version, and let it read the other blocks in Lua."""
    editor = program("nvim", "neovim")
    version = run([editor, "--version"], cwd=top).split()[1]
    minor = int(version.split(".")[1])
    way = next(function for least, function in NEOVIM if minor >= least)
    lua = [block for block in found if block.language == "lua"]
    for block in lua:
        path = _written(top, "block.lua", block)
        run([editor, "--headless", "-u", "NONE", "-c", f"lua assert(loadfile('{path}'))", "-c", "qa!"], cwd=top)
    ways = [block for block in lua if way in block.text]
    driver = top / "tests/editors/neovim.lua"
    command = [editor, "--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", f"luafile {driver}"]
    for block in ways:
        _drive(command, top, programs, _written(top, "init.lua", block), block)
    if not ways:
        raise StepError(f"no page has a configuration for Neovim {version}")
    return f"Neovim {version}: {len(ways)} configuration run, {len(lua)} read"


def emacs(top: Path, programs: Path, found: list[Block]) -> str:
    """Drive Emacs with each configuration of eglot, and let it read the other blocks in Emacs Lisp."""
    editor = program("emacs", "emacs-nox")
    for library in ("eglot", "yaml-mode"):
        _install(editor, library, top)
    lisp = [block for block in found if block.language == "elisp"]
    driven = [block for block in lisp if "eglot" in block.text]
    for block in lisp:
        form = f'(with-temp-buffer (insert-file-contents "{_written(top, "block.el", block)}") (emacs-lisp-mode) (check-parens))'
        run([editor, "-Q", "--batch", "--eval", form], cwd=top)
    command = [editor, "-Q", "--batch", "-l", top / "tests/editors/eglot.el"]
    for block in driven:
        _drive(command, top, programs, _written(top, "init.el", block), block)
    if not driven:
        raise StepError("no page has a configuration for eglot")
    return f"Emacs: {len(driven)} configurations run, {len(lisp)} read"


def vim(top: Path, programs: Path, found: list[Block]) -> str:
    """Let Neovim, which reads Vim's language, run the configurations of vim-lsp, and look at the server that they register."""
    editor = program("nvim", "neovim")
    scripts = [block for block in found if block.language == "vim"]
    (top / "autoload").mkdir()
    (top / "autoload/lsp.vim").write_text(_REGISTER, encoding="utf-8")
    for block in scripts:
        path = _written(top, "plugin.vim", block)
        command: list[str | Path] = [
            editor,
            "--headless",
            "-u",
            "NONE",
            "--cmd",
            f"set rtp+={top}",
            "-c",
            f"source {path}",
        ]
        run([*command, "-c", "doautocmd User lsp_setup", "-c", "qa!"], cwd=top)
        _expect_server(json.loads((top / "registered.json").read_text(encoding="utf-8")), block)
    return f"Vim: {len(scripts)} configuration run without its plugin"


def others(top: Path, programs: Path, found: list[Block]) -> str:
    """Read the configurations in JSON and TOML, and look at the command of the server in each."""
    read = {"json": json.loads, "toml": tomllib.loads}
    data = [block for block in found if block.language in read]
    for block in data:
        _expect_server(read[block.language](block.text), block)
    left = {block.language for block in found} - {"lua", "elisp", "vim", *read}
    if left:
        raise StepError(f"no check is for configurations in {', '.join(sorted(left))}")
    run([programs / "hotlint", "server", "--help"], cwd=top)
    return f"other editors: {len(data)} configurations read"


def _drive(command: list[Any], top: Path, programs: Path, configuration: Path, block: Block) -> None:
    """Run an editor with its driver of tests/editors, which asks for findings, completion and more."""
    file = top.parent / "work" / "stack.yaml"
    file.parent.mkdir(exist_ok=True)
    shutil.copy(top / "tests/editors/stack.yaml", file)
    given = {
        "CONFIGURATION": str(configuration),
        "FILE": str(file),
        "HOME": str(file.parent),
        "PATH": f"{programs}:{os.environ['PATH']}",
    }
    printed = run(command, cwd=file.parent, env=given, codes=(0, 1))
    row = next((line for line in printed.splitlines() if line.startswith("{")), "")
    expect(row, '"diagnostics"', '"completion"', of=f"{_place(block)}\n{printed}")
    if failed := json.loads(row)["failed"]:
        raise StepError(f"{_place(block)}: {', '.join(failed)}\n{printed}")


def _expect_server(data: Any, block: Block) -> None:
    """Fail unless a configuration has the command of the server in one of the forms of editors."""
    if SERVER not in list(_commands(data)):
        raise StepError(f"{_place(block)}: no command is {SERVER}, but {list(_commands(data))}")


def _commands(data: Any) -> Iterator[list[str]]:
    """Yield the command lines in a configuration: a list, or a program and its arguments under names that editors use."""
    if isinstance(data, list):
        if data and all(isinstance(one, str) for one in data):
            yield data
        for one in data:
            yield from _commands(one)
    elif isinstance(data, dict):
        for name, arguments in (("command", "args"), ("path", "arguments")):
            if isinstance(data.get(name), str):
                yield [data[name], *data.get(arguments, [])]
        for one in data.values():
            yield from _commands(one)


def _install(editor: Path, library: str, top: Path) -> None:
    """Install a library of Emacs, which Debian's package has, where neither it nor Emacs itself is there."""
    located = run([editor, "-Q", "--batch", "--eval", f'(princ (locate-library "{library}"))'], cwd=top)
    if located == "nil" and not list(Path("/usr/share/emacs/site-lisp/elpa").glob(f"{library}-[0-9]*")):
        install(f"elpa-{library}")


def _written(top: Path, name: str, block: Block) -> Path:
    path = top.parent / name
    path.write_text(block.text + "\n", encoding="utf-8")
    return path


def _place(block: Block) -> str:
    return f"{block.page}:{block.line}"


if __name__ == "__main__":
    script(main)
