"""The nested stacks of a resource, before they are evaluated: the templates that it uses, by member."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, NamedTuple, TypeVar

from hotlint.analysis.composition.uses import Use

Nested = TypeVar("Nested")
"""The preview of one nested stack."""
MEMBER_LIMIT = 50
"""Members of a group that are shown; a note says how many more there are."""


class NestedUnavailable(NamedTuple):
    """Why a nested template is not shown; `failed`: because Heat could not load it either."""

    why: str
    failed: bool = False


class NestedStacks(NamedTuple, Generic[Nested]):
    """The uses of a resource and their previews, by the name of the member, "" for the resource itself.

    `groups` are the members that are groups themselves. `note` and `failed`: see `results.NestedResult`.
    """

    uses: list[tuple[str, Use]]
    previews: dict[str, Nested]
    note: str | None
    is_group: bool
    failed: bool = False
    groups: dict[str, NestedStacks[Nested]] = {}

    def nested(self) -> Iterator[Nested]:
        """Yield all previews, those of members of inner groups included."""
        yield from self.previews.values()
        for group in self.groups.values():
            yield from group.nested()


Child = Callable[[Use, str | None], Nested | NestedStacks[Nested] | NestedUnavailable | None]
"""Returns the nested stack of a use for a member (None: the resource itself): its preview, a group, or why it is missing."""


def nested_stacks_of(uses: list[Use], child: Child[Nested]) -> NestedStacks[Nested] | None:
    """Return the nested stacks of a resource with these uses; None for one that is neither a template nor a group."""
    if not uses:
        return None
    if not uses[0].member or uses[0].type_name == "the template":
        nested = child(uses[0], None)
        if isinstance(nested, NestedUnavailable):
            return NestedStacks([("", uses[0])], {}, nested.why, False, nested.failed)
        previews = {"": nested} if nested is not None and not isinstance(nested, NestedStacks) else {}
        return NestedStacks([("", uses[0])], previews, None, False)
    return _members(uses, child)


def _members(uses: list[Use], child: Child[Nested]) -> NestedStacks[Nested]:
    """Return the members of a group; of a group whose size is not known, one member."""
    found = [(name, use) for use in uses for name in _names(use)]
    count = sum(1 if use.size is None else max(use.size, 0) for use in uses)
    notes = []
    if uses[0].size is None and (uses[0].index_var is not None or uses[0].member == "member"):
        notes.append("how many members there are is not known; one is shown")
    if count > MEMBER_LIMIT:
        notes.append(f"{count - MEMBER_LIMIT} more members of {count} are not shown")
    previews: dict[str, Nested] = {}
    groups: dict[str, NestedStacks[Nested]] = {}
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
    """Return the names of the members of a use, at most one more than are shown."""
    return list(use.names(MEMBER_LIMIT + 1)) or ([use.member] if use.size is None else [])
