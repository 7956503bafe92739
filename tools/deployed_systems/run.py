"""Create systems on a real cloud, record how each ended with the words of the services, and delete it."""

from __future__ import annotations

import argparse
import collections
import json
import re
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import yaml

_VARYING = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|\s*\(Request-ID: [^)]*\)|\s*Neutron server returns.*", re.S
)
_DEEP = 4
_QUOTAS = {
    "network": (
        "/quotas/{}",
        "quota",
        ("network", "subnet", "port", "router", "floatingip", "security_group", "security_group_rule"),
    ),
    "compute": ("/os-quota-sets/{}", "quota_set", ("instances", "cores", "ram", "key_pairs", "server_groups")),
    "block_storage": ("/os-quota-sets/{}", "quota_set", ("volumes", "snapshots")),
}
"""The quotas of things that systems which are not deleted yet take up: service -> path, key, names. The gigabytes stay."""


def run(options: argparse.Namespace) -> int:
    """Create each system that has no result, and record how it ended."""
    import openstack

    index = options.folder / "index.jsonl"
    rows = [json.loads(line) for line in index.read_text(encoding="utf-8").splitlines()]
    cloud = openstack.connect(cloud=options.cloud)
    heat = cloud.orchestration
    for service, (path, key, names) in _QUOTAS.items():
        body = {key: dict.fromkeys(names, -1)}
        getattr(cloud, service).put(path.format(cloud.current_project_id), json=body)

    def record(row: dict[str, Any]) -> None:
        row.update(ended(heat, options.folder / row["folder"], options.seconds))

    todo = [row for row in rows if "status" not in row]
    with ThreadPoolExecutor(options.parallel) as pool:
        for number, _ in enumerate(as_completed([pool.submit(record, row) for row in todo]), 1):
            index.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
            if number % 10 == 0 or number == len(todo):
                print(number, dict(collections.Counter(row.get("status") for row in rows)), flush=True)
    return 0


def ended(heat: Any, folder: Path, seconds: float) -> dict[str, Any]:
    """Return how the creation of a system ended. Its stack is deleted, without waiting."""
    files = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.yaml") if path.name != "main.yaml"}
    template = yaml.safe_load((folder / "main.yaml").read_text(encoding="utf-8"))
    name = f"systems-{folder.name[:4]}-{time.monotonic_ns() % 10**9}"
    body = {"stack_name": name, "template": template, "files": files, "disable_rollback": True, "timeout_mins": 10}
    try:
        answer = heat.post("/stacks", json=body)
        if answer.status_code >= 400:
            status = "refused" if answer.status_code < 500 else "broken"
            return {"status": status, "reason": _plain(str(answer.json().get("error", {}).get("message")))}
        path = f"/stacks/{name}/{answer.json()['stack']['id']}"
    except Exception as error:  # a busy cloud
        return {"status": "broken", "reason": repr(error)[:200]}
    try:
        return _awaited(heat, path, seconds)
    finally:
        heat.delete(path)


def _awaited(heat: Any, path: str, seconds: float) -> dict[str, Any]:
    began, stack = time.monotonic(), dict[str, Any]()
    while time.monotonic() < began + seconds:
        answer = heat.get(path)
        stack = answer.json()["stack"] if answer.status_code == 200 else stack
        if stack and not stack["stack_status"].endswith("IN_PROGRESS"):
            break
        time.sleep(1)
    status = stack.get("stack_status", "")
    if status == "CREATE_COMPLETE":
        return {"status": "complete", "seconds": round(time.monotonic() - began)}
    if status != "CREATE_FAILED":
        return {"status": "late", "reason": status}
    listed = heat.get(f"{path}/resources?nested_depth={_DEEP}").json()["resources"]
    failed = []
    for one in listed:
        reason = one["resource_status_reason"]
        if one["resource_status"].endswith("_FAILED") and not re.match(
            r"CREATE aborted|.*Resource CREATE failed|resources\.", reason
        ):
            parents = [one.get("parent_resource", "")]
            failed.append(
                {
                    "resource": one["resource_name"],
                    "in": parents[0],
                    "type": one["resource_type"],
                    "reason": _plain(reason),
                }
            )
    return {"status": "failed", "failed": failed, "reason": _plain(stack.get("stack_status_reason", ""))}


def _plain(reason: str) -> str:
    """Return a reason without what differs from one creation to the next."""
    return _VARYING.sub("#", reason).strip()[:500]
