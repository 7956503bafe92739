"""Recorded resources and stacks of few words, for tests of single decisions."""

from __future__ import annotations

from typing import Any

from hotlint.plans.model import RecordedResource, RecordedStack

GONE: dict[str, Any] = {"attributes": {"a": None, "b": "", "c": {}, "d": []}}
"""What Heat shows of a thing that its service does not have any more."""


def made(
    type_: str = "OS::Heat::Value", id_: str = "a-1", status: str = "CREATE_COMPLETE", **more: Any
) -> RecordedResource:
    return RecordedResource(more.pop("name", "a"), type_, id_, status, **more)


def stack(status: str = "CREATE_COMPLETE", /, **resources: RecordedResource) -> RecordedStack:
    return RecordedStack(
        "s", "s-1", status, resources={n.strip("_"): r._replace(name=n.strip("_")) for n, r in resources.items()}
    )
