"""Deploy whole systems on a real cloud, and hold what hotlint says about each against how it ended.

    python tools/deployed_systems make FOLDER --seed 1 --count 100     writes systems, right ones and ones with one mistake each
    python tools/deployed_systems run FOLDER --cloud NAME              creates each, records how it ended, and deletes it
    python tools/deployed_systems compare FOLDER [--snapshot FILE]     prints what hotlint says
    python tools/deployed_systems make --updates FOLDER ...            the same with outputs, and names that no mistake changes
    python tools/deployed_systems update FOLDER --cloud NAME           updates each right one of these by its mistakes and back,
                                                                       and holds plans and `hotlint failure` against that

`run` goes on with what has no result. It needs openstacksdk, and a cloud with the flavors, images and networks that systems.yaml
names; it lifts quotas of the project. `compare` needs hotlint.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

import yaml

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).parents[1]))

from deployed_systems.compare import compare
from deployed_systems.draft import Draft, written
from deployed_systems.run import run
from deployed_systems.updates import tell, update


def systems(seed: int, wrong: int, updates: bool = False) -> Iterator[tuple[str, Draft]]:
    """Yield systems by name, without an end: of each a right one, and `wrong` with a mistake. For `updates`, see `Draft`."""
    rng = random.Random(seed)
    for name in cycle(written()):
        own = rng.randrange(2**32)
        right = Draft(name, own, updates=updates)
        yield name, right
        for mistake in rng.sample(right.mistakes, min(wrong, len(right.mistakes))):
            yield name, Draft(name, own, mistake, updates=updates)


def make(options: argparse.Namespace) -> int:
    """Write systems: each is a folder with main.yaml and its nested templates; index.jsonl lists them."""
    rows, right = [], ""
    for number, (name, draft) in enumerate(
        islice(systems(options.seed, options.wrong, options.updates), options.count)
    ):
        folder = f"{number:04d}-{name.replace(' ', '-')}"
        (options.folder / folder).mkdir(parents=True, exist_ok=True)
        for file, template in draft.templates.items():
            path = options.folder / folder / ("main.yaml" if file == "main" else file)
            path.write_text(yaml.dump(template, Dumper=_Plain, sort_keys=False, width=120), encoding="utf-8")
        right = right if draft.mistake else folder
        rows.append({"folder": folder, "mistake": draft.mistake, "right": right})
    index = "".join(json.dumps(row) + "\n" for row in rows)
    (options.folder / "index.jsonl").write_text(index, encoding="utf-8")
    return 0


class _Plain(yaml.SafeDumper):
    """Writes no anchors."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(required=True)
    for call in (make, run, compare, update, tell):
        command = commands.add_parser(call.__name__, help=(call.__doc__ or "").partition("\n")[0])
        command.set_defaults(call=call)
        command.add_argument("folder", type=Path)
        if call is make:
            command.add_argument("--seed", type=int, default=1)
            command.add_argument("--count", type=int, default=100)
            command.add_argument("--wrong", type=int, default=4, help="systems with a mistake for each right one")
            command.add_argument(
                "--updates", action="store_true", help="for `update`: only the mistake differs, and outputs"
            )
        if call in (run, update):
            command.add_argument("--cloud", required=True, help="a name in clouds.yaml")
            command.add_argument("--parallel", type=int, default=4)
        if call is run:
            command.add_argument("--seconds", type=float, default=240, help="how long a creation may take")
        if call is compare:
            command.add_argument("--snapshot", type=Path, help="a snapshot of the cloud")
        if call in (compare, update):
            command.add_argument("--python", default=sys.executable, help="the interpreter that has hotlint")
    options = parser.parse_args()
    return int(options.call(options))


if __name__ == "__main__":
    raise SystemExit(main())
