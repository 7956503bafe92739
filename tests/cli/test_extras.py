"""Parts of hotlint whose packages are extras say what to install when one is missing."""

from __future__ import annotations

import subprocess
import sys

MISSING = """
import sys
for name in {missing!r}: sys.modules[name] = None
from hotlint.cli.main import main
sys.exit(main({arguments!r}))
"""


def run_without(missing: list[str], *arguments: str) -> subprocess.CompletedProcess[str]:
    program = MISSING.format(missing=missing, arguments=list(arguments))
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


def test_a_cloud_names_its_extra() -> None:
    done = run_without(["openstack"], "catalog", "import", "--cloud", "any")
    assert done.returncode == 2
    assert "pip install 'hotlint[openstack]'" in done.stderr


def test_checks_need_no_extra_nor_the_server() -> None:
    done = run_without(["pygls", "lsprotocol", "openstack", "osc_lib", "cliff"], "rules", "HOT301")
    assert (done.returncode, done.stderr) == (0, "")
