"""The rule API: one rule, one file, everything in it.

    class UnknownParameter(Rule):
        \"\"\"What, why, and what to do, in a few sentences: this is the rule's documentation.\"\"\"

        code, name, severity, since = "HOT301", "unknown-parameter", "error", "0.1"
        bad = [Example(\"\"\"...a template, with ^^^ under what is marked...\"\"\")]
        good = [Example(\"\"\"...\"\"\")]

        def check_call(self, call, part, ctx):
            yield ctx.report(Target(node), "message", fix=...)

A rule overrides only the methods for what it wants to see. It keeps no state and does no I/O. Its examples are its
tests, the output of `hotlint explain`, and its page in docs/rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, KeysView, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from hotlint.analysis.template import (
    Condition,
    Group,
    Named,
    Output,
    Parameter,
    Part,
    Resource,
    Template,
    argument,
    span_of,
)
from hotlint.language.functions.base import ArgumentError, Call, CallTarget, Function
from hotlint.linter.diagnostic import Diagnostic, Fix, Related, Safety, Severity
from hotlint.resource_types.catalog import ResourceType
from hotlint.syntax.edits import Edit
from hotlint.syntax.source import Span
from hotlint.syntax.yaml_parser import Document, Entry, Node, Scalar

if TYPE_CHECKING:
    from hotlint.analysis.composition import Use
    from hotlint.analysis.context import ResolvedType, TemplateContext
    from hotlint.analysis.environment import EnvironmentFile
    from hotlint.resource_types.validation import PropertyProblem

Where = Literal["whole", "key", "value"]
_KEY = re.compile(r"(?m)^[ \t-]*[\"']?([^\s\"'](?:[^\n]*?[^\s\"'])?)[\"']?[ \t]*:(?:\s|$)")
"""What looks like the key of an entry at the start of a line."""


class Example(NamedTuple):
    """A template that shows a rule; in a bad one, a line of ^^^ stands under each place that is reported.

    `environment` is the text of an environment file to judge it with; `files` are other files beside it, by name.
    """

    text: str
    environment: str | None = None
    files: dict[str, str] = {}
    fixed: str | None = None  # the text after the rule's fix


class Target(NamedTuple):
    """What a finding is about: a node, or an entry's key, value or both."""

    node: Node | Entry
    part: Where = "value"

    def span(self) -> Span:
        node = self.node
        if isinstance(node, Entry):
            if self.part == "key":
                return span_of(node.key)
            if self.part == "whole":
                return Span(node.key.start, max(node.value.end, node.key.end))
            return span_of(node.value) if node.value.end > node.value.start else span_of(node.key)
        return span_of(node)


class Context:
    """What a rule may ask while it looks at one file."""

    __slots__ = ("_argument_errors", "_blurred", "_check_nested", "_written", "document", "rule", "template", "unit")

    def __init__(
        self, unit: TemplateContext, check_file: Callable[[TemplateContext], list[Diagnostic]] | None = None
    ) -> None:
        self.unit = unit
        self._check_nested = check_file
        self.document: Document = unit.document
        self.template: Template = unit.template
        self.rule: Rule
        self._argument_errors: dict[int, list[ArgumentError]] = {}
        self._blurred: list[Span] | None = None
        self._written: frozenset[str] | None = None

    @property
    def version(self) -> str:
        return self.template.version

    def check_nested(self, key: object, make: Callable[[], TemplateContext | None]) -> list[Diagnostic]:
        """What the rules that are switched on say of another file; nothing where only this one is looked at.

        `make` yields it in its context, and `key` stands for all that it is made of, but for files (`Project.memoize`).
        """
        check_file, project = self._check_nested, self.unit.project
        if check_file is None or not (project.nested_budget or project.knows((check_file, key))):
            return []

        def work() -> list[Diagnostic]:
            project.nested_budget -= 1
            unit = make()
            return check_file(unit) if unit is not None else []

        return project.memoize((check_file, key), work)

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
    ) -> Diagnostic:
        """A diagnostic of the rule that is running; `severity` other than the rule's own only to make it milder."""
        if isinstance(target, Span):
            span = target
        else:
            span = (target if isinstance(target, Target) else Target(target)).span()
        rule = self.rule
        found = (fix, *fixes) if fix else tuple(fixes)
        return Diagnostic(rule.code, severity or rule.severity, message, span, tuple(related), found, tags, rule.name)

    def argument(self, call: Call, path: tuple[str | int, ...] = (), part: Where = "value") -> Target:
        """The place in a call's arguments that `path` leads to; for a call made by another, that other's place."""
        while call.node is None and call.parent is not None:
            call = call.parent
        node, entry = argument(call, path)
        if entry is not None and (part != "value" or not path):
            return Target(entry, part)
        found = node if node is not None else self.document.root
        assert found is not None
        return Target(found)

    def live(self, owner: Named) -> bool:
        """Whether Heat looks at this part with the values given: false when its condition is known to be false."""
        return self.unit.evaluation.live(owner)

    def owner_severity(self, owner: Named) -> Severity:
        """Error, or a warning for a part that is switched off: Heat refuses it only once it is switched on."""
        return "error" if self.live(owner) else "warning"

    def call_severity(self, part: Part, call: Call | None = None, phase: str = "validate") -> Severity:
        """Error, or a warning where Heat does not come to look at the call with the values given.

        `phase` is that of `ArgumentError`. A "parse" fault counts in a resource that is switched off, too. A "resolve"
        fault counts where Heat resolves before it deploys; metadata and outputs it resolves only afterwards.
        """
        if call is not None and not self.unit.evaluation.is_taken(call):
            return "warning"
        owner = part.owner
        if phase == "depend" and not self.template.resources:
            return "warning"
        if phase == "refer" and isinstance(owner, Output):
            return "warning"
        if phase == "parse":
            return "error" if isinstance(owner, Resource) else self.owner_severity(owner)
        looked_at = part.field == "condition" or (part.field == "external_id" and phase == "resolve")
        if isinstance(owner, Resource) and not looked_at and _is_external(owner):
            return "warning"
        if phase == "resolve" and call is not None and call.context == "condition":
            return "error" if self.unit.evaluation.failed(call) else "warning"
        if phase == "resolve" and (part.field in ("metadata", "value") or self._is_placeholder(part)):
            return "warning"
        if phase == "resolve" and isinstance(owner, Condition):
            return "error" if self.unit.evaluation.failed_condition(owner.name) else "warning"
        return self.owner_severity(owner)

    def _is_placeholder(self, part: Part) -> bool:
        """Whether a part is the properties of a type that does nothing (OS::Heat::None): Heat never resolves those."""
        if part.field != "properties" or not isinstance(part.owner, Resource):
            return False
        found = self.unit.catalog.resource(part.owner.type or "")
        return isinstance(found, ResourceType) and found.any_properties

    def errors(self, call: Call) -> list[ArgumentError]:
        """The faults in the form of a call's arguments: none when it has been resolved without one."""
        if self.unit.evaluation.succeeded(call):
            return []
        key = id(call)
        if key not in self._argument_errors:
            self._argument_errors[key] = list(call.function.check(call, self.version))
        return self._argument_errors[key]

    def is_unreliable(self, span: Span) -> bool:
        """Whether a place is so near to lines that cannot be read that nothing certain can be said of it."""
        if self._blurred is None:
            from hotlint.syntax.yaml_errors import unreliable

            self._blurred = unreliable(self.document)
        return any(found.start <= span.start < found.end for found in self._blurred)

    def may_be_in_unparsed_text(self, name: str) -> bool:
        """Whether `name` may be defined in lines that could not be read, because the YAML is broken."""
        if not self.document.broken:
            return False
        if any(name in self.document.text[lost.start : lost.end] for lost in self.document.lost):
            return True
        if self._written is None:
            self._written = frozenset(_KEY.findall(self.document.text))
        return name in self._written

    def rename_fix(self, target: Target, name: str | None, safety: Safety = "safe") -> Fix | None:
        """A fix that writes `name` where `target` is, quotes kept; None when there is nothing to offer."""
        node = target.node
        if isinstance(node, Entry):
            node = node.key if target.part == "key" else node.value
        if name is None or not isinstance(node, Scalar) or node.style in ("|", ">"):
            return None
        quotes = 1 if node.style else 0
        span = Span(node.start + quotes, node.end - quotes)
        return Fix(f"Change to '{name}'", (Edit(span, name),), safety)


Checked = Iterable[Diagnostic]


def _is_external(resource: Resource) -> bool:
    """Whether Heat only adopts the resource, by its id, and so validates nothing else of it."""
    node = resource.field("external_id")
    return node is not None and not (isinstance(node, Scalar) and node.value is None)


class Rule:
    """Base of all rules. `severity` is the most that it reports."""

    code: ClassVar[str]
    name: ClassVar[str]
    renamed: ClassVar[tuple[str, ...]] = ()
    """Older names of the rule, which settings and suppression comments may still use."""
    severity: ClassVar[Severity]
    since: ClassVar[str] = "0.1"
    bad: ClassVar[list[Example]] = []
    good: ClassVar[list[Example]] = []
    needs: ClassVar[frozenset[str]] = frozenset()
    """Keys of which a parameter, resource or output has to have one for this rule to see it; none: it sees all."""

    def wants_keys(self, keys: KeysView[Any], version: str) -> bool:
        """Whether the rule is to see parameters, resources and outputs with these keys; asked once for such keys."""
        return not self.needs or not self.needs.isdisjoint(keys)

    def check_document(self, document: Document, ctx: Context) -> Checked:
        """Called for every file, template or environment."""
        return iter(())

    def check_template(self, template: Template, ctx: Context) -> Checked:
        return iter(())

    def check_parameter(self, parameter: Parameter, ctx: Context) -> Checked:
        return iter(())

    def check_group(self, group: Group, ctx: Context) -> Checked:
        return iter(())

    def check_condition(self, condition: Condition, ctx: Context) -> Checked:
        return iter(())

    def check_resource(self, resource: Resource, ctx: Context) -> Checked:
        return iter(())

    def check_output(self, output: Output, ctx: Context) -> Checked:
        return iter(())

    def check_type(self, kind: ResolvedType, resource: Resource, ctx: Context) -> Checked:
        """Called for every resource whose type is not simply there: missing, outdated, or lost in a registry."""
        return iter(())

    def check_uses(self, uses: Sequence[Use], resource: Resource, ctx: Context) -> Checked:
        """Called for every resource that stands for a template, or has others made: with all that it makes use of."""
        return iter(())

    def check_part(self, part: Part, ctx: Context) -> Checked:
        """Called for every part that is more than a scalar."""
        return iter(())

    def check_call(self, call: Call, part: Part, ctx: Context) -> Checked:
        """Called for every call of every part, those in arguments of others included."""
        return iter(())

    def wants_call(self, function: Function) -> bool:
        """Whether `check_call` and `check_target` are to see calls of a function; asked once a function."""
        return True

    def check_argument_error(self, error: ArgumentError, call: Call, part: Part, ctx: Context) -> Checked:
        """Called for every fault in the form of a call's arguments."""
        return iter(())

    def check_target(self, target: CallTarget, call: Call, part: Part, ctx: Context) -> Checked:
        """Called for every name that a call refers to: a parameter, a resource, a condition, a file."""
        return iter(())

    def check_property(self, problem: PropertyProblem, resource: Resource, ctx: Context) -> Checked:
        """Called for every problem in the properties of a resource."""
        return iter(())

    def check_environment(self, environment: EnvironmentFile, ctx: Context) -> Checked:
        """Called for a file that is an environment."""
        return iter(())


HOOKS = (
    "check_document", "check_template", "check_parameter", "check_group", "check_condition", "check_resource",
    "check_output", "check_type", "check_uses", "check_property", "check_part", "check_call", "check_argument_error", "check_target",
    "check_environment",
)  # fmt: skip


def hooks_of(rule: Rule) -> dict[str, Callable[..., Checked]]:
    """The methods that a rule overrides, by name."""
    kind = type(rule)
    return {name: getattr(rule, name) for name in HOOKS if getattr(kind, name) is not getattr(Rule, name)}
