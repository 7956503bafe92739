#!/usr/bin/env python3
"""Prepare a release: set the version or the project's address everywhere, cut the changelog, print a version's notes.

python tools/release.py version 1.2.3 [--date 2026-11-30]   the package, the extension, the documents, the changelog
python tools/release.py address https://github.com/OWNER/hotlint
python tools/release.py notes 1.2.3                         the section of the changelog, for the release's page
python tools/release.py verify v1.2.3 [--repository URL]    fails unless tag, version, changelog and address agree
"""

from __future__ import annotations

import argparse
import datetime
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
VERSION = "hotlint/common/version.py"
EXTENSION = ("vscode-extension/package.json", "vscode-extension/package-lock.json")
CHANGELOG = "CHANGELOG.md"
PLACEHOLDER = "OWNER/hotlint"
UNRELEASED = "## Unreleased\n"
_RELEASE = r"\d+\.\d+\.\d+(?:rc\d+)?"
_DOCUMENTS = (".md", ".yml", ".yaml")


class ReleaseError(Exception):
    """What prevents the release; the message says what would be right."""


def set_version(top: Path, version: str, date: str) -> list[str]:
    """Set the version in all files that state it and cut the changelog. Returns the paths that changed, from `top`.

    A version such as 1.3.0.dev0 follows a release: the changelog and the documents stay as they are.
    Raises ReleaseError for a text that is no version, for one that exists, and when nothing is unreleased.
    """
    if not re.fullmatch(rf"{_RELEASE}|\d+\.\d+\.\d+\.dev0", version):
        raise ReleaseError(f"a version looks like 1.2.3, 1.2.3rc1 or 1.2.3.dev0, not '{version}'")
    before = current_version(top)
    log = (top / CHANGELOG).read_text(encoding="utf-8")
    if not version.endswith(".dev0"):
        log = cut_changelog(log, version, date)
    stated = f'"version": "{numbers(before)}"', f'"version": "{numbers(version)}"'
    changed = _edit(top, [VERSION], lambda text: text.replace(f'"{before}"', f'"{version}"'))
    changed += _edit(top, EXTENSION, lambda text: text.replace(*stated, 2))
    if version.endswith(".dev0"):
        return changed
    pinned = re.compile(rf"(?P<before>{_address_pattern(top)}(?:@|/|\n +rev: ))v{_RELEASE}\b")
    changed += _edit(top, _documents(top), lambda text: pinned.sub(rf"\g<before>v{version}", text))
    return changed + _edit(top, [CHANGELOG], lambda _: log)


def numbers(version: str) -> str:
    """Return the three numbers of a version, as the extension states it: VS Code takes neither `rc1` nor `.dev0`."""
    return ".".join(re.findall(r"\d+", version)[:3])


def set_address(top: Path, address: str) -> list[str]:
    """Set the project's address in all files that state it. Returns the paths that changed. Raises ReleaseError."""
    found = re.fullmatch(r"https://([\w.-]+)/([\w./-]+[\w-])", address)
    if found is None:
        raise ReleaseError(f"an address looks like https://github.com/{PLACEHOLDER}, not '{address}'")
    old_host, old_path = _address_parts(top)
    path = found[2]

    def replaced(text: str) -> str:
        text = text.replace(f"https://{old_host}/{old_path}", address)
        return re.sub(rf"(?<![\w/-]){re.escape(old_path)}(?![\w-])", path, text.replace(f"/{old_path}/", f"/{path}/"))

    changed = _edit(top, [VERSION], lambda text: re.sub(r'(?m)^ADDRESS = ".*"$', f'ADDRESS = "{address}"', text))
    changed += _edit(top, EXTENSION[:1], lambda text: _with_links(text, address))
    return changed + _edit(top, _documents(top), replaced)


def extension_links(address: str) -> dict[str, object]:
    """Return what the manifest of the extension says of the address; nothing while there is none."""
    if not address:
        return {}
    folder = EXTENSION[0].split("/")[0]
    return {
        "homepage": f"{address}/tree/main/{folder}#readme",
        "repository": {"type": "git", "url": address, "directory": folder},
        "bugs": {"url": f"{address}/issues"},
    }


def _with_links(manifest: str, address: str) -> str:
    """Return the manifest with the links to an address behind the license, formatted as it was."""
    links = extension_links(address)
    values = {name: value for name, value in json.loads(manifest).items() if name not in links}
    linked: dict[str, object] = {}
    for name, value in values.items():
        linked[name] = value
        if name == "license":
            linked |= links
    return json.dumps(linked, indent=2, ensure_ascii=False) + "\n"


def cut_changelog(text: str, version: str, date: str) -> str:
    """Return the changelog with its unreleased changes as those of a version. Raises ReleaseError if there are none."""
    if f"## {version} " in text:
        raise ReleaseError(f"{CHANGELOG} has a section for {version} already")
    head, found, rest = text.partition(UNRELEASED)
    if not found or not notes(text, "Unreleased").strip():
        raise ReleaseError(f"{CHANGELOG} has nothing under '{UNRELEASED.strip()}'")
    return f"{head}{UNRELEASED}\n## {version} - {date}\n{rest}"


def notes(text: str, version: str) -> str:
    """Return the text of a version's section of the changelog, without its heading. Raises ReleaseError."""
    found = re.search(rf"(?ms)^## {re.escape(version)}(?: - [\d-]+)?\n(.*?)(?=^## |\Z)", text)
    if found is None:
        raise ReleaseError(f"{CHANGELOG} has no section for {version}")
    return found[1].strip() + "\n"


def verify(top: Path, tag: str, repository: str | None = None) -> None:
    """Raises ReleaseError unless the tag is that of the version, which the changelog describes, and the address that of a repository."""
    version = current_version(top)
    if tag != f"v{version}":
        raise ReleaseError(f"the tag is {tag}, and the version in {VERSION} is {version}")
    notes((top / CHANGELOG).read_text(encoding="utf-8"), version)
    address = _setting(top / VERSION, "ADDRESS")
    if not address:
        raise ReleaseError(f"{VERSION} has no address: run `python tools/release.py address URL`")
    if repository not in (None, address):
        raise ReleaseError(f"the address in {VERSION} is {address}, and the repository is {repository}")
    manifest = json.loads((top / EXTENSION[0]).read_text(encoding="utf-8"))
    if not extension_links(address).items() <= manifest.items():
        raise ReleaseError(
            f"{EXTENSION[0]} has not the address in {VERSION}: run `python tools/release.py address {address}`"
        )


def current_version(top: Path) -> str:
    """Return the version that the package has."""
    return _setting(top / VERSION, "__version__")


def _setting(path: Path, name: str) -> str:
    found = re.search(rf'(?m)^{name} = "([^"]*)"$', path.read_text(encoding="utf-8"))
    if found is None:
        raise ReleaseError(f"{path} does not assign a text to {name}")
    return found[1]


def _address_parts(top: Path) -> tuple[str, str]:
    """Return host and path of the address that the documents state now."""
    address = _setting(top / VERSION, "ADDRESS")
    host, _, path = address.removeprefix("https://").partition("/")
    return (host, path) if address else ("github.com", PLACEHOLDER)


def _address_pattern(top: Path) -> str:
    return re.escape(_address_parts(top)[1])


def _documents(top: Path) -> Iterator[str]:
    """Yield the documents under version control that may name the address: pages, jobs, hooks; generated ones follow."""
    listed = subprocess.run(["git", "ls-files"], cwd=top, capture_output=True, text=True, check=True).stdout
    for path in listed.splitlines():
        if path.endswith(_DOCUMENTS) and not path.startswith(("tests/", CHANGELOG, ".github/")):
            yield path


def _edit(top: Path, paths: Iterator[str] | list[str] | tuple[str, ...], change: Callable[[str], str]) -> list[str]:
    changed = []
    for path in paths:
        before = (top / path).read_text(encoding="utf-8")
        after = change(before)
        if after != before:
            (top / path).write_text(after, encoding="utf-8")
            changed.append(path)
    return changed


def main(argv: list[str] | None = None) -> int:
    """Run one command. Returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("version", "address", "notes", "verify"))
    parser.add_argument("value", help="a version, an address, or a tag")
    parser.add_argument("--date", default=datetime.date.today().isoformat(), help="the date of the release")
    parser.add_argument("--repository", metavar="URL", help="the address that the release has to have")
    options = parser.parse_args(argv)
    try:
        if options.command == "notes":
            print(notes((TOP / CHANGELOG).read_text(encoding="utf-8"), options.value), end="")
        elif options.command == "verify":
            verify(TOP, options.value, options.repository)
        else:
            version = options.command == "version"
            changed = set_version(TOP, options.value, options.date) if version else set_address(TOP, options.value)
            print("\n".join(changed))
    except ReleaseError as exc:
        print(f"release: {exc}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
