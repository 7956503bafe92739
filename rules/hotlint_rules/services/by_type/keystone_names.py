"""What Keystone refuses: names that are too long or taken by another resource, and tags with separators."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hotlint.common.annotations import ClassVar
from hotlint_rules.resources._cloud import Deployed
from hotlint_rules.services._limits import Limit, Range
from hotlint_rules.services._model import Refusal, ServiceRules, properties
from hotlint_rules.services._neighbors import Neighbors, key

_SOMETHING = r"(?s:.*\S.*)"
_WORDS = "has more than white space"
_SUBSTITUTION = re.compile(r"%%|%\((?:tenant_id|project_id|user_id|compute_host|public_endpoint)\)s")
_DESCRIPTION = Limit("description", 0, 255, kind="setting", words="in recent releases of Keystone")


class KeystoneRules(ServiceRules):
    """Base of the rules for what Keystone makes: names are unique among the resources of a type, in their domain."""

    service = "Keystone"
    demands = ("'name' is not that of another resource of the type, in the same domain",)

    def check(self, owner: Deployed, stack: Neighbors) -> Iterator[Refusal]:
        item = properties(owner)
        name = item.text("name")
        if name is None:
            return
        for other in stack.rivals(owner, stack.sharing((name.casefold(), key(item["domain"])), _name, owner.type.name)):
            yield item.refuse("name", f"resource '{other.resource.name}' has the same name", "neighbor", other)
            return


def _name(owner: Deployed) -> tuple[tuple[str, str | None]]:
    item = properties(owner)
    return (((item.text("name") or "").casefold(), key(item["domain"])),)


class ProjectRules(KeystoneRules):
    """What Keystone refuses of OS::Keystone::Project."""

    types = ("OS::Keystone::Project",)
    thing = "the project"
    source = "keystone/resource/schema.py"
    limits = (
        Limit("name", 0, 64, _SOMETHING, _WORDS),
        Limit("tags", 1, 255, r"[^,/]*", "has neither , nor /", of="values"),
    )
    settings = ("'name' is not that of a project that each cloud has, such as admin",)

    def check(self, owner: Deployed, stack: Neighbors) -> Iterator[Refusal]:
        yield from super().check(owner, stack)
        yield from _taken(owner, ("admin", "service"), "project")


class DomainRules(KeystoneRules):
    """What Keystone refuses of OS::Keystone::Domain."""

    types = ("OS::Keystone::Domain",)
    thing = "the domain"
    source = "keystone/resource/schema.py"
    limits = (Limit("name", 0, 64, _SOMETHING, _WORDS), _DESCRIPTION)


class UserRules(KeystoneRules):
    """What Keystone refuses of OS::Keystone::User."""

    types = ("OS::Keystone::User",)
    thing = "the user"
    source = "keystone/identity/schema.py"
    limits = (Limit("name", 0, 255, _SOMETHING, _WORDS),)
    settings = ("'name' is not that of a user that each cloud has: admin",)

    def check(self, owner: Deployed, stack: Neighbors) -> Iterator[Refusal]:
        yield from super().check(owner, stack)
        yield from _taken(owner, ("admin",), "user")


class GroupRules(KeystoneRules):
    """What Keystone refuses of OS::Keystone::Group."""

    types = ("OS::Keystone::Group",)
    thing = "the group"
    source = "keystone/identity/schema.py"
    limits = (Limit("name", 0, 64, _SOMETHING, _WORDS),)


class RoleRules(KeystoneRules):
    """What Keystone refuses of OS::Keystone::Role."""

    types = ("OS::Keystone::Role",)
    thing = "the role"
    source = "keystone/assignment/schema.py"
    limits = (Limit("name", 0, 255, _SOMETHING, _WORDS),)
    settings = ("'name' is not that of a role that each cloud has: admin, member, reader",)

    def check(self, owner: Deployed, stack: Neighbors) -> Iterator[Refusal]:
        yield from super().check(owner, stack)
        yield from _taken(owner, ("admin", "manager", "member", "reader", "service"), "role")


class CatalogServiceRules(ServiceRules):
    """What Keystone refuses of OS::Keystone::Service."""

    types = ("OS::Keystone::Service",)
    service = "Keystone"
    thing = "the service"
    source = "keystone/catalog/schema.py"
    limits: ClassVar[tuple[Limit | Range, ...]] = (Limit("name", 0, 255), Limit("type", 1, 255))


class EndpointRules(CatalogServiceRules):
    """What Keystone refuses of OS::Keystone::Endpoint."""

    types = ("OS::Keystone::Endpoint",)
    thing = "the endpoint"
    limits = (Limit("url", 1, 225, r"[a-zA-Z0-9+.\-]+:.+", "is a URL"),)
    demands = ("'url' is substituted with nothing but tenant_id, project_id, user_id, compute_host or public_endpoint",)

    def check(self, owner: Deployed, stack: Neighbors) -> Iterator[Refusal]:
        item = properties(owner)
        left = _SUBSTITUTION.sub("", (item.text("url") or "").replace("$(", "%("))
        if "%" in left:
            message = f"'{left[left.index('%') :][:20]}' substitutes nothing that Keystone knows"
            yield item.refuse("url", message)


class RegionRules(CatalogServiceRules):
    """What Keystone refuses of OS::Keystone::Region."""

    types = ("OS::Keystone::Region",)
    thing = "the region"
    limits = (Limit("id", 0, 255), _DESCRIPTION)


def _taken(owner: Deployed, names: tuple[str, ...], what: str) -> Iterator[Refusal]:
    """Yield a refusal of a name that `keystone-manage bootstrap` or every installation gives."""
    item = properties(owner)
    name = item.text("name")
    if name is not None and name.casefold() in names and item["domain"] in (None, "default"):
        yield item.refuse("name", f"clouds usually have a {what} '{name}' already", "setting")
