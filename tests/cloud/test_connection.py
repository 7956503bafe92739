"""Connections to clouds: what is said when one cannot be asked, and that nothing waits for ever."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from importlib.util import find_spec
from pathlib import Path

import pytest
from stand_in import PASSWORD, StandIn, running, write_clouds

from hotlint.cloud.clouds_yaml import cloud_names
from hotlint.cloud.connection import connect, within
from hotlint.cloud.errors import CloudError, MissingServiceError, RequestRefusedError
from hotlint.cloud.snapshot import take

if find_spec("openstack") is None:  # an import takes a second, in each process
    pytest.skip("needs openstacksdk", allow_module_level=True)
pytest_plugins = ("cloud_fixtures",)


def test_a_service_answers(cloud: StandIn, clouds: Path) -> None:
    cloud.answers["/neutron/v2.0/networks"] = 200, {"networks": [{"name": "web"}]}
    connection = connect("made-up")
    assert connection.project_id == "p1"
    assert connection.get("network", "/networks") == {"networks": [{"name": "web"}]}


def test_pages_are_followed(cloud: StandIn, clouds: Path) -> None:
    def page(query: str) -> tuple[int, object]:
        start = int(query.partition("marker=")[2] or 0)
        links = [{"rel": "next", "href": f"http://elsewhere/v2.0/networks?marker={start + 2}"}] if start < 4 else []
        return 200, {"networks": [start, start + 1], "networks_links": links}

    cloud.answers["/neutron/v2.0/networks"] = page
    assert list(connect("made-up").pages("network", "/networks", "networks")) == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("asked", ["login", "/neutron/v2.0/networks"])
def test_a_redirect_takes_no_credentials_elsewhere(cloud: StandIn, clouds: Path, asked: str) -> None:
    with running(StandIn()) as stranger:
        cloud.answers[asked] = 307, f"{stranger.url}/v3/auth/tokens"
        with pytest.raises(CloudError, match="redirects to http://127.0.0.1, which gets no credentials"):
            connect("made-up").get("network", "/networks")
    assert stranger.asked == []


@pytest.mark.parametrize("port", ["", "0"])
def test_a_redirect_within_a_service_is_followed(cloud: StandIn, clouds: Path, port: str) -> None:
    host, _, number = cloud.url.rpartition(":")
    cloud.answers["/neutron/v2.0/networks"] = 302, f"{host}:{port}{number}/neutron/v2.0/others"
    cloud.answers["/neutron/v2.0/others"] = 200, {"networks": []}
    assert connect("made-up").get("network", "/networks") == {"networks": []}


def test_an_answer_has_a_limit(cloud: StandIn, clouds: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connection = connect("made-up")
    monkeypatch.setattr("hotlint.cloud.connection.ANSWER_LIMIT", 1 << 20)
    cloud.answers["/neutron/v2.0/networks"] = 200, {"networks": ["x" * (1 << 20)]}
    with pytest.raises(CloudError, match="/networks answers with more than 1 MiB"):
        connection.get("network", "/networks")


@pytest.mark.parametrize("status", [400, 499])
def test_a_refused_request(cloud: StandIn, clouds: Path, status: int) -> None:
    cloud.answers["/neutron/v2.0/networks"] = status, {"NeutronError": {"message": "no"}}
    with pytest.raises(RequestRefusedError, match=rf"refuses the request \({status}\)"):
        connect("made-up").get("network", "/networks")


def test_links_that_lead_back_end(cloud: StandIn, clouds: Path) -> None:
    links = [{"rel": "next", "href": "http://elsewhere/v2.0/networks?marker=1"}]
    cloud.answers["/neutron/v2.0/networks"] = 200, {"networks": [1], "networks_links": links}
    assert list(connect("made-up").pages("network", "/networks", "networks")) == [1, 1]


def test_a_cloud_that_clouds_yaml_does_not_have(clouds: Path) -> None:
    with pytest.raises(CloudError, match=r"no cloud 'made-upp' in clouds.yaml \(did you mean 'made-up'\?\)"):
        connect("made-upp")


def test_no_clouds_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OS_CLIENT_CONFIG_FILE", str(tmp_path / "none.yaml"))
    monkeypatch.setattr("openstack.config.loader.CONFIG_FILES", [])  # old releases add the files of other tests to it
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CloudError, match="no cloud 'made-up': there is no clouds.yaml"):
        connect("made-up")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "clouds: {made-up: {auth: {password: 'very secret\n",
            "is not valid YAML: line 2: found unexpected end of stream",
        ),
        ("clouds:\n  a: {}\n\tb: {}\n", "is not valid YAML: line 3: found character '\\t' that cannot start any token"),
        ("- very secret\n", "is no clouds.yaml: it has no mapping 'clouds'"),
        ("clouds: very secret\n", "is no clouds.yaml: it has no mapping 'clouds'"),
        ("clouds: {made-up: very secret}\n", "is not a mapping of settings"),
        ("clouds: {made-up: {auth: very secret}}\n", "'auth' of cloud 'made-up' in"),
        ("clouds: {made-up: {auth: [very secret]}}\n", "is not a mapping of settings"),
        ("clouds: {made-up: {auth: }}\n", "is not a mapping of settings"),
        ("clouds: {made-up: {auth_type: [very secret]}}\n", "'auth_type' of cloud 'made-up' in"),
        ("clouds: {made-up: {auth: {auth_url: 5000}}}\n", "is no text: put it in quotes"),
        ("clouds: {made-up: {auth: {password: 12345}}}\n", "'password' of cloud 'made-up' in"),
    ],
)
def test_a_file_that_has_no_clouds(clouds: Path, text: str, said: str) -> None:
    clouds.write_text(text)
    for ask in (lambda: connect("made-up"), cloud_names):
        with pytest.raises(CloudError) as raised:
            ask()
        assert "very secret" not in str(raised.value)
        assert said in str(raised.value) and str(clouds) in str(raised.value)


def test_a_wrong_password(cloud: StandIn, clouds: Path) -> None:
    write_clouds(clouds.parent, cloud.url, password="not-the-password")
    with pytest.raises(CloudError, match=r"cloud 'made-up' does not accept the credentials \(401\)") as raised:
        connect("made-up")
    assert "not-the-password" not in str(raised.value)


def test_a_password_that_is_not_given(cloud: StandIn, clouds: Path) -> None:
    write_clouds(clouds.parent, cloud.url, password="")
    with pytest.raises(CloudError, match="are not complete: password is a required attribute"):
        connect("made-up")


@pytest.mark.parametrize("address", ["keystone", "127.0.0.1:5000/v3"])
def test_an_address_without_a_scheme(address: str, clouds: Path) -> None:
    auth = {"auth_url": address, "username": "ann", "password": PASSWORD, "project_name": "web"}
    write_clouds(clouds.parent, "", auth=auth)
    with pytest.raises(CloudError, match="has to begin with http:// or https://"):
        connect("made-up")


def test_settings_of_another_kind_of_authentication(cloud: StandIn, clouds: Path) -> None:
    auth = {"auth_url": f"{cloud.url}/v3", "token": "a-token", "project_id": "p1", "user_domain_id": "default"}
    write_clouds(clouds.parent, cloud.url, auth=auth, auth_type="v3token")
    with pytest.raises(CloudError, match="do not fit its auth_type, which has no 'user_domain_id'"):
        connect("made-up")


def test_settings_that_openstacksdk_cannot_read(cloud: StandIn, clouds: Path) -> None:
    write_clouds(clouds.parent, cloud.url, networks="web")
    with pytest.raises(
        CloudError, match="the settings of cloud 'made-up' in clouds.yaml have a form that is not known"
    ):
        connect("made-up")


def test_credentials_for_no_project(cloud: StandIn, clouds: Path) -> None:
    cloud.is_scoped = False
    told = "has no endpoint of Heat .service orchestration.: the credentials are for no project, so name one in clouds.yaml"
    with pytest.raises(MissingServiceError, match=told):
        connect("made-up").get("orchestration", "/stacks")
    with pytest.raises(CloudError, match="the credentials are for no project"):
        take(connect("made-up"))


def test_an_interface_without_addresses(cloud: StandIn, clouds: Path) -> None:
    write_clouds(clouds.parent, cloud.url, compute_interface="admin")
    connection = connect("made-up")
    connection.get("identity", "/")
    with pytest.raises(MissingServiceError, match=r"\(service compute\): clouds.yaml asks for the interface 'admin'"):
        connection.get("compute", "/flavors/detail")


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("compute_endpoint_override", "{url}/elsewhere"),
        ("compute_endpoint_override", "http://127.0.0.1:9/v2.1"),
        ("compute_endpoint_override", "nova"),
        ("compute_api_version", "9"),
    ],
)
def test_a_wrong_address_of_nova_leaves_the_others(office: StandIn, clouds: Path, name: str, settings: str) -> None:
    write_clouds(clouds.parent, office.url, **{name: settings.replace("{url}", office.url)})
    found = take(connect("made-up"))
    assert found["networks"] and found["heat"] and "flavors" not in found
    assert any("flavors" in note["about"] for note in found["notes"])


CREDENTIAL = {"application_credential_id": "c-1", "application_credential_secret": PASSWORD}


def test_an_application_credential(cloud: StandIn, clouds: Path) -> None:
    write_clouds(
        clouds.parent,
        cloud.url,
        auth={"auth_url": f"{cloud.url}/v3", **CREDENTIAL},
        auth_type="v3applicationcredential",
    )
    connection = connect("made-up")
    cloud.answers["/neutron/v2.0/networks"] = 200, {"networks": []}
    assert connection.get("network", "/networks") == {"networks": []}
    cloud.expired = True
    with pytest.raises(RequestRefusedError, match="or the access rules of the application credential do not permit it"):
        connection.get("network", "/networks")
    wrong = {**CREDENTIAL, "application_credential_secret": "not-the-secret"}
    write_clouds(
        clouds.parent, cloud.url, auth={"auth_url": f"{cloud.url}/v3", **wrong}, auth_type="v3applicationcredential"
    )
    told = r"\(401\): check id and secret of the application credential, its date of expiry, and that no project is named in clouds.yaml"
    with pytest.raises(CloudError, match=told) as raised:
        connect("made-up")
    assert "not-the-secret" not in str(raised.value)


def test_the_cloud_of_environment_variables(cloud: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = {
        "auth_url": f"{cloud.url}/v3",
        "username": "ann",
        "project_name": "web",
        "user_domain_id": "default",
        "project_domain_id": "default",
    }
    for name, value in settings.items():
        monkeypatch.setenv(f"OS_{name.upper()}", value)
    with pytest.raises(
        CloudError, match=r"cloud 'envvars' in the environment variables OS_\* are not complete: password"
    ):
        connect("envvars")
    monkeypatch.setenv("OS_PASSWORD", PASSWORD)
    assert connect("envvars").project_name == "web"


def test_a_token_that_ends_is_asked_for_again(cloud: StandIn, clouds: Path) -> None:
    """A token of a password ends in the middle of a run: the next one is asked for, and only one of `auth_type: v3token` is told."""
    connection = connect("made-up")
    ended = iter([True])
    cloud.answers["/neutron/v2.0/networks"] = lambda query: (401, {}) if next(ended, False) else (200, {"networks": []})
    assert connection.get("network", "/networks") == {"networks": []}
    assert cloud.asked.count("POST /v3/auth/tokens") == 2


def test_a_busy_service_is_not_asked_again_and_again(cloud: StandIn, clouds: Path) -> None:
    cloud.answers["/neutron/v2.0/networks"] = 503, {}
    with pytest.raises(RequestRefusedError, match="answers 503"):
        connect("made-up").get("network", "/networks")
    assert cloud.asked.count("GET /neutron/v2.0/networks") == 1


def test_a_token_that_has_expired(cloud: StandIn, clouds: Path) -> None:
    connection = connect("made-up")
    cloud.expired = True
    with pytest.raises(CloudError, match=r"does not accept the credentials.*\(401\)"):
        connection.get("network", "/networks")


def test_a_missing_service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(StandIn(("network", "identity"))) as cloud:
        monkeypatch.setenv("OS_CLIENT_CONFIG_FILE", str(write_clouds(tmp_path, cloud.url)))
        with pytest.raises(MissingServiceError, match=r"cloud 'made-up' has no endpoint of Nova \(service compute\)"):
            connect("made-up").get("compute", "/flavors/detail")


def test_a_region_that_the_cloud_does_not_have(cloud: StandIn, clouds: Path) -> None:
    write_clouds(clouds.parent, cloud.url, region_name="R2")
    with pytest.raises(CloudError, match=r"^cloud 'made-up' has no region 'R2' \(its regions: R1\): check region_name"):
        connect("made-up").get("compute", "/flavors/detail")
    with pytest.raises(CloudError, match="has no region 'R2'"):
        take(connect("made-up"))


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (403, "does not permit this to the credentials (403): not here"),
        (503, "answers 503, an error of its own: not here"),
    ],
)
def test_a_refusal(cloud: StandIn, clouds: Path, status: int, said: str) -> None:
    cloud.answers["/neutron/v2.0/networks"] = status, {"NeutronError": {"type": "X", "message": "not here"}}
    with pytest.raises(RequestRefusedError) as raised:
        connect("made-up").get("network", "/networks")
    assert str(raised.value) == f"Neutron of cloud 'made-up' {said}"


def test_an_answer_that_is_not_json(cloud: StandIn, clouds: Path) -> None:
    cloud.answers["/neutron/v2.0/networks"] = 200, b"<html>"
    with pytest.raises(CloudError, match="answers something else than JSON to /networks"):
        connect("made-up").get("network", "/networks")


def test_nothing_listens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    monkeypatch.setenv("OS_CLIENT_CONFIG_FILE", str(write_clouds(tmp_path, url)))
    with pytest.raises(CloudError, match=f"Keystone of cloud 'made-up' at {url}.* cannot be reached"):
        connect("made-up")


def connections(listening: socket.socket) -> int:
    """Return how many connections wait to be accepted."""
    listening.setblocking(False)
    count = 0
    with contextlib.suppress(BlockingIOError):
        while True:
            listening.accept()[0].close()
            count += 1
    return count


def test_a_port_that_never_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        monkeypatch.setenv("OS_CLIENT_CONFIG_FILE", str(write_clouds(tmp_path, url)))
        with pytest.raises(CloudError, match=r"does not answer within 0\.2 seconds"):
            connect("made-up", request_seconds=0.2)
        assert connections(silent) <= 4  # versions and the login, each asked twice


def test_an_answer_that_trickles(cloud: StandIn, clouds: Path) -> None:
    cloud.answers["/neutron/v2.0/networks"] = 200, {"networks": list(range(1000))}
    connection = connect("made-up")
    connection.get("network", "/networks")
    cloud.drip = True
    connection.request_seconds = 0.5
    with pytest.raises(CloudError, match=r"Neutron of cloud 'made-up' does not answer within 0\.5 seconds"):
        connection.get("network", "/networks")


def test_tls_where_there_is_none(cloud: StandIn, clouds: Path) -> None:
    write_clouds(clouds.parent, cloud.url.replace("http:", "https:"))
    with pytest.raises(CloudError, match=r"does not speak TLS at this port: use http:// instead of https://"):
        connect("made-up")


def test_an_endpoint_that_shows_its_versions_only_with_a_token(cloud: StandIn, clouds: Path) -> None:
    write_clouds(clouds.parent, cloud.url, orchestration_endpoint_override=f"{cloud.url}/other/v1/p1")
    cloud.hidden = "/other/"
    cloud.answers["/other/v1/p1/stacks"] = 200, {"stacks": []}
    assert connect("made-up").get("orchestration", "/stacks") == {"stacks": []}


@pytest.mark.parametrize("sent", [b"", b"HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{"])
def test_a_connection_that_is_closed(sent: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clients: list[object] = []

    def answer(listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = listener.accept()
                clients.append(client)
                client.recv(65536)
                client.sendall(sent)
                client.close()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=answer, args=(listener,), daemon=True).start()
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        monkeypatch.setenv("OS_CLIENT_CONFIG_FILE", str(write_clouds(tmp_path, url)))
        with pytest.raises(CloudError, match="closes the connection without an answer"):
            connect("made-up")
    assert len(clients) <= 6


def test_a_wrong_address_says_no_secret(cloud: StandIn, clouds: Path) -> None:
    write_clouds(clouds.parent, f"http://user:{PASSWORD}@127.0.0.1:1")
    with pytest.raises(CloudError) as raised:
        connect("made-up")
    assert PASSWORD not in str(raised.value)


def test_what_takes_too_long_is_not_waited_for() -> None:
    assert within(5.0, lambda: "answer") == "answer"
    with pytest.raises(TimeoutError):
        within(0.01, lambda: time.sleep(0.2))
    with pytest.raises(ZeroDivisionError):
        within(5.0, lambda: 1 // len(""))
