"""Extraction of facts from an installed Heat; runs where HOTLINT_HEAT_PYTHON names an interpreter that has one."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from hotlint.resource_types import cloud_import, site_catalog
from hotlint.resource_types.catalog import PACKAGED

ROOT = Path(__file__).parents[2]
HEAT_PYTHON = os.environ.get("HOTLINT_HEAT_PYTHON", "")


@pytest.mark.skipif(not HEAT_PYTHON, reason="HOTLINT_HEAT_PYTHON names no interpreter with openstack-heat")
class TestWithHeat:
    def test_the_packaged_facts_are_current(self, tmp_path: Path) -> None:
        command = [HEAT_PYTHON, str(ROOT / "tools" / "generate" / "resource_types.py"), "--out", str(tmp_path)]
        subprocess.run(command, check=True, capture_output=True)
        for new in sorted(tmp_path.rglob("*.json")):
            committed = ROOT / "hotlint" / "data" / new.relative_to(tmp_path)
            assert _without_releases(json.loads(committed.read_text())) == json.loads(new.read_text()), new.name

    def test_importing_an_installed_heat(self, tmp_path: Path) -> None:
        done = cloud_import.import_heat(HEAT_PYTHON, folder=tmp_path)
        assert set(done.types) == {name for name, entry in PACKAGED.index["types"].items() if "removed" not in entry}
        layer = site_catalog.site_layer(tmp_path)
        assert layer is not None
        server = layer.resource("OS::Nova::Server")
        assert server is not None and server.properties["flavor"].description


def _without_releases(facts: Any) -> Any:
    """Facts without what is read from other releases, and types that only these have."""
    if not isinstance(facts, dict):
        return [_without_releases(f) for f in facts] if isinstance(facts, list) else facts
    kept = {key: _without_releases(value) for key, value in facts.items() if key not in ("releases", "past")}
    if "aliases" in kept:
        gone = {name for name, entry in facts["types"].items() if "releases" in entry and "removed" in entry}
        kept["types"] = {name: entry for name, entry in kept["types"].items() if name not in gone}
    return kept
