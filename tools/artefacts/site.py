"""Build the documentation site from a clean clone, follow each of its links, and open, read and search it in headless Chromium.

A warning of the build is an error. The playground is an artefact of its own: links to it are not followed here.
"""

from __future__ import annotations

import functools
import hashlib
import json
import posixpath
import shutil
import sys
import threading
from collections.abc import Iterator
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

sys.path[0] = str(Path(__file__).resolve().parents[1])

from artefacts.steps import PICTURES, StepError, checkout, environment, kept, program, run, script  # noqa: E402
from website.build import searches  # noqa: E402
from website.pictures import PAGES  # noqa: E402

HERE = Path(__file__).resolve().parent
MISSED = 0.1
"""The part of the questions whose first result may be another page."""
ALSO_READ = (
    *(
        "guide.html",
        "reference.html",
        "search.html",
        "404.html",
        "docs/preview.html",
        "docs/plan.html",
        "docs/policies.html",
    ),
    *("docs/rules/README.html", "docs/reference/types/index.html", "docs/reference/keys.html", "docs/services.html"),
    "docs/reliability.html",
)
"""Pages that axe reads for readers with a keyboard or a screen reader, beside those of the pictures."""


def main() -> None:
    """Build the site, follow its links, and open it."""
    with checkout() as clone:
        programs = environment(clone.parent / "environment", "--editable", f"{clone}[docs]")
        run([programs / "python", "tools/website/build.py"], cwd=clone, seconds=1200)
        site = clone / "build" / "site"
        problems = [*broken_links(site)]
        if problems:
            raise StepError(f"{len(problems)} links lead nowhere:\n" + "\n".join(problems[:20]))
        open_pages(site, modules(clone / "tools/website/playground"))


class Page(HTMLParser):
    """What a page links to, and the names by which others link into it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.links: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep the identifier, and the address of a link, a picture or a script."""
        for name, value in attrs:
            if value and name == "id":
                self.names.add(value)
            elif value and name in ("href", "src"):
                self.links.add(value)


def is_page(name: str) -> bool:
    """Return whether a file of the site is a page of it, not a part of its theme."""
    return name.endswith(".html") and not name.startswith("_static/")


def broken_links(site: Path) -> Iterator[str]:
    """Yield each link of a page, or picture in it, whose file or place in a file does not exist."""
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    pages = {name: Page((site / name).read_text(encoding="utf-8")) for name in sorted(files) if is_page(name)}
    for name, page in pages.items():
        for link in sorted(page.links):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            folder = "" if parts.path.startswith("/") else posixpath.dirname(name)  # 404.html names pages from the top
            target = posixpath.normpath(posixpath.join(folder, unquote(parts.path).lstrip("/"))) if parts.path else name
            if target.startswith("playground/"):
                continue
            is_place = not parts.fragment or (target in pages and unquote(parts.fragment) in pages[target].names)
            if target not in files or not is_place:
                yield f"{name}: {link}"


def modules(package: Path) -> Path:
    """Return a folder with the locked packages of the playground: one of them drives Chromium."""

    def install(folder: Path) -> None:
        for name in ("package.json", "package-lock.json"):
            shutil.copy(package / name, folder)
        run([program("npm"), "ci", "--no-audit", "--no-fund", "--silent"], cwd=folder)

    lock = hashlib.sha256((package / "package-lock.json").read_bytes()).hexdigest()[:16]
    return kept(f"npm/playground-{lock}", install)


class Quiet(SimpleHTTPRequestHandler):
    """A server of files that logs nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Drop the message."""


def open_pages(site: Path, packages: Path) -> None:
    """Open every page and search the site in Chromium. Raises StepError for an error of a page, and a search that does not find."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    questions: dict[str, str | list[str]] = searches()["questions"]
    question = {
        "pages": [
            path.relative_to(site).as_posix() for path in sorted(site.rglob("*.html")) if "_static" not in path.parts
        ],
        "pictures": {f"site-{name}": page for name, page in PAGES.items()},
        "read": [*PAGES.values(), *ALSO_READ],
        "searches": list(questions),
    }
    serve = functools.partial(Quiet, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        node: list[str | Path] = [program("node", "nodejs"), HERE / "site.mjs", packages, program("chromium")]
        asked = [*node, f"http://127.0.0.1:{server.server_port}", PICTURES]
        try:
            printed = run(asked, cwd=HERE, given=json.dumps(question), seconds=1200)
        finally:
            server.shutdown()
    answer = json.loads(printed)
    problems = [*answer["problems"]]
    missed = [words for words, wanted in questions.items() if not is_first(answer["found"].get(words, []), wanted)]
    if len(missed) > len(questions) * MISSED:
        problems += [f"a search for {words} finds {answer['found'].get(words, [])[:1]} first" for words in missed]
    if problems:
        raise StepError(f"{len(problems)} problems in Chromium:\n" + "\n".join(problems[:20]))
    first = f"{len(questions) - len(missed)} of {len(questions)} searches find first what is wanted"
    print(f"{len(question['pages'])} pages, {len(question['read'])} read by axe, {first}, pictures in {PICTURES}")


def is_first(found: list[str], wanted: str | list[str]) -> bool:
    """Return whether the first page that a search found is one of those wanted: a part of its address."""
    return any(part in found[0] for part in ([wanted] if isinstance(wanted, str) else wanted)) if found else False


if __name__ == "__main__":
    script(main)
