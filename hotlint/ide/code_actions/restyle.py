"""Rewrites: a flow collection in block style, a scalar in quotes, the template in a newer version."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.ide.code_actions.action import REWRITE, CodeAction
from hotlint.ide.cursor import cursor_at
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.ide.text_insertion import column_of, key_column, line_end
from hotlint.language import versions
from hotlint.syntax.edits import Edit, apply_edits
from hotlint.syntax.nodes import Entry, Mapping, Node, Scalar, Sequence
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source, Span
from hotlint.syntax.yaml_rewriter import to_block_style


def quote(analysis: FileAnalysis, offset: int) -> Iterator[CodeAction]:
    """Yield the action that quotes a plain scalar, which makes it a string whatever it looks like."""
    cursor = cursor_at(analysis.document.root, offset)
    node = cursor.node
    if (
        cursor.on_key
        or not isinstance(node, Scalar)
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


TITLE = "Convert to block style"


def block_style(analysis: FileAnalysis, offset: int) -> Iterator[CodeAction]:
    """Yield the action that writes the outermost flow collection at an offset as a block, one entry a line.

    Offered only where the text then means the same to Heat's parser, which is checked by parsing it again.
    """
    nodes = cursor_at(analysis.document.root, offset).nodes
    at = next((i for i, n in enumerate(nodes) if isinstance(n, Mapping | Sequence) and n.flow), None)
    if not at or analysis.document.broken:
        return
    node, parent = nodes[at], nodes[at - 1]
    edit = _edit(analysis.text, node, parent)
    if edit is None:
        return
    after = parse(Source(analysis.document.source.uri, apply_edits(analysis.text, [edit])))
    if not after.problems and analysis.document.root is not None and _same(analysis.document.root, after.root):
        yield CodeAction(TITLE, REWRITE, (edit,))


def _edit(text: str, node: Node, parent: Node) -> Edit | None:
    """Return the edit that writes a collection as a block; None where the rest of its line is not empty."""
    if text[node.end : line_end(text, node.end)].strip():
        return None
    lines = to_block_style(text[node.start : node.end])
    if lines is None:
        return None
    entry = _entry_of(node, parent)
    if entry is None:  # an item of a list: the block begins right behind its dash
        indent = column_of(text, node.start)
        return Edit(Span(node.start, node.end), f"\n{' ' * indent}".join(lines))
    indent = key_column(text, entry.key) + 2
    start = node.start - (len(text[: node.start]) - len(text[: node.start].rstrip(" \t")))
    if text[start - 1] != ":":
        return None  # an anchor, a tag or a line break is between
    return Edit(Span(start, node.end), "".join(f"\n{' ' * indent}{line}" if line else "\n" for line in lines))


def _entry_of(node: Node, parent: Node) -> Entry | None:
    entries = parent.entries if isinstance(parent, Mapping) else []
    return next((entry for entry in entries if entry.value is node), None)


def _same(one: Node | None, other: Node | None) -> bool:
    """Return whether two trees hold the same keys and values in the same order, whatever their style."""
    if isinstance(one, Scalar) and isinstance(other, Scalar):
        return one.value == other.value and type(one.value) is type(other.value)
    if isinstance(one, Sequence) and isinstance(other, Sequence):
        return len(one.items) == len(other.items) and all(map(_same, one.items, other.items))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        pairs = zip(one.entries, other.entries, strict=False)
        return len(one.entries) == len(other.entries) and all(
            _same(a.key, b.key) and _same(a.value, b.value) for a, b in pairs
        )
    return one is None and other is None
