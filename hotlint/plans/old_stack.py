"""The dry run of what a stack was last deployed with: its template, environment and files, from the cloud or a recording."""

from __future__ import annotations

import json
import os
import posixpath
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.environments.inputs import StackState
from hotlint.analysis.files.project import Project
from hotlint.analysis.template import is_template
from hotlint.dry_run.stack_preview import Preview
from hotlint.language import origins
from hotlint.language.values import OMITTED, Unknown, Value
from hotlint.language.versions import PSEUDO_PARAMETERS
from hotlint.plans.model import RecordedStack
from hotlint.plans.running_resources import is_hidden
from hotlint.resource_types.catalog import Catalog
from hotlint.syntax.source import Source

_FOLDER = "/recorded-stack"
"""The folder that a template of a stack counts to be in; nothing is read there."""
_ELSEWHERE = f"{_FOLDER}/fetched"
"""Stands for the addresses of files that the client fetched, and Heat keeps with the stack."""


class OldTemplateError(Exception):
    """The template of a stack cannot be compared; the message says why."""


class Unread:
    """A stack about which nothing is known: see `hotlint.analysis.environments.inputs.StackState`.

    A dry run beside it leaves all attributes unknown that Heat reads from services; else it predicts some of them.
    """

    def reference(self, resource: str, attribute: Callable[[str, Sequence[Value]], Value]) -> Value:
        """Return OMITTED."""
        return OMITTED

    def attribute(
        self, resource: str, path: Sequence[Value], offline: Callable[[], Value], given: Callable[[str], Value]
    ) -> Value:
        """Return what is known of an attribute without the stack."""
        return offline()

    def is_updated(self, resource: str) -> bool:
        """Return False."""
        return False

    def is_new(self, resource: str) -> bool:
        """Return False."""
        return False

    def size(self) -> int:
        """Return 0."""
        return 0

    def removed(self, steps: Sequence[str], policies: Value, mode: Value) -> None:
        """Return None."""

    def hidden(self, resource: str) -> tuple[tuple[str, Value], ...]:
        """Return nothing."""
        return ()

    def nested(self, steps: Sequence[str]) -> Unread:
        """Return the same of a stack within."""
        return self


class OldStack:
    """What a stack was last deployed with. Makes dry runs of it, with the values of the running stack or without."""

    def __init__(self, stack: RecordedStack, catalog: Catalog, show_hidden: bool) -> None:
        self.stack = stack
        self.show_hidden = show_hidden
        self.template_path = f"{_FOLDER}/{stack.name}.yaml"
        self.environment_path = f"{_FOLDER}/{stack.name}.environment.yaml"
        renamed = {name: _ELSEWHERE + "/" + name.replace("://", "/") for name in stack.files if _is_fetched(name)}
        texts = {
            self.template_path: json.dumps(_renamed(stack.template, renamed)),
            self.environment_path: json.dumps(_renamed(_environment(stack), renamed)),
        }
        for name, content in stack.files.items():
            content = _renamed(content, renamed)
            texts[_path_of(renamed.get(name, name))] = content if isinstance(content, str) else json.dumps(content)
        sources = {path: Source(path, text) for path, text in texts.items()}
        self.project = Project(catalog, sources, confined_to=_FOLDER)

    def preview(self, running: StackState, hidden: Mapping[str, Value] = {}, *, show_hidden: bool = False) -> Preview:
        """Return a dry run, with the values of `hidden` parameters as far as known.

        Raises OldTemplateError where the template is not one that hotlint reads.
        """
        environment = self.project.environment((self.environment_path,), {**self._parameters(), **hidden})
        context = TemplateContext.open(
            self.project, self.template_path, environment, Meter(Budget()), root=True, offline=True, running=running
        )
        if not is_template(context.document):
            raise OldTemplateError(
                f"the template of stack '{self.stack.name}' is not a HOT template, and cannot be compared"
            )
        return Preview(context, show_hidden=show_hidden or self.show_hidden)

    def _parameters(self) -> dict[str, Any]:
        """Return the values of pseudo parameters, and unknown ones for hidden parameters."""
        found: dict[str, Any] = {n: v for n, v in self.stack.parameters.items() if n in PSEUDO_PARAMETERS}
        schemata = self.stack.template.get("parameters")
        for name, schema in schemata.items() if isinstance(schemata, dict) else ():
            if isinstance(schema, dict) and (schema.get("hidden") in (True, "true", "True")):
                found[name] = _hidden(name)
        return found


def existing_environment(stack: RecordedStack, given: Collection[str]) -> dict[str, Source]:
    """Return the environment of a stack as a file, and the files of the stack that are not on this machine, by path.

    The environment comes first. With it, an update keeps the values of the stack (`openstack stack update --existing`)
    for all parameters but those that are `given`.
    """
    path = f"{_FOLDER}/{stack.name}.environment.yaml"
    kept = _environment(stack)
    kept["parameters"] = {name: value for name, value in kept.get("parameters", {}).items() if name not in given}
    texts = {path: json.dumps(kept)}
    for name, content in stack.files.items():
        at = _path_of(name)
        if not _is_fetched(name) and not os.path.exists(at):
            texts[at] = content if isinstance(content, str) else json.dumps(content)
    return {path: Source(path, text) for path, text in texts.items()}


def hidden_values(stack: RecordedStack, known: Mapping[str, Value]) -> dict[str, Value]:
    """Return the values that the environment of a stack gives to hidden parameters: `known` ones, else unknown."""
    given = stack.environment.get("parameters")
    names = [name for name, value in given.items() if is_hidden(value)] if isinstance(given, dict) else []
    return {name: known[name] if name in known else _hidden(name) for name in names}


def _hidden(name: str) -> Unknown:
    return Unknown(
        f"the value of the hidden parameter '{name}'", None, origins.ValueSource(origins.HIDDEN, name, hidden=True)
    )


def _environment(stack: RecordedStack) -> dict[str, Any]:
    """Return the environment of a stack without hidden values, which Heat redacts."""
    found: dict[str, Any] = {}
    for section in ("parameters", "parameter_defaults"):
        values = stack.environment.get(section)
        if isinstance(values, dict):
            found[section] = {n: v for n, v in values.items() if not is_hidden(v)}
    registry = stack.environment.get("resource_registry")
    if isinstance(registry, dict):
        found["resource_registry"] = registry
    return found


def _is_fetched(name: str) -> bool:
    return "://" in name and not name.startswith("file:")


def _path_of(name: str) -> str:
    """Return the path at which the templates of a stack find a file."""
    path = name.removeprefix("file://")
    return path if path.startswith("/") else posixpath.normpath(posixpath.join(_FOLDER, path))


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """Return a value in which strings that are the names of files are others."""
    if not names:
        return value
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, dict):
        return {_renamed(k, names): _renamed(v, names) for k, v in value.items()}
    return [_renamed(v, names) for v in value] if isinstance(value, list) else value
