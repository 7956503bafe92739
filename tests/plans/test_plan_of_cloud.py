"""`hotlint plan` and `hotlint failure` with the answers of a cloud at hand: what is asked, and what the options change."""
# ruff: noqa: E501 - templates on one line

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from answered import Answered

from hotlint.cli.main import main
from hotlint.cloud.errors import CloudError, RequestRefusedError

TEMPLATE = """heat_template_version: '2018-08-31'
parameters: {v: {type: string, default: a}, w: {type: string, default: b}}
resources: {a: {type: OS::Heat::TestResource, properties: {value: {list_join: ['-', [{get_param: v}, {get_param: w}]]}}}}
"""
PORT = """heat_template_version: '2018-08-31'
resources: {p: {type: OS::Neutron::Port, properties: {network: %s, name: %s}}}
"""


def a_stack(name: str, template: str, properties: dict[str, Any], **more: Any) -> dict[tuple[str, str], Any]:
    """Return Heat's answers about a stack with one resource."""
    base, parsed = f"/stacks/{name}/{name}-1", yaml.safe_load(template)
    ((own, declared),) = parsed["resources"].items()
    resource = {
        "resource_name": own,
        "resource_type": declared["type"],
        "physical_resource_id": "r-1",
        "resource_status": "CREATE_COMPLETE",
        "attributes": {"name": "n"},
        **more.pop("resource", {}),
    }
    event = {
        "resource_name": own,
        "resource_status": "CREATE_COMPLETE",
        "event_time": "1",
        "links": [{"rel": "self", "href": f"{base}/resources/{own}/events/e"}, {"rel": "stack", "href": base}],
    }
    answers = {
        f"/stacks/{name}": {"stack": {"stack_name": name, "id": f"{name}-1", "stack_status": "CREATE_COMPLETE", "parameters": {"OS::stack_name": name}, **more}},
        f"{base}/template": parsed, f"{base}/environment": {}, f"{base}/resources?with_detail=true": {"resources": [resource]},
        f"{base}/events?nested_depth=20&resource_status=COMPLETE": {"events": [event]},
        f"{base}/resources/{own}/events/e": {"event": {"resource_properties": properties, "resource_status": "CREATE_COMPLETE"}},
    }  # fmt: skip
    return {("orchestration", path): answer for path, answer in answers.items()}


class Office:
    """A cloud with these answers, and the command that asks it."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.cloud = Answered({})
        self.connected: list[tuple[str, Any]] = []
        self._capsys = capsys

    def connect(self, name: str, **limits: float) -> Answered:
        self.connected.append((name, limits))
        if name != "office":
            raise CloudError("no such cloud")
        return self.cloud

    def run(self, words: str) -> tuple[int, str]:
        """Return the exit code and what was said."""
        code = main(words.split())
        said = self._capsys.readouterr()
        return code, said.out + said.err


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Office:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    made = Office(capsys)
    monkeypatch.setattr("hotlint.cloud.connection.connect", made.connect)
    Path("web.yaml").write_text(TEMPLATE)
    made.cloud.answers |= a_stack("web", TEMPLATE, {"value": "a-b"}) | {
        ("network", "/networks"): {"networks": [{"id": "n-1", "name": "net"}]}
    }
    return made


CHANGED = """stack web (web-1), CREATE_COMPLETE, 1 resource

  ~ a  OS::Heat::TestResource  is updated in place
      value: 'a-b' -> '{value}'

1 resource: 1 updated in place.
"""
SAME = "stack web (web-1), CREATE_COMPLETE, 1 resource\n\nNo resource changes.\n"


def test_a_plan_of_a_stack_in_a_cloud(office: Office) -> None:
    assert office.run("plan web web.yaml --cloud office") == (0, SAME)
    assert office.run("plan web web.yaml --cloud office -P w=c --timeout 5 --fail-on change") == (
        1,
        CHANGED.format(value="a-c"),
    )
    assert office.connected == [("office", {"request_seconds": 30.0}), ("office", {"request_seconds": 5.0})]
    assert office.run("plan web --cloud office") == (0, SAME)
    assert (
        office.run("plan web web.yaml --cloud other")
        == office.run("plan web --cloud other")
        == (2, "hotlint: no such cloud\n")
    )
    assert office.run("plan wbe web.yaml --cloud office") == (
        2,
        "hotlint: there is no stack 'wbe' in this project of the cloud\n",
    )
    assert office.run("plan web more web.yaml --cloud office") == (
        2,
        "hotlint: plan takes STACK TEMPLATE: see hotlint plan --help\n",
    )
    assert office.run("plan web web.yaml") == (
        2,
        "hotlint: --cloud must name the cloud that the stack runs in, or --from a recording\n",
    )


def test_a_recording_of_a_stack_in_a_cloud(office: Office) -> None:
    assert office.run("record web --cloud office -o web.stack.yaml") == (
        0,
        "recorded stack web with 1 resource in web.stack.yaml\n",
    )
    found = yaml.safe_load(Path("web.stack.yaml").read_text())
    assert found["recorded"].endswith("Z from cloud 'office'") and found["recorded"][:2] == "20"
    code, out = office.run("record web --cloud office")
    assert (code, yaml.safe_load(out)["stack"]) == (0, found["stack"])
    assert office.run("record web more --cloud office") == (
        2,
        "hotlint: 'hotlint record' takes no further argument 'more'\n",
    )


def test_what_the_cloud_has_at_the_moment_counts(office: Office) -> None:
    """Heat has accepted a template before, and refuses it where the network has gone since; a snapshot may be out of date."""
    office.cloud.answers |= a_stack("port", PORT % ("gone", "n"), {"network": "gone", "name": "n"})
    Path("port.yaml").write_text(PORT % ("gone", "m"))
    refused = (
        "Heat refuses this update: resource 'p': 'network' of OS::Neutron::Port: cloud 'office' has no network 'gone'"
    )
    office.cloud.name = "office"
    code, out = office.run("plan port port.yaml --cloud office")
    assert (code, refused in out, "Heat refuses this update as a whole.\n" in out) == (1, True, True)
    assert office.run("record port --cloud office -o port.stack.yaml")[0] == 0
    Path("cloud.yaml").write_text("snapshot: 1\ncloud: office\nnetworks: [{name: net, id: n-1}]\n")
    Path(".hotlint.yaml").write_text("cloud_snapshot: cloud.yaml\n")
    code, out = office.run("plan --from port.stack.yaml port.yaml")
    assert (code, "refuses" in out) == (0, False)
    Path("port.yaml").write_text(PORT % ("missing", "m"))
    assert office.run("plan --from port.stack.yaml port.yaml")[0] == 0  # an error of the same kind as before
    Path("cloud.yaml").write_text("snapshot: 1\ncloud: office\nnetworks: [{name: gone, id: n-1}]\n")
    code, out = office.run("plan --from port.stack.yaml port.yaml -f json")
    assert (code, json.loads(out)["refused"]) == (
        1,
        ["resource 'p': 'network' of OS::Neutron::Port: cloud 'office' has no network 'missing'"],
    )


def test_plans_of_all_deployments(office: Office) -> None:
    """Each with the values, the environments and the target of its own; one that cannot be planned leaves the others."""
    Path(".hotlint.yaml").write_text(
        "deployments:\n- {name: web, template: web.yaml, values: {v: x}}\n- {name: two, template: web.yaml, environments: [two.env]}\n"
        "- {name: none, template: web.yaml}\n- {name: bad, template: bad.yaml}\n"
    )
    Path("bad.yaml").write_text("a: 1\n")
    Path("two.env").write_text("parameters: {w: y}\n")
    office.cloud.answers |= a_stack("two", TEMPLATE, {"value": "a-y"}) | a_stack("bad", TEMPLATE, {"value": "a-b"})
    listed = [{"stack_name": name} for name in ("two", "web", "bad", "of others")]
    office.cloud.answers["orchestration", "/stacks"] = {"stacks": listed}
    code, out = office.run("plan --all --cloud office")
    assert code == 2
    assert out.startswith(CHANGED.format(value="x-b") + "\n" + SAME.replace("web", "two"))
    assert (
        "No stack of this name exists: 'none'." in out
        and "'bad' cannot be planned: 'bad.yaml' is not a HOT template" in out
    )
    listed.pop(2)
    code, out = office.run("plan --all --cloud office --fail-on change -e two.env")
    assert (code, "value: 'a-b' -> 'x-y'" in out, "'bad'" in out) == (1, True, True)
    assert office.run("plan --all --cloud office")[0] == 0
    listed.clear()
    assert office.run("plan --all --cloud office --fail-on change")[0] == 0
    for words in ("plan --all web --cloud office", "plan --all --from x.yaml"):
        assert office.run(words) == (
            2,
            "hotlint: plan --all takes no stack and no template: it plans the deployments of .hotlint.yaml\n",
        )
    assert office.run("plan --all") == (
        2,
        "hotlint: --cloud must name the cloud that the stack runs in, or --from a recording\n",
    )
    assert office.run("plan --all --no-config") == (
        2,
        "hotlint: plan --all needs a .hotlint.yaml with deployments: each has the name of its stack\n",
    )
    office.cloud.answers["orchestration", "/stacks"] = CloudError("it is closed")
    assert office.run("plan --all --cloud office") == (2, "hotlint: it is closed\n")


@pytest.mark.parametrize(
    ("given", "own", "known"), [("", "", True), ("", "rocky", False), ("rocky", "", False), ("2026.2", "rocky", True)]
)
def test_the_target_of_a_deployment(office: Office, given: str, own: str, known: bool) -> None:
    """That of the command line counts before that of the deployment."""
    target = f", target: {own}" if own else ""
    Path(".hotlint.yaml").write_text(f"deployments:\n- {{name: web, template: web.yaml{target}}}\n")
    forward = "{external_port: 1, internal_port_number: 2, internal_port: p, internal_ip_address: 10.0.0.1, protocol: tcp, floating_ip: f}"
    Path("web.yaml").write_text(
        f"{TEMPLATE[:-2]}, b: {{type: OS::Neutron::FloatingIPPortForward, properties: {forward}}}}}\n"
    )
    office.cloud.answers["orchestration", "/stacks"] = {"stacks": [{"stack_name": "web"}]}
    code, out = office.run("plan --all --cloud office" + (f" --target {given}" if given else ""))
    assert (code, ": the type exists since Zed" in out) == ((0, False) if known else (1, True)), out


REASON = "Conflict: resources.a: value a-b is taken (HTTP 409)"


def test_failures_of_a_stack_in_a_cloud(office: Office) -> None:
    failed = {"resource_status": "UPDATE_FAILED", "resource_status_reason": REASON}
    office.cloud.answers |= a_stack("web", TEMPLATE, {"value": "a-b"}, resource=failed, stack_status="UPDATE_FAILED")
    code, out = office.run("failure web web.yaml --cloud office --timeout 5")
    assert (code, out.splitlines()[:4]) == (0, [
        "stack web: UPDATE_FAILED, 1 resource failed", "", "a (OS::Heat::TestResource) UPDATE_FAILED   [web.yaml:3]", "  Heat says: value a-b is taken",
    ])  # fmt: skip
    assert office.connected == [("office", {"request_seconds": 5.0})]
    assert office.run("failure web web.yaml --cloud other") == (2, "hotlint: no such cloud\n")
    assert office.run("failure web web.yaml") == (
        2,
        "hotlint: --cloud must name the cloud that has the stack, or --from a recording\n",
    )
    assert office.run("failure web.yaml --cloud office") == (
        2,
        "hotlint: failure takes STACK TEMPLATE: see hotlint failure --help\n",
    )
    assert office.run("failure --from a.yaml web web.yaml") == (
        2,
        "hotlint: failure takes TEMPLATE with --from: see hotlint failure --help\n",
    )
    assert office.run("failure --from a.yaml web.yaml --cloud office") == (
        2,
        "hotlint: --from and --cloud exclude each other\n",
    )
    office.cloud.answers |= a_stack("web", TEMPLATE, {"value": "a-b"})
    office.cloud.answers["orchestration", "/stacks/web/web-1/events?nested_depth=20"] = RequestRefusedError(
        "Heat", 403, ""
    )
    assert office.run("failure web web.yaml --cloud office") == (
        1,
        "stack web: CREATE_COMPLETE, no resource of it has failed\n",
    )


def test_a_slow_answer_is_a_note(office: Office) -> None:
    """The plan goes on by the template where Heat does not tell a stored property, and without Neutron's networks."""
    slow = CloudError("Heat of cloud 'office' does not answer within 30 seconds")
    office.cloud.answers |= {
        ("orchestration", "/stacks/web/web-1/resources/a/events/e"): slow,
        ("network", "/networks"): CloudError("Neutron of cloud 'office' does not answer within 30 seconds"),
    }
    code, out = office.run("plan web web.yaml --cloud office -P w=c")
    assert (code, "value: 'a-b' -> 'a-c'" in out) == (0, True)
    assert f"note: {slow}. So this is unknown: the stored properties of 'a'\n" in out
    assert "note: Neutron of cloud 'office' does not answer within 30 seconds. So this is unknown: networks\n" in out
