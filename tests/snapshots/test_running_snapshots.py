"""What a running stack answers to get_resource and get_attr before and in the course of an update, and what differs by hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from snapshot_files import FOLDER, RecordedAnswers

from hotlint.language.origins import ValueSource, first_source
from hotlint.language.values import OMITTED, Either, PartialText, Unknown, Value, show
from hotlint.plans.drift import drift
from hotlint.plans.failed_updates import has_moved, may_lag
from hotlint.plans.learned_values import LearnedValues
from hotlint.plans.model import RecordedStack
from hotlint.plans.recording import read
from hotlint.plans.running_resources import RunningResources
from hotlint.plans.running_stack import Effects, RunningStack
from hotlint.plans.statuses import exists, is_gone, replaced_because

ANSWERS = RecordedAnswers("running")
RECORDING = FOLDER / "programs" / "running.stack.yaml"
INNER = Unknown("known once it exists", None, ValueSource("attribute", "r", ("value",)))
OFFLINE: dict[str, Value] = {
    "unknown": Unknown("only the cloud knows", None, ValueSource("attribute", "x")),
    "text": PartialText(("a-", Unknown("only the cloud knows"), "-b")),
    "inner": {
        "list": [INNER, Unknown("its id", None, ValueSource("reference", "r"))],
        "text": PartialText(("a-", INNER)),
    },
    "known": "of the template",
}
"""What the template alone tells of an attribute."""
GIVEN: dict[str, Value] = {
    "name": "new", "cidr": "10.1.0.0/16", "output": "o", "value": "new value", "enable_dhcp": False, "network": "n-new",
    "admin_state_up": Unknown("a parameter"), "fixed_ips": [{"subnet": "s-2"}], "shared": None,
    "resource": {"type": "OS::Heat::TestResource", "properties": {"value": "new value"}},
}  # fmt: skip
"""The properties of the new template."""
EFFECTS: dict[str, Effects | None] = {
    "as it is": None,
    "nothing happens": Effects(),
    "all is replaced": Effects(fresh=frozenset({"net", "subnet", "port", "server", "word", "stack", "remote", "group"})),
    "replaced inside": Effects(
        fresh=frozenset({"nested/word", "remote/r"}),
        updated={"remote": frozenset({"template"})},
        reshaped=frozenset({"nested", "scaled", "group"}),
        added=frozenset({"scaled/2", "scaled/3"}),
        gone=frozenset({"scaled/0"}),
    ),
    "updated": Effects(
        updated={
            "net": frozenset({"name", "admin_state_up"}), "subnet": frozenset({"gateway_ip", "name"}),
            "port": frozenset({"fixed_ips", "network"}), "server": frozenset({"networks"}), "ip": frozenset({"port_id"}),
            "remote": frozenset({"template"}), "scaled": frozenset({"resource"}), "scaled/1": frozenset({"value"}),
            "remote/r": frozenset({"salt"}), "group": frozenset({"count"}), "test": frozenset({"value"}),
        }
    ),
}  # fmt: skip
ATTRIBUTES: dict[str, list[list[Value]]] = {
    "net": [["name"], ["admin_state_up"], ["shared"], ["show"], ["mtu"], ["name", 0]],
    "subnet": [["name"], ["gateway_ip"], ["allocation_pools"], ["allocation_pools", 0, "end"], ["enable_dhcp"], ["cidr"]],
    "port": [["fixed_ips"], ["fixed_ips", 0, "ip_address"], ["fixed_ips", 9], ["mac_address"], ["network_id"], ["subnets"]],
    "server": [["first_address"], ["addresses"], ["instance_name"], ["name"], ["networks"], []],
    "ip": [["fixed_ip_address"], ["router_id"], ["floating_ip_address"]],
    "word": [["value"], ["value", 0]],
    "test": [["output"], ["output", 0]],
    "secret": [["value"]],
    "nested": [["o"], ["refs"], ["OS::stack_id"], [0]],
    "remote": [["outputs"], ["outputs", "o"], ["stack_name"], ["outputs", "none"]],
    "scaled": [
        ["current_size"], ["refs"], ["refs_map"], ["refs", 0], ["outputs", "output"], ["outputs_list", "output"], ["outputs", "x"],
        ["outputs_list", "output", 0], ["resource.0.output"], ["InstanceList"],
    ],
    "group": [["refs"], ["refs_map"], ["outputs"], ["removed_rsrc_list"], ["output"], ["attributes", "output"]],
    "failed": [["name"]],
    "never": [["name"]],
    "none": [["name"]],
}  # fmt: skip


@pytest.fixture(scope="module")
def stack() -> RecordedStack:
    return read(RECORDING.name, RECORDING.read_text(encoding="utf-8"))


def _shown(value: Value) -> str:
    if value is OMITTED:
        return "omitted"
    if isinstance(value, Unknown):
        source = first_source(value.origin)
        named = f" {[source.kind, source.name, *source.path]}" if source is not None else ""
        return f"unknown: {value.reason}{named}"
    if isinstance(value, PartialText):
        return " + ".join(map(_shown, value.parts))
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_shown(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_shown, value)) + "]"
    return repr(value) if not isinstance(value, Either) else show(value)


LEARNED = LearnedValues(
    {
        ("net", "mtu"): 1400, ("port", "mac_address"): "fa:16:3e:99:99:99", ("remote/r", "value"): "learned", ("word",): "w-word",
        ("server", "networks"): {"n": ["10.0.0.7"]}, ("scaled/1", "output"): "learned", ("subnet", "allocation_pools"): ["learned"],
    },
    {}, {},
    {("net", "show"): {"mtu": 1}, ("subnet", "enable_dhcp"): True, ("stack",): "arn:openstack:heat::p:stacks/web-stack/st-1",
     ("nested",): "arn:openstack:heat::p:stacks/other/x", ("ip", "router_id"): "r-1"},
)  # fmt: skip


@pytest.mark.parametrize("effects", EFFECTS)
@pytest.mark.parametrize("offline", OFFLINE)
def test_attributes(stack: RecordedStack, effects: str, offline: str) -> None:
    running = RunningStack(stack, LEARNED, EFFECTS[effects])
    said = [
        f"{name}.{'.'.join(map(str, path))}: "
        + _shown(running.attribute(name, path, lambda: OFFLINE[offline], lambda p: GIVEN.get(p)))
        for name, paths in ATTRIBUTES.items()
        for path in paths
    ]
    ANSWERS.check(f"attributes: {effects}, {offline}", "\n".join(said))


@pytest.mark.parametrize("effects", EFFECTS)
def test_references(stack: RecordedStack, effects: str) -> None:
    running = RunningStack(stack, LEARNED, EFFECTS[effects])
    ids = {"known": "of outputs", "unknown": Unknown("not yet")}
    said = [
        f"{name}: {_shown(running.reference(name, lambda n, p: [n, *p, 'is', ids['known']]))}"
        f" | {_shown(running.reference(name, lambda n, p: ids['unknown']))}"
        f" | new {running.is_new(name)} | updated {running.is_updated(name)}"
        for name in [*stack.resources, "none"]
    ]
    removals = [(["g0"], "append"), ([], "update"), (["1", 0, "m-1", "other", "old"], "append"), (["1"], "update")]
    said += [
        f"removed {at} {policies} {mode}: {sorted(found) if found is not None else None}"
        for at in ("group", "scaled", "net", "none")
        for policies, mode in removals
        for found in [running.removed((at,), [{"resource_list": policies}], mode)]
    ]
    said.append(f"size {running.size()}")
    for steps in (("nested",), ("scaled", "0"), ("net",), ("none",), ("group", "1")):
        inner = running.nested(steps)
        said.append(
            f"nested {steps}: {inner and (inner.path, inner.size(), _shown(inner.reference('word', lambda *_: 1)))}"
        )
    ANSWERS.check(f"references: {effects}", "\n".join(said))


def test_states(stack: RecordedStack) -> None:
    resources = RunningResources(stack)
    said = []
    for path in _paths(stack, ()):
        found, one = stack.at(path), resources.resource(path)
        assert found is not None
        flags = {
            "exists": exists(found),
            "gone": is_gone(found),
            "lags": may_lag(stack, path),
            "moved": has_moved(stack, path),
        }
        words = [name for name, is_so in flags.items() if is_so]
        words += [f"names {list(resources.names(path))}", f"knows {resources.knows(path)}"]
        if one is not None:
            words += [
                f"own type {one.own_type!r}",
                f"metadata {one.own_metadata}",
                f"failed {one.failed}",
                one.id,
                one.type,
            ]
            words.append(f"stored {one.stored({'name': 'evaluated', 'empty': None})}")
        said.append(f"{'.'.join(path)}: {', '.join(words)}; {replaced_because(found)}")
    said.append(f"{list(resources.names(()))}, {resources.properties_of('p-1')}, {resources.properties_of('')}")
    ANSWERS.check("states: exist, lag and fail", "\n".join(said))
    differing = [f"{d.name} {d.type} {d.id}: {[tuple(p) for p in d.properties]}" for d in drift(stack)]
    ANSWERS.check("states: differ by hand", "\n".join(differing))


def _paths(stack: RecordedStack, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for name, resource in stack.resources.items():
        yield (*path, name)
        if resource.stack is not None:
            yield from _paths(resource.stack, (*path, name))


def test_nothing_else_is_recorded() -> None:
    pairs = [(effects, offline) for effects in EFFECTS for offline in OFFLINE]
    names = {f"attributes: {effects}, {offline}" for effects, offline in pairs} | {
        f"references: {name}" for name in EFFECTS
    }
    ANSWERS.keep_only({*names, "states: exist, lag and fail", "states: differ by hand"})
