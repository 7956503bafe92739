"""`hotlint deployments`: list what can be deployed, and the environments that fit."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

from hotlint.cli.options import add_format
from hotlint.common.printable import printable, printable_json

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from hotlint.analysis.composition.deployments import FoundDeployment
    from hotlint.linter.settings.config import Config
    from hotlint.linter.settings.model import NamedDeployment

DESCRIPTION = """List the deployments of a folder: the templates that no other template nests, with the environments that fit.

An environment fits a template when the configuration names it, when it is named like it (web.yaml and web.env, web-env.yaml or
env/web.yaml), when a script, playbook or document deploys them together, when its registry has all types of the template that Heat
does not have, or when it sets parameters of this template and no others. Deployments that .hotlint.yaml names come first.

Exit codes: 0 some were found, 1 none, 2 usage error."""
_WHY = {
    "configuration": "configured",
    "name": "by name",
    "told": "by scripts",
    "types": "by types",
    "parameters": "by parameters",
}


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "folder", nargs="?", default=".", metavar="FOLDER", help="the folder to look through (default: .)"
    )
    add_format(parser, "output format: text or json (default: text)", ("text", "json"), "text")
    parser.add_argument("--nested", action="store_true", help="list the nested templates of each, too")


def run(options: Namespace) -> int:
    """List the deployments. Returns the exit code."""
    from hotlint.operations.deployments import deployments

    named, found, configuration = deployments(options.folder)
    if configuration is not None:
        _write_problems(configuration)
    here = os.path.abspath(options.folder)
    render = _json if options.format == "json" else _text
    sys.stdout.write(render(named, found, here, nested=options.nested))
    return 0 if named or found else 1


def _write_problems(configuration: Config) -> None:
    """Say on standard error what is wrong in the configuration, so that a deployment is not missed without a reason."""
    from hotlint.output.findings.conversion import run_report

    for found in run_report(configuration.path, configuration.document.text, configuration.problems).diagnostics:
        place = f"{found.path}:{found.span.start}"
        print(f"hotlint: warning: {printable(f'{place}: {found.message}')}", file=sys.stderr)


def _text(named: list[NamedDeployment], found: list[FoundDeployment], here: str, *, nested: bool) -> str:
    lines = []
    for own in named:
        lines.append(f"{own.name}: {_shown(own.template, here)}")
        lines += [f"  -e {_shown(path, here)}" for path in own.environments]
    for one in found:
        count = f"  ({len(one.nested)} nested)" if one.nested else ""
        lines.append(f"{_shown(one.root, here)}{count}")
        lines += [f"  -e {_shown(e.path, here)}  ({_WHY[e.why]})" for e in one.environments]
        lines += [f"  {_shown(path, here)}" for path in one.nested] if nested else []
    return "".join(f"{printable(line)}\n" for line in lines) or "No templates found.\n"


def _json(named: list[NamedDeployment], found: list[FoundDeployment], here: str, *, nested: bool) -> str:
    document: dict[str, Any] = {
        "deployments": [
            {
                "name": own.name,
                "template": _shown(own.template, here),
                "environments": [_shown(path, here) for path in own.environments],
                "target": own.target,
            }
            for own in named
        ],
        "roots": [
            {
                "template": _shown(one.root, here),
                "environments": [{"path": _shown(e.path, here), "why": e.why} for e in one.environments],
                "nested": [_shown(path, here) for path in one.nested],
            }
            for one in found
        ],
    }
    return printable_json(json.dumps(document, ensure_ascii=False, indent=2)) + "\n"


def _shown(path: str, here: str) -> str:
    return os.path.relpath(path, here).replace(os.sep, "/")
