"""The sum of what a template takes of a project's quotas, nested stacks and members of groups included."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from hotlint import heat_types
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.cloud.facts import CloudFacts
from hotlint.dry_run.expansion import ExpandedResource, GroupMember, MemberStack, TemplateStack, expanded
from hotlint.heat_types.quotas import Flavors, Named
from hotlint.language.origins import id_of
from hotlint.language.values import EvaluationError, Value
from hotlint.resource_types.catalog import OpaqueType, ResourceType
from hotlint.stacks.records import Absent

MEMBERS_LIMIT = 50
"""Members of a group whose values are looked at one by one; all others count as the last of them."""
REASONS_LIMIT = 20
"""Reasons that are kept for one quota."""


class QuotaNeed(NamedTuple):
    """What a deployment takes of one quota, and how much of it there is.

    `needed` is the least; `unknown` are the reasons why it may be more, none where it is exact. `limit` and `used` are None
    where the snapshot does not have them, `limit` is -1 where there is none. `most` is what one resource takes, `of` which.
    """

    service: str
    name: str
    needed: int
    unknown: tuple[str, ...] = ()
    limit: int | None = None
    used: int | None = None
    most: int = 0
    of: str = ""

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
        total.stack(expanded(context).root, "", 1)
    except (EvaluationError, RecursionError):
        for name in list(total.needed):
            total.reason(name, "the template needs more than a dry run allows")
    limits = {(s, n): count for s, counts in cloud.quotas.items() for n, count in counts.items()}
    names = [*limits, *(name for name in total.needed if name not in limits)]
    needs = [
        QuotaNeed(
            *name, total.needed.get(name, 0), tuple(total.unknown.get(name, ())),
            limits.get(name, {}).get("limit"), limits.get(name, {}).get("used"), *total.most.get(name, (0, "")),
        )
        for name in names
    ]  # fmt: skip
    return QuotaReport(cloud.name, needs, tuple(total.uncounted))


class _Sum:
    """Adds up what resources take; `needed` by quota, `unknown` the reasons why it may be more, `most` of one resource."""

    def __init__(self, cloud: CloudFacts) -> None:
        self.cloud = cloud
        self.needed: dict[Named, int] = {}
        self.unknown: dict[Named, dict[str, None]] = {}
        self.uncounted: dict[str, None] = {}
        self.most: dict[Named, tuple[int, str]] = {}

    def add(self, name: Named, amount: int | None, times: int, unknown: str, where: str) -> None:
        """Add what one resource takes, `times` times."""
        self.needed[name] = self.needed.get(name, 0) + (amount or 0) * times
        self.most[name] = max(self.most.get(name, (0, "")), (amount or 0, where))
        if amount is None:
            self.reason(name, f"{unknown} is not known ({where})")

    def reason(self, name: Named, why: str) -> None:
        """Keep why a sum may be larger."""
        self.needed.setdefault(name, 0)
        reasons = self.unknown.setdefault(name, {})
        if len(reasons) < REASONS_LIMIT:
            reasons[why] = None

    def stack(self, stack: TemplateStack, above: str, times: int) -> None:
        """Add the resources of a template that is deployed `times` times."""
        flavors = cloud_flavors(self.cloud, made_flavors(stack))
        for record in stack.resources.values():
            where = f"{above}{record.name}"
            if record.resource.field("external_id") is not None:
                continue  # it is there already
            if record.enabled is None:
                self._maybe(record, flavors, where, f"whether '{where}' exists is not known")
            elif record.enabled:
                self._resource(record, flavors, where, times)

    def _maybe(self, record: ExpandedResource, flavors: Flavors, where: str, why: str) -> None:
        """Keep what a resource that may not exist would take as not known."""
        inner = _Sum(self.cloud)
        inner._resource(record, flavors, where, 1)
        for name, amount in inner.needed.items():
            if amount or inner.unknown.get(name):
                self.reason(name, why)
        self.uncounted |= inner.uncounted

    def _resource(self, record: ExpandedResource, flavors: Flavors, where: str, times: int) -> None:
        """Add one resource, or what is in the stack within it."""
        inside, type_ = record.inside, record.kind.type
        if inside is not None or isinstance(record, GroupMember):
            record.context.evaluation.meter.spend(1)
        if isinstance(inside, TemplateStack):
            self.stack(inside, f"{where}.", times)
        elif isinstance(inside, MemberStack):
            self._members(inside, flavors, where, times)
        elif isinstance(inside, Absent):
            self.uncounted[f"{where} ({record.written_type})"] = None
        elif isinstance(type_, OpaqueType):
            self.uncounted[f"{where} ({type_.name})"] = None
        elif isinstance(type_, ResourceType):
            values = record.properties
            if values is not None or isinstance(record, GroupMember):
                for cost in heat_types.of(type_.name).costs(values or {}, flavors):
                    self.add(cost.quota, cost.amount, times, cost.unknown, f"'{where}'")

    def _members(self, group: MemberStack, flavors: Flavors, where: str, times: int) -> None:
        """Add the members of a group."""
        for use in group.uses:
            members = group.first(MEMBERS_LIMIT, use)
            if use.size is None:
                self._maybe(members[0], flavors, where, f"how many members '{where}' has is not known")
                continue
            rest = max(use.size, 0) - len(members)
            for position, member in enumerate(members, 1):
                count = times * (1 + rest if position == len(members) else 1)
                self._resource(member, flavors, f"{where}[{member.name}]", count)


def made_flavors(stack: TemplateStack) -> dict[str, Mapping[str, Any]]:
    """Return the flavors that a template makes, by the names of their resources, where their sizes are known."""
    found = ((r.name, r.properties) for r in stack.resources.values() if heat_types.of(r.type).makes == "nova.flavor")
    return {name: {key: v.get(key) for key in ("vcpus", "ram")} for name, v in found if v is not None}


def cloud_flavors(cloud: CloudFacts | None, made: Mapping[str, Mapping[str, Any]]) -> Flavors:
    """Return what finds flavors: those of a cloud, and those that the template makes, by the names of their resources."""

    def find(value: Value) -> Mapping[str, Any] | None:
        if isinstance(value, str) and cloud is not None:
            found = cloud.find("nova.flavor", value)
            return found[0].entry if len(found) == 1 else None
        named = id_of(value)
        return made.get(named) if named is not None else None

    return find
