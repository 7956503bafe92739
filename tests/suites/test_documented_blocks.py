"""The blocks of docs/testing.md and docs/policies.md do what the pages say."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from hotlint.cli.main import main
from hotlint.pytest_plugin import HotFixture

TOP = Path(__file__).resolve().parents[2]
_TIME = re.compile(r"\(\d+(?:\.\d+)? m?s\)")


def blocks(page: str) -> Iterator[str]:
    """Yield the indented blocks of a page, without their indentation."""
    lines: list[str] = []
    for line in [*(TOP / "docs" / page).read_text(encoding="utf-8").splitlines(), "end"]:
        if line.startswith("    ") or (lines and not line):
            lines.append(line[4:])
        elif lines:
            yield "\n".join(lines).rstrip() + "\n"
            lines = []


def printed(block: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Return what the command of a block prints, without times."""
    capsys.readouterr()
    main(shlex.split(block.splitlines()[0])[2:])
    return _TIME.sub("TIME", capsys.readouterr().out).rstrip()


def said(block: str) -> str:
    """Return what a block says that its command prints, without times."""
    return _TIME.sub("TIME", block.partition("\n")[2]).rstrip()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with the template of the examples."""
    shutil.copy(TOP / "examples" / "web.yaml", tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_page_on_tests(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    suite, *others = blocks("testing.md")
    path = folder / "web.hot-test.yaml"
    path.write_text(suite)
    commands = [block for block in others if block.startswith("$ hotlint")]
    assert [block for block in commands if said(block) not in printed(block, capsys)] == []
    (run,) = (block for block in others if block.startswith("$ pytest"))
    main(["test"])
    output = capsys.readouterr().out
    assert [line for line in run.splitlines() if "web.hot-test.yaml:" in line and line.strip() not in output] == []

    tests = [block for block in others if block.startswith("- name:")]
    matrix = next(block for block in others if block.startswith("matrix:"))
    (folder / "env").mkdir()
    for files in yaml.safe_load(matrix)["matrix"]["environments"].values():
        for name in [files] if isinstance(files, str) else files:
            (folder / name).write_text("parameters: {}\n")
    head = suite[: suite.index("tests:")]
    path.write_text(f"{head}tests:\n" + "".join(tests))
    assert main(["test"]) == 0, capsys.readouterr().out
    path.write_text(f"{head}{matrix}tests: [{{name: a, assert: {{outputs.address: 10.0.0.5}}}}]\n")
    assert main(["test"]) == 0, capsys.readouterr().out
    assert len(tests) == 2
    (code,) = (block for block in others if block.startswith("def "))
    assert set(others) == {*commands, run, *tests, matrix, code}, "each block of the page is run"

    (folder / "prod.yaml").write_text("parameters: {image: debian-12, network: private, subnet: private-subnet}\n")
    names: dict[str, Any] = {}
    exec(code, names)
    names["test_address"](HotFixture(folder))


def test_the_page_on_policies(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    configuration, checked, *others = blocks("policies.md")
    own = [block for block in others if block.startswith("- code:")]
    (file,) = (block for block in others if block.startswith("extends:"))
    (folder / "base.yaml").write_text("policies:\n" + "".join(own))
    (folder / "policies").mkdir()
    flavors = "name: flavors\n  resources: OS::Nova::Server\n  assert: properties.flavor == 'm1.small'\n  message: no"
    (folder / "policies" / "site.yaml").write_text(file.replace("...", flavors))
    assert main(["policy", "test", "policies/site.yaml"]) == 0, capsys.readouterr().out
    (folder / "policies" / "site.yaml").write_text("policies: []\n")
    (folder / "env.yaml").write_text("parameters: {image: debian-12, network: public, subnet: private-subnet}\n")
    (folder / ".hotlint.yaml").write_text(configuration)
    assert printed(checked, capsys) == said(checked)
    commands = [block for block in others if block.startswith("$ hotlint")]
    assert [printed(block, capsys) for block in commands] == [said(block) for block in commands]
    assert set(others) == {*own, file, *commands}, "each block of the page is run"
