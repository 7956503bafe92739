"""Hold `hotlint plan` against what a real Heat does in updates of real stacks.

    python tests/cloud/plan_updates.py --cloud NAME --updates 100 --seed 1 --out results.json

Each stack is made once, and updated several times, until enough updates count. Before each update a plan is made by the command,
and afterwards what Heat did is read from physical ids and events. `same`: the same action for a resource. `milder`: Heat
replaces or deletes what the plan leaves or updates, which must not happen. An update that Heat refuses or that fails half way is
no case, but the one after it is.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import yaml

sys.path.insert(0, str(Path(__file__).parent))
from by_hand import happen
from compute_generator import ComputeGenerator
from heat_stacks import Heat, Outcome, actions
from stack_generator import StackGenerator
from varied_generator import VariedGenerator

LEAST_SAME = 99.0
"""Per cent of the resources for which a plan and Heat must agree."""
SCALING_GROUPS = ("AWS::AutoScaling::AutoScalingGroup", "OS::Heat::AutoScalingGroup", "OS::Heat::InstanceGroup")
"""Groups whose new members Heat names at random."""
SEVERE = ("replace", "delete", "refuse")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    add = parser.add_argument
    add("--cloud", required=True)
    add("--updates", type=int, default=100, help="updates that count")
    add("--each", type=int, default=6, help="updates of each stack")
    add("--seed", type=int, default=1)
    add("--prefix", default="plan", help="what the names of the stacks begin with")
    add("--parallel", type=int, default=2)
    add("--compute", action="store_true", help="also servers, volumes, scaling groups, software deployments and stacks")
    add("--varied", action="store_true", help="also resources and changes that --compute does not make")
    add("--out", type=Path, default=Path("plan-updates.json"))
    add("--keep", type=Path, help="folder for the templates, plans and outcomes of each case")
    options = parser.parse_args()
    cases: list[dict[str, Any]] = []
    seeds = iter(range(options.seed * 1000, options.seed * 1000 + options.updates))  # a stack a count, at the most
    with ThreadPoolExecutor(options.parallel) as pool:
        list(pool.map(lambda _: run_stacks(options, seeds, cases), range(options.parallel)))
    print(table(cases))
    found = figures(cases)
    enough = found["updates"] >= options.updates and found["same %"] >= LEAST_SAME
    return 0 if enough and found["milder"] == 0 else 1


def run_stacks(options: argparse.Namespace, seeds: Iterator[int], cases: list[dict[str, Any]]) -> None:
    """Make stacks and update them until enough updates count. Adds to the cases."""
    while sum(case["counts"] for case in cases) < options.updates:
        seed = next(seeds, None)
        if seed is None:
            return
        for case in run_stack(options, seed):
            cases.append(case)
            options.out.write_text(json.dumps({"figures": figures(cases), "cases": list(cases)}, indent=1))


def run_stack(options: argparse.Namespace, seed: int) -> Iterator[dict[str, Any]]:
    """Make a stack, update it and delete it. Yields the cases; an exception ends the stack, and is one that does not count."""
    name = f"{options.prefix}-{seed}"
    try:
        heat = Heat(options.cloud)
        try:
            yield from _run_stack(options, heat, seed, name)
        finally:
            heat.delete(name)
    except Exception as exc:
        print(f"{name}: {type(exc).__name__}: {exc}", file=sys.stderr, flush=True)
        yield {"stack": name, "counts": False, "exception": traceback.format_exc()}


def _run_stack(options: argparse.Namespace, heat: Heat, seed: int, name: str) -> Iterator[dict[str, Any]]:
    made = generator(options, seed, name)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / name
        folder.mkdir()
        write(folder, made)
        outcome = heat.create(name, body(folder))
        print(f"{name}: {outcome.status} {outcome.reason[:200]}", file=sys.stderr, flush=True)
        if outcome.status in ("REFUSED", "NO_ANSWER"):
            return
        for number in range(options.each):
            happened = happen(heat, name, made.rng, lambda: run_plan(options.cloud, name, folder, False))
            changes = [*happened, *made.step()]
            existing = made.rng.random() < 0.25
            given = {n: v for n, v in made.parameters.items() if not existing or made.rng.random() < 0.5}
            write(folder, made, given)
            heat.settle(name)
            plan = run_plan(options.cloud, name, folder, existing)
            after_failure = heat.shown(name)["stack_status"].endswith("FAILED")
            before, old_events = heat.resources(name), heat.events(name)
            outcome = heat.update(name, body(folder), existing)
            made.parameters = kept(made.parameters, given, heat.shown(name))
            after, events = heat.resources(name), heat.events(name)
            done = actions(before, after, [v for k, v in events.items() if k not in old_events])
            case = compare(name, number, changes, plan, outcome, done, before)
            case |= {"after_failure": after_failure, "existing": existing}
            if options.keep:
                keep(options.keep / f"{name}-{number}", folder, plan, case, done, before)
            print(f"{name}.{number} {changes}: {outcome.status} {case['wrong']}", file=sys.stderr, flush=True)
            yield case


def generator(options: argparse.Namespace, seed: int, name: str) -> StackGenerator:
    """Return what makes a stack and its updates."""
    if options.varied:
        return VariedGenerator(seed, name)
    return ComputeGenerator(seed, name) if options.compute else StackGenerator(seed, "plan")


def kept(parameters: dict[str, Any], given: dict[str, Any], shown: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters of a stack after an update that gives some: Heat hides the values of others."""
    known = shown.get("parameters", {})
    return {n: v if n in given or known.get(n) == "******" else _typed(v, known.get(n)) for n, v in parameters.items()}


def _typed(like: Any, text: Any) -> Any:
    if text is None or isinstance(like, str):
        return like if text is None else text
    return str(text).lower() == "true" if isinstance(like, bool) else int(float(text))


def write(folder: Path, made: StackGenerator, parameters: dict[str, Any] | None = None) -> None:
    (folder / "template.yaml").write_text(yaml.safe_dump(made.template(), sort_keys=False))
    for file, content in made.files().items():
        (folder / file).write_text(yaml.safe_dump(content, sort_keys=False))
    environment = {"parameters": made.parameters if parameters is None else parameters}
    registry = made.registry()
    (folder / "env.yaml").write_text(
        yaml.safe_dump({**environment, **({"resource_registry": registry} if registry else {})})
    )


def body(folder: Path) -> dict[str, Any]:
    """Return a template with its environment and files as Heat's client sends them."""
    from heatclient.common import template_utils

    files, template = template_utils.get_template_contents(str(folder / "template.yaml"))
    more, environment = template_utils.process_environment_and_files(str(folder / "env.yaml"))
    return {"template": template, "files": {**files, **more}, "environment": environment}


def run_plan(cloud: str, name: str, folder: Path, existing: bool) -> dict[str, Any]:
    command = [sys.executable, "-m", "hotlint", "plan", name, "template.yaml", "-e", "env.yaml", "--cloud", cloud]
    command += ["--existing"] if existing else []
    done = subprocess.run(
        [*command, "--no-config", "-f", "json"], cwd=folder, capture_output=True, text=True, timeout=400, check=False
    )
    try:
        found = json.loads(done.stdout)
        return found if isinstance(found, dict) else {}
    except ValueError:
        return {"failed": done.stderr[-1500:]}


def compare(
    name: str,
    number: int,
    changes: list[str],
    plan: dict[str, Any],
    outcome: Outcome,
    happened: dict[Any, str],
    before: Any,
) -> dict[str, Any]:
    """Return one case: what was planned and what happened, where they differ."""
    types = {tuple(r["path"]): r["type"] for r in plan.get("resources", [])}
    planned = {tuple(r["path"]): r["action"] for r in plan.get("resources", [])}
    remote = [p for p, type_ in types.items() if type_ == "OS::Heat::Stack"]  # Heat does not list what is within
    planned = {p: a for p, a in planned.items() if not any(p[: len(r)] == r and p != r for r in remote)}
    for path in [p for p, a in happened.items() if a == "add" and p not in planned]:
        numbered = (
            p for p, a in planned.items() if p[:-1] == path[:-1] and p[-1].isdecimal() and a in ("add", "unknown")
        )
        shown = next((p for p in numbered if types.get(p[:-1]) in SCALING_GROUPS), None)
        if shown is not None:
            planned[path] = planned.pop(shown)
    gone = [p for p, a in planned.items() if a in ("add", "delete", "replace")]
    paths = {p for p in {*happened, *planned} if not any(p[: len(g)] == g and p != g for g in gone)}
    rows = {p: (planned.get(p, "unchanged"), happened.get(p, "unchanged")) for p in paths}
    unmade = {p for p, r in before.items() if not r["physical_resource_id"]}  # made in any case: replaced, or added
    rows = {p: tuple("add" if p in unmade and a == "replace" else a for a in row) for p, row in rows.items()}  # type: ignore[misc]
    wrong = {".".join(p): row for p, row in sorted(rows.items()) if row[0] != row[1]}
    milder = {n: row for n, row in wrong.items() if row[1] in SEVERE and row[0] in ("unchanged", "update")}
    counts = outcome.complete and "failed" not in plan
    return {
        "stack": name, "update": number, "changes": changes, "status": outcome.status, "reason": outcome.reason[:300],
        "counts": counts, "refused": bool(plan.get("refused")), "failed": plan.get("failed"), "resources": len(rows),
        "failed_before": sum(r["resource_status"].endswith("FAILED") for r in before.values()),
        "may": sum(row[0] == "unknown" for row in rows.values()),
        "may change": sum(row[0] == "unknown" and row[1] != "unchanged" for row in rows.values()),
        "actions": dict(Counter(f"{heat}" for _, heat in rows.values())), "wrong": wrong, "milder": milder,
    }  # fmt: skip


def keep(folder: Path, source: Path, plan: dict[str, Any], case: dict[str, Any], done: Any, before: Any) -> None:
    """Keep a case: its files, the plan, and what happened."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in source.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    (folder / "plan.json").write_text(json.dumps(plan, indent=1))
    (folder / "case.json").write_text(json.dumps(case, indent=1))
    happened = {"happened": list(done.items()), "before": list(before.items())}
    (folder / "happened.json").write_text(json.dumps(happened, indent=1))


def figures(cases: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the figures of all cases that count."""
    counted = [c for c in cases if c["counts"]]
    total, wrong = sum(c["resources"] for c in counted), sum(len(c["wrong"]) for c in counted)
    return {
        "updates": len(counted), "left out": len(cases) - len(counted),
        "exceptions": sum("exception" in c for c in cases), "resources": total, "same": total - wrong,
        "same %": round(100 * (total - wrong) / total, 2) if total else None,
        "may %": round(100 * sum(c["may"] for c in counted) / total, 2) if total else None,
        "may, and changed": sum(c["may change"] for c in counted),
        "milder": sum(len(c["milder"]) for c in counted), "with failed resources": sum(c["failed_before"] > 0 for c in counted),
        "after a failed one": sum(c["after_failure"] for c in counted),
        "actions": dict(sum((Counter(c["actions"]) for c in counted), Counter())),
    }  # fmt: skip


def table(cases: list[dict[str, Any]]) -> str:
    return "\n".join(f"{name:22} {value}" for name, value in figures(cases).items())


if __name__ == "__main__":
    sys.exit(main())
