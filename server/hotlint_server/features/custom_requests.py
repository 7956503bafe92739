"""hotlint's own requests: hotlint/preview, graph, environments, explain, lintWorkspace, tests and runTests."""

from __future__ import annotations

from typing import Any

from hotlint_server import custom_commands, suite_documents
from hotlint_server.feature import Feature
from hotlint_server.session import Session


def preview(session: Session, params: Any) -> dict[str, Any]:
    """Return the dry run of a document."""
    data = _object(params)
    return custom_commands.preview(session, _uri(data), data.get("environments"), data.get("parameters"))


def graph(session: Session, params: Any) -> dict[str, Any]:
    """Return the dependency graph of a document."""
    data = _object(params)
    return {"text": custom_commands.graph(session, _uri(data), str(data.get("format", "mermaid")))}


def environments(session: Session, params: Any) -> dict[str, Any]:
    """Return the environments that a document may be linted with, and those that it is."""
    return custom_commands.environments(session, _uri(_object(params)))


def explain(session: Session, params: Any) -> dict[str, Any]:
    """Return the documentation of a rule, a function or a resource type."""
    return {"markdown": custom_commands.explain(session, str(_object(params).get("name", "")))}


async def lint_workspace(session: Session, params: Any) -> dict[str, int]:
    """Lint every template of the workspace and return the counts."""
    return await custom_commands.lint_workspace(session)


def tests(session: Session, params: Any) -> dict[str, Any]:
    """Return the tests of a suite."""
    return suite_documents.tests(session.workspace, _uri(_object(params)))


async def run_tests(session: Session, params: Any) -> dict[str, Any]:
    """Run tests of a suite, and return their results."""
    data = _object(params)
    return await suite_documents.run_tests(session.workspace, _uri(data), data)


def _object(params: Any) -> dict[str, Any]:
    return params if isinstance(params, dict) else {}


def _uri(data: dict[str, Any]) -> str:
    document = data.get("textDocument")
    return str(document.get("uri", "")) if isinstance(document, dict) else str(data.get("uri", ""))


FEATURES = (
    Feature("hotlint/preview", preview),
    Feature("hotlint/graph", graph),
    Feature("hotlint/environments", environments),
    Feature("hotlint/explain", explain),
    Feature("hotlint/lintWorkspace", lint_workspace),
    Feature("hotlint/tests", tests),
    Feature("hotlint/runTests", run_tests),
)
