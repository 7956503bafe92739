"""Releases: one version and one address everywhere, and a changelog that is cut."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
sys.path.append(str(TOP))
pytest.importorskip("hatchling", reason="what builds the package is not installed")
from release import (  # noqa: E402 - in tools
    ReleaseError,
    cut_changelog,
    extension_links,
    notes,
    set_address,
    set_version,
    verify,
)

import hatch_build  # noqa: E402 - in the top folder
from hotlint.common.version import ADDRESS  # noqa: E402

LOG = "# Changelog\n\n## Unreleased\n\n### Added\n\n- One.\n\n## 0.1.0 - 2026-01-01\n\n- Zero.\n"
STATED = re.compile(r"https://(?:github\.com|raw\.githubusercontent\.com)/[\w.-]+/hotlint\b|\b[\w-]+/hotlint@v[\d.]+")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in ("hotlint/common/version.py", "vscode-extension/package.json",
                 "vscode-extension/package-lock.json"):  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(TOP / name, tmp_path / name)
    (tmp_path / "CHANGELOG.md").write_text(LOG.replace("0.1.0", "0.0.1"), encoding="utf-8")
    use = "uses: OWNER/hotlint@v0.0.1\n  - repo: https://github.com/OWNER/hotlint\n    rev: v0.0.1\n"
    raw = "https://raw.githubusercontent.com/OWNER/hotlint/v0.0.1/docs/a.yml, someone/hotlint-rules, v0.0.1\n"
    (tmp_path / "page.md").write_text(use + raw, encoding="utf-8")
    subprocess.run(["git", "init", "-q", "."], cwd=tmp_path, check=True)
    subprocess.run(["git", "add", "."], cwd=tmp_path, check=True)
    return tmp_path


def test_the_version_is_set_everywhere(project: Path) -> None:
    if ADDRESS:
        set_address(project, "https://github.com/OWNER/hotlint")
    changed = set_version(project, "9.8.7", "2026-11-30")
    assert set(changed) == {
        "CHANGELOG.md", "hotlint/common/version.py", "vscode-extension/package.json", "vscode-extension/package-lock.json",
        "page.md",
    }  # fmt: skip
    page = (project / "page.md").read_text(encoding="utf-8")
    assert page.count("v9.8.7") == 3
    assert page.endswith(", v0.0.1\n")  # the version of something else
    assert "## 9.8.7 - 2026-11-30\n\n### Added" in (project / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_version_after_a_release_leaves_changelog_and_documents(project: Path) -> None:
    kept = [(project / name).read_text(encoding="utf-8") for name in ("CHANGELOG.md", "page.md")]
    set_version(project, "9.9.0.dev0", "2026-12-01")
    assert kept == [(project / name).read_text(encoding="utf-8") for name in ("CHANGELOG.md", "page.md")]
    assert '"version": "9.9.0"' in (project / "vscode-extension/package.json").read_text(encoding="utf-8")
    set_version(project, "9.9.0", "2026-12-30")
    assert '__version__ = "9.9.0"' in (project / "hotlint/common/version.py").read_text(encoding="utf-8")


def test_the_address_is_set_everywhere_and_can_change(project: Path) -> None:
    for address, name in (
        ("https://github.com/heat-tools/hotlint", "heat-tools"),
        ("https://github.com/a/hotlint", "a"),
    ):
        set_address(project, address)
        page = (project / "page.md").read_text(encoding="utf-8")
        assert f"uses: {name}/hotlint@v" in page
        assert f"repo: {address}\n" in page
        assert f"raw.githubusercontent.com/{name}/hotlint/v" in page
        assert "someone/hotlint-rules" in page
        assert f'ADDRESS = "{address}"' in (project / "hotlint/common/version.py").read_text(encoding="utf-8")
        manifest = json.loads((project / "vscode-extension/package.json").read_text(encoding="utf-8"))
        assert manifest["repository"] == {"type": "git", "url": address, "directory": "vscode-extension"}
        assert manifest["homepage"] == f"{address}/tree/main/vscode-extension#readme"
        assert manifest["bugs"] == {"url": f"{address}/issues"}
    with pytest.raises(ReleaseError, match="an address looks like"):
        set_address(project, "github.com/a/hotlint")


def test_the_manifest_of_the_extension_has_the_address_and_its_own_format() -> None:
    path = TOP / "vscode-extension/package.json"
    text = path.read_text(encoding="utf-8")
    manifest = json.loads(text)
    named = {name: manifest[name] for name in ("homepage", "repository", "bugs") if name in manifest}
    assert named == extension_links(ADDRESS)
    assert json.dumps(manifest, indent=2, ensure_ascii=False) + "\n" == text  # `release.py address` writes it like this


def test_a_tag_must_be_the_version_that_the_changelog_describes(project: Path) -> None:
    set_address(project, "https://github.com/heat-tools/hotlint")
    set_version(project, "9.8.7", "2026-11-30")
    verify(project, "v9.8.7")
    verify(project, "v9.8.7", "https://github.com/heat-tools/hotlint")
    with pytest.raises(ReleaseError, match="the repository is https://github.com/fork/hotlint"):
        verify(project, "v9.8.7", "https://github.com/fork/hotlint")
    with pytest.raises(ReleaseError, match="the tag is v9.8.6"):
        verify(project, "v9.8.6")
    manifest = project / "vscode-extension/package.json"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace("heat-tools", "another"), encoding="utf-8")
    with pytest.raises(ReleaseError, match="has not the address"):
        verify(project, "v9.8.7")


def test_the_changelog_is_cut() -> None:
    cut = cut_changelog(LOG, "0.2.0", "2026-11-30")
    assert notes(cut, "0.2.0") == "### Added\n\n- One.\n"
    assert notes(cut, "0.1.0") == "- Zero.\n"
    with pytest.raises(ReleaseError, match="nothing under"):
        cut_changelog(cut, "0.3.0", "2026-12-01")
    with pytest.raises(ReleaseError, match="a section for 0.2.0 already"):
        cut_changelog(cut, "0.2.0", "2026-12-01")
    with pytest.raises(ReleaseError, match="no section for 7"):
        notes(cut, "7")


def test_no_file_states_another_address_than_the_setting() -> None:
    """An address that does not exist is nowhere presented as if it did: OWNER is a placeholder."""
    owner = ADDRESS.split("/")[-2] if ADDRESS else "OWNER"
    found = []
    for path in [
        *TOP.glob("*.*"),
        *(p for top in ("docs", "hotlint", "server", ".github") for p in (TOP / top).rglob("*.*")),
    ]:
        if path.suffix in (".md", ".yml", ".yaml", ".py", ".toml", ".json") and "CHANGELOG" not in path.name:
            text = path.read_text(encoding="utf-8")
            found += [(path.name, m[0]) for m in STATED.finditer(text) if f"{owner}/hotlint" not in m[0]]
    assert found == []


def test_the_published_readme_has_no_link_that_leads_nowhere() -> None:
    text = "![p](docs/p.svg)\n\n[guide](docs/guide.md), [a](#here), [x](https://e.org)\n\n```\n[k](v)\n```\n"
    assert hatch_build.published_readme(text, "https://h/o/r", "1.0.0") == (
        "![p](https://h/o/r/raw/v1.0.0/docs/p.svg)\n\n"
        "[guide](https://h/o/r/blob/v1.0.0/docs/guide.md), [a](#here), [x](https://e.org)\n\n```\n[k](v)\n```\n"
    )
    assert hatch_build.published_readme(text, "", "1.0.0") == (
        "\n\nguide, [a](#here), [x](https://e.org)\n\n```\n[k](v)\n```\n"
    )
    assert hatch_build.urls("", "1.0.0") == {}
    assert set(hatch_build.urls("https://h/o/r", "1.0.0")) == {"Source", "Documentation", "Changelog", "Issues"}
