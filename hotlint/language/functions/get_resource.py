"""get_resource: reference to another resource.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#get-resource
Heat: heat.engine.hot.functions.GetResource
"""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.language.functions.base import (
    ArgumentError,
    Call,
    Function,
    Path,
    Run,
    Snippet,
    describe_argument,
    require,
    wrong_type,
)
from hotlint.language.values import MARKS, Value, propagate_unknown


class GetResource(Function):
    """Function `get_resource`."""

    name = "get_resource"
    arguments = {(): "resource"}
    hint_value = False
    summary = "A reference to another resource of the template, mostly its id; the other resource is created first."
    form = "get_resource: <resource>\n"
    parameters = (("resource", "the name of a resource of this template"),)
    snippet = "get_resource: ${1:resource}"
    given = "attributes: {private_net: {__ref__: 51d4bf33-8d5c-4cd9-bc43-5d1b2f1b6c54}}\n"
    example = "get_resource: private_net\n"
    result = "51d4bf33-8d5c-4cd9-bc43-5d1b2f1b6c54\n"

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        if isinstance(args, list | dict):
            # Heat looks a list or map up among the names, which fails while it finds out what depends on what.
            yield ArgumentError(
                f"get_resource needs the name of a resource, not {describe_argument(args)}", phase="depend"
            )
        elif not isinstance(args, str | Call):
            yield ArgumentError(
                f"get_resource needs the name of a resource, not {describe_argument(args)}", phase="refer"
            )

    def early_arguments(self, args: Snippet) -> list[tuple[Path, Snippet]]:
        return [((), args)]

    def check_early_value(self, value: Value, path: Path, run: Run) -> None:
        if isinstance(value, list | dict | set):
            raise wrong_type("get_resource", "the name of a resource", value)

    def compute(self, args: Snippet, run: Run) -> Value:
        if args.__class__ is str:
            return run.reference(args)
        name = run.resolve(args)
        require("get_resource", "the name of a resource", name, (), str)
        if isinstance(name, MARKS):
            return propagate_unknown("get_resource", name, once=False)
        return run.reference(name)


FUNCTIONS = (GetResource(),)
