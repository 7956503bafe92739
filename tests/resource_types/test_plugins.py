"""Folders of plugins in the ways in which plugins are written, and the resource types that are read from them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import hotlint
from hotlint.resource_types.catalog import Catalog, ResourceType
from hotlint.resource_types.plugins import Plugins
from hotlint.resource_types.plugins.folders import packaged_facts, plugin_layer, read_plugin_dir, read_plugin_dirs

ACME = Path(__file__).parents[1] / "data" / "plugins" / "acme"


@pytest.fixture(scope="module")
def acme() -> Plugins:
    return read_plugin_dirs([str(ACME)])


def _now(facts: Any) -> Any:
    """Return facts without those of other releases."""
    if isinstance(facts, list):
        return [_now(item) for item in facts]
    if not isinstance(facts, dict):
        return facts
    return {key: _now(value) for key, value in facts.items() if key not in ("releases", "past")}


class TestFolder:
    def test_types(self, acme: Plugins) -> None:
        assert sorted(acme.types) == [
            "Acme::Box", "Acme::Elsewhere", "Acme::Half", "Acme::Imported", "Acme::Plain", "Acme::Port", "Acme::Queue",
            "Acme::Server",
        ]  # fmt: skip
        assert acme.constraints == ("acme.queue",)

    def test_a_schema_built_by_helpers_updates_and_comprehensions(self, acme: Plugins) -> None:
        found = acme.types["Acme::Queue"]["properties"]
        assert list(found) == [
            "name", "tags", "size", "mode", "old_mode", "ports", "site", "options", "retry_seconds", "retry_minutes",
            "low", "high",
        ]  # fmt: skip
        assert found["size"]["constraints"] == [
            {"range": {"min": 1, "max": 1024}},
            {"modulo": {"step": 5, "offset": 0}},
        ]
        assert found["size"]["default"] == 20
        assert found["mode"] == {
            "type": "string",
            "required": True,
            "constraints": [{"allowed_values": ["fifo", "lifo"]}],
        }
        assert found["tags"]["required"] is True and found["tags"]["items"]["constraints"] == [{"length": {"max": 40}}]
        assert found["ports"]["items"]["properties"]["port"]["constraints"] == [{"custom": "neutron.port"}]
        assert found["high"]["constraints"] == [{"range": {"min": 10}}]

    def test_unknown_parts_are_left_out_of_each_property(self, acme: Plugins) -> None:
        found = acme.types["Acme::Queue"]
        assert found["properties"]["site"] == {"type": "string"}
        assert found["properties"]["options"] == {"type": "map"}
        assert "open" not in found
        half = acme.types["Acme::Half"]
        assert half["properties"] == {"always": {"type": "string", "required": True}, "perhaps": {"type": "string"}}
        assert half["open"] == ["properties", "attributes", "update_policy"]
        for name in ("Acme::Elsewhere", "Acme::Imported"):
            assert acme.types[name]["open"] == ["properties", "attributes", "update_policy"]
            assert acme.types[name]["snapshot"]

    def test_support_and_methods(self, acme: Plugins) -> None:
        found = acme.types["Acme::Queue"]
        assert found["support"] == {
            "status": "DEPRECATED", "since": "3.0.0", "instead": "Acme::Bus", "previous": {"since": "1.0.0"},
        }  # fmt: skip
        assert found["properties"]["old_mode"]["support"]["instead"] == "mode"
        assert found["snapshot"] is True and found["reference"] == "null"
        assert found["translations"] == [
            {"rule": "replace", "path": ["mode"], "from": ["old_mode"], "when": "old_mode"}
        ]
        assert found["attributes"] == {"depth": {"type": "integer", "cache": False}, "owner": {}}

    def test_classes_of_heat_come_from_the_packaged_facts(self, acme: Plugins) -> None:
        port = packaged_facts("types/OS__Neutron__Port.json")
        server = packaged_facts("types/OS__Nova__Server.json")
        assert port and server
        wanted = {**_now(port["properties"]), "rate": {"type": "integer"}}
        assert acme.types["Acme::Port"]["properties"] == {k: v for k, v in wanted.items() if k != "tags"}
        assert set(acme.types["Acme::Port"]["attributes"]) == {*port["attributes"], "rate"}
        for name in ("Acme::Server", "Acme::Plain"):
            for key in ("properties", "attributes", "translations", "snapshot"):
                assert _now(acme.types[name][key]) == _now(server[key])

    def test_schemas_in_dictionary_form(self, acme: Plugins) -> None:
        assert acme.types["Acme::Box"]["properties"] == {
            "Size": {"type": "integer", "required": True, "constraints": [{"range": {"min": 1, "max": 9}}]},
            "Kind": {
                "type": "string", "default": "a", "constraints": [{"allowed_values": ["a", "b"]}], "update": "in-place",
            },
            "Parts": {"type": "list", "items": {"type": "map", "properties": {"Name": {"type": "string"}}}},
        }  # fmt: skip

    def test_problems_name_the_file_offset_and_types_that_may_exist(self, acme: Plugins) -> None:
        by_file = {Path(problem.path).name: problem for problem in acme.problems}
        assert sorted(by_file) == ["dynamic.py", "python2.py"]
        text = (ACME / "python2.py").read_text()
        assert text[by_file["python2.py"].offset :].startswith('print "Acme')
        assert {"Acme::Dynamic::*", "Acme::Old::*", "[!AHO]*::*"} < set(acme.unread)

    def test_positions_of_classes(self, acme: Plugins) -> None:
        place = acme.positions["Acme::Port"]
        assert Path(place.path) == ACME / "net" / "ports.py"
        assert Path(place.path).read_text()[place.offset :].startswith("class AcmePort")

    def test_plugins_as_a_layer_of_the_catalog(self) -> None:
        layer, found = plugin_layer([str(ACME)])
        catalog = Catalog([layer], found.unread)
        queue = catalog.resource("Acme::Queue")
        assert isinstance(queue, ResourceType) and queue.properties["mode"].required
        half = catalog.resource("Acme::Half")
        assert isinstance(half, ResourceType) and half.properties.open and half.any_attributes

    def test_files_of_a_folder_that_heat_reads(self, tmp_path: Path) -> None:
        for path in (
            "a.py",
            "setup.py",
            "pkg/__init__.py",
            "pkg/b.py",
            "pkg/tests/__init__.py",
            "pkg/tests/c.py",
            "no/d.py",
        ):
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text("")
        (tmp_path / "latin.py").write_bytes(b"# caf\xe9\n")
        (tmp_path / "pkg" / "loop").symlink_to(tmp_path / "pkg")
        found = read_plugin_dir(str(tmp_path))
        assert {path for path in found if "loop" not in path} == {"a.py", "latin.py", "pkg/__init__.py", "pkg/b.py"}
        assert len(found) < 50
        assert read_plugin_dir(str(tmp_path / "missing")) == {}


NARROWED = """\
from heat.engine.resources.openstack.neutron import port, subnet

class Narrow(subnet.Subnet):
    properties_schema = {k: v for k, v in subnet.Subnet.properties_schema.items() if k not in ('network_id', 'subnetpool')}

class Single(port.Port):
    properties_schema = {'network': port.Port.properties_schema['network']}

def resource_mapping():
    return {'Acme::Narrow': Narrow, 'Acme::Single': Single}
"""


def test_a_subclass_without_what_an_inherited_translation_rule_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the type has is checked all the same."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plugins").mkdir()
    (tmp_path / "plugins" / "acme.py").write_text(NARROWED)
    (tmp_path / ".hotlint.yaml").write_text("plugin_dirs: [plugins]\n")
    (tmp_path / "t.yaml").write_text(
        "heat_template_version: 2018-08-31\nresources:\n"
        "  a: {type: 'Acme::Narrow', properties: {network: x, cidr: 10.0.0.0/24, wrong: 1}}\n"
        "  b: {type: 'Acme::Single', properties: {network: x, wrong: 1}}\n"
    )
    found = [(d.code, d.message) for d in hotlint.check("t.yaml").diagnostics if d.severity == "error"]
    assert found == [
        ("HOT503", "Acme::Narrow has no property 'wrong'"),
        ("HOT503", "Acme::Single has no property 'wrong'"),
    ]


KNOWN_IN_PART = """\
import site
from heat.engine import resource

class Thing(resource.Resource):
    properties_schema = {}

def resource_mapping():
    found = {'Acme::Known': Thing}
    found.update(site.types())
    return found
"""


@pytest.mark.parametrize(
    "plugin", ["import site\ndef resource_mapping():\n    return site.types()\n", KNOWN_IN_PART], ids=["none", "one"]
)
def test_a_plugin_whose_names_are_not_known_may_have_any_type_that_heat_does_not_name(
    plugin: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its mapping comes from elsewhere, wholly or in part."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plugins").mkdir()
    (tmp_path / "plugins" / "acme.py").write_text(plugin)
    (tmp_path / ".hotlint.yaml").write_text("plugin_dirs: [plugins]\n")
    (tmp_path / "t.yaml").write_text(
        "heat_template_version: 2018-08-31\nresources:\n"
        "  a: {type: 'Acme::Box'}\n  b: {type: 'OS::Nova::Sever'}\n  c: {type: 'Ostrich::Box'}\n  d: {type: 'AWS::EC2::Bx'}\n"
    )
    found = [d.message.split(" (")[0] for d in hotlint.check("t.yaml").diagnostics if d.code == "HOT501"]
    assert found == ["unknown resource type 'OS::Nova::Sever'", "unknown resource type 'AWS::EC2::Bx'"]


def test_a_mapping_over_the_globals_of_its_module(tmp_path: Path) -> None:
    (tmp_path / "acme.py").write_text(
        "from heat.engine import properties, resource\n"
        "class Thing(resource.Resource):\n"
        "    properties_schema = {'size': properties.Schema(properties.Schema.INTEGER)}\n"
        "def named(prefix):\n    return {prefix + '::' + n: globals()[n] for n in ('Thing',)}\n"
        "def resource_mapping():\n    return named('Acme')\n"
    )
    found = read_plugin_dirs([str(tmp_path)])
    assert list(found.types["Acme::Thing"]["properties"]) == ["size"] and not found.problems
