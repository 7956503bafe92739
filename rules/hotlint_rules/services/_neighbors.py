"""The resources of a template as neighbors: which of them a value means, and what a stack has for certain."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache

from hotlint.common.annotations import TYPE_CHECKING
from hotlint.language.values import EvaluationError, Unknown, Value
from hotlint.rule import ResourceType, RuleContext, Scalar
from hotlint_rules.resources._cloud import Deployed, deployed
from hotlint_rules.services._order import CreationOrder

if TYPE_CHECKING:
    from hotlint.cloud.facts import CloudFacts


Keys = Callable[[Deployed], Iterable[Hashable]]
"""Returns the keys by which a resource is looked for. It must be a module's function, or the result of `by`."""


class Neighbors:
    """The resources that a stack makes, as far as that is known."""

    def __init__(self, ctx: RuleContext) -> None:
        self.ctx = ctx
        self.all = deployed(ctx)
        self.order = CreationOrder(ctx)
        self._single = {owner.resource.name: owner for owner in self.all if not owner.path}
        self._indices: dict[tuple[Keys, tuple[str, ...]], dict[Hashable, list[Deployed]]] = {}

    @property
    def cloud(self) -> CloudFacts | None:
        """The snapshot of the cloud; None without one."""
        return self.ctx.template_context.catalog.cloud

    def of(self, *types: str) -> Iterator[Deployed]:
        """Yield the resources of some types; the first member stands for all members of a group."""
        return (owner for owner in self.all if owner.type.name in types)

    def sharing(self, wanted: Hashable, keys: Keys, *types: str) -> list[Deployed]:
        """Return the resources of some types that have a key, in order of the template. An index answers: there may be thousands."""
        index = self._indices.get((keys, types))
        if index is None:
            index = self._indices[keys, types] = {}
            for owner in self.of(*types):
                for one in dict.fromkeys(keys(owner)):
                    index.setdefault(one, []).append(owner)
        return index.get(wanted, [])

    def maker(self, value: Value, *types: str) -> Deployed | None:
        """Return the resource of the template, of one of the types, that a value is the id of; None for any other value."""
        return self.made(referred(value), *types)

    def made(self, name: str | None, *types: str) -> Deployed | None:
        """Return the resource of a name, if it is of one of the types."""
        owner = self._single.get(name) if name else None
        return owner if owner is not None and owner.type.name in types else None

    def is_certain(self, owner: Deployed) -> bool:
        """Return whether a resource exists in every stack of the template with the given values."""
        try:
            return self.ctx.template_context.evaluation.condition_value(owner.resource) is True
        except EvaluationError:
            return False

    def are_together(self, owner: Deployed, other: Deployed) -> bool:
        """Return whether `other` exists wherever `owner` does."""
        if self.is_certain(other):
            return True
        own, its = (r.resource.field("condition") for r in (owner, other))
        return isinstance(own, Scalar) and isinstance(its, Scalar) and own.value == its.value

    def rivals(self, owner: Deployed, others: Iterable[Deployed]) -> Iterator[Deployed]:
        """Yield those of other resources that exist wherever `owner` does, and do not wait for it."""
        name = owner.resource.name
        for other in others:
            if (
                other is not owner
                and self.are_together(owner, other)
                and not self.order.is_after(other.resource.name, name)
            ):
                yield other

    def is_handed_on(self, owner: Deployed) -> bool:
        """Return whether something that is not known in detail, such as a nested stack, gets the id of a resource."""
        return any(self._is_opaque(user) for user in self.order.users(owner.resource.name))

    def _is_opaque(self, name: str) -> bool:
        resource = self.ctx.template.resources[name]
        context = self.ctx.template_context
        kind = context.resolved_type(resource) if resource.type else None
        if kind is None or kind.location is not None or not isinstance(kind.type, ResourceType):
            return True
        return bool(context.uses(resource)) and name not in {o.resource.name for o in self.all if o.path}


@cache
def by(name: str) -> Keys:
    """Return the keys of a property: see `key`."""
    return lambda owner: (key(owner.values.get(name)),)


def referred(value: Value) -> str | None:
    """Return the name of the resource that a value is the id of; None for any other value."""
    is_id = isinstance(value, Unknown) and len(value.origin) == 2 and value.origin[0] == "reference"
    return str(value.origin[1]) if is_id else None


def key(value: Value) -> str | None:
    """Return a text that is the same only for values that are the same thing; None where that is not known."""
    if isinstance(value, str):
        return f"name {value}" if value else None
    return repr(value.origin) if isinstance(value, Unknown) and value.origin else None
