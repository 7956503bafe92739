"""What a resource takes of the quotas of a project: how many of which things OpenStack makes for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from hotlint.cloud.facts import CloudFacts
from hotlint.language.values import Partial, Unknown, Value

COMPUTE, NETWORK, VOLUME = "compute", "network", "block_storage"
Named = tuple[str, str]
"""A service, and what it counts: ("compute", "cores")."""


class Cost(NamedTuple):
    """What a resource takes of one quota; `amount` is None where it is not known, and `unknown` says what is not."""

    quota: Named
    amount: int | None
    unknown: str = ""


Flavors = Callable[[Value], Mapping[str, Any] | None]
"""Returns the entry of a flavor (vcpus, ram) for the value of a property; None where it is not known."""


def costs(type_name: str, values: Mapping[str, Value], flavors: Flavors) -> Iterator[Cost]:
    """Yield what a resource takes, by its type and its converted properties; nothing for a type that takes nothing."""
    if type_name in _ONE_OF:
        yield Cost(_ONE_OF[type_name], 1)
    elif type_name in _MORE:
        yield from _MORE[type_name](values, flavors)


def cloud_flavors(cloud: CloudFacts, made: Mapping[str, Mapping[str, Any]]) -> Flavors:
    """Return what finds flavors: those of a cloud, and those that the template makes, by the names of their resources."""

    def find(value: Value) -> Mapping[str, Any] | None:
        if isinstance(value, str):
            found = cloud.find("nova.flavor", value)
            return found[0].entry if len(found) == 1 else None
        if isinstance(value, Unknown) and len(value.origin) == 2 and value.origin[0] == "reference":
            return made.get(str(value.origin[1]))
        return None

    return find


_ONE_OF: Final[dict[str, Named]] = {
    "OS::Neutron::Net": (NETWORK, "networks"),
    "OS::Neutron::ProviderNet": (NETWORK, "networks"),
    "OS::Neutron::Subnet": (NETWORK, "subnets"),
    "OS::Neutron::Port": (NETWORK, "ports"),
    "OS::Neutron::Router": (NETWORK, "routers"),
    "OS::Neutron::FloatingIP": (NETWORK, "floating_ips"),
    "OS::Neutron::SecurityGroupRule": (NETWORK, "security_group_rules"),
    "OS::Nova::KeyPair": (COMPUTE, "key_pairs"),
    "OS::Nova::ServerGroup": (COMPUTE, "server_groups"),
}
"""Types of which each resource is one thing."""


def _server(values: Mapping[str, Value], flavors: Flavors) -> Iterator[Cost]:
    yield Cost((COMPUTE, "instances"), 1)
    flavor = flavors(values.get("flavor"))
    for name, key in (("cores", "vcpus"), ("ram", "ram")):
        amount = flavor.get(key) if flavor is not None else None
        yield (
            Cost((COMPUTE, name), amount, "its flavor")
            if isinstance(amount, int)
            else Cost((COMPUTE, name), None, "its flavor")
        )
    yield from _server_ports(values.get("networks"))
    for name in ("block_device_mapping_v2", "block_device_mapping"):
        yield from _server_volumes(values.get(name))


def _server_ports(networks: Value) -> Iterator[Cost]:
    """Yield the ports of a server: Nova, or Heat, makes one for each network that is given without a port."""
    listed = networks.known if isinstance(networks, Partial) else networks
    if not isinstance(listed, list) or not listed or isinstance(networks, Partial):
        yield Cost((NETWORK, "ports"), None, "its networks")
        return
    for item in listed:
        known = item.known if isinstance(item, Partial) else item
        if not isinstance(known, dict) or known.get("allocate_network") == "auto":
            yield Cost((NETWORK, "ports"), None, "its networks")
        elif known.get("allocate_network") != "none" and known.get("port") is None:
            yield Cost((NETWORK, "ports"), 1)


def _server_volumes(mapping: Value) -> Iterator[Cost]:
    """Yield the volumes that Nova makes for a server, from an image or a snapshot."""
    listed = mapping.known if isinstance(mapping, Partial) else mapping
    for item in listed if isinstance(listed, list) else ():
        known = item.known if isinstance(item, Partial) else item
        if not isinstance(known, dict) or known.get("volume_id") is not None:
            continue
        if any(known.get(name) is not None for name in ("image", "image_id", "snapshot_id")):
            yield from _volume({"size": known.get("volume_size")}, lambda value: None)


def _volume(values: Mapping[str, Value], flavors: Flavors) -> Iterator[Cost]:
    size = values.get("size")
    yield Cost((VOLUME, "volumes"), 1)
    yield Cost((VOLUME, "gigabytes"), size if isinstance(size, int) else None, "its size")


def _security_group(values: Mapping[str, Value], flavors: Flavors) -> Iterator[Cost]:
    """Yield a group and its rules; Neutron adds two for all traffic outward, which Heat removes for rules outward."""
    yield Cost((NETWORK, "security_groups"), 1)
    rules = values.get("rules")
    if rules is None:
        yield Cost((NETWORK, "security_group_rules"), 2)
    elif isinstance(rules, list) and all(isinstance(rule, dict) for rule in rules):
        outward = any(rule.get("direction") == "egress" for rule in rules)
        yield Cost((NETWORK, "security_group_rules"), len(rules) + (0 if outward else 2))
    else:
        yield Cost((NETWORK, "security_group_rules"), None, "its rules")


def _router_interface(values: Mapping[str, Value], flavors: Flavors) -> Iterator[Cost]:
    if values.get("port") is None:
        yield Cost((NETWORK, "ports"), 1)


def _instance(values: Mapping[str, Value], flavors: Flavors) -> Iterator[Cost]:
    yield from (c for c in _server({"flavor": values.get("InstanceType"), "networks": [{}]}, flavors))


_MORE: Final[dict[str, Callable[[Mapping[str, Value], Flavors], Iterator[Cost]]]] = {
    "OS::Nova::Server": _server,
    "AWS::EC2::Instance": _instance,
    "OS::Cinder::Volume": _volume,
    "OS::Neutron::SecurityGroup": _security_group,
    "OS::Neutron::RouterInterface": _router_interface,
}
