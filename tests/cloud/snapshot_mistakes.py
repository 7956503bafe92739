"""Take a snapshot of a real cloud, then find mistakes against it with the network off, and ask the cloud whether they are any.

    python tests/cloud/snapshot_mistakes.py --cloud NAME [--truth]

Networks, subnets, a router, a security group, an image and a port are made for it in the project of the cloud, and removed at the
end. With --truth, each template is also sent to Heat as a creation: Heat, or Neutron below it, must refuse every mistake and
none of the templates that are right. Where the cloud permits it, quotas are lowered while the script runs, so that exceeding
them takes few resources. The cloud needs Keystone, Neutron, Glance and Heat.
"""

from __future__ import annotations

import argparse
import json
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, NoReturn
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).parent))
from compute_mistakes import compute_cases

PREFIX = "hotlint-snap"
ROOM = 2
HEAD = "heat_template_version: 2021-04-16\n"


class Case(NamedTuple):
    """A template, and the code of the finding that it must have: "" for none; "quota" for a quota that does not suffice."""

    name: str
    code: str
    text: str


def main() -> int:
    """Run the script. Returns the exit code: 0 when every mistake is found, and nothing else."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--cloud", required=True)
    parser.add_argument("--truth", action="store_true", help="create a stack of each template as well")
    parser.add_argument(
        "--furnish", help="a cloud with more rights in the same project, which makes what the cases need"
    )
    options = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        sdk, ids = stack.enter_context(furnished(options.furnish or options.cloud))
        wait_for_deletions(sdk)
        stack.enter_context(lowered_quotas(sdk))
        snapshot = folder / "cloud.yaml"
        command = [sys.executable, "-m", "hotlint", "cloud", "snapshot", "--cloud", options.cloud, "-o", str(snapshot)]
        started = time.monotonic()
        subprocess.run([*command, "--with-ids", "--timeout", "120"], check=True, capture_output=True)
        print(f"snapshot: {time.monotonic() - started:.1f} s, {len(snapshot.read_text().splitlines())} lines")
        with_compute = "flavors:" in snapshot.read_text()
        listed = cases(ids, quotas(snapshot), with_compute, is_admin=not options.furnish)
        with network_off():
            found = {case.name: findings(case, folder, snapshot) for case in listed}
        truth: dict[str, str] = {}
        asked = connection(options.cloud) if options.furnish else sdk
        for case in listed if options.truth else ():
            truth[case.name] = refused(asked, case)
            print(f"{case.name}: {' '.join(truth[case.name].split())[:120] or 'created'}", file=sys.stderr, flush=True)
    return report(listed, found, truth)


def connection(cloud: str) -> Any:
    """Return a connection to a cloud of clouds.yaml."""
    import openstack

    return openstack.connect(cloud=cloud)


@contextmanager
def furnished(cloud: str) -> Iterator[tuple[Any, dict[str, str]]]:
    """Make what the cases need in a cloud, and remove it at the end. Yields the connection, and ids by name."""
    sdk = connection(cloud)
    made: list[tuple[Any, Any]] = []

    def make(create: Any, delete: Any, **fields: Any) -> Any:
        thing = create(**fields)
        made.append((delete, thing))
        return thing

    net, image = sdk.network, sdk.image
    try:
        ids = {}
        for name, external in (("web", False), ("twin", False), ("twin", False), ("out", True)):
            fields = {"is_router_external": True} if external else {}
            ids[name] = make(net.create_network, net.delete_network, name=f"{PREFIX}-{name}", **fields).id
        subnet = {"ip_version": 4, "network_id": ids["web"]}
        pools = [{"start": "10.77.0.10", "end": "10.77.0.200"}]
        ids["sub"] = make(
            net.create_subnet,
            net.delete_subnet,
            name=f"{PREFIX}-sub",
            cidr="10.77.0.0/24",
            allocation_pools=pools,
            **subnet,
        ).id
        outside = {"ip_version": 4, "network_id": ids["out"], "cidr": "198.51.100.0/24"}
        ids["outsub"] = make(net.create_subnet, net.delete_subnet, name=f"{PREFIX}-outsub", **outside).id
        ids["router"] = make(net.create_router, net.delete_router, name=f"{PREFIX}-router").id
        ids["group"] = make(net.create_security_group, net.delete_security_group, name=f"{PREFIX}-group").id
        fixed = [{"subnet_id": ids["sub"], "ip_address": "10.77.0.42"}]
        make(net.create_port, net.delete_port, name=f"{PREFIX}-port", network_id=ids["web"], fixed_ips=fixed)
        made_image = image.create_image(
            f"{PREFIX}-image",
            data=b"nothing",
            disk_format="raw",
            container_format="bare",
            wait=True,
            allow_duplicates=True,
        )
        made.append((image.delete_image, made_image))
        yield sdk, ids
    finally:
        for delete, thing in reversed(made):
            try:
                delete(thing)
            except Exception as exc:  # the rest is removed all the same
                print(f"not removed: {thing.name}: {exc}", file=sys.stderr)


def wait_for_deletions(sdk: Any) -> None:
    """Return when no stack is being deleted, or after two minutes: what goes away later does not count against a quota then."""
    end = time.monotonic() + 120
    while any(stack.status == "DELETE_IN_PROGRESS" for stack in sdk.orchestration.stacks()) and time.monotonic() < end:
        time.sleep(2)


@contextmanager
def lowered_quotas(sdk: Any) -> Iterator[None]:
    """Leave room for two more routers and security groups while the block runs, if the cloud permits it."""
    net, project = sdk.network, sdk.session.get_project_id()
    kept = net.get(f"/quotas/{project}").json()["quota"]
    used = {"router": len(list(net.routers(project_id=project)))}
    used["security_group"] = len(list(net.security_groups(project_id=project)))
    answer = net.put(f"/quotas/{project}", json={"quota": {name: count + ROOM for name, count in used.items()}})
    if answer.status_code >= 400:
        print(f"the quotas stay as they are: {answer.status_code}", file=sys.stderr)
    try:
        yield
    finally:
        if answer.status_code < 400:
            net.put(f"/quotas/{project}", json={"quota": {name: kept[name] for name in used}})


def quotas(snapshot: Path) -> dict[str, dict[str, int]]:
    """Return the quotas of the network service in a snapshot."""
    from hotlint.cloud.snapshot_reader import plain_snapshot

    found: dict[str, dict[str, int]] = plain_snapshot(snapshot.read_text())["quotas"]["network"]
    return found


def template(*resources: str, parameters: str = "") -> str:
    """Return a template with resources, named r0, r1, ..."""
    listed = "".join(f"  r{n}: {text}\n" for n, text in enumerate(resources))
    return f"{HEAD}{parameters}resources:\n{listed}"


def port(fixed_ips: str, network: str = f"{PREFIX}-web") -> str:
    """Return a port with fixed addresses."""
    return f"{{type: OS::Neutron::Port, properties: {{network: {network}, fixed_ips: [{fixed_ips}]}}}}"


def of(kind: str, properties: str) -> str:
    """Return a resource."""
    return f"{{type: {kind}, properties: {{{properties}}}}}"


def cases(ids: dict[str, str], limits: dict[str, dict[str, int]], with_compute: bool, is_admin: bool) -> list[Case]:
    """Return the mistakes, and the templates that are right."""
    found = [*_names(ids), *_addresses(), *_quotas(limits), *_right(ids, is_admin)]
    if not with_compute:
        return [*found, *_types()]
    return [*found, *(Case(c.name, c.code, template(*c.resources)) for c in compute_cases())]


def _names(ids: dict[str, str]) -> list[Case]:
    web, sub = f"{PREFIX}-web", f"{PREFIX}-sub"
    member = "{resource_def: " + of("OS::Neutron::Port", f"network: {web}x") + "}"
    default = (
        f"parameters:\n  n: {{type: string, default: {web}x, constraints: [{{custom_constraint: neutron.network}}]}}\n"
    )
    wrong = [
        of("OS::Neutron::Port", f"network: {web}x"),
        of("OS::Neutron::Port", f"network: {ids['web'][:-1]}z"),
        of("OS::Neutron::Port", f"network: {web}, fixed_ips: [{{subnet: {sub}x}}]"),
        of("OS::Neutron::Port", f"network: {web}, security_groups: [{PREFIX}-grp]"),
        of("OS::Neutron::Port", f"network: {web}, qos_policy: gold"),
        of("OS::Neutron::Net", "qos_policy: gold"),
        of("OS::Neutron::Subnet", f"network: {web}x, cidr: 10.90.0.0/24"),
        of("OS::Neutron::Subnet", f"network: {web}, cidr: 10.90.0.0/24, subnetpool: pool"),
        of("OS::Neutron::RouterInterface", f"router: {PREFIX}-ruoter, subnet: {sub}"),
        of("OS::Neutron::RouterInterface", f"router: {PREFIX}-router, subnet: {sub}x"),
        of("OS::Neutron::Router", "external_gateway_info: {network: nowhere}"),
        of("OS::Neutron::FloatingIP", "floating_network: nowhere"),
        of("OS::Neutron::SecurityGroupRule", f"security_group: {PREFIX}-grp, protocol: tcp"),
        of("OS::Neutron::SecurityGroup", "rules: [{remote_mode: remote_group_id, remote_group_id: nobody}]"),
        of("OS::Keystone::User", "name: hotlint-snap-user, roles: [{role: membre, project: admin}]"),
        of("OS::Heat::ResourceGroup", member[1:-1]),
    ]
    found = [Case(f"name {n}", "HOT521", template(text)) for n, text in enumerate(wrong)]
    found.append(
        Case(
            "name of a parameter",
            "HOT521",
            template(of("OS::Heat::Value", "value: {get_param: n}"), parameters=default),
        )
    )
    found.append(Case("ambiguous name", "HOT522", template(of("OS::Neutron::Port", f"network: {PREFIX}-twin"))))
    subnet = of("OS::Neutron::Subnet", f"network: {PREFIX}-twin, cidr: 10.90.0.0/24")
    found.append(Case("ambiguous name of a subnet's network", "HOT522", template(subnet)))
    inside = of("OS::Neutron::FloatingIP", f"floating_network: {web}")
    gateway = of("OS::Neutron::Router", f"external_gateway_info: {{network: {web}}}")
    return [
        *found,
        Case("floating IP inside", "HOT525", template(inside)),
        Case("gateway inside", "HOT525", template(gateway)),
    ]


def _addresses() -> list[Case]:
    sub, web = f"{PREFIX}-sub", f"{PREFIX}-web"
    net = "{type: OS::Neutron::Net}"
    own = of("OS::Neutron::Subnet", "network: {get_resource: r0}, cidr: 10.91.0.0/24")
    outside = of("OS::Neutron::FloatingIP", f"floating_network: {PREFIX}-out, floating_ip_address: 192.0.2.9")
    gateway = f"network: {PREFIX}-out, external_fixed_ips: [{{subnet: {PREFIX}-outsub, ip_address: 192.0.2.9}}]"
    wrong = {
        "outside of the subnet": [port(f"{{subnet: {sub}, ip_address: 10.78.0.5}}")],
        "outside of the network": [port("{ip_address: 192.0.2.7}")],
        "of another family": [port(f"{{subnet: {sub}, ip_address: '2001:db8::7'}}")],
        "in use": [port(f"{{subnet: {sub}, ip_address: 10.77.0.42}}")],
        "in use in the network": [port("{ip_address: 10.77.0.42}")],
        "network address": [port(f"{{subnet: {sub}, ip_address: 10.77.0.0}}")],
        "broadcast address": [port(f"{{subnet: {sub}, ip_address: 10.77.0.255}}")],
        "twice": [port("{ip_address: 10.77.0.60}"), port("{ip_address: 10.77.0.60}")],
        "subnet of another network": [port(f"{{subnet: {PREFIX}-outsub, ip_address: 198.51.100.9}}")],
        "outside of an own subnet": [
            net,
            own,
            port("{subnet: {get_resource: r1}, ip_address: 10.92.0.4}", "{get_resource: r0}"),
        ],
        "floating address": [outside],
        "address of a gateway": [of("OS::Neutron::Router", f"external_gateway_info: {{{gateway}}}")],
        "overlap": [of("OS::Neutron::Subnet", f"network: {web}, cidr: 10.77.0.0/16")],
        "overlap within": [of("OS::Neutron::Subnet", f"network: {web}, cidr: 10.77.0.128/25")],
        "overlap of own subnets": [
            net,
            own,
            of("OS::Neutron::Subnet", "network: {get_resource: r0}, cidr: 10.91.0.0/25"),
        ],
    }
    return [Case(f"address {name}", "HOT523", template(*texts)) for name, texts in wrong.items()]


def _types() -> list[Case]:
    return [
        Case("type of a missing service", "HOT501", template("{type: OS::Nova::KeyPair, properties: {name: k}}")),
        Case(
            "type of another missing service", "HOT501", template("{type: OS::Cinder::Volume, properties: {size: 1}}")
        ),
    ]


def _quotas(limits: dict[str, dict[str, int]]) -> list[Case]:
    def many(kind: str, name: str) -> Case:
        left = limits[name]["limit"] - limits[name]["used"]
        return Case(
            f"quota {name}",
            "quota",
            template(of("OS::Heat::ResourceGroup", f"count: {left + 1}, resource_def: {{type: {kind}}}")),
        )

    return [many("OS::Neutron::Router", "routers"), many("OS::Neutron::SecurityGroup", "security_groups")]


def _right(ids: dict[str, str], is_admin: bool) -> list[Case]:
    web, sub = f"{PREFIX}-web", f"{PREFIX}-sub"
    address = ", floating_ip_address: 198.51.100.77" if is_admin else ""
    ports = "port_range_min: 4000, port_range_max: 4001"
    right = [
        [of("OS::Neutron::Port", f"network: {web}, security_groups: [{PREFIX}-group]")],
        [of("OS::Neutron::Port", f"network: {ids['twin']}")],
        [port(f"{{subnet: {sub}, ip_address: 10.77.0.43}}")],
        [port("{ip_address: 10.77.0.250}")],
        [of("OS::Neutron::RouterInterface", f"router: {PREFIX}-router, subnet: {sub}")],
        [of("OS::Neutron::Router", f"external_gateway_info: {{network: {PREFIX}-out}}")],
        [of("OS::Neutron::FloatingIP", f"floating_network: {PREFIX}-out{address}")],
        [of("OS::Neutron::Subnet", f"network: {web}, cidr: 10.79.0.0/24")],
        [of("OS::Heat::ResourceGroup", "count: 1, resource_def: {type: OS::Neutron::Net}")],
        ["{type: OS::Neutron::Net}", of("OS::Neutron::Subnet", "network: {get_resource: r0}, cidr: 10.77.0.0/24")],
        [of("OS::Neutron::SecurityGroupRule", f"security_group: {PREFIX}-group, protocol: tcp, {ports}")],
        [of("OS::Neutron::Port", f"network: {web}, security_groups: [default], admin_state_up: false")],
        [
            of(
                "OS::Neutron::SecurityGroup",
                f"rules: [{{remote_mode: remote_group_id, remote_group_id: {ids['group']}}}]",
            )
        ],
        [of("OS::Neutron::FloatingIP", f"floating_network: {PREFIX}-out, floating_subnet: {PREFIX}-outsub")],
    ]
    return [Case(f"right {n}", "", template(*texts)) for n, texts in enumerate(right)]


@contextmanager
def network_off() -> Iterator[None]:
    """Let every attempt to open a connection fail while the block runs."""

    def refuse(*_: Any, **__: Any) -> NoReturn:
        raise AssertionError("the network is off")

    kept = socket.socket.connect, socket.getaddrinfo
    socket.socket.connect, socket.getaddrinfo = refuse, refuse  # type: ignore[method-assign]
    try:
        yield
    finally:
        socket.socket.connect, socket.getaddrinfo = kept  # type: ignore[method-assign]


def findings(case: Case, folder: Path, snapshot: Path) -> list[str]:
    """Return the findings of errors and warnings in a template, and "quota" for a quota that does not suffice."""
    import hotlint
    from hotlint.cli.main import main as run

    path, config, report_path = folder / "t.yaml", folder / ".hotlint.yaml", folder / "quota.json"
    path.write_text(case.text)
    config.write_text(f"target: {snapshot}\n")
    found = [d.code for d in hotlint.check(str(path), config=str(config)).diagnostics if d.severity != "info"]
    run(["preview", str(path), "--quota", "-f", "json", "--target", str(snapshot), "-o", str(report_path)])
    return [*found, *(["quota"] if json.loads(report_path.read_text())["exceeded"] else [])]


def refused(sdk: Any, case: Case) -> str:
    """Return why a cloud refuses a stack, or fails to create it; "" where it creates it. The stack is removed.

    Each stack has a name of its own: one that is still being deleted, or cannot be, is in the way of no other.
    """
    heat, name = sdk.orchestration, f"{PREFIX}-{uuid4().hex[:12]}"
    body = {"stack_name": name, "template": case.text, "disable_rollback": True, "timeout_mins": 5}
    answer = heat.post("/stacks", json=body)
    if answer.status_code >= 400:
        return str(answer.json().get("error", {}).get("message", answer.text))
    while True:
        found = heat.get(f"/stacks/{name}").json()["stack"]
        if not found["stack_status"].endswith("IN_PROGRESS"):
            break
        time.sleep(1)
    heat.delete(f"/stacks/{name}/{found['id']}")
    end = time.monotonic() + 60
    while heat.get(f"/stacks/{name}").status_code == 200 and time.monotonic() < end:
        time.sleep(1)
    return "" if found["stack_status"] == "CREATE_COMPLETE" else str(found["stack_status_reason"])


def report(listed: list[Case], found: dict[str, list[str]], truth: dict[str, str]) -> int:
    """Print what was found of each case and the figures. Returns the exit code."""
    good = 0
    for case in listed:
        fits = case.code in found[case.name] if case.code else not found[case.name]
        agrees = not truth or bool(truth[case.name]) == bool(case.code)
        good += fits and agrees
        reason = " ".join(truth.get(case.name, "").split())[:90]
        said = f"  cloud: {reason or 'creates it'}" if truth else ""
        seen = "" if fits else f"  hotlint: {found[case.name]}"
        if not fits or not agrees or truth:
            print(f"{'ok ' if fits and agrees else 'NOT'} {case.name} ({case.code or 'right'}){seen}{said}")
    mistakes = [case for case in listed if case.code]
    caught = sum(1 for case in mistakes if case.code in found[case.name])
    quiet = sum(1 for case in listed if not case.code and not found[case.name])
    print(
        f"mistakes found with the network off: {caught} of {len(mistakes)}; quiet: {quiet} of {len(listed) - len(mistakes)}"
    )
    if truth:
        print(f"the cloud agrees in {sum(bool(truth[c.name]) == bool(c.code) for c in listed)} of {len(listed)}")
    return 0 if good == len(listed) else 1


if __name__ == "__main__":
    raise SystemExit(main())
