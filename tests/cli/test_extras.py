"""Parts of hotlint whose packages are extras say what to install when one is missing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

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


def test_a_cloud_names_its_extra() -> None:
    done = run_without(["openstack"], "catalog", "import", "--cloud", "any")
    assert done.returncode == 2
    assert "pip install 'hotlint[openstack]'" in done.stderr


@pytest.mark.parametrize(
    ("missing", "arguments", "extra"),
    [
        (["openstack"], ["cloud", "snapshot", "--cloud", "any"], "openstack"),
        (["openstack"], ["check", "--cloud", "any", "t.yaml"], "openstack"),
        (["openstack"], ["plan", "stack", "t.yaml", "--cloud", "any"], "openstack"),
        (["celpy"], ["check", "--config", "with-policies.yaml", "t.yaml"], "policies"),
        (["celpy"], ["policy", "test", "hotlint:example"], "policies"),
        (["dask", "distributed"], ["check", "--cluster", "local:1", "t.yaml"], "dask"),
        (["fsspec"], ["check", "memory://bucket"], "dask"),
        (["fsspec"], ["check", "memory://bucket/*.zip"], "dask"),
    ],
)
def test_what_needs_an_extra_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: list[str], arguments: list[str], extra: str
) -> None:
    monkeypatch.chdir(tmp_path)
    template = "heat_template_version: 2018-08-31\nresources: {a: {type: 'OS::Heat::RandomString'}}\n"
    (tmp_path / "t.yaml").write_text(template)
    (tmp_path / "with-policies.yaml").write_text("policies: ['hotlint:example']\n")
    done = run_without(missing, *arguments)
    shown = done.stdout + done.stderr
    assert f"hotlint[{extra}]" in shown
    assert "Traceback" not in shown


def test_checks_need_no_extra_nor_the_server() -> None:
    done = run_without(["pygls", "lsprotocol", "openstack", "osc_lib", "cliff"], "rules", "HOT301")
    assert (done.returncode, done.stderr) == (0, "")


def test_an_archive_needs_no_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with ZipFile("a.zip", "w") as archive:
        archive.writestr("t.yaml", "heat_template_version: 2018-08-31\n")
    done = run_without(["dask", "distributed", "fsspec"], "check", "a.zip")
    assert (done.returncode, done.stderr) == (0, "")
