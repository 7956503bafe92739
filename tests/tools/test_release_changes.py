"""`tools/generate/release_changes.yaml`: each pair of releases is there, and each state says something that can be looked up."""

from __future__ import annotations

import json
import re
import sys
import zipfile
from itertools import pairwise
from pathlib import Path

import yaml

TOP = Path(__file__).resolve().parents[2]
sys.path.append(str(TOP / "tools/generate"))
from validate_reads import differences  # noqa: E402

STATED = yaml.safe_load((TOP / "tools/generate/release_changes.yaml").read_text(encoding="utf-8"))


def test_each_release_is_compared_with_the_one_before() -> None:
    releases = [release for release, *_ in json.loads((TOP / "hotlint/data/releases.json").read_text())["releases"]]
    assert list(STATED) == [f"{old} to {new}" for old, new in pairwise(releases)]


def test_each_change_has_a_state() -> None:
    states = [state for changes in STATED.values() for state in changes.values()]
    assert len(states) > 150
    assert not [s for s in states if not re.match(r"(no effect|known|deploying|cloud|open): \S", str(s))]
    named = {name for state in states for name in re.findall(r"hotlint/[\w/]+\.py", state)}
    assert not [name for name in named if not (TOP / name).exists()]


SERVER_GROUP = """
class Base(resource.Resource):
    PROPERTIES = (NAME, POLICIES) = ("name", "policies")

    def validate(self):
        properties = self.properties
        self._check(properties.get(self.NAME))

    def _check(self, name):
        return self.properties["rules"]


class ServerGroup(Base):
    def validate(self):
        super(ServerGroup, self).validate()


def resource_mapping():
    return {"OS::Nova::ServerGroup": ServerGroup}
"""


def test_what_validate_reads_is_compared_with_what_hotlint_states(tmp_path: Path) -> None:
    wheel = tmp_path / "openstack_heat-27.0.1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("heat/engine/resources/group.py", SERVER_GROUP)
    assert sorted(differences(wheel).items()) == [
        ("resources/group.py:OS::Nova::ServerGroup.name", "Heat"),
        ("resources/group.py:OS::Nova::ServerGroup.policies", "hotlint"),
    ]
