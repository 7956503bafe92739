"""What a resource consists of, before it is resolved: the templates that it uses, by the names of the members."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from hotlint.analysis.uses import Use
    from hotlint.dry_run.stack_preview import Preview

MEMBER_LIMIT = 50
"""Members of a group that are shown; how many more there are is said."""
Child = Callable[["Use", "str | None"], "Preview | NestedStacks | NestedUnavailable | None"]
"""Yields what a use of a member (None: of the resource itself) stands for: the preview of a template, a group, or why
there is none, where there should be one."""


class NestedUnavailable(NamedTuple):
    """Why a nested template is not shown; `failed`: because Heat could not have it either."""

    why: str
    failed: bool = False


class NestedStacks(NamedTuple):
    """The uses and what they stand for by the name of the member, "" for the resource itself.

    `groups` are the members that are groups themselves. `note` and `failed`: see Subtree.
    """

    uses: list[tuple[str, Use]]
    previews: dict[str, Preview]
    note: str | None
    is_group: bool
    failed: bool = False
    groups: dict[str, NestedStacks] = {}

    def nested(self) -> Iterator[Preview]:
        """All previews, those in groups within included."""
        yield from self.previews.values()
        for group in self.groups.values():
            yield from group.nested()


def nested_stacks_of(uses: list[Use], child: Child) -> NestedStacks | None:
    """What a resource with these uses consists of; None when it is no template and no group."""
    if not uses:
        return None
    if not uses[0].member or uses[0].type_name == "the template":
        nested = child(uses[0], None)
        if isinstance(nested, NestedUnavailable):
            return NestedStacks([("", uses[0])], {}, nested.why, False, nested.failed)
        previews = {"": nested} if nested is not None and not isinstance(nested, NestedStacks) else {}
        return NestedStacks([("", uses[0])], previews, None, False)
    return _members(uses, child)


def _members(uses: list[Use], child: Child) -> NestedStacks:
    """The members of a group. Of a group whose size is not known, one stands for all."""
    found = [(name, use) for use in uses for name in _names(use)]
    count = sum(1 if use.size is None else max(use.size, 0) for use in uses)
    notes = []
    if uses[0].size is None and (uses[0].index_var is not None or uses[0].member == "member"):
        notes.append("how many members there are is not known; one is shown")
    if count > MEMBER_LIMIT:
        notes.append(f"{count - MEMBER_LIMIT} more members of {count} are not shown")
    previews: dict[str, Preview] = {}
    groups: dict[str, NestedStacks] = {}
    failed = False
    for name, use in found[:MEMBER_LIMIT]:
        nested = child(use, name)
        if isinstance(nested, NestedUnavailable):
            failed = failed or nested.failed
            if nested.why not in notes:
                notes.append(nested.why)
        elif isinstance(nested, NestedStacks):
            groups[name] = nested
        elif nested is not None:
            previews[name] = nested
    return NestedStacks(found[:MEMBER_LIMIT], previews, "; ".join(notes) or None, True, failed, groups)


def _names(use: Use) -> list[str]:
    """The names of the members that a use makes, one more than are shown at most."""
    return list(use.names(MEMBER_LIMIT + 1)) or ([use.member] if use.size is None else [])
