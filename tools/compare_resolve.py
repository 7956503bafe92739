#!/usr/bin/env python3
"""Hold the dry run against what Heat resolved, value by value.

    python tools/compare_resolve.py FOLDER ANSWERS [--show 20]

ANSWERS has a line a template: {"file", "env", "res"}, paths within FOLDER. `res` is {"ok": true, "result": R}, where R
is what Heat's own engine resolved with the functions of a stack that is not created: {"parameters": {name: V},
"conditions": {name: V}, "resources": {name: {"properties": V, "metadata": V}}, "outputs": {name: V}}, and V is
{"value": v} or {"error": message}. Properties are compared one by one. Of a value with an unknown part nothing can be
said here; it is counted. Exit code 1 when a value differs.
"""

from __future__ import annotations

import argparse
import collections
import json
import pathlib
from collections.abc import Iterator
from typing import Any

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.context import TemplateContext
from hotlint.analysis.project import Project
from hotlint.dry_run.results import ValueResult
from hotlint.dry_run.stack_preview import Preview
from hotlint.resource_types.catalog import Catalog

Answer = dict[str, Any]


def equal(a: Any, b: Any) -> bool:
    """Whether two values are the same as JSON has them: keys are text, true is not 1."""
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, dict) and isinstance(b, dict):
        mine = {str(k): v for k, v in b.items()}
        return {str(k) for k in a} == set(mine) and all(equal(v, mine[str(k)]) for k, v in a.items())
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(equal, a, b))
    if isinstance(a, str) and isinstance(b, str) and a.startswith("file://"):
        return a == b or a.endswith(f"/{b}")  # Heat's client sends the name of a template as a URL
    return bool(a == b)


def pairs(preview: Preview, heat: Answer) -> Iterator[tuple[str, Answer, ValueResult | None]]:
    """Each value of Heat's with its place, and what the dry run has there."""
    for section in ("parameters", "conditions", "outputs"):
        mine = getattr(preview, section)()
        for name, value in heat[section].items():
            yield f"{section}.{name}", value, mine.get(name)
    resources = preview.resources()
    for name, parts in heat["resources"].items():
        found = resources.get(name)
        if found is None or found.enabled is False:
            yield f"resources.{name}", {"value": "present"}, None
            continue
        for field, outcome in (("properties", found.properties), ("metadata", found.metadata)):
            value = parts[field]
            if outcome.parts is None or not isinstance(value.get("value"), dict):
                yield f"resources.{name}.{field}", value, outcome
                continue
            for key, item in value["value"].items():
                yield f"resources.{name}.{field}.{key}", {"value": item}, outcome.parts.get(key)
            for key, part in outcome.parts.items():
                if str(key) not in value["value"]:
                    yield f"resources.{name}.{field}.{key}", {"value": "absent"}, part


def verdict(heat: Answer, mine: ValueResult | None) -> str:
    if mine is None:
        return "missing"
    if mine.unknown is not None:
        return "unknown"
    if "error" in heat or mine.error is not None:
        return "both fail" if "error" in heat and mine.error is not None else "different"
    return "same" if equal(heat["value"], mine.to_dict()["value"]) else "different"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("answers", type=pathlib.Path)
    parser.add_argument("--show", type=int, default=20)
    options = parser.parse_args()
    counts: collections.Counter[str] = collections.Counter()
    templates = 0
    for line in options.answers.read_text("utf-8").splitlines():
        case = json.loads(line)
        if not case["res"].get("ok"):
            counts["not resolved by Heat"] += 1
            continue
        templates += 1
        project = Project(Catalog())
        environment = project.environment([str(options.folder / e) for e in case["env"]])
        path, meter = str(options.folder / case["file"]), Meter(Budget())
        unit = TemplateContext.open(project, path, environment, meter, root=True, offline=True)
        for place, heat, mine in pairs(Preview(unit, show_hidden=True), case["res"]["result"]):
            found = verdict(heat, mine)
            counts[found] += 1
            if found in ("different", "missing") and counts["different"] + counts["missing"] <= options.show:
                print(f"{case['file']} {place}: Heat {json.dumps(heat)[:200]}, here {mine and mine.to_dict()}"[:500])
    print(f"{templates} templates:", ", ".join(f"{n} {word}" for word, n in counts.most_common()))
    return 1 if counts["different"] + counts["missing"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
