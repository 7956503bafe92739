"""The own rules of OS::Cinder::VolumeType: projects only for a type that is not public."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import OnlyWhen
from hotlint.rule import Example, TypeRules


class VolumeType(TypeRules):
    """The own rules of OS::Cinder::VolumeType."""

    types = ("OS::Cinder::VolumeType",)
    source = "heat/engine/resources/openstack/cinder/volume_type.py"
    reads = (Reads(("projects",)),)
    relations = (OnlyWhen(("projects",), "is_public", (True,), meaning="true", negated=True),)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Cinder::VolumeType
    properties:
      name: t
      is_public: true
      projects: [a]
      ^^^^^^^^
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Cinder::VolumeType
    properties: {name: t, is_public: false, projects: [a]}
"""),
    )
