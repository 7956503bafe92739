"""Record Heat's verdict on whole real templates, with the files that they include.

For every template with a heat_template_version below FOLDER, an environment that gives each parameter without a
default a value goes to FOLDER/env/NAME.env, and a line {"file", "env", "valid", "phase", "error", "kind"} is
printed, as Heat validates it strictly: by template validation, or with --create by all that `stack create` does
before it makes anything. CASES.json adds [{"file", "env": [...]}, ...] with environments of the folder itself.
Paths are relative to FOLDER. `compare` reads the result when it is kept as FOLDER/index.jsonl.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from ..judge.client import read_request
from ..judge.judge import HeatJudge
from ..judge.verdict import rejected
from .folder import Row
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


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cases", type=Path, metavar="CASES.json")
    parser.add_argument("--create", action="store_true", help="all that `stack create` validates: see `judge create`")
    return parser


def main(arguments: list[str], prog: str) -> int:
    """Run the command and return its exit code, which is always 0."""
    args = _parser(prog).parse_args(arguments)
    judge = HeatJudge()
    cases = list(template_cases(args.folder))
    if args.cases:
        cases += json.loads(args.cases.read_text(encoding="utf-8"))
    for case in cases:
        print(json.dumps({**case, **verdict_on(case, args.folder, judge, create=args.create)}))
    return 0
