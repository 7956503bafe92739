"""Git bundles and other unpacked trees: the findings of the same tree in place, and nothing of it is run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import pytest
from cluster_trees import ROOT, bundle, git, here, needs_git, on, serial, write_tree

from hotlint.cli.cluster import batches, worker
from hotlint.operations import commits

__all__ = ["here"]


ABOVE = """\
heat_template_version: 2018-08-31
parameters:
  size: {type: number, default: ten}
resources:
  near: {type: ../../missing.yaml}
  far: {type: ../../elsewhere/missing.yaml}
  top: {type: ../../../../missing.yaml}
  one: {type: OS::Heat::Value, properties: {value: {get_file: ../../no-file}}}
  two: {type: OS::Heat::Value, properties: {value: {get_file: ../..}}}
  three: {type: OS::Heat::Value, properties: {value: {get_file: /no-such-folder/no-file}}}
  used: {type: ../part.yaml, properties: {a: {get_param: nobody}}}
"""
PART = """\
heat_template_version: 2018-08-31
parameters: {a: {type: string}, b: {type: string}}
resources:
  x: {type: ../missing.yaml}
  y: {type: My::Thing}
"""
CONFIG = """\
environments: [../above.yaml, e.yaml]
plugin_dirs: [../plugins]
extends: [../above.hotlint.yaml]
policies: [../policies.yaml]
deployments: [{name: d, template: ../x.yaml}]
jinja: {variable_files: [../variables.yaml]}
"""


def write_repository(folder: Path) -> Path:
    """Write a tree that names much that is not in it."""
    (folder / "sub").mkdir(parents=True)
    (folder / "sub" / "a.yaml").write_text(ABOVE)
    (folder / "sub" / "b.yaml").write_text(ABOVE)
    (folder / "part.yaml").write_text(PART)
    (folder / "e.yaml").write_text("resource_registry: {'My::Thing': ../missing.yaml}\nparameters: {size: much}\n")
    (folder / ".hotlint.yaml").write_text(CONFIG)
    return folder


def assert_as_in_place(names: list[str], jobs: int = 1) -> None:
    """Assert that bundles are reported as their trees are, each checked by itself."""
    expected = [report for name in names for report in serial([name])]
    found = on(None, [f"{name}.bundle" for name in names], jobs=jobs)
    here = os.path.join(os.getcwd(), "")  # all reports show paths relative to it
    shown = [json.dumps(report).replace(".bundle", "").replace(here, "") for report in found]
    assert shown == [json.dumps(report).replace(here, "") for report in expected]


@needs_git
def test_bundles_are_checked_as_their_checkouts(here: Path) -> None:
    for number in range(3):
        tree = write_tree(here / f"r{number}", 4 + number)
        (tree / ".gitignore").write_text("d002/\n")
        (tree / ".gitattributes").write_text("d001 export-ignore\n*.yaml filter=evil\n")
        bundle(tree, here / f"r{number}.bundle")
    assert_as_in_place(["r0", "r1", "r2"], jobs=2)


@needs_git
@pytest.mark.parametrize("files", [1, 96])
def test_above_an_unpacked_tree_nothing_exists(here: Path, monkeypatch: pytest.MonkeyPatch, files: int) -> None:
    monkeypatch.setattr(worker, "FILES", files)
    monkeypatch.setattr(batches, "FILES", files)
    for name in ("r0", "r1"):
        bundle(write_repository(here / name), here / f"{name}.bundle")
    assert_as_in_place(["r0", "r1"])


@needs_git
def test_what_exists_above_an_unpacked_tree_is_not_seen(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bundle(write_repository(here / "r"), here / "r.bundle")
    expected = on(None, ["r.bundle"])
    around = here / "scratch"
    around.mkdir()
    git(around, "init", "--quiet")
    (around / ".gitignore").write_text("*\n")
    (around / ".hotlint.yaml").write_text("select: [HOT999]\nexclude: ['**']\n")
    for name in ("missing.yaml", "above.yaml", "policies.yaml", "no-file"):
        (around / name).write_text("parameters: {}\n")
    monkeypatch.setattr(tempfile, "tempdir", str(around))
    assert on(None, ["r.bundle"]) == expected


@needs_git
def test_trees_share_no_causes(here: Path) -> None:
    for name in ("r0", "r1"):
        bundle(write_repository(here / name), here / f"{name}.bundle")
    reports = on(None, ["r0.bundle", "r1.bundle"])
    homes = [r.path for r in reports for d in r.diagnostics if d.code == "HOT635"]
    assert homes == ["r0.bundle/e.yaml", "r1.bundle/e.yaml"]
    related = {(r.path.split("/")[0], p.path.split("/")[0]) for r in reports for d in r.diagnostics for p in d.related}
    assert related == {("r0.bundle", "r0.bundle"), ("r1.bundle", "r1.bundle")}


@needs_git
def test_installed_configurations_count_for_bundles(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = here / "packages" / "acme_settings"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / ".hotlint.yaml").write_text("extends: more.yaml\nignore: [HOT601]\n")
    (package / "more.yaml").write_text("severity: {HOT801: error}\n")
    monkeypatch.syspath_prepend(str(here / "packages"))
    tree = write_tree(here / "r", 1)
    (tree / ".hotlint.yaml").write_text("extends: acme_settings\n")
    bundle(tree, here / "r.bundle")
    assert_as_in_place(["r"])
    assert not any(d.code in ("HOT092", "HOT601") for r in serial(["r"]) for d in r.diagnostics)


@needs_git
def test_nothing_of_a_bundle_is_run(here: Path) -> None:
    tree = write_tree(here / "r", 1)
    (tree / ".gitattributes").write_text("* filter=evil\n")
    (tree / ".hooks").mkdir()
    (tree / ".hooks" / "post-checkout").write_text(f"#!/bin/sh\ntouch {here}/ran\n")
    bundle(tree, here / "r.bundle")
    home = here / "home"
    home.mkdir()
    (home / ".gitconfig").write_text(
        f'[filter "evil"]\n smudge = touch {here}/ran\n[core]\n hooksPath = .hooks\n fsmonitor = touch {here}/ran\n'
    )
    environment = os.environ | {"HOME": str(home)}
    command = [sys.executable, "-m", "hotlint", "check", "-q", "r.bundle"]
    assert subprocess.run(command, env=environment, check=False, capture_output=True).returncode == 1
    assert not (here / "ran").exists()


@needs_git
def test_a_bundle_of_one_branch_needs_no_head(here: Path) -> None:
    bundle(write_tree(here / "r", 1), here / "r.bundle", "main")
    assert any(r.diagnostics for r in on(None, ["r.bundle"]))


@needs_git
def test_a_bundle_of_several_branches_needs_a_head(here: Path) -> None:
    folder = write_tree(here / "r", 1)
    git(folder, "init", "--quiet")
    git(folder, "checkout", "--quiet", "-b", "one")
    bundle(folder, here / "r.bundle", "one")
    assert on(None, ["r.bundle"])[0].diagnostics[0].code != "HOT090"
    git(folder, "branch", "two")
    git(folder, "bundle", "create", str(here / "r.bundle"), "one", "two")
    [report] = on(None, ["r.bundle"])
    assert [(d.code, d.message) for d in report.diagnostics] == [
        (
            "HOT090",
            "'r.bundle' cannot be checked: it has no HEAD, and no branch main or master: "
            "create it with 'git bundle create FILE HEAD', or with --all",
        )
    ]


@needs_git
def test_a_bundle_of_thousands_of_files_is_checked_as_its_checkout(here: Path) -> None:
    folder = here / "r"
    folder.mkdir()
    for number in range(320):  # git lists them in several pieces, of 64 KiB at most
        (folder / f"{'long-' * 40}{number}.txt").write_text("x\n")
    names = sorted(path.name for path in folder.iterdir())
    files = "".join(
        f"  r{n}: {{type: OS::Heat::Value, properties: {{value: {{get_file: {name}}}}}}}\n"
        for n, name in enumerate(names)
    )
    (folder / "root.yaml").write_text(f"heat_template_version: 2018-08-31\nresources:\n{files}")
    bundle(folder, here / "r.bundle")
    assert [d for report in on(None, ["r.bundle"]) for d in report.diagnostics] == []


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("a.bundle", b"nothing", "git cannot read it"),
        ("a.tar", b"nothing", "it is damaged, or not an archive"),
        ("a.tar.gz", b"\x1f\x8b broken", "it is damaged, or not an archive"),
        ("a.zip", b"PK nothing", "it is damaged, or not an archive"),
    ],
)
def test_a_broken_source_is_a_finding(here: Path, name: str, content: bytes, why: str) -> None:
    (here / name).write_bytes(content)
    [report] = on(None, [name])
    assert report.path == name
    assert report.diagnostics[0].code == "HOT090"
    assert report.diagnostics[0].message.startswith(f"'{name}' cannot be checked: {why}")


def test_an_unpacked_tree_sees_nothing_else(here: Path) -> None:
    (here / "secret.yaml").write_text("password")
    text = ROOT.replace("../missing.yaml", str(here / "secret.yaml"))
    with zipfile.ZipFile(here / "a.zip", "w") as archive:
        archive.writestr("t.yaml", text)
    messages = " ".join(d.message for r in on(None, ["a.zip"]) for d in r.diagnostics)
    assert "password" not in messages
    assert f"template '{here}/secret.yaml' does not exist" in messages


@needs_git
def test_a_large_file_of_a_bundle_is_reported_as_such(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its content is not asked for."""
    monkeypatch.setattr(commits, "SIZE_LIMIT", 10_000)
    (here / "r").mkdir()
    for name, size in (("fits", 10_000), ("large", 10_001)):
        text = "heat_template_version: 2018-08-31\n"
        (here / "r" / f"{name}.yaml").write_text(text.ljust(size, "#"))
    bundle(here / "r", here / "r.bundle")
    found = {r.path: [d.message for d in r.diagnostics if d.code == "HOT090"] for r in on(None, ["r.bundle"])}
    assert found["r.bundle/fits.yaml"] == []
    assert found["r.bundle/large.yaml"] == [
        "'large.yaml' cannot be checked: it is larger than 16 MiB, which no template is"
    ]


@pytest.mark.skipif(os.name == "nt", reason="the stand-in for git is a shell script")
@pytest.mark.parametrize(
    ("heads", "listed", "why"),
    [
        ("head -c 1048576 /dev/zero", "", "it has no HEAD, and no branch main or master"),
        ("head -c 1048577 /dev/zero", "", "it holds too many branches and tags"),
        ("echo 123 HEAD", "head -c 69632 /dev/zero | tr '\\0' x; exit 7", "git cannot read it (exit code 7)"),
        ("echo 123 HEAD", "head -c 69633 /dev/zero | tr '\\0' x", "it holds a name of more than 4,096 bytes"),
        ("echo 123 HEAD", "echo error: no; echo fatal: bad object >&2; exit 1", "git cannot read it (bad object)"),
        ("echo 123 HEAD", "printf '100644 blob 12 5\\ta\\0'", "it does not hold the content of 'a'"),
        ("echo error: lacks these prerequisite commits >&2; exit 1", "", "it holds only changes on top of commits"),
    ],
)
def test_what_git_prints_has_limits(
    here: Path, monkeypatch: pytest.MonkeyPatch, heads: str, listed: str, why: str
) -> None:
    (here / "bin").mkdir()
    script = f'#!/bin/sh\ncase "$*" in\n*list-heads*) {heads};;\n*ls-tree*) {listed or ":"};;\n*cat-file*) read blob; exit 0;;\nesac\n'
    (here / "bin" / "git").write_text(script)
    (here / "bin" / "git").chmod(0o755)
    monkeypatch.setenv("PATH", str(here / "bin"), prepend=os.pathsep)
    (here / "r.bundle").write_bytes(b"")
    [report] = on(None, ["r.bundle"])
    assert report.diagnostics[0].message.startswith(f"'r.bundle' cannot be checked: {why}")
