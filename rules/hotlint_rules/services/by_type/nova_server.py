"""What Nova refuses of servers and server groups: long texts, ports given twice, and networks without a subnet."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hotlint.cloud.addresses import parse_address
from hotlint_rules.resources._cloud import Deployed
from hotlint_rules.services._limits import METADATA_KEY, METADATA_KEY_WORDS, NOVA_NAME, Limit
from hotlint_rules.services._model import Item, Refusal, ServiceRules, is_complete, items, mapping, properties
from hotlint_rules.services._neighbors import Neighbors, key
from hotlint_rules.services._subnets import Address, subnets_of
from hotlint_rules.services.by_type.cinder_volume import required_disk

_MOST_USER_DATA = 65535
_MOST_TAGS = 50
_BOOLEANS = ("true", "false", "1", "0", "on", "off", "yes", "no", "y", "n", "t", "f")
_ID = re.compile(r"[0-9a-fA-F]{8}(-?[0-9a-fA-F]{4}){3}-?[0-9a-fA-F]{12}")
_NETS = ("OS::Neutron::Net", "OS::Neutron::ProviderNet")


class ServerRules(ServiceRules):
    """What Nova refuses of OS::Nova::Server."""

    types = ("OS::Nova::Server",)
    service = "Nova"
    thing = "the server"
    source = "nova/api/openstack/compute/schemas/servers.py"
    limits = (
        NOVA_NAME,
        Limit("metadata", 1, 255, METADATA_KEY, METADATA_KEY_WORDS, of="keys"),
        Limit("metadata", 0, 255, of="values"),
        Limit("tags", 1, 60, r"[^,/]*", "has neither , nor /", of="values"),
        Limit("availability_zone", 0, 255, r"[^:]*(:[^:]*){0,2}", "has at most two colons"),
    )
    demands = (
        "'user_data' has at most 65535 bytes once it is encoded in base64",
        "each port of 'networks' is given once, in one server",
        "each network of 'networks' has a subnet, and 'fixed_ip' is an address of one",
        "no two servers have one 'fixed_ip' in one network",
        "each port of 'networks' has an address",
        "at most 50 'tags' are given",
        "'volume_size' in 'block_device_mapping_v2' is given with an 'image', and at least the 'min_disk' of the image",
        "'reservation_id' is true or false, and 'group', 'different_host' and 'same_host' in 'scheduler_hints' are IDs",
    )
    settings = (
        "'networks' are given (Nova's API requires them since version 2.37, which Heat uses wherever the cloud has it)",
    )

    def check(self, owner: Deployed, stack: Neighbors) -> Iterator[Refusal]:
        server = properties(owner)
        text = server.text("user_data")
        size = -(-len(text.encode(errors="surrogatepass")) // 3) * 4 if text is not None else 0
        if size > _MOST_USER_DATA:
            yield server.refuse("user_data", f"it has {size} bytes in base64, more than {_MOST_USER_DATA}")
        tags = server["tags"]
        if isinstance(tags, list) and len(tags) > _MOST_TAGS and is_complete(tags):
            yield server.refuse("tags", f"{len(tags)} tags are more than {_MOST_TAGS}")
        if server["networks"] is None or server["networks"] == []:
            message = "needs 'networks', which Nova's API has required since version 2.37 (Newton)"
            required = stack.cloud.has_microversion("compute", (2, 37)) if stack.cloud is not None else None
            if required is not False:
                yield Refusal(owner, (), message, "value" if required else "setting", of_type=True)
        yield from _networks(server, stack)
        yield from _devices(server, stack)
        wanted = server.text("reservation_id")
        if wanted and wanted.lower() not in _BOOLEANS:
            yield server.refuse("reservation_id", f"Nova takes true or false for it, not '{wanted}'")
        hints = mapping(server, "scheduler_hints")
        for name in ("group", "different_host", "same_host"):
            value = hints[name] if hints is not None else None
            for text in value if isinstance(value, list) else (value,) if name != "same_host" else ():
                if hints is not None and isinstance(text, str) and _ID.fullmatch(text) is None:
                    yield hints.refuse(name, f"'{text}' is not an ID")


def _networks(server: Item, stack: Neighbors) -> Iterator[Refusal]:
    """Yield what is wrong with the networks of a server."""
    seen: set[str] = set()
    for network in items(server, "networks"):
        port = key(network["port"])
        if port is not None:
            if port in seen:
                yield network.refuse("port", "the port is given twice")
                return
            seen.add(port)
            yield from _port(network, port, stack)
            continue
        if (other := _taken_by(network, stack)) is not None:
            message = f"{network['fixed_ip']} is that of server '{other.resource.name}' in the same network as well"
            yield network.refuse("fixed_ip", message, "neighbor", other)
            return
        maker = stack.maker(network["network"], *_NETS)
        known = subnets_of(network["network"], server.owner, stack) if maker is not None else None
        if known is None or maker is None:
            continue
        if not known:
            message = f"network '{maker.resource.name}' has no subnet"
            yield network.refuse("network", message, "neighbor", maker)
            return
        address = parse_address(network.text("fixed_ip") or "")
        if address is not None and not any(subnet.can_hold(address) for subnet in known):
            names = ", ".join(f"'{s.name}' ({s.cidr})" for s in known[:5])
            yield network.refuse(
                "fixed_ip", f"{address} is outside of subnet{'s' * (len(known) > 1)} {names}", "neighbor", maker
            )
            return


def _taken_by(network: Item, stack: Neighbors) -> Deployed | None:
    """Return another server that has the fixed address of a server in the same network or subnet; None without one."""
    address = parse_address(network.text("fixed_ip") or "")
    if address is None:
        return None
    for other in stack.rivals(network.owner, stack.sharing(address, _fixed_ips, "OS::Nova::Server")):
        for its in items(properties(other), "networks"):
            same = (key(network[name]) for name in ("network", "subnet") if key(network[name]) == key(its[name]))
            if any(same) and parse_address(its.text("fixed_ip") or "") == address:
                return other
    return None


def _fixed_ips(server: Deployed) -> Iterator[Address | None]:
    return (parse_address(network.text("fixed_ip") or "") for network in items(properties(server), "networks"))


def _devices(server: Item, stack: Neighbors) -> Iterator[Refusal]:
    """Yield volumes of images that have no size, or are smaller than the image requires."""
    for device in items(server, "block_device_mapping_v2"):
        size = device.number("volume_size")
        is_of_image = device.text("image") and device["volume_id"] is None and device["snapshot_id"] is None
        if is_of_image and device.is_known("volume_size", "volume_id", "snapshot_id") and not device["volume_size"]:
            yield device.refuse("", "'volume_size' must be given, since Nova makes a volume of the image")
            continue
        name, least, other = required_disk(device["image"], stack)
        if size is not None and least is not None and size < least:
            yield device.refuse(
                "volume_size", f"{size} GiB is less than image '{name}' requires ({least} GiB)", "neighbor", other
            )


def _ports(server: Deployed) -> Iterator[str | None]:
    return (key(network["port"]) for network in items(properties(server), "networks"))


def _port(network: Item, port: str, stack: Neighbors) -> Iterator[Refusal]:
    """Yield what is wrong with a port of a server: another server has it, or it has no address."""
    owner = network.owner
    for other in stack.rivals(owner, stack.sharing(port, _ports, "OS::Nova::Server")):
        message = f"the port is that of server '{other.resource.name}' as well"
        yield network.refuse("port", message, "neighbor", other)
        return
    maker = stack.maker(network["port"], "OS::Neutron::Port")
    if maker is None or not stack.are_together(owner, maker):
        return
    its = properties(maker)
    known = subnets_of(its["network"], maker, stack)
    without = its["fixed_ips"] is None and known is not None and not known
    if its["no_fixed_ips"] is True or without:
        yield network.refuse("port", f"port '{maker.resource.name}' has no address", "neighbor", maker)


class ServerGroupRules(ServiceRules):
    """What Nova refuses of OS::Nova::ServerGroup."""

    types = ("OS::Nova::ServerGroup",)
    service = "Nova"
    thing = "the server group"
    source = "nova/api/openstack/compute/schemas/server_groups.py"
    limits = (NOVA_NAME,)
    demands = ("'max_server_per_host' in 'rules' is at least 1",)

    def check(self, owner: Deployed, stack: Neighbors) -> Iterator[Refusal]:
        rules = mapping(properties(owner), "rules")
        most = rules.number("max_server_per_host") if rules is not None else None
        if rules is not None and most is not None and most < 1:
            yield rules.refuse("max_server_per_host", f"{most} is below 1")
