"""Run the rules over one file in its context: a template, or an environment file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from hotlint.analysis.template import Named, Part, Resource, Template, kind_of
from hotlint.language.functions.base import STRUCTURED, Call
from hotlint.language.time_limit import one_file
from hotlint.linter.diagnostic import SEVERITIES, Diagnostic
from hotlint.linter.property_problems import resource_problems
from hotlint.linter.redaction import redacted
from hotlint.linter.rule import RESOURCE_HOOKS, Checked, Context, Rule, hooks_of
from hotlint.linter.type_rules import NO_TYPE_RULES, TypeRulesTable
from hotlint.syntax.source import Span

if TYPE_CHECKING:
    from hotlint.analysis.context import TemplateContext

CRASH_CODE = "HOT000"
Hook = tuple[Rule, Callable[..., Checked]]
KEY_SETS_LIMIT = 10_000
"""Sets of keys for which the interested rules are remembered."""


class HookTable:
    """The hooks of a set of rules by name, and which of them look at a given set of keys, or at a given function."""

    __slots__ = ("_by_function", "_by_keys", "by_name")

    def __init__(self, by_name: dict[str, list[Hook]]) -> None:
        self.by_name = by_name
        self._by_keys: dict[tuple[Any, ...], list[Hook]] = {}
        self._by_function: dict[tuple[str, bool], tuple[list[Hook], list[Hook]]] = {}

    def for_owner(self, hook: str, owner: Named, version: str) -> list[Hook]:
        """Return the hooks of a name whose rules look at parameters, resources or outputs with the owner's keys."""
        key = (hook, version, *owner.fields)
        hooks = self._by_keys.get(key)
        if hooks is None:
            if len(self._by_keys) >= KEY_SETS_LIMIT:
                self._by_keys.clear()
            wanted = [h for h in self.by_name.get(hook, ()) if h[0].wants_keys(owner.fields.keys(), version)]
            hooks = self._by_keys[key] = wanted
        return hooks

    def for_call(self, call: Call, is_computed: bool) -> tuple[list[Hook], list[Hook]]:
        """Return the `check_call` and the `check_target` hooks whose rules look at calls of this function.

        `is_computed`: there is another call in the arguments.
        """
        key = (call.name, is_computed)
        known = self._by_function.get(key)
        if known is None:
            checking, targeting = (
                [h for h in self.by_name.get(hook, ()) if h[0].wants_call(call.function)]
                for hook in ("check_call", "check_target")
            )
            checking = [h for h in checking if is_computed or not h[0].only_computed]
            known = self._by_function[key] = checking, targeting
        return known


class Linter:
    """A set of enabled rules, ready to run. It keeps no state of a run, so that one serves many files.

    `others` lints the nested templates for which a rule asks (by default: these rules). `show_hidden`: messages show the
    values of hidden parameters.
    """

    def __init__(
        self,
        rules: Iterable[Rule],
        others: Linter | None = None,
        type_rules: TypeRulesTable = NO_TYPE_RULES,
        *,
        show_hidden: bool = False,
    ) -> None:
        self.others = others or self
        self._show_hidden = show_hidden
        self.type_rules = type_rules
        self.hooks: dict[str, list[Hook]] = {}
        typed: dict[str, dict[str, list[Hook]]] = {}
        for rule in rules:
            for name, method in _guarded_hooks(rule).items():
                tables = (
                    [typed.setdefault(t, {}) for t in rule.resource_types]
                    if rule.resource_types and name in RESOURCE_HOOKS
                    else [self.hooks]
                )
                for table in tables:
                    table.setdefault(name, []).append((rule, method))
        self._table = HookTable(self.hooks)
        self._tables = {name: HookTable(_merged(self.hooks, own)) for name, own in typed.items()}

    def lint(self, unit: TemplateContext) -> list[Diagnostic]:
        """Return the findings in the file, by position (see `Tally`). A rule that crashes is one finding of its own."""
        with one_file():
            return self._lint(unit)

    def _lint(self, unit: TemplateContext) -> list[Diagnostic]:
        ctx = Context(unit, self.others.lint, self.type_rules)
        found: list[Diagnostic] = []
        self.run(self._hooks("check_document"), ctx, found, unit.document)
        ctx.past_document = True
        kind = kind_of(unit.document)
        if kind in ("other", "empty") and unit.path in unit.environment.files:
            kind = "environment"
        if kind == "hot":
            self._template(ctx, found)
        elif kind == "environment" and "check_environment" in self.hooks:
            from hotlint.analysis.environment import EnvironmentFile

            self.run(self.hooks["check_environment"], ctx, found, EnvironmentFile(unit.document))
        found = sort_and_dedupe([*found, *ctx.tally.notes()])
        return found if self._show_hidden else redacted(found, unit)

    def _hooks(self, name: str) -> Sequence[Hook]:
        return self.hooks.get(name, ())

    def _template(self, ctx: Context, found: list[Diagnostic]) -> None:
        self.run(self._hooks("check_template"), ctx, found, ctx.template)
        for group in ctx.template.groups:
            self.run(self._hooks("check_group"), ctx, found, group)
        for hook, owner in owners(ctx.template):
            self.owner(hook, owner, ctx, found)

    def owner(self, hook: str, owner: Named, ctx: Context, found: list[Diagnostic]) -> None:
        """Add the findings in one parameter, condition, resource or output, and in everything below it, to `found`."""
        table = self._table
        if isinstance(owner, Resource):
            table = self._table_of(owner, ctx) if self._tables else table
            self.run(table.for_owner(hook, owner, ctx.version), ctx, found, owner)
            self._resource(owner, table, ctx, found)
        else:
            self.run(table.for_owner(hook, owner, ctx.version), ctx, found, owner)
        for part in ctx.template.parts_of(owner):
            if part.snippet.__class__ in STRUCTURED:
                self.run(table.by_name.get("check_part", ()), ctx, found, part)
                computed = {id(call.parent) for call in part.calls}
                for call in part.calls:
                    self._call(call, part, id(call) in computed, table, ctx, found)

    def _table_of(self, resource: Resource, ctx: Context) -> HookTable:
        """Return the hooks for a resource: of the rules for all types, and of those for its own."""
        try:
            name = ctx.unit.resource_type(resource).name if resource.type else None
        except Exception:  # reported by `_resource`
            return self._table
        return self._tables.get(name, self._table) if name is not None else self._table

    def _resource(self, resource: Resource, table: HookTable, ctx: Context, found: list[Diagnostic]) -> None:
        """Add the findings about a resource's type, the templates that it uses, and its properties."""
        unit, hooks = ctx.unit, table.by_name
        try:
            kind = unit.resolved_type(resource) if resource.type else None
            uses = unit.uses(resource) if "check_uses" in hooks else ()
            problems = resource_problems(resource, ctx) if "check_property" in hooks else ()
        except (Exception, SystemExit) as exc:  # as in `run`
            why = f"{type(exc).__name__}: {exc}"
            message = f"resource '{resource.name}' could not be checked because hotlint failed; please report it: {why}"
            found.append(Diagnostic(CRASH_CODE, "warning", message, resource.key.span, rule="rule-crash"))
            return
        if kind is not None and kind.is_problematic:
            self.run(hooks.get("check_type", ()), ctx, found, kind, resource)
        if uses:
            self.run(hooks["check_uses"], ctx, found, uses, resource)
        for problem in problems:
            self.run(hooks["check_property"], ctx, found, problem, resource)

    def _call(
        self, call: Call, part: Part, is_computed: bool, table: HookTable, ctx: Context, found: list[Diagnostic]
    ) -> None:
        checking, targeting = table.for_call(call, is_computed)
        if checking:
            self.run(checking, ctx, found, call, part)
        error_hooks = table.by_name.get("check_argument_error", ())
        for error in ctx.argument_errors(call) if error_hooks else ():
            self.run(error_hooks, ctx, found, error, call, part)
        for target in call.targets if targeting else ():
            self.run(targeting, ctx, found, target, call, part)

    def run(self, hooks: Sequence[Hook], ctx: Context, found: list[Diagnostic], *args: Any) -> None:
        """Call hooks with `args` and the context, and add the findings to `found`."""
        args = (*args, ctx)
        full, guarded = ctx.tally.full, ctx.document.broken and ctx.past_document
        for rule, method in hooks:
            if full and rule.code in full:
                continue
            ctx.rule = rule
            since = len(found)
            try:
                for reported in method(*args):  # most report nothing, for which `extend` takes longer
                    if not (guarded and _is_unreliable(reported, ctx)):
                        found.append(reported)  # noqa: PERF401
            except RecursionError:
                found.append(_crash(rule, "the template is nested too deeply for it"))
            except (Exception, SystemExit) as exc:  # one broken rule must not take the others with it
                found.append(_crash(rule, f"{type(exc).__name__}: {exc}"))
            if len(found) > since:
                ctx.tally.count(rule, found, since)


def _guarded_hooks(rule: Rule) -> dict[str, Callable[..., Checked]]:
    """Return the hooks of a rule, with a guard around those of foreign ones."""
    hooks = hooks_of(rule)
    if type(rule).__module__.startswith("hotlint_rules."):
        return hooks
    from hotlint.linter.pack_rules import PackRule

    return {name: PackRule(rule, method, _crash) for name, method in hooks.items()}


def _merged(general: dict[str, list[Hook]], own: dict[str, list[Hook]]) -> dict[str, list[Hook]]:
    return {name: [*general.get(name, ()), *own.get(name, ())] for name in {**general, **own}}


def owners(template: Template) -> Iterator[tuple[str, Named]]:
    """Return every parameter, condition, resource and output, each with the name of its hook."""
    for hook, section in (
        ("check_parameter", template.parameters),
        ("check_condition", template.conditions),
        ("check_resource", template.resources),
        ("check_output", template.outputs),
    ):
        for owner in section.values():
            yield hook, owner


def _is_unreliable(found: Diagnostic, ctx: Context) -> bool:
    """Return whether a finding rests on a part of a broken file that may have been misread."""
    return ctx.is_unreliable(found.span) or any(ctx.is_unreliable(r.span) for r in found.related if r.path is None)


def _crash(rule: Rule, why: str) -> Diagnostic:
    message = f"rule {rule.code} ({rule.name}) failed on this file; please report it: {why}"
    return Diagnostic(CRASH_CODE, "warning", message, Span(0, 1), rule="rule-crash")


def sort_and_dedupe(found: list[Diagnostic]) -> list[Diagnostic]:
    """Return each finding once (the most severe of equals), by position, the most severe first at one position."""
    mildest_first = sorted(found, key=lambda d: -SEVERITIES.index(d.severity))
    unique = {(d.code, d.span, d.message): d for d in mildest_first}
    return sorted(
        unique.values(), key=lambda d: (d.span.start, SEVERITIES.index(d.severity), d.span.end, d.code, d.message)
    )
