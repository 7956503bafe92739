"""What the state of recorded resources says of an update: whether it creates, replaces or may touch them, and what they show."""
# ruff: noqa: E501 - resources on one line

from __future__ import annotations

from typing import Any

from for_each import for_each
from recorded_resources import GONE, made, stack

from hotlint.plans.failed_updates import (
    has_moved,
    is_settled,
    may_lag,
    tells_its_metadata,
    type_when_made,
)
from hotlint.plans.model import RecordedResource
from hotlint.plans.running_resources import RunningResource, RunningResources, is_hidden
from hotlint.plans.statuses import exists, is_gone, is_never_updated, replaced_because


@for_each(
    ("resource", "found"),
    [
        (made(), True),
        (made(status="DELETE_COMPLETE"), False),
        (made(status="DELETE_FAILED"), True),
        (made(status="INIT_COMPLETE"), False),
        (made(status="INIT_COMPLETE", properties={}), False),
        (made(status="CREATE_FAILED", id_=""), False),
        (made(status="CREATE_FAILED", id_="", properties={}), True),
        (made(status="CREATE_FAILED"), True),
        (made(status="UPDATE_FAILED", id_=""), True),
        (made("OS::Heat::Stack", "", "CREATE_FAILED"), True),
        (made("OS::Heat::Stack", "", "INIT_COMPLETE"), False),
    ],
)
def test_what_an_update_does_not_create(resource: RecordedResource, found: bool) -> None:
    assert exists(resource) is found


def test_a_stack_elsewhere_that_was_never_made() -> None:
    stacks = [
        made("OS::Heat::Stack", id_, status)
        for id_ in ("", "x")
        for status in ("CREATE_FAILED", "UPDATE_FAILED", "CHECK_FAILED")
    ]
    assert [is_never_updated(each) for each in (*stacks, made("OS::Heat::Value", "", "CREATE_FAILED"))] == [
        True,
        True,
        *[False] * 5,
    ]


@for_each(
    ("resource", "found"),
    [
        *((made(type_, **GONE), True) for type_ in ("OS::Cinder::Volume", "OS::Glance::WebImage", "OS::Neutron::Net", "OS::Nova::Flavor", "OS::Octavia::Pool", "OS::Designate::Zone")),
        *((made(f"OS::Neutron::{kind}", **GONE), False) for kind in ("FloatingIPAssociation", "RouterInterface", "RouterGateway", "Quota")),
        (made("OS::Heat::TestResource", **GONE), False),
        (made("OS::Neutron::Net", attributes={"a": None, "b": 0}), False),
        (made("OS::Neutron::Net", attributes={"a": None, "b": False}), False),
        (made("OS::Neutron::Net"), False),
        (made("OS::Neutron::Net", "", **GONE), False),
        (made("OS::Neutron::Net", status="DELETE_COMPLETE", **GONE), False),
        (made("OS::Neutron::Net", stack=stack(), **GONE), False),
        (made("OS::Nova::KeyPair", attributes={"public_key": "k", "private_key": ""}), True),
        (made("OS::Nova::Server", attributes={"name": "n", "os_collect_config": {"a": 1}, "tags": None}), True),
        (made("OS::Nova::Server", attributes={"name": "n"}), False),
        (made("OS::Heat::SoftwareConfig", attributes={"config": None}), True),
        (made("OS::Heat::StructuredConfig", attributes={"config": None}), True),
        (made("OS::Heat::SoftwareConfig", attributes={"config": ""}), False),
        (made("OS::Heat::SoftwareConfig"), False),
    ],
)  # fmt: skip
def test_what_was_deleted_by_hand(resource: RecordedResource, found: bool) -> None:
    assert is_gone(resource) is found


ERROR = "it failed, and does not exist or is in error"
SOUND: dict[str, Any] = {"attributes": {"status": "ACTIVE"}}


@for_each(
    ("resource", "why"),
    [
        (made(status="CREATE_FAILED", reason="no"), "its last create failed: no"),
        (made(status="CREATE_FAILED", reason="state changed"), "its last create failed"),
        (made(status="UPDATE_FAILED"), "its last update failed"),
        (made(status="CHECK_FAILED", reason="no"), "its check failed: no"),
        (made(status="UPDATE_COMPLETE", reason="no"), ""),
        (made(status="UPDATE_IN_PROGRESS"), ""),
        (made("OS::Heat::Stack", "", "UPDATE_FAILED"), ""),
        (made("OS::Heat::Stack", "x", "UPDATE_FAILED"), ""),
        (made("OS::Heat::Stack", "x", "CHECK_FAILED"), "its check failed"),
        (made("k.yaml", status="UPDATE_FAILED", stack=stack("UPDATE_FAILED")), ""),
        (made("k.yaml", status="CHECK_FAILED", stack=stack("CHECK_FAILED"), reason="r"), ""),
        (made("k.yaml", status="CHECK_FAILED", stack=stack("CREATE_COMPLETE"), reason="r"), "its check failed: r"),
        (made("k.yaml", "", "UPDATE_FAILED", stack=stack("UPDATE_FAILED")), "its last update failed"),
        (made("OS::Mistral::Workflow", status="CHECK_FAILED"), ERROR),
        (made("OS::Mistral::Workflow", status="CHECK_FAILED", **SOUND), ""),
        (made("OS::Neutron::Net", status="CHECK_FAILED", **SOUND), "its check failed"),
        (made("OS::Neutron::Net", status="UPDATE_FAILED", **SOUND), ""),
        (made("OS::Neutron::Net", "", "CREATE_FAILED", properties={}, reason="r", **SOUND), f"{ERROR}: r"),
        (made("OS::Cinder::Volume", status="UPDATE_FAILED", **SOUND), ""),
        (made("OS::Nova::ServerGroup", status="UPDATE_FAILED", **SOUND), ""),
        (made("OS::Nova::Server", status="UPDATE_FAILED", attributes={"show": {"status": "ACTIVE"}}), ""),
        *((made("OS::Nova::Server", status="UPDATE_FAILED", attributes={"show": {"status": status}}), ERROR) for status in ("ERROR", "DELETED", "SOFT_DELETED", "deleting")),
        (made("OS::Nova::Server", status="UPDATE_FAILED", attributes={"show": "x"}), ""),
        (made("OS::Nova::Server", status="UPDATE_FAILED", attributes={"status": 5}), ""),
        (made("OS::Nova::Server", status="UPDATE_FAILED", attributes={"status": None, "name": "n"}), ERROR),
        (made("OS::Nova::Flavor", status="UPDATE_FAILED", **SOUND), "its last update failed"),
    ],
)  # fmt: skip
def test_why_the_next_update_replaces_a_resource(resource: RecordedResource, why: str) -> None:
    assert replaced_because(resource) == RunningResource(resource).replaced_because == why


def test_whether_a_stack_has_come_to_its_template() -> None:
    actions = ("ADOPT", "CREATE", "RESTORE", "ROLLBACK", "UPDATE", "CHECK", "SUSPEND")
    assert [[is_settled(f"{a}_{o}") for a in actions] for o in ("FAILED", "IN_PROGRESS", "COMPLETE")] == [
        [False] * 5 + [True] * 2, [False] * 5 + [True] * 2, [True] * 7,
    ]  # fmt: skip


def test_resources_that_may_be_of_an_older_template() -> None:
    lagging = stack(
        "UPDATE_FAILED",
        a=made(),
        b=made(reached="last"),
        c=made(status="UPDATE_FAILED", reached="last"),
        d=made(reached="earlier"),
    )
    assert [may_lag(lagging, (n,)) for n in "abcde"] == [True, False, True, True, True]
    assert [has_moved(lagging, (n,)) for n in "abcde"] == [False, True, True, True, False]
    assert [may_lag(stack("UPDATE_COMPLETE", a=made()), (n,)) for n in "ab"] == [False, True]
    within = {status: made("k.yaml", status=status, stack=lagging) for status in ("UPDATE_FAILED", "UPDATE_COMPLETE")}
    outer = stack(
        "UPDATE_FAILED",
        a=within["UPDATE_FAILED"],
        b=within["UPDATE_COMPLETE"],
        c=within["UPDATE_COMPLETE"]._replace(reached="last"),
    )
    assert [[may_lag(outer, (one, two)) for two in "abx"] for one in "abcx"] == [
        [True, False, True], [True, True, True], [True, False, True], [True, True, True],
    ]  # fmt: skip
    assert may_lag(outer, ("a",)) and may_lag(outer, ("a", "b", "x")) and not may_lag(outer, ())


def test_metadata_that_a_template_has_said() -> None:
    own = ("OS::Nova::Server", "OS::Heat::WaitConditionHandle", "OS::Heat::WaitCondition", "AWS::EC2::Instance", "OS::Heat::ScalingPolicy", "OS::Aodh::Alarm", "AWS::ElasticLoadBalancing::LoadBalancer", "OS::Heat::ResourceGroup", "OS::Heat::SoftwareDeploymentX", "a.yaml", "b.template")  # fmt: skip
    assert [tells_its_metadata(type_, "CREATE_COMPLETE") for type_ in own] == [False] * len(own)
    assert [
        tells_its_metadata(type_, "CREATE_COMPLETE") for type_ in ("OS::Heat::Value", "OS::Nova::ServerX", "ayaml")
    ] == [True] * 3
    assert not tells_its_metadata("OS::Heat::Value", "UPDATE_COMPLETE")


def test_a_resource_as_a_comparison_looks_at_it() -> None:
    one = made(
        "T",
        status="UPDATE_FAILED",
        metadata={"a": 1},
        properties={"a": "******", "b": ["x", {"y": "u******"}], "c": None, "d": 1, "e": None},
    )
    seen, lags = RunningResource(one), RunningResource(one, True)
    assert (seen.id, seen.type, seen.failed, RunningResource(made()).failed) == ("a-1", "T", True, False)
    assert (seen.own_type, seen.own_metadata, lags.own_type, lags.own_metadata) == ("", None, "T", {"a": 1})
    assert type_when_made(made("OS::Heat::ScaledResource")) == ""
    assert seen.stored({"a": "new", "c": 5}) == {"a": "new", "c": None, "d": 1}
    assert RunningResource(made()).stored({"a": 1}) is None
    assert [
        is_hidden(value)
        for value in ("a******", "*****", {"a": "******"}, {"******": "a"}, ["b", ["******"]], 5, [], None)
    ] == [True, False, True, False, True, False, False, False]


def test_resources_of_a_running_stack_by_path() -> None:
    inner = stack(x=made(id_="x-1", properties={"p": 1}), y=made(id_="", properties={"p": 2}))
    kinds = {
        "OS::Heat::AutoScalingGroup": ["0", "1"], "OS::Heat::ResourceGroup": ["x", "y"], "OS::Heat::ResourceChain": ["x", "y"],
        "OS::Heat::SoftwareDeploymentGroup": [], "AWS::CloudFormation::Stack": [], "OS::Heat::own.yaml": ["x", "y"], "AWS::x.template": ["x", "y"], "A::B": ["x", "y"],
    }  # fmt: skip
    for kind, names in kinds.items():
        found = RunningResources(
            stack(g=made(kind, stack=inner), none=made(status="DELETE_COMPLETE"), s=made("OS::Heat::Stack"))
        )
        assert [*found.names(("g",))] == names, kind
        assert [*found.names(())] == ["g", "none", "s"]
        assert [[*found.names((name,))] for name in ("s", "other")] == [[], []]
        assert [found.knows((name,)) for name in ("g", "s", "other")] == [True, False, False]
        assert found.resource(("none",)) is None and found.resource(("other",)) is None
        assert found.resource(("s",)) == RunningResource(made("OS::Heat::Stack", name="s"), False)
        assert [found.properties_of(id_) for id_ in ("x-1", "", "a-1", "z")] == [{"p": 1}, None, None, None]
    lagging = RunningResources(stack("UPDATE_FAILED", a=made(), b=made(reached="last")))
    assert [r.lags for n in "ab" if (r := lagging.resource((n,)))] == [True, False]


def test_members_are_found_by_number_where_their_names_are_made_up() -> None:
    inner = stack(z=made(id_="1"), b=made(id_="2", stack=stack(x=made(id_="3"))))
    outer = stack(
        g=made("OS::Heat::AutoScalingGroup", stack=inner),
        r=made("OS::Heat::ResourceGroup", stack=inner),
        last=made(id_="9"),
    )
    paths = [
        ("g", "0"),
        ("g", "1"),
        ("g", "1", "x"),
        ("g", "2"),
        ("g", "b"),
        ("g", "-1"),
        ("r", "0"),
        ("r", "b"),
        ("0",),
        (),
        ("last", "x"),
    ]
    assert [found.id if (found := outer.at(path)) else None for path in paths] == [
        "1",
        "2",
        "3",
        None,
        "2",
        None,
        None,
        "2",
        None,
        None,
        None,
    ]
    assert [outer.named(path) for path in (("g", "0"), ("g", "1", "x"), ("g", "7", "x"), ("r", "0"), ())] == [
        ("g", "z"), ("g", "b", "x"), ("g", "7", "x"), ("r", "0"), (),
    ]  # fmt: skip
    assert ([r.id for r in outer.every()], outer.size()) == (["a-1", "1", "2", "3", "a-1", "1", "2", "3", "9"], 9)


def test_an_update_goes_on_with_what_a_failed_creation_was_to_replace() -> None:
    kept, failed = made(id_="old"), made(id_="", status="CREATE_FAILED")
    inner = stack(a=failed._replace(kept=kept), b=made())
    outer = stack(x=failed._replace(kept=kept), y=made(stack=inner), z=failed)
    assert {r.name: r.id for r in outer.as_continued().every()} == {"a": "old", "y": "a-1", "b": "a-1", "z": ""}
    assert [*outer.as_continued().resources] == ["x", "y", "z"]
