"""The own rules of OS::Octavia::L7Policy: the target that each action redirects to."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import OnlyWhen, Requires
from hotlint.rule import Example, TypeRules


class L7Policy(TypeRules):
    """The own rules of OS::Octavia::L7Policy."""

    types = ("OS::Octavia::L7Policy",)
    source = "heat/engine/resources/openstack/octavia/l7policy.py"
    reads = (Reads(("action", "redirect_pool", "redirect_url")),)
    relations = (
        OnlyWhen(("redirect_pool",), "action", ("REJECT", "REDIRECT_TO_URL"), negated=True),
        OnlyWhen(("redirect_url",), "action", ("REJECT", "REDIRECT_TO_POOL"), negated=True),
        Requires("action", ("redirect_pool",), ("REDIRECT_TO_POOL",)),
        Requires("action", ("redirect_url",), ("REDIRECT_TO_URL",)),
    )
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Octavia::L7Policy
          ^^^^^^^^^^^^^^^^^^^^^
    properties: {listener: l, action: REDIRECT_TO_POOL}
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Octavia::L7Policy
    properties: {listener: l, action: REDIRECT_TO_URL, redirect_url: "http://example.org"}
"""),
    )
