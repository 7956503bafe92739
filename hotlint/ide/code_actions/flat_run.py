"""Dry runs in which a nested stack counts as part of the outer one, to prove that resources only move between them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from hotlint.analysis.files.project import Project
from hotlint.ide.code_actions.proof import comparable, dry_run, is_error, reasons
from hotlint.ide.file_analysis import FileAnalysis

_OUTER_LABEL = re.compile(r"<(?:\.\./)+")
_OWN_LABEL = re.compile(r"<([\w-]+)(?=[>./\[])")

Flat = tuple[dict[str, Any], Any]
"""The resources by name, and the outputs."""


def flat_run(
    project: Project,
    analysis: FileAnalysis,
    environments: tuple[str, ...],
    nested: str | None = None,
    renamed: Mapping[str, str] | None = None,
) -> Flat | None:
    """Return what a template makes, the resources of the stack `nested` as if they were in the outer one; None for no such.

    `renamed` are the names that these get instead of their own. Reasons and messages do not count. Raises OSError or ReadError.
    """
    names = renamed or {}
    result = dry_run(project, analysis.path, environments)
    resources = dict(result["resources"])
    inner: dict[str, Any] = {}
    if nested is not None:
        within = resources.pop(nested, {}).get("nested", {}).get("resources", {})
        inner = {names.get(name, name): _plain(one, names, _OWN_LABEL) for name, one in within.items()}
        if not inner or inner.keys() & resources.keys() or len(inner) < len(within):
            return None
    labels = re.compile(rf"<{re.escape(nested)}/([\w-]+)(?=[>./\[])") if nested is not None else None
    flat = {name: _plain(one, names, labels) for name, one in resources.items()}
    return flat | inner, _plain(result["outputs"], names, labels)


def _plain(value: Any, renamed: Mapping[str, str], labels: re.Pattern[str] | None) -> Any:
    """Return a part of a dry run with the labels of unknown values as they are in the outer stack."""
    if isinstance(value, str):
        if labels is not None:
            value = labels.sub(lambda found: "<" + renamed.get(found[1], found[1]), value)
        return _OUTER_LABEL.sub("<", value)
    if isinstance(value, dict):
        if is_error(value):
            return "error"
        return {k: _plain(v, renamed, labels) for k, v in value.items() if k not in reasons(value)}
    if isinstance(value, list):
        return [_plain(v, renamed, labels) for v in value]
    return comparable(value)
