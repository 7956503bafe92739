"""What types that assign roles check: each role is in a project or in a domain."""

from __future__ import annotations

from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import ExactlyOne, Reads


class AssignsRoles(HeatType):
    """Base of the types that assign roles."""

    reads = (Reads(("roles",)),)
    unapplied = dict.fromkeys(
        ("group", "user"), "Heat changes only roles: the new one gets none, and the old one keeps them"
    )
    relations = (ExactlyOne(("project", "domain"), within=("roles",)),)


def examples(given: str) -> tuple[tuple[str], tuple[str]]:
    """Return an example that Heat refuses, and one that it takes, of a type that has a property `given`."""
    bad = f"""
        {given}
        roles:
          - {{role: r, project: p, domain: d}}
                                  ^^^^^^
        """
    return (bad,), (f"{{{given}, roles: [{{role: r, project: p}}]}}",)
