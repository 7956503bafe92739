"""Custom constraints that ask the cloud whether something exists: known by name, never checked here."""

from __future__ import annotations

from hotlint.language.constraints.custom import CustomConstraint

_NAME_OR_ID = {
    "cinder.backup": "volume backup",
    "cinder.qos_specs": "set of volume QoS specs",
    "cinder.snapshot": "volume snapshot",
    "cinder.volume": "volume",
    "cinder.vtype": "volume type",
    "blazar.reservation": "Blazar lease",
    "designate.zone": "DNS zone",
    "glance.image": "image",
    "ironic.node": "bare metal node",
    "ironic.portgroup": "port group of a bare metal node",
    "keystone.domain": "domain",
    "keystone.group": "user group",
    "keystone.project": "project",
    "keystone.region": "region",
    "keystone.role": "role",
    "keystone.service": "Keystone service",
    "keystone.user": "user",
    "magnum.cluster_template": "cluster template",
    "manila.share_network": "share network",
    "manila.share_snapshot": "share snapshot",
    "manila.share_type": "share type",
    "mistral.workflow": "workflow",
    "neutron.address_scope": "address scope",
    "neutron.flow_classifier": "flow classifier",
    "neutron.lbaas.listener": "listener of a Neutron load balancer",
    "neutron.lbaas.loadbalancer": "Neutron load balancer",
    "neutron.lbaas.pool": "pool of a Neutron load balancer",
    "neutron.lbaas.provider": "provider of Neutron load balancers",
    "neutron.network": "network",
    "neutron.port": "port",
    "neutron.port_pair": "port pair",
    "neutron.port_pair_group": "port pair group",
    "neutron.qos_policy": "network QoS policy",
    "neutron.router": "router",
    "neutron.security_group": "security group",
    "neutron.segment": "network segment",
    "neutron.subnet": "subnet",
    "neutron.subnetpool": "subnet pool",
    "neutron.taas.tap_flow": "tap flow",
    "neutron.taas.tap_service": "tap service",
    "nova.flavor": "flavor",
    "nova.host": "compute host",
    "nova.server": "server",
    "octavia.availabilityzone": "Octavia availability zone",
    "octavia.availabilityzoneprofile": "Octavia availability zone profile",
    "octavia.flavor": "Octavia flavor",
    "octavia.flavorprofile": "Octavia flavor profile",
    "octavia.l7policy": "L7 policy of a load balancer",
    "octavia.listener": "listener of a load balancer",
    "octavia.loadbalancer": "load balancer",
    "octavia.pool": "pool of a load balancer",
    "trove.flavor": "database flavor",
}
_OTHERS = {
    "barbican.container": "The reference (URL) of a Barbican container that exists in the cloud.",
    "barbican.secret": "The reference (URL) of a Barbican secret that exists in the cloud.",
    "nova.keypair": "The name of a key pair that exists in the cloud; empty is fine.",
    "zaqar.queue": "The name of a message queue that exists in the cloud.",
    "nova.network": "Of Heat's own tests: waits as many seconds as the value says. Use neutron.network instead.",
    "test_constr": "Of Heat's own tests: waits as many seconds as the value says.",
}


def _doc(thing: str) -> str:
    article = "An" if thing[0] in "aeiouAEIOU" and not thing.startswith("user") else "A"
    return f"{article} {thing} that exists in the cloud, by name or id."


CONSTRAINTS = tuple(
    CustomConstraint(name, doc) for name, doc in ({n: _doc(t) for n, t in _NAME_OR_ID.items()} | _OTHERS).items()
)
