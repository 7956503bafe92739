"""The graph of a template's resources in the language of Mermaid, which GitHub, GitLab and many wikis draw."""

from __future__ import annotations

from hotlint.dry_run.dependency_graph import DependencyGraph, GraphNode


def render(graph: DependencyGraph, path: str) -> str:
    """A flowchart from left to right. Dotted: depends_on alone, and disabled resources."""
    numbers = {name: f"r{index}" for index, name in enumerate(graph.nodes)}
    lines = ["flowchart LR", *(f'  {numbers[node.name]}["{_label(node)}"]' for node in graph.nodes.values())]
    if not numbers:
        lines.append('  none["This template has no resources"]')
    for edge in graph.edges:
        arrow = "-.->" if edge.is_order_only else "-->"
        lines.append(f"  {numbers[edge.source]} {arrow} {numbers[edge.target]}")
    off = [numbers[n.name] for n in graph.nodes.values() if n.enabled is False]
    if off:
        lines += ["  classDef off stroke-dasharray:5 4,opacity:0.5", f"  class {','.join(off)} off"]
    return "\n".join(lines) + "\n"


def _label(node: GraphNode) -> str:
    within = f"<br/>{_text(node.within)}" if node.within else ""
    return f"<b>{_text(node.name)}</b><br/>{_text(node.type)}{within}"


def _text(text: str) -> str:
    """Mermaid takes characters by number; letters, digits and what names are made of stay readable."""
    return "".join(c if c.isalnum() or c in "_-.:/ " else f"#{ord(c)};" for c in text)
