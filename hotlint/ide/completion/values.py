"""Offers of values: names of parameters, resources, conditions and attributes, types, allowed values, files."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hotlint import functions, language
from hotlint.catalogue import PACKAGED
from hotlint.catalogue.schema import Property, ResourceType
from hotlint.constraints import custom
from hotlint.ide.completion import keys, usage
from hotlint.ide.completion.asked import Asked
from hotlint.ide.completion.item import Item
from hotlint.ide.completion.names import Declared, Names
from hotlint.ide.completion.ranking import affinity, best, words
from hotlint.ide.completion.where import Where
from hotlint.symbols import is_file

_BOOLEAN_FIELDS = ("hidden", "immutable")
MOST_NAMES = 300
"""Names of one kind that are offered at once; of more, the editor asks again as more is typed."""
_STRUCTURE = {
    "properties",
    "params",
    "value",
    "template",
    "data",
    "parameters",
    "resources",
    "outputs",
    "conditions",
    "metadata",
}


def offers(asked: Asked, where: Where) -> Iterator[Item]:
    """The values that the node `where` may have."""
    kind = where.kind
    if kind == "section" and where.name == "heat_template_version":
        yield from versions(asked)
    elif kind == "parameter-field":
        yield from _parameter_field(asked, where)
    elif kind == "constraint-field":
        yield from _constraint_field(asked, where)
    elif kind == "group-field" and where.field == "parameters":
        yield from group_parameters(asked)
    elif kind == "resource-field":
        yield from _resource_field(asked, where)
    elif kind == "condition-name":
        yield from conditions(asked)
        yield from keys.function_items(asked, where, -5.0, "value" if asked.place.role == "value" else "block")
    elif kind == "value":
        yield from _value(asked, where)


def versions(asked: Asked) -> Iterator[Item]:
    """The newest first, then those that the templates beside this one have, then the usual ones."""
    near = asked.around.neighbours().versions
    counts = usage.versions()
    total = sum(counts.values()) or 1
    for version in reversed(language.VERSIONS):
        score = counts.get(version, 0) / total + (2.0 if version == language.NEWEST else 0.0)
        score += 1.5 * near.get(version, 0) / (sum(near.values()) or 1)
        yield Item(version, "version", score, language.RELEASES[version], about=("version", version))
    for name, version in language.RELEASE_NAMES.items():
        yield Item(name, "version", -1.0, version, about=("version", version))


def _parameter_field(asked: Asked, where: Where) -> Iterator[Item]:
    if where.field == "type" and not where.rest:
        name_words = words(where.name)
        for rank, name in enumerate(("string", "number", "comma_delimited_list", "json", "boolean")):
            score = -rank * 0.1
            if name == "number" and {"count", "size", "port", "timeout", "max", "min", "num"} & set(name_words):
                score += 0.15
            yield Item(name, "value", score, about=("parameter-type", name))
    elif where.field in _BOOLEAN_FIELDS:
        yield from _plain(("true", "false"))
    elif where.field == "default":
        declared = asked.names.parameters.get(where.name)
        if declared is not None and declared.type == "boolean":
            yield from _plain(("true", "false"))
        yield from _plain(_allowed_of_parameter(asked, where.name))


def _allowed_of_parameter(asked: Asked, name: str) -> tuple[str, ...]:
    """The allowed values of a parameter that are written in brackets."""
    declared = asked.names.parameters.get(name)
    if declared is None:
        return ()
    chunk = asked.text[declared.at : declared.end]
    found = re.search(r"allowed_values:\s*(?:\[([^\]]*)\]|((?:\s*- [^\n]+)+))", chunk)
    if found is None:
        return ()
    listed = found.group(1).split(",") if found.group(1) is not None else re.findall(r"- ([^\n]+)", found.group(2))
    return tuple(v.strip().strip("\"'") for v in listed if v.strip())


def _constraint_field(asked: Asked, where: Where) -> Iterator[Item]:
    if where.field != "custom_constraint":
        return
    counts = usage.customs()
    total = sum(counts.values()) or 1
    used_as = re.findall(
        rf"([\w.-]+)[\"']?:\s*\{{?\s*[\"']?get_param[\"']?:\s*\[?\s*[\"']?{re.escape(where.name)}\b", asked.text
    )
    for name, constraint in custom.everything().items():
        last = name.rpartition(".")[2]
        score = 2.0 * affinity(where.name, last) + best(last, used_as) + counts.get(name, 0) / total
        yield Item(name, "constraint", score, constraint.doc, about=("custom", name))


def group_parameters(asked: Asked) -> Iterator[Item]:
    """Parameters that are in no group yet, those that come next in their section first."""
    grouped = re.findall(r"^[ ]*-[ ]+[\"']?([\w.-]+)[\"']?[ \t]*\r?$", asked.text, re.M)
    declared = list(asked.names.parameters)
    above = re.findall(r"^[ ]*-[ ]+[\"']?([\w.-]+)", asked.text[max(0, asked.offset - 600) : asked.place.start], re.M)
    last = next((declared.index(n) for n in reversed(above) if n in declared), -1)
    for rank, name in enumerate(declared):
        ahead = (rank - last) % max(len(declared), 1) or len(declared)
        yield Item(
            name,
            "parameter",
            10.0 - ahead * 0.1 - (20.0 if name in grouped and name != asked.place.prefix else 0.0),
            about=("parameter", name),
        )
    yield from _foreign(asked, asked.around.neighbours().parameters, declared, "parameter")


def _resource_field(asked: Asked, where: Where) -> Iterator[Item]:
    if where.field == "type":
        yield from types(asked, where.name)
    elif where.field == "depends_on":
        yield from dependencies(asked, where.name)
    elif where.field == "deletion_policy":
        yield from _plain(language.since(language.DELETION_POLICIES, asked.version))


def types(asked: Asked, resource: str) -> Iterator[Item]:
    """Resource types: those that the resource's name and properties speak for, then those in use."""
    counts = usage.types()
    most = max(counts.values(), default=1)
    below = _property_names(asked, resource)
    here: dict[str, int] = {}
    for declared in asked.names.resources.values():
        if declared.type and declared.name != resource:
            here[declared.type] = here.get(declared.type, 0) + 1
    names = asked.around.catalogue.names()
    known_names = _as_set(names)
    for name in (*names, *(n for n in {**PACKAGED.index["types"], **counts} if n not in known_names)):
        score = 0.8 * (counts.get(name, 0) / most) ** 0.5 + _speaks_for(resource, name)
        score += min(here.get(name, 0), 3) * 0.12
        old = name not in known_names
        if below and (score > 0.05 or asked.place.prefix):
            known = usage.properties(name)
            score += 3.0 * sum(p in known for p in below) / len(below)
            kind = asked.locator.type_named(name) if score > 0.6 else None
            if kind is not None:
                score += 2.0 * sum(p in kind.properties for p in below) / len(below) - 0.5 * sum(
                    p.required and n not in below for n, p in kind.properties.items()
                )
        yield Item(
            name,
            "type",
            score - (2.0 if old or (name.startswith("AWS::") and not resource[:1].isupper()) else 0.0),
            about=("type", name),
            deprecated=old,
        )
    for name in asked.around.registry():
        yield Item(name, "type", 1.0 + affinity(resource, name), "from the environment", about=("type", name))
    for name in asked.around.files():
        if name.endswith((".yaml", ".template")):
            score = affinity(resource, name.rpartition("/")[2].partition(".")[0]) - 0.3
            yield Item(name, "file", score, "nested template", about=("file", name))


_SETS: dict[int, tuple[tuple[str, ...], frozenset[str]]] = {}


def _as_set(names: tuple[str, ...]) -> frozenset[str]:
    known = _SETS.get(id(names))
    if known is None or known[0] is not names:
        _SETS.clear()
        known = _SETS[id(names)] = (names, frozenset(names))
    return known[1]


def _speaks_for(resource: str, type_: str) -> float:
    """How much a resource's name speaks for a type, by the last part of that: `web_port` for OS::Neutron::Port."""
    last = words(type_.rpartition("::")[2])
    own = words(resource)
    if not own or not last:
        return 0.0
    shared = sum(w in own for w in last)
    return (
        1.6 * shared / len(last)
        + (0.5 if shared == len(last) and own[-len(last) :] == last else 0.0)
        + 0.3 * affinity(resource, type_.rpartition("::")[2])
    )


def _property_names(asked: Asked, resource: str) -> list[str]:
    """The properties that a resource has below the cursor."""
    end = asked.text.find("\n", asked.offset)
    if end < 0:
        return []
    found = re.compile(
        r"(?:\n(?![ ]*properties:)(?:[ ]*#[^\n]*|[ ]{4,}[^\n]*|[ ]*))*\n([ ]+)properties:[ ]*((?:\n(?:\1[ ][^\n]*|[ ]*))*)"
    ).match(asked.text, end)
    if found is None:
        return []
    rows = [r for r in found.group(2).split("\n") if r.strip() and not r.lstrip().startswith("#")]
    level = len(rows[0]) - len(rows[0].lstrip()) if rows else 0
    return [r.strip().partition(":")[0].strip("\"'") for r in rows if len(r) - len(r.lstrip()) == level and ":" in r]


def dependencies(asked: Asked, resource: str) -> Iterator[Item]:
    named = asked.place.siblings
    at = asked.offset
    for name, declared in _near(asked, asked.names.resources):
        if name == resource or name in named:
            continue
        score = (
            _nearness(declared, at)
            + 0.5 * affinity(resource, name)
            + (0.4 if declared.type and "Deployment" in declared.type else 0.0)
        )
        score += 0.3 * min(asked.names.uses["depends"].get(name, 0), 6)
        yield Item(name, "resource", score, declared.type or "", about=("resource", name))
    yield from _undeclared(asked, ("depends", "resource", "attribute"), asked.names.resources, "resource")
    yield from _foreign(asked, asked.around.neighbours().resources, asked.names.resources, "resource")


def conditions(asked: Asked) -> Iterator[Item]:
    own = asked.place.path[1] if len(asked.place.path) > 1 and asked.place.path[0] == "conditions" else None
    tokens = _context(asked)
    for rank, name in enumerate(asked.names.conditions):
        if name != own:
            score = 2.0 * best(name, tokens) - rank * 0.01
            yield Item(name, "condition", score, about=("condition", name))


def _value(asked: Asked, where: Where) -> Iterator[Item]:
    name, argument = where.function, where.argument
    if name == "get_param" and argument in ((), (0,)):
        yield from parameters(asked, where)
    elif name == "get_resource" and argument == ():
        yield from resources(asked, where)
    elif name == "get_attr" and argument in ((), (0,)):
        yield from attribute_resources(asked, where, argument == ())
    elif name == "get_attr" and argument == (1,):
        yield from attributes(asked)
    elif name in ("get_file",) and argument == ():
        for file in asked.around.files():
            yield Item(file, "file", best(file.rpartition("/")[2], _context(asked)), about=("file", file))
    elif name == "Ref":
        yield from parameters(asked, where)
        yield from resources(asked, where)
    elif name == "resource_facade":
        yield from _plain(("metadata", "deletion_policy", "update_policy"))
    elif name == "digest" and argument == (0,):
        yield from _plain(("md5", "sha256", "sha512", "sha1", "sha224", "sha384"))
    elif name in ("and", "or", "not"):
        yield from conditions(asked)
        yield from keys.function_items(asked, where._replace(condition=True), -5.0, "value")
    else:
        if where.schema is not None and not name:
            yield from allowed(where.schema)
        weight = -1.0 if where.schema is not None and where.schema.type == "boolean" else 0.0
        yield from keys.function_items(asked, where, weight, "value")


def allowed(schema: Property) -> Iterator[Item]:
    """The values that a property's schema names."""
    default = schema.default
    values: list[str] = []
    for constraint in schema.constraints:
        if constraint.kind == "allowed_values" and isinstance(constraint.args, list):
            values += [_written(v) for v in constraint.args]
    if schema.type == "boolean":
        values += ["true", "false"]
    for rank, value in enumerate(dict.fromkeys(values)):
        yield Item(
            value,
            "value",
            5.0 - rank * 0.01,
            "the default" if default is not None and _written(default) == value else "",
        )


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _plain(values: tuple[str, ...] | list[str]) -> Iterator[Item]:
    for rank, value in enumerate(values):
        yield Item(value, "value", 5.0 - rank * 0.1)


def _near(asked: Asked, declared: dict[str, Declared]) -> list[tuple[str, Declared]]:
    """The names to choose from: all of them, or in a very long text those that fit what is typed, the nearest first."""
    if len(declared) <= MOST_NAMES:
        return list(declared.items())
    typed, at = asked.place.prefix.casefold(), asked.offset
    fitting = [(n, d) for n, d in declared.items() if typed in n.casefold()]
    return sorted(sorted(fitting, key=lambda item: abs(item[1].at - at))[:MOST_NAMES], key=lambda item: item[1].at)


def _context(asked: Asked) -> list[str]:
    """Names around the cursor that tell what a value is for, the nearest first."""
    steps = [s for s in asked.place.path if isinstance(s, str)]
    found = [s for s in reversed(steps[1:]) if s not in functions.NAMES and s not in _STRUCTURE]
    return [*found[:2], *(steps[1:2] if steps[1:2] and steps[1] not in found[:2] else [])]


def _fit(name: str, context: list[str]) -> float:
    """How well a name fits what is around: the nearest name counts most."""
    return sum(weight * affinity(name, near) for weight, near in zip((3.0, 1.2, 0.8), context, strict=False))


def _nearness(declared: Declared, at: int) -> float:
    """Between 0 and 1: how near above (or, less so, below) a cursor something is declared."""
    distance = at - declared.at
    return 1.0 / (1.0 + distance / 400) if distance >= 0 else 0.6 / (1.0 - distance / 400)


def _customs(where: Where) -> list[str]:
    outer: Where | None = where
    while outer is not None:
        if outer.schema is not None:
            return [str(c.args) for c in outer.schema.constraints if c.kind == "custom_constraint"]
        outer = outer.outer
    return []


def parameters(asked: Asked, where: Where) -> Iterator[Item]:
    """Parameters: those whose name fits the place, those not used yet, those that come next."""
    context, customs = _context(asked), _customs(where)
    uses = asked.names.uses["parameter"]
    last = _last_used(asked)
    order = list(asked.names.parameters)
    for rank, (name, declared) in enumerate(_near(asked, asked.names.parameters)):
        used = uses.get(name, 0)
        score = _fit(name, context) + (2.0 if set(customs) & set(declared.customs) else 0.0)
        score += 0.7 if not used else 0.1 / used
        if last in asked.names.parameters:
            ahead = rank - order.index(last)
            score += 0.5 / ahead if ahead > 0 else 0.0
        yield Item(name, "parameter", score, declared.type or "", about=("parameter", name))
    for name in language.PSEUDO_PARAMETERS:
        yield Item(
            name,
            "parameter",
            -2.0 + (2.5 if name == "OS::stack_name" and "name" in context[:1] else 0.0),
            "of the stack",
            about=("parameter", name),
        )
    yield from _undeclared(asked, ("parameter",), asked.names.parameters, "parameter")
    if len(asked.names.parameters) < 3:
        yield from _foreign(asked, asked.around.neighbours().parameters, asked.names.parameters, "parameter")


def _last_used(asked: Asked) -> str:
    found = re.findall(
        r"get_param[\"']?\s*:\s*(?:\[\s*)?[\"']?([\w.-]+)",
        asked.text[max(0, asked.place.start - 500) : asked.place.start],
    )
    return found[-1] if found else ""


def resources(asked: Asked, where: Where) -> Iterator[Item]:
    """Resources: those of the type that the place wants, those whose name fits, the near ones."""
    context, customs = _context(asked), [c.rpartition(".")[2] for c in _customs(where)]
    own = str(asked.place.path[1]) if len(asked.place.path) > 1 else ""
    uses = asked.names.uses["resource"]
    for name, declared in _near(asked, asked.names.resources):
        if name == own and asked.place.path[0] == "resources":
            continue
        last = (declared.type or "").rpartition("::")[2]
        score = 0.8 * _fit(name, context) + _nearness(declared, asked.offset) + 0.5 * affinity(own, name)
        score += 3.0 * max((affinity(c, last) for c in customs), default=0.0)
        score += 2.0 * best(last, context[:1]) + (0.4 if name not in uses else 0.0)
        if (last.endswith(("Config", "Mime")) and context[:1] == ["config"]) or (
            last.endswith("Mime") and context[:1] == ["user_data"]
        ):
            score += 1.5
        yield Item(name, "resource", score, declared.type or "", about=("resource", name))
    yield from _undeclared(asked, ("resource", "attribute", "depends"), asked.names.resources, "resource", own)
    yield from _foreign(asked, asked.around.neighbours().resources, asked.names.resources, "resource")


def attribute_resources(asked: Asked, where: Where, bare: bool) -> Iterator[Item]:
    """Resources to ask for an attribute; `bare`: the list that get_attr wants is yet to be begun."""
    context = _context(asked)
    own = str(asked.place.path[1]) if len(asked.place.path) > 1 and asked.place.path[0] == "resources" else ""
    uses = asked.names.uses["attribute"]
    near = asked.text[max(0, asked.place.start - 400) : asked.place.start]
    before = re.findall(r"get_attr[\"']?\s*:\s*\[\s*[\"']?([\w.-]+)", near)
    for rank, (name, declared) in enumerate(_near(asked, asked.names.resources)):
        if name == own:
            continue
        counts = sum(usage.attributes(declared.type or "").values())
        score = _fit(name, context) + min(counts, 20) * 0.04 + 0.01 * rank + (0.6 if name not in uses else 0.0)
        score += (
            0.6 * _nearness(declared, asked.offset)
            + 0.15 * min(uses.get(name, 0), 6)
            + (0.5 if before and before[-1] == name else 0.0)
        )
        if declared.type and context:
            score += 0.8 * best((declared.type or "").rpartition("::")[2], context)
        text = f"[{name}, ${{1}}]" if bare else None
        yield Item(
            name, "resource", score, declared.type or "", f"[{name}, " if bare else None, text, ("resource", name)
        )
    yield from _undeclared(asked, ("attribute", "resource", "depends"), asked.names.resources, "resource", own)
    yield from _foreign(asked, asked.around.neighbours().resources, asked.names.resources, "resource")


def attributes(asked: Asked) -> Iterator[Item]:
    """The attributes of the resource that get_attr names, in the order of their use."""
    before = asked.text[: asked.place.start]
    found = re.search(r"(?:\[|-)\s*[\"']?([\w.-]+)[\"']?\s*(?:,|\n\s*-)\s*[\"']?$", before[-300:])
    declared = asked.names.resources.get(found.group(1)) if found else None
    context = _context(asked)
    if declared is None or declared.type is None:
        for name, n in usage.all_attributes().items():
            yield Item(name, "attribute", n * 0.01 + 0.8 * _fit(name, context), "of some resource")
        return
    if is_file(declared.type):
        nested = asked.around.nested(declared.type)
        yield from _outputs(nested, context) if nested is not None else ()
        return
    kind = asked.locator.type_named(declared.type)
    counts = usage.attributes(declared.type)
    if kind is None and (nested := asked.around.nested(declared.type)) is not None:
        yield from _outputs(nested, context)  # an environment maps it to a template
        return
    if kind is not None:
        yield from _of_type(kind, counts, context)
    if kind is None or kind.dynamic or kind.any_attributes:
        most = max(counts.values(), default=0) + 1
        for name, n in counts.items():
            if kind is None or name not in kind.attributes:
                yield Item(name, "attribute", 2.0 * n / most + 0.8 * _fit(name, context), "seen in other templates")
        yield from _of_members(asked, declared, context)
        yield from _config_outputs(asked, declared)


def _of_type(kind: ResourceType, counts: dict[str, int], context: list[str]) -> Iterator[Item]:
    most = max(counts.values(), default=0) + 1
    for rank, (name, attribute) in enumerate(kind.attributes.items()):
        old = attribute.support.status in ("DEPRECATED", "HIDDEN", "UNSUPPORTED")
        score = 2.0 * counts.get(name, 0) / most + 0.8 * _fit(name, context) - rank * 0.01 - (1.0 if old else 0.0)
        yield Item(name, "attribute", score, attribute.type or "", about=("attribute", kind.name, name), deprecated=old)


def _of_members(asked: Asked, declared: Declared, context: list[str]) -> Iterator[Item]:
    """What a group's members have: the group has it as a list, and each member's as resource.<index>.<name>."""
    if not declared.inner:
        return
    kind = None if is_file(declared.inner) else asked.locator.type_named(declared.inner)
    nested = asked.around.nested(declared.inner) if kind is None else None
    found = (
        list(_outputs(nested, context))
        if nested
        else list(_of_type(kind, usage.attributes(declared.inner), context))
        if kind
        else []
    )
    for item in found:
        yield item._replace(detail="of every member, as a list")
        for index in (0, 1, 2):
            label = f"resource.{index}.{item.label}"
            yield item._replace(label=label, score=item.score - 0.5 - index * 0.3, detail="of one member")


def _config_outputs(asked: Asked, declared: Declared) -> Iterator[Item]:
    """The outputs that the software configs of this text declare: attributes of their deployments."""
    if declared.type and "Deployment" in declared.type:
        for name in dict.fromkeys(re.findall(r"outputs:\s*\n(?:\s*- name:\s*([\w.-]+))", asked.text)):
            yield Item(name, "attribute", 1.5 + _fit(name, _context(asked)), "output of a config")


def _outputs(nested: Names, context: list[str]) -> Iterator[Item]:
    for rank, name in enumerate(nested.outputs):
        yield Item(name, "output", 1.0 + _fit(name, context) - rank * 0.01, "output of the nested template")
    for name in nested.resources:
        yield Item(f"resource.{name}", "attribute", -1.0 + _fit(name, context), "a resource of the nested template")


def _undeclared(
    asked: Asked, kinds: tuple[str, ...], declared: dict[str, Declared], kind: str, own: str = ""
) -> Iterator[Item]:
    """Names that the text uses and does not declare (yet)."""
    seen = set()
    for use in kinds:
        for name in asked.names.uses[use]:
            if (
                name not in declared
                and name not in seen
                and name != own
                and name != asked.place.prefix
                and "::" not in name
            ):
                seen.add(name)
                yield Item(name, kind, -3.0 + 0.3 * _fit(name, _context(asked)), "not declared yet")


def _foreign(
    asked: Asked, names: dict[str, int], declared: dict[str, Declared] | list[str], kind: str
) -> Iterator[Item]:
    """Names of the templates beside this one: in a text that is typed from the top, what comes is often called so."""
    context = _context(asked)
    for name, count in names.items():
        if name not in declared:
            yield Item(
                name,
                kind,
                -6.0 + 0.5 * _fit(name, context) + min(count, 20) * 0.05,
                "in other templates of this folder",
            )
