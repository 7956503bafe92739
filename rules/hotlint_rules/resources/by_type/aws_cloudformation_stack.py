"""The own rules of AWS::CloudFormation::Stack: its template is fetched from a URL."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Example, PropertyProblem, Resource, TemplateContext, TypeRules

_SCHEMES = ("http", "https")


class AwsStack(TypeRules):
    """The own rules of AWS::CloudFormation::Stack."""

    types = ("AWS::CloudFormation::Stack",)
    source = "heat/engine/resources/aws/cfn/stack.py"
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
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: AWS::CloudFormation::Stack
    properties: {TemplateURL: "https://example.org/web.yaml"}
"""),
    )

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        """Yield a problem where Heat cannot fetch the template: it does so from http and https URLs only."""
        url = values["TemplateURL"]
        if isinstance(url, str) and url.partition(":")[0].lower() not in _SCHEMES:
            message = (
                f"'TemplateURL' of {resource.type} must be a URL that begins with http:// or https://, not '{url}'"
            )
            yield invalid(values, "TemplateURL", message)
