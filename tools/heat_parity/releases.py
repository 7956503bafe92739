"""Make a virtual environment with one release of Heat, to run `judge` and what makes cases with.

Without --release it is the newest that PyPI has, and running the command again upgrades to it. A release that is
installed already is kept, without asking PyPI. At the end Heat is asked about one small template.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

PACKAGE = "openstack-heat"
RELEASES = Path(__file__).resolve().parents[2] / "hotlint" / "data" / "releases.json"
"""The releases that hotlint knows: the last one of each series, with the names of that."""
PROBE = """heat_template_version: 2018-08-31
resources: {a: {type: OS::Neutron::Subnet, properties: {network: n, cidr: 10.0.0.0/24}}}
"""


class Requirements(NamedTuple):
    """What a range of major versions of Heat needs in addition to its own requirements, which name no upper bounds.

    `late` is installed after Heat, against what newer libraries require that are not used here.
    """

    first: int
    last: int
    pins: tuple[str, ...]
    late: tuple[str, ...] = ()


REQUIREMENTS = (
    Requirements(11, 17, ("setuptools<80", "oslo.db<12", "sqlalchemy<1.4", "netaddr<1"), ("oslo.context<4",)),
    Requirements(18, 20, ("setuptools<80", "oslo.db<12", "sqlalchemy<2", "netaddr<1")),
    Requirements(21, 23, ("setuptools<80", "netaddr<1")),
)
NO_REQUIREMENTS = Requirements(24, 10**6, ())
TRIED = {
    "11.0.3": "rocky",
    "14.2.0": "ussuri",
    "18.0.1": "yoga",
    "22.0.0": "2024.1",
    "27.0.1": "2026.2",
}
"""Releases that are known to judge on Python 3.11, and the `target` of hotlint that is held to each."""


def major_of(release: str) -> int:
    """Return the major version of a release such as "22.0.0"; raises ValueError for anything else."""
    return int(release.partition(".")[0])


def requirements_of(release: str | None) -> Requirements:
    """Return what a release needs (None: the newest). Releases older than the first known one need the same as that."""
    if release is None:
        return NO_REQUIREMENTS
    major = max(major_of(release), REQUIREMENTS[0].first)
    return next((known for known in REQUIREMENTS if known.first <= major <= known.last), NO_REQUIREMENTS)


def target_of(release: str) -> str | None:
    """Return the `target` of hotlint that is held to a release; None for the newest one that hotlint knows, and for newer ones."""
    known = json.loads(RELEASES.read_text(encoding="utf-8"))["releases"]
    series = {major_of(last): name for last, name, _ in known}
    return series.get(major_of(release)) if major_of(release) < max(series) else None


def interpreter_of(environment: Path) -> Path:
    """Return the path of a virtual environment's interpreter."""
    return environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def installed_release(interpreter: Path) -> str | None:
    """Return the release of Heat that an interpreter has; None without one, or without the interpreter."""
    if not interpreter.exists():
        return None
    code = f"from importlib.metadata import version; print(version({PACKAGE!r}))"
    done = subprocess.run([interpreter, "-c", code], capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else None


def install(environment: Path, release: str | None, base: str) -> None:
    """Make the environment with the interpreter `base` and install Heat. Raises CalledProcessError when pip fails."""
    interpreter = interpreter_of(environment)
    if release is not None and installed_release(interpreter) == release:
        return
    if not interpreter.exists():
        subprocess.run([base, "-m", "venv", environment], check=True)
    pip = [str(interpreter), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    needs = requirements_of(release)
    wanted = ["--upgrade", PACKAGE] if release is None else [f"{PACKAGE}=={release}"]
    subprocess.run([*pip, *wanted, *needs.pins], check=True)
    for late in needs.late:
        subprocess.run([*pip, late], check=False)  # pip reports the conflict that is wanted here


def probe(interpreter: Path) -> None:
    """Ask Heat about a small template. Raises RuntimeError when it does not judge, or not as it should."""
    question = json.dumps({"op": "verdict", "template": PROBE, "strict": True})
    command = [str(interpreter), str(Path(__file__).parent), "judge", "serve", "--deep"]
    done = subprocess.run(command, input=question + "\n", capture_output=True, text=True)
    if done.returncode != 0 or json.loads(done.stdout)["valid"] is not True:
        raise RuntimeError(f"Heat does not judge: {(done.stdout + done.stderr).strip()[-2000:]}")


def tried_table() -> str:
    """Return the releases that are known to judge, with what is pinned for each."""
    lines = [f"{'release':8} {'target':8} pinned"]
    for release, target in TRIED.items():
        needs = requirements_of(release)
        lines.append(f"{release:8} {target:8} {' '.join((*needs.pins, *needs.late)) or '-'}")
    return "\n".join(lines)


def main(arguments: list[str], prog: str) -> int:
    """Run the command and return its exit code: 1 when pip fails or Heat does not judge."""
    parser = argparse.ArgumentParser(prog, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("environment", type=Path, nargs="?", metavar="VENV")
    parser.add_argument("--release", help="such as 22.0.0 (default: the newest)")
    parser.add_argument("--python", default=sys.executable, help="the interpreter to make it with (default: this one)")
    parser.add_argument("--list", action="store_true", help="list the releases that are known to judge")
    args = parser.parse_args(arguments)
    if args.list:
        print(tried_table())
        return 0
    if args.environment is None:
        parser.error("VENV is missing")
    try:
        install(args.environment, args.release or None, args.python)
        probe(interpreter_of(args.environment))
    except (subprocess.CalledProcessError, RuntimeError) as exc:
        print(exc, file=sys.stderr)
        return 1
    print(f"{PACKAGE} {installed_release(interpreter_of(args.environment))} in {args.environment}")
    return 0
