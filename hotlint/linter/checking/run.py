"""Runs the rules on one file in its context: a template or an environment file. `HookTable` says which rules look at what."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Sequence

from hotlint.analysis.budget import BudgetError
from hotlint.analysis.environments.file import EnvironmentFile
from hotlint.analysis.file_kinds import TEMPLATES
from hotlint.analysis.files.project import NESTED_CHECKS
from hotlint.analysis.template import Named, Part, Resource, Template, is_template, kind_of
from hotlint.common.annotations import TYPE_CHECKING, Any, TypeAlias, TypeVar
from hotlint.common.time_limit import one_file
from hotlint.language.functions.base import STRUCTURED, Call, Function
from hotlint.linter.checking.redacted_findings import redacted
from hotlint.linter.diagnostic import Diagnostic, sort_and_dedupe
from hotlint.linter.rules.context import RuleTest
from hotlint.linter.rules.property_problems import resource_problems
from hotlint.linter.rules.rule import HOOKS, Checked, Rule, RuleContext
from hotlint.linter.rules.tally import NOTE_CODE, NOTE_NAME
from hotlint.linter.rules.type_rules import NO_TYPE_RULES, TypeRulesTable
from hotlint.syntax.source import Span

if TYPE_CHECKING:
    from hotlint.analysis.composition.template_context import TemplateContext

    Result = TypeVar("Result")
    Steps: TypeAlias = Generator[None, None, Result]


def drained(steps: Steps[Result]) -> Result:
    """Run all steps without a pause, and return the result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


class Linter:
    """A set of enabled rules, ready to run. It keeps no state of a run, so you can use it for many files.

    `others` checks the nested templates that a rule asks for (default: the same rules). `show_hidden`: messages show the
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
        self.show_hidden = show_hidden
        self.type_rules = type_rules
        self._table = HookTable(self._rules)

    def only(self, wanted: RuleTest) -> Linter:
        """Return a linter of the rules that pass a test, created once per test. The test is a module's function, not a closure."""
        part = self._parts.get(wanted)
        if part is None:
            rules = filter(wanted, self._rules)
            part = self._parts[wanted] = Linter(rules, self.others, self.type_rules, show_hidden=self.show_hidden)
        return part

    def lint(self, context: TemplateContext) -> list[Diagnostic]:
        """Return the findings in the file, sorted by position (see `Tally`). A crash of a rule is a finding."""
        with one_file():
            return drained(self.steps(context))

    def lint_nested(self, context: TemplateContext, wanted: RuleTest) -> list[Diagnostic]:
        """Return the findings of the wanted rules in a nested template (see `RuleContext.check_nested`)."""
        return self.only(wanted).lint(context)

    def steps(self, context: TemplateContext) -> Steps[list[Diagnostic]]:
        """Run all rules in steps, and return the findings as `lint` does. The caller may do other work between two steps.

        Each rule on the whole file is a step, and so is each parameter, condition, resource and output.
        """
        ctx, found = RuleContext(context, self.others.lint_nested, self.type_rules), list[Diagnostic]()
        for name, items in self._on_file(ctx):
            ctx.past_document = name != "check_document"
            for hook in self._table.all(name):
                for item in items:
                    self.run((hook,), ctx, found, item)
                yield
        if is_template(ctx.document):
            ctx.past_document = True
            for name, owner in owners(ctx.template):
                self.owner(name, owner, ctx, found)
                yield
        found = sort_and_dedupe([*found, *ctx.tally.notes(), *_partly_checked(context)])
        return redacted(found, context) if found and not self.show_hidden else found

    def _on_file(self, ctx: RuleContext) -> Iterator[tuple[str, Iterable[Any]]]:
        """Yield the names of the hooks that run once per file, with their arguments."""
        context = ctx.template_context
        yield "check_document", (context.document,)
        kind = kind_of(context.document)
        if kind in ("other", "empty") and context.path in context.environment.files:
            kind = "environment"
        if kind in TEMPLATES:
            yield "check_template", (ctx.template,)
            yield "check_group", ctx.template.groups
        elif kind == "environment":
            yield "check_environment", (EnvironmentFile(context.document),)

    def owner(self, hook: str, owner: Named, ctx: RuleContext, found: list[Diagnostic]) -> None:
        """Add the findings in a parameter, condition, resource or output, and in all of its parts, to `found`."""
        table = self._table
        self.run(table.for_owner(hook, owner), ctx, found, owner)
        if isinstance(owner, Resource):
            self._resource(owner, ctx, found)
        for part in ctx.template.parts_of(owner):
            if part.snippet.__class__ in STRUCTURED:
                self.run(table.all("check_part"), ctx, found, part)
                for call in _distinct(part.calls) if ctx.document.aliases else part.calls:
                    self._call(call, part, ctx, found)

    def _resource(self, resource: Resource, ctx: RuleContext, found: list[Diagnostic]) -> None:
        """Add the findings about a resource's type, the templates that it uses, and its properties."""
        context, table = ctx.template_context, self._table
        checking_uses, checking_properties = table.all("check_uses"), table.all("check_property")
        try:
            kind = context.resolved_type(resource) if resource.type else None
            uses = context.uses(resource) if checking_uses else ()
            problems = resource_problems(resource, ctx) if checking_properties else ()
        except (Exception, SystemExit) as exc:  # as in `run`
            why = f"{type(exc).__name__}: {exc}"
            message = f"resource '{resource.name}' could not be checked because hotlint failed; please report it: {why}"
            found.append(Diagnostic(CRASH_CODE, "warning", message, resource.key.span, rule="rule-crash"))
            return
        if kind is not None and kind.is_problematic:
            self.run(table.all("check_type"), ctx, found, kind, resource)
        if uses:
            self.run(checking_uses, ctx, found, uses, resource)
        for problem in problems:
            self.run(checking_properties, ctx, found, problem, resource)

    def _call(self, call: Call, part: Part, ctx: RuleContext, found: list[Diagnostic]) -> None:
        checking, targeting = self._table.for_call(call.function)
        if checking:
            self.run(checking, ctx, found, call, part)
        if checking_errors := self._table.all("check_argument_error"):
            for error in ctx.argument_errors(call):
                self.run(checking_errors, ctx, found, error, call, part)
        for target in call.targets if targeting else ():
            self.run(targeting, ctx, found, target, call, part)

    def run(self, hooks: Sequence[Hook], ctx: RuleContext, found: list[Diagnostic], item: Any, *more: Any) -> None:
        """Call hooks with `item`, further arguments and the context, and add the findings to `found`."""
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
            except BudgetError:
                pass  # the rule on values that are too large tells which one was
            except RecursionError:
                since = _add_crash(found, since, rule, "the template is nested too deeply for it")
            except (Exception, SystemExit) as exc:  # one broken rule must not take the others with it
                since = _add_crash(found, since, rule, f"{type(exc).__name__}: {exc}")
            if since is not None:
                ctx.tally.count(rule, found, since)


def _distinct(calls: Iterable[Call]) -> Iterable[Call]:
    """Return the calls of a part without those that aliases repeat: rules see the same in them."""
    found: dict[tuple[Any, ...], Call] = {}
    for call in calls:
        place: list[Any] = [call.context]
        around: Call | None = call
        while around is not None:
            place.append(id(around.node or around))
            around = around.parent
        found.setdefault(tuple(place), call)
    return found.values()


def _add_crash(found: list[Diagnostic], since: int | None, rule: Rule, why: str) -> int:
    """Add the finding about a rule that failed. Return the index at which its findings begin."""
    found.append(crash(rule, why))
    return len(found) - 1 if since is None else since


def _partly_checked(context: TemplateContext) -> list[Diagnostic]:
    """Return a note where the template leads to more nested templates than are checked."""
    if context.depth or not context.project.nested_budget.left_out:
        return []
    message = (
        f"only the first {NESTED_CHECKS:,} nested templates of this template are checked with the values that they get"
    )
    return [Diagnostic(NOTE_CODE, "info", message, Span(0, 0), rule=NOTE_NAME)]


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


def _is_unreliable(found: Diagnostic, ctx: RuleContext) -> bool:
    """Return whether a finding depends on a part of a broken file that hotlint may have misread."""
    return ctx.is_unreliable(found.span) or any(ctx.is_unreliable(r.span) for r in found.related if not r.path)


CRASH_CODE = "HOT000"
_KINDS_OF_PARAMETERS = 1_000
"""For how many sets of fields the rules are remembered."""
Hook = tuple[Rule, Callable[..., Checked]]


class HookTable:
    """The hooks of some rules, in the order of the rules."""

    __slots__ = ("_by_fields", "_by_function", "_by_name", "all")

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._by_name: dict[str, list[Hook]] = {name: [] for name in HOOKS}
        self._by_function: dict[str, tuple[list[Hook], list[Hook]]] = {}
        self._by_fields: dict[tuple[Hashable, ...], list[Hook]] = {}
        for rule in rules:
            for name in hooks_of(rule):
                self._by_name[name].append((rule, hook_of(rule, name)))
        self.all: Callable[[str], list[Hook]] = self._by_name.__getitem__
        """Returns all hooks of a name; a plain method takes twice as long, and every part of a template asks."""

    def for_owner(self, hook: str, owner: Named) -> list[Hook]:
        """Return the hooks of a name of rules that look at an owner, by its fields."""
        if hook != "check_parameter":
            return self.all(hook)
        fields = tuple(owner.fields)
        known = self._by_fields.get(fields)
        if known is None:
            known = [
                one for one in self.all(hook) if not one[0].fields or not owner.fields.keys().isdisjoint(one[0].fields)
            ]
            if len(self._by_fields) < _KINDS_OF_PARAMETERS:
                self._by_fields[fields] = known
        return known

    def for_call(self, function: Function) -> tuple[list[Hook], list[Hook]]:
        """Return the `check_call` and the `check_target` hooks of rules that look at calls of a function."""
        known = self._by_function.get(function.name)
        if known is None:
            checking, targeting = (
                [hook for hook in self._by_name[name] if hook[0].looks_at(function)]
                for name in ("check_call", "check_target")
            )
            known = self._by_function[function.name] = checking, targeting
        return known


def hooks_of(rule: Rule) -> list[str]:
    """Return the names of the hooks that a rule overrides."""
    lineage = type(rule).__mro__
    own = set[str]().union(*map(vars, lineage[: lineage.index(Rule)]))
    return [name for name in HOOKS if name in own]


def hook_of(rule: Rule, name: str) -> Callable[..., Checked]:
    """Return a hook of a rule, with a guard if the rule is from another rule pack."""
    method: Callable[..., Checked] = getattr(rule, name)
    if type(rule).__module__.startswith("hotlint_rules."):
        return method
    from hotlint.linter.packs.pack_rules import PackRule  # threads; most runs have no other pack

    return PackRule(rule, method, crash)


def crash(rule: Rule, why: str) -> Diagnostic:
    """Return the finding about a rule that failed."""
    message = f"rule {rule.code} ({rule.name}) failed on this file; please report it: {why}"
    return Diagnostic(CRASH_CODE, "warning", message, Span(0, 1), rule="rule-crash")
