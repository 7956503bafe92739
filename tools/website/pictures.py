#!/usr/bin/env python3
"""Photograph pages of the built site in Chromium, in both themes, and search on it as a reader does.

    python tools/website/pictures.py [--site build/site] [--out build/site-pictures]

Needs a Chromium or Chrome on PATH (or CHROMIUM), nothing else. The exit code is 1 when a page is missing, or a search does not list
the wanted page first and each page once.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import os
import re
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
SEARCHES = {
    "deletion_policy": "keys.html", "flavor": "OS-Nova-Server", "first_address": "OS-Nova-Server", "OS::Cinder::Volume": "OS-Cinder-Volume",
    "fail_on": "configuration.html", "get_file": "get_file.html", "HOT301": "HOT301.html",
}  # fmt: skip
"""{what is searched: what the address of the first result contains}."""


WIDTHS = (1400, 390)
"""The widths of a screen and of a phone, in pixels."""
_DARK = "--blink-settings=preferredColorScheme=0"


def main(argv: list[str] | None = None) -> int:
    """Write the pictures and try the searches. Returns the exit code."""
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
        failed = [words for words, wanted in SEARCHES.items() if not _finds(profile, at, words, wanted)]
        query = next(iter(SEARCHES))
        _picture(profile, options.out / "search.png", f"{at}/search.html?q={query}", "--window-size=1400,900")
        server.shutdown()
    taken = 2 * len(WIDTHS) * len(PAGES) + 1
    print(
        f"{taken} pictures in {os.path.relpath(options.out)}; {len(SEARCHES) - len(failed)} of {len(SEARCHES)} searches find"
    )
    for words in failed:
        print(f"the search for {words} does not list {SEARCHES[words]} first, or lists a page twice")
    return 1 if failed else 0


def _picture(profile: str, out: Path, address: str, *more: str) -> None:
    """Photograph a page, in its light theme unless an option says otherwise."""
    _chromium(profile, f"--screenshot={out}", *more, address)


def _finds(profile: str, at: str, words: str, wanted: str) -> bool:
    """Return whether a search, by the page's own scripts, lists first a page whose address contains `wanted`, and each page once."""
    query = words.replace(":", "%3A")
    html = _chromium(profile, "--dump-dom", f"{at}/search.html?q={query}")
    listed = re.search(r'(?s)<ul[^>]*class="search.*?</ul>', html)
    found = re.findall(r'<a[^>]*href="([^"?#]*)', listed[0]) if listed is not None else []
    return bool(found) and wanted in found[0] and len(found) == len(set(found))


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
