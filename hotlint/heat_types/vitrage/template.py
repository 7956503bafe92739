from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import Reads


class Template(HeatType):
    """OS::Vitrage::Template: a template that Vitrage takes."""

    types = ("OS::Vitrage::Template",)
    span = ("16.0.0", "26.99.0")
    reads = (Reads(("template_params",)),)
    asks = ("Vitrage whether the template is valid",)
