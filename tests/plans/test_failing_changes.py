"""Changes of an update that fail half way: by what a service has by now, by what it has lost, and by the environment."""
# ruff: noqa: E501 - templates on one line

from __future__ import annotations

from typing import Any

import yaml
from for_each import for_each
from recorded_resources import GONE, made, stack

from hotlint.cloud.facts import CloudFacts
from hotlint.dry_run.changes import PropertyChange, PropertyRefusal, Refusals, ResourceChange, StackDiff
from hotlint.dry_run.stack_preview import Preview
from hotlint.language.values import Unknown, Value
from hotlint.plans.failing_changes import with_failures
from hotlint.plans.learned_values import LearnedValues
from hotlint.plans.lost_references import with_lost_references
from hotlint.plans.model import RecordedResource, RecordedStack
from hotlint.plans.old_stack import OldStack
from hotlint.plans.planner import Plan, plan
from hotlint.plans.running_stack import RunningStack
from hotlint.resource_types.catalog import Catalog

HEAD = "heat_template_version: '2018-08-31'\n"
CLOUD = CloudFacts({
    "flavors": [{"name": name, "id": f"id-{name}", "disk": disk} for name, disk in (("big", 40), ("small", 20), ("same", 40), ("none", 0), ("twin", 1), ("twin", 2))] + [{"name": "odd"}],
    "volume_types": [{"name": "fast", "id": "t-1"}, {"name": "slow", "id": "t-2"}, {"name": "two", "id": "t-3"}, {"name": "two", "id": "t-4"}],
})  # fmt: skip


def dry_run(
    found: RecordedStack, template: str = "resources: {}", cloud: CloudFacts | None = CLOUD, **more: Any
) -> Preview:
    """Return the dry run of a template beside the stack."""
    whole = found._replace(template=yaml.safe_load(HEAD + template), **more)
    return OldStack(whole, Catalog(cloud=cloud), True).preview(RunningStack(whole, LearnedValues({}, {}, {})))


def change(
    path: str, action: str = "update", type_: str = "T", *, idle: bool = False, fails: str = "", **properties: Any
) -> ResourceChange:
    changed = tuple(PropertyChange(name, old, new, "") for name, (old, new) in properties.items())
    return ResourceChange(tuple(path.split("/")), type_, action, "why", changed, idle, fails)


def fails(
    resource: RecordedResource,
    changed: ResourceChange,
    cloud: CloudFacts | None = CLOUD,
    status: str = "CREATE_COMPLETE",
) -> str:
    """Return why the change of the only resource of a stack fails."""
    found = stack(status, a=resource)
    (made_,) = with_failures(found, (changed,), dry_run(found, cloud=cloud))
    assert made_ == changed._replace(fails=made_.fails, idle=made_.idle, action=made_.action, why=made_.why)
    return f"{made_.action}{' idle' if made_.idle else ''}: {made_.fails}"


LOST = "it was deleted outside of Heat, which finds nothing to update"
NEVER = "Heat has not made this stack, and updates it: remove the resource first"
STUCK = "it failed, and Heat breaks off at it: mark it unhealthy first, so that Heat replaces it"
ROUTES = "OS::Neutron::ExtraRouteSet"
SUSPENDED = "its stack is suspended, and Heat updates none: resume the stack first"
VOLUME, SERVER = "OS::Cinder::Volume", "OS::Nova::Server"
GONE_NET = made("OS::Neutron::Net", **GONE)


@for_each(
    ("resource", "changed", "said"),
    [
        (GONE_NET, change("a"), f"update: {LOST}"),
        (GONE_NET, change("a", fails="x"), "update: x"),
        (GONE_NET, change("a", idle=True), "update idle: "),
        *((GONE_NET, change("a", action), f"{action}: ") for action in ("replace", "delete", "add", "unknown")),
        (GONE_NET, change("other"), "update: "),
        (made("OS::Heat::Stack", "", "UPDATE_FAILED"), change("a", "unknown", idle=True), f"update: {NEVER}"),
        (made("OS::Heat::Stack", "", "UPDATE_FAILED"), change("a", "delete"), "delete: "),
        (made(ROUTES, "r-1", "UPDATE_FAILED"), change("a", "replace"), f"update: {STUCK}"),
        (made(ROUTES, "r-1", "UPDATE_FAILED"), change("a", "delete"), "delete: "),
        (made(ROUTES, "", "CREATE_FAILED"), change("a", "replace"), "replace: "),
        (made(ROUTES, "r-1", "CHECK_FAILED"), change("a", "replace"), "replace: "),
        (made("k.yaml", stack=stack("SUSPEND_COMPLETE")), change("a", idle=True), f"update: {SUSPENDED}"),
        (made("k.yaml", stack=stack("SUSPEND_FAILED")), change("a", "unknown"), f"unknown: {SUSPENDED}"),
        (made("k.yaml", stack=stack("RESUME_COMPLETE")), change("a", idle=True), "update idle: "),
    ],
)
def test_changes_of_what_cannot_be_updated(resource: RecordedResource, changed: ResourceChange, said: str) -> None:
    assert fails(resource, changed) == said


def test_a_stack_that_is_suspended_with_all_within_it() -> None:
    assert (
        fails(made("k.yaml", stack=stack("SUSPEND_COMPLETE")), change("a", idle=True), status="SUSPEND_COMPLETE")
        == "update idle: "
    )


def type_(name: str) -> str:
    return f"update: Cinder refuses the type that a volume already has, and this one has '{name}' by now"


def size(gib: int) -> str:
    return f"update: Heat makes no volume smaller, and this one has {gib} GiB by now"


@for_each(
    ("shown", "changed", "said"),
    [
        ({"volume_type": "fast", "size": 9}, {"volume_type": ("slow", "fast"), "size": (1, 2)}, type_("fast")),
        ({"volume_type": "slow", "size": 9}, {"volume_type": ("slow", "fast"), "size": (1, 2)}, size(9)),
        ({"volume_type": "fast"}, {"volume_type": ("slow", "t-1")}, type_("fast")),
        ({"volume_type": "two"}, {"volume_type": ("slow", "t-3")}, type_("two")),
        ({"volume_type": "new"}, {"volume_type": ("slow", "new")}, type_("new")),
        ({"volume_type": "fast"}, {"volume_type": ("slow", 5)}, "update: "),
        ({"volume_type": None}, {"volume_type": ("slow", "fast")}, "update: "),
        ({"volume_type": "fast"}, {"size": (1, 2)}, "update: "),
        ({"size": "9"}, {"size": (1, 8)}, size(9)),
        ({"size": "9"}, {"size": (1, 9)}, "update: "),
        ({"size": "nine"}, {"size": (1, 2)}, "update: "),
        ({"size": 9}, {"size": (1, "2")}, "update: "),
        ({"size": 9}, {"name": (1, 2)}, "update: "),
    ],
)
def test_changes_of_volumes_that_fail(shown: dict[str, Any], changed: dict[str, Any], said: str) -> None:
    assert fails(made(VOLUME, attributes={"name": "v", **shown}), change("a", type_=VOLUME, **changed)) == said
    assert (
        fails(made(VOLUME, attributes={"name": "v", **shown}), change("a", "replace", VOLUME, **changed)) == "replace: "
    )
    assert fails(made("T", attributes=shown), change("a", **changed)) == "update: "


def test_a_type_is_compared_by_its_name_where_no_cloud_is_known() -> None:
    volume = made(VOLUME, attributes={"volume_type": "fast"})
    found = [fails(volume, change("a", type_=VOLUME, volume_type=("slow", wanted)), None) for wanted in ("fast", "t-1")]
    assert found == [type_("fast"), "update: "]


SMALLER = "update: Nova makes no disk smaller, and 'small' has 20 GiB, '{}' 40 GiB"


@for_each(
    ("properties", "new", "state", "said"),
    [
        ({"image": "i", "flavor": "big"}, "small", {}, SMALLER.format("old")),
        ({"image": "i", "flavor": "id-big"}, "small", {}, SMALLER.format("old")),
        ({"image": "i", "flavor": "big"}, "small", {"status": "UPDATE_COMPLETE"}, "update: "),
        ({"image": "i", "flavor": "big"}, "small", {"status": "CHECK_COMPLETE", "stored": "CREATE_COMPLETE"}, SMALLER.format("old")),
        ({"image": "i", "flavor": "big"}, "none", {"status": "UPDATE_COMPLETE"}, "update: Nova resizes no server to a flavor without a disk, and 'none' has none"),
        ({"image": "i", "flavor": "big"}, "same", {}, "update: "),
        ({"image": "i", "flavor": "small"}, "big", {}, "update: "),
        ({"flavor": "big"}, "small", {}, "update: "),
        ({"image": "i"}, "small", {}, "update: "),
        *(({"image": "i", "flavor": "big"}, new, {}, "update: ") for new in ("twin", "odd", "missing", 5)),
        (None, "small", {}, "update: "),
    ],
)  # fmt: skip
def test_changes_of_servers_that_fail(properties: Any, new: Any, state: dict[str, Any], said: str) -> None:
    server = made(SERVER, properties=properties, attributes={"name": "s"}, **state)
    assert fails(server, change("a", type_=SERVER, flavor=("old", new))) == said
    assert fails(server, change("a", type_=SERVER, flavor=("old", new)), None) == "update: "
    assert fails(server, change("a", type_=SERVER, name=("old", new))) == "update: "


def test_an_attachment_that_is_replaced_while_the_old_one_has_the_volume() -> None:
    attachment = "OS::Cinder::VolumeAttachment"
    for is_shared in (True, False):
        volume = made(VOLUME, "id-1", attributes={"multiattach": is_shared, "size": 1})
        runs = made(attachment, "x", "CHECK_FAILED", properties={"volume_id": "id-1", "instance_uuid": "s"})
        found = stack(v=volume, a=runs)
        template = f"resources:\n  a: {{type: {attachment}, properties: {{volume_id: id-1, instance_uuid: t}}}}\n"
        (made_,) = with_failures(found, (change("a", "replace", attachment),), dry_run(found, template))
        said = "the old attachment still has volume 'v': Heat deletes that attachment only afterwards"
        assert made_.fails == ("" if is_shared else said)


def test_an_attachment_whose_failed_update_has_taken_the_volume_off() -> None:
    attachment = "OS::Cinder::VolumeAttachment"
    for status, fails in (("available", False), ("in-use", True)):
        volume = made(VOLUME, "id-1", attributes={"multiattach": False, "status": status})
        runs = made(attachment, "x", "UPDATE_FAILED", properties={"volume_id": "id-1", "instance_uuid": "s"})
        found = stack(v=volume, a=runs)
        template = f"resources:\n  a: {{type: {attachment}, properties: {{volume_id: id-1, instance_uuid: s}}}}\n"
        (made_,) = with_failures(found, (change("a", "replace", attachment),), dry_run(found, template))
        assert bool(made_.fails) == fails


def test_servers_whose_old_ones_still_have_a_volume() -> None:
    volumes = {f"v{n}": made(VOLUME, f"id-{n}", attributes={"multiattach": n == 3, "size": 1}) for n in (1, 2, 3)} | {
        "v4": made(VOLUME, "id-4", attributes={"size": 1})
    }
    devices = [{"volume_id": f"id-{n}"} for n in (4, 3, 2, 1)]
    servers = {
        n: made(
            SERVER,
            n,
            properties={"block_device_mapping_v2": devices[:3], "block_device_mapping": devices[3:]},
            attributes={"name": n},
        )
        for n in ("one", "two", "none", "plain")
    }
    found = stack(**volumes, **servers)
    template = "resources:\n" + "".join(
        f"  {n}: {{type: {SERVER}, properties: {{flavor: f, {given}}}}}\n"
        for n, given in (
            ("one", "block_device_mapping: [{device_name: a, volume_id: id-2}, {device_name: b, volume_id: id-1}]"),
            ("two", "block_device_mapping_v2: [{volume_id: id-2}, {image: x}]"),
            ("none", "block_device_mapping_v2: [{volume_id: id-3}, {volume_id: id-4}]"),
            ("plain", "image: i"),
        )
    )
    changes = tuple(change(n, "replace", SERVER) for n in servers)
    said = "the old server still has volume '{}': Heat deletes that server only afterwards"
    preview = dry_run(found, template)
    assert [c.fails for c in with_failures(found, changes, preview)] == [said.format("v1"), said.format("v2"), "", ""]
    for other in (
        tuple(c._replace(fails="x") for c in changes),
        tuple(c._replace(action="update") for c in changes),
        tuple(c._replace(type="T") for c in changes),
    ):
        assert with_failures(found, other, preview) == other


LOOKING = {
    "OS::Neutron::Port": ("network: net, fixed_ips: [{subnet: sub}]", ["network", "subnet"]),
    "OS::Neutron::RouterInterface": ("router: net, subnet: sub, port: prt", ["router", "subnet", "port"]),
    "OS::Neutron::SecurityGroupRule": ("security_group: net, remote_group: sub", ["security_group", "remote_group"]),
    "OS::Neutron::Subnet": ("cidr: 10.0.0.0/24, network: net", ["network"]),
    "OS::Neutron::Trunk": ("port: net, sub_ports: [{port: sub, segmentation_id: 1, segmentation_type: vlan}]", ["port", "port"]),
    "OS::Nova::Server": ("flavor: f, networks: [{network: net}, {port: prt}, {subnet: sub, network: n}]", ["network", "port", "subnet"]),
    "OS::Neutron::FloatingIP": ("floating_network: net, port_id: prt", []),
    "A::B": ("network: net", []),
}  # fmt: skip


@for_each("kind", LOOKING)
def test_things_that_heat_looks_up_whenever_it_compares_a_resource(kind: str) -> None:
    """Each property alone; what Heat does not look up counts once the resource changes."""
    properties, names = LOOKING[kind]
    ids = [word for word in ("net", "prt", "sub") if f": {word}" in properties]
    said = []
    for id_ in ids:
        found = stack(
            x=made("OS::Neutron::Net", id_, **GONE),
            user=made(kind, "u", attributes={"name": "u"}),
            other=made("OS::Neutron::Net", "o", **GONE),
        )
        preview = dry_run(found, f"resources: {{user: {{type: '{kind}', properties: {{{properties}}}}}}}\n")
        said += [c.fails.partition("its ")[2].partition(",")[0] for c in with_lost_references(found, (), preview)]
        for action in ("add", "replace", "update", "delete"):
            (changed,) = with_lost_references(found, (change("user", action, kind),), preview)
            if kind == "A::B" or (action == "delete" and not names):
                assert changed.fails == ""
            else:
                assert changed.fails.startswith("Heat looks for 'x', its ") and changed.fails.endswith(
                    ", which was deleted outside of Heat"
                )
        failing = (change("user", "update", kind, fails="before"),)
        assert with_lost_references(found, failing, preview) == failing
    assert sorted(said) == sorted(names)


def test_changes_around_a_resource_that_has_lost_something() -> None:
    inner = stack(
        net=GONE_NET._replace(id="n-1"),
        port=made("OS::Neutron::Port", "p", attributes={"name": "p"}),
        never=made("OS::Neutron::Port", "", "INIT_COMPLETE"),
    )
    kid = yaml.safe_load(
        HEAD
        + "resources: {port: {type: OS::Neutron::Port, properties: {network: n-1}}, never: {type: OS::Neutron::Port, properties: {network: n-1}}, off: {type: OS::Neutron::Port, condition: c, properties: {network: n-1}}}\nconditions: {c: false}"
    )
    found = stack(
        a=made("k.yaml", stack=inner),
        z=made(),
        group=made(
            "OS::Heat::ResourceGroup",
            stack=RecordedStack(
                "g", "g", "", resources={"0": made("OS::Neutron::Port", "m", name="0", attributes={"name": "x"})}
            ),
        ),
    )
    template = "resources: {a: {type: k.yaml}, z: {type: OS::Heat::Value, properties: {value: x}}, group: {type: OS::Heat::ResourceGroup, properties: {count: 1, resource_def: {type: OS::Neutron::Port, properties: {network: n-1}}}}}"
    preview = dry_run(found, template, files={"k.yaml": kid})
    lost = "Heat looks for 'net', its network, which was deleted outside of Heat"
    around = "its nested stack changes"
    assert with_lost_references(found, (change("z"), change("a", idle=True)), preview) == (
        change("z"), ResourceChange(("a",), "T", "update", around), ResourceChange(("a", "port"), "OS::Neutron::Port", "update", "", fails=lost),
        ResourceChange(("group",), "OS::Heat::ResourceGroup", "update", around), ResourceChange(("group", "0"), "OS::Neutron::Port", "update", "", fails=lost),
    )  # fmt: skip
    assert with_lost_references(found, (change("a", "replace"), change("z")), preview)[0] == change("a", "replace")
    sound = found._replace(resources={"z": made()})
    assert with_lost_references(sound, (change("z"),), preview) == (change("z"),)


RESTRICTED = """resource_registry:
  resources:
    a: {restricted_actions: update}
    'b*': {restricted_actions: [replace, 5]}
    k: {in: {restricted_actions: [update]}, '*': {deep: {restricted_actions: replace}}}
    n: 5
    o: {restricted_actions: 5}
"""


def test_changes_that_the_environment_restricts() -> None:
    changes = (
        change("a", idle=True),
        change("a", "replace"),
        change("bb", "replace"),
        change("b", "delete"),
        change("k"),
        change("k/in"),
        change("k/in", "replace"),
        change("k/x/deep", "replace"),
        change("n"),
        change("o"),
        change("a", fails="before"),
    )
    update, replace = (
        "the environment restricts an update in place (restricted_actions)",
        "the environment restricts its replacement (restricted_actions)",
    )
    found = stack()
    preview = dry_run(found, environment=yaml.safe_load(RESTRICTED))
    assert with_failures(found, changes, preview) == tuple(
        c._replace(fails=fails, idle=False if fails else c.idle)
        for c, fails in zip(changes, (update, "", replace, "", "", update, "", replace, "", "", "before"), strict=True)
    )
    assert with_failures(found, changes, dry_run(found, environment={"resource_registry": {"A": "b"}})) == changes


def planned(found: RecordedStack, template: str = "resources: {}") -> Plan:
    whole = found._replace(template=yaml.safe_load(HEAD + template))
    own = OldStack(whole, Catalog(), False)
    return plan(whole, Catalog(), lambda state, hidden: own.preview(state, hidden), lambda old, new: Refusals(("no",)))


def _shown(path: tuple[str, ...], name: str, value: Value) -> Value:
    return value


def test_the_levels_of_a_plan() -> None:
    may, sure = (PropertyChange("p", 1, 2, "unknown", may_replace=flag) for flag in (True, False))
    cases = {
        "update": (change("a"), ["change"]), "delete": (change("a", "delete"), ["delete", "replace", "change"]), "refuse": (change("a", "refuse"), ["delete", "replace", "change"]),
        "replace": (change("a", "replace"), ["replace", "change"]), "add": (change("a", "add"), ["change"]), "unknown": (change("a", "unknown"), ["replace", "change"]),
        "may": (change("a", "unknown")._replace(properties=(may,)), ["replace", "change"]), "sure": (change("a", "unknown")._replace(properties=(sure,)), ["change"]),
        "idle": (change("a", "delete", idle=True), []), "fails": (change("a", idle=True, fails="x"), ["delete", "replace", "change"]),
    }  # fmt: skip
    for changed, levels in cases.values():
        made_ = Plan(stack(), StackDiff((changed,), ()), {}, _shown)
        assert [level for level in ("delete", "replace", "change") if made_.diff.reaches(level)] == levels, changed
    refused = Plan(stack(), StackDiff((), (), ("no",)), {}, _shown)
    assert refused.diff.reaches("delete") and not Plan(stack(), StackDiff((), ()), {}, _shown).diff.reaches("change")


def test_a_group_fails_only_where_the_update_makes_or_changes_members() -> None:
    """A check refuses its definition; Heat sends that to no service while the members stay as they are."""
    definition = PropertyChange("resource_def", {"type": "a.yaml"}, {"type": "b.yaml"}, "update")
    refused = Refusals(single={("g",): (PropertyRefusal("resource_def", "no"),)})
    size = PropertyChange("size", 1, 2, "update")
    cases = {
        "": (change("g.0"), change("g.0.port", idle=True)), "no": (change("g.0"), change("g.0.port")._replace(properties=(size,))),
        "no ": (change("g.0"), change("g.1", "add")), "no  ": (),
    }  # fmt: skip
    for why, inner in cases.items():
        group = change("g")._replace(properties=(definition,))
        changes = (group, *(one._replace(path=tuple(one.path[0].split("."))) for one in inner))
        for of_group in (refused, Refusals(single={("g",): (PropertyRefusal("", "no"),)})):
            fails_here = of_group.applied(StackDiff(changes, ())).changes[0].fails
            assert fails_here == (why.strip() if inner or of_group is refused else "")


def test_a_refusal_counts_where_its_cause_changes_and_may_depend_on_the_cloud() -> None:
    """'mode' stays as it is, and is refused since 'dhcp' is off by now; a setting of the cloud decides about 'tenant'."""
    refused = Refusals(
        single={("s",): (PropertyRefusal("tenant", "no name", False), PropertyRefusal("mode", "needs 'dhcp'"))}
    )
    cases: dict[str, tuple[str, str]] = {
        "dhcp": ("needs 'dhcp'", ""),
        "mode": ("needs 'dhcp'", ""),
        "tenant": ("", "no name"),
        "other": ("", ""),
    }
    for name, expected in cases.items():
        (found,) = refused.applied(
            StackDiff((ResourceChange(("s",), "T", "update", "", (PropertyChange(name, 1, 2, ""),)),), ())
        ).changes
        assert (found.fails, found.may_fail) == expected, name
    (found,) = refused.applied(StackDiff((change("s", "add"),), ())).changes
    assert (found.fails, found.may_fail) == ("needs 'dhcp'", "")


FLOATING = made(
    "OS::Neutron::FloatingIP", "f-1", attributes={"router_id": "r-1", "port_id": "p-1"}, properties={"port_id": "p-1"}
)
LOOSE = FLOATING._replace(properties={})
PORT = made("OS::Neutron::Port", "p-1", attributes={"fixed_ips": [{"subnet_id": "s-1"}]})
NEEDED = "since floating IP 'guest.f' stays and needs it"


def needed(changes: tuple[ResourceChange, ...], **guest: RecordedResource) -> list[str]:
    """Return why changes of what a nested stack has fail, for a floating IP and its port in another one."""
    link = {"router": "r-1", "subnet": "s-1"}
    home = stack(
        r=made("OS::Neutron::Router", "r-1"),
        i=made("OS::Neutron::RouterInterface", "i-1", properties=link),
        g=made("OS::Neutron::RouterGateway", "g-1", properties={"router_id": "r-1"}),
    )
    found = stack(home=made("h.yaml", stack=home), guest=made("g.yaml", stack=stack(**{"p": PORT, **guest})))
    return [one.fails for one in with_failures(found, changes, dry_run(found))]


def test_what_a_floating_ip_of_another_stack_needs() -> None:
    closes = change("home/r", type_="OS::Neutron::Router", external_gateway_info=({"network": "n"}, None))
    leaves = change("home/i", "delete", "OS::Neutron::RouterInterface")
    gateway = change("home/g", "delete", "OS::Neutron::RouterGateway")
    takes = closes, leaves, gateway
    refuses = [f"Neutron refuses to {what}, {NEEDED}" for what in ("remove its gateway", "delete it", "delete it")]
    nothing = ["", "", ""]
    assert needed(takes, f=FLOATING) == refuses
    assert needed(takes, f=LOOSE) == nothing
    link = made("OS::Neutron::FloatingIPAssociation", "l-1", properties={"floatingip_id": "f-1"})
    assert needed(takes, f=LOOSE, link=link) == refuses
    assert needed((*takes, change("guest/link", "delete")), f=LOOSE, link=link) == [*nothing, ""]
    assert needed((*takes, change("guest", "delete")), f=FLOATING) == [*nothing, ""]
    assert needed((*takes, change("guest/f", port_id=("p-1", None))), f=FLOATING) == [*nothing, ""]
    assert needed(takes, f=FLOATING._replace(attributes={"router_id": "r-2", "port_id": "p-1"})) == nothing
    assert needed(takes, f=FLOATING, p=PORT._replace(attributes={"fixed_ips": [{"subnet_id": "s-2"}]}))[1] == ""
    assert needed((change("home/r", type_="OS::Neutron::Router", name=("a", "b")),), f=FLOATING) == [""]


def test_an_address_of_a_port_that_a_floating_ip_of_another_stack_needs() -> None:
    four, six = "00000000-0000-4000-8000-000000000004", "00000000-0000-4000-8000-000000000006"
    floating = FLOATING._replace(attributes={**FLOATING.attributes, "fixed_ip_address": "10.0.0.5"})
    held = [{"subnet_id": four, "ip_address": "10.0.0.5"}, {"subnet_id": six, "ip_address": "fd00::5"}]
    cases: list[tuple[Value, bool]] = [
        ([{"subnet": six}], True), ([{"subnet": six}, {"subnet": four}], False), ([{"ip_address": "10.0.0.6"}], True),
        ([{"ip_address": "10.0.0.5"}], False), ([{"subnet": "by name"}], False), ([{"subnet": Unknown("later")}], False), ([], True), (None, False),
        ([Unknown("later")], False), ([{"ip_address": Unknown("later")}], False),
    ]  # fmt: skip
    for new, is_lost in cases:
        for attributes in (held, None):
            port = PORT._replace(attributes={"name": "p", "fixed_ips": attributes})
            moved = change("guest/p", type_="OS::Neutron::Port", fixed_ips=([], new))
            (said,) = needed((moved,), f=floating, p=port)
            lost = f"Neutron refuses to take 10.0.0.5 from the port, {NEEDED}"
            assert said == (lost if is_lost and attributes else ""), new


def test_the_gateway_of_a_subnet_whose_address_a_router_interface_has() -> None:
    def said(new: Value, gateway: str = "10.0.0.1", goes: str = "", **link: str) -> str:
        found = stack(
            s=made("OS::Neutron::Subnet", "s-1", attributes={"name": "s", "gateway_ip": gateway}),
            p=made(
                "OS::Neutron::Port", "p-1", attributes={"fixed_ips": [{"subnet_id": "s-1", "ip_address": "10.0.0.1"}]}
            ),
            i=made("OS::Neutron::RouterInterface", "i-1", properties=link),
        )
        changes = (
            change("s", type_="OS::Neutron::Subnet", gateway_ip=(None, new)),
            *((change(goes, "delete", "OS::Neutron::RouterInterface"),) if goes else ()),
        )
        return with_failures(found, changes, dry_run(found))[0].fails

    refused = "Neutron refuses to change the gateway 10.0.0.1: router interface 'i' stays and has it"
    for new in ("", None, "10.0.0.2"):
        assert said(new, subnet="s-1") == refused
    assert said("", port="p-1") == refused
    assert said("10.0.0.1", subnet="s-1") == said(Unknown("later"), subnet="s-1") == said("", "", subnet="s-1") == ""
    assert said("", subnet="s-2") == said("", port="p-2") == said("", "10.0.0.2", port="p-1") == ""
    assert said("", goes="i", subnet="s-1") == ""


def test_notes_of_a_plan() -> None:
    moving = {n: made(status="UPDATE_IN_PROGRESS") for n in "fedcba"}
    lagging = "the last update may not have come to {} of its resources: {}; what it was to change in their depends_on, condition or policies is not known to Heat's API"
    under_way = "still under way, so that what changes there is not part of the plan: {}"
    cases: list[tuple[RecordedStack, list[str]]] = [
        (stack(), []),
        (stack("CHECK_FAILED"), ["the stack is CHECK_FAILED"]),
        (stack("CHECK_FAILED")._replace(reason="r"), ["the stack is CHECK_FAILED: r"]),
        (stack("UPDATE_COMPLETE", a=moving["a"])._replace(reason="r"), [under_way.format("'a'")]),
        (stack(**moving), [under_way.format("'a', 'b', 'c', 'd', 'e', ...")]),
        (stack(**{n: moving[n] for n in "edcba"}), [under_way.format("'a', 'b', 'c', 'd', 'e'")]),
        (stack("UPDATE_IN_PROGRESS", a=moving["a"]), ["the stack is UPDATE_IN_PROGRESS: what it changes at the moment is not part of the plan", lagging.format(1, "'a'")]),
        (stack("UPDATE_FAILED", b=made(), a=made(), c=made(status="DELETE_COMPLETE"), d=made(status="UPDATE_FAILED")), ["the stack is UPDATE_FAILED", lagging.format(2, "'a', 'b'")]),
    ]  # fmt: skip
    for found, notes in cases:
        assert [*planned(found).notes] == notes
    hidden = "parameters: {b: {type: string, hidden: true}, a: {type: string, hidden: true}, c: {type: string}}\nresources: {}"
    assert planned(stack(), hidden).notes == ("hidden in the stack, so a new value cannot be recognized: 'a', 'b'",)


def test_updates_that_heat_refuses_at_all() -> None:
    assert planned(stack("SUSPEND_COMPLETE")).diff.refused == (
        "stack 's' cannot be updated while it is suspended: resume it first",
        "no",
    )
    assert planned(stack("DELETE_FAILED")).diff.refused == (
        "stack 's' cannot be updated, since it is being deleted",
        "no",
    )
    assert planned(stack("CREATE_COMPLETE")).diff.refused == ("no",)
