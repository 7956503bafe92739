"""Importing the resource types of a cloud: from files, from the cloud itself, from an installed Heat."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from for_each import for_each

from hotlint.cloud.connection import CloudConnection
from hotlint.cloud.errors import RequestRefusedError
from hotlint.resource_types import cloud_import, site_catalog
from hotlint.resource_types.catalog import Catalog, ResourceType
from hotlint.resource_types.validation import check_properties

SHOWN = {
    "resource_type": "OS::Neutron::Port",
    "description": "A port of this cloud.",
    "properties": {
        "network": {
            "type": "string",
            "required": True,
            "update_allowed": False,
            "immutable": False,
            "description": "Where it is.",
            "constraints": [{"custom_constraint": "neutron.network"}],
        },
        "fixed_ips": {
            "type": "list",
            "required": False,
            "update_allowed": True,
            "schema": {"*": {"type": "map", "required": False, "schema": {"subnet": {"type": "string"}}}},
        },
        "color": {"type": "string", "default": "red", "constraints": [{"allowed_values": ["red", "blue"]}]},
    },
    "attributes": {"status": {"type": "string", "description": "How it fares."}, "show": {"type": "map"}},
    "support_status": {"status": "SUPPORTED", "version": None, "message": None, "previous_status": None},
}


class TestImport:
    def imported(self, folder: Path) -> ResourceType:
        layer = site_catalog.site_layer(folder)
        assert layer is not None
        found = Catalog([layer]).resource("OS::Neutron::Port")
        assert isinstance(found, ResourceType)
        return found

    @pytest.mark.parametrize("kind", ["json", "yaml"])
    def test_types_of_a_cloud_from_files(self, tmp_path: Path, kind: str) -> None:
        yaml = pytest.importorskip("yaml")
        shown = tmp_path / f"port.{kind}"
        shown.write_text(json.dumps(SHOWN) if kind == "json" else yaml.safe_dump(SHOWN))
        done = cloud_import.import_files([shown], folder=tmp_path / "cache")
        assert (done.types, done.skipped) == (["OS::Neutron::Port"], [])
        port = self.imported(tmp_path / "cache")
        assert port.description == "A port of this cloud."
        assert port.properties["network"].description == "Where it is."
        assert port.properties["color"].default == "red"
        assert port.properties["fixed_ips"].updatable
        assert "mac_address" not in port.properties, "this cloud does not have it"
        assert {"status", "show"} <= port.attributes.keys()

    def test_facts_that_a_cloud_does_not_show_are_kept(self, tmp_path: Path) -> None:
        shown = tmp_path / "port.json"
        shown.write_text(json.dumps(SHOWN))
        cloud_import.import_files([shown], folder=tmp_path / "cache")
        port = self.imported(tmp_path / "cache")
        assert not check_properties(port, {"network_id": "hidden, but fine"}).problems
        assert port.reference == "null"

    def test_files_add_types_and_can_be_removed(self, tmp_path: Path) -> None:
        cache = tmp_path / "cache"
        for name in ("Acme::One", "Acme::Two"):
            (tmp_path / "shown.json").write_text(json.dumps([{"resource_type": name, "properties": {}}]))
            cloud_import.import_files([tmp_path / "shown.json"], folder=cache)
        layer = site_catalog.site_layer(cache)
        assert layer is not None and set(layer.index["types"]) == {"Acme::One", "Acme::Two"}
        assert len([p for p in cache.iterdir() if p.is_dir()]) == 1
        assert site_catalog.remove_imported(cache)
        assert site_catalog.site_layer(cache) is None
        assert not site_catalog.remove_imported(cache)

    @for_each("text", ["", "{", "a: [", "[1]", "{}", "resource_type: [a]", "\0"])
    def test_other_files_change_nothing(self, tmp_path: Path, text: str) -> None:
        shown = tmp_path / "shown"
        shown.write_text(text)
        with pytest.raises(cloud_import.CatalogImportError, match="shown"):
            cloud_import.import_files([shown], folder=tmp_path / "cache")
        assert not (tmp_path / "cache").exists()

    @pytest.mark.parametrize(
        "broken", [{"properties": 1}, {"properties": {"a": {}}}, {"properties": {"a": {"type": "x"}}}]
    )
    def test_a_malformed_type_is_left_out(self, tmp_path: Path, broken: dict[str, Any]) -> None:
        shown = tmp_path / "shown.json"
        shown.write_text(json.dumps([{"resource_type": "Acme::Odd", **broken}, SHOWN]))
        done = cloud_import.import_files([shown], folder=tmp_path / "cache")
        assert done.types == ["OS::Neutron::Port"]
        assert [name for name, _ in done.skipped] == ["Acme::Odd"]

    def test_types_of_a_running_cloud(self, tmp_path: Path) -> None:
        class Cloud:
            def get(self, service: str, path: str) -> Any:
                assert service == "orchestration"
                if path == "/resource_types":
                    return {"resource_types": ["OS::Neutron::Port", "OS::Gone"]}
                if path.startswith("/resource_types/OS::Neutron::Port"):
                    return SHOWN
                raise RequestRefusedError("Heat of cloud 'mine'", 404, "")

        connect = cast("Callable[[str], CloudConnection]", lambda name, request_seconds: Cloud())
        done = cloud_import.import_cloud("mine", connect=connect, folder=tmp_path)
        assert done.types == ["OS::Neutron::Port"]
        assert done.skipped == [("OS::Gone", "the cloud answers 404")]
        assert self.imported(tmp_path).properties["color"].type == "string"

    def test_an_interpreter_without_heat(self, tmp_path: Path) -> None:
        with pytest.raises(cloud_import.CatalogImportError, match="openstack-heat"):
            cloud_import.import_heat(sys.executable, folder=tmp_path / "cache")
        assert not (tmp_path / "cache").exists()

    @pytest.mark.skipif(os.name == "nt", reason="needs a shell script")
    def test_plugins_see_no_secret_of_the_caller(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        python = tmp_path / "python"
        python.write_text(f"#!/bin/sh\nenv > {tmp_path}/seen\nexit 1\n")
        python.chmod(0o755)
        monkeypatch.setenv("OS_PASSWORD", "hush")
        with pytest.raises(cloud_import.CatalogImportError):
            cloud_import.import_heat(str(python), folder=tmp_path / "cache")
        seen = (tmp_path / "seen").read_text()
        assert "PATH=" in seen and "hush" not in seen

    def test_types_are_kept_in_the_cache_folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        assert site_catalog.catalog_folder() == tmp_path / "hotlint" / "catalog"
        assert site_catalog.site_layer() is None


def test_a_file_that_is_nested_too_deeply(tmp_path: Path) -> None:
    depth = 100_000  # each Python refuses this much
    (tmp_path / "t.json").write_text('{"resource_type": "A::B", "properties": ' + "[" * depth + "]" * depth + "}")
    with pytest.raises(cloud_import.CatalogImportError, match="neither JSON nor YAML"):
        cloud_import.import_files([tmp_path / "t.json"], folder=tmp_path / "kept")
