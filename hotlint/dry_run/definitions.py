"""The definition of a resource as Heat compares it in an update.

Heat updates a resource whose definition differs in any way once its functions are resolved, even if every property
keeps its value: a default that is written out, another name of a condition, another order in `depends_on`
(heat/engine/resource.py, `_needs_update`; heat/engine/rsrc_defn.py). Its description does not count.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.environments.file import to_plain
from hotlint.analysis.environments.registry import TEMPLATE_ENDINGS
from hotlint.analysis.files.sent_files import sent_names
from hotlint.analysis.template import Part, Resource
from hotlint.language.values import EvaluationError, Unknown, Value, equal

FIELDS: Final = (
    "type", "metadata", "update_policy", "deletion_policy", "depends_on", "external_id", "condition", "properties",
)  # fmt: skip
"""The fields of a resource that Heat compares; `properties` last, since a new value there is a change of its own."""


class MadeOf(NamedTuple):
    """What a running resource was made of, as far as that is not what the old template says; else None."""

    type: str | None = None
    properties: Mapping[str, Value] | None = None
    metadata: Mapping[str, Value] | None = None


def definition_diff(
    old: TemplateContext,
    before: Resource,
    new: TemplateContext,
    after: Resource,
    made: MadeOf | None = None,
) -> tuple[list[str], list[str]]:
    """Return the fields in which two definitions of a resource differ, and those in which they may, in the order of FIELDS.

    `made` is what Heat has stored of a resource that runs, None where nothing runs.
    """
    made = made or MadeOf()
    same = {field: equal(field_value(old, before, field), field_value(new, after, field)) for field in FIELDS}
    type_ = made.type or before.type or ""
    same["type"] = type_ == after.type or _is_same_file(type_, after.type or "")
    if made.properties is not None:
        same["properties"] = equal(
            dict(made.properties), sent_names(field_value(new, after, "properties") or {}, new.path)
        )
    if made.metadata is not None:
        same["metadata"] = equal(dict(made.metadata), field_value(new, after, "metadata") or {})
    return [field for field in FIELDS if same[field] is False], [field for field in FIELDS if same[field] is None]


def _is_same_file(stored: str, written: str) -> bool:
    """Return whether a type is the address that Heat has stored of a template, and another one names that file."""
    file = stored.rpartition("/")[2]
    return "://" in stored and file.endswith(TEMPLATE_ENDINGS) and written.rpartition("/")[2] == file


def field_value(context: TemplateContext, resource: Resource, field: str) -> Value:
    """Return a field as Heat keeps it: functions resolved, None where it is not given. Secrets are not redacted."""
    part = context.template.part(resource, field)
    if part is None:
        node = resource.field(field) if field == "depends_on" else None
        names = to_plain(node) if node is not None else None
        return [names] if isinstance(names, str) else names
    try:
        value = _resolved(context, resource, part)
    except EvaluationError:
        return Unknown("it cannot be evaluated")
    return value.title() if field == "deletion_policy" and isinstance(value, str) else value


def _resolved(context: TemplateContext, resource: Resource, part: Part) -> Value:
    if part.snippet is None:
        return None
    if part.field == "properties":
        return context.section(part.snippet)[0]
    if part.field != "condition":
        return context.evaluation.value(part)
    named = isinstance(part.snippet, str | bool)  # Heat keeps the name of a condition, whatever it holds
    return part.snippet if named else context.evaluation.condition_value(resource)
