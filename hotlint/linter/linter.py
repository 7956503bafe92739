"""Run the rules over one unit: one template in its context, or one environment file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from hotlint.analysis.template import Named, Part, Resource, Template, kind_of
from hotlint.language.functions.base import STRUCTURED, Call
from hotlint.linter.diagnostic import SEVERITIES, Diagnostic
from hotlint.linter.rule import Checked, Context, Rule, hooks_of
from hotlint.syntax.source import Span

if TYPE_CHECKING:
    from hotlint.analysis.context import TemplateContext

CRASH_CODE = "HOT000"
Hook = tuple[Rule, Callable[..., Checked]]
_KEPT = 10_000
"""Sets of keys for which it is kept which rules look at them."""


class Linter:
    """A set of rules, ready to run. `rules` are those that are switched on; the object holds no state of a run.

    `others` judges the files that a template is used with, where a rule asks for that (by default: these rules).
    """

    def __init__(self, rules: Iterable[Rule], others: Linter | None = None) -> None:
        self.others = others or self
        self.hooks: dict[str, list[Hook]] = {}
        self._call_hooks: dict[str, tuple[list[Hook], list[Hook]]] = {}
        self._key_hooks: dict[tuple[Any, ...], list[Hook]] = {}
        for rule in rules:
            for name, method in hooks_of(rule).items():
                self.hooks.setdefault(name, []).append((rule, method))

    def lint(self, unit: TemplateContext) -> list[Diagnostic]:
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
            from hotlint.analysis.environment import EnvironmentFile

            self.run("check_environment", (EnvironmentFile(unit.document),), ctx, found)
        return sort_and_dedupe(found)

    def _template(self, ctx: Context, found: list[Diagnostic]) -> None:
        self.run("check_template", (ctx.template,), ctx, found)
        for group in ctx.template.groups:
            self.run("check_group", (group,), ctx, found)
        for hook, owner in owners(ctx.template):
            self.owner(hook, owner, ctx, found)

    def owner(self, hook: str, owner: Named, ctx: Context, found: list[Diagnostic]) -> None:
        """What there is to say of one parameter, condition, resource or output, and of all that stands in it."""
        self.run(hook, (owner,), ctx, found, self._looking_at(hook, owner, ctx.version))
        if isinstance(owner, Resource):
            self._resource(owner, ctx, found)
        for part in ctx.template.parts_of(owner):
            if part.snippet.__class__ in STRUCTURED:
                self.run("check_part", (part,), ctx, found)
                for call in part.calls:
                    self._call(call, part, ctx, found)

    def _resource(self, resource: Resource, ctx: Context, found: list[Diagnostic]) -> None:
        """What a resource is and uses, and what is wrong with its properties."""
        unit, hooks = ctx.unit, self.hooks
        try:
            kind = unit.kind_of(resource) if resource.type else None
            uses = unit.uses(resource) if "check_uses" in hooks else ()
            checked = unit.properties(resource) if "check_property" in hooks else None
        except Exception as exc:  # as in `run`
            why = f"{type(exc).__name__}: {exc}"
            message = f"The resource '{resource.name}' could not be checked, please report it: {why}."
            found.append(Diagnostic(CRASH_CODE, "warning", message, resource.key.span, rule="rule-crash"))
            return
        if kind is not None and kind.is_problematic:
            self.run("check_type", (kind, resource), ctx, found)
        if uses:
            self.run("check_uses", (uses, resource), ctx, found)
        for problem in checked.problems if checked else ():
            self.run("check_property", (problem, resource), ctx, found)

    def _looking_at(self, hook: str, owner: Named, version: str) -> list[Hook]:
        """The rules with a hook that look at parameters, resources or outputs with such keys."""
        key = (hook, version, *owner.fields)
        hooks = self._key_hooks.get(key)
        if hooks is None:
            if len(self._key_hooks) >= _KEPT:
                self._key_hooks.clear()
            wanted = [h for h in self.hooks.get(hook, ()) if h[0].wants_keys(owner.fields.keys(), version)]
            hooks = self._key_hooks[key] = wanted
        return hooks

    def _call(self, call: Call, part: Part, ctx: Context, found: list[Diagnostic]) -> None:
        looking, following = self._call_hooks.get(call.name) or self._wanting(call)
        if looking:
            self.run("check_call", (call, part), ctx, found, looking)
        for error in ctx.errors(call) if "check_argument_error" in self.hooks else ():
            self.run("check_argument_error", (error, call, part), ctx, found)
        for target in call.targets if following else ():
            self.run("check_target", (target, call, part), ctx, found, following)

    def _wanting(self, call: Call) -> tuple[list[Hook], list[Hook]]:
        """The rules that want to see calls of this function, and those that want to see the names in them."""
        looking, following = (
            [h for h in self.hooks.get(hook, ()) if h[0].wants_call(call.function)]
            for hook in ("check_call", "check_target")
        )
        self._call_hooks[call.name] = looking, following
        return looking, following

    def run(
        self, hook: str, args: Sequence[Any], ctx: Context, found: list[Diagnostic], hooks: Sequence[Hook] | None = None
    ) -> None:
        """Add to `found` what the rules with this hook (or those of `hooks`) say of `args`."""
        unreliable = ctx.document.broken and hook != "check_document"
        args = (*args, ctx)
        for rule, method in self.hooks.get(hook, ()) if hooks is None else hooks:
            ctx.rule = rule
            try:
                if unreliable:
                    found.extend(d for d in method(*args) if not _blurred(d, ctx))
                else:
                    found.extend(method(*args))
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


def _blurred(found: Diagnostic, ctx: Context) -> bool:
    """Whether a finding rests on a part of a broken text that may be misread."""
    return ctx.is_unreliable(found.span) or any(ctx.is_unreliable(r.span) for r in found.related if r.path is None)


def _crash(rule: Rule, why: str) -> Diagnostic:
    message = f"The rule {rule.code} ({rule.name}) failed on this file, please report it: {why}."
    return Diagnostic(CRASH_CODE, "warning", message, Span(0, 1), rule="rule-crash")


def sort_and_dedupe(found: list[Diagnostic]) -> list[Diagnostic]:
    """Each finding once, the most severe of equals, in the order of the text, errors first at one place."""
    mildest_first = sorted(found, key=lambda d: -SEVERITIES.index(d.severity))
    unique = {(d.code, d.span, d.message): d for d in mildest_first}
    return sorted(
        unique.values(), key=lambda d: (d.span.start, SEVERITIES.index(d.severity), d.span.end, d.code, d.message)
    )
