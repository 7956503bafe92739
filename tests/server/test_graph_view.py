"""hotlint/graph as data: nested stacks, edges, what refers to parameters and conditions, and its limit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hotlint_server.features import graph_view, preview_page

import hotlint
from hotlint.dry_run.dependency_graph import dependency_graph
from hotlint.output.positions import uri_of

HEAD = "heat_template_version: 2018-08-31\n"
PARENT = (
    HEAD
    + """\
parameters:
  image: {type: string, default: a}
  size: {type: number, default: 1}
conditions:
  big: {equals: [{get_param: size}, 3]}
resources:
  net: {type: OS::Neutron::Net}
  group:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def: {type: child.yaml, properties: {image: {get_param: image}, network: {get_resource: net}}}
  extra: {type: OS::Nova::Server, condition: big, depends_on: net}
  'a/b': {type: OS::Heat::Value}
"""
)
CHILD = (
    HEAD
    + """\
parameters: {image: {type: string}, network: {type: string}}
resources:
  port: {type: OS::Neutron::Port, properties: {network: {get_param: network}}}
  server: {type: OS::Nova::Server, properties: {networks: [{port: {get_resource: port}}], image: {get_param: image}}}
"""
)


@pytest.fixture
def graph(tmp_path: Path) -> dict[str, Any]:
    return drawn(tmp_path)


def drawn(folder: Path) -> dict[str, Any]:
    (folder / "t.yaml").write_text(PARENT)
    (folder / "child.yaml").write_text(CHILD)
    preview = hotlint.preview(folder / "t.yaml")
    data: dict[str, Any] = json.loads(preview_page.graph(dependency_graph(preview), preview, "json", uri_of))
    return data


def test_nested_stacks_are_in_their_resource(graph: dict[str, Any]) -> None:
    nodes = {node["name"]: node for node in graph["nodes"]}
    assert list(nodes) == ["net", "group", "extra", "a/b"]
    members = nodes["group"]["children"]
    assert [m["id"] for m in members] == ["group/0", "group/1"]
    assert [n["id"] for n in members[1]["children"]] == ["group/1/port", "group/1/server"]
    assert members[0]["children"][0]["uri"].endswith("child.yaml")
    assert nodes["extra"]["enabled"] is False
    assert "big" in nodes["extra"]["why"]
    assert nodes["a/b"]["id"] == "a%2Fb"
    assert graph["cut"] is False


def test_edges_name_nodes_of_one_stack(graph: dict[str, Any]) -> None:
    edges = {(e["source"], e["target"]): e["kinds"] for e in graph["edges"]}
    assert edges["group", "net"] == ["get_resource"]
    assert edges["extra", "net"] == ["depends_on"]
    assert edges["group/0/server", "group/0/port"] == ["get_resource"]


def test_sources_know_what_refers_to_them(graph: dict[str, Any]) -> None:
    users = {source["id"]: source["users"] for source in graph["sources"]}
    assert users["parameter:image"] == ["group"]
    assert users["parameter:size"] == ["condition:big"]
    assert users["condition:big"] == ["extra"]
    assert users["group/1/parameter:network"] == ["group/1/port"]


def test_extents_are_those_of_the_text(graph: dict[str, Any]) -> None:
    (net,) = (node for node in graph["nodes"] if node["name"] == "net")
    line = PARENT.split("\n").index("  net: {type: OS::Neutron::Net}")
    assert net["range"] == f"{line}:2-{line}:5"
    assert net["extent"] == f"{line}:2-{line}:31"


def test_a_very_large_graph_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph_view, "NODE_LIMIT", 5)
    graph = drawn(tmp_path)
    assert graph["cut"] is True
    assert [len(m["children"]) for m in graph["nodes"][1]["children"]] == [0, 0]
