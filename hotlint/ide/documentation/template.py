"""Documentation of the things of a template, with their values in the dry run."""

from __future__ import annotations

import os
from collections.abc import Callable

from hotlint.analysis.composition.masking import REDACTED
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.environments.inputs import Given
from hotlint.analysis.template import Condition, Output, Parameter, Resource
from hotlint.dry_run.redaction import Redaction
from hotlint.ide.documentation.markup import MAX_VALUE, code, escaped, flow_style, name_list, yaml_block
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.language.functions.base import Snippet
from hotlint.language.values import EvaluationError, Value, first_unknown, is_known, show
from hotlint.resource_types.schema import ResourceType


def declaration(declared: Parameter) -> str:
    """Return what a template declares of a parameter: its type, description, default and constraints."""
    lines = [
        f"**{escaped(declared.name)}**: parameter, {escaped(declared.type or 'of no type')}"
        + (", hidden" if declared.hidden else "")
    ]
    if declared.text("description"):
        lines += ["", escaped(str(declared.text("description")))]
    if declared.has_default:
        default = REDACTED if declared.hidden else flow_style(declared.field("default"))
        lines += ["", f"Default: {code(default)}"]
    rules = [f"- {escaped(kind)}: {code(flow_style(entry.value))}" for kind, entry, _ in declared.constraints()]
    lines += ["", *rules] if rules else []
    return "\n".join(lines)


def parameter(declared: Parameter, analysis: FileAnalysis) -> str:
    """Return the page of a parameter, with its value under the environments in use."""
    lines = [declaration(declared)]
    given: Given | None = analysis.evaluation.given(declared.name)
    if given is not None:
        shown = os.path.relpath(given.origin, analysis.folder) if os.path.isabs(given.origin) else given.origin
        origin = f" (from {escaped(shown.replace(os.sep, '/'))})" if shown else ""
        lines += ["", f"Value: {code(REDACTED if declared.hidden else show(given.value, MAX_VALUE))}{origin}"]
    return "\n".join(lines)


def resource(declared: Resource, analysis: FileAnalysis) -> str:
    """Return the page of a resource."""
    lines = [f"**{escaped(declared.name)}**: resource, {escaped(declared.type or 'of no type')}"]
    if declared.text("description"):
        lines += ["", escaped(str(declared.text("description")))]
    if "condition" in declared.fields:
        part = analysis.template.part(declared, "condition")
        exists = lambda context: context.evaluation.condition_value(declared)  # noqa: E731
        lines += ["", f"Exists: {_result(analysis.context, exists, part.snippet if part else None)}"]
    kind = analysis.context.resource_type(declared) if declared.type else None
    if isinstance(kind, ResourceType):
        attributes = [n for n, a in kind.attributes.items() if a.support.status == "SUPPORTED"]
        lines += ["", "Attributes: " + name_list(attributes)]
    return "\n".join(lines)


def condition(declared: Condition, analysis: FileAnalysis) -> str:
    """Return the page of a condition, with its value."""
    head = f"**{escaped(declared.name)}**: condition\n\n{yaml_block(flow_style(declared.node))}\n"
    part = analysis.template.part(declared, "condition")
    holds = lambda context: context.evaluation.named_condition(declared.name)  # noqa: E731
    return head + f"Now: {_result(analysis.context, holds, part.snippet if part else None)}"


def output(declared: Output, analysis: FileAnalysis) -> str:
    """Return the page of an output, with its value."""
    lines = [f"**{escaped(declared.name)}**: output"]
    if declared.text("description"):
        lines += ["", escaped(str(declared.text("description")))]
    part = analysis.template.part(declared, "value")
    if part is not None:
        lines += ["", f"Value: {result_of(analysis.context, part.snippet)}"]
    return "\n".join(lines)


def result_of(context: TemplateContext, snippet: Snippet) -> str:
    """Return the value of a snippet, why it is unknown, or why Heat would fail. What is hidden is redacted."""
    return _result(context, lambda each: each.evaluation.resolve(snippet), snippet)


def _result(context: TemplateContext, work: Callable[[TemplateContext], Value], snippet: Snippet = None) -> str:
    try:
        value = work(context)  # which opens the nested templates that it reads
        value = Redaction(context).of(value, work)
    except EvaluationError as exc:
        return f"would fail: {escaped(Redaction(context).message(exc.message, snippet))}"
    if is_known(value):
        return code(_one_line(value))
    reason = first_unknown(value)
    known = f"{code(_one_line(value))}, " if not isinstance(value, type(reason)) else ""
    return f"{known}not known{' in part' if known else ''}: {escaped(reason.reason) if reason else 'it depends on the cloud'}"


def _one_line(value: Value) -> str:
    return show(value, MAX_VALUE).replace("`", "'")
