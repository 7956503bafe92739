"""Why a stack has failed: its failed resources, their places in the template, and the values that were sent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from hotlint import heat_types
from hotlint.dry_run.provenance import NoSuchPartError, SourceLocation, Step, explain_part
from hotlint.dry_run.results import ResourceResult, StackResult
from hotlint.plans.failure_causes import DEFECT, OUT_OF_TIME, Cause, cause_of
from hotlint.plans.model import RecordedResource, RecordedStack
from hotlint.resource_types.catalog import PACKAGED

_SECOND_HAND: Final = re.compile(r"\w+ aborted|Resource \w+ failed: |resources\[|The following resources? failed")
"""Reasons that only repeat that another resource has failed."""
_HEAD: Final = re.compile(r"^(\w+): (?:resources(?:\.|\[)\S+?: )?")
_TAIL: Final = re.compile(
    r"(?:Neutron server returns request_ids:|\(HTTP \d+\)|\(Request-ID:|Traceback \(most recent call last\):).*",
    re.S,
)
_TOLD: Final = re.compile(
    r"(?:Resource (?P<action>[A-Z]{1,20}) failed: )?(?P<kind>\w{1,80}: )?(?P<path>resources(?:\.|\[)[^\s:]+): (?P<words>[^\n]+)"
)
_ID_LENGTH: Final = 32
"""Characters of an id that is no word."""
_NAMES: Final = re.compile(r"resources(?:\.|\[)[\"']?([\w-]+)")
_BESIDE: Final = 1000
"""What it counts that words name a value right behind its property: more than any text."""
_WORD: Final = re.compile(r"[A-Za-z0-9_.:/-]+")


class Failure(NamedTuple):
    """A resource that has failed.

    `path` are the names that lead to it from the outermost stack. `words` is what the service said, `kind` the class of
    its error, "" where Heat does not name it. `status` is CREATE_FAILED and the like.
    """

    path: tuple[str, ...]
    type: str
    status: str
    kind: str
    words: str

    @property
    def cause(self) -> Cause | None:
        """The cause of it that lies outside of the template, as far as its words name one."""
        return cause_of(f"{self.kind}: {self.words}")

    @property
    def service(self) -> str:
        """The service that makes resources of this type, such as Neutron; Heat where that itself has failed."""
        parts = self.type.split("::")
        is_service = len(parts) > 2 and parts[0] in ("OS", "AWS") and self.cause not in (DEFECT, OUT_OF_TIME)
        return parts[1] if is_service else "Heat"

    @property
    def is_stuck(self) -> bool:
        """Whether Heat breaks off each further update at it, until it is marked unhealthy."""
        return self.status == "UPDATE_FAILED" and heat_types.of(self.type).is_stuck_once_failed

    @property
    def defects(self) -> Mapping[str, str]:
        """The properties whose updates fail in Heat's own code, and why, where it has failed in an update."""
        is_update = self.cause is DEFECT and self.status.startswith("UPDATE")
        return heat_types.of(self.type).unchangeable if is_update else {}


class FailurePlace(NamedTuple):
    """Where a failed resource is written, and the value that its service most likely spoke of.

    `resource` is where the resource is written, None where the template does not have it. `value` is that value with its origin,
    and `property` its path in the properties, "" for the resource as a whole.
    """

    resource: SourceLocation | None
    property: str = ""
    value: Step | None = None


def failures(stack: RecordedStack, path: tuple[str, ...] = ()) -> Iterator[Failure]:
    """Yield the resources of a stack that have failed by themselves: not those that Heat aborted because another one failed."""
    for resource in stack.resources.values():
        if not resource.status.endswith("_FAILED"):
            continue
        inner = list(failures(resource.stack, (*path, resource.name))) if resource.stack is not None else []
        if inner:
            yield from inner
        elif within := _within(resource, path):
            yield from within
        elif (
            _SECOND_HAND.match(resource.reason) is None
            or OUT_OF_TIME.words.match(resource.reason)
            or resource.reason.startswith(f"resources[{resource.name}]: ")
        ):
            yield failure_of(resource, path)


def _within(resource: RecordedResource, path: tuple[str, ...]) -> list[Failure]:
    """Return the failures in a stack within a resource that Heat has not made, or deleted again, as its reason tells them."""
    known = heat_types.of(resource.type)
    if (
        resource.stack is None
        and not known.has_stack
        and not known.group
        and PACKAGED.resource(resource.type) is not None
    ):
        return []
    found = []
    for failure in told(resource.reason):
        inner = failure.path if failure.path[0] == resource.name else (resource.name, *failure.path)
        if len(inner) > 1:
            found.append(failure._replace(path=(*path, *inner), status=resource.status))
    return found


def with_names(words: str, stack: RecordedStack) -> str:
    """Return words of a service with the names of resources of a stack beside the ids that they name."""
    named: dict[str, list[str]] = {}
    for resource in stack.every():
        if len(resource.id) >= _ID_LENGTH and resource.id in words:
            named.setdefault(resource.id, []).append(f"'{resource.name}'")
    for id_, names in named.items():
        words = words.replace(id_, f"{id_} ({' and '.join(names)} of the stack)")
    return words


def failure_of(resource: RecordedResource, path: tuple[str, ...]) -> Failure:
    """Return the failure of a resource in the stack at `path`."""
    kind, words = split_reason(resource.reason)
    return Failure((*path, resource.name), resource.type, resource.status, kind, words)


def split_reason(reason: str) -> tuple[str, str]:
    """Return the class of an error, "" for none, and the words of the service, without what Heat and its clients add."""
    head = _HEAD.match(reason)
    words = _TAIL.sub("", reason[head.end() :] if head else reason, count=1).strip()
    return (head.group(1) if head else ""), words or reason.strip()


def told(message: str) -> Iterator[Failure]:
    """Yield the failures that a message of Heat names, such as "Resource CREATE failed: Conflict: resources.port: ..."."""
    for found in _TOLD.finditer(message):
        kind, words = split_reason(f"{found['kind'] or ''}{found['words'].strip()}")
        yield Failure(tuple(_NAMES.findall(found["path"])), "", f"{found['action'] or 'CREATE'}_FAILED", kind, words)


def place_of(failure: Failure, preview: StackResult, reported: str = "") -> FailurePlace:
    """Return the place of a failed resource in a dry run of its template.

    `reported` is the logical path of a finding, such as resources.port.properties.mac_address, that names the value; "" without one.
    """
    found = _find(failure.path, preview)
    if found is None:
        return FailurePlace(None)
    owner, result, steps = found
    where = _written(owner, result)
    head = f"resources.{failure.path[-1]}.properties."
    values = result.properties.value
    named = _existing(values, reported[len(head) :].split(".")) if reported.startswith(head) else None
    cause = failure.cause
    wanted = (*cause.properties, *failure.defects) if cause is not None else ()
    if named is None and wanted:
        named = next((path for path, _ in _leaves(values, ()) if any(name in path for name in wanted)), None)
    elif named is None and (cause is None or not cause.is_shortage):
        named = _spoken_of(values, failure.words)
    if not named:
        return FailurePlace(where)
    try:
        return FailurePlace(
            where, ".".join(map(str, named)), explain_part(owner, [*steps, "properties", *map(str, named)])
        )
    except NoSuchPartError:
        return FailurePlace(where)


def templates_around(failure: Failure, preview: StackResult) -> list[str]:
    """Return the paths of the templates of the stacks that a failed resource is within, the outermost first."""
    steps = (_find(failure.path[: depth + 1], preview) for depth in range(len(failure.path)))
    return list(dict.fromkeys(step[0].context.path for step in steps if step is not None))


def with_type(failure: Failure, preview: StackResult) -> Failure:
    """Return a failure with the type that the template gives the resource, where the cloud does not return it."""
    found = _find(failure.path, preview) if not failure.type else None
    return failure._replace(type=found[1].type or "") if found is not None else failure


def _find(path: tuple[str, ...], preview: StackResult) -> tuple[StackResult, ResourceResult, list[str]] | None:
    """Return the stack and the result of the resource at a path, and the steps that lead to it in that stack."""
    result = preview.resources().get(path[0])
    steps = ["resources", path[0]]
    for name in path[1:]:
        nested = result.nested if result is not None else None
        if nested is None:
            return None
        if nested.preview is not None:
            preview, steps = nested.preview, ["resources", name]
            result = preview.resources().get(name)
        else:
            member = _member(nested.members, name)
            steps = [*steps, "nested", member]
            result = nested.members.get(member)
    return (preview, result, steps) if result is not None else None


def _member(members: Mapping[str, ResourceResult], name: str) -> str:
    """Return the name of a member of a group in the dry run; that of the first one for a name that Heat has made up."""
    return name if name in members else next(iter(members), name)


def _written(owner: StackResult, result: ResourceResult) -> SourceLocation | None:
    node = result.resource.key if result.resource is not None else result.nodes.get("properties")
    return SourceLocation(owner.context.path, node.start, node.end) if node is not None else None


def _existing(values: Any, steps: list[str]) -> tuple[str, ...]:
    """Return the steps that lead to a value, without those into the call that makes it; () where there is no such value."""
    found: list[str] = []
    for step in steps:
        if isinstance(values, dict) and step in values:
            values = values[step]
        elif isinstance(values, list) and step.isdecimal() and int(step) < len(values):
            values = values[int(step)]
        else:
            return () if isinstance(values, dict | list) else tuple(found)
        found.append(step)
    return tuple(found)


def _spoken_of(properties: Any, words: str) -> tuple[Any, ...] | None:
    """Return the path of the value that words are about: they hold the value itself, or else the name of its property."""
    said = {word.strip(".:,'\"").lower() for word in _WORD.findall(words)}
    best: tuple[int, tuple[Any, ...]] | None = None
    for path, value in _leaves(properties, ()):
        text = str(value).lower()
        score = 3 * len(text) if text in said and len(text) > 1 else 0
        names = {str(step).lower() for step in path if isinstance(step, str)}
        score += sum(2 for name in names if name in said or _is_said(name.replace("_", " "), words.lower()))
        score += _BESIDE * any(_is_beside(name, text, words.lower()) for name in names if score and text)
        if score and (best is None or score > best[0]):
            best = (score, path)
    return best[1] if best is not None else None


def _is_said(name: str, words: str) -> bool:
    """Return whether words have a name, and not only as a part of another one."""
    return name in words and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", words) is not None


def _is_beside(name: str, text: str, words: str) -> bool:
    """Return whether words have a value right behind the name of its property, as "name web" and "name is web" do."""
    return re.search(rf"(?<!\w){re.escape(name)}\W{{1,3}}(is )?{re.escape(text)}(?!\w)", words) is not None


def _leaves(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield the values in a mapping or list that are neither, with their paths."""
    if isinstance(value, dict) and value:
        for name, item in value.items():
            yield from _leaves(item, (*path, name))
    elif isinstance(value, list) and value:
        for index, item in enumerate(value):
            yield from _leaves(item, (*path, index))
    elif path:
        yield path, value
