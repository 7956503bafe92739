"""The public names for rule packs: the rule API, the parts of a template, and the test of a rule's examples.

A pack needs nothing else of hotlint. These names are stable; the modules that they come from may change.
"""

from __future__ import annotations

from hotlint.analysis.context import TemplateContext
from hotlint.analysis.environment import EnvironmentFile
from hotlint.analysis.resolved_type import ResolvedType
from hotlint.analysis.template import Condition, Group, Named, Output, Parameter, Part, Resource, Template
from hotlint.analysis.uses import Use
from hotlint.language.functions.base import ArgumentError, Call, CallTarget, Function
from hotlint.linter.diagnostic import Diagnostic, Fix, Related, Safety, Severity
from hotlint.linter.rule import Checked, Context, Example, Rule, Target
from hotlint.linter.testing import failures
from hotlint.linter.type_rules import TypeRules
from hotlint.resource_types.catalog import ResourceType
from hotlint.resource_types.validation import PropertyProblem
from hotlint.syntax.edits import Edit
from hotlint.syntax.nodes import Document, Entry, Mapping, Node, Scalar, Sequence
from hotlint.syntax.source import Span

__all__ = [
    "ArgumentError",
    "Call",
    "CallTarget",
    "Checked",
    "Condition",
    "Context",
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
    "ResolvedType",
    "Resource",
    "ResourceType",
    "Rule",
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
    "failures",
]
