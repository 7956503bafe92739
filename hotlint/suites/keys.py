"""The keys that a suite may hold, level by level: reader, messages, JSON Schema, completion and documentation read them."""

from __future__ import annotations

from hotlint.syntax.field_reader import DocumentKey

_VALUES = (
    DocumentKey("environments", "files", "Environment files, merged in this order after those of the suite."),
    DocumentKey("parameters", "mapping", "Values of parameters; they win over those of environments."),
    DocumentKey("attributes", "attributes", "Values that only the cloud knows: {resource: {attribute: value, __ref__: id}}."),
)  # fmt: skip
_MATRIX = DocumentKey("matrix", "matrix", "Environments and values of which every combination is tested.")
SUITE = (
    DocumentKey("template", "file", "The template that is tested, relative to the suite.", True),
    DocumentKey("description", "text", "What the suite is for."),
    *_VALUES,
    _MATRIX,
    DocumentKey("tests", "tests", "The tests, in order.", True),
)
"""The keys of a suite."""
TEST = (
    DocumentKey("name", "text", "The name of the test, which no other test of the suite has.", True),
    DocumentKey("description", "text", "What the test shows."),
    *_VALUES,
    _MATRIX,
    DocumentKey("assert", "assertions", "Assertions by the path of a value: an expected value, or a mapping of operators."),
    DocumentKey("errors", "errors", "Errors that the template must have with these values; [] for none at all."),
    DocumentKey("update", "update", "What Heat does when the stack is updated with other values."),
    DocumentKey("snapshot", "boolean", "Compare the whole preview with the stored snapshot."),
    DocumentKey("skip", "text", "Do not run the test, for this reason."),
)  # fmt: skip
"""The keys of a test."""
MATRIX = (
    DocumentKey("environments", "named files", "Environment files by a name that identifies them in the results."),
    DocumentKey("parameters", "alternatives", "Lists of values by the name of a parameter."),
)
"""The keys of `matrix`."""
ERROR = (
    DocumentKey("code", "text", "The code of the rule, such as HOT301."),
    DocumentKey("at", "path", "The place in the template, such as resources.server.properties.image."),
    DocumentKey("line", "number", "The line of the template, counted from 1."),
    DocumentKey("message", "pattern", "A regular expression that is found in the message."),
)
"""The keys of an expected error."""
UPDATE = (
    DocumentKey("template", "file", "The template after the update, relative to the suite; the same one when left out."),
    DocumentKey("environments", "files", "Further environment files."),
    DocumentKey("parameters", "mapping", "Values of parameters that change."),
    DocumentKey("attributes", "attributes", "Values that only the cloud knows, after the update."),
    DocumentKey("expect", "effects", "The effect on resources: {resource: none, update, replace, add, delete, refuse or unknown}."),
    DocumentKey("others", "choice of none any", "Whether other resources may change, too: any (the default) or none."),
    DocumentKey("refused", "flag or pattern", "Whether Heat refuses the whole update, or a regular expression found in its reason."),
)  # fmt: skip
"""The keys of `update`."""
OPERATORS = (
    DocumentKey("equal", "value", "The value is this one; numbers and strings are different."),
    DocumentKey("not_equal", "value", "The value is known, and not this one."),
    DocumentKey("same_as", "path", "The value is the one at another path, such as parameters.count."),
    DocumentKey("refers_to", "text", "The value is the ID or an attribute of this resource, or contains one."),
    DocumentKey("match", "pattern", "The value is a string in which the regular expression is found."),
    DocumentKey("not_match", "pattern", "The value is a string in which the regular expression is not found."),
    DocumentKey("contains", "value", "A string contains this one, a list this item, a mapping these keys with these values."),
    DocumentKey("not_contains", "value", "The value does not contain this one."),
    DocumentKey("one_of", "list", "The value is one of these."),
    DocumentKey("length", "number", "The number of characters, items or keys."),
    DocumentKey("absent", "boolean", "There is nothing at the path."),
    DocumentKey("unknown", "flag or pattern", "Only the cloud knows the value; or a regular expression that is found in the reason."),
    DocumentKey("error", "flag or pattern", "The value fails as it would in Heat; or a regular expression that is found in the message."),
    DocumentKey("enabled", "flag or unknown", "Whether the resource or output is enabled by its condition."),
    DocumentKey("type", "text", "The type of the resource."),
    DocumentKey("members", "number", "The number of members of the group."),
)  # fmt: skip
"""The operators of an assertion."""
EFFECTS = ("none", "update", "replace", "add", "delete", "refuse", "unknown")
"""The effects of an update on a resource that a test may expect."""
LEVELS = {"suite": SUITE, "test": TEST, "matrix": MATRIX, "error": ERROR, "update": UPDATE, "assertion": OPERATORS}
"""All levels, by name."""
