"""Ask a cloud's Heat for its validation of templates, and add what it finds to the findings of hotlint."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from hotlint.analysis.files.project import Project
from hotlint.analysis.files.upload import upload_of
from hotlint.analysis.template import Template, is_template, span_of
from hotlint.cloud.connection import CloudConnection
from hotlint.cloud.errors import RequestRefusedError
from hotlint.common.files import ReadError
from hotlint.language.versions import is_pseudo
from hotlint.linter.run_diagnostics import RefusedByHeat, run_diagnostic
from hotlint.operations.errors import as_operation_error
from hotlint.operations.inputs import TemplateRequest, chosen_inputs
from hotlint.operations.scope import SettingsScope
from hotlint.operations.stacks import cloud_errors, connected
from hotlint.output.findings.conversion import run_report
from hotlint.output.findings.model import FileReport, Finding
from hotlint.syntax.logical_path import logical_path
from hotlint.syntax.nodes import Mapping as MappingNode
from hotlint.syntax.nodes import Node, Scalar, Sequence
from hotlint.syntax.source import Span

_PATH = re.compile(r"\b(resources|outputs|conditions|parameters)[.\[]([^\s:<>]+)")
_PARAMETER = re.compile(r"\b[Pp]arameter \(?'?([\w:-]*[\w-])'?\)?")
_PREFIX = re.compile(r"^(ERROR: )?(HEAT-E\d+ )?")
_EMPTY = re.compile(r":(?: :)+")
_NO_VERDICT = ("maximum", "quota", "limit exceeded", "already exists", "not authorized", "forbidden")
"""Words of refusals that are about the project, not about the template."""


class HeatRequest(NamedTuple):
    """The cloud of clouds.yaml whose Heat is asked, and the inputs of the check: its scope, values and named deployment.

    `timeout` is in seconds, for one answer of the cloud.
    """

    cloud: str
    scope: SettingsScope = SettingsScope()
    parameters: Mapping[str, Any] = {}
    deployment: str | None = None
    timeout: float | None = None


class HeatFindings(NamedTuple):
    """Reports with the findings of a Heat. `notes` say which templates could not be sent to it."""

    reports: list[FileReport]
    notes: tuple[str, ...]


def with_heat_findings(reports: list[FileReport], request: HeatRequest) -> HeatFindings:
    """Return the reports with what a cloud's Heat finds in each template, where hotlint does not report it.

    Raises OperationError when the cloud cannot be asked.
    """
    notes: list[str] = []
    heat = connected(request.cloud, request.timeout)
    with cloud_errors():
        found = [_with_heat(heat, report, reports, request, notes) for report in reports]
    return HeatFindings(found, tuple(notes))


def _with_heat(
    heat: CloudConnection, report: FileReport, reports: list[FileReport], request: HeatRequest, notes: list[str]
) -> FileReport:
    from hotlint.linter.settings.catalog import catalog

    if not report.checked or not os.path.isfile(report.path):
        return report
    settings = request.scope.settings_of(report.path)
    project = Project(catalog(settings))
    try:
        document = project.document(report.path)
        if not is_template(document) or document.broken:
            return report
        asked = TemplateRequest(report.path, request.scope, deployment=request.deployment)
        inputs = chosen_inputs(asked, settings).inputs
        values = {**inputs.values, **request.parameters}
        message = _refusal(heat, project, report.path, inputs.environments, values)
    except (OSError, ReadError, ValueError, RecursionError) as exc:
        notes.append(f"'{report.path}' cannot be sent to Heat: {as_operation_error(exc)}")
        return report
    if message is None:
        return report
    template = project.template_of(document)
    node_span, steps, deeper = place_of(message, document.root, template)
    if _is_known(report, reports, steps, deeper):
        return report
    said = _EMPTY.sub(":", _PREFIX.sub("", " ".join(message.split()))).strip(" :")
    found = run_diagnostic(RefusedByHeat, f"Heat of cloud '{heat.name}' refuses it: {said}", node_span)
    finding = run_report(report.path, document.text, [found]).diagnostics[0]
    finding = finding._replace(where=logical_path(document.root, node_span.start))
    order = sorted((*report.diagnostics, finding), key=lambda d: (d.span.start_line, d.span.start_column))
    return report._replace(diagnostics=tuple(order))


def _refusal(
    heat: CloudConnection, project: Project, path: str, environments: tuple[str, ...], values: dict[str, Any]
) -> str | None:
    """Return why Heat refuses a template, first by its validation, then by its preview of a stack; None where it does not."""
    upload = upload_of(project, path, environments)
    body: dict[str, Any] = {
        "template": upload.template, "files": upload.files,
        "environment": {"parameters": {n: v for n, v in values.items() if not is_pseudo(n)}},
        "environment_files": list(upload.environments),
    }  # fmt: skip
    questions: list[tuple[str, dict[str, Any]]] = [("/validate", {})]
    if environments or values or _needs_no_values(upload.template):
        questions.append(("/stacks/preview", {"stack_name": f"hotlint-check-{os.getpid()}"}))
    for question, more in questions:
        try:
            heat.post("orchestration", question, {**body, **more})
        except RequestRefusedError as exc:
            if exc.status == 400 and not any(word in exc.reason.lower() for word in _NO_VERDICT):
                return exc.reason or "Bad request"
            if question == "/validate" and exc.status != 400:
                raise
    return None


def _needs_no_values(template: dict[str, Any]) -> bool:
    parameters = template.get("parameters")
    found = parameters.values() if isinstance(parameters, dict) else ()
    return all(isinstance(schema, dict) and "default" in schema for schema in found)


def place_of(message: str, root: Node | None, template: Template) -> tuple[Span, tuple[str, ...], bool]:
    """Return the place in a template that a message of Heat is about, the steps to it, and whether it lies in a nested stack."""
    found = max((_walk(root, match) for match in _PATH.finditer(message)), key=lambda f: len(f[1]), default=None)
    if found is not None and len(found[1]) > 1:
        return found
    for match in _PARAMETER.finditer(message):
        if match[1] in template.parameters:
            return span_of(template.parameters[match[1]].key), ("parameters", match[1]), False
    quoted = re.findall(r"[\"'(]([\w.:-]+)[\"')]", message)
    types = re.findall(r"\b\w+::[\w:]*\w", message)
    for name, resource in template.resources.items():
        if name in quoted:
            return span_of(resource.key), ("resources", name), False
    for name, resource in template.resources.items():
        if resource.type in types:
            return span_of(resource.field("type") or resource.key), ("resources", name), False
    return Span(0, 0), (), False


def _walk(root: Node | None, match: re.Match[str]) -> tuple[Span, tuple[str, ...], bool]:
    """Follow a path such as `resources.port.properties.fixed_ips[0].subnet` as far as the template goes: to the value, or a key."""
    rest = [step for step in re.split(r"[.\[\]]+", f"{match[1]}.{match[2]}".rstrip(".,")) if step]
    node, span, steps = root, Span(0, 0), list[str]()
    while rest and (found := _child(node, rest)) is not None:
        span, node, step, taken = found
        rest = rest[taken:]
        steps.append(step)
    if not rest and isinstance(node, Scalar) and len(steps) > 2 and node.start >= span.start:
        span = span_of(node)
    return span, tuple(steps), bool(rest) and "resources" in rest


def _child(node: Node | None, rest: list[str]) -> tuple[Span, Node | None, str, int] | None:
    """Return the child that a path goes on to: its place, its value (None for an alias), its step, and how many parts name it."""
    if isinstance(node, Sequence):
        index = int(rest[0]) if rest[0].isdigit() else -1
        if not 0 <= index < len(node.items) or index in node.via:
            return None
        return span_of(node.items[index]), node.items[index], rest[0], 1
    if not isinstance(node, MappingNode):
        return None
    entries = {str(entry.name): entry for entry in node.items()}
    name = next((n for n in (".".join(rest[:k]) for k in range(len(rest), 0, -1)) if n in entries), None)
    if name is None and rest[0].lower() in entries:  # Properties, in older messages
        name = rest[0].lower()
    if name is None:
        return None
    return span_of(entries[name].key), entries[name].value, name, name.count(".") + 1


def _is_known(report: FileReport, reports: list[FileReport], steps: tuple[str, ...], deeper: bool) -> bool:
    """Return whether hotlint reports the same cause: an error in the same resource, or in what it nests."""
    errors = [d for d in report.diagnostics if d.severity == "error"]
    if not steps:
        return bool(errors)
    if deeper and any(d.severity == "error" for r in reports if r is not report for d in r.diagnostics):
        return True
    return any(_same_part(d, steps) for d in errors) or any(
        d.where == ".".join(steps) and len(steps) > 2 for d in report.diagnostics
    )


def _same_part(finding: Finding, steps: tuple[str, ...]) -> bool:
    part = ".".join(f"'{s}'" if "." in s else s for s in steps[:2])
    return finding.where == part or finding.where.startswith(part + ".") or finding.where == steps[0]
