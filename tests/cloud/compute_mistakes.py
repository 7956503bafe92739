"""Mistakes in servers, volumes and key pairs, and templates that are right, for a cloud with Nova and Cinder.

The cloud has flavors m1.tiny (512 MiB, 1 GiB) and m1.small, images cirros (no demands) and ubuntu (2 GiB of memory, 10 GiB of disk), a
network `private`, volume types fast and slow, zones az1 and az2, and a key pair `default`.
"""

from __future__ import annotations

from typing import NamedTuple
from uuid import uuid4

_KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f k"
_RUN = uuid4().hex[:12]
"""Makes the names of key pairs unique: one that an interrupted run has left is in the way of no other."""


class ComputeCase(NamedTuple):
    """Resources, by the texts of their entries, and the code of the finding that they must have; "" for none."""

    name: str
    code: str
    resources: tuple[str, ...]


def _server(**changes: str) -> str:
    given = {"image": "cirros", "flavor": "m1.tiny", "networks": "[{network: private}]", **changes}
    listed = ", ".join(f"{name}: {value}" for name, value in given.items() if value)
    return f"{{type: OS::Nova::Server, properties: {{{listed}}}}}"


def _volume(**given: str) -> str:
    listed = ", ".join(f"{name}: {value}" for name, value in {"size": "1", **given}.items() if value)
    return f"{{type: OS::Cinder::Volume, properties: {{{listed}}}}}"


def _group(member: str) -> str:
    return f"{{type: OS::Heat::ResourceGroup, properties: {{count: 1, resource_def: {member}}}}}"


def _boot(**device: str) -> str:
    listed = ", ".join(f"{name}: {value}" for name, value in device.items())
    return f"[{{boot_index: 0, delete_on_termination: true, {listed}}}]"


def compute_cases() -> list[ComputeCase]:
    """Return the mistakes, and the templates that are right."""
    wrong = {
        "flavor": ("HOT521", _server(flavor="m1.tny")),
        "flavor by another case": ("HOT521", _server(flavor="M1.TINY")),
        "image": ("HOT521", _server(image="ciros")),
        "image that was renamed": ("HOT521", _server(image="ubuntu-22.04")),
        "key pair": ("HOT521", _server(key_name="defualt")),
        "network of a server": ("HOT521", _server(networks="[{network: privat}]")),
        "subnet of a server": ("HOT521", _server(networks="[{subnet: private-sub}]")),
        "zone": ("HOT521", _server(availability_zone="az3")),
        "security group": ("HOT521", _server(security_groups="[wbe]")),
        "flavor in a group": ("HOT521", _group(_server(flavor="m1.tny"))),
        "image in a group": ("HOT521", _group(_server(image="ciros"))),
        "image of a device": ("HOT521", _server(image="", block_device_mapping_v2=_boot(image="ciros", volume_size="1"))),
        "memory": ("HOT524", _server(image="ubuntu")),
        "memory of windows": ("HOT524", _server(image="windows", flavor="m1.small")),
        "disk": ("HOT524", _server(image="windows", flavor="m1.small")),
        "memory in a group": ("HOT524", _group(_server(image="ubuntu"))),
        "volume type": ("HOT521", _volume(volume_type="fats")),
        "zone of a volume": ("HOT521", _volume(availability_zone="az9")),
        "image of a volume": ("HOT521", _volume(image="ciros")),
        "volume type in a group": ("HOT521", _group(_volume(volume_type="fats"))),
        "volume smaller than the image": ("HOT552", _volume(image="ubuntu")),
        "volume smaller than the image in a group": ("HOT552", _group(_volume(image="ubuntu", size="9"))),
        "device smaller than the image": (
            "HOT552", _server(image="", flavor="m1.small", block_device_mapping_v2=_boot(image="ubuntu", volume_size="5"))),
        "key pair without a key": ("HOT551", "{type: OS::Nova::KeyPair, properties: {name: hotlint-snap-k}}"),
        "server without networks": ("HOT551", _server(networks="")),
        "server of an attachment": (
            "HOT521", "{type: OS::Cinder::VolumeAttachment, properties: {instance_uuid: nobody, volume_id: nothing}}"),
        "volume of a device": ("HOT521", _server(image="", block_device_mapping_v2=_boot(volume_id="nothing"))),
        "port of a server": ("HOT521", _server(networks="[{port: nothing}]")),
        "source of a volume": ("HOT521", _volume(source_volid="nothing", size="")),
        "snapshot of a volume": ("HOT521", _volume(snapshot_id="nothing", size="")),
    }  # fmt: skip
    right = {
        "server": _server(), "server of another size": _server(flavor="m1.small", image="ubuntu"),
        "key": _server(key_name="default"), "zone az1": _server(availability_zone="az1"),
        "group": _group(_server()), "metadata": _server(metadata="{a: b}"), "policy": _server(flavor_update_policy="REPLACE"),
        "device": _server(image="", block_device_mapping_v2=_boot(image="cirros", volume_size="1")),
        "device of ubuntu": _server(image="", flavor="m1.small", block_device_mapping_v2=_boot(image="ubuntu", volume_size="10")),
        "volume": _volume(), "volume type fast": _volume(volume_type="fast"), "volume type slow": _volume(volume_type="slow"),
        "volume of an image": _volume(image="cirros"), "volume of ubuntu": _volume(image="ubuntu", size="10"),
        "volumes": _group(_volume(volume_type="slow")), "volume with metadata": _volume(metadata="{a: b}"),
        "key pair": f"{{type: OS::Nova::KeyPair, properties: {{name: hotlint-snap-{_RUN}, public_key: '{_KEY}'}}}}",
        "server group": "{type: OS::Nova::ServerGroup, properties: {policies: [soft-affinity]}}",
        "port": "{type: OS::Neutron::Port, properties: {network: private}}",
        "floating IP": "{type: OS::Neutron::FloatingIP, properties: {floating_network: public}}",
        "router": "{type: OS::Neutron::Router, properties: {external_gateway_info: {network: public}}}",
    }  # fmt: skip
    both = {
        "own port": (_server(networks="[{port: {get_resource: r1}}]"), "{type: OS::Neutron::Port, properties: {network: private}}"),
        "own volume": (
            _volume(), _server(), "{type: OS::Cinder::VolumeAttachment, properties: {instance_uuid: {get_resource: r1}, "
            "volume_id: {get_resource: r0}}}"),
        "own network": (
            "{type: OS::Neutron::Net}",
            "{type: OS::Neutron::Subnet, properties: {network: {get_resource: r0}, cidr: 10.66.0.0/24}}",
            _server(networks="[{subnet: {get_resource: r1}}]")),
        "own group": (
            "{type: OS::Nova::ServerGroup, properties: {policies: [soft-anti-affinity]}}",
            _server(scheduler_hints="{group: {get_resource: r0}}")),
        "own key pair": (
            f"{{type: OS::Nova::KeyPair, properties: {{name: hotlint-snap-{_RUN}, public_key: '{_KEY}'}}}}",
            _server(key_name="{get_resource: r0}")),
    }  # fmt: skip
    cases = [ComputeCase(f"compute {name}", code, (text,)) for name, (code, text) in wrong.items()]
    cases += [ComputeCase(f"compute right {name}", "", (text,)) for name, text in right.items()]
    return cases + [ComputeCase(f"compute right {name}", "", texts) for name, texts in both.items()]
