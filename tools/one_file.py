#!/usr/bin/env python3
"""Build hotlint.pyz: hotlint and its dependencies as one file, which any Python 3.11 or newer runs without an index.

    python tools/one_file.py [--out dist/hotlint.pyz] [--extra policies]

The dependencies are those that are installed beside the interpreter which runs this: the locked ones in a release. The file holds
no compiled code, so it runs on every system and version of Python. Two builds from the same sources are equal.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import re
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ("hotlint", "rules/hotlint_rules", "server/hotlint_server")
START = ROOT / "tools" / "one_file_start.py"
_LEFT_OUT = re.compile(r"\.\./|\.(so|pyd|pyc)$|__pycache__/")  # programs, and compiled code
_NOT_IMPORTED = {"setuptools"}
"""Required by the metadata of pbr, which yaql asks for its version; nothing that runs imports it."""
_TIME = (1980, 1, 1, 0, 0, 0)


def dependencies(name: str = "hotlint", extra: str = "") -> dict[str, Distribution]:
    """Return the distributions that an installation of one needs, by name, without itself: a default one, or with an extra.

    Raises PackageNotFoundError when one is missing that no marker makes optional.
    """
    found: dict[str, Distribution] = {}
    waiting = list(_required(distribution(name), extra))
    while waiting:
        needed, optional = waiting.pop()
        if needed in found or needed in _NOT_IMPORTED:
            continue
        try:
            found[needed] = distribution(needed)
        except PackageNotFoundError:
            if not optional:
                raise
            continue
        waiting += _required(found[needed])
    return dict(sorted(found.items()))


def _required(of: Distribution, extra: str = "") -> Iterator[tuple[str, bool]]:
    """Yield the normalized name of each requirement that no other extra brings, and whether a marker makes it optional."""
    for requirement in of.requires or ():
        named, _, marker = requirement.partition(";")
        name = re.match(r"[\w.-]+", named.strip())
        brought_by = re.search(r"extra\s*==\s*['\"]([^'\"]+)", marker)
        if name and (brought_by is None or brought_by[1] == extra):
            yield re.sub(r"[-_.]+", "-", name[0]).lower(), bool(marker) and brought_by is None


def contents(extra: str = "") -> dict[str, bytes]:
    """Return the files of hotlint and its dependencies by their path, which an interpreter can import from."""
    files: dict[str, bytes] = {}
    for found in dependencies(extra=extra).values():
        for path in found.files or ():
            if not _LEFT_OUT.search(path.as_posix()) and path.locate().is_file():  # type: ignore[attr-defined]
                files[path.as_posix()] = path.read_binary()
    for source in SOURCES:
        top = ROOT / source
        for file in top.rglob("*"):
            name = f"{top.name}/{file.relative_to(top).as_posix()}"
            if file.is_file() and not _LEFT_OUT.search(name):
                files[name] = file.read_bytes()
    own = distribution("hotlint")
    folder = f"hotlint-{own.version}.dist-info"
    for name in ("METADATA", "entry_points.txt"):
        files[f"{folder}/{name}"] = (own.read_text(name) or "").encode()
    return dict(sorted(files.items()))


def build(files: dict[str, bytes]) -> bytes:
    """Return the text of the file that runs: a line for the system, and an archive that Python runs."""
    digest = hashlib.sha256(b"".join(name.encode() + b"\0" + data for name, data in files.items())).hexdigest()[:16]
    files = files | {"__main__.py": START.read_bytes().replace(b"@DIGEST@", digest.encode())}
    packed = io.BytesIO()
    packed.write(b"#!/usr/bin/env python3\n")
    with zipfile.ZipFile(packed, "a", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, _TIME)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return packed.getvalue()


def main(argv: list[str] | None = None) -> int:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, metavar="FILE", default=ROOT / "dist" / "hotlint.pyz")
    parser.add_argument("--extra", default="", help="add the dependencies of an extra, such as `policies`")
    options = parser.parse_args(argv)
    out: Path = options.out
    data = build(contents(options.extra))
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(data)
    out.chmod(0o755)
    print(f"{out}: {len(data) / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
