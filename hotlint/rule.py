"""The public names for rules: the rule API, the parts of a template, and the test of a rule's examples.

hotlint's own rules import the rule API from here, as those of other rule packs do. These names are stable; the modules
that they come from may change. Every check imports this module: a name that only tests of rules need is found on demand.
"""

from __future__ import annotations

from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.composition.uses import Use
from hotlint.analysis.environments.file import EnvironmentFile
from hotlint.analysis.environments.registry import ResolvedType
from hotlint.analysis.template import Condition, Group, Named, Output, Parameter, Part, Resource, Template
from hotlint.common.annotations import TYPE_CHECKING
from hotlint.language.functions.base import ArgumentError, Call, CallTarget, Function
from hotlint.linter.diagnostic import (
    Diagnostic,
    Fix,
    Related,
    ReportingRule,
    Safety,
    Severity,
    causes_in,
    file_cause,
    finding_cause,
    hidden_cause,
    moved_cause,
    name_cause,
    type_cause,
    value_cause,
    version_cause,
)
from hotlint.linter.rules.property_problems import member_problems, resource_problems, schema_problems
from hotlint.linter.rules.rule import Checked, Example, Rule, RuleContext, Target
from hotlint.linter.rules.type_rules import TypeRules, is_certain, parameters_read_early
from hotlint.linter.rules.written_resource import has_misspelled
from hotlint.resource_types.catalog import ResourceType
from hotlint.resource_types.validation import PropertyProblem
from hotlint.syntax.edits import Edit
from hotlint.syntax.nodes import Document, Entry, Mapping, Node, Scalar, Sequence
from hotlint.syntax.source import Span

if TYPE_CHECKING:
    from hotlint.linter.checking.testing import failures
else:

    def __getattr__(name: str) -> object:
        """Return the test of examples, which imports what a check does not need."""
        if name != "failures":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from hotlint.linter.checking.testing import failures

        return failures


__all__ = [
    "ArgumentError",
    "Call",
    "CallTarget",
    "Checked",
    "Condition",
    "Diagnostic",
    "Document",
    "Edit",
    "Entry",
    "EnvironmentFile",
    "Example",
    "Fix",
    "Function",
    "Group",
    "Mapping",
    "Named",
    "Node",
    "Output",
    "Parameter",
    "Part",
    "PropertyProblem",
    "Related",
    "ReportingRule",
    "ResolvedType",
    "Resource",
    "ResourceType",
    "Rule",
    "RuleContext",
    "Safety",
    "Scalar",
    "Sequence",
    "Severity",
    "Span",
    "Target",
    "Template",
    "TemplateContext",
    "TypeRules",
    "Use",
    "causes_in",
    "failures",
    "file_cause",
    "finding_cause",
    "has_misspelled",
    "hidden_cause",
    "is_certain",
    "member_problems",
    "moved_cause",
    "name_cause",
    "parameters_read_early",
    "resource_problems",
    "schema_problems",
    "type_cause",
    "value_cause",
    "version_cause",
]
