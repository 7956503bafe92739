"""The own rules of the resource types of services that have only a few: Blazar, Designate, Magnum, Manila and others."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.property_relations import (
    AtLeastOne,
    AtMostOne,
    NotSupported,
    OnlyWhen,
    Ordered,
    Reads,
    Requires,
    conflict,
    invalid,
    quoted,
)
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import PropertyProblem, Resource, TemplateContext, TypeRules
from hotlint_rules.resources.by_type._shared import unknown_choice


class BlazarLease(TypeRules):
    """OS::Blazar::Lease: a host to reserve."""

    types = ("OS::Blazar::Lease",)
    source = "heat/engine/resources/openstack/blazar/lease.py"
    asks = ("Blazar whether it has any host",)


class Zone(TypeRules):
    """OS::Designate::Zone: the properties of a primary and of a secondary zone."""

    types = ("OS::Designate::Zone",)
    source = "heat/engine/resources/openstack/designate/zone.py"
    reads = (Reads(("type",)),)
    relations = (
        Requires("type", ("email",), ("PRIMARY",), meaning="true"),
        Requires("type", ("masters",), ("SECONDARY",), meaning="true"),
    )
    bad = ("{name: example.org.}",)
    good = ("{name: example.org., email: admin@example.org}",)


_DRIVERS = {"kubernetes": "cinder", "swarm": "rexray", "mesos": "rexray"}
"""The volume driver of each container engine."""


class ClusterTemplate(TypeRules):
    """OS::Magnum::ClusterTemplate: a volume driver that fits the engine."""

    types = ("OS::Magnum::ClusterTemplate",)
    source = "heat/engine/resources/openstack/magnum/cluster_template.py"
    reads = (Reads(("coe", "volume_driver")),)
    demands = ("'volume_driver' is 'rexray' when 'coe' is 'swarm' or 'mesos', and 'cinder' when it is 'kubernetes'",)
    bad = (
        """
        image: i
        external_network: e
        coe: swarm
        volume_driver: cinder
                       ^^^^^^
        """,
    )
    good = ("{image: i, external_network: e, coe: swarm, volume_driver: rexray}",)

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        yield from unknown_choice(values, "coe", resource, context)
        engine, driver = values["coe"], values["volume_driver"]
        wanted = _DRIVERS.get(engine) if isinstance(engine, str) else None
        if wanted is not None and isinstance(driver, str) and driver != wanted:
            message = f"'volume_driver' of {resource.type} must be '{wanted}' when 'coe' is '{engine}', not '{driver}'"
            yield invalid(values, "volume_driver", message)


_NEUTRON_ONLY = ("23.0.0", None)
_WITH_NOVA = (None, "22.99.0")
"""Releases that ask the cloud first whether it has Neutron, and after that cannot be followed."""


class ShareNetwork(TypeRules):
    """OS::Manila::ShareNetwork: a network together with its subnet."""

    types = ("OS::Manila::ShareNetwork",)
    source = "heat/engine/resources/openstack/manila/share_network.py"
    reads = (
        Reads(("neutron_network", "nova_network")),
        Reads(("neutron_subnet",), when="neutron_network"),
    )
    relations = (
        Requires("neutron_network", ("neutron_subnet",), meaning="true", span=_NEUTRON_ONLY),
        NotSupported("nova_network", meaning="true", span=_NEUTRON_ONLY),
        AtMostOne(("neutron_network", "nova_network"), meaning="true", span=_WITH_NOVA),
        AtMostOne(("nova_network", "neutron_subnet"), meaning="true", span=_WITH_NOVA),
    )
    bad = ("{neutron_network: n}",)
    good = ("{neutron_network: n, neutron_subnet: s}",)


class MonascaNotification(TypeRules):
    """OS::Monasca::Notification: an address that fits the type."""

    types = ("OS::Monasca::Notification",)
    source = "heat/engine/resources/openstack/monasca/notification.py"
    span = (None, "24.99.0")
    reads = (Reads(("type", "address", "period")),)
    relations = (OnlyWhen(("period",), "type", ("webhook",)),)
    demands = ("'address' is an http or https URL when 'type' is 'webhook', and a mail address when it is 'email'",)
    shown_in = "22.0.1"
    bad = (
        """
        type: webhook
        address: example.org
                 ^^^^^^^^^^^
        """,
    )
    good = ("{type: email, address: a@example.org}",)

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        address, kind = values["address"], values["type"]
        if not (isinstance(address, str) and address and isinstance(kind, str)):
            return
        if kind == "webhook" and not _is_web_address(address):
            yield invalid(
                values, "address", f"'address' of {resource.type} must be an http or https URL, not '{address}'"
            )
        elif kind == "email" and not _is_mail_address(address):
            yield invalid(values, "address", f"'address' of {resource.type} must be a mail address, not '{address}'")


def _is_web_address(text: str) -> bool:
    from urllib.parse import urlparse

    try:
        parts = urlparse(text)
    except ValueError:
        return False
    return bool(parts.netloc) and parts.scheme in ("http", "https")


def _is_mail_address(text: str) -> bool:
    name, at, host = text.partition("@")
    return bool(name and at and host) and not any(c.isspace() for c in text.removesuffix("\n"))


class SenlinCluster(TypeRules):
    """OS::Senlin::Cluster: sizes in order."""

    types = ("OS::Senlin::Cluster",)
    source = "heat/engine/resources/openstack/senlin/cluster.py"
    span = (None, "22.99.0")
    reads = (Reads(("desired_capacity", "min_size", "max_size")),)
    relations = (
        Ordered("min_size", "max_size", endless=-1),
        Ordered("min_size", "desired_capacity"),
        Ordered("desired_capacity", "max_size", endless=-1),
    )
    shown_in = "22.0.1"
    bad = (
        """
        profile: p
        min_size: 3
                  ^
        max_size: 2
        """,
    )
    good = ("{profile: p, min_size: 1, desired_capacity: 2, max_size: 3}",)


class SaharaCluster(TypeRules):
    """Sahara's clusters and their templates: a plugin that Sahara has."""

    types = ("OS::Sahara::Cluster", "OS::Sahara::ClusterTemplate", "OS::Sahara::NodeGroupTemplate")
    source = "heat/engine/resources/openstack/sahara/templates.py"
    span = (None, "22.99.0")
    reads = (Reads(("plugin_name", "hadoop_version")),)
    asks = (
        "Sahara whether the plugin has the version",
        "Sahara whether the plugin has the processes of a group of nodes",
        "Neutron or Nova whether the pool of floating addresses exists",
    )


class JobBinary(TypeRules):
    """OS::Sahara::JobBinary: a URL of Swift or of the internal database."""

    types = ("OS::Sahara::JobBinary",)
    source = "heat/engine/resources/openstack/sahara/job_binary.py"
    span = (None, "22.99.0")
    demands = ("'url' begins with 'swift://', or is 'internal-db://' and a UUID",)
    shown_in = "22.0.1"
    bad = (
        """
        url: http://example.org/job.jar
             ^^^^^^^^^^^^^^^^^^^^^^^^^^
        """,
    )
    good = ('{url: "swift://container/job.jar"}',)

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        url = values["url"]
        if isinstance(url, str) and not url.startswith("swift://") and not _is_internal(url):
            yield invalid(
                values, "url", f"'url' of {resource.type} must be swift://... or internal-db://UUID, not '{url}'"
            )


def _is_internal(url: str) -> bool:
    from uuid import UUID

    scheme, _, name = url.partition("internal-db://")
    plain = name.replace("urn:", "").replace("uuid:", "").strip("{}").replace("-", "").lower()
    try:
        return not scheme and str(UUID(name)).replace("-", "") == plain
    except ValueError:
        return False


class VitrageTemplate(TypeRules):
    """OS::Vitrage::Template: a template that Vitrage takes."""

    types = ("OS::Vitrage::Template",)
    source = "heat/engine/resources/openstack/vitrage/vitrage_template.py"
    span = ("16.0.0", "26.99.0")
    reads = (Reads(("template_params",)),)
    asks = ("Vitrage whether the template is valid",)


_SCHEMES = ("http", "https", "mailto", "trust+http", "trust+https")


class Subscription(TypeRules):
    """OS::Zaqar::Subscription: a subscriber that Zaqar can reach."""

    types = ("OS::Zaqar::Subscription",)
    source = "heat/engine/resources/openstack/zaqar/subscription.py"
    reads = (Reads(("subscriber",)),)
    demands = ("'subscriber' begins with 'http:', 'https:', 'mailto:', 'trust+http:' or 'trust+https:'",)
    bad = (
        """
        queue_name: q
        subscriber: ftp://example.org
                    ^^^^^^^^^^^^^^^^^
        """,
    )
    good = ('{queue_name: q, subscriber: "https://example.org"}',)

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        address = values["subscriber"]
        if isinstance(address, str) and address.partition(":")[0] not in _SCHEMES:
            yield invalid(values, "subscriber", f"'subscriber' of {resource.type} must begin with {quoted(_SCHEMES)}")


class Container(TypeRules):
    """OS::Zun::Container: a restart policy, mounts with one source, and networks that can be made."""

    types = ("OS::Zun::Container",)
    source = "heat/engine/resources/openstack/zun/container.py"
    reads = (Reads(("restart_policy", "mounts", "networks")),)
    relations = (
        AtLeastOne(("volume_id", "volume_size"), within=("mounts",)),
        AtMostOne(("volume_id", "volume_size"), within=("mounts",), meaning="true"),
        AtLeastOne(("network", "port"), within=("networks",)),
    )
    demands = (
        "'restart_policy' is 'no', 'always', 'unless-stopped', 'on-failure' or 'on-failure:N'",
        "in 'networks', 'fixed_ip' and 'port' are not both given",
    )
    bad = (
        """
        image: i
        restart_policy: sometimes
                        ^^^^^^^^^
        """,
    )
    good = ('{image: i, restart_policy: "on-failure:3"}',)

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        policy = values["restart_policy"]
        if isinstance(policy, str) and policy and not _is_restart_policy(policy):
            message = (
                f"'restart_policy' of {resource.type} must be 'no', 'always', 'unless-stopped', 'on-failure' "
                f"or 'on-failure:N', not '{policy}'"
            )
            yield invalid(values, "restart_policy", message)
        for network in values.items("networks"):
            if network.is_true("fixed_ip") and network.is_set("port"):
                yield conflict(
                    network, "fixed_ip", f"a network of {resource.type} takes 'fixed_ip' or 'port', not both"
                )


def _is_restart_policy(text: str) -> bool:
    name, colon, _ = text.partition(":")
    if colon:
        return name == "on-failure" and text.count(":") == 1
    return text in ("always", "unless-stopped", "on-failure", "no")
