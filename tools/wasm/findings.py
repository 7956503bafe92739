"""Write the findings of folders to a file: `make compare-wasm` compares those of two Pythons."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import time
from pathlib import Path

from hotlint.cli.main import main as hotlint


def main(argv: list[str]) -> int:
    """Check each folder, write what `--format json` reports to the first argument, and print the time. Return 0."""
    out = Path(argv[0]).resolve()
    reports = io.StringIO()
    started = time.perf_counter()
    for folder in argv[1:]:
        os.chdir(folder)
        with contextlib.redirect_stdout(reports):
            hotlint(["check", ".", "--format", "json", "--no-cache", "-j", "1", "--exit-zero"])
    out.write_text(reports.getvalue(), encoding="utf-8")
    print(
        f"Python {sys.version.split()[0]} on {sys.platform}: {time.perf_counter() - started:.1f} s, {out.stat().st_size:,} bytes"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
