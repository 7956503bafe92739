"""The sections of a configuration that are more than a value: `deployments` and `jinja`.

Each function reads one entry, reports what is wrong in it, and returns the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeVar

from hotlint.analysis.environment import to_plain
from hotlint.common.suggestions import did_you_mean
from hotlint.linter.settings import JinjaSettings, NamedDeployment
from hotlint.syntax.nodes import Mapping, Node, Scalar, Sequence

_DEPLOYMENT_KEYS = ("name", "template", "environments", "values", "target")
_DEPLOYMENT = "{name: prod, template: web.yaml}"
_JINJA_KEYS = ("files", "variables", "variable_files", "search_path", "trim_blocks", "lstrip_blocks")


class SectionReader(Protocol):
    """The part of `hotlint.linter.config_reader` that reads values and reports what is wrong in them."""

    base: str

    def report(self, node: Node, message: str) -> None: ...
    def texts(self, node: Node, key: str) -> tuple[str, ...]: ...
    def existing(self, node: Node, key: str, *, is_folder: bool = False) -> tuple[str, ...]: ...
    def target(self, node: Node) -> str | None: ...


def deployment(node: Node, reader: SectionReader) -> NamedDeployment | None:
    """Return one entry of `deployments`; None where its name or template is missing, which is reported once."""
    if not isinstance(node, Mapping):
        reader.report(node, f"an entry of 'deployments' must be a mapping, such as {_DEPLOYMENT}")
        return None
    entries = _entries(node, "deployments", _DEPLOYMENT_KEYS, reader)
    name, template = (_text(entries.get(key)) for key in ("name", "template"))
    if name is None or template is None:
        if len(entries) == len(node.items()):  # no key is reported as unknown: it may be the missing one, misspelled
            reader.report(node, "an entry of 'deployments' requires 'name' and 'template', both strings")
        return None
    files = reader.existing(entries["template"], "template", is_folder=False)
    values = entries.get("values")
    if values is not None and not isinstance(values, Mapping):
        reader.report(values, f"'values' of deployment '{name}' must be a mapping from parameters to values")
    given = to_plain(values) if isinstance(values, Mapping) else {}
    target = reader.target(entries["target"]) if "target" in entries else None
    environments = reader.existing(entries["environments"], "environments") if "environments" in entries else ()
    if not files:
        return None
    return NamedDeployment(name, files[0], environments, tuple((str(k), v) for k, v in given.items()), target)


def deployments(node: Node, reader: SectionReader) -> Iterator[NamedDeployment]:
    """Yield the entries of `deployments`: a list, or a single one."""
    is_single = isinstance(node, Mapping) and any(entry.name in _DEPLOYMENT_KEYS for entry in node.items())
    if isinstance(node, Sequence) or is_single:
        yield from each(node, deployment, reader)
    else:
        reader.report(node, f"'deployments' must be a list of mappings, such as [{_DEPLOYMENT}]")


def jinja(node: Node, reader: SectionReader) -> JinjaSettings | None:
    """Return one entry of `jinja`; None for one that is not a mapping."""
    if not isinstance(node, Mapping):
        reader.report(node, "'jinja' must be a mapping, such as 'jinja: {variable_files: [vars.yaml]}'")
        return None
    entries = _entries(node, "jinja", _JINJA_KEYS, reader)
    variables = entries.get("variables")
    if variables is not None and not isinstance(variables, Mapping):
        reader.report(variables, "'variables' of 'jinja' must be a mapping from names to values")
    plain: dict[Any, Any] = to_plain(variables) if isinstance(variables, Mapping) else {}
    return JinjaSettings(
        reader.texts(entries["files"], "files") if "files" in entries else (),
        tuple((str(k), v) for k, v in plain.items()),
        reader.existing(entries["variable_files"], "variable_files") if "variable_files" in entries else (),
        reader.existing(entries["search_path"], "search_path", is_folder=True) if "search_path" in entries else (),
        _flag(entries.get("trim_blocks"), "trim_blocks", True, reader),
        _flag(entries.get("lstrip_blocks"), "lstrip_blocks", False, reader),
        reader.base,
    )


Found = TypeVar("Found", NamedDeployment, JinjaSettings)


def each(node: Node, read: Callable[[Node, SectionReader], Found | None], reader: SectionReader) -> Iterator[Found]:
    """Yield what `read` returns for each item of a list, or for a single one."""
    for item in node.items if isinstance(node, Sequence) else [node]:
        found = read(item, reader)
        if found is not None:
            yield found


def _entries(node: Node, section: str, allowed: tuple[str, ...], reader: SectionReader) -> dict[str, Node]:
    entries: dict[str, Node] = {}
    for entry in node.items() if isinstance(node, Mapping) else ():
        if entry.name in allowed:
            entries[str(entry.name)] = entry.value
        else:
            message = f"unknown key '{entry.name}' of '{section}'{did_you_mean(entry.name, list(allowed))}"
            reader.report(entry.key, message)
    return entries


def _text(node: Node | None) -> str | None:
    return node.text if isinstance(node, Scalar) and node.value is not None else None


def _flag(node: Node | None, name: str, default: bool, reader: SectionReader) -> bool:
    if node is None:
        return default
    if isinstance(node, Scalar) and isinstance(node.value, bool):
        return node.value
    reader.report(node, f"'{name}' must be true or false")
    return default
