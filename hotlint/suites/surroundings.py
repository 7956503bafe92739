"""Where tests find the files, resource types and rules for a template."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from hotlint.analysis.files.project import Project

if TYPE_CHECKING:
    from hotlint.linter.checking.engine import Engine


class Surroundings(Protocol):
    """What a runner needs to know about the files around a suite."""

    def project(self, template: str) -> Project:
        """Return the project that a template is read in."""

    def environments(self, template: str) -> tuple[str, ...]:
        """Return the environment files that the configuration gives a template."""

    def engine(self) -> Engine:
        """Return an engine with the rules; it is asked for only by tests that expect errors."""
