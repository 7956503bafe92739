"""Policies as they are written, and what is wrong in their expressions if the library for them is installed."""

from __future__ import annotations

from typing import NamedTuple

from hotlint.syntax.field_reader import DocumentKey, FieldProblem
from hotlint.syntax.source import Span

SUBJECTS = ("resources", "parameters", "outputs", "templates")
"""What a policy may be about."""
_TEMPLATE = "its template: a mapping with the variables of the subject 'templates'"
_REFERENCES = "the names of the resources that it refers to or depends on"
VARIABLES: dict[str, dict[str, str]] = {
    "resources": {
        "name": "the name of the resource",
        "path": "its path from the outermost stack, such as group.0.server",
        "type": "its type",
        "properties": "its properties, resolved and converted as Heat passes them to it",
        "metadata": "its metadata, resolved",
        "parameters": "the values of the parameters of its template",
        "references": _REFERENCES,
        "template": _TEMPLATE,
    },
    "parameters": {
        "name": "the name of the parameter",
        "type": "its type",
        "value": "its value, null where none is given",
        "description": "its description, empty without one",
        "hidden": "whether it is hidden",
        "has_default": "whether it has a default",
        "default": "its default, null without one",
        "label": "its label, empty without one",
        "immutable": "whether it is immutable",
        "constraints": "its constraints, as they are written",
        "template": _TEMPLATE,
    },
    "outputs": {
        "name": "the name of the output",
        "value": "its value, resolved",
        "description": "its description, empty without one",
        "parameters": "the values of the parameters of its template",
        "references": _REFERENCES,
        "template": _TEMPLATE,
    },
    "templates": {
        "name": "the name of its file",
        "path": "the path of the resource that uses it, empty for the outermost template",
        "level": "how many templates it is nested in; 1 for one that is checked alone where another of its source tree nests it",
        "version": "its version",
        "description": "its description, empty without one",
        "sections": "the names of its sections, in order",
        "parameters": "its parameters: a list of mappings with the variables of the subject 'parameters'",
        "resources": "its enabled resources: a list of mappings with name, type, properties, metadata and references",
        "outputs": "its enabled outputs: a list of mappings with name, value, description and references",
        "environment": "its environment: a mapping with parameters, parameter_defaults and resource_registry",
    },
}
"""The variables of expressions, by what the policy is about."""
FILE = (
    DocumentKey("extends", "files", "Policies of other files: paths relative to this file, or packs of hotlint (hotlint:example)."),
    DocumentKey("disable", "codes", "Codes of extended policies that do not count."),
    DocumentKey("policies", "policies", "The policies of this file; one replaces an extended policy of the same code."),
    DocumentKey("tests", "tests", "Tests of the policies, which `hotlint policy test` runs."),
)  # fmt: skip
"""The keys of a file of policies."""
POLICY = (
    DocumentKey("code", "text", "The code of the policy: capital letters and a number, such as SITE001.", True),
    DocumentKey("name", "text", "A short name in lower case, such as tags-required."),
    DocumentKey("description", "text", "Why the policy exists, and what to do."),
    DocumentKey("resources", "globs", "The types of the resources that the policy is about: globs, such as OS::Nova::*."),
    DocumentKey("parameters", "globs", "The names of the parameters that the policy is about: globs."),
    DocumentKey("outputs", "globs", "The names of the outputs that the policy is about: globs."),
    DocumentKey("templates", "globs", "The names of the files of the templates that the policy is about: globs."),
    DocumentKey("when", "expression", "A CEL expression; where it is false, the policy does not apply."),
    DocumentKey("assert", "expression", "A CEL expression that must be true.", True),
    DocumentKey("message", "text", "The message of a violation; {{ expression }} shows a value.", True),
    DocumentKey("severity", "choice of error warning info", "The severity of a violation: error (the default), warning or info."),
    DocumentKey("unknown", "choice of report pass fail", "The answer where only the cloud knows: report (the default), pass or fail."),
    DocumentKey("at", "text", "The property that a violation is reported at, such as flavor."),
)  # fmt: skip
"""The keys of a policy."""
TEST = (
    DocumentKey("name", "text", "The name of the test.", True),
    DocumentKey("policy", "text", "The code of the tested policy.", True),
    DocumentKey("template", "template", "A template: a path relative to this file, or the template itself.", True),
    DocumentKey("environments", "files", "Environment files."),
    DocumentKey("parameters", "mapping", "Values of parameters."),
    DocumentKey("expect", "expectations", "The result by path: pass, fail or unknown; left out for what the policy is not about.", True),
)  # fmt: skip
"""The keys of a test of policies."""
STATES = ("pass", "fail", "unknown")
"""The results that a test may expect."""


class Policy(NamedTuple):
    """One policy. `subject` is one of SUBJECTS, `patterns` are globs of types or names; expressions are texts.

    `file` is the file that it is written in, and `span` its place there.
    """

    code: str
    name: str
    subject: str
    patterns: tuple[str, ...]
    condition: str
    message: str
    when: str | None
    severity: str
    unknown: str
    at: str | None
    description: str
    file: str
    span: Span


class PolicyTest(NamedTuple):
    """One test of a policy. `template` is a path, or None with the `text` of a template; `expected` are results by path."""

    name: str
    policy: str
    template: str | None
    text: str
    environments: tuple[str, ...]
    parameters: dict[str, object]
    expected: dict[str, str]
    span: Span


class PolicyFile(NamedTuple):
    """A file of policies that was read, with all that it extends.

    `files` are the files that were read for it, and `looked_for` the absolute paths of those, and of others that it names.
    `problems` are the mistakes of each file, by its path.
    """

    path: str
    policies: tuple[Policy, ...]
    tests: tuple[PolicyTest, ...]
    problems: dict[str, tuple[FieldProblem, ...]]
    files: tuple[str, ...]
    looked_for: frozenset[str]


MISSING = "policies need the package cel-python: pip install 'hotlint[policies]'"


class MissingLibraryError(Exception):
    """Raised where a policy is to be evaluated and cel-python is not installed."""


def expression_problem(text: str, variables: tuple[str, ...]) -> str | None:
    """Return why a text is not an expression over these variables; None where it is one, or cannot be checked."""
    try:
        from hotlint.policies.expressions import ExpressionError, compiled
    except ImportError:
        return None
    try:
        compiled(text, variables)
    except ExpressionError as exc:
        return str(exc)
    return None


def message_problem(text: str, variables: tuple[str, ...]) -> str | None:
    """Return why a message is invalid: one of its expressions is; None for a valid one."""
    try:
        from hotlint.policies.expressions import ExpressionError, MessageText
    except ImportError:
        return None
    try:
        MessageText(text, variables)
    except ExpressionError as exc:
        return str(exc)
    return None
