"""Explain why a stack failed: the places in its template, the words of the service, and what a check finds there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hotlint.operations.check import CheckRequest, check_one
from hotlint.operations.inputs import TemplateRequest
from hotlint.operations.preview import preview
from hotlint.operations.stacks import cloud_errors, connected, recorded, running
from hotlint.output.failure import ExplainedFailure, FailedStack
from hotlint.plans.failed_events import failures_of, last_events
from hotlint.plans.failures import FailurePlace, failures, place_of, told, with_names, with_type
from hotlint.plans.model import RecordedStack

if TYPE_CHECKING:
    from hotlint.dry_run.stack_preview import Preview
    from hotlint.output.findings.model import Finding
    from hotlint.plans.failures import Failure


class FailureRequest(NamedTuple):
    """A stack that failed, of a cloud of clouds.yaml or of a recording, and the template that it was created with.

    `message` is what Heat said of the stack, instead of either. `timeout` is in seconds, for one answer of the cloud.
    """

    template: TemplateRequest
    stack: str = ""
    cloud: str = ""
    recording: str = ""
    message: str = ""
    timeout: float | None = None


class ExplainedStack(NamedTuple):
    """A stack with its failures explained; none where no resource has failed."""

    stack: FailedStack
    notes: tuple[str, ...]


def failure(request: FailureRequest) -> ExplainedStack:
    """Return why a stack failed. Raises OperationError."""
    stack, found = _failures(request)
    resolved, notes = preview(request.template)
    explained = []
    for unplaced in found:
        placed = with_type(unplaced, resolved)
        said = placed._replace(words=resolved.foreign(with_names(placed.words, stack)))
        findings = _findings(request.template, placed, place_of(placed, resolved), resolved)
        reported = next((finding.where for finding in findings if ".properties." in finding.where), "")
        explained.append(ExplainedFailure(said, place_of(placed, resolved, reported), findings))

    def text_of(file: str) -> str:
        return resolved.context.project.document(file).text

    stack = stack._replace(reason=resolved.foreign(stack.reason))
    return ExplainedStack(FailedStack(stack, tuple(explained), text_of), notes)


def events(request: FailureRequest) -> ExplainedStack:
    """Return the last event of each resource of a stack of a cloud, failed or not, at its place. Raises OperationError."""
    resolved, notes = preview(request.template)
    with cloud_errors():
        stack, happened = last_events(connected(request.cloud, request.timeout), request.stack)
    placed = [
        ExplainedFailure(
            with_type(one, resolved)._replace(words=resolved.foreign(one.words)),
            FailurePlace(place_of(one, resolved).resource),
            (),
        )
        for one in happened
    ]

    def text_of(file: str) -> str:
        return resolved.context.project.document(file).text

    stack = stack._replace(reason=resolved.foreign(stack.reason))
    return ExplainedStack(FailedStack(stack, tuple(placed), text_of), notes)


def _failures(request: FailureRequest) -> tuple[RecordedStack, list[Failure]]:
    """Return the stack and its failures, from a message, a recording or the cloud."""
    if request.message:
        return RecordedStack("of the message", "", "FAILED", request.message), list(told(request.message))
    if request.recording:
        stack = recorded(request.recording)
        return stack, list(failures(stack)) or list(told(stack.reason))
    connection = connected(request.cloud, request.timeout)
    stack = running(connection, request.stack)
    with cloud_errors():
        return stack, failures_of(connection, stack)


def _findings(request: TemplateRequest, failed: Failure, place: FailurePlace, resolved: Preview) -> tuple[Finding, ...]:
    """Return the errors and warnings that a check of the template reports at a failed resource."""
    if place.resource is None:
        return ()
    file, outer = place.resource.path, resolved.context
    is_outer = file == outer.path
    asked = CheckRequest(
        settings={"environments": tuple(outer.environment.files)} if is_outer else {},
        parameters=dict(request.parameters) if is_outer else {},
        config=request.scope.config,
        use_config=request.scope.use_config,
        confined_to=request.scope.confined_to,
    )
    parts = [f"resources.{name}" for name in failed.path]
    return tuple(
        finding
        for finding in check_one(asked, file).diagnostics
        if finding.severity in ("error", "warning")
        and any(finding.where == part or finding.where.startswith(f"{part}.") for part in parts)
    )
