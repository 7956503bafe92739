"""The own rules of Sahara's resource types."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.property_relations import Reads, invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Example, PropertyProblem, Resource, TemplateContext, TypeRules


class SaharaCluster(TypeRules):
    """Sahara's clusters and their templates: a plugin that Sahara has."""

    types = ("OS::Sahara::Cluster", "OS::Sahara::ClusterTemplate", "OS::Sahara::NodeGroupTemplate")
    source = "heat/engine/resources/openstack/sahara/templates.py"
    span = (None, "22.99.0")
    reads = (Reads(("plugin_name", "hadoop_version")),)
    asks = (
        "Sahara whether the plugin has the version",
        "Sahara whether the plugin has the processes of a group of nodes",
        "Neutron or Nova whether the pool of floating addresses exists",
    )


class JobBinary(TypeRules):
    """OS::Sahara::JobBinary: a URL of Swift or of the internal database."""

    types = ("OS::Sahara::JobBinary",)
    source = "heat/engine/resources/openstack/sahara/job_binary.py"
    span = (None, "22.99.0")
    demands = ("'url' begins with 'swift://', or is 'internal-db://' and a UUID",)
    bad = (
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Sahara::JobBinary
    properties:
      url: http://example.org/job.jar
           ^^^^^^^^^^^^^^^^^^^^^^^^^^
""",
            target="22.0.1",
        ),
    )
    good = (
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Sahara::JobBinary
    properties: {url: "swift://container/job.jar"}
""",
            target="22.0.1",
        ),
    )

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        url = values["url"]
        if isinstance(url, str) and not url.startswith("swift://") and not _is_internal(url):
            yield invalid(
                values, "url", f"'url' of {resource.type} must be swift://... or internal-db://UUID, not '{url}'"
            )


def _is_internal(url: str) -> bool:
    from uuid import UUID

    scheme, _, name = url.partition("internal-db://")
    plain = name.replace("urn:", "").replace("uuid:", "").strip("{}").replace("-", "").lower()
    try:
        return not scheme and str(UUID(name)).replace("-", "") == plain
    except ValueError:
        return False
