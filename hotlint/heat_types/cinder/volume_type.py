from hotlint.heat_types.base import HeatType, Unique
from hotlint.heat_types.refusals import PRINTED, Limit
from hotlint.resource_types.property_relations import OnlyWhen, Reads


class VolumeType(HeatType):
    """OS::Cinder::VolumeType: projects only for a type that is not public."""

    types = ("OS::Cinder::VolumeType",)
    makes = "cinder.vtype"
    unique = (Unique("Cinder", "volume type", ("name",)),)
    thing = "the volume type"
    # Source: cinder/api/schemas/volume_types.py
    limits = (
        Limit("name", 1, 255),
        Limit("description", 0, 255, f"{PRINTED}*", "consists of printable characters, in one line"),
        Limit("metadata", 1, 255, r"[a-zA-Z0-9\-_:.]*", "consists of letters, digits and -_:.", of="keys"),
        Limit("metadata", 0, 255, of="values", is_text=True),
    )
    service_demands = ("'name' is that of no other volume type",)
    reads = (Reads(("projects",)),)
    relations = (OnlyWhen(("projects",), "is_public", (True,), meaning="true", negated=True),)
    bad = (
        """
        name: t
        is_public: true
        projects: [a]
        ^^^^^^^^
        """,
    )
    good = ("{name: t, is_public: false, projects: [a]}",)
