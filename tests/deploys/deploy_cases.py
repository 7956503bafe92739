"""The pairs of templates on what services refuse: how each reads, and how its two creations ended on a real cloud."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import yaml

FOLDER = Path(__file__).parent
RECORDED = FOLDER / "recorded.json"
AT = "it"
"""The name of the resource that is refused, or not."""


class DeployPair(NamedTuple):
    """A template that a service refuses at `found_at` or `AT`, and one next to it that deploys."""

    name: str
    type: str
    fails: dict[str, Any]
    completes: dict[str, Any]
    found_at: str


class UpdateCase(NamedTuple):
    """The template of a stack, one that it is updated with, and the resource at which that fails, "" where it completes.

    `predicted`: whether hotlint predicts the failure.
    """

    name: str
    old: dict[str, Any]
    new: dict[str, Any]
    fails: str
    predicted: bool


def updates() -> list[UpdateCase]:
    """Return all updates of updates.yaml: a real cloud has shown how each ends."""
    listed = _read(FOLDER / "updates.yaml")
    found = []
    for case in listed:
        new = {name: made for name, made in {**case["old"], **case["new"]}.items() if made is not None}
        old, new = ({"heat_template_version": "2018-08-31", "resources": made} for made in (case["old"], new))
        fails = case.get("fails", "")
        found.append(UpdateCase(case["name"], old, new, fails, bool(fails) and case.get("predicted", True)))
    return found


def pairs() -> list[DeployPair]:
    """Return all pairs, in the order of the files."""
    return [_pair(case) for path in sorted(FOLDER.glob("cases_*.yaml")) for case in _read(path)]


def variants() -> dict[str, dict[str, Any]]:
    """Return the templates of variants.yaml, by the type of which each has many resources."""
    found = {}
    for case in _read(FOLDER / "variants.yaml"):
        each = {
            f"v{number}": {
                "type": case["type"],
                "properties": {**case.get("base", {}), **properties},
                "depends_on": case.get("depends_on", []),
            }
            for number, properties in enumerate(case["each"])
        }
        found[case["type"]] = {"heat_template_version": "2018-08-31", "resources": {**case.get("with", {}), **each}}
    return found


def _read(path: Path) -> list[dict[str, Any]]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # each worker of pytest reads the files: in C where it can
    return list(yaml.load(path.read_text(encoding="utf-8"), Loader=loader))


def _pair(case: dict[str, Any]) -> DeployPair:
    fails, completes = (_template(case, case[side]) for side in ("fails", "completes"))
    return DeployPair(case["name"], case["type"], fails, completes, case.get("found_at", AT))


def recorded() -> dict[str, dict[str, Any]]:
    """Return how the creations ended, by the name of the pair, and "fails" or "completes"."""
    read: dict[str, dict[str, Any]] = json.loads(RECORDED.read_text(encoding="utf-8"))
    return read


def _template(case: dict[str, Any], properties: dict[str, Any]) -> dict[str, Any]:
    it: dict[str, Any] = {"type": case["type"], "properties": properties}
    if "depends_on" in case:
        it["depends_on"] = case["depends_on"]
    return {"heat_template_version": "2018-08-31", "resources": {**case.get("with", {}), AT: it}}
