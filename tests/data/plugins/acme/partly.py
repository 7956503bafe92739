import acme_sdk
from acme_sdk import mixins

from heat.engine import attributes, properties, resource

WANTED = {"always": properties.Schema(properties.Schema.STRING, required=True)}
if acme_sdk.has("extras"):
    WANTED["perhaps"] = properties.Schema(properties.Schema.STRING, required=True)
for _name in acme_sdk.NAMES:
    WANTED[_name] = properties.Schema(properties.Schema.STRING)


class Half(resource.Resource):
    properties_schema = WANTED
    attributes_schema = {"known": attributes.Schema("Known."), acme_sdk.NAME: attributes.Schema("Not known.")}
    update_policy_schema = acme_sdk.policy()


class FromElsewhere(mixins.Everything):
    pass


def resource_mapping():
    return {"Acme::Half": Half, "Acme::Elsewhere": FromElsewhere, "Acme::Imported": mixins.Everything}
