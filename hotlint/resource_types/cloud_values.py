"""The properties by which a resource names things of the cloud, such as an image or a network, and their values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint.cloud.facts import KINDS
from hotlint.common.records import NamedTuple
from hotlint.language.values import Partial, Value
from hotlint.resource_types.schema import Property, ResourceType

Path = tuple[str | int, ...]
WITHOUT_CONSTRAINT: dict[tuple[str, ...], str] = {
    ("OS::Nova::Server", "availability_zone"): "compute zone",
    ("OS::Nova::Server", "security_groups"): "neutron.security_group",
    ("OS::Nova::Server", "networks", "subnet"): "neutron.subnet",
    ("OS::Neutron::Port", "security_groups"): "neutron.security_group",
    ("OS::Neutron::Router", "external_gateway_info", "network"): "neutron.network",
    ("OS::Neutron::Router", "external_gateway_info", "external_fixed_ips", "subnet"): "neutron.subnet",
    ("OS::Cinder::Volume", "availability_zone"): "volume zone",
}
"""(type, property, nested property ...) -> kind, for properties that name a thing without a custom constraint."""
MAKERS = {
    "OS::Neutron::Net": "neutron.network",
    "OS::Neutron::ProviderNet": "neutron.network",
    "OS::Neutron::Subnet": "neutron.subnet",
    "OS::Neutron::Router": "neutron.router",
    "OS::Neutron::SecurityGroup": "neutron.security_group",
    "OS::Neutron::SubnetPool": "neutron.subnetpool",
    "OS::Neutron::QoSPolicy": "neutron.qos_policy",
    "OS::Nova::KeyPair": "nova.keypair",
    "OS::Nova::Flavor": "nova.flavor",
    "OS::Glance::Image": "glance.image",
    "OS::Glance::WebImage": "glance.image",
    "OS::Cinder::VolumeType": "cinder.vtype",
    "OS::Keystone::Role": "keystone.role",
    "OS::Designate::Zone": "designate.zone",
}
"""Resource type -> the kind of things that it makes, which have the name of its property `name`."""


class CloudValue(NamedTuple):
    """A known value that names a thing of the cloud: its path from the properties, its kind (`hotlint.cloud.facts.KINDS`)."""

    path: Path
    kind: str
    value: str


def cloud_values(resource_type: ResourceType, values: Mapping[str, Value]) -> Iterator[CloudValue]:
    """Yield the known values of a resource's properties that name things of the cloud; none of what is not known."""
    yield from _level(resource_type.properties, values, (), (resource_type.name,))


def kind_of(schema: Property) -> str | None:
    """Return the kind of things that a property names, by its custom constraint; None for any other."""
    named = (c.args for c in schema.constraints if c.kind == "custom_constraint")
    return next((name for name in named if name in KINDS), None)


def _level(
    schema: Mapping[str, Property], values: Mapping[str, Value], path: Path, names: tuple[str, ...]
) -> Iterator[CloudValue]:
    for name, value in values.items():
        if name in schema:
            yield from _values(schema[name], value, (*path, name), (*names, name))


def _values(schema: Property, value: Value, path: Path, names: tuple[str, ...]) -> Iterator[CloudValue]:
    known = value.known if isinstance(value, Partial) else value
    if isinstance(known, str):
        kind = kind_of(schema) or WITHOUT_CONSTRAINT.get(names)
        if kind is not None and known:
            yield CloudValue(path, kind, known.partition(":")[0] if kind == "compute zone" else known)
    elif isinstance(known, list):
        for index, item in enumerate(known):
            yield from _values(schema.items or schema, item, (*path, index), names)
    elif isinstance(known, dict) and schema.properties is not None:
        yield from _level(schema.properties, known, path, names)
