"""The tool that finds sentences of Heat among hotlint's own words."""

from __future__ import annotations

from pathlib import Path

import meaning_overlap
import pytest

from hotlint.resource_types.meanings import meanings_of
from hotlint.resource_types.site_catalog import catalog_folder, install


@pytest.mark.parametrize(("text", "code"), [("Another text of other words, as it should be.", 0), ("", 1)])
def test_shared_words(
    text: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOTLINT_CACHE_DIR", str(tmp_path))
    theirs = text or meanings_of("OS::Neutron::Port").properties["mac_address"]
    port = {"properties": {"mac_address": {"type": "string", "description": theirs}}}
    install(catalog_folder(), {}, {"OS::Neutron::Port": {"type": "OS::Neutron::Port", **port}})
    assert meaning_overlap.main([]) == code
    assert f"{code} texts share 6 words" in capsys.readouterr().out
