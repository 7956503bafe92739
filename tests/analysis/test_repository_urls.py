"""URLs of the repository that a template is in stand for the files of the checkout."""

from __future__ import annotations

from pathlib import Path

import pytest

from hotlint.cli.main import main

HEAD = "heat_template_version: 2018-08-31\n"


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout whose lib/one.yaml requires `size`, and is named by a URL without it."""
    (tmp_path / "lib").mkdir()
    (tmp_path / ".git").mkdir()
    (tmp_path / "lib/one.yaml").write_text(HEAD + "parameters: {size: {type: number}}\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _remote(folder: Path, url: str) -> None:
    (folder / "config").write_text(f'[core]\n\turl = no\n[remote "origin"]\n\turl = {url}\n\tfetch = +x\n')


def _findings(url: str, capsys: pytest.CaptureFixture[str], config: str = "") -> str:
    Path("web.yaml").write_text(f"{HEAD}resources:\n  a: {{type: '{url}'}}\n")
    Path(".hotlint.yaml").write_text(config)
    main(["check", "web.yaml", "-f", "concise"])
    return capsys.readouterr().out


GITHUB = "https://raw.githubusercontent.com/Acme/heat"


@pytest.mark.parametrize(
    ("remote", "url"),
    [
        ("git@github.com:Acme/heat.git", f"{GITHUB}/master/lib/one.yaml"),
        ("https://user:secret@github.com/acme/heat", f"{GITHUB}/refs/heads/stable/rocky/lib/one.yaml"),
        ("ssh://git@github.com:22/Acme/heat.git", "https://github.com/Acme/heat/raw/main/lib/one.yaml"),
        ("https://opendev.org/acme/heat", "https://opendev.org/acme/heat/raw/branch/master/lib/one.yaml"),
        ("ssh://me@git.acme.org:29418/a/b/heat", "https://git.acme.org/a/b/heat/-/raw/main/lib/one.yaml"),
    ],
)
def test_a_url_of_a_branch_is_a_file(checkout: Path, remote: str, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    _remote(checkout / ".git", remote)
    found = _findings(url, capsys)
    assert "size" in found
    assert "HOT603" not in found


@pytest.mark.parametrize(
    "url",
    [
        "https://raw.githubusercontent.com/other/heat/master/lib/one.yaml",
        "https://example.org/Acme/heat/raw/master/lib/one.yaml",
        f"{GITHUB}/master/lib/gone.yaml",
        f"{GITHUB}/v1.2/lib/one.yaml",
        f"{GITHUB}/{'0123456789' * 4}/lib/one.yaml",
        f"{GITHUB}/master/../../../../etc/one.yaml",
    ],
)
def test_another_url_stays_remote(checkout: Path, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """So does that of a commit or a tag, whose file may differ, and of a file that the checkout does not have."""
    _remote(checkout / ".git", "git@github.com:Acme/heat.git")
    assert "HOT603" in _findings(url, capsys)


def test_the_remotes_of_a_worktree_are_those_of_its_repository(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (checkout / ".git").rmdir()
    (checkout / ".git").write_text("gitdir: main/.git/worktrees/it\n")
    (checkout / "main/.git/worktrees/it").mkdir(parents=True)
    _remote(checkout / "main/.git", "git@github.com:Acme/heat.git")
    assert "size" in _findings(f"{GITHUB}/master/lib/one.yaml", capsys)


def test_the_configuration_names_folders_of_urls(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "size" in _findings("https://x.org/heat/one.yaml", capsys, "urls: {'https://x.org/heat': lib}\n")
    assert "HOT601" in _findings("https://x.org/heat/two.yaml", capsys, "urls: {'https://x.org/heat/': lib}\n")
    assert "must start with http" in _findings("one.yaml", capsys, "urls: {'x.org/': lib}\n")
    assert "HOT092" in _findings("one.yaml", capsys, "urls: {'https://x.org/': gone}\n")
    assert "HOT092" in _findings("one.yaml", capsys, "urls: [lib]\n")
