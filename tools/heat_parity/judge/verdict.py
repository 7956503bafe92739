"""The forms of Heat's answers."""

from typing import Any, NotRequired, TypedDict

STACK_NAME = "true"
"""The name of every stack that is validated, and so the value of OS::stack_name in recorded values.

hotlint does not know the name of a stack, so it must not be what Heat refuses in a template: it is a text and a boolean.
"""
TENANT = "test_tenant_id"
"""The project that every stack belongs to: the value of OS::project_id."""

Properties = dict[str, Any]
Attributes = dict[str, dict[str, Any]]
"""Values of a resource's attributes, by the resource's name; the key "__ref__" is the value of get_resource."""


class Verdict(TypedDict):
    """Whether Heat accepts a template, and if not, why.

    `phase` is how far Heat came: "client" (what the client refuses to send), "yaml" (not a template at all), "template"
    (class, environment, parameter schemas), "validate" (Stack.validate: conditions, references, functions, properties,
    outputs), "resource" (a resource's own validate()).
    """

    valid: bool | None
    """None where the cloud would be asked before it is decided."""
    phase: str | None
    error: str | None
    kind: str | None
    """The class of Heat's exception."""
    path: list[str] | None
    """Where in the template, if Heat tells."""
    type: NotRequired[str]
    """The type of the first refused resource (deep verdicts only)."""
    asked: NotRequired[list[str]]
    """Resources whose validate() would ask the cloud, so that they are validated only in part (deep verdicts only)."""
    refused: NotRequired[list[str]]
    """Every resource that is refused (deep verdicts only)."""


class UpdateVerdict(TypedDict):
    """What an update of a stack would do."""

    refused: str | None
    """Why Heat refuses the update as a whole, after the phase; None when it does not."""
    actions: dict[str, str] | None
    """By resource: "unchanged", "update", "replace", "add", "delete", "refuse", or "asked" where the cloud decides."""
    error: NotRequired[str]


class Resolution(TypedDict):
    """Values as Heat resolves them, or why it cannot resolve the template at all."""

    ok: bool
    result: NotRequired[Any]
    phase: NotRequired[str]
    error: NotRequired[str]
    kind: NotRequired[str | None]


CLOUD_ASKED = "the cloud would be asked"


def accepted() -> Verdict:
    """Return the verdict on a template that Heat takes."""
    return {"valid": True, "phase": None, "error": None, "kind": None, "path": None}


def undecided(phase: str) -> Verdict:
    """Return the verdict where the cloud would be asked."""
    return {"valid": None, "phase": phase, "error": CLOUD_ASKED, "kind": None, "path": None}


def rejected(phase: str, exc: Exception) -> Verdict:
    """Return the verdict on a template at which Heat raised. Heat raises many classes, some of them by accident."""
    path = getattr(exc, "path", None)
    where = [str(part) for part in path] if path else None
    return {"valid": False, "phase": phase, "error": str(exc), "kind": type(exc).__name__, "path": where}
