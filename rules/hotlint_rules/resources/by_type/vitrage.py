"""The own rules of Vitrage's resource types."""

from __future__ import annotations

from hotlint.resource_types.property_relations import Reads
from hotlint.rule import TypeRules


class VitrageTemplate(TypeRules):
    """OS::Vitrage::Template: a template that Vitrage takes."""

    types = ("OS::Vitrage::Template",)
    source = "heat/engine/resources/openstack/vitrage/vitrage_template.py"
    span = ("16.0.0", "26.99.0")
    reads = (Reads(("template_params",)),)
    asks = ("Vitrage whether the template is valid",)
