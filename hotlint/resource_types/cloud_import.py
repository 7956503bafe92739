"""`hotlint catalog import`: the resource types of a site's own cloud, with descriptions, kept in the user's cache.

The cache is CACHE/hotlint/catalogue (CACHE is $XDG_CACHE_HOME, or ~/.cache; %LOCALAPPDATA% on Windows):
    current        the name of the folder beside it that counts
    <folder>/      types.json and types/*.json, as in hotlint/data (see hotlint/resource_types/extraction/__main__.py) and more: in
                   the index "source", where the types came from; in facts "description", in support "message"
A new import is written to a folder of its own, to which `current` then changes over: it is there whole, or not at all.

What a cloud tells of a type (`openstack orchestration resource type show`) leaves out hidden properties and what Heat
does in code; these are taken over from the catalogue that comes with hotlint, where it has the type.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from hotlint.resource_types.catalog import PACKAGED, Layer
from hotlint.resource_types.facts import Facts


class CatalogImportError(Exception):
    """An import that cannot be done; nothing was changed. The message says why."""


class Imported(NamedTuple):
    """What an import brought: the folder, the names of the types, and what was left out: (name, why)."""

    folder: Path
    types: list[str]
    skipped: list[tuple[str, str]]


def catalog_folder() -> Path:
    """Where imported catalogues are kept; it need not exist."""
    base = os.environ.get("XDG_CACHE_HOME") or (os.environ.get("LOCALAPPDATA") if os.name == "nt" else None)
    return (Path(base) if base else Path.home() / ".cache") / "hotlint" / "catalogue"


def site_layer(folder: Path | None = None) -> Layer | None:
    """The types that were imported last, for `Catalogue`; None when there are none (or they cannot be read)."""
    folder = folder or catalog_folder()
    try:
        current = folder / (folder / "current").read_text(encoding="utf-8").strip()
        layer = Layer("cloud", lambda name: (current / name).read_bytes())
        return layer if isinstance(layer.index.get("types"), dict) else None
    except (OSError, ValueError):
        return None


def remove_imported(folder: Path | None = None) -> bool:
    """Forgets what was imported. Returns whether there was something. Raises OSError."""
    folder = folder or catalog_folder()
    was_there = folder.is_dir()
    if was_there:
        shutil.rmtree(folder)
    return was_there


def import_heat(python: str, *, plugin_dirs: Sequence[str] = (), folder: Path | None = None) -> Imported:
    """From the openstack-heat that a Python interpreter has. Its resource plugins are run, as Heat's engine does.

    Replaces what was imported before. Raises ImportProblem.
    """
    generator = Path(__file__).with_name("extraction")
    with tempfile.TemporaryDirectory() as scratch:
        options = [part for path in plugin_dirs for part in ("--plugin-dir", os.path.abspath(path))]
        command = [python, str(generator), "--out", scratch, "--descriptions", *options]
        try:
            done = subprocess.run(command, cwd=scratch, capture_output=True, text=True, check=False)
        except OSError as exc:
            raise CatalogImportError(f"{python} cannot be run: {exc.strerror}.") from exc
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["no message"])[-1]
            raise CatalogImportError(f"openstack-heat cannot be read with {python}: {last}")
        index = json.loads((Path(scratch) / "types.json").read_text(encoding="utf-8"))
        index["source"] = f"openstack-heat {index['heat']}"
        types = [json.loads(p.read_text(encoding="utf-8")) for p in sorted((Path(scratch) / "types").iterdir())]
    return _install(folder or catalog_folder(), index, {facts["type"]: facts for facts in types}, [])


def import_files(paths: Iterable[str | Path], *, folder: Path | None = None) -> Imported:
    """From files with the output of `openstack orchestration resource type show TYPE` (-f json or -f yaml).

    A file holds one such mapping, or a list of them. The types are added to what was imported before. Raises
    ImportProblem, also for a file that cannot be read.
    """
    found: list[Any] = []
    for path in map(Path, paths):
        try:
            shown = _read(path)
        except OSError as exc:
            raise CatalogImportError(f"{path} cannot be read: {exc.strerror}.") from exc
        for item in shown if isinstance(shown, list) else [shown]:
            if not (isinstance(item, dict) and isinstance(item.get("resource_type"), str)):
                command = "openstack orchestration resource type show -f json TYPE"
                raise CatalogImportError(f"{path} is not the output of `{command}`: it has no resource_type.")
            found.append(item)
    return _import_shown(found, "files", folder or catalog_folder(), add=True)


def import_cloud(
    cloud: str | None = None, *, connect: Callable[..., Any] | None = None, folder: Path | None = None
) -> Imported:
    """From a running cloud, `cloud` being its name in clouds.yaml; this opens the network, and needs openstacksdk.

    Replaces what was imported before. `connect` stands in for openstack.connect. Raises ImportProblem.
    """
    if connect is None:
        try:
            import openstack
        except ImportError as exc:
            raise CatalogImportError("This needs openstacksdk: install hotlint[openstack].") from exc
        connect = openstack.connect
    try:
        heat = connect(cloud=cloud).orchestration
        listed = _answer(heat, "/resource_types")["resource_types"]
        names = [item["resource_type"] if isinstance(item, dict) else item for item in listed]
        found: list[Any] = []
        skipped = []
        for name in names:
            try:
                found.append(_answer(heat, f"/resource_types/{name}?with_description=true"))
            except _Refused as exc:
                skipped.append((name, str(exc)))
    except Exception as exc:  # openstacksdk and what is below it raise many kinds
        raise CatalogImportError(f"The cloud {cloud or '(default)'} cannot be asked: {exc}") from exc
    return _import_shown(found, f"cloud {cloud or '(default)'}", folder or catalog_folder(), skipped=skipped)


class _Refused(Exception):  # noqa: N818 - caught here
    pass


def _answer(heat: Any, path: str) -> Any:
    response = heat.get(path)
    if response.status_code >= 400:
        raise _Refused(f"the cloud answers {response.status_code}")
    return response.json()


def _read(path: Path) -> Any:
    text = path.read_text(encoding="utf-8-sig", errors="replace")
    try:
        return json.loads(text)
    except ValueError:
        from hotlint.syntax.parser import parse
        from hotlint.syntax.source import Source

        document = parse(Source(str(path), text))
        if document.root is None or document.broken:
            raise CatalogImportError(f"{path} is neither JSON nor YAML.") from None
        return _plain(document.root)


def _plain(node: Any) -> Any:
    """A node of hotlint.syntax.nodes as plain data."""
    from hotlint.syntax.nodes import Mapping, Sequence

    if isinstance(node, Mapping):
        return {entry.name: _plain(entry.value) for entry in node.items()}
    return [_plain(item) for item in node.items] if isinstance(node, Sequence) else node.value


def _import_shown(
    shown: list[Any], source: str, folder: Path, *, add: bool = False, skipped: Sequence[tuple[str, str]] = ()
) -> Imported:
    from hotlint.resource_types.api_response import facts_from_response

    types: dict[str, Facts] = {}
    index: Facts = {"heat": PACKAGED.index["heat"], "source": source}
    if add and (before := site_layer(folder)) is not None:
        types = {name: found.facts for name in before.index["types"] if (found := before.resource(name)) is not None}
        index = {**before.index, "source": source}
    left_out = list(skipped)
    for item in shown:
        name = item["resource_type"]
        packaged = PACKAGED.resource(name)
        try:
            types[name] = facts_from_response(item, packaged.facts if packaged is not None else None)
        except (ValueError, TypeError, KeyError, AttributeError) as exc:
            left_out.append((name, f"its schema is not understood ({exc})"))
    return _install(folder, index, types, left_out)


def _install(folder: Path, index: Facts, types: dict[str, Facts], skipped: list[tuple[str, str]]) -> Imported:
    """Writes a catalogue beside the one that counts, and then makes it the one that counts."""
    known = index.get("types", {})
    entries = {name: known.get(name) or PACKAGED.index["types"].get(name, {}) for name in sorted(types)}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        new = Path(tempfile.mkdtemp(prefix="types-", dir=folder))
        (new / "types").mkdir()
        _write(new / "types.json", {**index, "types": entries})
        for name, facts in types.items():
            _write(new / "types" / f"{name.replace('::', '__')}.json", facts)
        _write_text(folder / f"{new.name}.current", new.name + "\n")
        os.replace(folder / f"{new.name}.current", folder / "current")
    except (OSError, ValueError) as exc:
        raise CatalogImportError(f"The catalogue cannot be written to {folder}: {exc}") from exc
    for old in folder.iterdir():
        if old.is_dir() and old != new:
            shutil.rmtree(old, ignore_errors=True)
    return Imported(new, sorted(types), skipped)


def _write(path: Path, facts: Facts) -> None:
    _write_text(path, json.dumps(facts, ensure_ascii=False, separators=(",", ":")) + "\n")


def _write_text(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")
