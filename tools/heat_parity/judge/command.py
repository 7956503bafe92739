"""Command line of the judge.

create FILE -e ENV...  what `openstack stack create` says before it makes anything: {"file", "valid", "phase",
                       "error", "kind", "path"}. This is the truth that hotlint is held to: client, JSON, merged
                       environments, every resource's own validate(), nested templates.
verdict FILE...        the same for template validation alone (with --deep: each resource's own validate(), too)
update OLD NEW         what an update of a stack from one template to another would do to each resource
resolve FILE           {"parameters", "conditions", "resources", "outputs"} as Heat resolves them
serve                  JSON lines on stdin -> JSON lines on stdout; a request is
                       {"op": "verdict"|"resolve"|"snippet", "template": str, "env": {}, "files": {},
                        "attrs": {resource: {attribute: value}}, "strict": bool}
                       or {"op": "create", "template": path, "env_paths": [path]}
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from typing import Any

from .client import read_request
from .judge import HeatJudge
from .verdict import rejected


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    operations = parser.add_subparsers(dest="operation", required=True)
    for name in ("create", "verdict", "resolve"):
        one = operations.add_parser(name)
        one.add_argument("files", nargs="+")
        one.add_argument("-e", "--env", action="append", default=[])
        one.add_argument("--strict", action="store_true", help="require and check the values of parameters")
        one.add_argument("--deep", action="store_true", help="as `stack create`: each resource's own validate(), too")
    update = operations.add_parser("update")
    update.add_argument("files", nargs=2)
    update.add_argument("-e", "--env", action="append", default=[], help="environment of both")
    update.add_argument("--old-env", action="append", default=[], help="environment of OLD, instead of those")
    operations.add_parser("serve").add_argument("--deep", action="store_true")
    return parser


def _serve(judge: HeatJudge, lines: Iterable[str]) -> None:
    operations: dict[str, tuple[Callable[..., Any], tuple[str, ...]]] = {
        "create": (judge.create, ("env_paths",)),
        "verdict": (judge.verdict, ("env", "files", "strict")),
        "resolve": (judge.resolve, ("env", "files", "attrs")),
        "snippet": (judge.snippet, ("env", "files", "attrs")),
    }
    for line in lines:
        request = json.loads(line)
        call, options = operations[request["op"]]
        given = {name: request[name] for name in options if name in request}
        print(json.dumps(call(request["template"], **given)), flush=True)


def _answer(judge: HeatJudge, path: str, args: argparse.Namespace) -> Any:
    if args.operation == "create":
        return judge.create(path, args.env)
    try:
        template, environment, files = read_request(path, args.env)
    except Exception as exc:
        return {**rejected("client", exc), "path": None}
    if args.operation == "verdict":
        return judge.verdict(template, environment, files, strict=args.strict)
    return judge.resolve(template, environment, files)


def main(arguments: list[str], prog: str) -> int:
    """Run the command and return its exit code, which is always 0: a template that Heat refuses is an answer."""
    args = _parser(prog).parse_args(arguments)
    judge = HeatJudge(getattr(args, "deep", False))
    if args.operation == "update":
        old, new = args.files
        print(json.dumps(judge.update(old, new, args.old_env or args.env, args.env)))
    elif args.operation == "serve":
        _serve(judge, sys.stdin)
    else:
        for path in args.files:
            print(json.dumps({"file": path, **_answer(judge, path, args)}), flush=True)
    return 0
