"""Find the resources of a template and their dependencies."""

from __future__ import annotations

from typing import NamedTuple

from hotlint.dry_run.dependency_graph import DependencyGraph, dependency_graph
from hotlint.dry_run.errors import parameter_errors
from hotlint.operations.inputs import TemplateRequest
from hotlint.operations.preview import preview


class TemplateGraph(NamedTuple):
    """The graph of the template at `path`. `refused` are the given values that Heat refuses, each with the reason."""

    graph: DependencyGraph
    path: str
    refused: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]


def graph(request: TemplateRequest) -> TemplateGraph:
    """Return the dependency graph of a template. Raises OperationError as `preview` does."""
    found, notes = preview(request)
    return TemplateGraph(dependency_graph(found), found.context.path, tuple(parameter_errors(found)), notes)
