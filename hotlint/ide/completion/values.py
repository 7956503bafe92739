"""Completion of values: names, allowed values, versions, constraints, files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from hotlint.ide.completion import (
    attributes,
    keys,
    other_names,
    output_paths,
    references,
    resource_types,
    usage_stats,
)
from hotlint.ide.completion.around_key import shares
from hotlint.ide.completion.nearby_names import nearby_names, share
from hotlint.ide.completion.relevance import Relevance
from hotlint.ide.completion.request import CompletionItem, CompletionRequest
from hotlint.ide.completion.schema_location import SchemaLocation
from hotlint.ide.completion.similarity import affinity, best, words
from hotlint.language import functions
from hotlint.language import versions as language
from hotlint.language.constraints import custom
from hotlint.language.functions.base import ArgumentKind, Function
from hotlint.resource_types.schema import Property

_BOOLEAN_FIELDS = ("hidden", "immutable")
_OFTEN = 3
"""The number of uses of a file from which on more make no difference."""
_NUMBERS = frozenset({"count", "size", "port", "timeout", "max", "min", "num"})
"""Words in the names of parameters that are numbers."""


def completions(request: CompletionRequest, location: SchemaLocation) -> Iterator[CompletionItem]:
    """Yield the values that the node at a location may have."""
    kind = location.kind
    if kind == "section" and location.name == "heat_template_version":
        yield from versions(request)
    elif kind == "parameter-field":
        yield from _parameter_field(request, location)
    elif kind == "constraint-field":
        yield from _constraint_field(request, location)
    elif kind == "group-field" and location.field == "parameters":
        yield from references.group_parameters(request)
    elif kind == "resource-field":
        yield from _resource_field(request, location)
    elif kind == "condition-name":
        yield from references.conditions(request)
        yield from keys.function_items(request, location, 2, "value" if request.position.role == "value" else "key")
    elif kind == "value":
        yield from _value(request, location)


def versions(request: CompletionRequest) -> Iterator[CompletionItem]:
    """Yield the versions: the newest first, then those of the other templates in the folder, then by use."""
    if not request.dialect.is_hot:
        yield from _plain(request.dialect.versions)
        return
    near = request.environment.neighbors().versions
    counts = usage_stats.versions()
    total = sum(counts.values()) or 1
    nearby = sum(near.values()) or 1
    for version in reversed(language.VERSIONS):
        relevance = Relevance(
            is_newest=version == language.NEWEST,
            popularity=counts.get(version, 0) / total,
            folder_habit=near.get(version, 0) / nearby,
        )
        yield CompletionItem(version, "version", relevance, language.RELEASES[version], about=("version", version))
    for name, version in language.RELEASE_NAMES.items():
        relevance = Relevance(folder_habit=near.get(name, 0) / nearby, rank=1)
        yield CompletionItem(name, "version", relevance, version, about=("version", version))


def _parameter_field(request: CompletionRequest, location: SchemaLocation) -> Iterator[CompletionItem]:
    if location.field == "type" and not location.rest:
        is_number = not _NUMBERS.isdisjoint(words(location.name))
        words_of = {name: word for word, name in request.dialect.parameter_types.items()}
        for rank, name in enumerate(("string", "number", "comma_delimited_list", "json", "boolean")):
            relevance = Relevance(is_idiom=is_number and name == "number", rank=rank)
            yield CompletionItem(words_of[name], "value", relevance, about=("parameter-type", name))
    elif location.field in _BOOLEAN_FIELDS:
        yield from _plain(("true", "false"))
    elif location.field == "default":
        declared = request.names.parameters.get(location.name)
        if declared is not None and declared.type == "boolean":
            yield from _plain(("true", "false"))
        yield from _plain(_allowed_of_parameter(request, location.name))
        yield from other_names.of_parameter(request, declared.customs if declared is not None else ())


def _allowed_of_parameter(request: CompletionRequest, name: str) -> tuple[str, ...]:
    """Return the allowed values of a parameter as they are written."""
    declared = request.names.parameters.get(name)
    if declared is None:
        return ()
    return allowed_in(request.text[declared.at : declared.end])


def allowed_in(declaration: str) -> tuple[str, ...]:
    """Return the allowed values in the text of the declaration of a parameter, as they are written."""
    found = re.search(r"(?:allowed_values|AllowedValues):\s*+(?:\[([^\[\]]*+)\]|((?:- [^\n]++\s*+)++))", declaration)
    if found is None:
        return ()
    listed = found.group(1).split(",") if found.group(1) is not None else re.findall(r"- ([^\n]+)", found.group(2))
    return tuple(v.strip().strip("\"'") for v in listed if v.strip())


def _constraint_field(request: CompletionRequest, location: SchemaLocation) -> Iterator[CompletionItem]:
    if location.field != "custom_constraint":
        return
    counts = usage_stats.customs()
    total = sum(counts.values()) or 1
    used_as = re.findall(
        rf"(?<![\w.-])([\w.-]++)[\"']?:\s*+(?:\{{\s*+)?+[\"']?get_param[\"']?:\s*+(?:\[\s*+)?+[\"']?{re.escape(location.name)}\b",
        request.text,
    )
    for name, constraint in custom.everything().items():
        last = name.rpartition(".")[2]
        relevance = Relevance(
            like_nearest=affinity(location.name, last),
            like_next=best(last, used_as),
            popularity=counts.get(name, 0) / total,
        )
        yield CompletionItem(name, "constraint", relevance, constraint.doc, about=("custom", name))


def _resource_field(request: CompletionRequest, location: SchemaLocation) -> Iterator[CompletionItem]:
    if location.field == "type":
        yield from resource_types.types(request, location.name)
    elif location.field == "depends_on":
        yield from references.dependencies(request, location.name)
    elif location.field == "deletion_policy":
        for item in _plain(request.dialect.deletion_policies):
            yield item._replace(about=("deletion-policy", item.label.lower()))


def _value(request: CompletionRequest, location: SchemaLocation) -> Iterator[CompletionItem]:
    function = functions.get(location.function, "condition" if location.condition else "")
    kind = function.argument_kind(location.argument) if function is not None else None
    if function is not None and function.name == "get_attr" and _is_in_value_of_attribute(location):
        yield from output_paths.keys_in_output(request)
    if function is not None and kind in ("parameter", "resource", "attribute", "ref"):
        yield from _names(request, location, function, kind)
    elif kind == "file":
        yield from _files(request)
    elif kind == "mapping":
        yield from _plain(tuple(request.names.mappings))
    elif function is not None and kind == "choice":
        yield from _plain(function.choices)
    elif kind == "condition":
        yield from references.conditions(request)
        yield from keys.function_items(request, location._replace(condition=True), 2, "value")
    else:
        if location.schema is not None and function is None:
            yield from allowed(location.schema, location.trail[-1] if location.trail else "")
        if function is None and location.field in ("properties", "members"):
            yield from other_names.of_property(request, location)
        yield from keys.function_items(request, location, 0, "value")


def _files(request: CompletionRequest) -> Iterator[CompletionItem]:
    """Yield the files that get_file may name: those below, those that the text and its neighbors read, and those above."""
    names, typed = nearby_names(request).names, request.position.prefix
    used = Counter(request.environment.neighbors().files)
    used.update(request.names.files)
    used.subtract({typed: 1})
    above = request.environment.above() if typed in ("", ".") else []
    for file in dict.fromkeys((*request.files(), *(name for name in used if used[name] > 0), *above)):
        relevance = Relevance(
            remoteness=int(file.startswith("../") and used[file] <= 0),
            like_nearest=best(file.rpartition("/")[2], names),
            reuse=share(max(used[file], 0), _OFTEN),
        )
        yield CompletionItem(file, "file", relevance, about=("file", file))


def _is_in_value_of_attribute(location: SchemaLocation) -> bool:
    """Return whether an argument of get_attr leads into the value of the attribute."""
    step = location.argument[0] if len(location.argument) == 1 else 0
    return isinstance(step, int) and step > 1


def _names(
    request: CompletionRequest, location: SchemaLocation, function: Function, kind: ArgumentKind
) -> Iterator[CompletionItem]:
    """Yield the names that an argument of a function may hold."""
    if kind == "attribute":
        yield from attributes.attributes(request)
    elif function.takes("attribute"):
        yield from attributes.attribute_resources(request, location, location.argument == ())
    else:
        if kind in ("parameter", "ref"):
            yield from references.parameters(request, location)
        if kind in ("resource", "ref"):
            yield from references.resources(request, location)


def allowed(schema: Property, name: str = "") -> Iterator[CompletionItem]:
    """Yield the values that a property's schema allows: what templates write at this `name` first, and numbers last."""
    default = schema.default
    values: list[str] = []
    for constraint in schema.constraints:
        if constraint.kind == "allowed_values" and isinstance(constraint.args, list):
            values += [_written(v) for v in constraint.args]
    if schema.type == "boolean":
        values += ["true", "false"]
    uses = shares(usage_stats.values(name))
    for rank, value in enumerate(sorted(dict.fromkeys(values), key=str.isdigit)):
        is_default = default is not None and _written(default) == value
        relevance = Relevance(is_allowed=True, usage=uses.get(value.casefold(), 0), rank=rank)
        yield CompletionItem(value, "value", relevance, "the default" if is_default else "")


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _plain(values: tuple[str, ...] | list[str]) -> Iterator[CompletionItem]:
    for rank, value in enumerate(values):
        yield CompletionItem(value, "value", Relevance(is_allowed=True, rank=rank))
