"""Pages in a real Chromium: names and texts of a stranger run nothing, ask for nothing, lead nowhere, and break no policy."""

from __future__ import annotations

import functools
import http.server
import json
import os
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote

import pytest

from hotlint.cli.main import main

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")

TAKE = "document.documentElement.dataset.taken=1"
NAMES = (
    f'"><img src=/asked onerror={TAKE}>',
    f"</script><script>{TAKE}</script>",
    f"</style></title></textarea></svg><svg onload={TAKE}>",
    f"]]><script>{TAKE}</script>",
    f"--><iframe srcdoc='<script>parent.{TAKE}</script>'></iframe>",
    f"<a href=javascript:{TAKE} style=color:red>x</a>",
    "<link rel=stylesheet href=/asked><meta http-equiv=refresh content=0;url=/asked>",
    f"[x](javascript:{TAKE}) ![x](/asked) [x](command:workbench.action.quit) <command:x>",
    "\u202egnp.\u2066exe\u2069\x1b[31m\x1b]0;owned\x07\u2028",
    f"${{{TAKE}}} {{{{constructor.constructor('{TAKE}')()}}}} {{% include '/etc/passwd' %}} `x` ```",
)


def template() -> str:
    """A template in which every name and text is a stranger's."""
    parameters, resources, outputs = {}, {}, {}
    for name in NAMES:
        parameters[name] = {"type": "string", "default": name, "label": name, "description": name}
        resources[name] = {
            "type": "OS::Heat::Value",
            "properties": {"value": {"get_param": name}},
            "depends_on": NAMES[0],
        }
        outputs[name] = {"description": name, "value": {"get_attr": [name, name]}}
        resources[f"t {name}"] = {"type": name, "properties": {name: name}}
    resources |= {f"f {name}": {"type": name, "condition": NAMES[0]} for name in FILES[1:]}
    del resources[NAMES[0]]["depends_on"]
    found = {
        "heat_template_version": "2018-08-31", "description": " ".join(NAMES),
        "parameter_groups": [{"label": NAMES[0], "description": NAMES[1], "parameters": list(NAMES)}],
        "parameters": parameters, "conditions": {NAMES[0]: True}, "resources": resources, "outputs": outputs,
    }  # fmt: skip
    return json.dumps(found, indent=1)


FILES = [
    name.replace("/", "\u2215") + ".yaml"
    for name in (
        f'"><img src=x onerror={TAKE}>`${{x}}`{{{{x}}}}',
        *NAMES[1:],
        f"javascript:{TAKE}",
        f"$({TAKE})\n\r\t&quot;",
    )
]
"""Names of files: the first one of a template with hostile names, whose nested templates the others are."""


def files() -> dict[str, str]:
    """The files of a folder: templates that use each other, and a suite."""
    leaf = {"heat_template_version": "2018-08-31", "outputs": {name: {"value": name} for name in NAMES}}
    tests = [{"name": name, "parameters": {name: name}, "assert": {f"outputs.{name}": name}} for name in NAMES]
    suite = json.dumps({"template": FILES[0], "tests": tests})
    return {FILES[0]: template(), **dict.fromkeys(FILES[1:], json.dumps(leaf, indent=1)), "a.hot-test.yaml": suite}


PAGES = {
    "findings": ["check", "-f", "html"],
    "preview": ["preview", "-f", "html"],
    "graph": ["graph", "-f", "html"],
    "docs": ["docs", "-f", "html"],
    "drawing": ["graph", "-f", "svg"],
    "coverage": ["test", "--coverage-report", "html=page.html"],
}


class _Quiet(http.server.SimpleHTTPRequestHandler):
    asked: list[str]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        super().do_GET()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Path, str, list[str]]]:
    """A folder, its address, and what a browser asks for."""
    asked: list[str] = []
    folder = tmp_path / "pages"
    folder.mkdir()
    handler = type("Handler", (_Quiet,), {"asked": asked})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield folder, f"http://127.0.0.1:{server.server_port}", asked
        server.shutdown()


def opened(address: str, profile: Path) -> tuple[str, list[str]]:
    """The document that Chromium makes of a page, and what its console says."""
    assert CHROMIUM is not None
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--virtual-time-budget=3000"]
    found = subprocess.run(
        [CHROMIUM, *options, f"--user-data-dir={profile}", "--dump-dom", address],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    return found.stdout, [said for said in found.stderr.splitlines() if ":CONSOLE" in said]


class _Links(HTMLParser):
    def __init__(self, document: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.feed(document)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]


def test_a_script_of_a_page_without_a_policy_is_noticed(served: tuple[Path, str, list[str]], tmp_path: Path) -> None:
    """What the other test looks for is there when a page is not as it should be."""
    folder, at, asked = served
    (folder / "bad.html").write_text(f"<!doctype html><img src=/asked onerror={TAKE}><script>no.such</script>")
    document, console = opened(f"{at}/bad.html", tmp_path / "profile")
    assert 'data-taken="1"' in document and "/asked" in asked and console


@pytest.mark.slow
@pytest.mark.parametrize("kind", PAGES)
def test_nothing_of_a_stranger_runs(
    kind: str,
    served: tuple[Path, str, list[str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder, at, asked = served
    monkeypatch.chdir(tmp_path)
    name = "page.svg" if kind == "drawing" else "page.html"
    for file, text in files().items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    command, *options = PAGES[kind]
    main([command, *options, *(FILES if command == "check" else FILES[:1] if command != "test" else [])])
    made = capsys.readouterr().out if kind != "coverage" else (tmp_path / name).read_text(encoding="utf-8")
    (folder / name).write_text(made, encoding="utf-8")
    document, console = opened(f"{at}/{name}", tmp_path / "profile")
    assert "onerror" in document
    assert not re.search("[\u202a-\u202e\u2066-\u2069]", document)
    assert "data-taken=" not in document
    assert console == []
    assert [path for path in asked if path not in (f"/{quote(name)}", "/favicon.ico")] == []
    links = _Links(document)
    assert {"img", "iframe", "link", "object", "embed", "base", "foreignobject"} & {*links.tags} == set()
    assert [pair for pair in links.attributes if re.match(r"on|srcdoc|formaction", pair[0])] == []
    targets = [value for name, value in links.attributes if name in ("href", "src", "xlink:href")]
    assert [target for target in targets if not re.match(r"#|https://|[\w%.~-]+\Z", target)] == []
