"""hotlint.pyz: hotlint and its dependencies as one file, run by an interpreter that has neither."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import one_file
import one_file_start
import pytest

TEMPLATE = """\
heat_template_version: 2018-08-31
description: One volume, whose size yaql computes.
resources:
  volume:
    type: OS::Cinder::Volume
    properties:
      size: {yaql: {expression: $.data.sum(), data: [3, 4]}}
"""


def test_the_dependencies_are_those_of_a_default_installation() -> None:
    found = one_file.dependencies()
    assert {"pyyaml", "yaql", "pbr", "pygls", "cattrs", "python-dateutil"} <= set(found)
    assert not {"hotlint", "setuptools", "mypy", "distributed", "websockets", "cel-python"} & set(found)
    assert {"cel-python", "lark"} <= set(one_file.dependencies(extra="policies")) - {"distributed", "websockets"}


def test_a_missing_dependency_fails_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_file, "_required", lambda of, extra: iter([("no-such-package", False)]))
    with pytest.raises(PackageNotFoundError):
        one_file.dependencies()


def test_two_archives_of_the_same_files_are_equal() -> None:
    files = {"hotlint/a.py": b"a", "hotlint/b.py": b"b"}
    assert one_file.build(files) == one_file.build(dict(files))
    assert one_file.build(files) != one_file.build(files | {"hotlint/b.py": b"c"})


@pytest.mark.skipif(os.name == "nt", reason="modes of POSIX")
def test_code_of_others_is_not_run(tmp_path: Path) -> None:
    archive = tmp_path / "hotlint.pyz"
    archive.write_bytes(one_file.build({"hotlint/a.py": b"a"}))
    folder = Path(one_file_start.unpacked(str(archive), str(tmp_path / "cache")))
    assert (folder / "hotlint" / "a.py").read_bytes() == b"a"
    assert one_file_start.unpacked("no archive is read again", str(tmp_path / "cache")) == str(folder)
    folder.parent.chmod(0o777)
    with pytest.raises(OSError, match="another user can write"):
        one_file_start.unpacked(str(archive), str(tmp_path / "cache"))


@pytest.mark.slow
def test_the_file_checks_previews_and_serves(tmp_path: Path) -> None:
    assert one_file.main(["--out", str(tmp_path / "hotlint.pyz")]) == 0
    assert (tmp_path / "hotlint.pyz").stat().st_size < 8e6
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "volume.yaml").write_text(TEMPLATE, encoding="utf-8")
    environment = {name: text for name, text in os.environ.items() if not name.startswith(("COV", "PYTHON"))}
    environment["HOTLINT_CACHE_DIR"] = str(tmp_path / "cache")

    def run(*arguments: str, stdin: bytes = b"") -> bytes:
        # Neither the environment nor the user's packages: a bare interpreter.
        command = [sys.executable, "-I", "-S", str(tmp_path / "hotlint.pyz"), *arguments]
        done = subprocess.run(
            command, cwd=tmp_path / "work", env=environment, input=stdin, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout

    assert b"Nothing found in 1 file" in run("check", "volume.yaml")
    assert b"size: 7" in run("preview", "volume.yaml")
    messages: list[dict[str, object]] = [
        {"id": 1, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}},
        {"id": 2, "method": "shutdown"},
        {"method": "exit"},
    ]
    bodies = [json.dumps({"jsonrpc": "2.0", **message}).encode() for message in messages]
    talk = b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in bodies)
    assert b'"hoverProvider"' in run("server", stdin=talk)
