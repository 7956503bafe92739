"""Rules on what services refuse, one module for a resource type or a few that belong together."""

from __future__ import annotations

_TYPES = {
    "cinder_volume": (
        "OS::Cinder::EncryptedVolumeType", "OS::Cinder::QoSSpecs", "OS::Cinder::Quota", "OS::Cinder::Volume",
        "OS::Cinder::VolumeAttachment", "OS::Cinder::VolumeType",
    ),
    "glance_image": ("OS::Glance::WebImage",),
    "heat_values": (
        "OS::Heat::SoftwareComponent", "OS::Heat::SoftwareConfig", "OS::Heat::StructuredConfig",
        "OS::Heat::TestResource", "OS::Heat::Value", "OS::Heat::WaitCondition",
    ),
    "keystone_names": (
        "OS::Keystone::Domain", "OS::Keystone::Endpoint", "OS::Keystone::Group", "OS::Keystone::Project",
        "OS::Keystone::Region", "OS::Keystone::Role", "OS::Keystone::Service", "OS::Keystone::User",
    ),
    "neutron_pools": ("OS::Neutron::AddressScope", "OS::Neutron::SubnetPool"),
    "neutron_router": (
        "OS::Neutron::ExtraRoute", "OS::Neutron::ExtraRouteSet", "OS::Neutron::Router",
        "OS::Neutron::RouterGateway", "OS::Neutron::RouterInterface",
    ),
    "neutron_floating_ip": ("OS::Neutron::FloatingIP", "OS::Neutron::FloatingIPAssociation"),
    "neutron_admin": (
        "OS::Neutron::MeteringLabel", "OS::Neutron::QoSBandwidthLimitRule", "OS::Neutron::QoSDscpMarkingRule",
        "OS::Neutron::QoSMinimumBandwidthRule", "OS::Neutron::QoSMinimumPacketRateRule",
        "OS::Neutron::QoSPolicy", "OS::Neutron::Quota", "OS::Neutron::RBACPolicy", "OS::Neutron::Segment",
    ),
    "neutron_net": ("OS::Neutron::Net", "OS::Neutron::ProviderNet"),
    "neutron_port": ("OS::Neutron::Port",),
    "neutron_security_group": ("OS::Neutron::SecurityGroup", "OS::Neutron::SecurityGroupRule"),
    "neutron_subnet": ("OS::Neutron::Subnet",),
    "nova_key_pair": ("OS::Nova::Flavor", "OS::Nova::HostAggregate", "OS::Nova::KeyPair", "OS::Nova::Quota"),
    "nova_server": ("OS::Nova::Server", "OS::Nova::ServerGroup"),
}  # fmt: skip
MODULES: dict[str, str] = {name: module for module, names in _TYPES.items() for name in names}
"""The module of each resource type that services may refuse."""
