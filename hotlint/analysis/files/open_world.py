"""What a template's tree leaves open about it: who uses it supplies values and types that the template does not show."""

from __future__ import annotations

from hotlint.common.records import NamedTuple


class OpenWorld(NamedTuple):
    """The tree of files that a template was found in, where it was not named by itself nor given an environment.

    `is_used`: other templates of the tree nest it, or a registry of the tree maps a type to it, so that these supply its
    parameters, and environments the types in `namespaces` (such as "OS::TripleO::"). A root has neither. In both, a missing
    file with a Jinja source counts as one that is still to be rendered.
    """

    is_used: bool = False
    namespaces: tuple[str, ...] = ()

    def may_map(self, type_name: str) -> bool:
        """Return whether an environment of the tree may map a type that is not known."""
        return self.is_used and type_name.startswith(self.namespaces)
