"""Updates of QoS specifications of volume types, which Cinder refuses half way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hotlint.cli.main import main

STACK = """heat_template_version: 2018-08-31
resources:
  t: {type: OS::Cinder::VolumeType, properties: {name: t}}
  u: {type: OS::Cinder::VolumeType, properties: {name: u}}
  front: {type: OS::Cinder::QoSSpecs, properties: {name: f, specs: {consumer: front-end}}}
  back: {type: OS::Cinder::QoSSpecs, properties: {name: b, specs: {consumer: back-end}}}
  a: {type: OS::Cinder::QoSAssociation, properties: {qos_specs: {get_resource: %s}, volume_types: [{get_resource: %s}]}}
  v: {type: OS::Cinder::Volume, properties: {size: 1, volume_type: {get_resource: %s}}}
  s: {type: OS::Nova::Server, properties: {flavor: f, image: i, networks: [{network: n}]}}
  at: {type: OS::Cinder::VolumeAttachment, properties: {instance_uuid: {get_resource: s}, volume_id: {get_resource: v}}}
"""


@pytest.mark.parametrize(
    ("old", "new", "fails"),
    [
        (("front", "t", "t"), ("back", "t", "t"), ["a"]),
        (("front", "t", "t"), ("back", "u", "t"), []),
        (("front", "t", "t"), ("front", "t", "u"), ["v"]),
        (("front", "u", "t"), ("front", "u", "u"), ["v"]),
        (("back", "t", "t"), ("back", "t", "u"), []),
    ],
)
def test_which_update_fails(
    old: tuple[str, ...], new: tuple[str, ...], fails: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, values in (("old", old), ("new", new)):
        (tmp_path / f"{name}.yaml").write_text(STACK % values)
    main(["diff", str(tmp_path / "old.yaml"), str(tmp_path / "new.yaml"), "-f", "json"])
    changes = json.loads(capsys.readouterr().out)["resources"]
    assert [change["path"][0] for change in changes if change["fails"]] == fails


def test_a_volume_that_is_not_attached_gets_another_type(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, type_ in (("old", "t"), ("new", "u")):
        (tmp_path / f"{name}.yaml").write_text((STACK % ("front", "t", type_)).rpartition("  at:")[0])
    assert main(["diff", str(tmp_path / "old.yaml"), str(tmp_path / "new.yaml")]) == 0
    assert "fails:" not in capsys.readouterr().out
