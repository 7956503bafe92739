"""Update systems on a real cloud by each mistake and back, and hold plans, outputs and explained failures against what happens."""

from __future__ import annotations

import argparse
import collections
import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from pathlib import Path
from typing import Any

import yaml

sys.path.insert(0, str(Path(__file__).parents[2] / "tests/cloud"))
from heat_stacks import Heat, actions
from plan_updates import compare as compared


def update(options: argparse.Namespace) -> int:
    """Create each right system, update it by each mistake and back, and record what the plan and `failure` said."""
    rows = [json.loads(line) for line in (options.folder / "index.jsonl").read_text(encoding="utf-8").splitlines()]
    families = [list(family) for _, family in groupby(rows, key=lambda row: row["right"])]
    done = options.folder / "updates.jsonl"
    known = {json.loads(line)["stack"] for line in done.read_text().splitlines()} if done.exists() else set()

    def work(family: list[dict[str, Any]]) -> None:
        if family[0]["folder"] in known:
            return
        for case in _updated(options, family):
            with done.open("a", encoding="utf-8") as file:
                file.write(json.dumps(case) + "\n")
            print(case["stack"], case["to"], case["status"], case["verdict"], case["wrong"], flush=True)

    with ThreadPoolExecutor(options.parallel) as pool:
        list(pool.map(work, families))
    return tell(options)


def tell(options: argparse.Namespace) -> int:
    """Print the figures of the recorded updates."""
    lines = (options.folder / "updates.jsonl").read_text(encoding="utf-8").splitlines()
    cases: list[dict[str, Any]] = [json.loads(line) for line in lines]
    completed = [case for case in cases if case["status"] == "UPDATE_COMPLETE"]
    resources = sum(case["resources"] for case in completed)
    tally = collections.Counter(f"{case['status']}: {case['verdict']}" for case in cases)
    outputs = collections.Counter(
        f"{'new' if case['to'] == 'creation' else 'updated'} outputs {word}"
        for case in cases
        for word in case["outputs"].values()
    )
    print(f"{len(completed)} completed updates, {resources} resources")
    print(
        f"  {sum(len(case['wrong']) for case in completed)} not the same, {sum(len(c['milder']) for c in completed)} milder"
    )
    print(f"  {sum(case['may'] for case in completed)} may change")
    for name, count in sorted({**tally, **outputs}.items()):
        print(f"{count:5} {name}")
    return 0


def _updated(options: argparse.Namespace, family: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the case of each update of a stack of a right system."""
    heat, right, name = Heat(options.cloud), options.folder / family[0]["folder"], f"updates-{family[0]['folder']}"
    before = heat.create(name, _body(right))
    if not before.complete:
        print(name, before, flush=True)
    elif (preview := _asked(options, right, "preview", "main.yaml", cloud=False)).get("outputs"):
        planned = {name: one.get("value") for name, one in preview["outputs"].items()}
        case = {
            "stack": family[0]["folder"],
            "to": "creation",
            "status": before.status,
            "verdict": "quiet",
            "wrong": {},
        }
        yield {
            **case,
            "milder": {},
            "resources": 0,
            "may": 0,
            "outputs": _outputs(planned, _shown(heat, name)),
            "plan": preview,
        }
    try:
        for row in family[1:] if before.status != "REFUSED" else ():
            yield _update(options, heat, name, options.folder / row["folder"], row["mistake"])
            back = _update(options, heat, name, right, "right")
            yield back
            if back["status"] != "UPDATE_COMPLETE":
                break  # the next one would fail for this, too
    except Exception as error:  # a busy cloud
        print(name, repr(error)[:300], flush=True)
    finally:
        heat.delete(name)


def _update(options: argparse.Namespace, heat: Heat, name: str, folder: Path, mistake: str) -> dict[str, Any]:
    heat.settle(name)
    plan = _asked(options, folder, "plan", name, "main.yaml")
    was_complete = heat.shown(name)["stack_status"].endswith("_COMPLETE")
    before, old_events, old_outputs = heat.resources(name), heat.events(name), _shown(heat, name)
    outcome = heat.update(name, _body(folder))
    after, events = heat.resources(name), heat.events(name)
    done = actions(before, after, [event for id_, event in events.items() if id_ not in old_events])
    failed = {
        path: r["resource_status_reason"] for path, r in after.items() if r["resource_status"].endswith("_FAILED")
    }
    case = compared(name.removeprefix("updates-"), 0, [], plan, outcome, done, before)
    case |= {"to": f"{folder.name} ({mistake})", "failed at": {".".join(path): why for path, why in failed.items()}}
    case |= {"verdict": _verdict(plan, outcome.status, failed), "plan": plan, "outputs": {}}
    if outcome.complete:
        planned = {one["name"]: one.get("new") for one in plan.get("outputs", ())}
        kept = old_outputs if was_complete else {}  # what Heat shows after a failure is not what the resources have
        case["outputs"] = _outputs({**kept, **planned}, _shown(heat, name))
    if outcome.status == "UPDATE_FAILED":
        case["explained"] = _asked(options, folder, "failure", name, "main.yaml")
    return case


def _verdict(plan: dict[str, Any], status: str, failed: dict[tuple[str, ...], str]) -> str:
    """Return whether a plan names a failure that happens: "named", "MISSED", or "elsewhere"; and "quiet" or "FALSE" of others."""
    if "failed" in plan:
        return "ABORTED"
    said = {tuple(one["path"]) for one in plan["resources"] if one["fails"] or one["action"] == "refuse"}
    if status == "UPDATE_COMPLETE":
        return "FALSE" if said or plan["refused"] else "quiet"
    said |= {tuple(one["path"]) for one in plan["resources"] if one["may_fail"]}
    if plan["refused"] or said & set(failed):
        return "named"
    return "elsewhere" if said else "MISSED"


def _outputs(planned: dict[str, Any], now: dict[str, Any]) -> dict[str, str]:
    """Return how each output of a stack was known before: "equal", "WRONG" or "unknown"."""
    return {
        name: "unknown"
        if name not in planned or _is_unknown(planned[name])
        else "equal"
        if planned[name] == value
        else "WRONG"
        for name, value in now.items()
    }


def _shown(heat: Heat, name: str) -> dict[str, Any]:
    """Return the values of the outputs of a stack, without those that have errors."""
    listed = heat.shown(name)["outputs"]
    return {one["output_key"]: one.get("output_value") for one in listed if "output_error" not in one}


def _is_unknown(value: Any) -> bool:
    return "<" in json.dumps(value)


def _asked(options: argparse.Namespace, folder: Path, *words: str, cloud: bool = True) -> dict[str, Any]:
    command = [options.python, "-m", "hotlint", *words, "--no-config", "-f", "json"]
    command += ["--cloud", options.cloud] if cloud else []
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=400, check=False)
    try:
        found: dict[str, Any] = json.loads(done.stdout)
        return found
    except ValueError:
        return {"failed": done.stderr[-1500:]}


def _body(folder: Path) -> dict[str, Any]:
    files = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.yaml") if path.name != "main.yaml"}
    return {"template": yaml.safe_load((folder / "main.yaml").read_text(encoding="utf-8")), "files": files}
