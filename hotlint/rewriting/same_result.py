"""Prove that two templates have the same result: by their dry runs, and by what a check finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from copy import deepcopy
from typing import Any

from hotlint.dry_run.stack_preview import Preview
from hotlint.linter.checking.file_result import FileResult
from hotlint.rewriting.type_successors import Rename

_SECTIONS = ("parameters", "conditions", "resources", "outputs")


def obstacle(before: FileResult, after: FileResult, renames: Iterable[Rename] = ()) -> str | None:
    """Return what is different after a rewriting, as a clause; None when the dry runs are equal and no new problem is found.

    Names that were replaced by `renames` are the same. An error stays one, whatever its message.
    """
    if after.document.broken or before.context is None or after.context is None:
        return "the text would no longer be valid YAML"
    known = Counter((d.code, d.message) for d in before.diagnostics)
    for found in after.diagnostics:
        if found.severity != "info" and not known[found.code, found.message]:
            return f"{found.code} would be reported: {found.message}"
    old, new = (Preview(context, show_hidden=True).to_dict() for context in (before.context, after.context))
    return _different(_with_new_names(old, renames), new)


def _different(old: dict[str, Any], new: dict[str, Any]) -> str | None:
    for section in _SECTIONS:
        one, other = old.get(section, {}), new.get(section, {})
        for name in (*one, *(n for n in other if n not in one)):
            if name not in one or name not in other or not _alike(one[name], other[name]):
                return f"{section}.{name} would have another value in the dry run"
    return None


def _alike(old: Any, new: Any) -> bool:
    """Return whether two parts of dry runs are equal, messages and reasons aside."""
    if isinstance(old, dict) and isinstance(new, dict):
        if "error" in old and "error" in new:
            return True
        if "unknown" in old and "unknown" in new:
            return bool(old.get("value") == new.get("value"))
        return old.keys() == new.keys() and all(_alike(value, new[key]) for key, value in old.items())
    return type(old) is type(new) and bool(old == new)


def _with_new_names(result: dict[str, Any], renames: Iterable[Rename]) -> dict[str, Any]:
    result = deepcopy(result)
    for rename in renames:
        resource = result["resources"].get(rename.resource, {})
        if not rename.path:
            resource["type"] = rename.new
            continue
        values: Any = resource.get("properties", {}).get("value")
        for step in rename.path[:-1]:
            known = isinstance(values, dict) or (
                isinstance(values, list) and isinstance(step, int) and step < len(values)
            )
            values = (values.get(step) if isinstance(values, dict) else values[step]) if known else None
        if isinstance(values, dict) and rename.old in values:
            values[rename.new] = values.pop(rename.old)
    return result
