"""Import of the resource types of a site's own cloud, with descriptions: `hotlint catalog import`.

A cloud's answer about a type (`openstack orchestration resource type show`) leaves out hidden properties and everything
that Heat decides in code; these facts are taken from the packaged ones, for types that they have.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from hotlint.cloud.connection import REQUEST_SECONDS, CloudConnection, connect
from hotlint.cloud.errors import CloudError, RequestRefusedError
from hotlint.common.files import ReadError, read_bytes
from hotlint.common.printable import from_json
from hotlint.common.processes import ProgramError, Surroundings, plain_environment, run
from hotlint.resource_types.catalog import PACKAGED
from hotlint.resource_types.facts import Facts
from hotlint.resource_types.site_catalog import catalog_folder, install, site_layer


class CatalogImportError(Exception):
    """Raised when an import is not possible, and nothing has changed; the message is for users."""


class Imported(NamedTuple):
    """The result of an import: the folder of the types, the names of those that it added, and (name, reason) of each left out."""

    folder: Path
    types: list[str]
    skipped: list[tuple[str, str]]


def import_heat(python: str, *, plugin_dirs: Sequence[str] = (), folder: Path | None = None) -> Imported:
    """Import the types of the openstack-heat of a Python interpreter; its resource plugins are run, as Heat does.

    Earlier imports are replaced. Raises CatalogImportError.
    """
    generator = Path(__file__).with_name("extraction")
    with tempfile.TemporaryDirectory() as scratch:
        options = [part for path in plugin_dirs for part in ("--plugin-dir", os.path.abspath(path))]
        command = [python, str(generator), "--out", scratch, "--descriptions", *options]
        try:
            own = plain_environment("PYTHONPATH", "LANG") | {"HOME": scratch}
            run(command, Surroundings(scratch, own))
        except OSError as exc:
            raise CatalogImportError(f"{python} cannot be run: {exc.strerror}.") from exc
        except ProgramError as exc:
            last = (exc.said.splitlines() or ["no message"])[-1]
            raise CatalogImportError(f"openstack-heat cannot be read with {python}: {last}") from exc
        index = json.loads((Path(scratch) / "types.json").read_text(encoding="utf-8"))
        index["source"] = f"openstack-heat {index['heat']}"
        types = [json.loads(p.read_text(encoding="utf-8")) for p in sorted((Path(scratch) / "types").iterdir())]
    found = {facts["type"]: facts for facts in types}
    return Imported(_installed(folder or catalog_folder(), index, found), sorted(found), [])


def import_files(paths: Iterable[str | Path], *, folder: Path | None = None) -> Imported:
    """Import types from files with the output of `openstack orchestration resource type show TYPE` (-f json or -f yaml).

    A file has one such mapping, or a list of them. The types are added to earlier imports. Raises CatalogImportError, also
    for a file that cannot be read.
    """
    responses: list[Any] = []
    for path in map(Path, paths):
        try:
            shown = _read(path)
        except (OSError, ReadError) as exc:
            raise CatalogImportError(f"{path} cannot be read: {getattr(exc, 'strerror', None) or exc}.") from exc
        for item in shown if isinstance(shown, list) else [shown]:
            if not (isinstance(item, dict) and isinstance(item.get("resource_type"), str)):
                command = "openstack orchestration resource type show -f json TYPE"
                raise CatalogImportError(f"{path} is not the output of `{command}`: it has no resource_type.")
            responses.append(item)
    return _import_responses(responses, "files", folder or catalog_folder(), add=True)


def import_cloud(
    cloud: str,
    *,
    connect: Callable[..., CloudConnection] = connect,
    folder: Path | None = None,
    timeout: float = REQUEST_SECONDS,
) -> Imported:
    """Import the types of a running cloud, by its name in clouds.yaml; opens the network and requires openstacksdk.

    Earlier imports are replaced. `timeout` is in seconds, for one answer of the cloud. `connect` replaces
    `hotlint.cloud.connection.connect`. Raises CatalogImportError.
    """
    responses: list[Any] = []
    skipped = []
    try:
        connection = connect(cloud, request_seconds=timeout)
        listed = connection.get("orchestration", "/resource_types")["resource_types"]
        for name in [item["resource_type"] if isinstance(item, dict) else item for item in listed]:
            try:
                responses.append(connection.get("orchestration", f"/resource_types/{name}?with_description=true"))
            except RequestRefusedError as exc:
                skipped.append((name, f"the cloud answers {exc.status}"))
    except CloudError as exc:
        raise CatalogImportError(str(exc)) from None
    except (KeyError, TypeError) as exc:
        raise CatalogImportError(f"Heat of cloud '{cloud}' answers without resource types") from exc
    return _import_responses(responses, f"cloud {cloud}", folder or catalog_folder(), skipped=skipped)


def _read(path: Path) -> Any:
    text = read_bytes(str(path)).decode("utf-8-sig", "replace")
    try:
        return from_json(text)
    except ValueError:
        from hotlint.syntax.parser import parse
        from hotlint.syntax.source import Source

        document = parse(Source(str(path), text))
        if document.root is None or document.broken:
            raise CatalogImportError(f"{path} is neither JSON nor YAML.") from None
        return _plain(document.root)


def _plain(node: Any) -> Any:
    """Return a node of hotlint.syntax.nodes as plain data."""
    from hotlint.syntax.nodes import Mapping, Sequence

    if isinstance(node, Mapping):
        return {entry.name: _plain(entry.value) for entry in node.items()}
    return [_plain(item) for item in node.items] if isinstance(node, Sequence) else node.value


def _import_responses(
    responses: list[Any], source: str, folder: Path, *, add: bool = False, skipped: Sequence[tuple[str, str]] = ()
) -> Imported:
    """Import types from the answers of Heat's API about them."""
    from hotlint.resource_types.api_response import facts_from_response

    types: dict[str, Facts] = {}
    index: Facts = {"heat": PACKAGED.index["heat"], "source": source}
    if add and (before := site_layer(folder)) is not None:
        types = {name: known.facts for name in before.index["types"] if (known := before.resource(name)) is not None}
        index = {**before.index, "source": source}
    found, left_out = set[str](), list(skipped)
    for item in responses:
        name = item["resource_type"]
        packaged = PACKAGED.resource(name)
        try:
            types[name] = facts_from_response(item, packaged.facts if packaged is not None else None)
        except ValueError as exc:
            left_out.append((name, f"its schema is not understood: {exc}"))
        else:
            found.add(name)
    return Imported(_installed(folder, index, types), sorted(found), left_out)


def _installed(folder: Path, index: Facts, types: dict[str, Facts]) -> Path:
    """Return the folder into which the types are written. Raises CatalogImportError."""
    try:
        return install(folder, index, types)
    except (OSError, ValueError) as exc:
        raise CatalogImportError(f"The imported types cannot be written to {folder}: {exc}") from exc
