from heat.engine import attributes, properties
from heat.engine.resources.openstack.neutron import port
from heat.engine.resources.openstack.nova import server

VIA_SCHEMA = properties.Schema(properties.Schema.BOOLEAN, default=False)


class AcmePort(port.Port):
    """Everything a port of Neutron has, and a rate; no tags."""

    properties_schema = dict(port.Port.properties_schema, rate=properties.Schema("Integer"))
    del properties_schema[port.Port.TAGS]
    attributes_schema = {**port.Port.attributes_schema, "rate": attributes.Schema("The rate.")}


class AcmeServer(server.Server):
    pass


def resource_mapping():
    return {"Acme::Server": AcmeServer, "Acme::Plain": server.Server}
