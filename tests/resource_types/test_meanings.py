"""What types, properties and attributes mean: every one is described, in one form, and each face shows it."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import hotlint
from hotlint.ide.documentation import member, resource_type
from hotlint.language.key_docs import FIELDS
from hotlint.output import reference
from hotlint.resource_types.catalog import PACKAGED, Catalog, Layer, ResourceType
from hotlint.resource_types.meanings import meanings_of

DATA = Path(hotlint.__file__).parent / "data"
FILES = sorted((DATA / "types").glob("*.json"))
TYPES = Catalog()
LONGEST = 220


def described(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / "meanings" / f"{name}.toml").read_text(encoding="utf-8"))


def paths(properties: dict[str, Any], before: str = "") -> Iterator[str]:
    for name, facts in properties.items():
        yield before + name
        while "items" in facts:
            facts = facts["items"]
        yield from paths(facts.get("properties", {}), f"{before}{name}.")


@pytest.mark.parametrize("name", [file.stem for file in FILES])
def test_everything_is_described(name: str) -> None:
    facts = PACKAGED.file(f"types/{name}.json")
    found = described(name)
    assert set(found) <= {"makes", "use", "neighbors", "properties", "attributes"}
    assert found.get("properties", {}).keys() == set(paths(facts.get("properties", {})))
    assert found.get("attributes", {}).keys() - {"show"} == facts.get("attributes", {}).keys() - {"show"}
    assert found["neighbors"] and set(found["neighbors"]) <= set(TYPES.names()) - {facts["type"]}


def words(text: str) -> set[str]:
    return {word[:-1] if word.endswith("s") else word for word in re.findall(r"[a-z]+", text.lower())}


@pytest.mark.parametrize("name", [file.stem for file in FILES])
def test_style(name: str) -> None:
    found = described(name)
    members = [item for section in ("properties", "attributes") for item in found.get(section, {}).items()]
    for key, text in [*members, ("makes", found["makes"]), ("use", found["use"])]:
        plain = re.sub(r"`[^`]*`", "Code", text)
        assert text[0].isupper() or text[0].isdigit() or text[0] == "`", (key, text)
        assert text.endswith(".") and len(text) <= LONGEST and text == " ".join(text.split()), (key, text)
        assert 1 <= len(re.findall(r"[.!?](?=\s+[A-Z`\d]|$)", re.sub(r"\b(e\.g|i\.e|etc)\.", "", plain))) <= 2, (
            key,
            text,
        )
        assert not re.search(r"[*\[\]<>\\]|__|`", plain), (key, text)
        said = words(plain) - {"the", "a", "an", "of", "for", "to", "in", "it", "is", "this", "with", "code"}
        assert said - words(key.replace(".", " ").replace("_", " ")) - words(name.replace("_", " ")), (key, text)


def test_each_face_shows_the_same() -> None:
    server = meanings_of("OS::Nova::Server")
    assert server.makes in resource_type("OS::Nova::Server", TYPES)
    page = reference.page("OS::Nova::Server", TYPES) or ""
    assert server.makes in page and server.use in page and f"`{server.neighbors[0]}`" in page
    for path in ("user_data_format", "networks.port", "block_device_mapping_v2.boot_index"):
        assert server.properties[path] in member("property", "OS::Nova::Server", path, TYPES)
        assert server.properties[path] in page
        assert server.properties[path] in (reference.page(f"OS::Nova::Server.{path}", TYPES) or "")
    for name in ("addresses", "show"):
        assert server.attributes[name] in member("attribute", "OS::Nova::Server", name, TYPES)
        assert server.attributes[name] in page
        assert server.attributes[name].rstrip(".") in (reference.page(f"OS::Nova::Server.{name}", TYPES) or "")


def test_a_cloud_describes_what_hotlint_does_not() -> None:
    facts = {
        "type": "Acme::Thing",
        "description": "Makes a thing.",
        "properties": {"size": {"type": "integer", "description": "How large."}},
        "attributes": {"color": {"description": "Which color."}},
    }
    cloud = Catalog([Layer.of("cloud", {"Acme::Thing": facts})])
    assert "Makes a thing." in resource_type("Acme::Thing", cloud)
    page = reference.page("Acme::Thing", cloud) or ""
    assert all(text in page for text in ("Makes a thing.", "How large.", "Which color."))
    assert "How large." in member("property", "Acme::Thing", "size", cloud)
    assert "Which color." in member("attribute", "Acme::Thing", "color", cloud)


def test_a_check_reads_no_meanings(tmp_path: Path) -> None:
    template = tmp_path / "t.yaml"
    template.write_text(
        "heat_template_version: 2018-08-31\nresources: {a: {type: OS::Nova::Server, properties: {flavour: b}}}\n"
    )
    code = (
        "import sys; from hotlint.cli.main import main; main(['check', sys.argv[1]]);"
        "print('tomllib' in sys.modules, 'hotlint.resource_types.meanings' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code, str(template)], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "False False"


def test_the_keys_of_policies_are_described() -> None:
    found = {
        name: kind.update_policy for name in TYPES.names() if isinstance(kind := TYPES.resource(name), ResourceType)
    }
    keys = {key for policy in found.values() for name in policy for key in (name, *(policy[name].properties or ()))}
    assert keys == {key for place, key in FIELDS if place == "update-policy"}
    assert "Seconds between two batches." in (reference.page("OS::Heat::ResourceGroup", TYPES) or "")
    assert "Keeps the physical resource" in (reference.page("retain", TYPES) or "")
