"""Fuzzing that coverage guides, with atheris: `python tools/fuzz guided parser|edits|protocol [--minutes N]`.

atheris is no part of the development environment, since it has no wheel for every Python: `pip install atheris`. What it
watches is imported late, since it instruments modules as they are imported.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fuzz.case import Case

SUBJECTS = ("parser", "edits", "protocol")
_WATCHED = ["hotlint", "hotlint_server"]


class DataRandom(random.Random):
    """Random choices that come from bytes, so that a changed byte is a changed choice; zeros when they are used up."""

    def __init__(self, data: bytes) -> None:
        super().__init__(0)
        self._bits = int.from_bytes(data, "little")

    def getrandbits(self, k: int) -> int:
        """Return the next bits."""
        bits = self._bits & ((1 << k) - 1)
        self._bits >>= k
        return bits

    def random(self) -> float:
        """Return the next 16 bits as a fraction of one."""
        return self.getrandbits(16) / 65536


def case_of(subject: str, data: bytes) -> Case:
    """Return the case that bytes stand for: half of them are the text, the others what is done with it."""
    from fuzz.case import Case
    from fuzz.case_factory import editor_steps
    from fuzz.messages import Editor

    if subject == "parser":
        return Case("check", "guided", data.decode("utf-8", "replace"))
    half = len(data) // 2
    text, rng = data[:half].decode("utf-8", "replace"), DataRandom(data[half:])
    if subject == "edits":
        return Case("edits", "guided", text, steps=editor_steps(rng), choice=rng.randrange(100))
    return Case("protocol", "guided", "", steps=Editor(rng, text).session())


def fuzz(subject: str, seconds: float) -> None:
    """Fuzz for so many seconds. Ends the process, as atheris does; with a crash file for a case that fails."""
    import atheris

    with atheris.instrument_imports(include=_WATCHED):
        from fuzz import targets, texts
        from fuzz.workbench import Workbench

    bench = Workbench()

    def run(data: bytes) -> None:
        targets.run(case_of(subject, data), bench)

    seeds = tempfile.mkdtemp(prefix="hotlint-fuzz-seeds-")
    for number, text in enumerate(texts.templates()):
        Path(seeds, str(number)).write_text(text, encoding="utf-8")
    options = [f"-max_total_time={int(seconds)}", "-max_len=4000", "-rss_limit_mb=2048", "-timeout=10"]
    atheris.Setup([sys.argv[0], *options, seeds], run)
    atheris.Fuzz()


def main() -> int:
    """Run the command. Raises SystemExit for a usage error."""
    parser = argparse.ArgumentParser("fuzz guided", description=__doc__)
    parser.add_argument("subject", choices=SUBJECTS)
    parser.add_argument("--minutes", type=float, default=1.0)
    options = parser.parse_args(sys.argv[2:])
    fuzz(options.subject, options.minutes * 60)
    return 0
