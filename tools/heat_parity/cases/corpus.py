"""Record Heat's verdict on whole real templates, with the files that they include.

The folders PATH are copied below DIR. For every template with a heat_template_version, an environment that gives each
parameter without a default a value goes to DIR/env/NAME.env, and a line {"file", "env", "valid", "phase", "error", "kind"}
to DIR/index.jsonl, as Heat validates it strictly: by template validation, or with --create by all that `stack create` does
before it makes anything.
"""

import argparse
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import yaml

from ..judge.client import read_request
from ..judge.judge import HeatJudge
from ..judge.verdict import rejected
from .folder import CaseWriter, Row
from .mutations import SUFFIXES
from .parameter_values import environment_for

LONGEST_ERROR = 400


def template_cases(folder: Path) -> Iterator[Row]:
    """Yield a case for each template below the folder, and write its environment."""
    (folder / "env").mkdir(exist_ok=True)
    for path in sorted(folder.rglob("*")):
        if path.suffix not in SUFFIXES or not path.is_file():
            continue
        if "heat_template_version" not in path.read_text(encoding="utf-8", errors="replace"):
            continue
        name = path.relative_to(folder).as_posix()
        try:
            environment = environment_for(path.read_text(encoding="utf-8"))
        except Exception:  # Heat says what is wrong with the template
            environment = {}
        environment_name = f"env/{name.replace('/', '__')}.env"
        (folder / environment_name).write_text(yaml.safe_dump(environment), encoding="utf-8")
        yield {"file": name, "env": [environment_name]}


def copy_sources(sources: Sequence[Path], folder: Path) -> None:
    """Copy templates and folders of templates, each into a folder of its own: equal names do not meet."""
    for number, source in enumerate(sources):
        target = folder / f"{number}-{source.resolve().name}"
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns(".git", ".hotlint.yaml"))
        else:
            target.mkdir()
            shutil.copy(source, target)


def verdict_on(case: Row, folder: Path, judge: HeatJudge, *, create: bool) -> dict[str, Any]:
    """Return Heat's verdict on a case, without the name of the folder."""
    template, environments = folder / case["file"], [folder / name for name in case["env"]]
    verdict: dict[str, Any]
    try:
        if create:
            verdict = {**judge.create(template, environments)}
        else:
            request = read_request(template, environments)
            verdict = {**judge.verdict(request.template, request.environment, request.files, strict=True)}
    except Exception as exc:
        verdict = {**rejected("client", exc)}
    del verdict["path"]
    if verdict["error"]:
        verdict["error"] = verdict["error"].replace(str(folder.resolve()), "")[:LONGEST_ERROR]
    return verdict


def main(arguments: list[str], prog: str) -> int:
    """Run the command and return its exit code, which is always 0."""
    parser = argparse.ArgumentParser(prog, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    parser.add_argument("--out", required=True, type=Path, metavar="DIR")
    parser.add_argument("--create", action="store_true", help="all that `stack create` validates: see `judge create`")
    args = parser.parse_args(arguments)
    judge = HeatJudge()
    with CaseWriter(args.out) as writer:
        copy_sources(args.paths, args.out)
        for case in template_cases(args.out):
            writer.add({**case, **verdict_on(case, args.out, judge, create=args.create)})
    print(f"{writer.count} cases", file=sys.stderr)
    return 0
