"""The tool that finds sentences of Heat among hotlint's own words."""

from __future__ import annotations

from pathlib import Path

import meaning_overlap
import pytest

from hotlint.resource_types.meanings import meanings_of

SOURCE = """
class Port:
    properties_schema = {{"mac_address": properties.Schema(properties.Schema.STRING, _("{text}"))}}

def resource_mapping():
    return {{"OS::Neutron::Port": Port}}
"""


@pytest.mark.parametrize(("text", "code"), [("Another text of other words, as it should be.", 0), ("", 1)])
def test_shared_words(text: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "heat" / "engine" / "resources" / "openstack" / "nova"
    folder.mkdir(parents=True)
    taken = text or meanings_of("OS::Neutron::Port").properties["mac_address"].replace('"', "'")
    (folder / "server.py").write_text(SOURCE.format(text=taken), encoding="utf-8")
    assert meaning_overlap.main([str(tmp_path)]) == code
    assert f"{code} texts share 6 words" in capsys.readouterr().out
