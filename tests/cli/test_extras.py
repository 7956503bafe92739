"""Parts of hotlint whose packages are extras say what to install when one is missing."""

from __future__ import annotations

import subprocess
import sys

import pytest

MISSING = """
import sys
for name in {missing!r}: sys.modules[name] = None
from hotlint.cli.main import main
sys.exit(main({arguments!r}))
"""


def run_without(missing: list[str], *arguments: str) -> subprocess.CompletedProcess[str]:
    program = MISSING.format(missing=missing, arguments=list(arguments))
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("package", ["pygls", "lsprotocol"])
def test_the_server_names_its_extra(package: str) -> None:
    done = run_without([package], "server")
    assert done.returncode == 2
    message = f"requires the package '{package}', which is not installed: pip install 'hotlint[server]'"
    assert done.stderr == f"hotlint: The language server {message}\n"


def test_a_cloud_names_its_extra() -> None:
    done = run_without(["openstack"], "catalog", "import", "--cloud", "any")
    assert done.returncode == 2
    assert "pip install 'hotlint[openstack]'" in done.stderr


def test_checks_need_no_extra() -> None:
    done = run_without(["pygls", "lsprotocol", "openstack", "osc_lib", "cliff"], "rules", "HOT301")
    assert (done.returncode, done.stderr) == (0, "")
