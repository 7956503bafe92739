"""hotlint's own requests: previews and graphs, values, deployments, environments, documentation and tests."""

from __future__ import annotations

from typing import Any

from hotlint_server.features import custom_commands, deployments, why
from hotlint_server.session import Feature, Session
from hotlint_server.workspace import suite_documents


def preview(session: Session, params: Any) -> dict[str, Any]:
    """Return the dry run of a document."""
    data = _object(params)
    return custom_commands.preview(session, _uri(data), data.get("environments"), data.get("parameters"))


def graph(session: Session, params: Any) -> dict[str, Any]:
    """Return the dependency graph of a document."""
    data = _object(params)
    output_format = str(data.get("format", "mermaid"))
    given = data.get("environments"), data.get("parameters")
    return {"text": custom_commands.graph(session, _uri(data), output_format, *given)}


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


def why_value(session: Session, params: Any) -> dict[str, Any] | None:
    """Return how a value is computed; None where there is none."""
    data = _object(params)
    return why.why_at(session, _uri(data), data)


async def list_deployments(session: Session, params: Any) -> list[dict[str, Any]]:
    """Return the deployments of the workspace."""
    return await deployments.deployments(session)


async def deployment_findings(session: Session, params: Any) -> dict[str, Any]:
    """Return the findings of one deployment."""
    data = _object(params)
    return await deployments.findings(session, _uri(data), data.get("environments"), data.get("parameters"))


def diff(session: Session, params: Any) -> dict[str, Any]:
    """Return what an update would do, from earlier texts to the documents as they are."""
    data = _object(params)
    return deployments.diff(session, _uri(data), data)


def new_environment(session: Session, params: Any) -> dict[str, Any]:
    """Return a new environment for a document, as text."""
    return deployments.environment_for(session, _uri(_object(params)))


def _object(params: Any) -> dict[str, Any]:
    return params if isinstance(params, dict) else {}


def _uri(data: dict[str, Any]) -> str:
    document = data.get("textDocument")
    return str(document.get("uri", "")) if isinstance(document, dict) else str(data.get("uri", ""))


FEATURES = (
    Feature("hotlint/preview", preview),
    Feature("hotlint/graph", graph),
    Feature("hotlint/environments", environments),
    Feature("hotlint/newEnvironment", new_environment),
    Feature("hotlint/why", why_value),
    Feature("hotlint/deployments", list_deployments),
    Feature("hotlint/deploymentFindings", deployment_findings),
    Feature("hotlint/diff", diff),
    Feature("hotlint/explain", explain),
    Feature("hotlint/lintWorkspace", lint_workspace),
    Feature("hotlint/tests", tests),
    Feature("hotlint/runTests", run_tests),
)
