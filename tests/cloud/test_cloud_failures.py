"""Clouds that do not answer as they should: the command ends in time, with one message and without a traceback."""

from __future__ import annotations

import socket
import time
from importlib.util import find_spec
from pathlib import Path

import pytest
from stand_in import PASSWORD, StandIn, write_clouds

from hotlint.cli.main import main
from hotlint.cloud.connection import connect
from hotlint.cloud.errors import CloudError
from hotlint.cloud.snapshot_reader import plain_snapshot

if find_spec("openstack") is None:  # an import takes a second, in each process
    pytest.skip("needs openstacksdk", allow_module_level=True)
pytest_plugins = ("cloud_fixtures",)


def snapshot(folder: Path, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, str]:
    code = main(["cloud", "snapshot", "--cloud", "made-up", "-o", str(folder / "cloud.yaml"), *options])
    said = capsys.readouterr()
    assert "Traceback" not in said.err + said.out
    assert PASSWORD not in said.err + said.out and "a-token" not in said.err + said.out
    return code, said.err


def only_message(said: str) -> str:
    lines = said.splitlines()
    assert len(lines) == 1 and lines[0].startswith("hotlint: "), said
    return lines[0].removeprefix("hotlint: ")


def test_everything_is_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    monkeypatch.setenv("OS_CLIENT_CONFIG_FILE", str(write_clouds(tmp_path, f"http://127.0.0.1:{port}")))
    code, said = snapshot(tmp_path, capsys)
    assert code == 2 and "cannot be reached: check that it runs" in only_message(said)


def test_one_service_is_stopped(office: StandIn, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in [p for p in office.answers if p.startswith("/nova")]:
        office.answers[path] = 503, {"error": {"message": "No server is available to handle this request."}}
    code, said = snapshot(tmp_path, capsys)
    found = plain_snapshot((tmp_path / "cloud.yaml").read_text())
    assert code == 0 and "flavors" not in found and found["images"]
    assert "Nova of cloud 'made-up' answers 503, an error of its own: No server is available" in said


@pytest.mark.parametrize(("times", "is_read"), [(1, True), (2, False)])
def test_a_closed_connection_is_tried_once_more(
    office: StandIn, tmp_path: Path, capsys: pytest.CaptureFixture[str], times: int, is_read: bool
) -> None:
    office.closes["/nova/v2.1/flavors/detail"] = times
    code, said = snapshot(tmp_path, capsys)
    assert code == 0 and office.closes == {"/nova/v2.1/flavors/detail": 0}
    assert ("flavors" in plain_snapshot((tmp_path / "cloud.yaml").read_text())) is is_read
    assert ("/nova/v2.1/flavors/detail closes the connection" in said) is not is_read


def test_what_is_not_read_is_asked_once(cloud: StandIn, clouds: Path) -> None:
    connection = connect("made-up")
    cloud.closes["/heat/v1/p1/validate"] = 1
    with pytest.raises(CloudError, match="closes the connection"):
        connection.post("orchestration", "/validate", {})
    assert cloud.asked.count("POST /heat/v1/p1/validate") == 1


def test_a_wrong_password(cloud: StandIn, clouds: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_clouds(tmp_path, cloud.url, password="guessed")
    code, said = snapshot(tmp_path, capsys)
    assert code == 2 and "does not accept the credentials (401): check user, password" in only_message(said)
    assert "guessed" not in said


def test_a_version_page_that_wants_a_token(
    cloud: StandIn, clouds: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who has no token yet cannot send one: keystoneauth asks for one then, and waits for itself."""
    cloud.hides_versions = True
    code, said = snapshot(tmp_path, capsys, "--timeout", "20")
    assert code == 2
    assert only_message(said) == (
        f"Keystone of cloud 'made-up' at {cloud.url}/v3 does not show its versions without a token (401): "
        "check auth_url in clouds.yaml"
    )
    assert cloud.asked == ["GET /v3"]


def test_a_token_that_has_expired(office: StandIn, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    auth = {"auth_url": f"{office.url}/v3", "token": "a-token", "project_name": "web", "project_domain_id": "default"}
    write_clouds(tmp_path, office.url, auth=auth, auth_type="v3token")
    office.expired = True
    code, said = snapshot(tmp_path, capsys)
    assert code == 2 and "401" in only_message(said)
    assert not (tmp_path / "cloud.yaml").exists()


def test_slow_answers(office: StandIn, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    office.delay = 3
    started = time.monotonic()
    code, said = snapshot(tmp_path, capsys, "--timeout", "0.3", "--total-timeout", "2")
    assert code == 2 and "does not answer within 0.3 seconds" in only_message(said)
    assert time.monotonic() - started < 30


def test_a_slow_service_among_others(office: StandIn, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def slowly(query: str) -> tuple[int, object]:
        time.sleep(5)
        return 200, {"images": []}

    office.answers["/glance/v2/images"] = slowly
    code, said = snapshot(tmp_path, capsys, "--timeout", "2")
    found = plain_snapshot((tmp_path / "cloud.yaml").read_text())
    assert code == 0 and "images" not in found and found["flavors"]
    assert "Glance of cloud 'made-up'" in said and "does not answer within 2 seconds" in said


@pytest.mark.parametrize("body", [b"", b"<html>502</html>", b"[]", b'"text"', b"null", b'{"networks": 3}', b"\xff\xfe"])
def test_answers_of_another_form(
    body: bytes, office: StandIn, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    office.answers["/neutron/v2.0/networks"] = 200, body
    code, said = snapshot(tmp_path, capsys)
    assert code == 0 and "not known (networks)" in said
    assert "networks" not in plain_snapshot((tmp_path / "cloud.yaml").read_text())


def test_clouds_yaml_without_settings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "clouds.yaml").write_text("clouds: {made-up: {auth: {username: ann, password: hush}}}\n")
    monkeypatch.setenv("OS_CLIENT_CONFIG_FILE", str(tmp_path / "clouds.yaml"))
    code, said = snapshot(tmp_path, capsys)
    assert code == 2 and "hush" not in said
    assert "settings of cloud 'made-up' in clouds.yaml are not complete" in only_message(said)


def test_the_same_for_other_commands(
    cloud: StandIn, clouds: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "old.yaml").write_text("snapshot: 1\ncloud: made-up\n")
    write_clouds(tmp_path, cloud.url, password="guessed")
    assert main(["cloud", "diff", str(tmp_path / "old.yaml"), "--cloud", "made-up"]) == 2
    assert main(["catalog", "import", "--cloud", "made-up"]) == 2
    assert capsys.readouterr().err.count("does not accept the credentials (401)") == 2


def test_names_of_clouds(cloud: StandIn, clouds: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cloud", "list"]) == 0
    assert capsys.readouterr().out == "made-up\n"
    assert main(["cloud", "list", "-f", "json"]) == 0
    assert capsys.readouterr().out == '["made-up"]\n'
    assert cloud.asked == []
