"""Render the graph of a template's resources: Mermaid, Graphviz, SVG, and a page. No other program is needed."""

from __future__ import annotations

from typing import Any

from hotlint.common.counts import counted
from hotlint.dry_run.dependency_graph import DependencyGraph, GraphNode
from hotlint.output.graph_layout import Box, Point, layout
from hotlint.output.positions import Places
from hotlint.syntax.source import Span


def render_mermaid(graph: DependencyGraph, path: str) -> str:
    """A flowchart from left to right. Dotted: depends_on alone, and disabled resources."""
    numbers = {name: f"r{index}" for index, name in enumerate(graph.nodes)}
    lines = ["flowchart LR", *(f'  {numbers[node.name]}["{_mermaid_label(node)}"]' for node in graph.nodes.values())]
    if not numbers:
        lines.append('  none["This template has no resources"]')
    for edge in graph.edges:
        arrow = "-.->" if edge.is_order_only else "-->"
        lines.append(f"  {numbers[edge.source]} {arrow} {numbers[edge.target]}")
    off = [numbers[n.name] for n in graph.nodes.values() if n.enabled is False]
    if off:
        lines += ["  classDef off stroke-dasharray:5 4,opacity:0.5", f"  class {','.join(off)} off"]
    return "\n".join(lines) + "\n"


def _mermaid_label(node: GraphNode) -> str:
    within = f"<br/>{_mermaid_text(node.within)}" if node.within else ""
    return f"<b>{_mermaid_text(node.name)}</b><br/>{_mermaid_text(node.type)}{within}"


def _mermaid_text(text: str) -> str:
    """Mermaid takes characters by number; letters, digits and what names are made of stay readable."""
    return "".join(c if c.isalnum() or c in "_-.:/ " else f"#{ord(c)};" for c in text)


def render_dot(graph: DependencyGraph, path: str) -> str:
    """A digraph from left to right. Dashed: depends_on alone, and resources that are not surely there."""
    lines = ["digraph template {", "  rankdir=LR;", '  node [shape=box, style=rounded, fontname="sans-serif"];']
    if not graph.nodes:
        lines.append('  none [label="This template has no resources"];')
    for node in graph.nodes.values():
        style = "rounded" if node.enabled is True else '"rounded,dashed"'
        lines.append(f'  {_quoted(node.name)} [label={_dot_label(node)}, color="{color(node)}", style={style}];')
    for edge in graph.edges:
        dashed = " [style=dashed]" if edge.is_order_only else ""
        lines.append(f"  {_quoted(edge.source)} -> {_quoted(edge.target)}{dashed};")
    return "\n".join([*lines, "}"]) + "\n"


def _dot_label(node: GraphNode) -> str:
    return _quoted("\n".join(filter(None, (node.name, node.type, node.within))))


def _quoted(text: str) -> str:
    inner = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\0", "")
    return f'"{inner}"'


MARGIN = 20.0
LONGEST, LONGEST_TYPE = 34, 46
"""Characters of a name or a type that are drawn; the whole shows when the pointer rests on it."""
COLORS = {
    "Nova": "#3b82f6", "Neutron": "#22a06b", "Cinder": "#d97706", "Octavia": "#0d9488", "Heat": "#8b5cf6",
    "Glance": "#db2777", "Keystone": "#dc2626", "Designate": "#0891b2", "Swift": "#65a30d", "template": "#a16207",
}  # fmt: skip
OTHER = "#64748b"


def render_svg(graph: DependencyGraph, path: str, places: Places | None = None, *, alone: bool = True) -> str:
    """The drawing. `alone`: with a style of its own, as a file; else as part of a page.

    With `places`, nodes carry the place of their resource in the file `path`.
    """
    from hotlint.output import pages

    sizes = {n.name: _size(n) for n in graph.nodes.values()}
    found = layout(sizes, [(e.source, e.target) for e in graph.edges])
    width, height = found.width + 2 * MARGIN, found.height + 2 * MARGIN
    return pages.render(
        "graph.svg", path=path, alone=alone, margin=MARGIN, size=(width, height) if graph.nodes else (280.0, 60.0),
        edges=[(edge, _curve(found.paths[edge.source, edge.target])) for edge in graph.edges],
        nodes=[_drawn(node, found.boxes[node.name], path, places) for node in graph.nodes.values()],
    )  # fmt: skip


def _size(node: GraphNode) -> tuple[float, float]:
    name, type_ = _cut(node.name), _cut(_subtitle(node), LONGEST_TYPE)
    return max(8.2 * len(name), 6.1 * len(type_), 40.0) + 22, 40.0


def _subtitle(node: GraphNode) -> str:
    return f"{node.type} · {node.within}" if node.within else node.type


def _cut(text: str, longest: int = LONGEST) -> str:
    """Return text without its middle where it is too long: names that begin alike differ at their ends."""
    kept = longest - 1
    return text if len(text) <= longest else f"{text[: kept - kept // 2]}…{text[-(kept // 2) :]}"


def color(node: GraphNode) -> str:
    """The color of a service."""
    if node.type.endswith((".yaml", ".template")):
        return COLORS["template"]
    pieces = node.type.split("::")
    return COLORS.get(pieces[1] if len(pieces) > 1 else "", OTHER)


def _drawn(node: GraphNode, box: Box, path: str, places: Places | None) -> dict[str, Any]:
    state, note = {True: ("on", ""), False: ("off", ", disabled"), None: ("unknown", ", perhaps")}[node.enabled]
    key, subtitle = node.resource.key, _subtitle(node)
    return {
        "state": state, "title": f"{node.name}: {subtitle}{note}", "name": _cut(node.name),
        "subtitle": _cut(subtitle, LONGEST_TYPE), "color": color(node), "box": box,
        "place": places.place(path, Span(key.start, key.end)) if places is not None else None,
    }  # fmt: skip


def _curve(points: list[Point]) -> str:
    """A smooth line that leaves and reaches every point level."""
    (x, y), *rest = points
    drawn = [f"M{x:.1f} {y:.1f}"]
    for to_x, to_y in rest:
        if abs(to_y - y) < 0.5:
            drawn.append(f"L{to_x:.1f} {to_y:.1f}")
        else:
            bend = (to_x - x) / 2
            drawn.append(f"C{x + bend:.1f} {y:.1f} {to_x - bend:.1f} {to_y:.1f} {to_x:.1f} {to_y:.1f}")
        x, y = to_x, to_y
    return "".join(drawn)


def render_html(graph: DependencyGraph, path: str) -> str:
    """The page, light or dark as the reader's system is."""
    from hotlint.output import pages

    count = len(graph.nodes)
    told = (
        f"{counted(count, 'resource')}. An arrow leads from a resource to what it needs; "
        "it is dashed where depends_on alone asks for that."
    )
    return pages.render(
        "graph.html", title=path, subtitle=told if count else "This template has no resources.",
        drawing=render_svg(graph, path, alone=False) if count else "",
    )  # fmt: skip
