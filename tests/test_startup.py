"""The file of modules that makes the command start fast: it changes how modules are loaded, and nothing else."""

from __future__ import annotations

import marshal
import os
import subprocess
import sys
from pathlib import Path

TEMPLATE = "heat_template_version: 2018-08-31\ndescription: d\nresources: {a: {type: OS::Heat::Valeu}}\n"


def check(folder: Path, program: str | None = None) -> str:
    environment = os.environ | {"XDG_CACHE_HOME": str(folder / "cache")}
    call = ["-c", program] if program else ["-m", "hotlint", "check", "--no-cache", "a.yaml"]
    done = subprocess.run(
        [sys.executable, *call], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert not done.stderr, done.stderr
    return done.stdout


def kept(folder: Path) -> list[Path]:
    return list((folder / "cache" / "hotlint").glob("modules-*.bin"))


def test_runs_with_and_without_it_say_the_same(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(TEMPLATE)
    first = check(tmp_path)
    assert "HOT501" in first
    assert len(kept(tmp_path)) == 1
    assert [check(tmp_path) for _ in range(3)] == [first] * 3


def test_modules_come_from_it(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(TEMPLATE)
    check(tmp_path)
    check(tmp_path)
    program = (
        "import sys; from hotlint.cli import main; main(['check', '--no-cache', '-q', 'a.yaml']);"
        "mine = [m for n, m in sys.modules.items() if n.startswith('hotlint_rules.')];"
        "print(len(mine) > 50, {type(m.__spec__.loader).__name__ for m in mine}, mine[0].__file__.endswith('.py'))"
    )
    assert check(tmp_path, program).splitlines()[-1] == "True {'KeptLoader'} True"


def test_a_broken_file_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(TEMPLATE)
    first = check(tmp_path)
    whole = kept(tmp_path)[0].read_bytes()
    other = marshal.dumps(["a table of another shape"])
    sizes = len(other).to_bytes(8, "little") + (24 + len(other)).to_bytes(8, "little")
    for content in (b"", b"nonsense", b"\xff" * 64, whole[:1000], whole[:8] + sizes + other):
        kept(tmp_path)[0].write_bytes(content)
        assert check(tmp_path) == first


def test_nothing_is_left_changed(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(TEMPLATE)
    check(tmp_path)
    program = "import sys; from hotlint.cli import main; main(['check', '-q', 'a.yaml']); print(len(sys.meta_path))"
    plain = check(tmp_path, "import sys; print(len(sys.meta_path))").strip()
    assert check(tmp_path, program).splitlines()[-1] == plain
