"""Sessions: files and commands of one text file in tests/data/snapshots/programs/sessions, run in this process in an empty folder.

A part of the file that begins with `=== name` is the content of a file; one that begins with `=== $` holds commands, one a line.
`hotlint ...` is called in this process; any other command is given to a shell.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from difflib import unified_diff
from pathlib import Path

import pytest

import hotlint
from hotlint.cli.main import main

_PART = re.compile(r"^=== (.*)\n", re.MULTILINE)
_ASSIGNMENT = re.compile(r"[A-Z_]+=\S*")
_CHANGING = (
    (re.compile(r"\(\d+(?:\.\d+)? m?s\)"), "(TIME)"),
    (re.compile(r'("semanticVersion": ")[^"]*'), r"\1VERSION"),
    (re.compile(r"\b[\d,]+ bytes"), "N bytes"),
    (re.compile(r"used at most \d+\.\d+"), "used at most N"),
    (re.compile(r'(\btime="|"seconds": |"duration": |"evaluation": )[\d.e-]+'), r"\1N"),
    (re.compile(r"\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)?"), "TIME"),
    (re.compile(r"\b[0-9a-f]{40}\b"), "COMMIT"),
    (re.compile(r"\btypes-[a-z0-9_]{8}\b"), "types-RANDOM"),
)
"""What differs from run to run, and what stands for it."""


class Session:
    """One session in a folder; `answer` is all that its commands wrote, to the terminal and to files."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._folder, self._capsys, self._monkeypatch = folder, capsys, monkeypatch
        self._files: dict[str, str] = {}

    def answer(self, text: str) -> str:
        """Run the session of a text."""
        self._monkeypatch.chdir(self._folder)
        said = []
        _, *parts = _PART.split(text)
        for name, content in zip(parts[::2], parts[1::2], strict=True):
            if name == "$":
                commands = content.replace("\\\n", " ").splitlines()
                said += [self._command(line) for line in commands if line.strip() and not line.startswith("#")]
            else:
                target = self._folder / name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(content, encoding="utf-8", newline="")
                self._files[name] = content
        return "\n".join(said)

    def _command(self, line: str) -> str:
        words = shlex.split(line)
        settings = [word for word in words if _ASSIGNMENT.fullmatch(word)] if words[0] != "hotlint" else []
        if words[len(settings) : len(settings) + 1] != ["hotlint"]:
            subprocess.run(line, shell=True, check=True, cwd=self._folder, capture_output=True)
            self._files = self._texts()
            return self._plain(f"$ {line}")
        return self._plain(f"$ {line}\n{self._called(words[len(settings) + 1 :], settings)}{self._changes()}")

    def _called(self, words: list[str], settings: list[str]) -> str:
        given = b""
        if "<" in words:
            given = (self._folder / words[words.index("<") + 1]).read_bytes()
            words = words[: words.index("<")]
        with self._monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
            for setting in settings:
                patch.setenv(*setting.split("=", 1))
            self._capsys.readouterr()
            refused = False
            try:
                code = main(words)
            except SystemExit as exc:
                code, refused = int(exc.code or 0), True
        out, err = self._capsys.readouterr()
        if refused:  # the usage above it is written otherwise by each version of Python
            err = "".join(err.splitlines(keepends=True)[-1:])
        errors = "".join(f"! {line}\n" for line in err.splitlines())
        out = f"{out}\n" if out and not out.endswith("\n") else out
        return f"{out}{errors}" + (f"exit code {code}\n" if code != 0 else "")

    def _changes(self) -> str:
        """Return the files that were written, with their differences."""
        before, self._files = self._files, self._texts()
        said = []
        for name in sorted({*before, *self._files}):
            old, new = before.get(name), self._files.get(name)
            if new is None:
                said.append(f"removed: {name}\n")
            elif old is None:
                said.append(f"new: {name}\n" + "".join(f"| {line}\n" for line in new.split("\n")))
            elif old != new:
                lines = unified_diff(old.split("\n"), new.split("\n"), lineterm="", n=0)
                said.append(f"changed: {name}\n" + "".join(f"| {line}\n" for line in list(lines)[2:]))
        return "".join(said)

    def _texts(self) -> dict[str, str]:
        found = {}
        for path in sorted(self._folder.rglob("*")):
            name = path.relative_to(self._folder).as_posix()
            if path.is_file() and not path.is_symlink() and not name.startswith((".cache", ".git/")):
                found[name] = path.read_bytes().decode("utf-8", "backslashreplace")
        return found

    def _plain(self, text: str) -> str:
        for found in (str(self._folder), os.path.realpath(self._folder)):
            text = text.replace(found, ".")
        text = text.replace(hotlint.__version__, "VERSION").replace("\r", "\\r")
        for pattern, instead in _CHANGING:
            text = pattern.sub(instead, text)
        return re.sub(r"^===", "====", text, flags=re.MULTILINE)
