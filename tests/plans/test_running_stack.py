"""What get_resource and get_attr yield beside a running stack: as it is, and in an update that changes what they read."""
# ruff: noqa: E501 - resources on one line

from __future__ import annotations

from typing import Any

import pytest
from for_each import for_each
from recorded_resources import made, stack

from hotlint.dry_run.changes import PropertyChange, ResourceChange
from hotlint.language.origins import RENEWED, ValueSource
from hotlint.language.values import OMITTED, PartialText, Unknown, Value
from hotlint.plans.learned_values import LearnedValues
from hotlint.plans.model import RecordedStack
from hotlint.plans.running_stack import Effects, RunningStack

OFFLINE = Unknown("offline", None, ValueSource("attribute", "a", ("x",)))
NOTHING = LearnedValues({}, {}, {})
STILL = Effects()


def attribute(running: RunningStack, resource: str, /, *path: Value, offline: Value = OFFLINE, **given: Value) -> Value:
    return running.attribute(resource, [*path], lambda: offline, lambda property_: given.get(property_))


def new(name: str, *steps: Value, reason: str = "offline") -> Unknown:
    return Unknown(reason, None, ValueSource(RENEWED, name, steps))


def change(path: str, action: Any, *properties: str, idle: bool = False) -> ResourceChange:
    changed = tuple(PropertyChange(name, 1, 2, "") for name in properties)
    return ResourceChange(tuple(path.split("/")), "T", action, "", changed, idle)


def test_effects_of_changes() -> None:
    found = Effects.of(
        [change("a", "update", "p", "q"), change("b", "update", idle=True), change("c/0/x", "add"), change("d/1", "delete"), change("e/f", "replace"), change("g/h", "unknown", "r"), change("i", "refuse", "p")],
        {"e/f"},
    )  # fmt: skip
    assert found == Effects(
        frozenset({"e/f"}), {"a": frozenset({"p", "q"}), "g/h": frozenset({"r"})}, frozenset({"c", "c/0", "d", "e"}), frozenset({"c/0/x"}), frozenset({"d/1"}),
    )  # fmt: skip
    assert [found.inside(path) for path in ("c", "d", "g", "a", "b", "c/0/x", "gg")] == [
        True,
        True,
        True,
        False,
        False,
        False,
        False,
    ]
    assert [found.within(path) for path in ("a", "c", "g/h", "b")] == [True, True, True, False]
    assert [found.moves_in(path) for path in ("d", "e", "c", "c/0", "")] == [True, True, False, False, False]


KID = stack(port=made("OS::Neutron::Port", "p-1"))
REFERRED = stack(
    net=made("OS::Neutron::Net", "n-1"), key=made("OS::Nova::KeyPair", "k-1"), nothing=made("OS::Neutron::Net", "", "UPDATE_FAILED"), off=made(status="DELETE_COMPLETE"),
    nameless=made("OS::Nova::KeyPair", ""), kid=made("kid.yaml", "kid-1", stack=KID), group=made("OS::Heat::ResourceGroup", "g-1", stack=KID), aws=made("AWS::CloudFormation::Stack", "c-1", stack=KID),
)  # fmt: skip


def test_ids_of_resources() -> None:
    learned = LearnedValues(
        {("key",): "name of key", ("nameless",): "it", ("net",): "never"}, {}, {}, {("kid",): "arn:a:stacks/s/s-1"}
    )
    asked: list[Any] = []

    def yields(value: Value) -> Any:
        def answer(name: str, path: Any) -> Value:
            asked.append((name, path))
            return value

        return answer

    def references(running: RunningStack, value: Value = OMITTED) -> list[Value]:
        return [running.reference(name, yields(value)) for name in (*REFERRED.resources, "other")]

    running = RunningStack(REFERRED, learned)
    unknown = Unknown("no")
    assert references(running, unknown) == [
        "n-1",
        "name of key",
        OMITTED,
        OMITTED,
        "it",
        "arn:a:stacks/s/s-1",
        "g-1",
        OMITTED,
        OMITTED,
    ]
    assert asked == [("kid", ["OS::stack_id"])]
    assert running.reference("kid", yields("own id")) == "own id"
    fresh = RunningStack(REFERRED, learned, Effects(frozenset({"net", "kid/port"})))
    of_fresh = Unknown("no", None, ValueSource("reference", "kid/port"))
    assert (fresh.reference("net", yields("x")), fresh.reference("kid", yields(of_fresh))) == (OMITTED, of_fresh)
    assert running.reference("kid", yields(of_fresh)) == "arn:a:stacks/s/s-1"
    for doubtful in ("arn:a:stacks/s/s-2", "arn:a:stacks/t/s-1", "stacks/s/s-1", OMITTED):
        assert (
            RunningStack(REFERRED, NOTHING._replace(doubtful={("kid",): doubtful})).reference("kid", yields(unknown))
            == OMITTED
        )
    inner = RunningStack(
        REFERRED,
        LearnedValues({("o", "k", "key"): 1, ("o/k/key",): 2}, {}, {}),
        Effects(frozenset({"o/k/net"})),
        ("o", "k"),
    )
    assert [inner.reference(name, yields(unknown)) for name in ("key", "net")] == [2, OMITTED]


def test_what_an_update_makes_anew() -> None:
    running = RunningStack(
        REFERRED, NOTHING, Effects(frozenset({"net"}), {"key": frozenset({"p"}), "kid": frozenset()})
    )
    assert [running.is_new(name) for name in ("net", "key", "off", "other")] == [True, False, True, True]
    assert [running.is_updated(name) for name in ("key", "kid", "net")] == [True, False, False]
    assert [RunningStack(REFERRED, NOTHING).is_updated("key"), RunningStack(REFERRED, NOTHING).is_new("net")] == [
        False,
        False,
    ]
    assert (running.size(), RunningStack(stack(), NOTHING).size()) == (7, 0)
    nested = running.nested(["kid"])
    assert nested is not None
    assert (nested.stack, nested.path, nested.effects, nested.learned) == (KID, ("kid",), running.effects, NOTHING)
    deeper = RunningStack(stack(outer=made(stack=REFERRED)), NOTHING).nested(["outer", "kid"])
    assert deeper is not None and deeper.path == ("outer", "kid")
    assert running.nested(["net"]) is None and running.nested(["other"]) is None


def test_names_that_a_group_gives_no_more() -> None:
    members = stack(_0=made(id_="m-0"), _2=made(id_="m-2"), _5=made(id_="m-5"))
    within = stack(
        g=made("OS::Heat::ResourceGroup", "g-1", stack=members, attributes={"removed_rsrc_list": ["1"]}),
        none=made(stack=members),
        off=made(status="DELETE_COMPLETE", stack=members, attributes={"removed_rsrc_list": []}),
    )
    policies: Any = [{"resource_list": ["0", "m-2", "1", "9", 5]}]
    assert RunningStack(within, NOTHING).removed(["g"], policies, "append") == frozenset("1")
    running = RunningStack(within, NOTHING, STILL)
    assert running.removed(["g"], policies, "append") == frozenset("0125")
    assert running.removed(["g"], policies[:0], "append") == frozenset("1")
    assert running.removed(["g"], policies[:0], "update") == frozenset()
    assert running.removed(["g"], [{"resource_list": ["1"]}], "update") == frozenset("1")
    assert [running.removed([name], policies, "append") for name in ("none", "off", "other")] == [None, None, None]
    assert RunningStack(within, NOTHING, Effects(frozenset({"g"}))).removed(["g"], policies, "append") is None
    assert RunningStack(within, NOTHING, Effects(frozenset({"o/g"})), ("o",)).removed(["g"], policies, "append") is None


READ = stack(
    net=made("OS::Neutron::Net", "n-1", attributes={"mtu": 5, "id": 5, "tags": ["a", {"b": "c"}], "name": "a******", "subnets": ["s"]}), volume=made("OS::Cinder::Volume", "v-1", attributes={"status": "x", "size": "1"}),
    off=made(status="DELETE_COMPLETE", attributes={"x": 1}), kid=made("kid.yaml", stack=KID, attributes={"o": None, "p": 1}),
)  # fmt: skip


def test_attributes_of_a_stack_as_it_is() -> None:
    running = RunningStack(
        READ,
        LearnedValues(
            {("net", "mtu"): 7, ("volume", "status"): "old", ("net", "tags", 1, "b"): "z"},
            {},
            {},
            {("net", "subnets"): ["t"], ("kid", "p"): 1, ("net", "x"): 9},
        ),
    )
    assert attribute(running, "net", "mtu") == 7
    assert attribute(running, "net", "tags", 1, "b") == "z"
    assert attribute(running, "net", "tags", 0) == "a"
    assert attribute(running, "net", "name") == attribute(running, "net") == attribute(running, "net", 0) == OFFLINE
    assert attribute(running, "net", "tags", offline="predicted") == "predicted"
    assert attribute(running, "volume", "status") == "x"  # read anew in every update
    assert attribute(running, "volume", "size") == "1"
    assert attribute(running, "net", "tags", 9) is None
    assert attribute(running, "off", "x") == attribute(running, "other", "x") == OFFLINE
    assert attribute(running, "kid", "o") == OFFLINE
    assert attribute(running, "kid", "p") == 1
    assert attribute(running, "net", "subnets") == Unknown("'subnets' of 'net' may have changed")
    assert attribute(running, "net", "x") == 9


def test_attributes_of_what_an_update_replaces() -> None:
    within = stack(
        net=made("OS::Neutron::Net", "n-1", attributes={"name": "x", "subnets": [{"of": "n-1"}], "tags": "s-net-abc", "mtu": 5}), port=made("OS::Neutron::Port", "p-1", attributes={"mac_address": "m", "fixed_ips": []}),
        subnet=made("OS::Neutron::Subnet", "", attributes={"gateway_ip": "10.0.0.1"}), word=made("OS::Heat::RandomString", ""), server=made("OS::Nova::Server", "v", attributes={"instance_name": "i"}),
        group=made("OS::Heat::AutoScalingGroup", "g", stack=KID),
    )  # fmt: skip
    running = RunningStack(
        within, LearnedValues({("net", "learned"): "has n-1"}, {}, {}), Effects(frozenset(within.resources))
    )
    assert attribute(running, "net", "mtu") == attribute(running, "net") == OFFLINE
    assert attribute(running, "net", "subnets", 0) == new("net", "subnets", 0)
    assert attribute(running, "net", "tags") == new("net", "tags")
    assert attribute(running, "net", "learned") == new("net", "learned")
    assert attribute(running, "net", "name", name="given") == "given"
    assert attribute(running, "net", "name", name=Unknown("no")) == OFFLINE
    assert attribute(running, "net", "mtu", offline="known") == "known"
    assert attribute(running, "port", "mac_address") == new("port", "mac_address")
    assert attribute(running, "port", "fixed_ips", 0, "ip_address", fixed_ips=[]) == new(
        "port", "fixed_ips", 0, "ip_address"
    )
    assert attribute(running, "word", "value") == new("word", "value")
    assert attribute(running, "server", "instance_name") == new("server", "instance_name")
    assert [attribute(running, "subnet", "gateway_ip", cidr=cidr) for cidr in ("10.0.0.0/24", "10.1.0.0/24")] == [
        OFFLINE,
        new("subnet", "gateway_ip"),
    ]
    assert attribute(running, "group", "current_size", min_size=3, max_size=5) == 3
    assert attribute(running, "group", "current_size", min_size=Unknown("no"), max_size=5) == OFFLINE
    assert attribute(running, "net", "current_size") == OFFLINE


UPDATED = Effects(
    updated={
        "net": frozenset({"name", "qos_policy"}),
        "port": frozenset({"fixed_ips"}),
        "s": frozenset({"template"}),
        "o/net": frozenset({"tags"}),
    }
)


def test_attributes_of_what_an_update_changes() -> None:
    within = stack(
        net=made("OS::Neutron::Net", "n-1", attributes={"mtu": 5, "qos_policy_id": 1, "name": "old"}), still=made("OS::Neutron::Net", attributes={"mtu": 6, "name": "x"}),
        port=made("OS::Neutron::Port", properties={"fixed_ips": [{"subnet": "a"}]}, attributes={"fixed_ips": [1]}),
    )  # fmt: skip
    running = RunningStack(within, LearnedValues({("net", "learned"): 3, ("net", "mtu"): 4}, {}, {}), UPDATED)
    assert attribute(running, "still", "mtu") == 6
    assert attribute(running, "net", "mtu") == 5
    assert attribute(running, "net", "learned") == 3
    assert attribute(running, "net", "other") == OFFLINE
    assert attribute(running, "net", "name", name="new") == "new"
    assert attribute(running, "net", "name", name=Unknown("so")) == Unknown("so")
    assert attribute(running, "net", "name") == Unknown("the attribute 'name' of 'net' may change with the update")
    assert attribute(running, "net", "shared", shared=True) is True
    assert attribute(running, "net", "qos_policy_id") == Unknown(
        "the attribute 'qos_policy_id' of 'net' may change with the update"
    )
    assert attribute(running, "net", "show") == Unknown("the attribute 'show' of 'net' may change with the update")
    assert attribute(running, "net", "mtu", offline=new("x", "y")) == new("x", "y")
    moved = Unknown("'port' gets other addresses", None, ValueSource(RENEWED, "port", ("fixed_ips",)))
    assert attribute(running, "port", "fixed_ips", 0, fixed_ips=[{"subnet": "b"}]) == moved
    assert attribute(running, "port", "fixed_ips", 0, fixed_ips=[{"subnet": "a"}]) == Unknown(
        "the attribute 'fixed_ips' of 'port' may change with the update"
    )
    assert attribute(running, "port") == OFFLINE
    inner = RunningStack(within, NOTHING, UPDATED, ("o",))
    assert attribute(inner, "net", "tags") == Unknown("the attribute 'tags' of 'net' may change with the update")
    assert attribute(inner, "net", "qos_policy_id") == 1


def test_outputs_of_a_stack_that_has_not_been_read() -> None:
    within = stack(s=made("OS::Heat::Stack", "s-1", attributes={"outputs": [], "stack_name": "n"}))
    effects = Effects(
        frozenset({"s/new", "s/deep"}),
        {"s": frozenset({"template"}), "s/net": frozenset({"name"}), "s/g/0": frozenset()},
    )
    running = RunningStack(
        within,
        LearnedValues(
            {("s/kept", "mtu"): 5, ("s/kept",): "id", ("s/net", "mtu"): 6, ("s/new", "mtu"): 7, ("s/g", "x"): 8}, {}, {}
        ),
        effects,
        (),
    )

    def of(kind: str, name: str, *steps: str | int) -> Unknown:
        return Unknown("r", None, ValueSource(kind, name, steps))

    outputs = {
        "list": [of("attribute", "s/kept", "mtu"), of("reference", "s/kept"), 1], "text": PartialText(("a", of("attribute", "s/kept", "mtu"))), "rest": PartialText(("a", of("parameter", "p"))),
        "fresh": of("reference", "s/new"), "within": of("reference", "s/deep/er"), "of_fresh": of("attribute", "s/new", "mtu"), "renamed": of("attribute", "s/net", "name"), "changed": of("attribute", "s/net", "mtu"),
        "in_group": of("attribute", "s/g", "x"), "unread": of("attribute", "s/kept", "tags"), "parameter": of("parameter", "p"), "bare": of("attribute", "s/kept"),
    }  # fmt: skip
    assert attribute(running, "s", "outputs", offline=outputs) == {
        "list": [5, "id", 1], "text": "a5", "rest": PartialText(("a", of("parameter", "p"))),
        "fresh": of(RENEWED, "s/new"), "within": of(RENEWED, "s/deep/er"), "of_fresh": of("attribute", "s/new", "mtu"), "renamed": of(RENEWED, "s/net", "name"), "changed": of("attribute", "s/net", "mtu"),
        "in_group": of("attribute", "s/g", "x"), "unread": of("attribute", "s/kept", "tags"), "parameter": of("parameter", "p"), "bare": "id",
    }  # fmt: skip
    may = Unknown("the attribute 'outputs' of 's' may change with the update")
    assert attribute(running, "s", "outputs", "unread", offline=of("attribute", "s/kept", "tags")) == may
    assert attribute(running, "s", "stack_name") == "n"


def group(kind: str, *members: Any, **more: Any) -> RecordedStack:
    inner = RecordedStack("s-g", "g-1", "CREATE_COMPLETE", resources={m.name: m for m in members})
    return stack(g=made(kind, "g-1", stack=inner, **more))


def member(name: str, **more: Any) -> Any:
    return made(
        "OS::Heat::TestResource", f"id-{name}", **{"attributes": {"output": f"out-{name}"}, "name": name, **more}
    )


def test_attributes_of_a_scaling_group_that_stays() -> None:
    within = group("OS::Heat::AutoScalingGroup", member("b"), member("a"), attributes={"own": 1})
    for running in (RunningStack(within, NOTHING), RunningStack(within, NOTHING, STILL)):
        assert attribute(running, "g", "current_size") == 2
        assert attribute(running, "g", "outputs_list", "output") == ["out-b", "out-a"]
        assert attribute(running, "g", "own") == 1
        assert attribute(running, "g", "refs_map") == {"b": "id-b", "a": "id-a"}
        assert attribute(running, "g", "outputs_list", "none") == Unknown(
            "'outputs_list' of 'g' is known after the update"
        )
    still = RunningStack(within, NOTHING, STILL)
    assert attribute(still, "g", "refs") == ["id-b", "id-a"]
    assert attribute(still, "g", "refs", 0) == Unknown("'refs' of 'g' is known after the update")
    assert attribute(still, "g", "none") == Unknown("'none' of 'g' is known after the update")
    assert attribute(RunningStack(within, NOTHING), "g", "outputs", "output") == {"b": "out-b", "a": "out-a"}


def test_attributes_of_a_scaling_group_whose_members_change() -> None:
    within = group("OS::Heat::AutoScalingGroup", member("c"), member("b"), member("d", status="DELETE_COMPLETE"))
    resource = {"properties": {"value": "new"}}
    updated = RunningStack(within, NOTHING, Effects(updated={"g": frozenset(), "g/0": frozenset({"value"})}))
    assert attribute(updated, "g", "outputs_list", "output", resource=resource) == ["new", "out-b"]
    assert attribute(updated, "g", "outputs", "output", resource=resource) == {"c": "new", "b": "out-b"}
    unknown = Unknown(
        "'outputs_list' of 'g' is known after the update", None, ValueSource(RENEWED, "g", ("outputs_list",))
    )
    assert attribute(updated, "g", "outputs_list", "output", resource={}) == unknown
    assert attribute(updated, "g", "outputs_list", "output") == unknown
    moving = RunningStack(
        within,
        NOTHING,
        Effects(gone=frozenset({"g/0"}), added=frozenset({"g/3", "g/4", "h/1"}), reshaped=frozenset({"g"})),
    )
    assert attribute(moving, "g", "current_size") == 3
    assert attribute(moving, "g", "outputs_list", "output", resource=resource) == ["out-b", "new", "new"]
    assert attribute(moving, "g", "refs") == Unknown(
        "the members of 'g' change", None, ValueSource(RENEWED, "g", ("refs",))
    )
    assert attribute(moving, "g", "outputs", "output") == Unknown(
        "the members of 'g' change", None, ValueSource(RENEWED, "g", ("outputs",))
    )


@pytest.mark.parametrize(
    ("odd", "refs"),
    [
        (member("b", stack=KID), Unknown("'refs' of 'g' is known after the update")),
        (made("OS::Heat::RandomString", "r", name="b"), Unknown("'refs' of 'g' is known after the update")),
        (member("b"), ["id-a", "id-b"]),
    ],
)
def test_ids_of_members_that_are_stacks(odd: Any, refs: Value) -> None:
    within = group("OS::Heat::AutoScalingGroup", member("a"), odd)
    assert attribute(RunningStack(within, NOTHING, STILL), "g", "refs") == refs
    shown = group("OS::Heat::AutoScalingGroup", member("a"), odd, attributes={"refs": ["x", "y"]})
    assert attribute(RunningStack(shown, NOTHING, STILL), "g", "refs") == (
        ["x", "y"] if isinstance(refs, Unknown) else refs
    )


@for_each(
    ("kept", "moves", "stays"),
    [
        (["a:stacks/x/1", "a:stacks/y/2"], False, True),
        ({"0": "a:stacks/x/1"}, False, True),
        ("a:stacks/x/1", False, True),
        (["a:stacks/x/1", "own"], False, False),
        (["a:stacks/x/1", 5], False, False),
        (["a:stacks/x/1"], True, False),
    ],
)
def test_ids_of_nested_stacks_stay_while_these_change(kept: Value, moves: bool, stays: bool) -> None:
    within = group("OS::Heat::ResourceGroup", member("0"), attributes={"refs": kept})
    running = RunningStack(
        within, NOTHING, Effects(frozenset({"g/0"} if moves else {"g/0/x"}), {"g": frozenset()}, frozenset({"g"}))
    )
    assert attribute(running, "g", "refs") == (
        kept if stays else Unknown("the members of 'g' change", None, ValueSource(RENEWED, "g", ("refs",)))
    )


@for_each(
    ("path", "stays"),
    [
        (["refs"], True), (["refs_map"], True), (["output"], False), (["attributes", "output"], False), (["attributes", "other"], True), (["attributes"], False),
        (["resource.0.output"], False), (["resource.0.other"], True), (["show"], False), (["removed_rsrc_list"], False), (["action_wait_secs"], True), ([], False),
    ],
)  # fmt: skip
def test_attributes_of_a_group_whose_members_are_updated(path: list[Value], stays: bool) -> None:
    attributes = {str(path[0]): {"output": 1, "other": 1} if path[0] == "attributes" else 1} if path else {}
    within = group("OS::Heat::ResourceGroup", member("0"), attributes=attributes)
    running = RunningStack(
        within, NOTHING, Effects(updated={"g": frozenset(), "g/0": frozenset({"value"}), "h/0": frozenset({"other"})})
    )
    found = attribute(running, "g", *path)
    assert found == (1 if stays else OFFLINE)
    chain = group("OS::Heat::ResourceChain", member("0"), attributes=attributes)
    assert attribute(RunningStack(chain, NOTHING, running.effects), "g", *path) == (
        1 if path and path[0] in ("refs", "refs_map") else OFFLINE
    )
