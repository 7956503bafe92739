"""Make cases from real templates, each with one change in a known place, and record Heat's verdict on each.

Every case is DIR/NNNNN.yaml, the source template with ONE change spliced into its text (its layout and comments
stay), DIR/NNNNN.env, an environment that gives every parameter without a default a value, and a line in
DIR/index.jsonl: {"file", "env", "source", "op", "path", "line", "end_line", "valid", "phase", "error", "kind"}.
`line`/`end_line` (0-based) are the lines of the change; `valid` and what follows are what Heat says with that
environment, strictly, as at `stack create`. `loose` is what it says with no values, as at template validation.
Only templates that Heat accepts strictly and that pull in no other file are used as sources.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from ..judge.client import read_request
from ..judge.judge import HeatJudge
from ..judge.verdict import Verdict
from .folder import CaseWriter, maker_parser
from .mutation_table import MUTATIONS
from .parameter_values import environment_for
from .template_sites import Change, Sites

SUFFIXES = (".yaml", ".yml", ".template")
LONGEST = 60_000
"""Longer templates are not used as sources, in characters."""


class Source(NamedTuple):
    """A template that Heat accepts with the environment."""

    path: Path
    text: str
    environment: dict[str, Any]


def template_files(paths: Sequence[Path]) -> Iterator[Path]:
    """Yield the files given, and those below the folders given that are named as templates are."""
    for path in paths:
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*") if file.suffix in SUFFIXES)
        else:
            yield path


def usable_sources(paths: Sequence[Path], judge: HeatJudge) -> Iterator[Source]:
    """Yield the templates that Heat accepts strictly and that pull in no other file."""
    for path in template_files(paths):
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        if "heat_template_version" not in text or len(text) > LONGEST:
            continue
        try:
            if read_request(path).files:
                continue
            environment = environment_for(text)
            if judge.verdict(text, environment, strict=True)["valid"]:
                yield Source(path, text, environment)
        except Exception:  # what the client does not take is no source
            continue


class MutationCases:
    """Random mutations of random sources; the same for the same seed, sources and mutations."""

    def __init__(self, sources: Sequence[Source], names: Sequence[str], seed: int) -> None:
        self._sources = sources
        self._names = names
        self._rng = random.Random(seed)
        self._seen: set[str] = set()

    def __call__(self, attempts: int) -> Iterator[tuple[Source, str, Change]]:
        """Yield changes that are not among those before, with their source and mutation, in so many attempts."""
        for _ in range(attempts):
            source = self._rng.choice(self._sources)
            name = self._rng.choice(self._names)
            try:
                change = MUTATIONS[name](self._rng, Sites(source.text))
            except (IndexError, yaml.YAMLError):
                continue
            if change is None or change.text in self._seen or change.text == source.text:
                continue
            self._seen.add(change.text)
            yield source, name, change


def write_case(
    writer: CaseWriter, judge: HeatJudge, source: Source, name: str, change: Change, *, create: bool
) -> None:
    """Ask Heat about a change, and add it to a folder of cases."""
    template = writer.write(".yaml", change.text)
    environment = writer.write(".env", yaml.safe_dump(source.environment))
    verdict: Verdict
    if create:
        verdict = judge.create(template, [environment])
    else:
        verdict = judge.verdict(change.text, source.environment, strict=True)
    writer.add(
        {
            "file": template.name,
            "env": environment.name,
            "source": source.path.name,
            "op": name,
            "path": [str(part) for part in change.path],
            "line": change.line,
            "end_line": change.end_line,
            **{key: value for key, value in verdict.items() if key != "path"},
            "loose": judge.verdict(change.text)["valid"],
        }
    )


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = maker_parser(prog, __doc__)
    parser.add_argument("paths", nargs="+", type=Path, help="templates, or folders of templates")
    parser.add_argument("--op", action="append", choices=sorted(MUTATIONS), metavar="NAME", help="only these mutations")
    parser.add_argument("--create", action="store_true", help="all that `stack create` validates: see `judge create`")
    return parser


def main(arguments: list[str], prog: str) -> int:
    """Run the command and return its exit code: 1 when no source can be used."""
    args = _parser(prog).parse_args(arguments)
    judge = HeatJudge()
    sources = list(usable_sources(args.paths, judge))
    print(f"{len(sources)} sources", file=sys.stderr)
    if not sources:
        return 1
    cases = MutationCases(sources, args.op or sorted(MUTATIONS), args.seed)
    with CaseWriter(args.out) as writer:
        for source, name, change in cases(args.count * 20):
            write_case(writer, judge, source, name, change, create=args.create)
            if writer.count >= args.count:
                break
    print(f"{writer.count} cases", file=sys.stderr)
    return 0
