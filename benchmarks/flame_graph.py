"""Draw a flame graph of sampled stacks, as an SVG that needs no script: a frame's width is its share of the samples.

py-spy record --function --format raw --output stacks.txt -- python benchmarks/bench_targets.py FOLDER
python benchmarks/flame_graph.py stacks.txt graph.svg [FUNCTION]      only below FUNCTION, such as Engine.check_file
"""

from __future__ import annotations

import html
import re
import sys
from pathlib import Path

_WIDTH, _ROW, _LEAST = 1200, 17, 0.0025
_LAYERS = {
    "syntax": "#e8b04b", "analysis": "#7fb069", "language": "#b0c05a", "resource_types": "#5fa8a8", "linter": "#d9705a",
    "hotlint_rules": "#9a86c8", "yaml": "#c9a36a",
}  # fmt: skip
_OTHER = "#a8a8a8"


class Frame:
    """One function in its callers: how many samples hit it, or what it calls."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.samples = 0
        self.calls: dict[str, Frame] = {}

    def add(self, stack: list[str], samples: int) -> None:
        """Count samples of a stack below this frame."""
        frame = self
        frame.samples += samples
        for name in stack:
            frame = frame.calls.setdefault(name, Frame(name))
            frame.samples += samples


def read(text: str, top: str) -> Frame:
    """Return the frames of sampled stacks, one `a;b;c COUNT` a line, below the function `top` (all where it is empty)."""
    root = Frame(top or "all")
    for line in text.splitlines():
        stack, _, count = line.rpartition(" ")
        names = [re.sub(r":\d+\)$", ")", name) for name in stack.split(";")]
        start = next((i + 1 for i, name in enumerate(names) if name.partition(" ")[0] == top), None if top else 0)
        if start is not None:
            root.add(names[start:], int(count))
    return root


def draw(root: Frame) -> str:
    """Return the flame graph as SVG, the outermost frame on top."""
    boxes: list[str] = []
    deepest = _draw(root, 0.0, 0, root.samples, boxes)
    height = (deepest + 1) * _ROW + 4
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" font-family="monospace" font-size="11">\n'
        + "\n".join(boxes)
        + "\n</svg>\n"
    )


def _draw(frame: Frame, left: float, depth: int, total: int, boxes: list[str]) -> int:
    width = frame.samples / total * _WIDTH
    name, _, place = frame.name.partition(" (")
    share = f"{frame.samples / total:.1%}"
    title = html.escape(f"{name}, {place.rstrip(')')}: {share}" if place else f"{name}: {share}")
    label = html.escape(name[: int(width / 6.8)]) if width > 30 else ""
    box = f'<rect x="{left:.1f}" y="{depth * _ROW}" width="{max(width - 0.5, 0.5):.1f}" height="{_ROW - 1}" fill="{_color(place)}"/>'
    text = f'<text x="{left + 2:.1f}" y="{depth * _ROW + 12}">{label}</text>' if label else ""
    boxes.append(f"<g><title>{title}</title>{box}{text}</g>")
    deepest = depth
    for call in sorted(frame.calls.values(), key=lambda f: f.name):
        if call.samples / total >= _LEAST:
            deepest = max(deepest, _draw(call, left, depth + 1, total, boxes))
        left += call.samples / total * _WIDTH
    return deepest


def _color(place: str) -> str:
    found = re.search(r"(hotlint_rules|yaml|(?<=hotlint/)\w+)[/.]", place)
    return _LAYERS.get(found[1], _OTHER) if found else _OTHER


def main() -> None:
    """Draw the graph that the arguments ask for."""
    stacks, drawing, *top = sys.argv[1:]
    Path(drawing).write_text(
        draw(read(Path(stacks).read_text(encoding="utf-8"), top[0] if top else "")), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
