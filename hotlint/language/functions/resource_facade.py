"""resource_facade: what the parent template says of the resource that this template stands for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from hotlint.language.functions.base import ArgumentError, Call, Function, Path, Run, Snippet, describe_argument
from hotlint.language.values import MARKS, Value, propagate_unknown


class ResourceFacade(Function):
    name = "resource_facade"
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

    offered: ClassVar[dict[str, str]] = {
        "metadata": "metadata",
        "deletion_policy": "deletion_policy",
        "update_policy": "update_policy",
    }
    """What may be asked for, and what `Run.facade` calls it."""

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        # Heat compares the result of a call here.
        if not isinstance(args, Call) and not (isinstance(args, str) and args in self.offered):
            yield ArgumentError(f"{self.name} yields {', '.join(self.offered)}; not {describe_argument(args)}")

    def early_arguments(self, args: Snippet) -> list[tuple[Path, Snippet]]:
        return [((), args)]

    def check_early_value(self, value: Value, path: Path, run: Run) -> None:
        for found in self.check_form(value, run.version):
            if not isinstance(value, MARKS):
                raise found.to_error()

    def compute(self, args: Snippet, run: Run) -> Value:
        what = run.resolve(args)
        if isinstance(what, MARKS):
            return propagate_unknown(what)
        for found in self.check_form(what, run.version):
            raise found.to_error()
        return run.facade(self.offered[what])


FUNCTION = ResourceFacade()
