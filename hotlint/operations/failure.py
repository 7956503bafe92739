"""Explain why a stack failed: the places in its template, the words of the service, and what a check finds there."""

from __future__ import annotations

from os.path import abspath
from typing import NamedTuple

from hotlint.dry_run.stack_preview import Preview
from hotlint.operations.check import CheckRequest, check_one
from hotlint.operations.inputs import TemplateRequest
from hotlint.operations.preview import preview
from hotlint.operations.stacks import cloud_errors, connected, recorded, running
from hotlint.output.failure import ExplainedFailure, FailedStack
from hotlint.output.findings.model import Finding
from hotlint.plans.failed_events import failures_of, last_events
from hotlint.plans.failures import (
    Failure,
    FailurePlace,
    failures,
    place_of,
    templates_around,
    told,
    with_names,
    with_type,
)
from hotlint.plans.model import RecordedStack
from hotlint.syntax.logical_path import logical_path
from hotlint.syntax.source import LineIndex


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
        reported = next((where for where in findings.values() if ".properties." in where), "")
        explained.append(ExplainedFailure(said, place_of(placed, resolved, reported), tuple(findings)))
    return _explained(stack, explained, resolved, notes)


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
    return _explained(stack, placed, resolved, notes)


def _explained(
    stack: RecordedStack, failures_: list[ExplainedFailure], resolved: Preview, notes: tuple[str, ...]
) -> ExplainedStack:
    shown = stack._replace(reason=resolved.foreign(stack.reason))
    text_of = lambda file: resolved.context.project.document(file).text  # noqa: E731
    return ExplainedStack(FailedStack(shown, tuple(failures_), text_of), notes)


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


def _findings(request: TemplateRequest, failed: Failure, place: FailurePlace, resolved: Preview) -> dict[Finding, str]:
    """Return the errors at a failed resource, or else warnings about the value that its service spoke of, with their logical paths.

    A finding of an outer template is one of them where it names a place in the resource, as one about a value that it passes does.
    """
    if place.resource is None:
        return {}
    file, outer = place.resource.path, resolved.context
    document = outer.project.document(file)
    lines, parts = LineIndex(document.text), tuple(f"resources.{name}" for name in failed.path)
    spoken = f"resources.{failed.path[-1]}.properties.{place.property}" if place.property else ""
    errors: dict[Finding, str] = {}
    warnings: dict[Finding, str] = {}
    for path in reversed(templates_around(failed, resolved)):
        if errors:
            break  # those of the templates around it are the same ones
        is_outer = path == outer.path
        asked = CheckRequest(
            settings={"environments": tuple(outer.environment.files)} if is_outer else {},
            parameters=dict(request.parameters) if is_outer else {},
            config=request.scope.config,
            use_config=request.scope.use_config,
            confined_to=request.scope.confined_to,
        )
        for finding in check_one(asked, path).diagnostics:
            spans = [related.span for related in finding.related if abspath(related.path) == abspath(file)]
            offsets = [lines.offset(span.start_line, span.start_column) for span in spans]
            places = [finding.where] if path == file else [logical_path(document.root, offset) for offset in offsets]
            where = next((one for one in places if f"{one}.".startswith(tuple(f"{part}." for part in parts))), "")
            if where and finding.severity == "error":
                errors[finding] = where
            elif where == spoken != "" and finding.severity == "warning":
                warnings[finding] = where
    return errors or warnings
