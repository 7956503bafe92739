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

from collections.abc import Iterable, KeysView, Mapping, Sequence

from hotlint.analysis.template import Condition, Group, Output, Parameter, Part, Resource, Template
from hotlint.common.annotations import TYPE_CHECKING, Any, ClassVar, Literal
from hotlint.heat_types.example import Example
from hotlint.language.functions.base import ArgumentError, Call, CallTarget, Function
from hotlint.linter.diagnostic import Diagnostic, Severity
from hotlint.linter.rules.context import RuleContext, Target
from hotlint.syntax.nodes import Document

if TYPE_CHECKING:
    from hotlint.analysis.composition.uses import Use
    from hotlint.analysis.environments.file import EnvironmentFile
    from hotlint.analysis.environments.registry import ResolvedType
    from hotlint.resource_types.validation import PropertyProblem

__all__ = ["HOOKS", "RESOURCE_HOOKS", "Checked", "Example", "Rule", "RuleContext", "Target"]


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
    since: ClassVar[str] = "0.2"
    """The version of hotlint, or of the rule pack, that added the rule."""
    bad: ClassVar[list[Example]] = []
    """Templates in which the rule reports exactly the marked places."""
    good: ClassVar[list[Example]] = []
    """Templates in which the rule reports nothing."""
    looks_at: ClassVar[frozenset[str]] = frozenset()
    """Parts of a file. hotlint calls `check_document` and `check_template` only if the file has one; empty: always.

    For `check_document`: slugs of the parser's problems, and kinds of documents. For `check_template`: section names such
    as "conditions", and the words of `hotlint.linter.packs.file_parts.template_parts`.
    """
    needs: ClassVar[frozenset[str]] = frozenset()
    """Keys. The rule gets only parameters, resources and outputs with at least one of them; empty: all."""
    lacks: ClassVar[frozenset[str]] = frozenset()
    """Keys. The rule gets only parameters, resources and outputs without any of them."""
    known_keys: ClassVar[Mapping[str, str] | None] = None
    """Keys by the first version that has them. The rule gets only items with other keys; None: all items."""
    resource_types: ClassVar[frozenset[str]] = frozenset()
    """Names of the resource types that the rule looks at, after applying the environment's registry; empty: all.

    If there are any, hotlint calls the hooks in `RESOURCE_HOOKS` only for resources of these types.
    """

    only_computed: ClassVar[bool] = False
    """Whether hotlint calls `check_call` only for calls with another call in their arguments."""
    only_unresolved: ClassVar[bool] = False
    """Whether hotlint calls `check_part` only for conditions, and for parts with a call that failed or is not yet evaluated."""

    def wants_keys(self, keys: KeysView[Any], version: str) -> bool:
        """Return whether the rule looks at parameters, resources and outputs with these keys. hotlint calls it once per key set."""
        if self.needs and self.needs.isdisjoint(keys):
            return False
        known = self.known_keys
        return self.lacks.isdisjoint(keys) and (known is None or any(known.get(key, "~") > version for key in keys))

    def wants_call(self, function: Function) -> bool:
        """Return whether `check_call` and `check_target` get the calls of a function. hotlint calls it once per function."""
        return True

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


RESOURCE_HOOKS = (
    "check_resource", "check_type", "check_uses", "check_property",
    "check_part", "check_call", "check_argument_error", "check_target",
)  # fmt: skip
"""The hooks that `resource_types` restricts."""
HOOKS = (
    "check_document", "check_template", "check_parameter", "check_group", "check_condition", "check_output",
    "check_environment", *RESOURCE_HOOKS,
)  # fmt: skip
"""The names of all methods that the linter calls on a rule."""
