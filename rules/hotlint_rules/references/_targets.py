"""Shared by the rules on references: the names that one may have meant, and the causes of undefined ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property

from hotlint.common.suggestions import charge, closest_matches
from hotlint.language import versions
from hotlint.language.jinja_marks import is_placeholder
from hotlint.rule import Call, Condition, Entry, Named, Resource, RuleContext, name_cause, value_cause
from hotlint.syntax import nodes
from hotlint_rules.structure._misplaced import misplaced

DEPENDENT_FIELDS = frozenset({"properties", "metadata"})
"""Fields in which a reference is a dependency."""
_RESOURCE_KINDS = frozenset({"resource", "ref"})


def may_be_defined(name: str, ctx: RuleContext) -> bool:
    """Return whether a name may be defined where it cannot be read, or is yet to be filled in.

    A definition cannot be read in broken YAML, in a section whose name is misspelled, or in the wrong section.
    """
    if is_placeholder(name):
        return True
    return ctx.may_be_in_unparsed_text(name) or name in ctx.memoize("misplaced_names", lambda: _misplaced(ctx))


def _misplaced(ctx: RuleContext) -> frozenset[str]:
    """Return the names in sections that are probably meant to be other ones, and of entries that belong in another one."""
    sections = ctx.template.sections
    missing = [name for name in ("parameters", "resources", "conditions") if name not in sections]
    return frozenset(name for _, name in misplaced(ctx)).union(
        str(entry.name)
        for name, section in sections.items()
        if name not in versions.SECTIONS
        and isinstance(section.value, nodes.Mapping)
        and closest_matches(str(name), missing)
        for entry in section.value.entries
    )


def definition_causes(kind: str, name: str, names: Iterable[str], ctx: RuleContext) -> tuple[str, ...]:
    """Return the cause that all uses of an undefined name have: the definition is misspelled. () where it is not.

    It is when the definition that is meant is used nowhere; `names` are those that the message suggests.
    """
    near = closest_matches(name, names)
    if not near or near[0] in ctx.memoize("names_in_use", lambda: _names_in_use(ctx)):
        return ()
    return (name_cause(kind, name),)


def _names_in_use(ctx: RuleContext) -> frozenset[str]:
    """Return the names that are used, of whatever they are, and those that no template defines."""
    template = ctx.template
    used = {t.name for part in template.parts for call in part.calls for t in call.targets}
    used |= {part.snippet for part in template.parts if part.field == "condition" and isinstance(part.snippet, str)}
    for resource in template.resources.values():
        used |= {node.value for node in resource.depends_on()} if "depends_on" in resource.fields else set()
    return frozenset(used.union(ctx.template.dialect.pseudo_parameters))


def possible_resources(owner: Named, ctx: RuleContext, names: Iterable[str] | None = None) -> Iterable[str]:
    """Return the resources (of `names`) that a reference in `owner` may mean: not itself, and none that depends on it."""
    resources = ctx.template.resources
    if not isinstance(owner, Resource):
        return resources if names is None else names
    sources = ctx.memoize("possible_resources", lambda: _sources((n, named_in(r, ctx)) for n, r in resources.items()))
    return _Others(resources if names is None else names, sources, owner.name)


def possible_conditions(owner: Named, ctx: RuleContext) -> Iterable[str]:
    """Return the conditions that a reference in `owner` may mean: not itself, and none that refers to it."""
    conditions = ctx.template.conditions
    if not isinstance(owner, Condition):
        return conditions
    sources = ctx.memoize(
        "possible_conditions", lambda: _sources((n, _conditions_in(c, ctx)) for n, c in conditions.items())
    )
    return _Others(conditions, sources, owner.name)


def named_in(resource: Resource, ctx: RuleContext) -> list[str]:
    """Return the names of resources that a resource refers to, including those in untaken branches."""
    found = [node.value for node in resource.depends_on()] if "depends_on" in resource.fields else []
    for part in ctx.template.parts_of(resource):
        if part.calls and part.field in DEPENDENT_FIELDS:
            for call in part.calls:
                if refers(call):
                    found += [t.name for t in call.targets]
    return found


def refers(call: Call) -> bool:
    """Return whether a call refers to resources."""
    return not call.function.kinds.isdisjoint(_RESOURCE_KINDS)


def _conditions_in(condition: Condition, ctx: RuleContext) -> list[str]:
    parts = ctx.template.parts_of(condition)
    return [t.name for part in parts for call in part.calls for t in call.targets if t.kind == "condition"]


def _sources(graph: Iterable[tuple[str, Iterable[str]]]) -> dict[str, dict[str, None]]:
    """Return what names each target of a graph."""
    sources: dict[str, dict[str, None]] = {}
    for source, targets in graph:
        for target in targets:
            sources.setdefault(target, {})[source] = None
    return sources


class _Others:
    """The names from which no path leads to `name`, which is not among them either.

    They are found when they are first compared with another name, and to find them counts as comparing: thousands of names may each
    have thousands of others.
    """

    def __init__(self, names: Iterable[str], sources: Mapping[str, Collection[str]], name: str) -> None:
        self._names, self._sources, self._name = names, sources, name

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    @cached_property
    def _found(self) -> list[str]:
        reaching = {self._name: None}
        queue = [self._name]
        for target in queue:
            sources = self._sources.get(target, ())
            new = [s for s in sources if s not in reaching]
            charge(1 + len(sources))
            reaching.update(dict.fromkeys(new))
            queue += new
        return [n for n in self._names if n not in reaching]


def is_for_another(names: Collection[str], known: Collection[str]) -> bool:
    """Return whether an environment with these parameters is for another template than one with the `known` ones."""
    return len(names) > 1 and not any(name in known or closest_matches(name, known) for name in names)


def parameters_in(section: Entry) -> list[str]:
    """Return the names of the parameters in a section of an environment."""
    return list(map(str, section.value.named)) if isinstance(section.value, nodes.Mapping) else []


def shown_names(names: list[str]) -> str:
    """Return names for a message, at most three."""
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return ", ".join(f"'{name}'" for name in names[:3]) + more


def undefined_causes(path: str, offset: int | None) -> list[str]:
    """Return the cause of what a value of an environment leads to, of a parameter that a template does not have.

    None for a value that is given in no file.
    """
    return [value_cause(path, offset, "undefined")] if offset is not None else []
