"""Hold `hotlint check` against a real Heat's answer to creations.

    python tests/cloud/create_agreement.py --cloud NAME --cases DIR --count 300 --out results.json

DIR/index.jsonl has a line a case: {"file": template, "env": environment, "op": resource type, "valid": what Heat's own code answers
without a cloud, or null, "error": why}. Half of the cases that are taken are refused there, if there are as many. Each is sent to the
real Heat as a creation, up to three times where no answer comes in time; a stack that is made is deleted at once. What only that
cloud can know (a name that it does not have, an extension that it does not run) is counted apart. The exit code is 1 where `check`
reports what Heat takes, and where there are too few cases.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import yaml

sys.path.insert(0, str(Path(__file__).parent))
from heat_stacks import Heat

ATTEMPTS = 3
OF_THE_CLOUD = re.compile(
    r"could not be found|unable to find|no \w+ found|not found|cannot be found|is not available|not in service catalog"
    r"|extension|service .* not|more than one|multiple .* (matches|found)|HEAT-E99001|ServiceNotFound",
    re.I,
)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    add = parser.add_argument
    add("--cloud", required=True)
    add("--cases", type=Path, required=True)
    add("--count", type=int, default=300)
    add("--seed", type=int, default=1)
    add("--parallel", type=int, default=2)
    add("--out", type=Path, default=Path("create-agreement.json"))
    options = parser.parse_args()
    rows = [json.loads(line) for line in (options.cases / "index.jsonl").read_text().splitlines()]
    rng = random.Random(options.seed)
    rng.shuffle(rows)
    half = options.count // 2
    taken = [r for r in rows if r["valid"] is False][:half] + [r for r in rows if r["valid"]][: options.count - half]
    said = checked(options.cases, taken)
    heat, found = Heat(options.cloud), []
    with ThreadPoolExecutor(options.parallel) as pool:
        for row, (status, reason) in zip(taken, pool.map(lambda r: created(heat, options, r), taken), strict=True):
            found.append(case(row, said.get(row["file"], []), status, reason))
            if len(found) % 20 == 0:
                options.out.write_text(json.dumps({"figures": figures(found), "cases": found}, indent=1))
                print(len(found), figures(found), file=sys.stderr, flush=True)
    options.out.write_text(json.dumps({"figures": figures(found), "cases": found}, indent=1))
    remove_domains(heat, options.seed)
    print("\n".join(f"{name:40} {value}" for name, value in figures(found).items()))
    for item in found:
        if item["class"] in (
            "missed by check",
            "refused by check alone",
            "refused offline alone",
            "refused by the real Heat alone",
        ):
            print(
                f"-- {item['class']}: {item['file']} {item['type']}\n   Heat: {item['heat']}\n   check: {item['check'][:1]}"
            )
    short = options.count - len(taken)
    if short > 0:
        print(
            f"{options.cases} has {len(taken)} cases to take, {short} too few: half of them must be refused",
            file=sys.stderr,
        )
    return 1 if short > 0 or any(c["class"] == "refused by check alone" for c in found) else 0


def checked(folder: Path, rows: list[dict[str, Any]]) -> dict[str, list[str]]:
    """Return the errors of `hotlint check` by file: one run for all files with the same environment."""
    found: dict[str, list[str]] = {row["file"]: [] for row in rows}
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault((folder / row["env"]).read_text(), []).append(row)
    for group in groups.values():
        files = [row["file"] for row in group]
        command = [sys.executable, "-m", "hotlint", "check", *files, "-e", group[0]["env"], "--strict"]
        done = subprocess.run(
            [*command, "--no-config", "--no-cache", "-f", "json"],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        for finding in json.loads(done.stdout)["diagnostics"]:
            if finding["severity"] == "error" and finding["path"] in found:
                found[finding["path"]].append(f"{finding['code']} {finding['message']}")
    return found


def created(heat: Heat, options: argparse.Namespace, row: dict[str, Any]) -> tuple[int, str]:
    """Return the status and the reason of Heat's answer to a creation."""
    template = yaml.safe_load((options.cases / row["file"]).read_text())
    environment = yaml.safe_load((options.cases / row["env"]).read_text()) or {}
    status, reason = 0, ""
    for attempt in range(ATTEMPTS):
        name = f"plan-create-{options.seed}-{Path(row['file']).stem}-{attempt}"
        body = {"stack_name": name, "template": template, "environment": environment, "disable_rollback": True}
        status, answer = heat.call("POST", "/stacks", body)
        if status < 400:
            heat.call("DELETE", f"/stacks/{name}/{answer['stack']['id']}")
            return status, ""
        error = answer.get("error") if isinstance(answer, dict) else None
        reason = str(error.get("message") if isinstance(error, dict) else answer)[:400]
        if not no_answer(status, reason):
            break
        heat.delete(name)
        time.sleep(5)
    return status, reason


def no_answer(status: int, reason: str) -> bool:
    """Whether Heat did not say anything on a creation: it, or a service that it asked, did not answer in time."""
    return (status >= 500 and reason in ("None", "")) or status in (502, 503, 504)


def remove_domains(heat: Heat, seed: int) -> None:
    """Remove the domains that stacks made: Keystone deletes none that is enabled, and Heat does not disable them."""
    identity, prefix = heat.connection.identity, f"plan-create-{seed}-"
    for domain in list(identity.domains()):
        if domain.name.startswith(prefix):
            identity.update_domain(domain, is_enabled=False)
    for stack in heat.call("GET", "/stacks")[1].get("stacks", ()):
        if stack["stack_name"].startswith(prefix) and stack["stack_status"] == "DELETE_FAILED":
            heat.delete(stack["stack_name"])


def case(row: dict[str, Any], errors: list[str], status: int, reason: str) -> dict[str, Any]:
    refused, offline = status >= 400, row["valid"] is False
    if no_answer(status, reason):
        kind = "no answer"
    elif refused == bool(errors):
        kind = "agree"
    elif refused:
        kind = "of the cloud" if OF_THE_CLOUD.search(reason) else "missed by check"
    else:
        kind = "refused by check alone"
    if kind == "agree" and refused != offline:
        kind = "refused offline alone" if offline else "refused by the real Heat alone"
    return {
        "file": row["file"], "type": row["op"], "heat": f"{status} {reason}".strip(), "offline_error": row.get("error"),
        "offline": offline, "refused": refused, "check": errors, "class": kind,
    }  # fmt: skip


def figures(found: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the figures of the cases."""
    unanswered = sum(c["class"] == "no answer" for c in found)
    found = [c for c in found if c["class"] != "no answer"]
    refused = [c for c in found if c["refused"] and c["class"] != "of the cloud"]
    taken = [c for c in found if not c["refused"]]
    return {
        "creations": len(found), "no answer": unanswered, "refused by Heat": sum(c["refused"] for c in found),
        "refused for what only the cloud knows": sum(c["class"] == "of the cloud" for c in found),
        "caught": f"{sum(bool(c['check']) for c in refused)}/{len(refused)}",
        "quiet": f"{sum(not c['check'] for c in taken)}/{len(taken)}",
        "real API as the offline Heat": f"{sum(c['refused'] == c['offline'] for c in found)}/{len(found)}",
        "classes": dict(Counter(c["class"] for c in found)),
    }  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
