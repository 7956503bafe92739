"""What the rules on user data share: where templates have it, in which form Heat hands it on, and the places of findings."""

from __future__ import annotations

import os
from collections.abc import Iterator

from hotlint import heat_types
from hotlint.common.annotations import TYPE_CHECKING
from hotlint.common.records import NamedTuple
from hotlint.heat_types.base import HeatType
from hotlint.language.values import EvaluationError
from hotlint.rule import (
    Call,
    Diagnostic,
    Edit,
    Fix,
    Mapping,
    Node,
    Related,
    Resource,
    RuleContext,
    Scalar,
    Severity,
    Span,
)

if TYPE_CHECKING:
    from hotlint.analysis.user_data import UserData

MARKER = "#cloud-config"
"""How a text begins that is a cloud-config."""
DEFAULT_FORMAT = "HEAT_CFNTOOLS"
FORMAT = "user_data_format"
UNCLAIMED = ("Heat::Ungrouped", "ungrouped", None)
"""The `group` of a configuration that no hook on the server takes."""


class Holder(NamedTuple):
    """A property of a resource, or of a member of a group, with user data: `node` is its value, `properties` what it is in."""

    resource: Resource
    kind: HeatType
    node: Node
    properties: Mapping

    @property
    def is_server(self) -> bool:
        """Whether the user data is that of a server, and no configuration that may become it."""
        return not self.kind.holds_user_data


def holders(ctx: RuleContext) -> list[Holder]:
    """Return where the template has user data, in order."""
    return ctx.memoize(("user data",), lambda: list(_holders(ctx)))


def _holders(ctx: RuleContext) -> Iterator[Holder]:
    for resource in ctx.template.resources.values():
        properties = resource.field("properties")
        if not isinstance(properties, Mapping) or not resource.type:
            continue
        kind = heat_types.of(ctx.template_context.resource_type(resource).name)
        if kind.definition:
            member = properties.get(kind.definition)
            type_ = member.get("type") if isinstance(member, Mapping) else None
            inner = member.get("properties") if isinstance(member, Mapping) else None
            if not isinstance(type_, Scalar) or not isinstance(inner, Mapping):
                continue
            kind, properties = heat_types.of(str(type_.value)), inner
        node = properties.get(kind.user_data) if kind.user_data else None
        if node is not None:
            yield Holder(resource, kind, node, properties)


def calls(ctx: RuleContext) -> dict[int, Call]:
    """Return the calls of the template by the identity of their nodes."""
    return ctx.memoize(("calls by node",), lambda: {id(call.node): call for _, call in ctx.template.calls()})


def texts_at(node: Node, ctx: RuleContext) -> list[UserData]:
    """Return the texts that a value may have: see `texts`."""
    return ctx.memoize(("texts", id(node)), lambda: _read(node, ctx))


def _read(node: Node, ctx: RuleContext) -> list[UserData]:
    from hotlint.analysis.user_data import texts  # most templates have no user data

    found = calls(ctx) if not isinstance(node, Scalar) else {}
    return list(texts(node, found, ctx.template_context.evaluation, ctx.template))


def format_of(holder: Holder, ctx: RuleContext) -> str | None:
    """Return the form in which Heat hands on the user data of a server; None where that is not known."""
    node = holder.properties.get(FORMAT)
    if node is None:
        return DEFAULT_FORMAT
    try:
        value = ctx.template_context.evaluation.resolve(ctx.template.read(node))
    except EvaluationError:
        return None
    return value if isinstance(value, str) else None


def configs(node: Node, ctx: RuleContext) -> list[Holder]:
    """Return the configurations of the template that a value names with get_resource, itself or in a branch of `if`."""
    call = calls(ctx).get(id(node)) if not isinstance(node, Scalar) else None
    if call is None:
        return []
    if call.function.macro:
        branches = next(iter(node.items())).value if isinstance(node, Mapping) else None
        listed = getattr(branches, "items", None)
        return [found for branch in listed[1:] for found in configs(branch, ctx)] if isinstance(listed, list) else []
    names = {target.name for target in call.targets if call.name in ("get_resource", "Ref")}
    return [holder for holder in holders(ctx) if holder.resource.name in names and not holder.is_server]


def texts_of_part(node: Node, ctx: RuleContext) -> list[UserData]:
    """Return the texts of a value that is user data or a part of it, of the configurations that it names as well."""
    found = texts_at(node, ctx)
    for config in configs(node, ctx):
        found = [*found, *texts_at(config.node, ctx)]
    return found


def report_in(
    ctx: RuleContext,
    data: UserData,
    span: Span,
    message: str,
    *,
    severity: Severity | None = None,
    meant: str | None = None,
) -> Diagnostic:
    """Return a finding at a part of a text: in the template, or in the file that it names. `meant` is what belongs there."""
    text = ctx.document.text
    place, path, named = data.place(span, text)
    if path and named is not None:
        words = f"in {os.path.basename(path)}"
        related = [Related("here", place, path, words)]
        return ctx.report(named, f"{words}, {message}", severity=severity, related=related)
    fix = None
    if meant is not None and text[place.start : place.end] == data.text[span.start : span.end]:
        fix = Fix(f"Change to '{meant}'", (Edit(place, meant),))
    return ctx.report(place, message, severity=severity, fix=fix)
