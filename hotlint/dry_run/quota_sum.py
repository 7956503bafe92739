"""The sum of what a template takes of a project's quotas, nested stacks and members of groups included."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from hotlint import heat_types
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.composition.uses import DEPTH_LIMIT, Use
from hotlint.analysis.template import Resource
from hotlint.cloud.facts import CloudFacts
from hotlint.dry_run.resource_costs import cloud_flavors, costs
from hotlint.heat_types.quotas import Flavors, Named
from hotlint.language.values import EvaluationError
from hotlint.resource_types.catalog import OpaqueType, ResourceType
from hotlint.resource_types.validation import check_properties

MEMBERS_LIMIT = 50
"""Members of a group whose values are looked at one by one; all others count as the last of them."""
REASONS_LIMIT = 20
"""Reasons that are kept for one quota."""


class QuotaNeed(NamedTuple):
    """What a deployment takes of one quota, and how much of it there is.

    `needed` is the least; `unknown` are the reasons why it may be more, none where it is exact. `limit` and `used` are None
    where the snapshot does not have them, `limit` is -1 where there is none.
    """

    service: str
    name: str
    needed: int
    unknown: tuple[str, ...] = ()
    limit: int | None = None
    used: int | None = None

    @property
    def excess(self) -> int:
        """By how much what is known already goes over the quota; 0 where it does not, or the quota is not known."""
        if self.limit is None or self.limit < 0 or not (self.needed or self.unknown):
            return 0
        return max(0, self.needed + (self.used or 0) - self.limit)


class QuotaReport(NamedTuple):
    """What a deployment takes of all quotas of a cloud; `uncounted` are resources of types about which nothing is known."""

    cloud: str
    needs: list[QuotaNeed]
    uncounted: tuple[str, ...] = ()

    @property
    def exceeded(self) -> bool:
        """Whether some quota does not suffice."""
        return any(need.excess for need in self.needs)


def quota_report(context: TemplateContext, cloud: CloudFacts) -> QuotaReport:
    """Return what the deployment of a template takes of the quotas of a cloud. Raises nothing for a template with errors."""
    total = _Sum(cloud)
    total.add(("orchestration", "stacks"), 1, 1, "", "")
    try:
        total.template(context, "", 1)
    except (EvaluationError, RecursionError):
        for name in list(total.needed):
            total.reason(name, "the template needs more than a dry run allows")
    limits = {(s, n): count for s, counts in cloud.quotas.items() for n, count in counts.items()}
    names = [*limits, *(name for name in total.needed if name not in limits)]
    needs = [
        QuotaNeed(
            *name, total.needed.get(name, 0), tuple(total.unknown.get(name, ())),
            limits.get(name, {}).get("limit"), limits.get(name, {}).get("used"),
        )
        for name in names
    ]  # fmt: skip
    return QuotaReport(cloud.name, needs, tuple(total.uncounted))


class _Sum:
    """Adds up what resources take; `needed` by quota, `unknown` the reasons why it may be more."""

    def __init__(self, cloud: CloudFacts) -> None:
        self.cloud = cloud
        self.needed: dict[Named, int] = {}
        self.unknown: dict[Named, dict[str, None]] = {}
        self.uncounted: dict[str, None] = {}

    def add(self, name: Named, amount: int | None, times: int, unknown: str, where: str) -> None:
        """Add what one resource takes, `times` times."""
        self.needed[name] = self.needed.get(name, 0) + (amount or 0) * times
        if amount is None:
            self.reason(name, f"{unknown} is not known ({where})")

    def reason(self, name: Named, why: str) -> None:
        """Keep why a sum may be larger."""
        self.needed.setdefault(name, 0)
        reasons = self.unknown.setdefault(name, {})
        if len(reasons) < REASONS_LIMIT:
            reasons[why] = None

    def template(self, context: TemplateContext, above: str, times: int) -> None:
        """Add the resources of a template that is deployed `times` times."""
        flavors = cloud_flavors(self.cloud, _made_flavors(context))
        for resource in context.template.resources.values():
            where = f"{above}{resource.name}"
            exists = self._exists(context, resource)
            if exists is None:
                self._maybe(context, resource, flavors, where, times)
            elif exists:
                self._resource(context, resource, flavors, where, times)

    def _exists(self, context: TemplateContext, resource: Resource) -> bool | None:
        if resource.field("external_id") is not None:
            return False  # it is there already
        try:
            value = context.evaluation.condition_value(resource)
        except EvaluationError:
            return None
        return value if isinstance(value, bool) else None

    def _maybe(self, context: TemplateContext, resource: Resource, flavors: Flavors, where: str, times: int) -> None:
        """Keep what a resource that may not exist would take as not known."""
        inner = _Sum(self.cloud)
        inner._resource(context, resource, flavors, where, times)
        for name, amount in inner.needed.items():
            if amount or inner.unknown.get(name):
                self.reason(name, f"whether '{where}' exists is not known")
        self.uncounted |= inner.uncounted

    def _resource(self, context: TemplateContext, resource: Resource, flavors: Flavors, where: str, times: int) -> None:
        kind = context.resolved_type(resource) if resource.type else None
        if kind is None:
            return
        uses = context.uses(resource)
        for use in uses:
            self._use(context, resource, use, flavors, where, times)
        if uses:
            return
        if kind.location is not None or isinstance(kind.type, OpaqueType):
            self.uncounted[f"{where} ({kind.type.name})"] = None
            return
        checked = context.properties(resource)
        if checked is not None and isinstance(kind.type, ResourceType):
            self._costs(kind.type.name, checked.values, flavors, where, times)

    def _costs(self, type_name: str, values: Mapping[str, Any], flavors: Flavors, where: str, times: int) -> None:
        for cost in costs(type_name, values, flavors):
            self.add(cost.quota, cost.amount, times, cost.unknown, f"'{where}'")

    def _use(
        self,
        context: TemplateContext,
        resource: Resource,
        use: Use,
        flavors: Flavors,
        where: str,
        times: int,
        via: str = "",
    ) -> None:
        """Add a nested template, or the members of a group."""
        if not use.member:
            self._one(context, resource, use, None, flavors, where, times)
            return
        if use.size is None:
            probe = _Sum(self.cloud)
            probe._one(context, resource, use, use.member, flavors, where, 1)
            for counted in probe.needed:
                self.reason(counted, f"how many members '{where}' has is not known")
            self.uncounted |= probe.uncounted
            return
        names = list(use.names(MEMBERS_LIMIT))
        rest = max(use.size, 0) - len(names)
        for position, name in enumerate(names, 1):
            count = times * (1 + rest if position == len(names) else 1)
            self._one(context, resource, use, name, flavors, f"{where}[{name}]", count)

    def _one(
        self,
        context: TemplateContext,
        resource: Resource,
        use: Use,
        member: str | None,
        flavors: Flavors,
        where: str,
        times: int,
    ) -> None:
        """Add one nested stack, one member of a group, or the members of a group that is a member itself."""
        context.evaluation.meter.spend(1)
        if use.kind.location is not None:
            child = context.child_of(resource, use, member) if use.depth < DEPTH_LIMIT else None
            if child is None:
                self.uncounted[f"{where} ({use.type_name})"] = None
            else:
                self.template(child, f"{where}.", times)
            return
        inner: Iterable[Use] = context.uses_within(resource, use, member) if member is not None else ()
        if inner:
            for each in inner:
                self._use(context, resource, each, flavors, where, times)
            return
        values = use.values(member)
        if isinstance(use.kind.type, ResourceType):
            known = check_properties(use.kind.type, values).values if values is not None else {}
            self._costs(use.kind.type.name, known, flavors, where, times)
        elif isinstance(use.kind.type, OpaqueType):
            self.uncounted[f"{where} ({use.type_name})"] = None


def _made_flavors(context: TemplateContext) -> dict[str, Mapping[str, Any]]:
    """Return the flavors that a template makes, by the names of their resources, where their sizes are known."""
    found: dict[str, Mapping[str, Any]] = {}
    for resource in context.template.resources.values():
        if resource.type and heat_types.of(context.resolved_type(resource).type.name).makes == "nova.flavor":
            checked = context.properties(resource)
            if checked is not None:
                found[resource.name] = {key: checked.values.get(key) for key in ("vcpus", "ram")}
    return found
