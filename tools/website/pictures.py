#!/usr/bin/env python3
"""Photograph pages of the built site in Chromium, in both themes, at the widths of a screen and of a phone.

    python tools/website/pictures.py [--site build/site] [--out build/site-pictures]

Needs a Chromium or Chrome on PATH (or CHROMIUM), nothing else. The exit code is 1 when a page is missing.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import os
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
PAGES = {
    "start": "index.html", "first-check": "docs/start.html", "command": "docs/reference/commands/check.html",
    "configuration": "docs/reference/configuration.html", "rule": "docs/rules/HOT301.html",
    "type": "docs/reference/types/OS-Nova-Server.html", "function": "docs/reference/functions/str_replace.html",
    "editors": "docs/editors.html", "ci": "docs/ci.html",
}  # fmt: skip
WIDTHS = (1400, 390)
"""The widths of a screen and of a phone, in pixels."""
_DARK = "--blink-settings=preferredColorScheme=0"


def main(argv: list[str] | None = None) -> int:
    """Write the pictures. Returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--site", type=Path, default=TOP / "build/site")
    parser.add_argument("--out", type=Path, default=TOP / "build/site-pictures")
    options = parser.parse_args(argv)
    missing = [page for page in (*PAGES.values(), "search.html") if not (options.site / page).is_file()]
    if missing:
        print(f"not in {os.path.relpath(options.site)}: {', '.join(missing)}; `make site` builds the site")
        return 1
    options.out.mkdir(parents=True, exist_ok=True)
    handler = functools.partial(_Quiet, directory=str(options.site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, tempfile.TemporaryDirectory() as profile:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        at = f"http://127.0.0.1:{server.server_port}"
        for name, page in PAGES.items():
            for width in WIDTHS:
                size = f"--window-size={width},900"
                _picture(profile, options.out / f"{name}-{width}.png", f"{at}/{page}", size)
                _picture(profile, options.out / f"{name}-{width}-dark.png", f"{at}/{page}", size, _DARK)
        server.shutdown()
    print(f"{2 * len(WIDTHS) * len(PAGES)} pictures in {os.path.relpath(options.out)}")
    return 0


def _picture(profile: str, out: Path, address: str, *more: str) -> None:
    """Photograph a page, in its light theme unless an option says otherwise."""
    _chromium(profile, f"--screenshot={out}", *more, address)


def _chromium(profile: str, *arguments: str) -> str:
    """Run a page in Chromium, with ten virtual seconds for its scripts, and return what it prints."""
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        raise SystemExit("no Chromium on PATH; CHROMIUM can name one")
    fixed = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        f"--user-data-dir={profile}",
        "--virtual-time-budget=10000",
    ]
    run = subprocess.run([program, *fixed, *arguments], capture_output=True, text=True, check=True, timeout=120)
    return run.stdout


class _Quiet(http.server.SimpleHTTPRequestHandler):
    """A server of files that logs nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Drop the message."""


if __name__ == "__main__":
    raise SystemExit(main())
