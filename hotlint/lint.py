"""Run the rules over one unit: one template in its context, or one environment file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from hotlint.diagnostic import SEVERITIES, Diagnostic
from hotlint.rule import Checked, Context, Rule, hooks_of
from hotlint.template import kind_of
from hotlint.text import Span

if TYPE_CHECKING:
    from hotlint.unit import Unit

CRASH_CODE = "HOT000"
Hook = tuple[Rule, Callable[..., Checked]]


class Linter:
    """A set of rules, ready to run. `rules` are those that are switched on; the object holds no state of a run."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self.hooks: dict[str, list[Hook]] = {}
        for rule in rules:
            for name, method in hooks_of(rule).items():
                self.hooks.setdefault(name, []).append((rule, method))

    def lint(self, unit: Unit) -> list[Diagnostic]:
        """Every finding in the unit, in the order of the text. A rule that crashes is one finding of its own."""
        ctx = Context(unit)
        found: list[Diagnostic] = []
        self.run("check_document", (unit.document,), ctx, found)
        kind = kind_of(unit.document)
        if kind == "hot":
            self._template(ctx, found)
        elif kind == "environment" and "check_environment" in self.hooks:
            from hotlint.environment import EnvironmentFile

            self.run("check_environment", (EnvironmentFile(unit.document),), ctx, found)
        return tidied(found)

    def _template(self, ctx: Context, found: list[Diagnostic]) -> None:
        template = ctx.template
        self.run("check_template", (template,), ctx, found)
        for hook, items in (
            ("check_parameter", template.parameters.values()),
            ("check_group", template.groups),
            ("check_condition", template.conditions.values()),
            ("check_resource", template.resources.values()),
            ("check_output", template.outputs.values()),
        ):
            for item in items:
                self.run(hook, (item,), ctx, found)
        for part in template.parts:
            self.run("check_part", (part,), ctx, found)
            for call in part.calls:
                self.run("check_call", (call, part), ctx, found)

    def run(
        self, hook: str, args: Sequence[Any], ctx: Context, found: list[Diagnostic], hooks: Sequence[Hook] | None = None
    ) -> None:
        """Add to `found` what the rules with this hook (or those of `hooks`) say of `args`."""
        for rule, method in self.hooks.get(hook, ()) if hooks is None else hooks:
            ctx.rule = rule
            try:
                found.extend(method(*args, ctx))
            except RecursionError:
                found.append(_crash(rule, "the template is nested too deeply for it"))
            except Exception as exc:  # one broken rule must not take the others with it
                found.append(_crash(rule, f"{type(exc).__name__}: {exc}"))


def _crash(rule: Rule, why: str) -> Diagnostic:
    message = f"The rule {rule.code} ({rule.name}) failed on this file, please report it: {why}."
    return Diagnostic(CRASH_CODE, "warning", message, Span(0, 1), rule="rule-crash")


def tidied(found: list[Diagnostic]) -> list[Diagnostic]:
    """Each finding once, the most severe of equals, in the order of the text, errors first at one place."""
    mildest_first = sorted(found, key=lambda d: -SEVERITIES.index(d.severity))
    unique = {(d.code, d.span, d.message): d for d in mildest_first}
    return sorted(unique.values(), key=lambda d: (d.span.start, SEVERITIES.index(d.severity), d.span.end, d.code, d.message))
