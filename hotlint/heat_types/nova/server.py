from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint.cloud.addresses import parse_address
from hotlint.common.annotations import TYPE_CHECKING, Any
from hotlint.heat_types._hints import unlike_ids
from hotlint.heat_types._shared import claim, is_answer, mappings_in, part, ports_of, volume_costs
from hotlint.heat_types.base import FixedAddress, Follows, HeatType, Waits
from hotlint.heat_types.cinder.volume_attachment import attached_twice
from hotlint.heat_types.glance._disk import required_disk, required_memory
from hotlint.heat_types.ignored import Ignored
from hotlint.heat_types.items import Item, is_complete, items, properties
from hotlint.heat_types.neutron._subnets import Address, lacks_address, subnets_of
from hotlint.heat_types.nova._boot import booted_image
from hotlint.heat_types.quotas import COMPUTE, NETWORK, Cost, Flavors
from hotlint.heat_types.refusals import METADATA_KEY, METADATA_KEY_WORDS, NOVA_NAME, Limit, Refusal
from hotlint.heat_types.rights import Right
from hotlint.language.values import MARKS, OMITTED, Partial, Value, equal
from hotlint.resource_types.property_relations import (
    AtMostOne,
    ExactlyOne,
    NotSupported,
    Reads,
    conflict,
    invalid,
    missing,
    quoted,
)
from hotlint.resource_types.property_values import Answer, PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.creation_order import CreationOrder
from hotlint.stacks.definition import Definition
from hotlint.stacks.neighbors import Key, Neighbors, key
from hotlint.stacks.records import StackResource

if TYPE_CHECKING:
    from hotlint.cloud.facts import CloudFacts
    from hotlint.stacks.update import RunningThing, StackUpdate

_MOST_USER_DATA = 65535
_WRAPPED = {"HEAT_CFNTOOLS": 6400, "SOFTWARE_CONFIG": 3100, "RAW": 0}
"""Bytes that Heat at least adds to user data, by its format (`build_userdata` in heat/engine/clients/os/nova.py)."""
_MOST_TAGS = 50
_NO_IMAGE = "with user_data_update_policy REBUILD, Heat hands the user data to Nova as the ID of an image"
_BOOLEANS = ("true", "false", "1", "0", "on", "off", "yes", "no", "y", "n", "t", "f")
_NETS = ("OS::Neutron::Net", "OS::Neutron::ProviderNet")

_SOURCES = ("volume_id", "snapshot_id", "image", "swap_size", "ephemeral_size", "ephemeral_format")
"""What a device of `block_device_mapping_v2` may be made of."""
_BOOTABLE = ("volume_id", "snapshot_id", "image")


class Server(HeatType):
    """OS::Nova::Server: something to boot from, devices with one source, and networks that can be made."""

    types = ("OS::Nova::Server",)
    ignored = (
        Ignored(
            "software_config_transport",
            "Heat then makes no deployments available to the server",
            "user_data_format",
            ("SOFTWARE_CONFIG",),
            True,
        ),
        Ignored(
            "deployment_swift_data",
            "Heat then makes no deployments available to the server",
            "user_data_format",
            ("SOFTWARE_CONFIG",),
            True,
        ),
        Ignored(
            "no_fixed_ips",
            "Heat does not send it to Neutron, and the port gets an address; use OS::Neutron::Port",
            within=("networks", "port_extra_properties"),
        ),
    )
    user_data = "user_data"
    rights = (
        Right("os_compute_api:servers:create:forced_host", ("availability_zone",), within=":"),
        Right("create_port:fixed_ips:ip_address", ("networks", "fixed_ip")),
    )
    made_for = "nova.server"
    names_things = {
        ("availability_zone",): "compute zone",
        ("security_groups",): "neutron.security_group",
        ("networks", "subnet"): "neutron.subnet",
    }
    value_services = {"software_config_transport": {"POLL_TEMP_URL": "object-store", "ZAQAR_MESSAGE": "messaging"}}
    echoes = ("name",)
    follows = {"networks": ("accessIPv4", "accessIPv6", "addresses", "first_address")}
    allocated = dict.fromkeys(("addresses", "first_address", "networks"), Follows("networks", ("fixed_ip", "port")))
    always_new = ("instance_name",)
    secret_attributes = ("os_collect_config", "console_urls")
    own_attributes = ("name", "os_collect_config")
    shown_properties = ("name", "metadata", "key_name")
    is_kept_while_it_exists = True
    lost_when_gone = "the local disks and addresses of server"
    unavailable_when_replaced = "until its replacement has started (minutes)"
    interrupted_by = {
        "flavor": "while it is resized (minutes)",
        "image": "while it is rebuilt, which empties its disk (minutes)",
        "networks": "while its ports change (seconds)",
    }
    looked_up = frozenset({("networks", "network"), ("networks", "port"), ("networks", "subnet")})
    thing = "the server"
    # Source: nova/api/openstack/compute/schemas/servers.py
    limits = (
        NOVA_NAME,
        Limit("metadata", 1, 255, METADATA_KEY, METADATA_KEY_WORDS, of="keys"),
        Limit("metadata", 0, 255, of="values"),
        Limit("tags", 1, 60, r"[^,/]*", "has neither , nor /", of="values"),
        Limit("availability_zone", 0, 255, r"[^:]*(:[^:]*){0,2}", "has at most two colons"),
    )
    service_demands = (
        "'user_data' has at most 65535 bytes once it is encoded in base64, with the parts that Heat adds for its format",
        "each port of 'networks' is given once, in one server",
        "each network of 'networks' has a subnet, and 'fixed_ip' is an address of one",
        "no two servers have one 'fixed_ip' in one network",
        "each port of 'networks' has an address",
        "a volume that the server boots of is made of something, such as an image",
        "a volume is attached once, unless it has 'multiattach'",
        "a 'flavor' of the template has the memory, and without a volume the disk, that the 'image' requires",
        "'ephemeral_size' and 'swap_size' in 'block_device_mapping_v2' are at most what the flavor has",
        "at most 50 'tags' are given",
        "'volume_size' in 'block_device_mapping_v2' is given with an 'image', and at least the 'min_disk' of the image",
        "'reservation_id' is not given, and 'group', 'different_host' and 'same_host' in 'scheduler_hints' are IDs",
    )
    settings = (
        "'networks' are given (Nova's API requires them since version 2.37, which Heat uses wherever the cloud has it)",
    )
    waits_for = {"OS::Neutron::Subnet": Waits(("networks",), ("network",))}
    reads = (Reads((
        "image", "block_device_mapping", "block_device_mapping_v2", "flavor", "networks", "metadata",
        "user_data_format", "personality", "tags",
    )),)  # fmt: skip
    relations = (
        AtMostOne(("block_device_mapping", "block_device_mapping_v2"), meaning="true"),
        ExactlyOne(("volume_id", "snapshot_id"), within=("block_device_mapping",)),
        NotSupported("personality", meaning="true", span=("14.0.0", None)),
    )
    demands = (
        "'image' or a bootable volume is given",
        "in 'block_device_mapping_v2', each device has exactly one source, and one device boots",
        "in 'networks', each one has 'network', 'port', 'subnet' or 'allocate_network'",
        "in 'networks', 'allocate_network' is given alone",
        "in 'networks', 'fixed_ip' and 'port' are not both given",
        "in 'networks', 'floating_ip' is given with 'port' or 'subnet'",
        "'security_groups' is given only when no network in 'networks' has a 'port'",
        "'metadata' of the resource has no 'deployments' when 'user_data_format' is 'SOFTWARE_CONFIG'",
    )
    asks = (
        "Nova how much metadata and how many files a server may have",
        "Nova whether it has the microversion that 'tags', 'volume_type' of a device and automatic networks need",
        "Nova and Glance whether the flavor is large enough for the image, and whether the image is active",
    )
    bad = ("{flavor: f}",)
    good = ("{flavor: f, image: i, networks: [{network: n}]}",)

    update_notes = {
        "flavor": "With `flavor_update_policy: REPLACE`, it replaces the server.",
        "image": "`image_update_policy` decides: REBUILD, its default, wipes the disk of the server, and REPLACE replaces the server.",
        "user_data": "`user_data_update_policy` decides: REPLACE is its default, REBUILD fails, IGNORE leaves it as it is.",
    }

    def fails_to_change(self, old: StackResource, new: StackResource, update: StackUpdate) -> str:
        is_rebuilt = new.values.get("user_data_update_policy") == "REBUILD"
        data = (one.values.get("user_data") for one in (old, new))
        return _NO_IMAGE if is_rebuilt and equal(*data) is False else ""

    def effect(self, name: str, was: Mapping[str, Value], values: Mapping[str, Value]) -> tuple[str, str] | None:
        if name not in _POLICIES:
            return None
        policy, default = _POLICIES[name]
        chosen = values.get(policy) or default
        if chosen == "REPLACE":
            return "replace", f"a new {name} replaces a server whose {policy} is REPLACE"
        return ("unknown", f"{policy} is not known") if isinstance(chosen, MARKS) else None

    def shown(self, attributes: Mapping[str, Any], name: str) -> Value:
        if not is_answer(attributes):
            return attributes.get(name, OMITTED)
        addresses = attributes.get("addresses")
        if name == "first_address" and isinstance(addresses, dict):
            listed = [addresses[network] for network in sorted(addresses, reverse=True) if addresses[network]]
            return str(listed[0][0].get("addr") or "") if listed else ""
        if name == "instance_name":
            return attributes.get("OS-EXT-SRV-ATTR:instance_name", OMITTED)
        return attributes.get(name, OMITTED) if name in _SHOWN else OMITTED

    def fails_by_now(
        self, changed: Mapping[str, tuple[Value, Value]], runs: RunningThing, cloud: CloudFacts | None
    ) -> str:
        return _smaller_disk(*changed["flavor"], runs, cloud) if "flavor" in changed and cloud is not None else ""

    def holds(self, values: Mapping[str, Value]) -> set[str]:
        listed = [values.get(name) for name in ("block_device_mapping", "block_device_mapping_v2")]
        devices = [device for each in listed if isinstance(each, list) for device in each if isinstance(device, dict)]
        return {device["volume_id"] for device in devices if isinstance(device.get("volume_id"), str)}

    def waits(self, owner: StackResource, other: StackResource, order: CreationOrder) -> bool:
        """Return whether a server waits for a subnet of its network, or of any where one of both is not known yet."""
        networks, network = owner.values.get("networks"), other.values.get("network")
        if not isinstance(networks, list):
            return networks is not None and order.unknown_is_same
        named = (part(one, "network") for one in networks)
        is_unknown_yet = bool(networks) and order.is_same(network, None)
        return is_unknown_yet or any(name is None or order.is_same(name, network) for name in named)

    def costs(self, values: Mapping[str, Value], flavors: Flavors) -> Iterator[Cost]:
        return costs(values, flavors)

    def fixed_addresses(self, values: Mapping[str, Value]) -> Iterator[FixedAddress]:
        for path, item in mappings_in(values, "networks"):
            yield from claim(path, item, "fixed_ip", item.get("network"), item.get("subnet"))

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        server = properties(owner)
        size, more = _user_data_size(server, stack)
        if size > _MOST_USER_DATA:
            yield server.refuse("user_data", f"it has {more}{size} bytes in base64, more than {_MOST_USER_DATA}")
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
        yield from _local_disks(server, stack)
        yield from _flavor(server, stack)
        wanted = server.text("reservation_id")
        if wanted and wanted.lower() not in _BOOLEANS:
            yield server.refuse("reservation_id", f"Nova takes true or false for it, not '{wanted}'")
        elif wanted:
            message = "Nova then answers with a reservation or with a server, and Heat's client looks for the other one"
            yield Refusal(
                owner, ("reservation_id",), message, "heat", ending="the creation fails, and the server stays"
            )
        yield from unlike_ids(server, "group", "different_host", in_lists=("same_host",))

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        yield from _metadata(values, it)
        yield from devices(values, it.type)
        yield from networks(values, it.type, it.release)


_POLICIES = {
    "flavor": ("flavor_update_policy", None),
    "image": ("image_update_policy", "REBUILD"),
    "user_data": ("user_data_update_policy", "REPLACE"),
}
"""Properties whose change replaces a server if another property says so, with the default of that property."""
_SHOWN = ("accessIPv4", "accessIPv6", "addresses", "name", "tags")
"""Attributes that Nova shows under their own name."""


def _smaller_disk(old: Value, new: Value, runs: RunningThing, cloud: CloudFacts) -> str:
    """Return why Nova does not resize a server that boots from an image.

    Nova keeps the disk of the flavor that a server was created with as the least that its image needs.
    """
    if not runs.properties.get("image"):
        return ""
    flavors = (runs.properties.get("flavor"), new)  # `old` may be redacted
    found = [cloud.find("nova.flavor", flavor) for flavor in flavors if isinstance(flavor, str)]
    disks = [things[0].entry.get("disk") for things in found if len(things) == 1]
    before, after = disks if len(disks) == 2 else (None, None)
    if not isinstance(before, int) or not isinstance(after, int) or after >= before:
        return ""
    if after == 0:
        return f"Nova resizes no server to a flavor without a disk, and '{new}' has none"
    is_first = runs.is_as_created
    return f"Nova makes no disk smaller, and '{new}' has {after} GiB, '{old}' {before} GiB" if is_first else ""


def costs(values: Mapping[str, Value], flavors: Flavors) -> Iterator[Cost]:
    """Yield what a server with these properties takes of the quotas of a project."""
    yield Cost((COMPUTE, "instances"), 1)
    flavor = flavors(values.get("flavor"))
    for name, entry in (("cores", "vcpus"), ("ram", "ram")):
        amount = flavor.get(entry) if flavor is not None else None
        yield Cost((COMPUTE, name), amount if isinstance(amount, int) else None, "its flavor")
    yield from _port_costs(values.get("networks"))
    for name in ("block_device_mapping_v2", "block_device_mapping"):
        yield from _volume_costs(values.get(name))


def _port_costs(networks: Value) -> Iterator[Cost]:
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


def _volume_costs(mapping: Value) -> Iterator[Cost]:
    """Yield the volumes that Nova makes for a server, from an image or a snapshot."""
    listed = mapping.known if isinstance(mapping, Partial) else mapping
    for item in listed if isinstance(listed, list) else ():
        known = item.known if isinstance(item, Partial) else item
        if not isinstance(known, dict) or known.get("volume_id") is not None:
            continue
        if any(known.get(name) is not None for name in ("image", "image_id", "snapshot_id")):
            yield from volume_costs(known.get("volume_size"))


def _user_data_size(server: Item, stack: Neighbors) -> tuple[int, str]:
    """Return the bytes of user data in base64, 0 where they are not known, and the words for what is counted with it."""
    kind = server["user_data_format"] or "HEAT_CFNTOOLS"
    if kind not in _WRAPPED:
        return 0, ""
    config = stack.maker(server["user_data"], *_CONFIGS) if kind != "HEAT_CFNTOOLS" else None
    held = properties(config) if config is not None else None
    parts = list(items(held, "parts")) if held is not None else []
    texts = [
        text for one in parts or [held or server] if (text := one.text("config" if held else "user_data")) is not None
    ]
    added = (
        _WRAPPED[kind] if not any(text.lstrip().startswith("{") for text in texts) else 0
    )  # JSON may be one of Ignition
    found = [text.encode(errors="surrogatepass") for text in texts]
    size = added + sum(len(one) if one.isascii() or not added else -(-len(one) // 3) * 4 for one in found)
    return (-(-size // 3) * 4 if texts else 0), f"with what Heat adds for {kind} at least " if added else ""


_CONFIGS = ("OS::Heat::SoftwareConfig", "OS::Heat::MultipartMime")


def _networks(server: Item, stack: Neighbors) -> Iterator[Refusal]:
    """Yield what is wrong with the networks of a server."""
    seen: set[Key] = set()
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
            message = f"{network['fixed_ip']} is that of server '{other.place}' in the same network as well"
            yield network.refuse("fixed_ip", message, "neighbor", other)
            return
        maker = stack.maker(network["network"], *_NETS)
        known = subnets_of(network["network"], server.owner, stack) if maker is not None else None
        if known is None or maker is None:
            continue
        if not known:
            message = f"network '{maker.place}' has no subnet"
            yield network.refuse("network", message, "neighbor", maker)
            return
        address = parse_address(network.text("fixed_ip") or "")
        if address is not None and not any(subnet.can_hold(address) for subnet in known):
            names = ", ".join(f"'{s.name}' ({s.cidr})" for s in known[:5])
            yield network.refuse(
                "fixed_ip", f"{address} is outside of subnet{'s' * (len(known) > 1)} {names}", "neighbor", maker
            )
            return


def _taken_by(network: Item, stack: Neighbors) -> StackResource | None:
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


def _fixed_ips(server: StackResource) -> Iterator[Address | None]:
    return (parse_address(network.text("fixed_ip") or "") for network in items(properties(server), "networks"))


def _devices(server: Item, stack: Neighbors) -> Iterator[Refusal]:
    """Yield volumes that something else attaches, and volumes of images that have no size, or are smaller than the image requires."""
    for name in ("block_device_mapping", "block_device_mapping_v2"):
        for device in items(server, name):
            yield from attached_twice(device, stack)
            yield from _blank(device, stack) if server["image"] is None else ()
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


def _blank(device: Item, stack: Neighbors) -> Iterator[Refusal]:
    """Yield that a server boots of a volume of the template that nothing is on."""
    volume = stack.maker(device["volume_id"], "OS::Cinder::Volume")
    is_first = device["boot_index"] == 0 or device["device_name"] == "vda"
    sources = ("image", "imageRef", "snapshot_id", "source_volid", "backup_id")
    if volume is not None and is_first and all(volume.values.get(name) in (None, "") for name in sources):
        message = f"volume '{volume.place}' is made of no image, and no server boots of it"
        yield device.refuse("volume_id", message, "neighbor", volume)


def _offer(server: Item, stack: Neighbors) -> tuple[StackResource | None, Mapping[str, Value] | None]:
    """Return what makes the flavor of a server, None for one of the cloud, and what the flavor has, None where it is not known."""
    made = stack.maker(server["flavor"], "OS::Nova::Flavor")
    listed = stack.cloud.find("nova.flavor", server.text("flavor") or "") if stack.cloud is not None else ()
    return made, made.values if made is not None else listed[0].entry if len(listed) == 1 else None


def _local_disks(server: Item, stack: Neighbors) -> Iterator[Refusal]:
    """Yield that the local disks of a server, or its swap, are larger than its flavor has."""
    made, offer = _offer(server, stack)
    for name, of_flavor, unit in (("ephemeral_size", "ephemeral", "GiB"), ("swap_size", "swap", "MiB")):
        devices_ = [one for one in items(server, "block_device_mapping_v2") if one.number(name)]
        size = sum(one.number(name) or 0 for one in devices_)
        has = offer.get(of_flavor) or 0 if offer is not None else None
        if isinstance(has, int) and size > has:
            message = f"{size} {unit} are more than the flavor has ({has})"
            yield devices_[0].refuse(name, message, "neighbor" if made is not None else "setting", made)


def _flavor(server: Item, stack: Neighbors) -> Iterator[Refusal]:
    """Yield that a flavor of the template, or of the cloud with an image of the template, is too small for the image."""
    made, offer = _offer(server, stack)
    given = server["image"]
    wanted = booted_image(server.owner) if given is None else given
    if offer is None or wanted is None:
        return
    for name, unit, (image, least, other) in (
        ("ram", "MiB of memory", required_memory(wanted, stack)),
        ("disk", "GiB of disk", required_disk(given, stack)),
    ):
        has = offer.get(name)
        if not isinstance(has, int) or least is None or (made is None and other is None):
            continue
        if has < least and (has or name == "ram"):
            message = f"{has} {unit} are less than image '{image}' requires ({least})"
            yield server.refuse("flavor", message, "neighbor", made or other)
            return


def _port(network: Item, port: Key, stack: Neighbors) -> Iterator[Refusal]:
    """Yield what is wrong with a port of a server: another server has it, or it has no address."""
    owner = network.owner
    for other in stack.rivals(owner, stack.sharing(port, ports_of, "OS::Nova::Server")):
        message = f"the port is that of server '{other.place}' as well"
        yield network.refuse("port", message, "neighbor", other)
        return
    maker = stack.maker(network["port"], "OS::Neutron::Port")
    if maker is None or not stack.are_together(owner, maker):
        return
    if lacks_address(maker, stack):
        yield network.refuse("port", f"port '{maker.place}' has no address", "neighbor", maker)


def devices(values: PropertyValues, owner: str) -> Iterator[PropertyProblem]:
    """Yield the problems of a server's devices: each needs one source, and the server one to boot from."""
    boot: list[Answer] = [values.is_set("image")]
    mappings = list(values.items("block_device_mapping_v2"))
    for device in mappings:
        yield from _device(device, owner)
        boot += _boots(device)
    old = [device.is_one_of("device_name", ("vda",)) for device in values.items("block_device_mapping")]
    unread = any(_is_unread(values[name]) for name in ("block_device_mapping", "block_device_mapping_v2"))
    if unread or None in boot or None in old:
        return
    if not any(boot) and not any(old):
        yield missing(values, "image", f"{owner} requires 'image' or a bootable volume")
    elif mappings and boot.count(True) != 1:
        message = f"{owner} requires exactly one device to boot from, not {boot.count(True)}"
        yield invalid(values, "block_device_mapping_v2", message)


def _device(device: PropertyValues, owner: str) -> Iterator[PropertyProblem]:
    """Yield the problems of one device: it is made of exactly one source."""
    ephemeral = device.is_true("ephemeral_size"), device.is_true("ephemeral_format")
    answers: list[Answer] = [device.is_set(name) for name in _SOURCES[:4]]
    answers.append(_either(*ephemeral) if True in ephemeral or None in ephemeral else _zero(device))
    if None in answers:
        return
    if answers.count(True) > 1:
        given = [name for name in _SOURCES if device.is_set(name)]
        yield conflict(device, given[1], f"a device of {owner} takes only one of {quoted(_SOURCES)}")
    elif not any(answers):
        yield missing(device, "volume_id", f"a device of {owner} requires one of {quoted(_SOURCES)}")


def _zero(device: PropertyValues) -> Answer:
    """Whether Heat counts an ephemeral disk without size and format: `0 or None` does not count, `None or ''` does."""
    return device.is_set("ephemeral_format")


def _either(first: Answer, second: Answer) -> Answer:
    return True if first or second else None


def _boots(device: PropertyValues) -> list[Answer]:
    """The sources of a device that a server would boot from, unknown ones as None."""
    first = device.is_one_of("boot_index", (0, None))
    return [None if first is None or answer is None else first and answer for answer in map(device.is_set, _BOOTABLE)]


def _is_unread(value: Value) -> bool:
    """Whether a list may have more, or other, items than are known."""
    items = value if isinstance(value, list) else []
    return isinstance(value, MARKS) or any(isinstance(item, MARKS) for item in items)


def networks(values: PropertyValues, owner: str, release: tuple[int, ...] | None) -> Iterator[PropertyProblem]:
    """Yield the problems of a server's networks."""
    listed = list(values.items("networks"))
    for network in listed:
        yield from _network(network, owner, release)
    automatic = [network for network in listed if network.is_true("allocate_network")]
    if automatic and len(listed) > 1:
        message = f"{owner} takes 'allocate_network' only when it has one network, not {len(listed)}"
        yield conflict(automatic[0], "allocate_network", message)
    if values.is_true("security_groups") and any(network.is_set("port") for network in listed):
        message = f"{owner} takes 'security_groups' only when no network has a 'port': give them to the port"
        yield conflict(values, "security_groups", message)


def _network(network: PropertyValues, owner: str, release: tuple[int, ...] | None) -> Iterator[PropertyProblem]:
    """Yield the problems of one network."""
    name, port, subnet = network.is_set("network"), network.is_set("port"), network.is_set("subnet")
    automatic = network.is_true("allocate_network")
    if name is port is subnet is automatic is False:
        message = f"a network of {owner} requires one of 'network', 'port', 'subnet' or 'allocate_network'"
        yield missing(network, "network", message)
    others = [n for n in network.names() if n != "allocate_network" and network.is_set(n)]
    if automatic and others:
        message = f"a network of {owner} takes 'allocate_network' alone, not with '{others[0]}'"
        yield conflict(network, others[0], message)
    if network.is_true("fixed_ip") and port:
        yield conflict(network, "fixed_ip", f"a network of {owner} takes 'fixed_ip' or 'port', not both")
    extra = network.is_true("port_extra_properties") if release is None or release >= (27,) else False
    if network.is_set("floating_ip") and name and port is subnet is extra is False:
        message = f"a network of {owner} takes 'floating_ip' only with 'port' or 'subnet', not with 'network' alone"
        yield conflict(network, "floating_ip", message)


def _metadata(values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
    """Yield a problem when deployments that Heat is to keep in the metadata are written there by the template."""
    if values["user_data_format"] == "SOFTWARE_CONFIG" and "deployments" in it.metadata:
        message = f"'metadata' of {it.type} must not have 'deployments' when 'user_data_format' is 'SOFTWARE_CONFIG'"
        yield conflict(values, "user_data_format", message)
