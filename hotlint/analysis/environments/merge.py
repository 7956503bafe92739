"""Several environment files merged into one environment, as Heat's engine does it.

Heat: heat.common.environment_util, heat.engine.environment
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Mapping as MappingType

from hotlint.analysis.environments.file import LISTS, Environment, EnvironmentFile, is_true, to_plain
from hotlint.analysis.environments.inputs import Given
from hotlint.analysis.environments.parameter_merge import MergeProblem, ParameterMerge, ParameterTypeOf
from hotlint.analysis.environments.registry import Defaults, Mapped, TypeRegistry
from hotlint.common.annotations import Any
from hotlint.language.versions import PSEUDO_PARAMETERS
from hotlint.syntax.nodes import Mapping


def merge(
    files: Iterable[EnvironmentFile],
    parameters: MappingType[str, Any] | None = None,
    type_of: ParameterTypeOf | None = None,
    *,
    strict_first: bool = True,
    override: bool = False,
) -> Environment:
    """Return environments merged in order, as Heat's engine does it.

    `parameters` are values that are given apart from the files (such as `-P name=value`). `type_of` tells the types of
    the parameters of the template that the environment is for, on which the merge depends: without it, every parameter
    counts as one of an unknown type. `strict_first`: see `ParameterMerge`. `override`: unlike in Heat, the given values
    replace those of the files.
    """
    files = tuple(files)
    given = {name: Given(value, "the given values") for name, value in (parameters or {}).items()}
    pseudo = {name: given.pop(name) for name in list(given) if name in PSEUDO_PARAMETERS}
    merge = ParameterMerge(type_of or (lambda name: ""), {} if override else given, strict_first=strict_first)
    registry: dict[str, list[Mapped]] = {}
    for file in files:
        merge.add(file.parameter_layer())
        is_first = not registry
        for name, entries in file.registry_by_name().items():
            if entries is not None or is_first:  # an entry replaces an earlier one whole, also that named `resources`
                registry[name] = entries or []
    values = {**merge.values["parameters"], **pseudo}
    if override:
        values.update((name, one) for name, one in given.items() if one.value is not None or name not in values)
    problems = (*merge.problems, *_lists_given_twice(files), *_client_problems(files))
    return Environment(
        tuple(f.path for f in files), values, Defaults(merge.values["parameter_defaults"]),
        TypeRegistry(_effective(m for entries in registry.values() for m in entries)), problems,
        files if len(files) > 1 or (files and given) else (), {**given, **pseudo}, override,
    )  # fmt: skip


def merged_for(environment: Environment, type_of: ParameterTypeOf, *, strict_first: bool = True) -> Environment:
    """Return an environment as it is merged for a template with parameters of these types: see `merge`."""
    if not environment.layers:
        return environment
    given = {name: given.value for name, given in environment.given.items()}
    return merge(environment.layers, given, type_of, strict_first=strict_first, override=environment.override)


def _lists_given_twice(files: Iterable[EnvironmentFile]) -> Iterator[MergeProblem]:
    """Yield a problem for each section that is a list in several files: Heat cannot join these."""
    seen = set()
    for file in files:
        for name in LISTS:
            section = file.sections.get(name)
            if section is None or not is_true(section.value):
                continue
            if name in seen:
                message = f"environment section '{name}' is in several environments, which Heat cannot merge; use one"
                yield MergeProblem(message, None, file.path, section.key.start)
            seen.add(name)


def _client_problems(files: tuple[EnvironmentFile, ...]) -> Iterator[MergeProblem]:
    """Yield where Heat's client fails: it merges all files by itself, mappings key by key, and cannot replace another value.

    The engine does not use the result (heatclient.common.template_utils.deep_update).
    """
    merged: dict[Any, Any] = {}
    for file in files if len(files) > 1 else ():
        root = file.document.root
        path = deep_update(merged, to_plain(root)) if isinstance(root, Mapping) else None
        if path is not None:
            name = path[1] if path[0] in ("parameters", "parameter_defaults") and len(path) > 1 else None
            what = "/".join(map(str, path))
            message = (
                f"'{what}' is a mapping in this environment but not in an earlier one, and Heat's client fails on that"
            )
            yield MergeProblem(message, name, file.path)


def deep_update(old: dict[Any, Any], new: dict[Any, Any]) -> tuple[Any, ...] | None:
    """Update a mapping as Heat's client does. Return the path of a mapping that cannot replace another value, if any."""
    for key, value in new.items():
        before = old.get(key)
        if not isinstance(value, dict):
            if value is not None or not isinstance(before, dict):
                old[key] = value
            continue
        if before is None:
            before = old[key] = {}
        if not isinstance(before, dict):
            if value:
                return (key,)
            continue
        path = deep_update(before, value)
        if path is not None:
            return (key, *path)
    return None


def _effective(entries: Iterable[Mapped]) -> tuple[Mapped, ...]:
    """Return entries of a registry in which null takes away the earlier ones of a name, or of all that a glob matches."""
    registry: dict[tuple[tuple[str, ...], str], Mapped] = {}
    for mapped in entries:
        if mapped.target is not None:
            registry[mapped.scope, mapped.pattern] = mapped
            continue
        for scope, pattern in list(registry):
            glob = mapped.pattern.endswith("*") and pattern.startswith(mapped.pattern[:-1])
            if scope == mapped.scope and (pattern == mapped.pattern or glob):
                del registry[scope, pattern]
    return tuple(registry.values())
