"""The rule API: one rule, one class, everything in it.

    class UnknownParameter(Rule):
        \"\"\"State what is wrong, why, and what to do, in a few sentences: this is the rule's documentation.\"\"\"

        code, name, severity, since = "HOT301", "unknown-parameter", "error", "0.2"
        bad = [Example(\"\"\"...a template, with ^^^ under what is marked...\"\"\")]
        good = [Example(\"\"\"...\"\"\")]

        def check_call(self, call, part, ctx):
            yield ctx.report(Target(node), "message", fix=...)

A rule overrides only the hooks for what it looks at. It keeps no state and does no I/O. Its examples are its tests, the
output of `hotlint explain`, and its page in docs/rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from hotlint.analysis.composition.uses import Use
from hotlint.analysis.environments.file import EnvironmentFile
from hotlint.analysis.environments.registry import ResolvedType
from hotlint.analysis.template import Condition, Group, Output, Parameter, Part, Resource, Template
from hotlint.common.annotations import ClassVar, Literal
from hotlint.heat_types.example import Example
from hotlint.language.functions.base import ArgumentError, ArgumentKind, Call, CallTarget, Function
from hotlint.linter.diagnostic import Diagnostic, Severity
from hotlint.linter.rules.context import RuleContext, Target
from hotlint.resource_types.validation import PropertyProblem
from hotlint.syntax.nodes import Document

__all__ = ["HOOKS", "Checked", "Example", "Rule", "RuleContext", "Target"]


Checked = Iterable[Diagnostic]
"""The diagnostics that a hook reports."""


class Rule:
    """Base class of all rules."""

    code: ClassVar[str]
    """Unique code, such as HOT301, which never changes."""
    name: ClassVar[str]
    """Unique name in words, such as unknown-parameter."""
    severity: ClassVar[Severity]
    """The highest severity that the rule reports; a single diagnostic may be milder."""
    default: ClassVar[bool] = True
    """Whether the rule runs without a setting that selects it. Verbose advice is off by default."""
    profiles: ClassVar[Mapping[str, Severity]] = {}
    """The severity that the rule has in each profile that it belongs to; the setting `profile` names profiles."""
    category: ClassVar[Literal["correctness", "security"]] = "correctness"
    """The category in reports for services, such as SARIF and GitLab's code quality report."""
    refused_by: ClassVar[Literal["heat", "service", "nobody"]] = "heat"
    """Who refuses what the rule reports as an error: Heat before it begins, a service when Heat comes to it, or nobody."""
    stricter: ClassVar[str] = ""
    """Why the rule reports errors of what Heat does not refuse: a clause. "" where `refused_by` is "heat"."""
    since: ClassVar[str] = "0.2"
    """The version of hotlint, or of the rule pack, that added the rule."""
    bad: ClassVar[list[Example]] = []
    """Templates in which the rule reports exactly the marked places."""
    good: ClassVar[list[Example]] = []
    """Templates in which the rule reports nothing."""
    takes: ClassVar[ArgumentKind | None] = None
    """A kind of argument, such as "parameter". `check_call` and `check_target` see only calls of functions that take one; None: all."""
    fields: ClassVar[tuple[str, ...]] = ()
    """Fields, such as "constraints". `check_parameter` sees only parameters that have one of them; empty: all parameters."""
    of_cloud: ClassVar[bool] = False
    """Whether the rule judges by the facts of a cloud, in a cloud snapshot."""

    def looks_at(self, function: Function) -> bool:
        """Return whether `check_call` and `check_target` see calls of a function. hotlint asks once for each function."""
        return self.takes is None or function.takes(self.takes)

    def check_document(self, document: Document, ctx: RuleContext) -> Checked:
        """Check a file, template or environment. hotlint calls it once per file."""
        return iter(())

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        """Check a template as a whole. hotlint calls it once per template."""
        return iter(())

    def check_parameter(self, parameter: Parameter, ctx: RuleContext) -> Checked:
        """Check one entry of `parameters`."""
        return iter(())

    def check_group(self, group: Group, ctx: RuleContext) -> Checked:
        """Check one entry of `parameter_groups`."""
        return iter(())

    def check_condition(self, condition: Condition, ctx: RuleContext) -> Checked:
        """Check one entry of `conditions`."""
        return iter(())

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        """Check one entry of `resources`."""
        return iter(())

    def check_output(self, output: Output, ctx: RuleContext) -> Checked:
        """Check one entry of `outputs`."""
        return iter(())

    def check_type(self, kind: ResolvedType, resource: Resource, ctx: RuleContext) -> Checked:
        """Check a resource whose type is missing or outdated, or which a registry maps to an unknown type."""
        return iter(())

    def check_uses(self, uses: Sequence[Use], resource: Resource, ctx: RuleContext) -> Checked:
        """Check a resource that is a nested stack or creates other resources. `uses` are the templates and types that it creates."""
        return iter(())

    def check_property(self, problem: PropertyProblem, resource: Resource, ctx: RuleContext) -> Checked:
        """Report one problem in the properties of a resource."""
        return iter(())

    def check_part(self, part: Part, ctx: RuleContext) -> Checked:
        """Check one part of a parameter, condition, resource or output that is more than a scalar."""
        return iter(())

    def check_call(self, call: Call, part: Part, ctx: RuleContext) -> Checked:
        """Check one function call, including calls in the arguments of other calls."""
        return iter(())

    def check_argument_error(self, error: ArgumentError, call: Call, part: Part, ctx: RuleContext) -> Checked:
        """Report one problem in the form of a call's arguments."""
        return iter(())

    def check_target(self, target: CallTarget, call: Call, part: Part, ctx: RuleContext) -> Checked:
        """Check one name that a call refers to: a parameter, a resource, a condition, a file."""
        return iter(())

    def check_environment(self, environment: EnvironmentFile, ctx: RuleContext) -> Checked:
        """Check an environment file. hotlint calls it once per file."""
        return iter(())


HOOKS = (
    "check_document", "check_template", "check_parameter", "check_group", "check_condition", "check_resource", "check_output",
    "check_type", "check_uses", "check_property", "check_part", "check_call", "check_argument_error", "check_target",
    "check_environment",
)  # fmt: skip
"""The names of all methods that the linter calls on a rule."""
