from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.items import properties
from hotlint.heat_types.keystone._names import SOMETHING, WORDS, NamedInKeystone, taken_in_each_cloud, unique_name
from hotlint.heat_types.refusals import Limit, Refusal
from hotlint.language.origins import id_of
from hotlint.language.values import Value
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

_DOMAIN = "OS::Keystone::Domain"


class Project(NamedInKeystone):
    """OS::Keystone::Project, beyond its schema."""

    types = ("OS::Keystone::Project",)
    makes = "keystone.project"
    made_for = "keystone.project"
    unique = unique_name("project")
    thing = "the project"
    unremovable = {"tags": "Heat takes an empty list for not given: the project keeps its tags"}
    # Source: keystone/resource/core.py
    service_demands = (
        *NamedInKeystone.service_demands,
        "the 'domain' and the 'parent' are enabled",
        "the 'parent' is in the same domain",
    )
    limits = (
        Limit("name", 0, 64, SOMETHING, WORDS),
        Limit("tags", 1, 255, r"[^,/]*", "has neither , nor /", of="values"),
    )
    settings = ("'name' is not that of a project that each cloud has, such as admin",)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        yield from taken_in_each_cloud(owner, ("admin", "service"), "project")
        project = properties(owner)
        for name, kind in (("domain", _DOMAIN), ("parent", "OS::Keystone::Project")):
            above = stack.maker(project[name], kind)
            if above is not None and stack.are_together(owner, above) and above.values.get("enabled") is False:
                yield project.refuse(name, f"{name} '{above.place}' is disabled", "neighbor", above)
                return
        parent, domain = (
            stack.maker(project["parent"], "OS::Keystone::Project"),
            stack.maker(project["domain"], _DOMAIN),
        )
        is_old = project.text("parent") is not None and not any(
            one.values.get("name") == project["parent"] for one in stack.all if one.type == owner.type
        )
        if is_old and domain is not None and stack.are_together(owner, domain):
            message = f"a project that exists is in another domain than '{domain.place}'"
            yield project.refuse("parent", message, "setting", domain)
        domains = [(one, id_of(one)) for one in (project["domain"], parent.values.get("domain") if parent else None)]
        if parent is not None and any(made for _, made in domains) and _differ(*domains):
            yield project.refuse("parent", f"parent '{parent.place}' is in another domain", "neighbor", parent)


def _differ(*domains: tuple[Value, str | None]) -> bool:
    """Return whether two domains, each with the name of the resource that makes it, are known to be two."""
    return all(made or isinstance(one, str) for one, made in domains) and domains[0][1] != domains[1][1]
