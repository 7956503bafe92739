from hotlint.heat_types.glance._images import Images
from hotlint.resource_types.property_relations import Reads


class Image(Images):
    """OS::Glance::Image: formats that go together."""

    types = ("OS::Glance::Image",)
    span = (None, "21.99.0")
    reads = (Reads(("container_format",)),)
    shown_in = "18.0.1"
