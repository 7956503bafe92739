"""hotlint's own requests: previews and graphs, values, deployments, environments, documentation and tests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from hotlint_server.features import custom_commands, deployments, why
from hotlint_server.session import Feature, Session
from hotlint_server.workspace import suite_documents


def tests(session: Session, uri: str, _: dict[str, Any]) -> dict[str, Any]:
    """Return the tests of a suite."""
    return suite_documents.tests(session.workspace, uri)


async def run_tests(session: Session, uri: str, data: dict[str, Any]) -> dict[str, Any]:
    """Run tests of a suite, and return their results."""
    return await suite_documents.run_tests(session.workspace, uri, data)


def _of_document(answer: Callable[[Session, str, dict[str, Any]], Any]) -> Callable[[Session, Any], Any]:
    """Return the handler of a request: `answer` takes the session, the URI of the document, and the parameters as an object."""

    def handle(session: Session, params: Any) -> Any:
        data = params if isinstance(params, dict) else {}
        document = data.get("textDocument")
        uri = str(document.get("uri", "")) if isinstance(document, dict) else str(data.get("uri", ""))
        return answer(session, uri, data)

    async def handle_async(session: Session, params: Any) -> Any:
        return await handle(session, params)

    return handle_async if asyncio.iscoroutinefunction(answer) else handle


_REQUESTS: dict[str, Callable[[Session, str, dict[str, Any]], Any]] = {
    "preview": custom_commands.preview,
    "graph": custom_commands.graph,
    "environments": custom_commands.environments,
    "newEnvironment": deployments.environment_for,
    "why": why.why_at,
    "deployments": deployments.deployments,
    "deploymentFindings": deployments.findings,
    "diff": deployments.diff,
    "explain": custom_commands.explain,
    "lintWorkspace": custom_commands.lint_workspace,
    "tests": tests,
    "runTests": run_tests,
}
FEATURES = tuple(Feature(f"hotlint/{name}", _of_document(answer)) for name, answer in _REQUESTS.items())
