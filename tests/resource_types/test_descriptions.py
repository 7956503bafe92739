"""Descriptions read from the source of an openstack-heat: a folder, an sdist or a wheel; nothing of it is run."""

from __future__ import annotations

import tarfile
import zipfile
from pathlib import Path

import pytest

from hotlint.cli.main import main
from hotlint.ide.documentation import member, resource_type
from hotlint.resource_types.catalog import Catalog, Layer
from hotlint.resource_types.descriptions import DescriptionSourceError, read_descriptions, sources_of

SOURCE = '''
raise SystemExit("this is never run")

class Base(resource.Resource):
    PROPERTIES = (NAME, FIXED) = ("name", "fixed_ips")
    FIXED_KEYS = (SUBNET,) = ("subnet",)

class Port(Base):
    """A port of somebody's own words.

    .. note:: left out
    """

    ATTRIBUTES = (STATUS,) = ("status",)
    properties_schema = {
        Base.NAME: properties.Schema(properties.Schema.STRING, _("What it is "
                                     "called."), update_allowed=True),
        FIXED: properties.Schema(
            properties.Schema.LIST,
            _("Addresses; see %s.") % NAME,
            schema=properties.Schema(properties.Schema.MAP, schema={
                SUBNET: properties.Schema(properties.Schema.STRING, description=_("Where the address is from.")),
            }),
        ),
        computed(): properties.Schema(properties.Schema.STRING, _("Nobody knows.")),
    }
    attributes_schema = {STATUS: attributes.Schema(_("How it fares."), type=attributes.Schema.STRING)}

def resource_mapping():
    return {"Acme::Port": Port}
'''
FIXED = {"type": "list", "items": {"type": "map", "properties": {"subnet": {"type": "string"}}}}
FACTS = {
    "type": "Acme::Port",
    "properties": {"name": {"type": "string"}, "fixed_ips": FIXED},
    "attributes": {"status": {}},
}
TYPES = Catalog([Layer.of("site", {"Acme::Port": FACTS})])
"""A type of which hotlint itself says nothing."""
INSIDE = "heat/engine/resources/openstack/nova/server.py"


def _folder(tmp_path: Path) -> Path:
    file = tmp_path / INSIDE
    file.parent.mkdir(parents=True)
    file.write_text(SOURCE)
    (file.parent / "broken.py").write_text("def (:")
    return tmp_path


def test_texts_are_read_without_running_anything() -> None:
    texts = read_descriptions({"port.py": SOURCE})["Acme::Port"]
    assert texts.description == "A port of somebody's own words."
    assert texts.properties == {
        "name": "What it is called.",
        "fixed_ips": "Addresses; see ....",
        "fixed_ips.subnet": "Where the address is from.",
    }
    assert texts.attributes == {"status": "How it fares."}


def test_folder_sdist_and_wheel_give_the_same(tmp_path: Path) -> None:
    folder = _folder(tmp_path / "site-packages")
    with zipfile.ZipFile(tmp_path / "heat.whl", "w") as wheel:
        wheel.write(folder / INSIDE, INSIDE)
    with tarfile.open(tmp_path / "heat.tar.gz", "w:gz") as sdist:
        sdist.add(folder / INSIDE, f"openstack_heat-1.0/{INSIDE}")
    found = [read_descriptions(sources_of(str(tmp_path / n))) for n in ("site-packages", "heat.whl", "heat.tar.gz")]
    assert found[0] == found[1] == found[2] != {}
    with pytest.raises(DescriptionSourceError, match="should be a folder"):
        sources_of(str(folder / "heat" / "engine" / "resources" / "openstack" / "nova"))


def test_hover_shows_what_the_command_has_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOTLINT_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert "somebody" not in resource_type("Acme::Port", TYPES)
    assert main(["catalog", "describe", str(_folder(tmp_path))]) == 0
    assert "1 resource type and 3 properties" in capsys.readouterr().out
    assert "A port of somebody's own words." in resource_type("Acme::Port", TYPES)
    assert "What it is called." in member("property", "Acme::Port", "name", TYPES)
    assert "Where the address is from." in member("property", "Acme::Port", "fixed_ips.subnet", TYPES)
    assert "How it fares." in member("attribute", "Acme::Port", "status", TYPES)


def test_descriptions_are_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOTLINT_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert main(["catalog", "describe", str(_folder(tmp_path))]) == 0
    assert (tmp_path / "data" / "hotlint" / "descriptions.json").is_file() and not (tmp_path / "cache").exists()
    assert main(["cache", "clean"]) == 0
    assert "A port of somebody's own words." in resource_type("Acme::Port", TYPES)


@pytest.mark.parametrize("source", ["missing", "plain.txt", None])
def test_a_source_without_heat_is_a_usage_error(tmp_path: Path, source: str | None) -> None:
    (tmp_path / "plain.txt").write_text("no archive")
    given = [str(tmp_path / source)] if source is not None else []
    assert main(["catalog", "describe", *given]) == 2
