"""Public names for rule packs: what a rule is made of, what it may look at, and how its examples are tested.

A pack needs nothing else of hotlint. These names stay; the modules that they come from may move.
"""

from __future__ import annotations

from hotlint.analysis.template import Condition, Output, Parameter, Resource, Template
from hotlint.language.functions.base import Call
from hotlint.linter.diagnostic import Diagnostic, Fix, Related, Severity
from hotlint.linter.rule import Checked, Context, Example, Rule, Target
from hotlint.linter.testing import failures
from hotlint.syntax.edits import Edit
from hotlint.syntax.nodes import Mapping, Node, Scalar, Sequence
from hotlint.syntax.source import Span

__all__ = [
    "Call",
    "Checked",
    "Condition",
    "Context",
    "Diagnostic",
    "Edit",
    "Example",
    "Fix",
    "Mapping",
    "Node",
    "Output",
    "Parameter",
    "Related",
    "Resource",
    "Rule",
    "Scalar",
    "Sequence",
    "Severity",
    "Span",
    "Target",
    "Template",
    "failures",
]
