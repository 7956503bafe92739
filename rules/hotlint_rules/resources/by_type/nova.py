"""The own rules of Nova's resource types."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.language.values import MARKS, Value
from hotlint.resource_types.property_relations import (
    AnyOther,
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
from hotlint.rule import PropertyProblem, Resource, TemplateContext, TypeRules


class KeyPair(TypeRules):
    """OS::Nova::KeyPair: properties that the version of Nova takes."""

    types = ("OS::Nova::KeyPair",)
    source = "heat/engine/resources/openstack/nova/keypair.py"
    reads = (
        Reads(("type", "user")),
        Reads(("public_key",), span=("22.0.0", None)),
    )
    asks = (
        "Nova whether it has the microversions that 'type' and 'user' need",
        "Nova whether it has the microversion that requires 'public_key' (2.92)",
    )


class NovaQuota(TypeRules):
    """OS::Nova::Quota: at least one quota."""

    types = ("OS::Nova::Quota",)
    source = "heat/engine/resources/openstack/nova/quota.py"
    reads = (
        Reads(
            (
                "project",
                "cores",
                "fixed_ips",
                "floating_ips",
                "instances",
                "injected_files",
                "injected_file_content_bytes",
                "injected_file_path_bytes",
                "key_pairs",
                "metadata_items",
                "ram",
                "security_groups",
                "security_group_rules",
                "server_groups",
                "server_group_members",
            )
        ),
    )
    relations = (AnyOther("project"),)
    bad = ("{project: p}",)
    good = ("{project: p, cores: 5}",)


class Server(TypeRules):
    """OS::Nova::Server: something to boot from, devices with one source, and networks that can be made."""

    types = ("OS::Nova::Server",)
    source = "heat/engine/resources/openstack/nova/server.py"
    reads = (
        Reads(
            (
                "image",
                "block_device_mapping",
                "block_device_mapping_v2",
                "flavor",
                "networks",
                "metadata",
                "user_data_format",
                "personality",
                "tags",
            )
        ),
    )
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

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        yield from _metadata(values, resource, context)
        yield from devices(values, resource.type or "")
        yield from networks(values, resource.type or "", release)


_SOURCES = ("volume_id", "snapshot_id", "image", "swap_size", "ephemeral_size", "ephemeral_format")
"""What a device of `block_device_mapping_v2` may be made of."""
_BOOTABLE = ("volume_id", "snapshot_id", "image")


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


def _metadata(values: PropertyValues, resource: Resource, context: TemplateContext) -> Iterator[PropertyProblem]:
    """Yield a problem when deployments that Heat is to keep in the metadata are written there by the template."""
    part = context.template.part(resource, "metadata")
    if values["user_data_format"] != "SOFTWARE_CONFIG" or part is None or not isinstance(part.snippet, dict):
        return
    if "deployments" in part.snippet:
        message = (
            f"'metadata' of {resource.type} must not have 'deployments' when 'user_data_format' is 'SOFTWARE_CONFIG'"
        )
        yield conflict(values, "user_data_format", message)


class ServerGroup(TypeRules):
    """OS::Nova::ServerGroup: policies that the version of Nova has."""

    types = ("OS::Nova::ServerGroup",)
    source = "heat/engine/resources/openstack/nova/server_group.py"
    reads = (Reads(("policies", "rules")),)
    asks = ("Nova whether it has the microversions that soft policies and 'rules' need",)
