"""A cloud of which one service is slow, broken or hostile: a snapshot and the facts for a plan have all that the others tell."""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest
from for_each import for_each
from furniture import furnish
from stand_in import PASSWORD, TYPES, Answer, StandIn, running, write_clouds

from hotlint.cloud.connection import connect
from hotlint.cloud.snapshot import facts_now, take

if find_spec("openstack") is None:  # an import takes a second, in each process
    pytest.skip("needs openstacksdk", allow_module_level=True)
pytest_plugins = ("cloud_fixtures",)


def _slow(query: str) -> Answer:
    time.sleep(5)
    return 200, {}


BROKEN: dict[str, Answer | Callable[[str], Answer]] = {
    "an error of its own": (500, {"error": {"message": "oops"}}),
    "a page of a proxy": (503, b"<html>no server is available</html>"),
    "no rights": (403, {"forbidden": {"message": "no"}}),
    "an ended token": (401, {"error": {"message": "no"}}),
    "no JSON": (200, b"<html>"),
    "no list": (200, {"error": "nothing"}),
    "items of another form": (200, {key: [None, 1, {"name": 5}] for key in ("flavors", "images", "networks", "roles")}),
    "deep JSON": (200, b'{"flavors": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"),
    "a redirect to another host": (307, "http://stranger.invalid/v3"),
    "slow": _slow,
}  # fmt: skip
KEPT = {
    "compute": "flavors",
    "image": "images",
    "network": "networks",
    "block_storage": "volume_types",
    "identity": "roles",
}


CASES = [
    (service, how)
    for service in TYPES
    for how in (*BROKEN, "closed connections")
    if how != "slow" or service == "compute"
]


@for_each("service, how", CASES)
def test_what_the_others_tell_is_known(service: str, how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(StandIn()) as cloud:
        furnish(cloud)
        monkeypatch.setenv("OS_CLIENT_CONFIG_FILE", str(write_clouds(tmp_path, cloud.url)))
        for path in [path for path in cloud.answers if path.startswith(TYPES[service][1])]:
            if how in BROKEN:
                cloud.answers[path] = BROKEN[how]
            else:
                cloud.closes[path] = 99
        connection = connect("made-up", request_seconds=3 if how == "slow" else 20)
        for found in (take(connection), facts_now(connection).data):
            assert [name for name, section in KEPT.items() if name != service and not found.get(section)] == []
            assert PASSWORD not in str(found)
