"""Files of policies."""

from __future__ import annotations

from hotlint.formats.table import Format, Key, level

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
STATES = ("pass", "fail", "unknown")
"""The results that a test of policies may expect."""
POLICY = level(
    "a policy",
    Key("code", "policy code", "The code of the policy: capital letters and a number, such as SITE001.",
        required=True),
    Key("name", "policy name", "A short name in lower case, such as tags-required."),
    Key("description", "text", "Why the policy exists, and what to do."),
    Key("resources", "patterns", "The types of the resources that the policy is about: globs, such as OS::Nova::*.",
        "resources: [OS::Nova::Server]"),
    Key("parameters", "patterns", "The names of the parameters that the policy is about: globs."),
    Key("outputs", "patterns", "The names of the outputs that the policy is about: globs."),
    Key("templates", "patterns", "The names of the files of the templates that the policy is about: globs."),
    Key("when", "expression",
        "A CEL expression; where it is false, the policy does not apply. One that is neither true nor false is a violation."),
    Key("assert", "expression", "A CEL expression that must be true.", "assert: has(properties.metadata.owner)", required=True),
    Key("message", "text", "The message of a violation; {{ expression }} shows a value.",
        "message: server '{{ name }}' has no owner", required=True),
    Key("severity", "choice of error warning info", "The severity of a violation: error (the default), warning or info."),
    Key("unknown", "choice of report pass fail",
        "The answer where only the cloud knows: report as an info (the default), pass or fail."),
    Key("at", "text", "The property that a violation is reported at, such as flavor."),
    facts={"oneOf": [{"required": [name]} for name in SUBJECTS]},
)  # fmt: skip
TEST = level(
    "a test",
    Key("name", "text", "The name of the test.", required=True),
    Key("policy", "tested code", "The code of the tested policy.", required=True),
    Key("template", "template", "A template: a path relative to this file, or the template itself.", required=True),
    Key("environments", "files", "Environment files."),
    Key("parameters", "mapping", "Values of parameters."),
    Key("expect", "expectations", "The result by path: pass, fail or unknown; left out for what the policy is not about.",
        "expect: {server: fail, group.0.server: pass}", required=True),
)  # fmt: skip
POLICIES = Format(
    "Policies of hotlint",
    "hotlint-policies",
    {
        "file": level(
            "a file of policies",
            Key("extends", "policy files",
                "Policies of other files: paths relative to this file, or packs of hotlint (hotlint:example).",
                "extends: [hotlint:example, ../base.yaml]"),
            Key("disable", "codes", "Codes of extended policies that do not count.", "disable: [SITE004]"),
            Key("policies", "policy list",
                "The policies of this file; one replaces an extended policy of the same code.", inside="policy"),
            Key("tests", "tests", "Tests of the policies, which `hotlint policy test` runs.", inside="test"),
        ),
        "policy": POLICY,
        "test": TEST,
    },
)  # fmt: skip
