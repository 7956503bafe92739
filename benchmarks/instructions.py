"""The instructions that checking a corpus takes, counted by valgrind's cachegrind: the same figure on a machine with any load.

    python benchmarks/instructions.py FOLDER [check | parse | events | compose]...

One pass is the difference between three passes and one, over two. A third of the files is enough, and takes a minute.
"""

from __future__ import annotations

import gc
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from bench_check import compose, corpus

WAYS = ("check", "parse", "events", "compose")


def way_of(name: str) -> Callable[[str, str], object]:
    """Return what is done with the path and the text of each template."""
    if name == "check":
        from hotlint.linter.checking.engine import Engine

        return Engine().check_file
    if name == "parse":
        from hotlint.syntax.parser import parse
        from hotlint.syntax.source import Source

        return lambda path, text: parse(Source(path, text))
    return (lambda path, text: compose([text])) if name == "compose" else (lambda path, text: read_events(text))


def read_events(text: str) -> None:
    """Read a text's events by libyaml, up to its end or its first error."""
    import yaml
    from yaml._yaml import CParser

    try:
        parser = CParser(text)
        while parser.get_event() is not None:
            pass
    except yaml.YAMLError:
        pass


def passes(folder: Path, name: str, count: int) -> None:
    """Go over every third template `count` times."""
    gc.disable()
    work, texts = way_of(name), dict(list(corpus(folder).items())[::3])
    for _ in range(count):
        for path, text in texts.items():
            work(path, text)


def has_valgrind() -> bool:
    """Return whether this machine can count instructions."""
    return shutil.which("valgrind") is not None


def counted(folder: Path, name: str, count: int) -> int:
    """Return the instructions of a process that makes these passes."""
    command = [
        "valgrind", "--tool=cachegrind", "--cache-sim=no", f"--cachegrind-out-file={os.devnull}",
        sys.executable, __file__, str(folder), "--passes", name, str(count),
    ]  # fmt: skip
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    found = re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)
    assert found is not None, done.stderr
    return int(found[1].replace(",", ""))


def main() -> None:
    """Print the millions of instructions of each way, and its ratio to compose."""
    folder, *rest = sys.argv[1:]
    if rest[:1] == ["--passes"]:
        passes(Path(folder), rest[1], int(rest[2]))
        return
    figures = {
        n: (counted(Path(folder), n, 3) - counted(Path(folder), n, 1)) / 2e6 for n in dict.fromkeys((*rest, "compose"))
    }
    for name, millions in figures.items():
        print(f"{name:8} {millions:8.0f} million instructions, {millions / figures['compose']:.2f} x compose")


if __name__ == "__main__":
    main()
