"""Generate an SVG picture of what a command prints at a terminal: real output, in the colors that the command chose.

The picture follows the reader's light or dark scheme, and holds its text as text, so it can be searched and read aloud.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.sax.saxutils import escape

CHARACTER_WIDTH, LINE_HEIGHT, MARGIN = 7.83, 18, 16
_SGR = re.compile(r"\x1b\[([0-9;]*)m")
_CLASSES = {"1": "bold", "2": "dim", "31": "red", "32": "green", "33": "yellow", "36": "cyan"}
_STYLE = """\
rect { fill: #ffffff; stroke: #d0d7de; }
text { fill: #1f2328; font-size: 13px; white-space: pre;
  font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
.bold { font-weight: 600; } .dim { fill: #59636e; } .red { fill: #cf222e; } .green { fill: #1a7f37; }
.yellow { fill: #9a6700; } .cyan { fill: #1b7c83; } .prompt { fill: #59636e; }
@media (prefers-color-scheme: dark) {
rect { fill: #0d1117; stroke: #3d444d; } text { fill: #f0f6fc; } .dim, .prompt { fill: #9198a1; }
.red { fill: #ff7b72; } .green { fill: #3fb950; } .yellow { fill: #d29922; } .cyan { fill: #39c5cf; }
}
"""


def picture(command: str, output: str) -> str:
    """Return the SVG document of a command line and its output, which may hold ANSI color codes."""
    lines = [f'<tspan class="prompt">$</tspan> {escape(command)}', *map(_markup, output.rstrip("\n").split("\n"))]
    longest = max(len(_SGR.sub("", line)) for line in [f"$ {command}", *output.split("\n")])
    width = round(longest * CHARACTER_WIDTH) + 2 * MARGIN
    height = len(lines) * LINE_HEIGHT + 2 * MARGIN
    rows = "".join(
        f'<text x="{MARGIN}" y="{MARGIN + 13 + number * LINE_HEIGHT}">{line}</text>\n'
        for number, line in enumerate(lines)
        if line
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" role="img" '
        f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">\n'
        f"<title>{escape(command)}</title>\n<style>\n{_STYLE}</style>\n"
        f'<rect x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="8"/>\n{rows}</svg>\n'
    )


def _markup(line: str) -> str:
    """Return one line as SVG: a tspan for each run of characters in one color."""
    return "".join(
        f'<tspan class="{classes}">{escape(text)}</tspan>' if classes else escape(text) for text, classes in _runs(line)
    )


def _runs(line: str) -> Iterator[tuple[str, str]]:
    """Yield the runs of a line with the CSS classes of each."""
    at, classes = 0, ""
    for code in _SGR.finditer(line):
        if line[at : code.start()]:
            yield line[at : code.start()], classes
        numbers = code[1].split(";")
        classes = " ".join(_CLASSES[number] for number in numbers if number in _CLASSES)
        at = code.end()
    if line[at:]:
        yield line[at:], classes
