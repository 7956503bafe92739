"""A file of one policy."""

from __future__ import annotations

POLICY = "- {code: SITE1, resources: OS::Nova::Server, assert: 'properties.flavor == \"small\"', message: 'flavor {{ properties.flavor }}'"


def policies(more: str = "") -> str:
    """Return a file of one policy with these further entries."""
    return f"policies:\n{POLICY}{more}}}\n"
