#!/usr/bin/env python3
"""Write the examples of the playground: python tools/website/playground/examples.py OUT/examples.json"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hotlint.linter.rules.rule import Rule

TOP = Path(__file__).resolve().parents[3]
EXAMPLES = {
    "Web servers": {"web.yaml": "web.yaml", "web.env.yaml": "env.yaml"},
    "A template with mistakes": {"broken.yaml": "broken.yaml"},
}
"""The files of each example, by their names in the playground: those in the folder of examples."""


def main(arguments: list[str]) -> int:
    """Write the file that the argument names. Returns 0."""
    out = Path(arguments[0])
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(examples(), indent=1) + "\n", encoding="utf-8")
    return 0


def examples() -> dict[str, Any]:
    """Return the files of each example by its title, and those of each rule's own example by its code."""
    from hotlint.linter.packs.registry import load

    chosen = {
        title: {name: (TOP / "examples" / path).read_text(encoding="utf-8") for name, path in files.items()}
        for title, files in EXAMPLES.items()
    }
    return {"examples": chosen, "rules": dict(of_rules(load().rules))}


def of_rules(rules: Iterable[Rule]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the code of each rule whose example needs no cloud and no release, and the files of its first one."""
    from hotlint.linter.checking.testing import parse_marks

    for rule in rules:
        example = next((e for e in rule.bad if e.cloud is None and e.target is None), None)
        if example is not None:
            environment = {"env.yaml": example.environment} if example.environment is not None else {}
            yield rule.code, {"template.yaml": parse_marks(example.text).text, **environment, **example.files}


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
