"""Create the pairs of templates on a real cloud, and record how each ended: make deploys CLOUD=name-in-clouds.yaml.

--updates makes the updates of updates.yaml instead, and checks that each ends as that file says.
--attributes FILE also records the attributes of what was created, for tools/generate/predicted_attributes.py; with --variants,
those of the resources of variants.yaml.

The cloud has what the templates name: flavors such as m1.tiny, an image cirros, an external network public. Stacks are deleted at once.
The user may create networks with provider attributes, flavors and projects.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import re
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from deploy_cases import RECORDED, DeployPair, UpdateCase, pairs, updates, variants
from keystoneauth1.exceptions import ConnectFailure

from hotlint.resource_types.catalog import Catalog
from hotlint.resource_types.schema import ResourceType

_VARYING = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|[0-9a-f]{32}|\s*\(Request-ID: [^)]*\)|\s*Neutron server returns.*", re.S
)
_SECONDS = 600
_ATTEMPTS = 5


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--cloud", required=True)
    parser.add_argument("--only", default="", help="pairs whose name has this text")
    parser.add_argument("--missing", action="store_true", help="pairs that are not recorded yet")
    parser.add_argument("--parallel", type=int, default=3)
    parser.add_argument("--attributes", type=Path, help="add the attributes of what was created to this file")
    parser.add_argument("--updates", action="store_true", help="make the updates of updates.yaml")
    parser.add_argument("--variants", action="store_true", help="create the resources of variants.yaml")
    options = parser.parse_args()
    import openstack

    heat = openstack.connect(cloud=options.cloud).orchestration
    if options.updates:
        return check_updates(heat, [case for case in updates() if options.only in case.name], options.parallel)
    if options.variants:
        return record_variants(heat, {n: t for n, t in variants().items() if options.only in n}, options.attributes)
    known: dict[str, Any] = json.loads(RECORDED.read_text(encoding="utf-8")) if RECORDED.exists() else {}
    todo = [pair for pair in pairs() if options.only in pair.name and not (options.missing and pair.name in known)]

    def record(pair: DeployPair) -> dict[str, Any]:
        return {side: created(heat, getattr(pair, side), options.attributes) for side in ("fails", "completes")}

    wrong = 0
    with ThreadPoolExecutor(options.parallel) as pool:
        for pair, result in zip(todo, pool.map(record, todo), strict=True):
            known[pair.name] = result
            write(known)
            fine = result["fails"]["status"] == "CREATE_FAILED" and result["completes"]["status"] == "CREATE_COMPLETE"
            wrong += not fine
            print("ok  " if fine else "NOT ", pair.name, "" if fine else result, flush=True)
    return 1 if wrong else 0


def write(known: dict[str, Any]) -> None:
    """Write what is recorded, in the order of the pairs."""
    kept = {pair.name: known[pair.name] for pair in pairs() if pair.name in known}
    RECORDED.write_text(json.dumps(kept, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def check_updates(heat: Any, cases: list[UpdateCase], parallel: int) -> int:
    """Print how each update ended; returns 1 if one ended otherwise than its case says."""
    wrong = 0
    with ThreadPoolExecutor(parallel) as pool:
        for case, result in zip(cases, pool.map(lambda case: updated(heat, case), cases), strict=True):
            wanted = ("UPDATE_FAILED", case.fails) if case.fails else ("UPDATE_COMPLETE", None)
            fine = (result["status"], result.get("resource")) == wanted
            wrong += not fine
            print("ok  " if fine else "NOT ", case.name, result, flush=True)
    return 1 if wrong else 0


def record_variants(heat: Any, templates: dict[str, dict[str, Any]], attributes: Path | None) -> int:
    """Record the attributes of each template of variants; returns 1 if one was not created."""
    wrong = 0
    for name, template in templates.items():
        result = created(heat, template, attributes)
        wrong += result["status"] != "CREATE_COMPLETE"
        print(name, result, flush=True)
    return 1 if wrong else 0


def created(heat: Any, template: dict[str, Any], attributes: Path | None) -> dict[str, Any]:
    """Return how a creation ended: its status, and the resource that failed with the reason."""
    sent = with_attributes(template) if attributes is not None else template
    path, result = _made(heat, sent)
    if not path:
        return result
    try:
        if attributes is not None and result["status"] == "CREATE_COMPLETE":
            with attributes.open("a", encoding="utf-8") as file:
                file.write(json.dumps(shown(heat, path, template)) + "\n")
        return result
    finally:
        heat.delete(path)


def updated(heat: Any, case: UpdateCase) -> dict[str, Any]:
    """Return how an update ended, or the creation before it."""
    path, result = _made(heat, case.old)
    if not path:
        return result
    try:
        if result["status"] != "CREATE_COMPLETE":
            return result
        body = {"template": case.new, "disable_rollback": True, "timeout_mins": 5}
        answer = heat.put(path, json=body)
        return _refused(answer) if answer.status_code >= 400 else _ended(heat, path)
    finally:
        heat.delete(path)


def _made(heat: Any, template: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the path of a new stack, "" where Heat refuses it, and how its creation ended."""
    name = f"deploys-{time.monotonic_ns()}"
    body = {"stack_name": name, "template": template, "disable_rollback": True, "timeout_mins": 5}
    for _ in range(_ATTEMPTS):  # a busy cloud does not answer
        answer = heat.post("/stacks", json=body)
        if answer.status_code < 500:
            break
        time.sleep(5)
    if answer.status_code >= 400:
        return "", _refused(answer)
    path = f"/stacks/{name}/{answer.json()['stack']['id']}"
    return path, _ended(heat, path)


def _refused(answer: Any) -> dict[str, Any]:
    return {"status": "refused", "reason": _plain(str(answer.json().get("error", {}).get("message")))}


def _ended(heat: Any, path: str) -> dict[str, Any]:
    """Return how the action on a stack ended."""
    end, status, why = time.monotonic() + _SECONDS, "", ""
    while time.monotonic() < end:
        with contextlib.suppress(ConnectFailure, KeyError):  # a busy cloud
            stack = heat.get(path).json()["stack"]
            status, why = stack["stack_status"], stack["stack_status_reason"]
        if status and not status.endswith("IN_PROGRESS"):
            break
        time.sleep(1)
    result: dict[str, Any] = {"status": status}
    for resource in heat.get(f"{path}/resources").json()["resources"]:
        reason = resource["resource_status_reason"]
        if resource["resource_status"].endswith("_FAILED") and "aborted" not in reason.partition(":")[0]:
            result.update(resource=resource["resource_name"], reason=_plain(reason))
    if "resource" not in result and (named := re.search(r"resources\.(\w+)", why)) is not None:
        result.update(resource=named.group(1), reason=_plain(why))  # the old one of a replacement is not listed
    return result


def with_attributes(template: dict[str, Any]) -> dict[str, Any]:
    """Return a template with an output for each attribute of each resource."""
    outputs = {
        f"{name}/{attribute}": {"value": {"get_attr": [name, attribute]}}
        for name, resource in template["resources"].items()
        if isinstance(kind := Catalog().resource(resource["type"]), ResourceType)
        for attribute in kind.attributes
        if attribute != "console_urls"
    }
    return {**template, "outputs": outputs}


def shown(heat: Any, path: str, template: dict[str, Any]) -> dict[str, Any]:
    """Return a record of a stack: its template, and the ids and attributes of its resources."""
    attributes: dict[str, dict[str, Any]] = {}
    for output in _answered(heat, path, "stack")["outputs"]:
        name, _, attribute = output["output_key"].partition("/")
        if "output_error" not in output:
            attributes.setdefault(name, {})[attribute] = output["output_value"]
    listed = _answered(heat, f"{path}/resources", "resources")
    ids = {resource["resource_name"]: resource["physical_resource_id"] for resource in listed}
    return {"template": template, "ids": ids, "attributes": attributes}


def _answered(heat: Any, path: str, key: str) -> Any:
    """Return what Heat answers under a key; a busy one is asked again."""
    for _ in range(_ATTEMPTS):
        answer = heat.get(path)
        if answer.status_code < 500:
            break
        time.sleep(5)
    return answer.json()[key]


def _plain(reason: str) -> str:
    """Return the reason without what differs from one creation to the next, and cut where it repeats a long value."""
    return _VARYING.sub("", reason).strip()[:200]


if __name__ == "__main__":
    raise SystemExit(main())
