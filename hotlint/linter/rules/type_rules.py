"""A resource type's own rules: the checks of its class in Heat beyond the schema of its properties.

Each resource type has a subclass of `TypeRules`, in the module of its service, such as `hotlint_rules.resources.by_type.octavia`.
`relations` holds facts, which documentation and completion use, too. `check` holds the other checks as code. The rules for
conflicting, missing and invalid properties report the problems.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from hotlint.common.annotations import TYPE_CHECKING, ClassVar
from hotlint.resource_types.property_relations import holds_in

if TYPE_CHECKING:
    from hotlint.analysis.composition.template_context import TemplateContext
    from hotlint.analysis.template import Resource
    from hotlint.linter.rules.example import Example
    from hotlint.resource_types.property_relations import Reads, Relation, Span
    from hotlint.resource_types.property_values import PropertyValues
    from hotlint.resource_types.validation.model import PropertyProblem


class TypeRules:
    """Base of a resource type's own rules. `types` names the resource types; `source` is the module in Heat.

    `span` is the first and last release of openstack-heat whose class checks anything (None: open). A later release may keep
    the type only as a placeholder, which accepts everything.

    `reads` lists the properties that `validate` reads. In nested stacks, Heat refuses problems only with these
    (`refused_in_nested`).

    `demands` states what `check` demands, and `asks` what Heat asks a cloud and hotlint does not check. They are clauses that
    complete "requires that" and "Heat asks", with names in single quotes.

    `bad` and `good` hold examples, which are the tests: an `Example`, or only the properties of a resource of the first of
    `types`, in the release `shown_in` of openstack-heat (None: the newest). Without a mark, a bad example reports the type.
    """

    types: ClassVar[tuple[str, ...]]
    source: ClassVar[str] = ""
    span: ClassVar[Span] = (None, None)
    relations: ClassVar[tuple[Relation, ...]] = ()
    reads: ClassVar[tuple[Reads, ...]] = ()
    demands: ClassVar[tuple[str, ...]] = ()
    asks: ClassVar[tuple[str, ...]] = ()
    shown_in: ClassVar[str | None] = None
    bad: ClassVar[tuple[Example | str, ...]] = ()
    good: ClassVar[tuple[Example | str, ...]] = ()

    def __init__(self) -> None:
        self._checks: dict[tuple[int, ...] | None, tuple[tuple[Relation, ...], bool]] = {}

    def relations_in(self, release: tuple[int, ...] | None) -> tuple[Relation, ...]:
        """Return the relations that hold in a release of openstack-heat; None stands for the newest."""
        if not holds_in(self.span, release):
            return ()
        return tuple(r for r in self.relations if holds_in(r.span, release))

    def _checks_in(self, release: tuple[int, ...] | None) -> tuple[tuple[Relation, ...], bool]:
        """Return the relations of a release, and whether `check` holds in it; both are the same for every resource."""
        known = self._checks.get(release)
        if known is None:
            known = self._checks[release] = self.relations_in(release), holds_in(self.span, release)
        return known

    def refused_in_nested(
        self, problem: PropertyProblem, values: PropertyValues, release: tuple[int, ...] | None
    ) -> bool:
        """Return whether Heat refuses a problem of the schema in a nested stack, too: see `property_relations.Reads`."""
        return holds_in(self.span, release) and any(r.refuses(problem, values, release) for r in self.reads)

    def problems(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        """Yield the problems with a resource's properties; none that depend on an unknown value."""
        relations, is_checked = self._checks_in(release)
        owner = resource.type or "the resource"
        for relation in relations:
            for level in _levels(values, relation.within) if relation.within else (values,):
                yield from relation.check(level, _subject(owner, level) if level.path else owner)
        if is_checked:
            yield from self.check(values, resource, release, context)

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        """Yield the problems that no relation can state. Subclasses override this."""
        return iter(())


class TypeRulesTable:
    """The own rules of all resource types. It imports the module of a type on first use.

    `modules` is {type name: module}, as in `TYPE_RULES` of rule packs.
    """

    def __init__(self, modules: Mapping[str, str]) -> None:
        self.modules = dict(modules)
        self._loaded: dict[str, TypeRules] = {}

    def of(self, type_name: str) -> TypeRules | None:
        """Return the own rules of a resource type; None for a type without any. Raises what importing them raises."""
        module = self.modules.get(type_name)
        if module is None:
            return None
        if type_name not in self._loaded:
            for kind in vars(import_module(module)).values():
                if isinstance(kind, type) and issubclass(kind, TypeRules) and type_name in getattr(kind, "types", ()):
                    self._loaded[type_name] = kind()
        return self._loaded[type_name]


NO_TYPE_RULES = TypeRulesTable({})


def _levels(values: PropertyValues, within: tuple[str, ...]) -> Iterator[PropertyValues]:
    """Yield the mappings that a route of property names leads to."""
    if not within:
        yield values
        return
    for item in values.items(within[0]):
        yield from _levels(item, within[1:])


def _subject(owner: str, values: PropertyValues) -> str:
    """Return how a message names the mapping: the type, or the path of a nested mapping within it."""
    if not values.path:
        return owner
    path = ""
    for step in values.path:
        path += f"[{step}]" if isinstance(step, int) else f".{step}" if path else step
    return f"{owner} '{path}'"
