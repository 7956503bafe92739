#!/usr/bin/env python3
"""Fail where `hotlint check` costs more than recorded: calls, files read and parsed, and instructions. No load changes them.

    python benchmarks/gate_cost.py [CASE...] [--update]

The limits are in gate_cost.json. `--update` records cases without limits, and lowers the limits that a gain leaves behind; it
raises none: to allow a cost, change the file, and say in the commit what users get for it. A case costs too much above 102 % of
its calls, files and expressions, or above 101 % of its instructions, which valgrind counts.

`alone` is one small template, `folder` a folder of 43 templates with environments and suites, and `named` one file that is named
in a tree of 1,000 files with environments, a registry and nested templates.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from instructions import counted, has_valgrind

TOP = Path(__file__).resolve().parent.parent
LIMITS = Path(__file__).with_suffix(".json")
PYTHON = f"{sys.version_info[0]}.{sys.version_info[1]}"
KEPT_FUNCTIONS, SHOWN_FUNCTIONS = 50, 8
ALLOWED = {"instructions": 1.01}
"""How many times its limit a figure may be; 1.02 for those that are not named here."""
SAME_PYTHON = 1.002
"""How far the instructions of the reference program may differ, for one build of Python."""

_PROFILED = """\
import sys
opened, folder = [0], sys.argv.pop(1)
def hook(event, args):
    if event == "open" and str(args[0]).startswith(folder):
        opened[0] += 1
sys.addaudithook(hook)
import cProfile
def run():
    from hotlint.cli.main import main
    main(sys.argv[1:])
profile = cProfile.Profile()
try:
    profile.runcall(run)
except SystemExit:
    pass
import json
profile.create_stats()
rows = [(file, name, row[1]) for (file, _, name), row in profile.stats.items()]
with open(OUTPUT, "w") as output:
    json.dump({"opened": opened[0], "rows": rows}, output)
"""
_REFERENCE = """\
import json, re, yaml
words = {f"{n:x}": [n, str(n)] for n in range(20000)}
for _ in range(3):
    yaml.load(json.dumps(dict(list(words.items())[:2000])), yaml.CSafeLoader)
    sorted(words, key=lambda word: (len(word), word[::-1]))
    re.findall(r"([a-f]+)(\\d)", " ".join(words))
"""
_COUNTED = {
    "expressions compiled": ("re/_compiler.py", "compile"),
    "files parsed": ("hotlint/syntax/parser.py", "build"),
    "template contexts opened": ("hotlint/analysis/composition/template_context.py", "open"),
}
"""The functions whose calls are figures of their own."""


class Cost(NamedTuple):
    """What a case costs: figures by their name, and the calls of the functions that are called most."""

    figures: dict[str, int]
    functions: dict[str, int]


# -- cases --------------------------------------------------------------------------------------------------------------


def write_alone(folder: Path) -> str:
    """Write one small template. Returns its name."""
    shutil.copy(TOP / "examples/tests/templates/server_with_volumes.yaml", folder / "server.yaml")
    return "server.yaml"


def write_folder(folder: Path) -> str:
    """Write the examples, and templates of a real project with their environments. Returns the name of the folder."""
    for name in ("examples", "vscode-extension/test/vscode/corpus", "tools/heat_parity/data/sources"):
        shutil.copytree(TOP / name, folder / Path(name).name, ignore=shutil.ignore_patterns("rulepack", "README.md"))
    return "."


_SERVICE = """\
heat_template_version: rocky
description: The service {name}, configured by containers.
parameters:
  ServiceData: {{default: {{}}, description: Packed data of the service, type: json}}
  ServiceNetMap: {{default: {{}}, description: The network of each service, type: json}}
  EndpointMap: {{default: {{}}, description: The protocol of each endpoint, type: json}}
  RoleName: {{default: '', description: The role of the service, type: string}}
  RoleParameters: {{default: {{}}, description: Parameters of the role, type: json}}
  EnableTLS{number}: {{type: boolean, default: false}}
  Workers{number}: {{type: number, default: 2, constraints: [{{range: {{min: 1, max: 64}}}}]}}
conditions:
  tls: {{equals: [{{get_param: EnableTLS{number}}}, true]}}
resources:
  Base:
    type: ./{base}.yaml
    properties:
      ServiceData: {{get_param: ServiceData}}
      ServiceNetMap: {{get_param: ServiceNetMap}}
      RoleName: {{get_param: RoleName}}
  Logging:
    type: OS::Overcloud::Services::{other}
outputs:
  role_data:
    description: Data of the role for {name}.
    value:
      service_name: {name}
      config_settings:
        map_merge:
          - {{get_attr: [Base, role_data, config_settings]}}
          - {name}::workers: {{get_param: Workers{number}}}
            {name}::bind_host:
              str_replace:
                template: "%{{hiera('$NETWORK')}}"
                params: {{$NETWORK: {{get_param: [ServiceNetMap, Network{number}]}}}}
            {name}::protocol: {{if: [tls, https, http]}}
      step_config: include profile::{name}
"""
_BASE = """\
heat_template_version: rocky
description: What the services of {name} share.
parameters:
  ServiceData: {{default: {{}}, description: Packed data of the service, type: json}}
  ServiceNetMap: {{default: {{}}, description: The network of each service, type: json}}
  RoleName: {{default: '', description: The role of the service, type: string}}
resources:
  Config:
    type: OS::Heat::StructuredConfig
    properties: {{group: hiera, config: {{role: {{get_param: RoleName}}}}}}
outputs:
  role_data:
    description: Data of all these services.
    value: {{config_settings: {{{name}::config: {{get_resource: Config}}}}}}
"""
_SERVICES, _BASES, _ENVIRONMENTS, _ROLES, _OTHERS = 420, 40, 320, 45, 172


def write_tree(folder: Path) -> str:
    """Write a tree like TripleO's, of 1,000 files. Returns the name of one template in it."""
    for name in ("services", "environments", "roles", "scripts"):
        (folder / name).mkdir()
    bases, services = [f"base{n:02}" for n in range(_BASES)], [f"service{n:03}" for n in range(_SERVICES)]
    files = {f"services/{name}.yaml": _BASE.format(name=name) for name in bases}
    for number, name in enumerate(services):
        others = {"base": bases[number % _BASES], "other": f"Service{number * 7 % _SERVICES:03}"}
        files[f"services/{name}.yaml"] = _SERVICE.format(name=name, number=number, **others)
    for number in range(_ENVIRONMENTS):
        mapped = {(number * 3 + step) % _SERVICES for step in range(1 + number % 5)}
        lines = (f"  OS::Overcloud::Services::Service{n:03}: ../services/service{n:03}.yaml" for n in sorted(mapped))
        defaults = f"parameter_defaults:\n  Workers{number}: 4\n  EnableTLS{number}: true\n"
        files[f"environments/feature{number:03}.yaml"] = "\n".join(("resource_registry:", *lines, defaults))
    registry = (f"  OS::Overcloud::Services::S{name[1:]}: services/{name}.yaml\n" for name in services)
    files["registry.yaml"] = "resource_registry:\n" + "".join(registry)
    chain = (f"  s{n}: {{type: 'OS::Overcloud::Services::Service{n:03}'}}\n" for n in range(0, _SERVICES, 4))
    files["overcloud.yaml"] = "heat_template_version: rocky\nresources:\n" + "".join(chain)
    files[".hotlint.yaml"] = "target: rocky\n"
    for number in range(_ROLES):
        files[f"roles/Role{number}.yaml"] = (
            f"- name: Role{number}\n  CountDefault: 1\n  ServicesDefault: [Service001]\n"
        )
    for number in range(_OTHERS):
        files[f"scripts/step{number}.sh"] = f"#!/bin/sh\necho step {number}\n"
    assert len(files) == 1_000, len(files)
    for path, text in files.items():
        (folder / path).write_text(text, encoding="utf-8")
    return "services/service123.yaml"


CASES: dict[str, Callable[[Path], str]] = {"alone": write_alone, "folder": write_folder, "named": write_tree}


# -- figures ------------------------------------------------------------------------------------------------------------


def measure(case: str) -> Cost:
    """Return what a case costs. Raises RuntimeError when a function that is counted has another name now."""
    with tempfile.TemporaryDirectory(prefix="hotlint-gate-") as scratch:
        folder = Path(scratch).resolve() / "tree"
        (folder / ".git").mkdir(parents=True)  # the project ends here
        checked = CASES[case](folder)
        environment = {
            "PATH": os.environ["PATH"], "HOME": scratch, "XDG_CACHE_HOME": f"{scratch}/cache", "LANG": "C.UTF-8",
            "PYTHONHASHSEED": "0", **{name: os.environ[name] for name in ("PYTHONPATH",) if name in os.environ},
        }  # fmt: skip
        arguments = ["check", "--no-cache", "-q", "-j", "1", checked]
        command = [sys.executable, "-m", "hotlint", *arguments]
        subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)  # compiles modules
        cost = _cost(_profile(folder, Path(scratch) / "profile.json", arguments, environment))
        if has_valgrind():
            cost.figures["instructions"] = counted(command, folder, environment)
        return cost


def _profile(folder: Path, output: Path, arguments: list[str], environment: Mapping[str, str]) -> dict[str, Any]:
    script = f"OUTPUT = {str(output)!r}\n{_PROFILED}"
    command = [sys.executable, "-c", script, f"{folder}/", *arguments]
    subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, check=True)
    profile: dict[str, Any] = json.loads(output.read_text(encoding="utf-8"))
    return profile


def _cost(profile: dict[str, Any]) -> Cost:
    rows: list[tuple[str, str, int]] = profile["rows"]
    figures = {
        "Python calls": sum(calls for file, _, calls in rows if file != "~"),
        "C calls": sum(calls for file, _, calls in rows if file == "~"),
        "files opened": profile["opened"],
    }
    for what, (file, function) in _COUNTED.items():
        figures[what] = sum(calls for place, name, calls in rows if place.endswith(file) and name == function)
        if not figures[what]:
            raise RuntimeError(f"no call of {function} in {file}: _COUNTED names where {what} are counted")
    functions: dict[str, int] = {}
    for file, name, calls in rows:
        functions[_named(file, name)] = functions.get(_named(file, name), 0) + calls
    most = sorted(functions.items(), key=lambda item: (-item[1], item[0]))
    return Cost(figures, dict(most[:KEPT_FUNCTIONS]))


def _named(file: str, name: str) -> str:
    """Return how a function is recorded: without its line and its address, which change with every edit and run."""
    return name.partition(" at 0x")[0].strip("<>") if file == "~" else f"{'/'.join(Path(file).parts[-2:])}:{name}"


# -- limits -------------------------------------------------------------------------------------------------------------


def failures(case: str, limit: Cost, cost: Cost) -> Iterator[str]:
    """Yield a line for each figure of a case that is too high, and the functions whose calls grew most."""
    high = [n for n, most in limit.figures.items() if cost.figures.get(n, 0) > most * ALLOWED.get(n, 1.02)]
    for name in high:
        now, most = cost.figures[name], limit.figures[name]
        yield f"{case}: {now:,} {name}, {now / most - 1:+.1%}; the limit is {most:,}"
    if high:
        least = min(limit.functions.values(), default=0)
        grown = {name: (limit.functions.get(name, least), calls) for name, calls in cost.functions.items()}
        order = sorted(grown.items(), key=lambda item: item[1][0] - item[1][1])
        for name, (before, now) in order[:SHOWN_FUNCTIONS]:
            if now > before:
                at_most = "" if name in limit.functions else "at most "
                yield f"    {name}: {now:,} calls, {at_most}{before:,} when the limit was recorded"


def lowered(limit: Cost | None, cost: Cost) -> Cost:
    """Return the limits of a case after an update: no figure is higher than before."""
    if limit is None:
        return cost
    figures = {name: min(now, limit.figures.get(name, now)) for name, now in cost.figures.items()}
    calls = limit.figures["Python calls"] + limit.figures["C calls"]
    gain = cost.figures["Python calls"] + cost.figures["C calls"] < calls
    return Cost({**limit.figures, **figures}, cost.functions if gain else limit.functions)


def main() -> int:
    """Compare, and print the figures. Returns the exit code: 1 for a case that costs too much, 2 for one without limits."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", metavar="CASE", help=f"of {', '.join(CASES)} (default: all)")
    parser.add_argument("--update", action="store_true", help="record cases without limits, and lower the others")
    options = parser.parse_args()
    recorded: dict[str, Any] = json.loads(LIMITS.read_text(encoding="utf-8")) if LIMITS.exists() else {}
    limits = recorded.setdefault(PYTHON, {})
    same = _same_python(limits)
    found: list[str] = []
    unknown = []
    for case in options.cases or CASES:
        cost = measure(case)
        print(f"{case}: " + ", ".join(f"{value:,} {name}" for name, value in cost.figures.items()), flush=True)
        limit = Cost(*limits[case].values()) if case in limits else None
        if options.update:
            limits[case] = lowered(limit, cost)._asdict()
        elif limit is None:
            unknown.append(case)
        else:
            if not same:
                cost.figures.pop("instructions", None)
            found += failures(case, limit, cost)
    if options.update:
        LIMITS.write_text(json.dumps(recorded, indent=1) + "\n", encoding="utf-8")
    for line in found:
        print(line)
    if unknown:
        print(f"no limits for {', '.join(unknown)} on Python {PYTHON}: `--update` records them")
    return 2 if unknown else int(bool(found))


def _same_python(limits: dict[str, Any]) -> bool:
    """Return whether instructions are comparable with the recorded ones: this build of Python takes as many as that one."""
    if not has_valgrind():
        print("instructions are not counted: valgrind is not installed")
        return False
    now = counted([sys.executable, "-c", _REFERENCE])
    before: int = limits.setdefault("reference", now)
    same = max(now, before) / min(now, before) <= SAME_PYTHON
    if not same:
        print(f"instructions are not compared: another build of Python takes {now / before:.1%} for the same program")
    return same


if __name__ == "__main__":
    sys.exit(main())
