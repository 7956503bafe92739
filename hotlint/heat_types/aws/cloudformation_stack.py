from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.example import Example
from hotlint.resource_types.property_relations import Reads, invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition

_SCHEMES = ("http", "https")


class CloudFormationStack(HeatType):
    """AWS::CloudFormation::Stack: its template is fetched from a URL."""

    types = ("AWS::CloudFormation::Stack",)
    only_on_aws = ("NotificationARNs", "Tags")
    refers_by_id = False
    has_stack = True
    reads = (Reads(("TemplateURL", "TimeoutInMinutes", "Parameters")),)
    demands = ("'TemplateURL' is a URL that begins with http:// or https://",)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: AWS::CloudFormation::Stack
    properties: {TemplateURL: web.yaml}
                              ^^^^^^^^
"""),
    )
    good = ('{TemplateURL: "https://example.org/web.yaml"}',)

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        """Yield a problem where Heat cannot fetch the template: it does so from http and https URLs only."""
        url = values["TemplateURL"]
        if isinstance(url, str) and url.partition(":")[0].lower() not in _SCHEMES:
            message = f"'TemplateURL' of {it.type} must be a URL that begins with http:// or https://, not '{url}'"
            yield invalid(values, "TemplateURL", message)
