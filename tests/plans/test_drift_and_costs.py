"""What a plan says of things that people changed by hand, and of what an update costs."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from recorded_case import HEAD, Running

from hotlint.cli.main import main
from hotlint.operations.stacks import recorded

VOLUMES = """resources:
  data: {type: OS::Cinder::Volume, properties: {size: %s, name: d, volume_type: %s}}
  web: {type: OS::Nova::Server, properties: {image: cirros, flavor: %s, networks: [{network: web}], user_data: %s}}
  address: {type: OS::Neutron::FloatingIP, properties: {floating_network: %s}}
"""
RUNNING = {
    "data": ("v-1", {"size": 2, "name": "d", "volume_type": "fast"}, {"show": {"name": "d", "size": 2, "volume_type": "fast"}}),
    "web": (
        "s-1", {"image": "cirros", "flavor": "small", "networks": [{"network": "web"}], "user_data": "a"},
        {"show": {"name": "web-1"}},
    ),
    "address": ("f-1", {"floating_network": "public"}, {"floating_ip_address": "192.0.2.7", "show": {"id": "f-1"}}),
}  # fmt: skip
SAME = VOLUMES % (2, "fast", "small", "a", "public")


@pytest.fixture
def running(running: Running) -> Running:
    return running.runs(SAME, RUNNING)


def test_an_update_that_costs_nothing_says_nothing(running: Running) -> None:
    assert running.run(SAME)[1].endswith("No resource changes.\n")


def test_what_is_unavailable_and_what_is_lost(running: Running) -> None:
    _, output = running.run(VOLUMES % (3, "slow", "large", "a", "other"))
    summary = output.splitlines()[-1]
    assert (
        "Unavailable: 'data' while it is retyped (minutes, or hours where its data moves), 'web' while it is resized (minutes). Lost:"
        in summary
    )
    assert "the address of floating IP 'address'" in summary
    _, output = running.run(VOLUMES % (2, "fast", "small", "b", "other"), "-f", "markdown")
    assert "- Unavailable: 'web' until its replacement has started (minutes)." in output
    assert "- Order: Heat creates 'web', 'address' anew" in output


def test_a_volume_that_is_kept_is_not_lost(running: Running) -> None:
    kept = SAME.replace("d, volume_type: fast}", "d, volume_type: fast}, deletion_policy: Retain")
    running.runs(kept, RUNNING)
    assert running.plan("resources: {}\n")["costs"]["lost"] == [
        "the local disks and addresses of server 'web'", "the address of floating IP 'address'",
    ]  # fmt: skip
    assert (
        "data  OS::Cinder::Volume  is deleted (its deletion policy Retain keeps it in the cloud)"
        in running.run("resources: {}\n")[1]
    )


def test_a_refused_update_costs_nothing(running: Running) -> None:
    refused = VOLUMES % (2, "fast", "large", "a", "other")
    _, output = running.run(refused + "  more: {type: OS::Heat::RandomString, properties: {lenght: 4}}\n")
    assert output.endswith("Heat refuses this update as a whole.\n")


def test_what_people_changed_and_deleted_by_hand(running: Running, capsys: pytest.CaptureFixture[str]) -> None:
    by_hand = {
        **RUNNING, "data": (*RUNNING["data"][:2], {"show": {"name": "other", "size": 2, "volume_type": "fast"}}),
        "address": (*RUNNING["address"][:2], {"floating_ip_address": None, "show": None}),
    }  # fmt: skip
    running.runs(SAME, by_hand)
    assert main(["plan", "--from", running.file()]) == 0
    output = capsys.readouterr().out
    assert (
        "# address  OS::Neutron::FloatingIP  is not in the cloud any more: Heat does not create it again  [f-1]"
        in output
    )
    assert "name: 'd' in the stack, 'other' in the cloud" in output
    assert output.endswith("No resource changes.\n")


def test_all_deployments_of_a_configuration(
    running: Running, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (running.folder / ".hotlint.yaml").write_text(
        "deployments:\n- {name: web, template: stack.yaml}\n- {name: absent, template: stack.yaml}\n"
    )
    (running.folder / "stack.yaml").write_text(HEAD + VOLUMES % (3, "fast", "small", "a", "public"))
    stack = recorded(running.file())
    cloud = SimpleNamespace(pages=lambda *_: [{"stack_name": "web"}, {"stack_name": "of another team"}])
    monkeypatch.setattr("hotlint.operations.plan.connected", lambda *_: cloud)
    monkeypatch.setattr("hotlint.operations.plan.running", lambda *_: stack)
    monkeypatch.setattr("hotlint.operations.plan.facts_now", lambda _: None)
    assert main(["plan", "--all", "--cloud", "office"]) == 0
    output = capsys.readouterr().out
    assert "size: 2 -> 3" in output
    assert output.endswith("1 stack: 'web' would change.\nNo stack of this name exists: 'absent'.\n")
    assert main(["plan", "--all", "--cloud", "office", "--fail-on", "change"]) == 1
    assert main(["plan", "--all", "--cloud", "office", "web"]) == 2
