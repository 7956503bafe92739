from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition


class JobBinary(HeatType):
    """OS::Sahara::JobBinary: a URL of Swift or of the internal database."""

    types = ("OS::Sahara::JobBinary",)
    span = (None, "22.99.0")
    demands = ("'url' begins with 'swift://', or is 'internal-db://' and a UUID",)
    shown_in = "22.0.1"
    bad = (
        """
        url: http://example.org/job.jar
             ^^^^^^^^^^^^^^^^^^^^^^^^^^
        """,
    )
    good = ('{url: "swift://container/job.jar"}',)

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        url = values["url"]
        if isinstance(url, str) and not url.startswith("swift://") and not _is_internal(url):
            yield invalid(values, "url", f"'url' of {it.type} must be swift://... or internal-db://UUID, not '{url}'")


def _is_internal(url: str) -> bool:
    from uuid import UUID

    scheme, _, name = url.partition("internal-db://")
    plain = name.replace("urn:", "").replace("uuid:", "").strip("{}").replace("-", "").lower()
    try:
        return not scheme and str(UUID(name)).replace("-", "") == plain
    except ValueError:
        return False
