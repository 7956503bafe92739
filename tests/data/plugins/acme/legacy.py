from heat.engine import resource


class Box(resource.Resource):
    properties_schema = {
        "Size": {"Type": "Integer", "Required": True, "MinValue": "1", "MaxValue": 9},
        "Kind": {"Type": "String", "AllowedValues": ["a", "b"], "Default": "a"},
        "Parts": {"Type": "List", "Schema": {"Type": "Map", "Schema": {"Name": {"Type": "String"}}}},
    }
    update_allowed_properties = ("Kind",)


def resource_mapping():
    return {"Acme::Box": Box}
