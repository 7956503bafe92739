"""The own rules of OS::Neutron::LBaaS::L7Policy: the target that each action redirects to."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import OnlyWhen, Requires
from hotlint.rule import Example, TypeRules


class LbaasL7Policy(TypeRules):
    """The own rules of OS::Neutron::LBaaS::L7Policy."""

    types = ("OS::Neutron::LBaaS::L7Policy",)
    source = "heat/engine/resources/openstack/neutron/lbaas/l7policy.py"
    span = (None, "21.99.0")
    reads = (Reads(("action", "redirect_pool", "redirect_url")),)
    relations = (
        OnlyWhen(("redirect_pool",), "action", ("REJECT", "REDIRECT_TO_URL"), negated=True),
        OnlyWhen(("redirect_url",), "action", ("REJECT", "REDIRECT_TO_POOL"), negated=True),
        Requires("action", ("redirect_pool",), ("REDIRECT_TO_POOL",)),
        Requires("action", ("redirect_url",), ("REDIRECT_TO_URL",)),
    )
    bad = (
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::LBaaS::L7Policy
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    properties: {listener: l, action: REDIRECT_TO_POOL}
""",
            target="18.0.1",
        ),
    )
    good = (
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::LBaaS::L7Policy
    properties: {listener: l, action: REDIRECT_TO_URL, redirect_url: "http://example.org"}
""",
            target="18.0.1",
        ),
    )
