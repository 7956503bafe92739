"""Use `openstack hot` of an installed wheel with its extra osc, in the real OpenStack client, without a cloud."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parents[1])

from artefacts.steps import StepError, built_wheel, checkout, environment, expect, run, scratch, script  # noqa: E402

COMMANDS: dict[str, tuple[list[str], int, str]] = {
    "check": (["broken.yaml", "-f", "concise"], 1, "HOT301"),
    "preview": (["-e", "env.yaml", "web.yaml"], 0, "image: debian-12"),
    "graph": (["web.yaml"], 0, "OS::Octavia::LoadBalancer"),
    "diff": (["-e", "env.yaml", "web.yaml", "later.yaml"], 0, "m1.large"),
    "docs": (["web.yaml"], 0, "OS::Octavia::LoadBalancer"),
    "explain": (["HOT301"], 0, "unknown-parameter"),
}
"""The arguments of each command on the examples, its exit code, and what it prints."""


def main() -> None:
    """Install the client and run each command."""
    with checkout() as clone, scratch() as folder:
        openstack = environment(folder / "environment", f"{built_wheel()}[osc]") / "openstack"
        work = folder / "work"
        shutil.copytree(clone / "examples", work)
        later = (work / "web.yaml").read_text(encoding="utf-8").replace("m1.small", "m1.large")
        (work / "later.yaml").write_text(later, encoding="utf-8")
        clouds = sorted(name for name in os.environ if name.startswith("OS_"))
        if clouds:
            raise StepError(
                f"these variables name a cloud, and the commands have to run without one: {', '.join(clouds)}"
            )
        home = {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder / "config")}
        listed = [f"hot {name}" for name in COMMANDS]
        expect(run([openstack, "--help"], cwd=work, env=home), *listed, of="openstack --help")
        expect(run([openstack, "hot", "--help"], cwd=work, env=home), *listed, of="openstack hot --help")
        for name, (arguments, code, wanted) in COMMANDS.items():
            printed = run([openstack, "hot", name, *arguments], cwd=work, env=home, codes=[code])
            expect(printed, wanted, of=f"openstack hot {name}")


if __name__ == "__main__":
    script(main)
