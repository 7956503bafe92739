"""Requests to a cloud: the whole messages, what is asked how often, and the limits of time and size."""
# ruff: noqa: E501 - whole messages

from __future__ import annotations

import contextlib
import gzip
import logging
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from stand_in import StandIn, running, write_clouds

from hotlint.cloud.clouds_yaml import cloud_names, no_such_cloud
from hotlint.cloud.connection import ANSWER_LIMIT, REQUEST_SECONDS, TOTAL_SECONDS, CloudConnection, connect
from hotlint.cloud.errors import CloudError, RequestRefusedError
from hotlint.plans.stack_reader import read_stack

if find_spec("openstack") is None:  # an import takes a second, in each process
    pytest.skip("needs openstacksdk", allow_module_level=True)
pytest_plugins = ("cloud_fixtures",)


@pytest.fixture
def connection(cloud: StandIn, clouds: Path) -> CloudConnection:
    """Return a connection to the served cloud, which nothing has been asked yet."""
    made = connect("made-up")
    cloud.asked.clear()
    return made


def said(work: Any, *arguments: Any) -> str:
    """Return the message of the CloudError that a call raises."""
    with pytest.raises(CloudError) as raised:
        work(*arguments)
    return str(raised.value)


def test_what_a_connection_says_of_itself(connection: CloudConnection, cloud: StandIn, clouds: Path) -> None:
    assert (connection.name, connection.region, connection.project_id, connection.project_name) == (
        "made-up", "R1", "p1", "web",
    )  # fmt: skip
    assert connection.request_seconds == REQUEST_SECONDS == 30
    assert (TOTAL_SECONDS, ANSWER_LIMIT) == (300, 67108864)
    write_clouds(clouds.parent, cloud.url, region_name="")
    assert connect("made-up").region == ""


def test_credentials_for_no_project(cloud: StandIn, clouds: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    token = cloud.token()
    del token["token"]["project"]
    monkeypatch.setattr(cloud, "token", lambda: token)
    made = connect("made-up")
    assert (made.project_id, made.project_name) == ("", "")


REASONS: list[tuple[Any, str]] = [
    ({"NeutronError": {"type": "T", "message": " it \n is\tfull "}}, ": it is full"),
    ({"error": {"message": "m", "code": 400}, "title": "t"}, ": m"),
    ({"title": "t", "error": "e"}, ": e"),
    ({"title": "t", "message": "m", "error": "e"}, ": m"),
    ({"badRequest": {"code": 400, "message": "why"}}, ": why"),
    ({"code": "first", "explanation": "then"}, ": first"),
    ({}, ""),
    ({"message": 5}, ""),
    ({"message": ["a"]}, ""),
    (["a"], ""),
    ("only text", ": only text"),
    ({"message": "x" * 501}, ": " + "x" * 500),
    (b"<html>", ""),
    (b"[" * 100_000, ""),
]


def test_the_sentence_of_a_service_about_a_refusal(connection: CloudConnection, cloud: StandIn) -> None:
    for body, reason in REASONS:
        cloud.answers["/neutron/v2.0/networks"] = 409, body
        message = f"Neutron of cloud 'made-up' refuses the request (409){reason}"
        assert said(connection.get, "network", "/networks") == message


def test_statuses_at_the_border_of_a_refusal(connection: CloudConnection, cloud: StandIn) -> None:
    cloud.answers["/neutron/v2.0/networks"] = 399, {"a": 1}
    assert connection.get("network", "/networks") == {"a": 1}
    cloud.answers["/neutron/v2.0/networks"] = 400, {}
    with pytest.raises(RequestRefusedError) as raised:
        connection.get("network", "/networks")
    assert (raised.value.status, raised.value.reason) == (400, "")


def test_a_question_with_a_body(connection: CloudConnection, cloud: StandIn) -> None:
    cloud.answers["/heat/v1/p1/validate"] = 200, {"valid": True}
    assert connection.post("orchestration", "/validate", {"template": {}}) == {"valid": True}
    assert cloud.asked[-1] == "POST /heat/v1/p1/validate"


def test_an_answer_that_is_no_json_is_named_without_its_query(connection: CloudConnection, cloud: StandIn) -> None:
    for body in (b"<html>", b"[" * 100_000):
        cloud.answers["/neutron/v2.0/networks"] = 200, body
        assert (
            said(connection.get, "network", "/networks?limit=5")
            == "Neutron of cloud 'made-up' answers something else than JSON to /networks"
        )


def test_no_request_begins_after_the_deadline(connection: CloudConnection, cloud: StandIn) -> None:
    cloud.answers["/neutron/v2.0/networks"] = 200, {}
    connection.get("network", "/networks")
    connection.deadline, connection.request_seconds = 0, 2.5
    cloud.asked.clear()
    assert (
        said(connection.get, "network", "/networks") == "Neutron of cloud 'made-up' does not answer within 2.5 seconds"
    )
    assert cloud.asked == []


def slow(times: int, answer: tuple[int, Any]) -> Any:
    """Return an answer that takes a second as often as that, and none after it."""
    left = [1.0] * times

    def found(query: str) -> tuple[int, Any]:
        time.sleep(left.pop() if left else 0)
        return answer

    return found


def test_a_read_that_gets_no_answer_is_asked_once_more(connection: CloudConnection, cloud: StandIn) -> None:
    cloud.answers["/neutron/v2.0/networks"] = slow(1, (200, {"networks": [1]}))
    connection.request_seconds = 0.3
    assert connection.get("network", "/networks") == {"networks": [1]}


def test_a_service_that_stays_silent_is_asked_once_from_then_on(connection: CloudConnection, cloud: StandIn) -> None:
    cloud.answers["/neutron/v2.0/networks"] = slow(3, (200, {"networks": [1]}))
    connection.request_seconds = 0.3
    for times in (2, 3):
        assert "does not answer within 0.3 seconds" in said(connection.get, "network", "/networks")
        assert cloud.asked.count("GET /neutron/v2.0/networks") == times
    assert connection.get("network", "/networks") == {"networks": [1]}


@pytest.mark.parametrize("path", ["/v3", "/v3/auth/tokens"])
def test_a_login_that_gets_no_answer_is_tried_once_more(
    cloud: StandIn, clouds: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    answer, left = cloud.answer, [3.0]

    def slowly(method: str, asked: str, query: str, body: bytes) -> tuple[int, Any]:
        time.sleep(left.pop() if asked == path and left else 0)
        return answer(method, asked, query, body)

    monkeypatch.setattr(cloud, "answer", slowly)
    assert connect("made-up", request_seconds=0.5).project_id == "p1"


def test_versions_that_get_no_answer_are_asked_once_more(
    connection: CloudConnection, cloud: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer, left = cloud.answer, [3.0]

    def slowly(method: str, asked: str, query: str, body: bytes) -> tuple[int, Any]:
        time.sleep(left.pop() if asked.rstrip("/") == "/neutron" and left else 0)
        return answer(method, asked, query, body)

    monkeypatch.setattr(cloud, "answer", slowly)
    connection.request_seconds = 0.5
    cloud.answers["/neutron/v2.0/networks"] = 200, {"networks": [1]}
    assert connection.get("network", "/networks") == {"networks": [1]}


def test_a_large_answer_is_named_without_its_query(
    connection: CloudConnection, cloud: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    cloud.answers["/neutron/v2.0/networks"] = 200, b'"' + b"x" * ((1 << 20) - 2) + b'"'
    monkeypatch.setattr("hotlint.cloud.connection.ANSWER_LIMIT", 1 << 20)
    assert connection.get("network", "/networks?a=b") == "x" * ((1 << 20) - 2)
    monkeypatch.setattr("hotlint.cloud.connection.ANSWER_LIMIT", (1 << 20) - 1)
    assert said(connection.get, "network", "/networks?a=b") == (
        f"{cloud.url}/neutron/v2.0/networks answers with more than 0 MiB"
    )


def test_a_redirect_to_another_place_gets_no_credentials(connection: CloudConnection, cloud: StandIn) -> None:
    port = cloud.url.rpartition(":")[2]
    for target in (f"https://127.0.0.1:{port}/x", f"http://localhost:{port}/x", "http://127.0.0.1:0x/x"):
        cloud.answers["/neutron/v2.0/networks"] = 302, target
        assert said(connection.get, "network", "/networks") == (
            f"http://127.0.0.1 redirects to {target.rpartition(':')[0]}, which gets no credentials: check the addresses of the cloud"
        )


@pytest.mark.parametrize("target", ["others", "/neutron/v2.0/others", "../v2.0/others", "?id=5"])
def test_a_relative_redirect_is_of_the_address_that_was_asked(
    connection: CloudConnection, cloud: StandIn, target: str
) -> None:
    found = (200, {"networks": [1]})
    cloud.answers["/neutron/v2.0/others"] = found
    cloud.answers["/neutron/v2.0/networks"] = lambda query: found if query else (302, target)
    assert connection.get("network", "/networks") == {"networks": [1]}


def test_what_only_looks_like_a_redirect(connection: CloudConnection, cloud: StandIn) -> None:
    cloud.answers["/neutron/v2.0/networks"] = 304, ""
    assert said(connection.get, "network", "/networks").startswith("Neutron of cloud 'made-up' answers something else")


@pytest.mark.parametrize(
    ("region", "endpoints", "expected"),
    [
        ("R2", [{"region_id": "R3"}, {"region": "R1"}], "cloud 'made-up' has no region 'R2' (its regions: R1, R3): check region_name in clouds.yaml"),
        ("R1", [{"region": "R3"}, {"region_id": "R1"}], "cloud 'made-up' has no endpoint of Nova (service compute)"),
        ("", [{"region": "R3"}], "cloud 'made-up' has no endpoint of Nova (service compute)"),
        ("R2", [{"region": ""}, {}], "cloud 'made-up' has no endpoint of Nova (service compute)"),
    ],
)  # fmt: skip
def test_a_region_without_a_service(
    cloud: StandIn, clouds: Path, monkeypatch: pytest.MonkeyPatch, region: str, endpoints: list[Any], expected: str
) -> None:
    token = cloud.token()
    token["token"]["catalog"] = [
        {"type": "dns", "name": "d", "endpoints": [{"interface": "public", "url": "http://x", **each} for each in endpoints]},
        {"type": "odd", "name": "o"},
    ]  # fmt: skip
    monkeypatch.setattr(cloud, "token", lambda: token)
    write_clouds(clouds.parent, cloud.url, region_name=region)
    assert said(connect("made-up").get, "compute", "/flavors") == expected


def test_an_address_without_a_scheme_is_named_with_its_cloud(cloud: StandIn, clouds: Path) -> None:
    write_clouds(clouds.parent, "localhost:5000")
    assert (
        said(connect, "made-up") == "auth_url of cloud 'made-up' in clouds.yaml has to begin with http:// or https://"
    )


def test_clouds_that_are_not_known() -> None:
    places = "~/.config/openstack and /etc/openstack, or the file that OS_CLIENT_CONFIG_FILE names"
    assert no_such_cloud("a", []) == f"no cloud 'a': there is no clouds.yaml with clouds in {places}"
    assert no_such_cloud("alpa", ["alpha", "b"]) == "no cloud 'alpa' in clouds.yaml (did you mean 'alpha'?)"
    assert no_such_cloud("zzzzz", ["alpha", "b"]) == "no cloud 'zzzzz' in clouds.yaml (known are alpha, b)"


@pytest.mark.parametrize(
    ("name", "package"), [("openstack.config", "openstacksdk"), ("os_service_types", "os_service_types")]
)
def test_a_package_that_is_not_installed(
    clouds: Path, monkeypatch: pytest.MonkeyPatch, name: str, package: str
) -> None:
    for module in [m for m in sys.modules if m.startswith("openstack")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, name, None)
    assert said(cloud_names) == (
        f"asking a cloud requires the package '{package}', which is not installed: pip install 'hotlint[openstack]'"
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"clouds: {a: \xff}", "'FILE' is not UTF-8"),
        (b"clouds: {a: {}, b: 5, c: 6}", "cloud 'b' in 'FILE' is not a mapping of settings"),
        (b"- a", "'FILE' is no clouds.yaml: it has no mapping 'clouds'"),
        (b"clouds: []", "'FILE' is no clouds.yaml: it has no mapping 'clouds'"),
        (b"a: [\n\n", "'FILE' is not valid YAML: line 3: expected the node content, but found '<stream end>'"),
        (b"a: " + b"[" * 201, "'FILE' is not valid YAML: it is nested too deep"),
        (b"a: 2020-13-01", "'FILE' is not valid YAML: month must be in 1..12"),
        (b"a: \x00", "'FILE' is not valid YAML: special characters are not allowed"),
    ],
)
def test_a_clouds_yaml_that_cannot_be_read(clouds: Path, content: bytes, message: str) -> None:
    clouds.write_bytes(content)
    assert said(cloud_names).replace(str(clouds), "FILE") == message


def test_the_first_clouds_yaml_counts(cloud: StandIn, clouds: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that do not exist are passed over, and those after the first one are not looked at."""
    broken = clouds.with_name("broken.yaml")
    broken.write_text("clouds: 5\n", encoding="utf-8")
    monkeypatch.setattr("openstack.config.loader.CONFIG_FILES", [str(broken)])
    assert cloud_names() == ["made-up"]
    clouds.write_text("{}\n", encoding="utf-8")
    assert cloud_names() == []
    monkeypatch.setenv("OS_CLIENT_CONFIG_FILE", str(clouds.with_name("none.yaml")))
    assert said(cloud_names) == f"'{broken}' is no clouds.yaml: it has no mapping 'clouds'"


def test_what_the_libraries_log_is_not_on_the_terminal(clouds: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loggers = [logging.getLogger(name) for name in ("keystoneauth", "openstack", "urllib3")]
    for logger in loggers:
        monkeypatch.setattr(logger, "handlers", [])
    cloud_names()
    assert [[type(handler) for handler in logger.handlers] for logger in loggers] == [[logging.NullHandler]] * 3


def test_versions_that_are_hidden_elsewhere_than_at_keystone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(StandIn()) as cloud:
        monkeypatch.setenv("OS_CLIENT_CONFIG_FILE", str(write_clouds(tmp_path, cloud.url)))
        cloud.hidden = "/neutron"
        cloud.answers["/neutron/v2.0/networks"] = 200, {"networks": []}
        assert said(connect, "made-up2") == "no cloud 'made-up2' in clouds.yaml (did you mean 'made-up'?)"
        assert connect("made-up").get("network", "/networks") == {"networks": []}


@pytest.mark.parametrize("link", ["x:{}/a", "http%3A//{}/a", "http:///{}/a", "http:////{}/a", "%2f%2f{}/a", "{}/a", ""])
def test_a_link_of_heat_takes_the_token_nowhere_else(connection: CloudConnection, cloud: StandIn, link: str) -> None:
    """The addresses in its answers are paths of Heat, whatever else is in them: keystoneauth follows a whole one, with the token."""
    shown = {"stack_name": "web", "id": "s", "stack_status": "CREATE_COMPLETE"}
    kept = {"resource_name": "a", "resource_type": "OS::Heat::Value", "resource_status": "CREATE_COMPLETE"}
    with running(StandIn()) as stranger:
        place = stranger.url if link.startswith(("x:", "{")) else stranger.url.removeprefix("http://")
        links = [{"rel": rel, "href": link.format(place)} for rel in ("self", "nested")]
        links.append({"rel": "stack", "href": f"{cloud.url}/heat/v1/p1/stacks/web/s"})
        base = "/heat/v1/p1/stacks/web"
        cloud.answers |= {
            base: (200, {"stack": shown}),
            f"{base}/s/template": (200, {}),
            f"{base}/s/resources": (200, {"resources": [{**kept, "links": links}]}),
            f"{base}/s/events": (200, {"events": [{**kept, "links": links}]}),
        }
        found = read_stack(connection, "web").resources["a"]
        assert (found.properties, found.stack, stranger.asked) == (None, None, [])


def test_an_encoding_that_takes_long_is_not_that_of_json(connection: CloudConnection, cloud: StandIn) -> None:
    """Of punycode, a text of this size takes a minute of the processor, and one of the largest answer days."""
    for kind in ("punycode", "idna", "undefined", "utf-7", "rot13"):
        cloud.headers["Content-Type"] = f"text/html; charset={kind}"
        for status, said_ in ((200, '"' + "-" + "b" * 1_000_000 + '"'), (409, '["' + "-" + "b" * 1_000_000 + '"]')):
            cloud.answers["/neutron/v2.0/networks"] = status, said_.encode()
            began = time.process_time()
            with contextlib.suppress(RequestRefusedError):
                assert len(connection.get("network", "/networks")) == 1_000_001
            assert time.process_time() - began < 2


def test_a_packed_answer_has_its_limit_unpacked(
    connection: CloudConnection, cloud: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hotlint.cloud.connection.ANSWER_LIMIT", 1 << 20)
    cloud.headers["Content-Encoding"] = "gzip, gzip"
    monkeypatch.setattr(cloud, "answer", lambda *_: (200, gzip.compress(gzip.compress(b" " * (64 << 20) + b"{}"))))
    assert "answers with more than 1 MiB" in said(connection.get, "network", "/networks")


ODD = [
    b'{"a": NaN}',
    b'{"a": 1e999}',
    b'{"a": ' + b"9" * 5_000 + b"}",
    b"[" * 900 + b"]" * 900,
    b'"\\ud800"',
    b"\xff\xfe{\x00}\x00",
    b"",
]


def test_odd_numbers_and_texts_are_data_or_errors(connection: CloudConnection, cloud: StandIn) -> None:
    for body in ODD:
        cloud.answers["/neutron/v2.0/networks"] = 200, body
        with contextlib.suppress(CloudError):
            connection.get("network", "/networks")
