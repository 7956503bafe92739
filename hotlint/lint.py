"""Run the rules over one unit: one template in its context, or one environment file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from hotlint.diagnostic import SEVERITIES, Diagnostic
from hotlint.functions.base import Call
from hotlint.rule import Checked, Context, Rule, hooks_of
from hotlint.template import Named, Part, Resource, Template, kind_of
from hotlint.text import Span

if TYPE_CHECKING:
    from hotlint.propertytypes import PropertyProblem
    from hotlint.unit import Unit

CRASH_CODE = "HOT000"
Hook = tuple[Rule, Callable[..., Checked]]


class Linter:
    """A set of rules, ready to run. `rules` are those that are switched on; the object holds no state of a run.

    `others` judges the files that a template is used with, where a rule asks for that (by default: these rules).
    """

    def __init__(self, rules: Iterable[Rule], others: Linter | None = None) -> None:
        self.others = others or self
        self.hooks: dict[str, list[Hook]] = {}
        self._call_hooks: dict[tuple[str, str], list[Hook]] = {}
        for rule in rules:
            for name, method in hooks_of(rule).items():
                self.hooks.setdefault(name, []).append((rule, method))

    def lint(self, unit: Unit) -> list[Diagnostic]:
        """Every finding in the unit, in the order of the text. A rule that crashes is one finding of its own."""
        ctx = Context(unit, self.others.lint)
        found: list[Diagnostic] = []
        self.run("check_document", (unit.document,), ctx, found)
        kind = kind_of(unit.document)
        if kind in ("other", "empty") and unit.path in unit.environment.files:
            kind = "environment"
        if kind == "hot":
            self._template(ctx, found)
        elif kind == "environment" and "check_environment" in self.hooks:
            from hotlint.environment import EnvironmentFile

            self.run("check_environment", (EnvironmentFile(unit.document),), ctx, found)
        return tidied(found)

    def _template(self, ctx: Context, found: list[Diagnostic]) -> None:
        self.run("check_template", (ctx.template,), ctx, found)
        for group in ctx.template.groups:
            self.run("check_group", (group,), ctx, found)
        for hook, owner in owners(ctx.template):
            self.owner(hook, owner, ctx, found)

    def owner(self, hook: str, owner: Named, ctx: Context, found: list[Diagnostic]) -> None:
        """What there is to say of one parameter, condition, resource or output, and of all that stands in it."""
        fields = owner.fields
        hooks = [h for h in self.hooks.get(hook, ()) if not h[0].needs or not h[0].needs.isdisjoint(fields)]
        self.run(hook, (owner,), ctx, found, hooks)
        if isinstance(owner, Resource) and "check_property" in self.hooks:
            for problem in _problems(owner, ctx, found):
                self.run("check_property", (problem, owner), ctx, found)
        for part in ctx.template.parts_of(owner):
            self.run("check_part", (part,), ctx, found)
            for call in part.calls:
                self._call(call, part, ctx, found)

    def _call(self, call: Call, part: Part, ctx: Context, found: list[Diagnostic]) -> None:
        self.run("check_call", (call, part), ctx, found, self._wanting("check_call", call))
        for fault in ctx.faults(call) if "check_fault" in self.hooks else ():
            self.run("check_fault", (fault, call, part), ctx, found)
        if hooks := self._wanting("check_target", call):
            for target in call.function.targets(call):
                self.run("check_target", (target, call, part), ctx, found, hooks)

    def _wanting(self, hook: str, call: Call) -> list[Hook]:
        """The rules with a hook that want to see calls of this function."""
        hooks = self._call_hooks.get((hook, call.name))
        if hooks is None:
            wanted = [h for h in self.hooks.get(hook, ()) if h[0].wants_call(call.function)]
            hooks = self._call_hooks[hook, call.name] = wanted
        return hooks

    def run(
        self, hook: str, args: Sequence[Any], ctx: Context, found: list[Diagnostic], hooks: Sequence[Hook] | None = None
    ) -> None:
        """Add to `found` what the rules with this hook (or those of `hooks`) say of `args`."""
        for rule, method in self.hooks.get(hook, ()) if hooks is None else hooks:
            ctx.rule = rule
            try:
                if ctx.document.broken and hook != "check_document":
                    found.extend(d for d in method(*args, ctx) if not _blurred(d, ctx))
                else:
                    found.extend(method(*args, ctx))
            except RecursionError:
                found.append(_crash(rule, "the template is nested too deeply for it"))
            except Exception as exc:  # one broken rule must not take the others with it
                found.append(_crash(rule, f"{type(exc).__name__}: {exc}"))


def owners(template: Template) -> Iterator[tuple[str, Named]]:
    """Every parameter, condition, resource and output, with the hook that looks at it."""
    for hook, section in (
        ("check_parameter", template.parameters),
        ("check_condition", template.conditions),
        ("check_resource", template.resources),
        ("check_output", template.outputs),
    ):
        for owner in section.values():
            yield hook, owner


def _problems(resource: Resource, ctx: Context, found: list[Diagnostic]) -> Sequence[PropertyProblem]:
    """What is wrong with a resource's properties; a crash on the way is a finding."""
    try:
        checked = ctx.unit.properties(resource)
    except Exception as exc:  # as in `run`
        message = f"The properties of '{resource.name}' could not be checked, please report it: {type(exc).__name__}: {exc}."
        found.append(Diagnostic(CRASH_CODE, "warning", message, resource.key.span, rule="rule-crash"))
        return ()
    return checked.problems if checked else ()


def _blurred(found: Diagnostic, ctx: Context) -> bool:
    """Whether a finding rests on a part of a broken text that may be misread."""
    return ctx.is_blurred(found.span) or any(ctx.is_blurred(r.span) for r in found.related if r.path is None)


def _crash(rule: Rule, why: str) -> Diagnostic:
    message = f"The rule {rule.code} ({rule.name}) failed on this file, please report it: {why}."
    return Diagnostic(CRASH_CODE, "warning", message, Span(0, 1), rule="rule-crash")


def tidied(found: list[Diagnostic]) -> list[Diagnostic]:
    """Each finding once, the most severe of equals, in the order of the text, errors first at one place."""
    mildest_first = sorted(found, key=lambda d: -SEVERITIES.index(d.severity))
    unique = {(d.code, d.span, d.message): d for d in mildest_first}
    return sorted(unique.values(), key=lambda d: (d.span.start, SEVERITIES.index(d.severity), d.span.end, d.code, d.message))
