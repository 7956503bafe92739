"""The graph of a template's resources in the language of Graphviz."""

from __future__ import annotations

from hotlint.dry_run.dependency_graph import DependencyGraph, GraphNode
from hotlint.output.graph.svg import color


def render(graph: DependencyGraph, path: str) -> str:
    """A digraph from left to right. Dashed: depends_on alone, and resources that are not surely there."""
    lines = ["digraph template {", "  rankdir=LR;", '  node [shape=box, style=rounded, fontname="sans-serif"];']
    if not graph.nodes:
        lines.append('  none [label="This template has no resources"];')
    for node in graph.nodes.values():
        style = "rounded" if node.enabled is True else '"rounded,dashed"'
        lines.append(f'  {_quoted(node.name)} [label={_label(node)}, color="{color(node)}", style={style}];')
    for edge in graph.edges:
        dashed = " [style=dashed]" if edge.is_order_only else ""
        lines.append(f"  {_quoted(edge.source)} -> {_quoted(edge.target)}{dashed};")
    return "\n".join([*lines, "}"]) + "\n"


def _label(node: GraphNode) -> str:
    return _quoted("\n".join(filter(None, (node.name, node.type, node.within))))


def _quoted(text: str) -> str:
    inner = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\0", "")
    return f'"{inner}"'
