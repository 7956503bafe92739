"""Fuzzing that coverage guides, with atheris: `python tools/fuzz guided parser|edits|protocol [--minutes N]`.

atheris is no part of the development environment, since it has no wheel for every Python: `pip install atheris`. What it
watches is imported late, since it instruments modules as they are imported. Its bytes are what hypothesis makes cases of.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path

SUBJECTS = ("parser", "edits", "protocol")
_WATCHED = ["hotlint", "hotlint_server"]


def fuzz(subject: str, seconds: float) -> None:
    """Fuzz for so many seconds. Ends the process, as atheris does; with a crash file for a case that fails."""
    import atheris

    with atheris.instrument_imports(include=_WATCHED):
        from hypothesis import given, settings
        from hypothesis import strategies as st

        from fuzz import targets, texts
        from fuzz.case import Case
        from fuzz.strategies import cases
        from fuzz.workbench import Workbench

    bench = Workbench()

    def parse(data: bytes) -> None:
        targets.run(Case("check", data.decode("utf-8", "replace")), bench)

    @settings(settings.get_profile("long"))
    @given(cases(subject, of=st.text()))
    def keeps_its_promises(case: Case) -> None:
        targets.run(case, bench)

    seeds = tempfile.mkdtemp(prefix="hotlint-fuzz-seeds-")
    for number, text in enumerate(texts.templates()):
        data = text.encode() if subject == "parser" else random.Random(number).randbytes(2000)
        Path(seeds, str(number)).write_bytes(data)
    options = [f"-max_total_time={int(seconds)}", "-max_len=4000", "-rss_limit_mb=2048", "-timeout=10"]
    run = parse if subject == "parser" else keeps_its_promises.hypothesis.fuzz_one_input  # type: ignore[attr-defined]
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
