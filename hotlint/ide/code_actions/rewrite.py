"""Rewrites: quote a scalar, upgrade the template to a newer version."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.ide.code_actions.action import REWRITE, CodeAction
from hotlint.ide.cursor import cursor_at
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.language import versions
from hotlint.syntax.edits import Edit
from hotlint.syntax.nodes import Scalar
from hotlint.syntax.source import Span


def quote(analysis: FileAnalysis, offset: int) -> Iterator[CodeAction]:
    """Yield the action that quotes a plain scalar, which makes it a string whatever it looks like."""
    node = cursor_at(analysis.document.root, offset).node
    if (
        not isinstance(node, Scalar)
        or node.style
        or node.end <= node.start
        or "\n" in analysis.text[node.start : node.end]
    ):
        return
    written = analysis.text[node.start : node.end]
    quoted = '"' + written.replace("\\", "\\\\").replace('"', '\\"') + '"'
    title = "Quote the value" if isinstance(node.value, str) else "Quote the value, which makes it a string"
    yield CodeAction(title, REWRITE, (Edit(Span(node.start, node.end), quoted),))


def upgrade(analysis: FileAnalysis, offset: int) -> Iterator[CodeAction]:
    """Yield an upgrade to each newer version, at the version of the template; one that says why there is none."""
    node = analysis.template.version_node
    if node is None or offset not in Span(node.start, node.end):
        return
    newer = [version for version in reversed(versions.VERSIONS) if version > analysis.template.version]
    is_valid = all(problem.slug == "duplicate-key" for problem in analysis.document.problems)
    if not newer or not is_valid:
        reason = "The template is not valid YAML" if not is_valid else "The template has the newest version"
        if versions.canonical(node.value if isinstance(node, Scalar) else None) is None:
            reason = "Heat does not know the version of the template"
        yield CodeAction(f"Upgrade to {versions.display_name(versions.NEWEST)}", REWRITE, disabled=reason)
        return
    for version in newer:
        yield CodeAction(f"Upgrade to {versions.display_name(version)}", REWRITE, upgrade=version)
