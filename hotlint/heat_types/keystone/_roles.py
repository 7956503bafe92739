"""What types that assign roles check: each role is in a project or in a domain."""

from __future__ import annotations

from hotlint.resource_types.property_relations import ExactlyOne, Reads

READS = (Reads(("roles",)),)
RELATIONS = (ExactlyOne(("project", "domain"), within=("roles",)),)
