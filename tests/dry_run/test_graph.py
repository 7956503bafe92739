"""`hotlint graph`: what needs what, and drawings that are sound."""
# ruff: noqa: E501 - templates on one line

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from base64 import b64encode
from hashlib import sha256
from itertools import combinations
from pathlib import Path

import pytest
from for_each import for_each

import hotlint
from hotlint.cli.main import main
from hotlint.dry_run.dependency_graph import dependency_graph
from hotlint.output.graph import LONGEST, render_dot, render_html, render_mermaid, render_svg
from hotlint.output.graph_layout import layout

HEAD = "heat_template_version: 2018-08-31\n"
TEXT = (
    HEAD
    + """\
conditions: {never: false}
resources:
  net: {type: OS::Neutron::Net}
  port: {type: OS::Neutron::Port, properties: {network: {get_resource: net}}}
  server: {type: OS::Nova::Server, depends_on: [net, port], properties: {flavor: {if: [never, {get_attr: [dark, x]}, a]}, networks: [{port: {get_resource: port}}]}}
  dark: {type: OS::Nova::Server, condition: never}
  'odd "<b>&]': {type: 'x<script>', depends_on: net}
"""
)


def test_edges_that_count() -> None:
    graph = dependency_graph(hotlint.preview("t.yaml", text=TEXT))
    assert {(e.source, e.target, e.kinds) for e in graph.edges} == {
        ("port", "net", ("get_resource",)), ("server", "net", ("depends_on",)),
        ("server", "port", ("depends_on", "get_resource")), ('odd "<b>&]', "net", ("depends_on",)),
    }  # fmt: skip
    assert [n.name for n in graph.nodes.values() if n.enabled is False] == ["dark"]


def test_only_resources_are_needed() -> None:
    """A parameter of the same name is not."""
    text = HEAD + (
        "parameters: {net: {type: string, default: a}}\nresources:\n  net: {type: OS::Neutron::Net}\n"
        "  a: {type: OS::Heat::Value, properties: {value: {get_param: net}}}\n"
        "  b: {type: OS::Heat::Value, properties: {value: {get_resource: net}}}\n"
    )
    edges = dependency_graph(hotlint.preview("t.yaml", text=text)).edges
    assert [(e.source, e.target) for e in edges] == [("b", "net")]


def test_drawings_hold_any_name() -> None:
    graph = dependency_graph(hotlint.preview("t.yaml", text=TEXT))
    root = ElementTree.fromstring(render_svg(graph, "a&b<c>\x01.yaml"))
    titles = [e.text for e in root.iter() if e.tag.endswith("title")]
    assert 'odd "<b>&]: x<script>' in titles
    assert not [e for e in root.iter() if e.tag.endswith(("script", "b"))]
    mermaid = render_mermaid(graph, "t.yaml")
    assert "<script>" not in mermaid
    assert all(
        re.fullmatch(r'flowchart LR|  r\d+\[".*"\]|  r\d+ (-->|-\.->) r\d+|  classDef .*|  class r\d+ off', line)
        for line in mermaid.splitlines()
    )
    assert '"odd \\"<b>&]" -> "net" [style=dashed];' in render_dot(graph, "t.yaml")


def layered(count: int, wide: int) -> list[tuple[str, str]]:
    return [(str(n), str(m)) for n in range(count) for m in (n // 2, (n * 7) % wide) if m < n]


@pytest.mark.parametrize(
    "edges",
    [
        layered(60, 9),
        layered(300, 40),
        [("0", "1"), ("1", "2"), ("2", "0")],
        [(str(n), str(n + 1)) for n in range(400)],
    ],
)
def test_nodes_do_not_overlap_and_edges_reach_them(edges: list[tuple[str, str]]) -> None:
    edges = list(dict.fromkeys(edges))
    names = {n for e in edges for n in e} | {"alone", "alone too"}
    found = layout({n: (100.0 + len(n), 40.0) for n in sorted(names)}, edges)
    assert set(found.boxes) == names
    for a, b in combinations(found.boxes.values(), 2):
        apart = (
            a.x + a.width <= b.x or b.x + b.width <= a.x or a.y + a.height <= b.y + 0.01 or b.y + b.height <= a.y + 0.01
        )
        assert apart
    for (source, target), points in found.paths.items():
        ends = [found.boxes[source], found.boxes[target]]
        for box, (x, y) in zip(ends, (points[0], points[-1]), strict=True):
            assert box.x - 0.01 <= x <= box.x + box.width + 0.01
            assert abs(y - box.y - box.height / 2) < 0.01
    assert all(
        b.x >= 0 and b.x + b.width <= found.width + 0.01 and b.y >= -0.01 and b.y + b.height <= found.height + 0.01
        for b in found.boxes.values()
    )


@for_each("form", ["mermaid", "dot", "svg", "html"])
def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str) -> None:
    (tmp_path / "t.yaml").write_text(TEXT)
    assert main(["graph", str(tmp_path / "t.yaml"), "-f", form]) == 0
    assert "server" in capsys.readouterr().out


def test_a_template_without_resources_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "t.yaml").write_text(HEAD)
    for form in ("mermaid", "dot", "svg", "html"):
        assert main(["graph", str(tmp_path / "t.yaml"), "-f", form]) == 0
        assert "This template has no resources" in capsys.readouterr().out


def test_long_names_keep_their_beginning_and_end() -> None:
    names = [f"vipsec_A_private_network_security_group_port_{n}" for n in range(3)]
    text = HEAD + "resources:\n" + "".join(f"  {name}: {{type: OS::Heat::Value}}\n" for name in names)
    drawing = render_svg(dependency_graph(hotlint.preview("t.yaml", text=text)), "t.yaml")
    drawn = re.findall(r">(vipsec[^<]*)</text>", drawing)
    assert len(set(drawn)) == 3 and {len(name) for name in drawn} == {LONGEST}
    assert drawn[0].startswith("vipsec_A_private_") and drawn[0].endswith("_group_port_0")


def test_only_the_own_script_of_a_page_runs() -> None:
    page = render_html(dependency_graph(hotlint.preview("t.yaml", text=TEXT)), "t.yaml")
    (script,) = re.findall(r"(?s)<script>(.*?)</script>", page)
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in page and "unsafe" not in page.partition("script-src")[2].partition('"')[0]
