"""The context in which rules check one file (`RuleContext`), and the place of a diagnostic (`Target`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Hashable, Iterable, Iterator

from hotlint import heat_types
from hotlint.analysis.composition.value_origins import origins
from hotlint.analysis.evaluator import calls_in
from hotlint.analysis.template import Condition, Named, Output, Part, Resource, Template, argument, span_of
from hotlint.common.annotations import TYPE_CHECKING, Any, Literal, TypeVar
from hotlint.common.records import NamedTuple
from hotlint.common.suggestions import is_certain
from hotlint.dry_run.expansion import ExpandedDeployment, expanded
from hotlint.language import functions
from hotlint.language.functions.base import ArgumentError, Call, OfflineRun, Snippet
from hotlint.linter.diagnostic import MARK, Diagnostic, Fix, Related, ReportingRule, Safety, Severity
from hotlint.linter.rules.tally import Tally
from hotlint.linter.rules.type_rules import NO_TYPE_RULES, TypeRulesTable, is_read_early
from hotlint.resource_types.catalog import ResourceType
from hotlint.syntax.edits import rewritten
from hotlint.syntax.nodes import Document, Entry, Node, Scalar
from hotlint.syntax.source import Span

if TYPE_CHECKING:
    from hotlint.analysis.composition.template_context import TemplateContext

    LintNested = Callable[[TemplateContext, "RuleTest"], list[Diagnostic]]

_Computed = TypeVar("_Computed")
TargetPart = Literal["whole", "key", "value"]
RuleTest = Callable[[ReportingRule], bool]
_COLON = r":(?:\s|$)"
NAMED_ORIGINS = 2
"""Parameters that a message names as the origins of a value."""
MOST_ORIGINS = 5
"""Parameters whose places a finding has."""


class Target(NamedTuple):
    """The place of a diagnostic: a node, or an entry's key, its value, or the whole entry."""

    node: Node | Entry
    part: TargetPart = "value"

    def span(self) -> Span:
        """Return the place in code-point offsets. For an entry without a value, this is its key."""
        node = self.node
        if isinstance(node, Entry):
            if self.part == "key":
                return span_of(node.key)
            if self.part == "whole":
                return Span(node.key.start, max(node.value.end, node.key.end))
            return span_of(node.value) if node.value.end > node.value.start else span_of(node.key)
        return span_of(node)


class RuleContext:
    """Answers what rules ask about one file in its context, and makes their diagnostics.

    Before each hook, the linter sets `rule` to the running rule. After the hooks for any document, it sets `past_document`.
    `version` is the template's version as a date, such as 2018-08-31, even if the template names a release.
    `lint_nested` returns the findings of some rules in a nested template; `type_rules` are the resource types' own rules.
    """

    __slots__ = (
        "_argument_errors", "_lint_nested", "_memo", "_offline", "_unreliable", "_written_keys", "document", "pack_seconds",
        "past_document", "rule", "tally", "template", "template_context", "type_rules", "version",
    )  # fmt: skip

    def __init__(
        self,
        context: TemplateContext,
        lint_nested: LintNested,
        type_rules: TypeRulesTable = NO_TYPE_RULES,
    ) -> None:
        self.template_context = context
        self.type_rules = type_rules
        self._lint_nested = lint_nested
        self.document: Document = context.document
        self.template: Template = context.template
        self.version = self.template.version
        self.rule: ReportingRule
        self.past_document = False
        self._memo: dict[Hashable, Any] = {}
        self._argument_errors: dict[Call, list[ArgumentError]] = {}
        self._offline = OfflineRun(self.version)
        self._unreliable: list[Span] | None = None
        self._written_keys: frozenset[str] | None = None
        self.tally = Tally(later=MARK in self.document.text)
        self.pack_seconds: dict[str, float] = {}

    @property
    def is_supplied(self) -> bool:
        """Whether other templates use this one, so that its values and parameter_defaults are unknown."""
        return self.template_context.evaluation.inputs.supplied

    @property
    def deployment(self) -> ExpandedDeployment:
        """The template as the outermost stack of a deployment, with its resources, members and nested stacks as Heat makes them."""
        return self.memoize("deployment", lambda: expanded(self.template_context))

    def memoize(self, key: Hashable, compute: Callable[[], _Computed]) -> _Computed:
        """Return the result of `compute`, which each check of a file in a context calls once per key.

        Rules keep no state, so put results that several hooks or rules share here. Start the key with the function's name.
        """
        if key not in self._memo:
            self._memo[key] = compute()
        found: _Computed = self._memo[key]
        return found

    def check_nested(
        self, key: object, make: Callable[[], TemplateContext | None], wanted: RuleTest
    ) -> list[Diagnostic]:
        """Return the diagnostics of the `wanted` rules in a nested template.

        `make` returns the nested template in its context, or None if there is none. `key` identifies all of its inputs
        except files (see `Project.memoize`).
        """
        lint_nested, project = self._lint_nested, self.template_context.project
        memo_key = (lint_nested, wanted, key, project.open_world)
        if project.nested_budget.is_spent and not project.is_memoized(memo_key):
            project.nested_budget.left_out = True
            return []

        def work() -> list[Diagnostic]:
            project.nested_budget.spend()
            context = make()
            return lint_nested(context, wanted) if context is not None else []

        return project.memoize(memo_key, work)

    def report(
        self,
        target: Target | Node | Entry | Span,
        message: str,
        *,
        severity: Severity | None = None,
        related: Iterable[Related] = (),
        fix: Fix | None = None,
        fixes: Iterable[Fix] = (),
        tags: tuple[str, ...] = (),
        causes: Iterable[str] = (),
        values: Iterable[Snippet] = (),
        by_service: bool = False,
    ) -> Diagnostic:
        """Return a diagnostic of the running rule. `severity` may only be milder than the rule's own.

        `tags` holds "unused" or "deprecated"; `fix` is the preferred one of the `fixes`; `causes`, `by_service`: see `Diagnostic`.
        `values` are snippets whose values the diagnostic judges: the message names the parameters that they come from.
        """
        if values:
            message, related = self._with_origins(message, related, values)
        if isinstance(target, Span):
            span = target
        else:
            span = (target if isinstance(target, Target) else Target(target)).span()
        rule = self.rule
        level = severity or rule.severity
        all_fixes = (fix, *fixes) if fix else tuple(fixes)
        if level != "error":  # Heat accepts the name that is there
            all_fixes = tuple(f._replace(safety="unsafe") if f.renames else f for f in all_fixes)
        span = span.within(self.document.text)
        return Diagnostic(
            rule.code, level, message, span, tuple(related), all_fixes, tags, rule.name, tuple(dict.fromkeys(causes)),
            by_service=by_service,
        )  # fmt: skip

    def _with_origins(
        self, message: str, related: Iterable[Related], values: Iterable[Snippet]
    ) -> tuple[str, Iterable[Related]]:
        """Return a message and related places with the origins of values: the first two in words, the places of more."""
        found = [origin for origin in origins(self.template_context, values) if origin.words not in message]
        if not found:
            return message, related
        named = found[:NAMED_ORIGINS]
        more = f" and {len(found) - len(named)} more" if len(found) > len(named) else ""
        places = [Related(*place) for origin in found[:MOST_ORIGINS] for place in origin.places]
        return f"{message} ({', '.join(o.words for o in named)}{more})", (*places, *related)

    def argument(self, call: Call, path: tuple[str | int, ...] = (), part: TargetPart = "value") -> Target:
        """Return the place of a part of a call's arguments, by its `path` of keys and indices.

        If hotlint derived the call from another call, the place is in that other call.
        """
        while call.node is None and call.parent is not None:
            call = call.parent
        node, entry = argument(call, path)
        if entry is not None and (part != "value" or not path):
            return Target(entry, part)
        target = node if node is not None else self.document.root
        assert target is not None
        return Target(target)

    def has_type(self, resource: Resource, types: Container[str]) -> bool:
        """Return whether the type of a resource, after applying the environment's registry, is one of these."""
        return bool(resource.type) and self.template_context.resource_type(resource).name in types

    def is_resolved(self, part: Part) -> bool:
        """Return whether every call of a part has a value, so that none fails; False for an entry of `conditions`."""
        return not isinstance(part.owner, Condition) and self.template_context.evaluation.is_resolved(part)

    def is_enabled(self, owner: Named) -> bool:
        """Return False when the condition of a resource or output is known to be false, so that Heat ignores it."""
        return self.template_context.evaluation.is_enabled(owner)

    def owner_severity(self, owner: Named) -> Severity:
        """Return "error", or "warning" for a disabled resource or output, which Heat does not check until it is enabled."""
        return "error" if self.is_enabled(owner) else "warning"

    def call_severity(self, part: Part, call: Call | None = None, phase: str = "validate") -> Severity:
        """Return "error", or "warning" if Heat does not evaluate the call with the given values.

        `phase` is that of `ArgumentError`. A "parse" error is an error in a disabled resource, too. A "resolve" error is an
        error only where Heat resolves before it deploys (`Stack.validate`). It resolves metadata and outputs later.
        """
        if call is not None and not self.template_context.evaluation.is_taken(call):
            return "warning"
        owner = part.owner
        if phase == "depend" and not self.template.resources:
            return "warning"
        if phase == "refer" and isinstance(owner, Output):
            return "warning"
        if phase == "parse":
            return "error" if isinstance(owner, Resource) else self.owner_severity(owner)
        looked_at = part.field == "condition" or (part.field == "external_id" and phase == "resolve")
        if isinstance(owner, Resource) and not looked_at and self.is_adopted(owner):
            return "warning"
        if phase == "resolve" and call is not None and call.context == "condition":
            return "error" if self.template_context.evaluation.failed(call) else "warning"
        if phase in ("validate", "resolve") and self._is_never_validated(part):
            return "warning"
        if phase == "validate" and self._is_left_out(part, call):
            return "warning"
        if phase == "resolve" and part.field in ("metadata", "value"):
            return "warning"
        if phase == "resolve" and isinstance(owner, Condition):
            return "error" if self.template_context.evaluation.failed_condition(owner.name) else "warning"
        if phase == "resolve" and part.field == "properties" and self.waits(part, call):
            return "warning"
        return self.owner_severity(owner)

    def is_adopted(self, resource: Resource) -> bool:
        """Return whether the resource has an external_id: Heat adopts it and validates nothing else of it."""
        node = resource.field("external_id")
        return node is not None and not (isinstance(node, Scalar) and node.value is None)

    def _is_never_validated(self, part: Part) -> bool:
        """Return whether a part belongs to a resource that Heat does not validate, and to a field that Heat does not use."""
        in_question = part.field in ("properties", "metadata", "update_policy")
        return in_question and isinstance(part.owner, Resource) and self.is_never_validated(part.owner)

    def is_never_validated(self, resource: Resource) -> bool:
        """Return whether Heat parses a resource without validating it: OS::Heat::None and placeholders."""
        resource_type = self.template_context.resource_type(resource) if resource.type else None
        return isinstance(resource_type, ResourceType) and resource_type.any_properties

    def is_checked_late(self, resource: Resource) -> bool:
        """Return whether Heat looks at the values of a resource only when it creates it, but for what its type's own checks read.

        It does so in a nested stack, and for types whose checks leave out all else.
        """
        return bool(self.template_context.depth) or self.leaves_out_schema(resource)

    def leaves_out_schema(self, resource: Resource) -> bool:
        """Return whether the checks of a resource's type leave out those that Heat has for all types."""
        known = (
            heat_types.of(self.template_context.resource_type(resource).name) if resource.type else heat_types.NOTHING
        )
        if not known.leaves_out_schema:
            return False
        from hotlint.resource_types.property_relations import holds_in

        return holds_in(known.span, self.template_context.catalog.release)

    def _is_left_out(self, part: Part, call: Call | None) -> bool:
        """Return whether Heat does not look at a part, or a call in it, before it creates the resource."""
        owner = part.owner
        if part.field == "type" or not isinstance(owner, Resource) or not self.leaves_out_schema(owner):
            return False
        return part.field != "properties" or self.waits(part, call)

    def waits(self, part: Part, call: Call | None) -> bool:
        """Return whether Heat resolves a call in the properties of a resource only when it creates the resource.

        See `is_checked_late`.
        """
        context, owner = self.template_context, part.owner
        if part.field != "properties" or not isinstance(owner, Resource) or not self.is_checked_late(owner):
            return False
        values = part.snippet.items() if isinstance(part.snippet, dict) else ()
        name = next((name for name, value in values if any(c is call for c in calls_in(value))), "")
        return not is_read_early(owner, name, context, self.type_rules)

    def argument_errors(self, call: Call) -> list[ArgumentError]:
        """Return the errors in the form of a call's arguments; none if hotlint has resolved the call.

        If the version removed the function, Heat accepts any arguments and refuses the use of the function.
        """
        if (
            self.template_context.evaluation.succeeded(call)
            or functions.status(call.name, self.version, call.context) == "removed"
        ):
            return []
        if call not in self._argument_errors:
            self._argument_errors[call] = list(call.function.check(call, self._offline))
        return self._argument_errors[call]

    def is_unreliable(self, span: Span) -> bool:
        """Return whether a place is so close to broken YAML that its parse is unreliable."""
        if self._unreliable is None:
            from hotlint.syntax.recovery import unreliable

            self._unreliable = unreliable(self.document)
        return any(region.start <= span.start < region.end for region in self._unreliable)

    def may_be_in_unparsed_text(self, name: str) -> bool:
        """Return whether broken YAML lines, which the parser skipped, may define `name`."""
        if not self.document.broken:
            return False
        if any(name in self.document.text[lost.start : lost.end] for lost in self.document.lost):
            return True
        if self._written_keys is None:
            self._written_keys = frozenset(_written_keys(self.document.text))
        return name in self._written_keys

    def rename_fix(self, target: Target, name: str | None, safety: Safety | None = None) -> Fix | None:
        """Return a fix that replaces the scalar at `target` by `name`, quoted where it was or where YAML requires that.

        Return None if `name` is None, or the target is not a scalar on one line. Without a `safety`, the fix is safe only
        if `name` is certain (see `hotlint.common.suggestions.is_certain`) and the finding is an error.
        """
        node = target.node
        if isinstance(node, Entry):
            node = node.key if target.part == "key" else node.value
        if name is None or not isinstance(node, Scalar) or node.style in ("|", ">"):
            return None
        certain: Safety = "safe" if is_certain(str(node.value), name) else "unsafe"
        return Fix(f"Change to '{name}'", (rewritten(node, name),), safety or certain, renames=safety is None)


def _written_keys(text: str) -> Iterator[str]:
    """Yield the keys of entries at the start of a line, whatever the YAML around them."""
    for line in text.split("\n"):
        entry = line.lstrip(" \t-")
        colon = re.search(_COLON, entry)
        if colon is not None:
            yield entry[: colon.start()].strip(" \t").strip("\"'")
