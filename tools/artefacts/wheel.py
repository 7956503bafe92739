"""Build the wheel from a clean clone, install it in a new environment without tools of development, and use everything it brings."""

from __future__ import annotations

import re
import shutil
import sys
import tomllib
import zipfile
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parents[1])

from artefacts.lsp_session import edits_a_template  # noqa: E402
from artefacts.steps import StepError, built_wheel, checkout, environment, expect, run, scratch, script  # noqa: E402

METADATA = {"METADATA", "WHEEL", "RECORD", "entry_points.txt", "licenses/LICENSE"}
ENTRY_POINTS = {"console_scripts", "hotlint.rules", "openstack.cli.extension", "openstack.hot.v1", "pytest11"}
"""The groups in which other programs look for hotlint."""
LOAD = """\
from importlib.metadata import distribution
for point in distribution("hotlint").entry_points:
    point.load()
    print(point.group)
"""
USE = """\
import hotlint
report = hotlint.check("broken.yaml")
print([found.code for found in report.diagnostics])
print(hotlint.preview("web.yaml", environments=["env.yaml"]).to_dict()["resources"]["web_servers"]["type"])
print(hotlint.preview("alone/web.yaml").to_dict()["parameters"]["image"])
"""


def main() -> None:
    """Look into the wheel, then use what it installs."""
    wheel = built_wheel()
    with checkout() as clone, scratch() as folder:
        holds_the_sources(wheel, clone)
        programs = environment(folder / "environment", wheel)
        work = folder / "work"
        shutil.copytree(clone / "examples", work)
        commands(programs, work, wheel.name.split("-")[1])
        edits_a_template([programs / "hotlint", "server"], work)
        (work / "alone").mkdir()
        shutil.copy(work / "web.yaml", work / "alone")
        shutil.copy(
            work / "env.yaml", work / "alone/web.env"
        )  # which each face finds, since it has the template's name
        used = run([programs / "python", "-c", USE], cwd=work)
        expect(used, "HOT301", "OS::Heat::ResourceGroup", "debian-12", of="import hotlint")
        run([programs / "python", "-m", "pip", "install", "--quiet", "pytest", "osc-lib"], cwd=work)
        found = set(run([programs / "python", "-c", LOAD], cwd=work).split())
        if found != ENTRY_POINTS:
            raise StepError(f"entry points of {sorted(found)}, not of {sorted(ENTRY_POINTS)}")


def holds_the_sources(wheel: Path, clone: Path) -> None:
    """Fail unless the wheel holds each file of its packages that is under version control, as it is, and nothing else."""
    built = tomllib.loads((clone / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]
    wanted = {}
    for package in built["targets"]["wheel"]["packages"]:
        top = (clone / package).parent
        for name in run(["git", "ls-files", "-z", package], cwd=clone).rstrip("\0").split("\0"):
            wanted[(clone / name).relative_to(top).as_posix()] = (clone / name).read_bytes()
    with zipfile.ZipFile(wheel) as opened:
        files = {name: opened.read(name) for name in opened.namelist()}
    held = {name: data for name, data in files.items() if ".dist-info/" not in name}
    metadata = {name.partition(".dist-info/")[2] for name in files.keys() - held.keys()}
    wrong = sorted({name for name, _ in wanted.items() ^ held.items()} | metadata ^ METADATA)
    if wrong:
        raise StepError(f"{wheel.name} and the sources differ in {len(wrong)} files:\n" + "\n".join(wrong[:20]))
    expect(
        "\n".join(held), "hotlint/py.typed", "hotlint/data/types.json", "hotlint_rules/__init__.py", "hotlint_server/__main__.py",
        of=wheel.name,
    )  # fmt: skip


def commands(programs: Path, work: Path, version: str) -> None:
    """Run the commands of a first day with hotlint, and the help of each of them."""

    def hotlint(*arguments: str, code: int = 0) -> str:
        return run([programs / "hotlint", *arguments], cwd=work, codes=[code])

    expect(hotlint("--version"), version, of="hotlint --version")
    expect(hotlint("check", "-e", "env.yaml", "web.yaml"), "Nothing found", of="a check of web.yaml")
    expect(hotlint("check", "broken.yaml", code=1), "HOT301", "HOT501", "HOT503", of="a check of broken.yaml")
    hotlint("check", "there-is-no-such-file.yaml", code=2)
    expect(hotlint("preview", "-e", "env.yaml", "web.yaml"), "image: debian-12", of="a preview of web.yaml")
    expect(hotlint("graph", "web.yaml"), "OS::Octavia::LoadBalancer", of="the graph of web.yaml")
    expect(hotlint("explain", "HOT301"), "unknown-parameter", of="hotlint explain HOT301")
    expect(hotlint("test", "web.hot-test.yaml"), "passed", of="a run of web.hot-test.yaml")
    module: list[str | Path] = [programs / "python", "-m", "hotlint", "check", "-f", "json", "broken.yaml"]
    expect(run(module, cwd=work, codes=[1]), '"HOT301"', of="python -m hotlint")
    names = re.findall(r"(?m)^  ([a-z]+) +\S", hotlint("--help"))
    if not {"check", "server", "mcp"} <= set(names):
        raise StepError(f"hotlint --help lists {names}")
    for name in names:
        expect(hotlint(name, "--help"), f"usage: hotlint {name}", of=f"hotlint {name} --help")


if __name__ == "__main__":
    script(main)
