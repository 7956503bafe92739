"""Completion of keys: sections, fields, constraints, properties, functions."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.ide.completion import usage_stats
from hotlint.ide.completion.item import CompletionItem
from hotlint.ide.completion.related_properties import RelatedProperties
from hotlint.ide.completion.request import CompletionRequest
from hotlint.ide.completion.schema_location import SchemaLocation
from hotlint.language import constraints, functions, versions
from hotlint.resource_types.schema import Property

_PARAMETER_ORDER = ("type", "description", "default", "constraints", "label", "hidden", "immutable", "tags")
_FIELDS = {
    "parameter": ("parameter-key", versions.PARAMETER_KEYS, _PARAMETER_ORDER),
    "resource": (
        "resource-key",
        versions.RESOURCE_KEYS,
        ("type", "properties", "depends_on", "condition", "metadata", "deletion_policy", "update_policy", "description", "external_id"),
    ),
    "output": ("output-key", versions.OUTPUT_KEYS, ("value", "description", "condition")),
}  # fmt: skip
_SHAPES = {
    "parameters": "parameters:\n  ${1:name}:\n    type: ${2:string}",
    "resources": "resources:\n  ${1:name}:\n    type: ${2}",
    "outputs": "outputs:\n  ${1:name}:\n    value: ${2}",
    "conditions": "conditions:\n  ${1:name}: ${2}",
    "parameter_groups": "parameter_groups:\n- label: ${1:label}\n  parameters:\n  - ${2:parameter}",
    "properties": "properties:\n  ${1}",
    "metadata": "metadata:\n  ${1}",
    "update_policy": "update_policy:\n  ${1}",
    "constraints": "constraints:\n- ${1}",
}


def completions(request: CompletionRequest, location: SchemaLocation) -> Iterator[CompletionItem]:
    """Yield the keys of the mapping at a location; the caller leaves out those that it has already."""
    kind = location.kind
    if kind == "root":
        yield from _sections(request)
    elif kind in _FIELDS:
        about, table, order = _FIELDS[kind]
        for rank, name in enumerate(n for n in order if table[n] <= request.version):
            score = -float(rank) + _follows(name, request)
            yield CompletionItem(
                name,
                "key",
                score,
                insert=f"{name}: ",
                snippet=_SHAPES.get(name, f"{name}: ${{1}}"),
                about=(about, name),
            )
    elif kind == "section":
        yield from _missing_names(request, location.name)
    elif kind == "constraint":
        yield from _constraints(request, location)
    elif kind == "constraint-field" and not location.rest:
        for rank, name in enumerate(
            constraints.get(location.field).keys if location.field in constraints.NAMES else ()
        ):
            yield CompletionItem(name, "key", -float(rank), insert=f"{name}: ")
    elif kind == "group":
        for rank, name in enumerate(versions.GROUP_KEYS):
            yield CompletionItem(name, "key", -float(rank), insert=f"{name}: ")
    elif kind in ("value", "condition-name"):
        yield from _in_value(request, location)


def _follows(name: str, request: CompletionRequest) -> float:
    """Return a score for a key that fits the lines nested below the cursor."""
    below = request.position.below
    if below == "list":
        return 20.0 if name in ("constraints", "depends_on", "tags") else 0.0
    if below == "map":
        return 20.0 if name in ("properties", "metadata", "default", "value", "update_policy") else 0.0
    if request.position.siblings and name in ("properties", "constraints") and not request.position.prefix:
        return 0.0
    return 0.0


def _sections(request: CompletionRequest) -> Iterator[CompletionItem]:
    for rank, (name, since) in enumerate(versions.SECTIONS.items()):
        if since <= request.version:
            order = {"resources": 3.5, "outputs": 3.0, "parameter_groups": 1.0, "conditions": 0.5}.get(name, 0.0)
            snippet = _SHAPES.get(name, f"{name}: ${{1}}")
            if name == "heat_template_version":
                snippet = f"{name}: ${{1:{versions.NEWEST}}}"
            yield CompletionItem(
                name, "section", order - rank * 0.1, insert=f"{name}: ", snippet=snippet, about=("section", name)
            )


def _missing_names(request: CompletionRequest, section: str) -> Iterator[CompletionItem]:
    """Yield names that are used and not declared yet."""
    used = {"parameters": ("parameter",), "resources": ("resource", "attribute", "depends")}.get(section, ())
    declared = getattr(request.names, section, {}) if used else {}
    for kind in used:
        for name, count in request.names.uses[kind].items():
            if name not in declared and not name.startswith("OS::") and name.strip("-."):
                yield CompletionItem(
                    name,
                    section.rstrip("s"),
                    float(count),
                    "used, and not declared yet",
                    f"{name}:\n  ",
                    f"{name}:\n  type: ${{1}}",
                )


def _constraints(request: CompletionRequest, location: SchemaLocation) -> Iterator[CompletionItem]:
    declared = request.names.parameters.get(location.name)
    type_ = declared.type if declared and declared.type else "string"
    for name in constraints.NAMES:
        kind = constraints.get(name)
        if kind.since <= request.version:
            score = 10.0 - kind.ranks[type_] if type_ in kind.ranks else 0.0
            yield CompletionItem(
                name,
                "constraint",
                score,
                insert=f"{name}: ",
                snippet=kind.snippet,
                about=("constraint", name),
            )
    yield CompletionItem("description", "key", 8.5 if request.position.siblings else 6.5, insert="description: ")


def _in_value(request: CompletionRequest, location: SchemaLocation) -> Iterator[CompletionItem]:
    """Yield the keys of a mapping in a value: properties, the arguments of a function, or functions."""
    weight = 0.0
    if location.properties:
        yield from _properties(request, location)
        weight = -5.0 if location.schema is None or not request.position.flow else -1.0
        if location.properties.open:
            yield from _free_keys(request, location)
    elif not location.function:
        yield from _free_keys(request, location)
    else:
        function = functions.get(location.function)
        if function is not None and not location.argument:
            for rank, name in enumerate(function.keys):
                yield CompletionItem(
                    name, "key", 10.0 - rank, insert=f"{name}: ", about=("function", location.function)
                )
            if function.keys:
                return
    if location.function and _takes_name(location.function):
        weight = -10.0
    if not request.position.siblings:
        yield from function_items(request, location, weight, "key")


def _takes_name(function: str) -> bool:
    """Return whether a function takes the name of a parameter or a resource, so that a call in it is rare."""
    found = functions.get(function)
    return found is not None and (found.takes("parameter") or found.takes("resource"))


def _properties(request: CompletionRequest, location: SchemaLocation) -> Iterator[CompletionItem]:
    assert location.properties is not None
    type_ = owner_type(request, location)
    counts = usage_stats.properties(type_)
    trail = "".join(f"{step}." for step in location.trail)
    most = max((n for path, n in counts.items() if path.startswith(trail) and "." not in path[len(trail) :]), default=0)
    related = RelatedProperties.at(request, location, type_)
    for rank, (name, schema) in enumerate(location.properties.items()):
        old = schema.support.status in ("DEPRECATED", "HIDDEN", "UNSUPPORTED") or not schema.implemented
        score = (
            4.0 * counts.get(trail + name, 0) / (most + 2)
            + (5.0 if schema.required and not old else 0.0)
            - rank * 0.002
        )
        score += _fits(schema, request.position.below) - (1.5 if old else 0.0)
        weight = related.weight(name)
        score += min(weight, 0.0) if old else weight
        detail = ("required " if schema.required else "") + schema.type + related.note(name)
        yield CompletionItem(
            name,
            "property",
            score,
            detail,
            f"{name}: ",
            related.snippet(name, location.properties),
            ("property", type_, trail + name),
            old,
        )


def owner_type(request: CompletionRequest, location: SchemaLocation) -> str:
    """Return the resource type whose properties a location is in; "" elsewhere."""
    declared = request.names.resources.get(location.name)
    if declared is None or location.field not in ("properties", "members"):
        return ""
    return (declared.type if location.field == "properties" else declared.inner) or ""


def _free_keys(request: CompletionRequest, location: SchemaLocation) -> Iterator[CompletionItem]:
    """Yield keys of a mapping without a schema: from other templates, from this text, and names of parameters."""
    counts = usage_stats.properties(owner_type(request, location))
    trail = "".join(f"{step}." for step in location.trail)
    found = {
        path[len(trail) :]: n for path, n in counts.items() if path.startswith(trail) and "." not in path[len(trail) :]
    }
    most = max(found.values(), default=0) + 2
    for name, n in found.items():
        yield CompletionItem(name, "key", 3.0 * n / most, insert=f"{name}: ")
    if location.field not in ("properties", "members"):
        return
    for rank, name in enumerate(request.names.parameters):
        yield CompletionItem(name, "key", -3.0 - rank * 0.01, "the name of a parameter", f"{name}: ")
    if not location.trail:
        return
    parent = next((step for step in reversed(request.position.path) if isinstance(step, str)), "")
    for name, n in request.environment.neighbors().keys_by_parent.get(parent, {}).items():
        yield CompletionItem(name, "key", 1.0 + min(n, 9) * 0.1, "in other templates of this folder", f"{name}: ")
    for name, n in request.environment.neighbors().keys.items():
        yield CompletionItem(name, "key", -9.0 + min(n, 9) * 0.1, "in other templates of this folder", f"{name}: ")
    for name, n in request.names.deep.items():
        yield CompletionItem(name, "key", -6.0 + min(n, 9) * 0.1, "in this text", f"{name}: ")


def _fits(schema: Property, below: str) -> float:
    if not below:
        return 0.0
    return (
        3.0
        if schema.type == ("list" if below == "list" else "map")
        or (below == "map" and schema.type in ("string", "any"))
        else -1.0
    )


def function_items(
    request: CompletionRequest, location: SchemaLocation, weight: float, form: str
) -> Iterator[CompletionItem]:
    """Yield the functions allowed here: `form` is "key" in a mapping, "value" where one must be begun."""
    context = "condition" if location.condition else "value"
    steps = tuple(s for s in request.position.path if isinstance(s, str))
    order = usage_stats.function_order(steps)
    custom = location.schema is not None and any(c.kind == "custom_constraint" for c in location.schema.constraints)
    for rank, name in enumerate(functions.available(request.version, context)):
        function = functions.get(name)
        if function is None:
            continue
        score = weight + 3.0 * order.get(name, 0.0) - rank * 0.01
        if custom and function.argument_kind(()) in ("parameter", "resource") and not function.takes("attribute"):
            score += 0.3
        yield _function(name, function.snippet, function.summary, score, form)


def _function(name: str, snippet: str, summary: str, score: float, form: str) -> CompletionItem:
    shape = snippet or f"{name}: ${{1}}"
    if form == "key":
        return CompletionItem(name, "function", score, summary, f"{name}: ", shape, ("function", name))
    text = f"{{{shape}}}" if "\n" not in shape else "\n  " + shape.replace("\n", "\n  ")
    return CompletionItem(name, "function", score, summary, f"{{{name}: }}", text, ("function", name))
