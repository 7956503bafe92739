"""What a member of a project may not do by the default policies of the services, and of Heat for its resource types."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from hotlint.common.annotations import Literal
from hotlint.common.records import NamedTuple
from hotlint.language.values import Value
from hotlint.resource_types.catalog import PACKAGED

Need = Literal["admin", "owner", "shared"]
"""What a rule asks for: to be an administrator, a network of one's own project, or one that is at least shared."""

_OF_TYPES = "resource_types:"


class Right(NamedTuple):
    """A rule of a policy that a service applies where a resource has a property.

    `path` leads to the property through lists, () for the resource as a whole. `value`: only this value counts; `within`: only a text
    with this part. `network` is the property beside it, or of the resource, with the network that must be one's own.
    """

    rule: str
    path: tuple[str, ...] = ()
    value: Value = None
    within: str = ""
    network: str = "network"


def need_of(rule: str, release: tuple[int, ...] | None) -> Need | None:
    """Return what a rule asks of a member in a release of openstack-heat (None: the newest); None if each member may."""
    return _rules(release).get(rule)


def rule_of_type(type_name: str, release: tuple[int, ...] | None) -> str | None:
    """Return the rule by which Heat refuses a resource type to a member; None where it does not."""
    from fnmatch import fnmatchcase  # not in a check as an administrator

    rules = _rules(release)
    wanted = (f"{_OF_TYPES}{type_name}", *(rule for rule in rules if rule.endswith("*")))

    return next((rule for rule in wanted if rule in rules and fnmatchcase(f"{_OF_TYPES}{type_name}", rule)), None)


@cache
def _rules(release: tuple[int, ...] | None) -> Mapping[str, Need]:
    """Return the rules of the last release that is recorded and not newer than this one, or else of the first one."""
    found = PACKAGED.file("default_policies.json")
    recorded = {tuple(map(int, name.split("."))): rules for name, rules in found.items()}
    reached = [number for number in recorded if release is None or number[0] <= release[0]]
    rules: Mapping[str, Need] = recorded[max(reached) if reached else min(recorded)]
    return rules
