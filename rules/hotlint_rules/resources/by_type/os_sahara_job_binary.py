"""The own rules of OS::Sahara::JobBinary: a URL of Swift or of the internal database."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.property_relations import invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Example, PropertyProblem, Resource, TemplateContext, TypeRules


class JobBinary(TypeRules):
    """The own rules of OS::Sahara::JobBinary."""

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
