"""Completion of keys: sections, fields, constraints, properties, functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hotlint.ide.completion import embedded_text, usage_stats
from hotlint.ide.completion.nearby_names import habits_of, share
from hotlint.ide.completion.related_properties import RelatedProperties
from hotlint.ide.completion.relevance import Relevance
from hotlint.ide.completion.request import CompletionItem, CompletionRequest
from hotlint.ide.completion.schema_location import SchemaLocation
from hotlint.language import constraints, functions, versions
from hotlint.language.dialects import Dialect
from hotlint.resource_types.schema import Property

_PARAMETER_ORDER = ("type", "description", "default", "constraints", "label", "hidden", "immutable", "tags")
_FIELDS = {
    "parameter": ("parameter-key", "parameter_keys", _PARAMETER_ORDER),
    "resource": (
        "resource-key",
        "resource_keys",
        ("type", "properties", "depends_on", "condition", "metadata", "deletion_policy", "update_policy", "description", "external_id"),
    ),
    "output": ("output-key", "output_keys", ("value", "description", "condition")),
}  # fmt: skip
_NESTED = {
    "list": ("constraints", "depends_on", "tags"),
    "map": ("properties", "metadata", "default", "value", "update_policy"),
}
"""The keys whose values are nested below them, by the shape of the lines there."""
_SECTION_ORDER = ("resources", "outputs", "parameter_groups", "conditions", "heat_template_version", "description")
"""The sections in the order in which they are offered: what a text still lacks when its head is written comes first."""
_SHAPES = {
    "parameters": "{parameters}:\n  ${{1:name}}:\n    {type}: ${{2:{string}}}",
    "resources": "{resources}:\n  ${{1:name}}:\n    {type}: ${{2}}",
    "outputs": "{outputs}:\n  ${{1:name}}:\n    {value}: ${{2}}",
    "conditions": "{conditions}:\n  ${{1:name}}: ${{2}}",
    "parameter_groups": "{parameter_groups}:\n- label: ${{1:label}}\n  parameters:\n  - ${{2:parameter}}",
    "properties": "{properties}:\n  ${{1}}",
    "metadata": "{metadata}:\n  ${{1}}",
    "update_policy": "{update_policy}:\n  ${{1}}",
    "constraints": "{constraints}:\n- ${{1}}",
}


_WITH_KEYS = ("map", "list", "any")
_SMOOTHING = 2
"""What is added to the greatest count, so that a type that was seen once or twice says little about its properties."""
_OFTEN = 9
"""The number of templates, or of uses in this text, from which on more make no difference."""


def completions(request: CompletionRequest, location: SchemaLocation) -> Iterator[CompletionItem]:
    """Yield the keys of the mapping at a location; the caller leaves out those that it has already."""
    kind = location.kind
    if kind == "root":
        yield from _sections(request)
    elif kind in _FIELDS:
        about, table, order = _FIELDS[kind]
        words = getattr(request.dialect, table)
        names = [*(n for n in order if n in words), *(n for n in words if n not in order)]
        for rank, name in enumerate(names):
            relevance = Relevance(matches_below=name in _NESTED.get(request.position.below, ()), rank=rank)
            word, snippet = words[name], _shape(name, request.dialect)
            yield CompletionItem(word, "key", relevance, insert=f"{word}: ", snippet=snippet, about=(about, name))
    elif kind == "section":
        yield from _missing_names(request, location.name)
    elif kind == "constraint":
        yield from _constraints(request, location)
    elif kind == "constraint-field" and not location.rest:
        yield from _in_order(constraints.get(location.field).keys if location.field in constraints.NAMES else ())
    elif kind == "group":
        yield from _in_order(versions.GROUP_KEYS)
    elif kind in ("value", "condition-name"):
        yield from _in_value(request, location)


def _in_order(names: Iterable[str], about: tuple[str, ...] = ()) -> Iterator[CompletionItem]:
    """Yield keys in the order in which they are written."""
    for rank, name in enumerate(names):
        yield CompletionItem(name, "key", Relevance(rank=rank), insert=f"{name}: ", about=about)


def _sections(request: CompletionRequest) -> Iterator[CompletionItem]:
    dialect = request.dialect
    for name, word in dialect.sections.items():
        snippet = _shape(name, dialect)
        if name == "heat_template_version":
            snippet = f"{word}: ${{1:{dialect.versions[-1]}}}"
        relevance = Relevance(rank=_SECTION_ORDER.index(name) if name in _SECTION_ORDER else len(_SECTION_ORDER))
        yield CompletionItem(word, "section", relevance, insert=f"{word}: ", snippet=snippet, about=("section", name))


def _shape(name: str, dialect: Dialect) -> str:
    """Return the snippet of a section or a key, in the words of a dialect."""
    shape = _SHAPES.get(name)
    if shape is None:
        return f"{dialect.word(name)}: ${{1}}"
    string = next(word for word, meaning in dialect.parameter_types.items() if meaning == "string")
    words = {part: dialect.word(part) for part in (name, "type", "value")}
    return shape.format(string=string, **words)


def _missing_names(request: CompletionRequest, section: str) -> Iterator[CompletionItem]:
    """Yield names that are used and not declared yet."""
    used = {"parameters": ("parameter",), "resources": ("resource", "attribute", "depends")}.get(section, ())
    declared = getattr(request.names, section, {}) if used else {}
    for kind in used:
        most = max(request.names.uses[kind].values(), default=1)
        for name, count in request.names.uses[kind].items():
            if name not in declared and not versions.is_pseudo(name) and name.strip("-."):
                yield CompletionItem(
                    name,
                    section.rstrip("s"),
                    Relevance(reuse=share(count, most)),
                    "used, and not declared yet",
                    f"{name}:\n  ",
                    f"{name}:\n  {request.dialect.word('type')}: ${{1}}",
                )


_DESCRIPTION_AFTER, _DESCRIPTION_FIRST = 1.5, 3.5
"""The rank of a constraint's description among the kinds of constraints: after one of them, and before."""


def _constraints(request: CompletionRequest, location: SchemaLocation) -> Iterator[CompletionItem]:
    declared = request.names.parameters.get(location.name)
    type_ = declared.type if declared and declared.type else "string"
    for name in constraints.NAMES:
        kind = constraints.get(name)
        if kind.since <= request.version:
            relevance = Relevance(rank=kind.ranks.get(type_, len(constraints.NAMES)))
            yield CompletionItem(
                name,
                "constraint",
                relevance,
                insert=f"{name}: ",
                snippet=kind.snippet,
                about=("constraint", name),
            )
    rank = _DESCRIPTION_AFTER if request.position.siblings else _DESCRIPTION_FIRST
    yield CompletionItem("description", "key", Relevance(rank=rank), insert="description: ")


def _in_value(request: CompletionRequest, location: SchemaLocation) -> Iterator[CompletionItem]:
    """Yield the keys of a mapping in a value: properties, the arguments of a function, or functions."""
    remoteness = 0
    if location.properties:
        yield from _properties(request, location)
        remoteness = 2 if location.schema is None or not request.position.flow else 1
        if location.properties.open:
            yield from _free_keys(request, location)
    elif not location.function:
        yield from _free_keys(request, location)
    else:
        function = functions.get(location.function)
        if function is not None and not location.argument:
            yield from _in_order(function.keys, ("function", location.function))
            if function.keys:
                return
        elif function is not None and location.argument == (function.placeholders,):
            yield from embedded_text.placeholders_in_template(request, function.placeholders)
            return
    if location.function and _takes_name(location.function):
        remoteness = 3
    takes_no_keys = location.schema is not None and location.schema.type not in _WITH_KEYS  # siblings: of a broken flow
    if not request.position.siblings or takes_no_keys:
        yield from function_items(request, location, remoteness, "key")


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
    related, below = RelatedProperties.at(request, location, type_), request.position.below
    habits = habits_of(request, "key")
    for rank, (name, schema) in enumerate(location.properties.items()):
        old = schema.support.status in ("DEPRECATED", "HIDDEN", "UNSUPPORTED") or not schema.implemented
        fits = _fits(schema, below)
        relevance = Relevance(
            is_excluded=related.is_excluded(name),
            is_required=schema.required and not old,
            is_needed=not old and related.is_needed(name),
            matches_below=fits is True,
            contradicts_below=fits is False,
            is_deprecated=old,
            usage=counts.get(trail + name, 0) / (most + _SMOOTHING),
            rank=rank,
            **habits.of(name),
        )
        detail = ("required " if schema.required else "") + schema.type + related.note(name)
        yield CompletionItem(
            name,
            "property",
            relevance,
            detail,
            f"{name}: ",
            related.snippet(name, location.properties),
            ("update-policy", name) if location.field == "update_policy" else ("property", type_, trail + name),
            old,
        )


def owner_type(request: CompletionRequest, location: SchemaLocation) -> str:
    """Return the resource type whose properties a location is in; "" elsewhere."""
    declared = request.names.resources.get(location.name)
    if declared is None or location.field not in ("properties", "members"):
        return ""
    return (declared.type if location.field == "properties" else declared.inner) or ""


def _free_keys(request: CompletionRequest, location: SchemaLocation) -> Iterator[CompletionItem]:
    """Yield keys of a mapping without a schema: from other templates, from this text, and names of parameters.

    In a list, where a plain word may be meant as well, only those that items of such a list have.
    """
    habits = habits_of(request, "key")
    for name in habits.at_key:
        if name not in functions.NAMES:
            relevance = Relevance(is_local_custom=True, **habits.of(name))
            yield CompletionItem(name, "key", relevance, "at this key elsewhere", f"{name}: ")
    if request.position.maybe_key and request.position.path and isinstance(request.position.path[-1], int):
        return
    counts = usage_stats.properties(owner_type(request, location))
    trail = "".join(f"{step}." for step in location.trail)
    found = {
        path[len(trail) :]: n for path, n in counts.items() if path.startswith(trail) and "." not in path[len(trail) :]
    }
    most = max(found.values(), default=0) + _SMOOTHING
    for name, n in found.items():
        yield CompletionItem(name, "key", Relevance(usage=n / most), insert=f"{name}: ")
    if location.field not in ("properties", "members"):
        return
    for rank, name in enumerate(request.names.parameters):
        relevance = Relevance(remoteness=1, rank=rank)
        yield CompletionItem(name, "key", relevance, "the name of a parameter", f"{name}: ")
    if not location.trail and (type_ := owner_type(request, location)):
        for name, (n, where) in request.used(type_, lambda names: names.properties_of(type_)).items():
            relevance = Relevance(is_local_custom=True, reuse=share(n, _OFTEN))
            yield CompletionItem(name, "key", relevance, f"used in {where}", f"{name}: ")
        return
    parent = next((step for step in reversed(request.position.path) if isinstance(step, str)), "")
    near = request.environment.neighbors()
    for name, n in near.keys_by_parent.get(parent, {}).items():
        relevance = Relevance(is_local_custom=True, folder_share=share(n, _OFTEN))
        yield CompletionItem(name, "key", relevance, "in other templates of this folder", f"{name}: ")
    for name, n in near.keys.items():
        relevance = Relevance(remoteness=3, folder_share=share(n, _OFTEN))
        yield CompletionItem(name, "key", relevance, "in other templates of this folder", f"{name}: ")
    for name, n in request.names.deep.items():
        relevance = Relevance(remoteness=2, reuse=share(n, _OFTEN))
        yield CompletionItem(name, "key", relevance, "in this text", f"{name}: ")


def _fits(schema: Property, below: str) -> bool | None:
    """Return whether the lines nested below the cursor may be the value of a property; None where there are none."""
    if not below:
        return None
    return schema.type == below or (below == "map" and schema.type in ("string", "any"))


def function_items(
    request: CompletionRequest, location: SchemaLocation, remoteness: int, form: str
) -> Iterator[CompletionItem]:
    """Yield the functions allowed here: `form` is "key" in a mapping, "value" where one must be begun."""
    context = "condition" if location.condition else "value"
    steps = tuple(s for s in request.position.path if isinstance(s, str))
    order, habits = usage_stats.function_order(steps), habits_of(request, "function")
    custom = location.schema is not None and any(c.kind == "custom_constraint" for c in location.schema.constraints)
    for rank, name in enumerate(functions.available(request.version, context)):
        function = functions.get(name)
        if function is None:
            continue
        takes_name = function.argument_kind(()) in ("parameter", "resource") and not function.takes("attribute")
        relevance = Relevance(
            remoteness=remoteness,
            takes_reference=custom and takes_name,
            usage=order.get(name, 0.0),
            rank=rank,
            habit_at_key=habits.at_key.get(name, 0.0),
        )
        yield _function(name, function.snippet, function.summary, relevance, form)


def _function(name: str, snippet: str, summary: str, relevance: Relevance, form: str) -> CompletionItem:
    shape = snippet or f"{name}: ${{1}}"
    if form == "key":
        return CompletionItem(name, "function", relevance, summary, f"{name}: ", shape, ("function", name))
    text = f"{{{shape}}}" if "\n" not in shape else "\n  " + shape.replace("\n", "\n  ")
    return CompletionItem(name, "function", relevance, summary, f"{{{name}: }}", text, ("function", name))
