"""resource_facade and Fn::ResourceFacade: metadata or a policy of the resource that a nested template implements.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#resource-facade
Heat: heat.engine.hot.functions.ResourceFacade; heat.engine.cfn.functions.ResourceFacade
"""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.common.annotations import ClassVar
from hotlint.language.functions.base import ArgumentError, Call, Function, Path, Run, Snippet, describe_argument
from hotlint.language.origins import ATTRIBUTE, REFERENCE, ValueSource, source_of
from hotlint.language.values import MARKS, Value, propagate_unknown


class ResourceFacade(Function):
    """Function `resource_facade`."""

    name = "resource_facade"
    arguments = {(): "choice"}
    choices: ClassVar[tuple[str, ...]] = ("metadata", "deletion_policy", "update_policy")
    summary = (
        "In a template that is used as a resource type: the metadata or a policy that the using template gives "
        "to that resource."
    )
    form = "resource_facade: <metadata | deletion_policy | update_policy>\n"
    parameters = (("what", "metadata, deletion_policy or update_policy"),)
    snippet = "resource_facade: ${1|metadata,deletion_policy,update_policy|}"
    given = "facade: {metadata: {role: web}}\n"
    example = "resource_facade: metadata\n"
    result = "{role: web}\n"

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        # Heat compares the result of a call here.
        if not isinstance(args, Call) and not (isinstance(args, str) and args in self.choices):
            yield ArgumentError(f"{self.name} yields {', '.join(self.choices)}; not {describe_argument(args)}")

    def early_arguments(self, args: Snippet) -> list[tuple[Path, Snippet]]:
        return [((), args)]

    def check_early_value(self, value: Value, path: Path, run: Run) -> None:
        source = source_of(value, REFERENCE, ATTRIBUTE)
        if source is not None:
            self._check_source(source)
        for found in self.check_form(value, run.version):
            if not isinstance(value, MARKS):
                raise found.to_error()

    def _check_source(self, source: ValueSource) -> None:
        """Raise EvaluationError for what is never right while Heat reads the template, which is when Heat looks at it.

        An attribute is null then, and the reference of a resource is its name.
        """
        if source.kind == ATTRIBUTE or source.name not in self.choices:
            what = "an attribute of" if source.kind == ATTRIBUTE else "a reference to"
            what += f" resource '{source.name}', which is not known at creation"
            raise ArgumentError(f"{self.name} yields {', '.join(self.choices)}; not {what}").to_error()

    def compute(self, args: Snippet, run: Run) -> Value:
        what = run.resolve(args)
        if isinstance(what, MARKS):
            return propagate_unknown(self.name, what, once=False)
        for found in self.check_form(what, run.version):
            raise found.to_error()
        return run.facade(ResourceFacade.choices[self.choices.index(what)])


class FnResourceFacade(ResourceFacade):
    """Function `Fn::ResourceFacade`."""

    name = "Fn::ResourceFacade"
    until = "2013-05-23"
    replaced_by = "resource_facade"
    choices = ("Metadata", "DeletionPolicy", "UpdatePolicy")
    form = "Fn::ResourceFacade: <Metadata | DeletionPolicy | UpdatePolicy>\n"
    parameters = (("what", "Metadata, DeletionPolicy or UpdatePolicy"),)
    snippet = "Fn::ResourceFacade: ${1|Metadata,DeletionPolicy,UpdatePolicy|}"
    example = "Fn::ResourceFacade: Metadata\n"


FUNCTIONS = (ResourceFacade(), FnResourceFacade())
