"""Run the rules over one file in its context: a template, or an environment file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hotlint.analysis.template import Named, Part, Resource, Template, kind_of
from hotlint.language.functions.base import STRUCTURED, Call
from hotlint.language.time_limit import one_file
from hotlint.linter.diagnostic import SEVERITIES, Diagnostic
from hotlint.linter.file_parts import document_parts, template_parts
from hotlint.linter.hook_table import CRASH_CODE, Hook, HookTable, RulesByHook, crash, hooks_of
from hotlint.linter.property_problems import resource_problems
from hotlint.linter.redaction import redacted
from hotlint.linter.rule import RESOURCE_HOOKS, Context, Rule
from hotlint.linter.rule_context import RuleTest
from hotlint.linter.type_rules import NO_TYPE_RULES, TypeRulesTable

TYPE_CHECKING = False  # typing is not imported here
if TYPE_CHECKING:
    from typing import Any

    from hotlint.analysis.context import TemplateContext


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
        self._rules = tuple(rules)
        self._parts: dict[RuleTest, Linter] = {}
        self._show_hidden = show_hidden
        self.type_rules = type_rules
        general: RulesByHook = {}
        self._own: dict[str, RulesByHook] = {}
        for rule in self._rules:
            for name in hooks_of(rule):
                tables = (
                    [self._own.setdefault(t, {}) for t in rule.resource_types]
                    if rule.resource_types and name in RESOURCE_HOOKS
                    else [general]
                )
                for table in tables:
                    table.setdefault(name, []).append(rule)
        self._table = HookTable(general)
        self._tables: dict[str, HookTable] = {}

    def only(self, wanted: RuleTest) -> Linter:
        """Return the linter of those rules that a test wants, made once for each test: a function of a module, not a closure."""
        part = self._parts.get(wanted)
        if part is None:
            rules = filter(wanted, self._rules)
            part = self._parts[wanted] = Linter(rules, self.others, self.type_rules, show_hidden=self._show_hidden)
        return part

    def lint(self, unit: TemplateContext) -> list[Diagnostic]:
        """Return the findings in the file, by position (see `Tally`). A rule that crashes is one finding of its own."""
        with one_file():
            return self._lint(unit)

    def _lint(self, unit: TemplateContext) -> list[Diagnostic]:
        ctx = Context(unit, self.others, self.type_rules)
        found: list[Diagnostic] = []
        for _, hooks, items in self.whole_file(ctx):
            for item in items:
                self.run(hooks, ctx, found, item)
            ctx.past_document = True
        if kind_of(unit.document) == "hot":
            for hook, owner in owners(ctx.template):
                self.owner(hook, owner, ctx, found)
        found = sort_and_dedupe([*found, *ctx.tally.notes()])
        return found if self._show_hidden else redacted(found, unit)

    def whole_file(self, ctx: Context) -> Iterator[tuple[str, list[Hook], Iterable[Any]]]:
        """Yield what is called once for a file: a name, the hooks of the interested rules, and what each of them is called with."""
        unit, table = ctx.unit, self._table
        yield "check_document", table.for_file("check_document", document_parts(unit.document)), (unit.document,)
        kind = kind_of(unit.document)
        if kind in ("other", "empty") and unit.path in unit.environment.files:
            kind = "environment"
        if kind == "hot":
            parts = template_parts(ctx.template, ctx)
            yield "check_template", table.for_file("check_template", parts), (ctx.template,)
            if ctx.template.groups:
                yield "check_group", table.all("check_group"), ctx.template.groups
        elif kind == "environment" and table.has("check_environment"):
            from hotlint.analysis.environment import EnvironmentFile

            yield "check_environment", table.all("check_environment"), (EnvironmentFile(unit.document),)

    def owner(self, hook: str, owner: Named, ctx: Context, found: list[Diagnostic]) -> None:
        """Add the findings in one parameter, condition, resource or output, and in everything below it, to `found`."""
        table = self._table
        if isinstance(owner, Resource):
            table = self._table_of(owner, ctx) if self._own else table
            self.run(table.for_owner(hook, owner, ctx.version), ctx, found, owner)
            self._resource(owner, table, ctx, found)
        else:
            self.run(table.for_owner(hook, owner, ctx.version), ctx, found, owner)
        evaluation = ctx.unit.evaluation
        for part in ctx.template.parts_of(owner):
            if part.snippet.__class__ in STRUCTURED:
                is_resolved = hook != "check_condition" and evaluation.is_resolved(part)
                self.run(table.for_part(is_resolved), ctx, found, part)
                computed = {id(call.parent) for call in part.calls}
                for call in part.calls:
                    self._call(call, part, id(call) in computed, table, ctx, found)

    def _table_of(self, resource: Resource, ctx: Context) -> HookTable:
        """Return the hooks for a resource: of the rules for all types, and of those for its own."""
        try:
            name = ctx.unit.resource_type(resource).name if resource.type else None
        except Exception:  # reported by `_resource`
            return self._table
        if name is None or name not in self._own:
            return self._table
        table = self._tables.get(name)
        if table is None:
            table = self._tables[name] = HookTable(_merged(self._table.rules, self._own[name]))
        return table

    def _resource(self, resource: Resource, table: HookTable, ctx: Context, found: list[Diagnostic]) -> None:
        """Add the findings about a resource's type, the templates that it uses, and its properties."""
        unit = ctx.unit
        try:
            kind = unit.resolved_type(resource) if resource.type else None
            uses = unit.uses(resource) if "check_uses" in table.rules else ()
            problems = resource_problems(resource, ctx) if "check_property" in table.rules else ()
        except (Exception, SystemExit) as exc:  # as in `run`
            why = f"{type(exc).__name__}: {exc}"
            message = f"resource '{resource.name}' could not be checked because hotlint failed; please report it: {why}"
            found.append(Diagnostic(CRASH_CODE, "warning", message, resource.key.span, rule="rule-crash"))
            return
        if kind is not None and kind.is_problematic:
            self.run(table.all("check_type"), ctx, found, kind, resource)
        if uses:
            self.run(table.all("check_uses"), ctx, found, uses, resource)
        for problem in problems:
            self.run(table.all("check_property"), ctx, found, problem, resource)

    def _call(
        self, call: Call, part: Part, is_computed: bool, table: HookTable, ctx: Context, found: list[Diagnostic]
    ) -> None:
        checking, targeting = table.for_call(call, is_computed)
        if checking:
            self.run(checking, ctx, found, call, part)
        for error in ctx.argument_errors(call) if "check_argument_error" in table.rules else ():
            self.run(table.all("check_argument_error"), ctx, found, error, call, part)
        for target in call.targets if targeting else ():
            self.run(targeting, ctx, found, target, call, part)

    def run(self, hooks: Sequence[Hook], ctx: Context, found: list[Diagnostic], item: Any, *more: Any) -> None:
        """Call hooks with what they look at (`item`, and more) and the context, and add the findings to `found`."""
        full, guarded = ctx.tally.full, ctx.document.broken and ctx.past_document
        for rule, method in hooks:
            if full and rule.code in full:
                continue
            ctx.rule = rule
            since = None  # most report nothing: for them, a loop takes less than `extend`, and a plain call less than one with a star
            try:
                for reported in method(item, *more, ctx) if more else method(item, ctx):
                    if since is None:
                        since = len(found)
                    if not (guarded and _is_unreliable(reported, ctx)):
                        found.append(reported)
            except RecursionError:
                since = _add_crash(found, since, rule, "the template is nested too deeply for it")
            except (Exception, SystemExit) as exc:  # one broken rule must not take the others with it
                since = _add_crash(found, since, rule, f"{type(exc).__name__}: {exc}")
            if since is not None:
                ctx.tally.count(rule, found, since)


def _add_crash(found: list[Diagnostic], since: int | None, rule: Rule, why: str) -> int:
    """Add the finding about a rule that failed; return where its findings begin."""
    found.append(crash(rule, why))
    return len(found) - 1 if since is None else since


def _merged(general: RulesByHook, own: RulesByHook) -> RulesByHook:
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


def sort_and_dedupe(found: list[Diagnostic]) -> list[Diagnostic]:
    """Return each finding once (the most severe of equals), by position, the most severe first at one position."""
    mildest_first = sorted(found, key=lambda d: -SEVERITIES.index(d.severity))
    unique = {(d.code, d.span, d.message): d for d in mildest_first}
    return sorted(
        unique.values(), key=lambda d: (d.span.start, SEVERITIES.index(d.severity), d.span.end, d.code, d.message)
    )
