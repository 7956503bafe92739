"""Why a stack failed: from recordings, and from the events of a stack that was rolled back."""
# ruff: noqa: E501 - reasons of Heat on one line

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from for_each import for_each

import hotlint
from hotlint.cli.main import main
from hotlint.plans.failed_events import failures_of
from hotlint.plans.failures import failure_of, failures, place_of, split_reason, with_names
from hotlint.plans.model import RecordedResource, RecordedStack

TEMPLATE = """\
heat_template_version: 2018-08-31
parameters:
  address: {type: string, default: 10.9.9.9}
resources:
  net: {type: OS::Neutron::Net}
  subnet: {type: OS::Neutron::Subnet, properties: {network: {get_resource: net}, cidr: 10.1.0.0/24}}
  port:
    type: OS::Neutron::Port
    properties:
      network: {get_resource: net}
      fixed_ips: [{subnet: {get_resource: subnet}, ip_address: {get_param: address}}]
  group:
    type: OS::Heat::ResourceGroup
    properties: {count: 2, resource_def: {type: kid.yaml}}
"""
KID = """\
heat_template_version: 2018-08-31
resources:
  flavor: {type: OS::Nova::Flavor, properties: {ram: 512, vcpus: 1, disk: -1}}
"""
REASON = (
    "InvalidIpForSubnetClient: resources.port: IP address 10.9.9.9 is not a valid IP for the specified subnet.\n"
    "Neutron server returns request_ids: ['req-1']"
)
FLAVOR = (
    "BadRequest: resources.group.resources[1].resources.flavor: Invalid input for field/attribute disk. Value: -1. "
    "-1 is less than the minimum of 0 (HTTP 400) (Request-ID: req-2)"
)


def stack() -> RecordedStack:
    flavor = RecordedResource(
        "flavor", "OS::Nova::Flavor", "", "CREATE_FAILED", "BadRequest: resources.flavor: disk. Value: -1."
    )
    inner = RecordedStack("web-group-1", "3", "CREATE_FAILED", FLAVOR, {"flavor": flavor})
    member = RecordedResource("1", "kid.yaml", "3", "CREATE_FAILED", f"resources[1]: {FLAVOR}", stack=inner)
    group = RecordedStack("web-group", "2", "CREATE_FAILED", FLAVOR, {"1": member})
    resources = {
        "net": RecordedResource("net", "OS::Neutron::Net", "n", "CREATE_COMPLETE"),
        "port": RecordedResource("port", "OS::Neutron::Port", "", "CREATE_FAILED", REASON),
        "group": RecordedResource(
            "group", "OS::Heat::ResourceGroup", "2", "CREATE_FAILED", f"BadRequest: {FLAVOR}", stack=group
        ),
        "late": RecordedResource(
            "late", "OS::Neutron::Net", "", "CREATE_FAILED", "CREATE aborted (Task create from Net)"
        ),
    }
    return RecordedStack("web", "1", "CREATE_FAILED", f"Resource CREATE failed: {REASON}", resources)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "web.yaml").write_text(TEMPLATE, encoding="utf-8")
    (tmp_path / "kid.yaml").write_text(KID, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_only_what_failed_by_itself_counts() -> None:
    assert [f.path for f in failures(stack())] == [("port",), ("group", "1", "flavor")]


@for_each(
    ("reason", "expected"),
    [
        (REASON, ("InvalidIpForSubnetClient", "IP address 10.9.9.9 is not a valid IP for the specified subnet.")),
        ("BadRequest: resources.it: no such (HTTP 400) (Request-ID: req-3)", ("BadRequest", "no such")),
        (
            "ValueError: resources.it: bad default\nTraceback (most recent call last):\n  File",
            ("ValueError", "bad default"),
        ),
        ("something else", ("", "something else")),
    ],
)
def test_words_are_those_of_the_service(reason: str, expected: tuple[str, str]) -> None:
    assert split_reason(reason) == expected


def test_the_place_is_the_value_that_the_service_speaks_of(folder: Path) -> None:
    preview = hotlint.preview(folder / "web.yaml")
    port, flavor = (place_of(failure, preview) for failure in failures(stack()))
    assert port.property == "fixed_ips.0.ip_address"
    assert port.value is not None and port.value.value is not None and port.value.value.value == "10.9.9.9"
    assert flavor.property == "disk"
    assert flavor.resource is not None and flavor.resource.path.endswith("kid.yaml")
    unwritten = place_of(next(failures(stack())), preview, "resources.port.properties.mac_address")
    assert (unwritten.resource, unwritten.property, unwritten.value) == (port.resource, "", None)


def test_the_place_in_a_member_of_a_group(folder: Path) -> None:
    member = "{type: OS::Nova::Flavor, properties: {ram: 512, vcpus: 1, disk: -1}}"
    (folder / "web.yaml").write_text(
        "heat_template_version: 2018-08-31\nresources:\n"
        f"  group: {{type: OS::Heat::ResourceGroup, properties: {{count: 2, resource_def: {member}}}}}\n",
        encoding="utf-8",
    )
    preview = hotlint.preview(folder / "web.yaml")
    flavor = RecordedResource(
        "1", "OS::Nova::Flavor", "", "CREATE_FAILED", "BadRequest: resources[1]: disk. Value: -1."
    )
    place = place_of(
        next(failures(RecordedStack("web-group", "2", "CREATE_FAILED", "", {"1": flavor}), ("group",))), preview
    )
    assert place.property == "disk" and place.resource is not None
    assert place.value is not None and place.value.value is not None and place.value.value.value == -1
    assert place_of(failure_of(flavor, ("group", "missing", "x")), preview).resource is None


def test_the_place_in_a_member_whose_name_heat_has_made_up(folder: Path) -> None:
    resource = "{type: OS::Nova::Flavor, properties: {ram: 512, vcpus: 1, disk: -1}}"
    (folder / "web.yaml").write_text(
        "heat_template_version: 2018-08-31\nresources:\n  group:\n    type: OS::Heat::AutoScalingGroup\n"
        f"    properties: {{min_size: 1, max_size: 2, resource: {resource}}}\n",
        encoding="utf-8",
    )
    flavor = RecordedResource("abcdef", "OS::Nova::Flavor", "", "CREATE_FAILED", "BadRequest: disk. Value: -1.")
    place = place_of(failure_of(flavor, ("group",)), hotlint.preview(folder / "web.yaml"))
    assert (place.property, place.value is not None) == ("disk", True)


def test_a_property_is_named_only_by_its_whole_name(folder: Path) -> None:
    (folder / "web.yaml").write_text(
        "heat_template_version: 2018-08-31\nresources:\n  s:\n    type: OS::Nova::Server\n"
        "    properties: {name: web, key_name: gone, flavor: f, image: i, networks: [{network: n}]}\n",
        encoding="utf-8",
    )
    server = RecordedResource("s", "OS::Nova::Server", "", "CREATE_FAILED", "BadRequest: bad key_name (HTTP 400)")
    assert place_of(failure_of(server, ()), hotlint.preview(folder / "web.yaml")).property == "key_name"


def test_a_resource_that_the_template_does_not_have(folder: Path) -> None:
    (folder / "web.yaml").write_text("heat_template_version: 2018-08-31\n", encoding="utf-8")
    preview = hotlint.preview(folder / "web.yaml")
    assert [place_of(failure, preview).resource for failure in failures(stack())] == [None, None]


RECORDING = f"""\
recorded_stack: 1
stack:
  name: web
  id: '1'
  status: CREATE_FAILED
  resources:
    port:
      type: OS::Neutron::Port
      id: ''
      status: CREATE_FAILED
      reason: {json.dumps(REASON)}
"""


def test_the_command_explains_a_recording(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "stack.yaml").write_text(RECORDING, encoding="utf-8")
    assert main(["failure", "--from", "stack.yaml", "web.yaml"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(
        "stack web: CREATE_FAILED, 1 resource failed\n\nport (OS::Neutron::Port) CREATE_FAILED   [web.yaml:7]\n"
    )
    assert "  Neutron says: IP address 10.9.9.9 is not a valid IP for the specified subnet.\n" in shown
    assert "the parameter 'address' (string) = '10.9.9.9'   [web.yaml:3]" in shown
    assert "  hotlint check reports it offline: web.yaml:11:" in shown and "HOT552" in shown


def test_a_failure_without_a_reason(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "stack.yaml").write_text(RECORDING.replace(json.dumps(REASON), "''"), encoding="utf-8")
    assert main(["failure", "--from", "stack.yaml", "web.yaml"]) == 0
    shown = capsys.readouterr().out
    assert "  Heat gives no reason\n" in shown and "says:" not in shown


def test_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "stack.yaml").write_text(RECORDING, encoding="utf-8")
    assert main(["failure", "--from", "stack.yaml", "web.yaml", "-f", "json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["failures"]
    assert (found["resource"], found["property"], found["sent"]) == (
        ["port"],
        "fixed_ips.0.ip_address",
        {"value": "10.9.9.9"},
    )
    assert found["place"]["line"] == 7 and found["property_place"]["line"] == 11
    assert [finding["code"] for finding in found["findings"]] == ["HOT552"]


def test_values_of_options_count(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "stack.yaml").write_text(RECORDING, encoding="utf-8")
    assert main(["failure", "--from", "stack.yaml", "web.yaml", "-P", "address=10.1.0.7"]) == 0
    assert "hotlint check reports it with a snapshot of the cloud: HOT523" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words", [["web.yaml"], ["web", "web.yaml"], ["--from", "no.yaml", "web.yaml"], ["--from", "web.yaml", "web.yaml"]]
)
def test_usage_errors(folder: Path, words: list[str]) -> None:
    assert main(["failure", *words]) == 2


def test_a_stack_without_failures(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "stack.yaml").write_text(RECORDING.replace("_FAILED", "_COMPLETE"), encoding="utf-8")
    assert main(["failure", "--from", "stack.yaml", "web.yaml"]) == 1
    assert "no resource of it has failed" in capsys.readouterr().out


class RolledBack:
    """A stand-in of Heat with the events of a stack that was rolled back."""

    def __init__(self, *, nested: bool, events: list[dict[str, Any]] | None = None) -> None:
        self.nested = nested
        self.events = _EVENTS if events is None else events

    def get(self, service: str, path: str) -> Any:
        assert service == "orchestration"
        if "nested_depth" in path and not self.nested:
            return {"events": []}
        return {"events": [*self.events, *(_NESTED if self.nested else [])]}


def _event(stack_id: str, name: str, status: str, reason: str, physical: str) -> dict[str, Any]:
    links = [{"rel": "stack", "href": f"http://heat/stacks/x/{stack_id}"}]
    return {
        "resource_name": name, "resource_status": status, "resource_status_reason": reason, "event_time": "2026-01-01T00:00:00Z",
        "physical_resource_id": physical, "links": links,
    }  # fmt: skip


_EVENTS = [
    _event("1", "port", "CREATE_FAILED", REASON, "web-port-x"),
    _event("1", "web", "CREATE_FAILED", f"Resource CREATE failed: {REASON}", "1"),
    _event("1", "port", "DELETE_COMPLETE", "state changed", "web-port-x"),
]
_NESTED = [
    _event("1", "group", "CREATE_FAILED", f"BadRequest: {FLAVOR}", "2"),
    _event("2", "0", "CREATE_FAILED", "BadRequest: resources.0: disk", "web-0-x"),
]


def test_the_last_event_of_each_resource_is_at_its_place(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Making(RolledBack):
        def get(self, service: str, path: str) -> Any:
            if "events" in path:
                return super().get(service, path)
            return {"stack": {"stack_name": "web", "id": "1", "stack_status": "CREATE_IN_PROGRESS"}}

    monkeypatch.setattr("hotlint.operations.failure.connected", lambda cloud, timeout: Making(nested=True))
    assert main(["failure", "web", "web.yaml", "--cloud", "prod", "--events", "-f", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["stack"]["status"] == "CREATE_IN_PROGRESS"
    told = {"/".join(event["resource"]): event for event in found["events"]}
    assert told["port"]["status"] == "DELETE_COMPLETE" and told["port"]["place"]["path"].endswith("web.yaml")
    assert told["group/0"]["status"] == "CREATE_FAILED"
    assert main(["failure", "web", "web.yaml", "--cloud", "prod", "--events"]) == 0
    assert "DELETE_COMPLETE   [" in capsys.readouterr().out
    assert main(["failure", "--from", "stack.yaml", "web.yaml", "--events"]) == 2


@pytest.mark.parametrize("nested", [False, True])
def test_events_tell_what_a_rollback_has_deleted(nested: bool) -> None:
    gone = RecordedStack("web", "1", "ROLLBACK_COMPLETE")
    found = [failure.path for failure in failures_of(RolledBack(nested=nested), gone)]
    assert found == [("port",), *([("group", "0")] if nested else [])]


SERVER = """heat_template_version: 2018-08-31
resources:
  web: {type: OS::Nova::Server, properties: {name: web, flavor: m1.large, image: debian, availability_zone: nova, networks: [{network: private}]}}
  ip: {type: OS::Neutron::FloatingIP, properties: {floating_network: public}}
  disk: {type: OS::Cinder::Volume, properties: {name: disk, size: 5, volume_type: fast}}
  router: {type: OS::Neutron::Router}
  sub: {type: OS::Neutron::Subnet, properties: {network: private, cidr: 10.1.0.0/24}}
  port: {type: OS::Neutron::Port, properties: {network: private, fixed_ips: [{subnet: {get_resource: sub}, ip_address: 10.1.0.9}]}}
  user: {type: OS::Keystone::User, properties: {name: ann, domain: default}}
  full: {type: OS::Neutron::Subnet, properties: {network: private, cidr: 10.2.0.0/30, allocation_pools: [{start: 10.2.0.2, end: 10.2.0.9}]}}
"""


@for_each(
    ("name", "reason", "property", "rule", "change"),
    [
        ("web", 'ResourceInError: resources.web: Went to status ERROR due to "Message: No valid host was found. , Code: 500"', "flavor", None, "take a smaller flavor"),
        ("web", "Forbidden: resources.web: Quota exceeded for cores, instances: Requested 8, but already used 16 of 20 cores (HTTP 403)", None, "HOT527", "delete what the project"),
        ("web", "IpAddressGenerationFailureClient: resources.web: No more IP addresses available on network n-1.", "networks.0.network", None, "widen 'allocation_pools'"),
        ("ip", "ExternalIpAddressExhaustedClient: resources.ip: Unable to find any IP address on external network n-2.", "floating_network", None, "widen 'allocation_pools'"),
        ("ip", "OverQuotaClient: resources.ip: Quota exceeded for resources: ['floatingip'].", None, "HOT527", "delete what the project"),
        ("disk", "ResourceInError: resources.disk: Went to status error due to \"No valid backend was found\"", "size", None, "take a smaller size"),
        ("disk", "OverLimit: resources.disk: VolumeSizeExceedsAvailableQuota: Requested volume exceeds allowed gigabytes quota (HTTP 413)", None, "HOT527", "delete what"),
        ("web", "BadRequest: resources.web: Can not find requested image 'debian' (HTTP 400)", "image", None, "the value at web.yaml:3"),
        ("router", "Conflict: resources.router: Gateway cannot be updated for router r-1, since a gateway to external network n-1 is required by one or more floating IPs.", None, None, "keep the gateway"),
        ("port", "BadRequest: resources.port: Bad port request: Cannot update the fixed_ips of the port p-1, because its original fixed_ip has been associated to a floating ip.", "fixed_ips.0.ip_address", None, "keep the address of the port"),
        ("sub", "BadRequest: resources.sub: Invalid input for operation: Requested subnet with cidr: 10.1.0.0/24 for network: n-1 overlaps with another subnet.", "cidr", "HOT523", "take another range"),
        ("web", "NotFound: resources.web: Flavor m1.large could not be found. (HTTP 404)", "flavor", "HOT521", "name one that the cloud has"),
        ("ip", "BadRequest: resources.ip: Bad floatingip request: Network n-2 is not a valid external network.", "floating_network", "HOT525", "name a network that is"),
        ("ip", "NotFound: resources.ip: External network n-2 is not reachable from subnet s-1. Therefore, cannot associate Port p-1", None, None, "connect the subnet"),
        ("web", 'CREATE aborted (Task create from Server "web" Stack "w" [1] Timed out)', None, None, "the time of the stack was over"),
        ("user", "Conflict: resources.user: Conflict occurred attempting to store user - Duplicate entry found with name ann at domain ID default.", "name", "HOT526", "choose another value"),
        ("full", "Conflict: resources.full: No more IP addresses available on network n-1.", "allocation_pools.0.end", "HOT551", "widen 'allocation_pools'"),
        ("sub", "BadRequest: resources.sub: Invalid input for operation: 'None' is not an integer.", None, None, "the update removes a property"),
        ("web", "BadRequest: resources.web: The requested availability zone is not available (HTTP 400)", "availability_zone", "HOT521", "name one that"),
    ],
)  # fmt: skip
def test_causes_that_lie_outside_of_the_template(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    reason: str,
    property: str | None,
    rule: str | None,
    change: str,
) -> None:
    """A shortage is no value of the template; the property that decides about it is named, or none."""
    (folder / "web.yaml").write_text(SERVER, encoding="utf-8")
    resource = {"type": "OS::X::Y", "id": "", "status": "CREATE_FAILED", "reason": reason}
    recording = {
        "recorded_stack": 1,
        "stack": {"name": "w", "id": "1", "status": "CREATE_FAILED", "resources": {name: resource}},
    }
    (folder / "stack.yaml").write_text(json.dumps(recording), encoding="utf-8")
    assert main(["failure", "--from", "stack.yaml", "web.yaml", "-f", "json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["failures"]
    assert (found["property"], found["rule"]) == (property, rule)
    assert found["change"].startswith(change)
    assert main(["failure", "--from", "stack.yaml", "web.yaml"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith(f"  change: {change}")


def test_a_member_that_fails_before_its_stack_exists() -> None:
    """Heat makes no nested stack of a template that it refuses: only the reasons around it tell."""
    why = "Property error: resources.port.properties.network: Error validating value 'gone'"
    member = RecordedResource("1", "kid.yaml", "", "CREATE_FAILED", f"resources[1]: {why}")
    group = RecordedStack("web-g", "2", "CREATE_FAILED", resources={"1": member})
    inside = RecordedResource(
        "g", "OS::Heat::ResourceGroup", "2", "CREATE_FAILED", "Resource CREATE failed: x", stack=group
    )
    assert [f.path for f in failures(RecordedStack("web", "1", "CREATE_FAILED", resources={"g": inside}))] == [
        ("g", "1")
    ]
    unmade = inside._replace(reason=f"StackValidationFailed: resources.g.resources[1]: {why}", stack=None)
    found = list(failures(RecordedStack("web", "1", "CREATE_FAILED", resources={"g": unmade})))
    assert [(f.path, f.status, f.words) for f in found] == [(("g", "1"), "CREATE_FAILED", why)]
    early = RecordedStack(
        "web", "1", "CREATE_FAILED", f"Resource CREATE failed: ValueError: resources.g.resources[1]: {why}"
    )
    assert [f.path for f in failures_of(RolledBack(nested=False, events=[]), early)] == [("g", "1")]


def test_ids_are_followed_by_the_names_of_the_stack() -> None:
    id_ = "3f2b8c9e-1d24-4f6e-9a51-7b1f0c2d9e10"
    net = RecordedResource("net", "OS::Neutron::Net", id_, "CREATE_COMPLETE")
    named = with_names(f"Network {id_} is in use", RecordedStack("web", "1", "CREATE_FAILED", resources={"net": net}))
    assert named == f"Network {id_} ('net' of the stack) is in use"


POOL = """heat_template_version: 2018-08-31
resources:
  scope: {type: OS::Neutron::AddressScope}
  pool: {type: OS::Neutron::SubnetPool, properties: {prefixes: [10.0.0.0/8], address_scope: {get_resource: scope}}}
"""
_NO_VALUE = "this is an error of Heat's own code, which no value explains"


@for_each(
    ("status", "reason", "shown"),
    [
        ("UPDATE_FAILED", "TypeError: resources.pool: unsupported operand type(s) for +: 'Client' and 'str'", [
            "Heat fails in its own code: unsupported operand type(s) for +", "sent: resources.pool.properties.address_scope = ",
            "hotlint plan reports it before the update", "change: if the update changes 'address_scope', keep it as it was: Heat cannot look up",
        ]),
        ("CREATE_FAILED", "AttributeError: resources.pool: 'NoneType' object has no attribute 'prefixes'", [
            "Heat fails in its own code: 'NoneType' object", "hotlint check cannot report this before the creation", f"change: {_NO_VALUE}",
        ]),
        ("CREATE_FAILED", "InternalServerError: resources.pool: Request Failed: internal server error while processing your request.", [
            "Neutron says: Request Failed", "change: the service fails by itself, which no value explains",
        ]),
    ],
)  # fmt: skip
def test_an_error_of_the_code_blames_no_value(
    folder: Path, capsys: pytest.CaptureFixture[str], status: str, reason: str, shown: list[str]
) -> None:
    (folder / "web.yaml").write_text(POOL, encoding="utf-8")
    resource = {"type": "OS::Neutron::SubnetPool", "id": "p", "status": status, "reason": reason}
    recording = {
        "recorded_stack": 1,
        "stack": {"name": "w", "id": "1", "status": status, "resources": {"pool": resource}},
    }
    (folder / "stack.yaml").write_text(json.dumps(recording), encoding="utf-8")
    assert main(["failure", "--from", "stack.yaml", "web.yaml"]) == 0
    found = capsys.readouterr().out
    assert [words for words in shown if words not in found] == [] and "the service refuses" not in found


def test_what_heat_cannot_update_any_more_is_to_be_marked(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The next update broke off at the route set: TypeError in needs_replace_failed; marked unhealthy, it was replaced."""
    routes = "{router: r, routes: [{destination: 10.1.0.0/24, nexthop: 10.9.9.9}]}"
    template = f"heat_template_version: 2018-08-31\nresources:\n  e: {{type: OS::Neutron::ExtraRouteSet, properties: {routes}}}\n"
    (folder / "web.yaml").write_text(template, encoding="utf-8")
    reason = "BadRequest: resources.e: Invalid format for routes, the nexthop is not connected with router"
    for status, is_stuck in (("UPDATE_FAILED", True), ("CREATE_FAILED", False)):
        resource = {"type": "OS::Neutron::ExtraRouteSet", "id": "r-1", "status": status, "reason": reason}
        stack = {"name": "w", "id": "1", "status": status, "resources": {"e": resource}}
        (folder / "stack.yaml").write_text(json.dumps({"recorded_stack": 1, "stack": stack}), encoding="utf-8")
        assert main(["failure", "--from", "stack.yaml", "web.yaml"]) == 0
        assert ("then mark it unhealthy" in capsys.readouterr().out) is is_stuck


OUTER = """heat_template_version: 2018-08-31
resources:
  home: {type: inner.yaml, properties: {cidr: 10.5.0.0/24}}
"""
INNER = """heat_template_version: 2018-08-31
parameters:
  cidr: {type: string}
resources:
  net: {type: OS::Neutron::Net, properties: {tags: [a, a]}}
  it:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: net}, cidr: {get_param: cidr}, gateway_ip: 10.5.0.0}
"""


def test_what_an_outer_template_passes_is_found(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The outer template has the only finding, which names the value that the service refuses."""
    (folder / "web.yaml").write_text(OUTER, encoding="utf-8")
    (folder / "inner.yaml").write_text(INNER, encoding="utf-8")
    reason = "BadRequest: resources.home.resources.it: Invalid input for operation: Gateway is not valid on subnet."
    resource = {"type": "inner.yaml", "id": "", "status": "CREATE_FAILED", "reason": reason}
    stack = {"name": "w", "id": "1", "status": "CREATE_FAILED", "resources": {"home": resource}}
    (folder / "stack.yaml").write_text(json.dumps({"recorded_stack": 1, "stack": stack}), encoding="utf-8")
    assert main(["failure", "--from", "stack.yaml", "web.yaml"]) == 0
    found = capsys.readouterr().out
    assert "home/it (OS::Neutron::Subnet) CREATE_FAILED   [inner.yaml:6]\n" in found
    assert "hotlint check reports it offline: web.yaml:3:" in found and found.count("reports it") == 1
    assert "change: the value at inner.yaml:8, which the service refuses" in found


def test_an_id_of_two_resources_is_named_once() -> None:
    id_ = "3258ce5a-e011-45f2-b3c3-4fb47ac666f6"
    made = {name: RecordedResource(name, "T", id_, "CREATE_COMPLETE") for name in ("kind", "one")}
    words = with_names(f"type {id_} exists", RecordedStack("w", "1", "CREATE_FAILED", "", made))
    assert words == f"type {id_} ('kind' and 'one' of the stack) exists"
