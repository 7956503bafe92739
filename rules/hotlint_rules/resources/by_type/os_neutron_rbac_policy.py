"""The own rules of OS::Neutron::RBACPolicy: an action that fits the type of object."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import invalid, quoted
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Example, PropertyProblem, Resource, TemplateContext, TypeRules
from hotlint_rules.resources.by_type._choices import unknown_choice

_SHARED = ("access_as_shared",)
_ACTIONS = {"network": ("access_as_shared", "access_as_external")}
"""What may be done with each type of object; with any other, it may be shared."""


class RbacPolicy(TypeRules):
    """The own rules of OS::Neutron::RBACPolicy."""

    types = ("OS::Neutron::RBACPolicy",)
    source = "heat/engine/resources/openstack/neutron/rbac_policy.py"
    reads = (Reads(("object_type", "action")),)
    demands = ("'action' is one that the 'object_type' has: 'access_as_external' is for a 'network' only",)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::RBACPolicy
    properties:
      object_type: qos_policy
      object_id: o
      target_tenant: t
      action: access_as_external
              ^^^^^^^^^^^^^^^^^^
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::RBACPolicy
    properties: {object_type: network, object_id: o, target_tenant: t, action: access_as_external}
"""),
    )

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        yield from unknown_choice(values, "object_type", resource, context)
        action, kind = values["action"], values["object_type"]
        allowed = _ACTIONS.get(kind, _SHARED) if isinstance(kind, str) else None
        if allowed is not None and isinstance(action, str) and action not in allowed:
            message = (
                f"'action' of {resource.type} must be {quoted(allowed)} when 'object_type' is '{kind}', not '{action}'"
            )
            yield invalid(values, "action", message)
