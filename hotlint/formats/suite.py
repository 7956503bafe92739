"""Suites of tests (*.hot-test.yaml)."""

from hotlint.formats.table import Format, Key, level

EFFECTS = ("none", "update", "replace", "add", "delete", "refuse", "unknown")
"""The effects of an update on a resource that a test may expect."""
_VALUES = (
    Key("environments", "files", "Environment files, merged in this order after those of the suite."),
    Key("parameters", "mapping", "Values of parameters; they win over those of environments."),
    Key("attributes", "attributes", "Values that only the cloud knows: {resource: {attribute: value, __ref__: id}}.",
        "attributes: {balancer: {vip_address: 10.0.0.5}}"),
)  # fmt: skip
_MATRIX = Key(
    "matrix", "matrix", "Environments and values of which every combination is tested.",
    "matrix: {environments: {small: small.env, large: large.env}, parameters: {servers: [1, 3]}}", inside="matrix",
)  # fmt: skip
_USUAL = ("name", "template", "assert", "parameters", "errors", "snapshot", "update")
TEST = level(
    "a test",
    Key("name", "text", "The name of the test, which no other test of the suite has.", required=True),
    Key("description", "text", "What the test shows."),
    *_VALUES,
    _MATRIX,
    Key("assert", "assertions", "Assertions by the path of a value: an expected value, or a mapping of operators.",
        "assert: {outputs.address: 10.0.0.5, resources.servers: {members: 3}}", inside="operators"),
    Key("errors", "errors", "Errors that the template must have with these values; [] for none at all.",
        "errors: [{code: HOT215, at: parameters.servers}]", inside="error"),
    Key("update", "update", "What Heat does when the stack is updated with other values.",
        "update: {parameters: {flavor: m1.large}, expect: {server: update}}", inside="update"),
    Key("snapshot", "boolean", "Compare the whole preview with the stored snapshot.", "snapshot: true"),
    Key("skip", "text", "Do not run the test, for this reason."),
    usual=_USUAL,
)  # fmt: skip
MATRIX = level(
    "a matrix",
    Key("environments", "named files", "Environment files by a name that identifies them in the results."),
    Key("parameters", "alternatives", "Lists of values by the name of a parameter."),
)
ERROR = level(
    "an expected error",
    Key("code", "rule", "The code of the rule, such as HOT301."),
    Key("at", "value path", "The place in the template, such as resources.server.properties.image."),
    Key("line", "number", "The line of the template, counted from 1."),
    Key("message", "pattern", "A regular expression that is found in the message."),
    facts={"minProperties": 1},
)
UPDATE = level(
    "an update",
    Key("template", "file", "The template after the update, relative to the suite; the same one when left out."),
    Key("environments", "files", "Further environment files."),
    Key("parameters", "mapping", "Values of parameters that change."),
    Key("attributes", "attributes", "Values that only the cloud knows, after the update."),
    Key("expect", "effects", "The effect on resources: {resource: none, update, replace, add, delete, refuse or unknown}.",
        "expect: {servers: update, servers.0: replace}"),
    Key("others", "choice of none any", "Whether other resources may change, too: any (the default) or none."),
    Key("refused", "flag or pattern", "Whether Heat refuses the whole update, or a regular expression found in its reason."),
)  # fmt: skip
OPERATORS = level(
    "an assertion",
    Key("equal", "value", "The value is this one; numbers and strings are different."),
    Key("not_equal", "value", "The value is known, and not this one."),
    Key("same_as", "value path", "The value is the one at another path, such as parameters.count."),
    Key("refers_to", "text", "The value is the ID or an attribute of this resource, or contains one."),
    Key("match", "pattern", "The value is a string in which the regular expression is found."),
    Key("not_match", "pattern", "The value is a string in which the regular expression is not found."),
    Key("contains", "value", "A string contains this one, a list this item, a mapping these keys with these values."),
    Key("not_contains", "value", "The value does not contain this one."),
    Key("one_of", "list", "The value is one of these."),
    Key("length", "number", "The number of characters, items or keys."),
    Key("absent", "boolean", "There is nothing at the path, or the resource is disabled."),
    Key(
        "unknown",
        "flag or pattern",
        "Only the cloud knows the value; or a regular expression that is found in the reason.",
    ),
    Key(
        "error",
        "flag or pattern",
        "The value fails as it would in Heat; or a regular expression that is found in the message.",
    ),
    Key("enabled", "flag or unknown", "Whether the resource or output is enabled by its condition."),
    Key("type", "text", "The type of the resource."),
    Key("members", "number", "The number of members of the group."),
    is_named=True,
    facts={"minProperties": 1},
)
SUITE = Format(
    "Test suite of a Heat template (*.hot-test.yaml)",
    "hotlint-suite",
    {
        "suite": level(
            "a suite",
            Key("template", "file", "The template that is tested, relative to the suite.", required=True),
            Key("description", "text", "What the suite is for."),
            *_VALUES,
            _MATRIX,
            Key("tests", "tests", "The tests, in order.", required=True, inside="test"),
            usual=_USUAL,
        ),
        "test": TEST,
        "matrix": MATRIX,
        "error": ERROR,
        "update": UPDATE,
        "operators": OPERATORS,
    },
)
