"""Render the graph of a template's resources: Mermaid, Graphviz, SVG, and a page. No other program is needed."""

from __future__ import annotations

import re
from html import escape

from hotlint.common.counts import counted
from hotlint.dry_run.dependency_graph import DependencyGraph, GraphEdge, GraphNode
from hotlint.output.graph_layout import Box, Layout, Point, layout
from hotlint.output.html_page import ZOOM, bare_page
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
STYLE = (
    "svg.graph{color:#1f2328;background:#fff;font-family:system-ui,sans-serif}"
    "@media(prefers-color-scheme:dark){svg.graph{color:#e6edf3;background:#0d1117}}"
)


def render_svg(graph: DependencyGraph, path: str, places: Places | None = None, *, alone: bool = True) -> str:
    """The drawing. `alone`: with a style of its own, as a file; else as part of a page.

    With `places`, nodes carry the place of their resource in the file `path`.
    """
    sizes = {n.name: _size(n) for n in graph.nodes.values()}
    found = layout(sizes, [(e.source, e.target) for e in graph.edges])
    width, height = found.width + 2 * MARGIN, found.height + 2 * MARGIN
    if not graph.nodes:
        width, height = 280.0, 60.0
    parts = [
        f'<svg class="graph" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" role="img" font-family="system-ui, sans-serif">'
        f"<title>What depends on what in {_text(path)}</title>"
    ]
    if alone:
        parts.append(f"<style>{STYLE}</style>")
    parts.append(
        '<defs><marker id="needs" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0L8 4L0 8z" fill="currentColor"/></marker></defs>'
        f'<g transform="translate({MARGIN:.0f} {MARGIN:.0f})">'
    )
    parts += [_edge(edge, found) for edge in graph.edges]
    parts += [_node(node, found.boxes[node.name], path, places) for node in graph.nodes.values()]
    if not graph.nodes:
        parts.append('<text y="15" font-size="14" fill="currentColor">This template has no resources</text>')
    return "".join([*parts, "</g></svg>\n"])


def _size(node: GraphNode) -> tuple[float, float]:
    name, type_ = _cut(node.name), _cut(_subtitle(node), LONGEST_TYPE)
    return max(8.2 * len(name), 6.1 * len(type_), 40.0) + 22, 40.0


def _subtitle(node: GraphNode) -> str:
    return f"{node.type} · {node.within}" if node.within else node.type


def _cut(text: str, longest: int = LONGEST) -> str:
    """Return text without its middle where it is too long: names that begin alike differ at their ends."""
    kept = longest - 1
    return text if len(text) <= longest else f"{text[: kept - kept // 2]}…{text[-(kept // 2) :]}"


def _text(text: str) -> str:
    """Text for XML, which has no control characters."""
    return escape(re.sub("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\N{REPLACEMENT CHARACTER}", text))


def color(node: GraphNode) -> str:
    """The color of a service."""
    if node.type.endswith((".yaml", ".template")):
        return COLORS["template"]
    pieces = node.type.split("::")
    return COLORS.get(pieces[1] if len(pieces) > 1 else "", OTHER)


def _node(node: GraphNode, box: Box, path: str, places: Places | None) -> str:
    state = {True: "on", False: "off", None: "unknown"}[node.enabled]
    place = ""
    if places is not None:
        key = node.resource.key
        place = places.attributes(path, Span(key.start, key.end))
    dashes = "" if node.enabled is True else ' stroke-dasharray="5 4"'
    opacity = ' opacity="0.5"' if node.enabled is False else ""
    note = {True: "", False: ", disabled", None: ", perhaps"}[node.enabled]
    title = f"{node.name}: {_subtitle(node)}{note}"
    return (
        f'<g class="node {state}"{place}{opacity}><title>{_text(title)}</title>'
        f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" rx="6" '
        f'fill="{color(node)}" fill-opacity="0.14" stroke="{color(node)}"{dashes}/>'
        f'<text x="{box.x + 11:.1f}" y="{box.y + 17:.1f}" font-size="13" font-weight="600" fill="currentColor">'
        f"{_text(_cut(node.name))}</text>"
        f'<text x="{box.x + 11:.1f}" y="{box.y + 32:.1f}" font-size="10.5" fill="currentColor" fill-opacity="0.72">'
        f"{_text(_cut(_subtitle(node), LONGEST_TYPE))}</text></g>"
    )


def _edge(edge: GraphEdge, found: Layout) -> str:
    points = found.paths[edge.source, edge.target]
    dashes = ' stroke-dasharray="4 4"' if edge.is_order_only else ""
    title = f"{edge.source} needs {edge.target}: {', '.join(edge.kinds)}"
    return (
        f'<g class="edge"><title>{_text(title)}</title><path d="{_curve(points)}" fill="none" stroke="currentColor" '
        f'stroke-opacity="0.45" stroke-width="1.2"{dashes} marker-end="url(#needs)"/></g>'
    )


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


_STYLE = """
body{display:flex;flex-direction:column;height:100vh;height:100dvh}.drawing{flex:1;min-height:0;border:0;border-radius:0}
"""


def render_html(graph: DependencyGraph, path: str) -> str:
    """The page, light or dark as the reader's system is."""
    count = len(graph.nodes)
    told = (
        f"{counted(count, 'resource')}. An arrow leads from a resource to what it needs; "
        "it is dashed where depends_on alone asks for that."
    )
    drawing = f'<div class="drawing">{render_svg(graph, path, alone=False)}</div>' if count else ""
    return bare_page(path, told if count else "This template has no resources.", drawing, style=_STYLE, script=ZOOM)
