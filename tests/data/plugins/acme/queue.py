import copy
import enum

from heat.engine import attributes, constraints, properties, support, translation
from heat.engine.plugins import base

from .net import ports

CONF = object()


class Mode(enum.Enum):
    FIFO = "fifo"
    LIFO = "lifo"


class Queue(base.AcmeResource):
    support_status = support.SupportStatus(
        status=support.DEPRECATED,
        version="3.0.0",
        message="Use Acme::Bus instead.",
        previous_status=support.SupportStatus(version="1.0.0"),
    )

    PROPERTIES = (SIZE, MODE, OLD_MODE, PORTS, SITE, OPTIONS) = (
        "size", "mode", "old_mode", "ports", "site", "options",
    )
    _PORT_KEYS = (PORT, VIA) = ("port", "via")
    ATTRIBUTES = (DEPTH, OWNER) = ("depth", "owner")

    properties_schema = base.AcmeResource.merged(
        {
            SIZE: properties.Schema(
                properties.Schema.INTEGER,
                default=10 * 2,
                constraints=[constraints.Range(min=1, max=2**10), constraints.Modulo(5, 0)],
            ),
            MODE: properties.Schema(
                properties.Schema.STRING,
                required=True,
                constraints=[constraints.AllowedValues([mode.value for mode in Mode])],
            ),
            OLD_MODE: properties.Schema(
                properties.Schema.STRING,
                support_status=support.SupportStatus(
                    status=support.HIDDEN, version="2.0.0", message="Use property %s." % MODE
                ),
            ),
            PORTS: properties.Schema(
                properties.Schema.LIST,
                schema=properties.Schema(
                    properties.Schema.MAP,
                    schema={
                        PORT: properties.Schema(
                            properties.Schema.STRING,
                            required=True,
                            constraints=[constraints.CustomConstraint("neutron.port")],
                        ),
                        VIA: copy.deepcopy(ports.VIA_SCHEMA),
                    },
                ),
            ),
            SITE: properties.Schema(
                properties.Schema.STRING, default=CONF.site, constraints=[constraints.AllowedValues(CONF.sites)]
            ),
            OPTIONS: properties.Schema(properties.Schema.MAP, schema=CONF.option_schema),
            **{f"retry_{unit}": properties.Schema(properties.Schema.NUMBER) for unit in ("seconds", "minutes")},
        }
    )
    properties_schema.update(base.AcmeResource.limits(low=(0, 10), high=(10, None)))
    properties_schema[base.TAGS].required = True
    attributes_schema = {
        DEPTH: attributes.Schema("Depth.", type=attributes.Schema.INTEGER, cache_mode=attributes.Schema.CACHE_NONE),
        OWNER: attributes.Schema("Owner."),
    }

    def translation_rules(self, props):
        rules = [translation.TranslationRule(props, translation.TranslationRule.RESOLVE, [self.PORTS], finder="x")]
        if props.get(self.OLD_MODE):
            rules.append(
                translation.TranslationRule(
                    props, translation.TranslationRule.REPLACE, [self.MODE], value_path=[self.OLD_MODE]
                )
            )
        return rules

    def handle_snapshot_delete(self, state):
        pass

    def get_reference_id(self):
        return self.resource_id


def resource_mapping():
    return {"Acme::Queue": Queue, "Acme::%s" % "Port": ports.AcmePort}


def available_resource_mapping():
    if not client_is_there():  # noqa: F821
        return {}
    return resource_mapping()


def constraint_mapping():
    return {"acme.queue": object}
