"""Rules on what services refuse, one module for a resource type or a few that belong together."""

from __future__ import annotations

from hotlint.rule import RuleContext

MODULES: dict[str, str] = {
    "OS::Cinder::QoSSpecs": "cinder_volume",
    "OS::Cinder::Volume": "cinder_volume",
    "OS::Cinder::VolumeAttachment": "cinder_volume",
    "OS::Cinder::VolumeType": "cinder_volume",
    "OS::Glance::WebImage": "glance_image",
    "OS::Heat::SoftwareComponent": "heat_values",
    "OS::Heat::SoftwareConfig": "heat_values",
    "OS::Heat::StructuredConfig": "heat_values",
    "OS::Keystone::Domain": "keystone_names",
    "OS::Keystone::Endpoint": "keystone_names",
    "OS::Keystone::Group": "keystone_names",
    "OS::Keystone::Project": "keystone_names",
    "OS::Keystone::Region": "keystone_names",
    "OS::Keystone::Role": "keystone_names",
    "OS::Keystone::Service": "keystone_names",
    "OS::Keystone::User": "keystone_names",
    "OS::Neutron::AddressScope": "neutron_pools",
    "OS::Neutron::ExtraRoute": "neutron_router",
    "OS::Neutron::ExtraRouteSet": "neutron_router",
    "OS::Neutron::FloatingIP": "neutron_floating_ip",
    "OS::Neutron::FloatingIPAssociation": "neutron_floating_ip",
    "OS::Neutron::Net": "neutron_net",
    "OS::Neutron::Port": "neutron_port",
    "OS::Neutron::ProviderNet": "neutron_net",
    "OS::Neutron::Router": "neutron_router",
    "OS::Neutron::RouterGateway": "neutron_router",
    "OS::Neutron::RouterInterface": "neutron_router",
    "OS::Neutron::SecurityGroup": "neutron_security_group",
    "OS::Neutron::SecurityGroupRule": "neutron_security_group",
    "OS::Neutron::Subnet": "neutron_subnet",
    "OS::Neutron::SubnetPool": "neutron_pools",
    "OS::Nova::Flavor": "nova_key_pair",
    "OS::Nova::HostAggregate": "nova_key_pair",
    "OS::Nova::KeyPair": "nova_key_pair",
    "OS::Nova::Server": "nova_server",
    "OS::Nova::ServerGroup": "nova_server",
}
"""The module of each resource type that services may refuse."""


def concerns(ctx: RuleContext) -> bool:
    """Return whether a template has a resource, or members of a group, that services may refuse."""
    context = ctx.template_context
    return any(
        context.resource_type(resource).name in MODULES
        or any(use.member and use.kind.type.name in MODULES for use in context.uses(resource))
        for resource in ctx.template.resources.values()
        if resource.type
    )
