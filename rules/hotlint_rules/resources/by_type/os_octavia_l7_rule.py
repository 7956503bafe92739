"""The own rules of OS::Octavia::L7Rule: a key to look at in headers and cookies."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import Requires
from hotlint.rule import Example, TypeRules


class L7Rule(TypeRules):
    """The own rules of OS::Octavia::L7Rule."""

    types = ("OS::Octavia::L7Rule",)
    source = "heat/engine/resources/openstack/octavia/l7rule.py"
    reads = (Reads(("type",)),)
    relations = (Requires("type", ("key",), ("HEADER", "COOKIE")),)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Octavia::L7Rule
          ^^^^^^^^^^^^^^^^^^^
    properties: {l7policy: p, type: HEADER, compare_type: EQUAL_TO, value: v}
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Octavia::L7Rule
    properties: {l7policy: p, type: HEADER, key: k, compare_type: EQUAL_TO, value: v}
"""),
    )
