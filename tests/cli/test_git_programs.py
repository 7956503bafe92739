"""Every program that the settings of a repository can make git start: hotlint starts none of them, and opens no connection."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from hotlint.cli.main import main

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the programs are shell scripts")
TEMPLATE = "heat_template_version: 2018-08-31\nresources: {a: {type: OS::Heat::Value, properties: {value: old}}}\n"
Said = pytest.CaptureFixture[str]


class Repository:
    """A repository with two commits and a change, and a program that leaves a file for each of its names that runs."""

    def __init__(self, folder: Path) -> None:
        self.top, self.ran, self._bin = folder / "work", folder / "ran", folder / "bin"
        for made in (self.top, self.ran, self._bin):
            made.mkdir()
        self.git("init", "-q", "-b", "main")
        (self.top / ".gitattributes").write_text("* filter=x diff=x\nt.yaml export-subst\n")
        for number in range(2):
            (self.top / "t.yaml").write_text(TEMPLATE + f"# {number} $Format:%G? %(describe)$\n")
            self.commit()
        self.change()

    def git(self, *words: str, at: Path | None = None) -> None:
        own = (
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@b",
            "-c",
            "commit.gpgsign=false",
            "-c",
            "protocol.file.allow=always",
        )
        subprocess.run(["git", *own, *words], cwd=at or self.top, check=True, capture_output=True)

    def commit(self) -> None:
        self.git("add", "-A")
        self.git("commit", "-qm", "c")

    def change(self) -> None:
        """Change a template without a change of its length, so that git must read it."""
        (self.top / "t.yaml").write_text((self.top / "t.yaml").read_text().replace("old", "new"))

    def program(self, name: str) -> str:
        """Return a program that says that it ran, and then what it reads."""
        path = self._bin / name
        path.write_text(f"#!/bin/sh\n: > {self.ran}/{name}\nexec cat\n")
        path.chmod(0o755)
        return str(path)

    def set(self, **programs: str) -> None:
        """Let settings name programs: of each setting, its first part, with _ for a dot."""
        for name, value in programs.items():
            self.git("config", name.replace("_", "."), value)

    @property
    def started(self) -> list[str]:
        return sorted(os.listdir(self.ran))


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    made = Repository(tmp_path)
    monkeypatch.chdir(made.top)
    return made


def ask(say: Said, revision: str = "HEAD~1") -> list[int]:
    """Ask git what hotlint asks it, through its commands. Returns the exit codes."""
    codes = [
        main(["check", "--no-cache", "--new-from", revision, "."]),
        main(["check", "--no-cache", "--new-from", "@{0}", "t.yaml"]),
        main(["diff", f"{revision}:t.yaml", "t.yaml"]),
        main(["diff", f"{revision}:./t.yaml", "HEAD:t.yaml"]),
    ]
    say.readouterr()
    return codes


SETTINGS = [
    "core_fsmonitor", "core_pager", "pager_diff", "pager_show", "core_editor", "core_askPass", "core_sshCommand", "core_gitProxy",
    "core_alternateRefsCommand", "diff_external", "diff_x.command", "diff_x.textconv", "merge_x.driver", "filter_x.clean",
    "filter_x.smudge", "filter_x.process", "filter_a.b c.clean", "gpg_program", "gpg_openpgp.program", "gpg_ssh.program",
    "credential_helper", "tar_tar.command", "tar_x.command", "uploadpack_packObjectsHook", "interactive_diffFilter", "trace2_x",
    "alias_diff", "alias_cat-file", "alias_rev-parse",
]  # fmt: skip


def test_no_program_of_a_setting_runs(repository: Repository, capsys: Said) -> None:
    (repository.top / ".gitattributes").write_text("* filter=x diff=x\n*.yaml filter=a.b\\040c\n")
    for setting in SETTINGS:
        repository.set(**{setting: repository.program(setting.replace(" ", ""))})
    repository.set(filter_x_required="true", log_showSignature="true", core_untrackedCache="true")
    repository.change()
    assert ask(capsys) == [0, 0, 0, 0]
    assert repository.started == []


@pytest.mark.parametrize("name", ["x", "x.y", "ü", "A b"])
@pytest.mark.parametrize(
    "where", ["config", "included", "worktree", "onbranch:ma*", "gitdir:**", "hasconfig:remote.*.url:h:**"]
)
def test_no_filter_runs_wherever_it_is_set(repository: Repository, name: str, where: str, capsys: Said) -> None:
    text = f'[filter "{name}"]\nclean = {repository.program("clean")}\nprocess = {repository.program("process")}\n'
    place = repository.top / ".git" / {"config": "config", "worktree": "config.worktree"}.get(where, "other")
    if where == "included":
        repository.set(include_path="other")
    elif place.name == "other":
        repository.git("config", "remote.o.url", "h:x")
        repository.git("config", f"includeIf.{where}.path", "other")
    if where == "worktree":
        repository.set(extensions_worktreeConfig="true")
    with place.open("a") as file:
        file.write(text)
    (repository.top / ".git" / "info" / "attributes").write_text(
        f'* filter="{name}"\n* "filter={name}"\n*.yaml filter=x\n'
    )
    assert ask(capsys) == [0, 0, 0, 0]
    assert repository.started == []


def test_git_would_run_a_filter(repository: Repository) -> None:
    """The repository of these tests is one in which git itself runs programs."""
    repository.set(**{"filter_x.clean": repository.program("clean"), "core_fsmonitor": repository.program("monitor")})
    repository.git("diff", "HEAD~1")
    assert repository.started == ["clean", "monitor"]


@pytest.mark.parametrize("number", [0, 101])
def test_filters_that_cannot_be_turned_off_end_the_run(repository: Repository, number: int, capsys: Said) -> None:
    with (repository.top / ".git" / "config").open("a") as file:
        names = [f"n{n}" for n in range(number)] or ["x=y"]
        file.writelines(f'[filter "{name}"]\nclean = {repository.program("clean")}\n' for name in names)
    assert ask(capsys) == [2, 2, 2, 2]
    assert repository.started == []


def test_no_hook_runs(repository: Repository, capsys: Said) -> None:
    hooks = (
        "post-index-change",
        "post-checkout",
        "fsmonitor-watchman",
        "reference-transaction",
        "query-watchman",
        "pre-auto-gc",
    )
    for folder in (repository.top / ".git" / "hooks", repository.top / "hooks"):
        folder.mkdir(exist_ok=True)
        for name in hooks:
            (folder / name).symlink_to(repository.program(name))
    assert ask(capsys) == [0, 0, 0, 0]
    repository.set(core_hooksPath="hooks")
    os.utime(repository.top / ".gitattributes")  # git refreshes its index, and calls a hook for that
    assert ask(capsys) == [0, 0, 0, 0]
    assert repository.started == []


@pytest.mark.parametrize("asking", [".git/config", ".gitmodules", ""])
def test_nothing_of_a_submodule_runs(repository: Repository, tmp_path: Path, asking: str, capsys: Said) -> None:
    """Its filters are no settings of the repository around it, which may ask that git compares its files in any case."""
    other = tmp_path / "other"
    other.mkdir()
    repository.git("init", "-q", "-b", "main", at=other)
    (other / "s.yaml").write_text(TEMPLATE)
    repository.git("add", "-A", at=other)
    repository.git("commit", "-qm", "c", at=other)
    repository.git("submodule", "add", str(other), "sub")
    if asking:
        repository.git("config", "-f", asking, "submodule.sub.ignore", "none")
    repository.commit()
    for name in ("core.fsmonitor", "filter.x.clean", "diff.external"):
        repository.git("config", name, repository.program(name), at=repository.top / "sub")
    (repository.top / ".git" / "modules" / "sub" / "info").mkdir(exist_ok=True)
    (repository.top / ".git" / "modules" / "sub" / "info" / "attributes").write_text("* filter=x\n")
    (repository.top / "sub" / "s.yaml").write_text(TEMPLATE.replace("old", "new"))
    assert ask(capsys) == [0, 0, 0, 0]
    assert repository.started == []
    repository.git("diff", "HEAD")
    assert repository.started != []


def _upload_pack(repository: Repository, origin: str) -> None:
    repository.set(**{"remote_origin.uploadpack": repository.program("uploadpack")})


def _ext(repository: Repository, origin: str) -> None:
    repository.set(**{"remote_origin.url": f"ext::{repository.program('ext')}", "protocol_ext.allow": "always"})


def _ssh(repository: Repository, origin: str) -> None:
    repository.set(
        **{
            "remote_origin.url": "ssh://h/x",
            "core_sshCommand": repository.program("ssh"),
            "protocol_ssh.allow": "always",
        }
    )


def _helper(repository: Repository, origin: str) -> None:
    os.environ["PATH"] += f"{os.pathsep}{Path(repository.program('git-remote-x')).parent}"
    repository.set(**{"remote_origin.vcs": "x", "protocol_x.allow": "always"})


def _rewritten(repository: Repository, origin: str) -> None:
    """Let a second remote have what the first does not, at an address that stands for a program, with a helper for passwords."""
    repository.git("config", f"url.ext::{repository.program('ext')} .insteadOf", "https://")
    repository.set(remote_origin_url="https://h/x", credential_helper=repository.program("helper"))
    repository.git("config", "protocol.ext.allow", "always")
    repository.git("config", "remote.other.url", "https://h/y")
    repository.git("config", "remote.other.promisor", "true")


def _honest(repository: Repository, origin: str) -> None:
    repository.set(**{"remote_origin.url": origin, "protocol_file.allow": "always"})


def _bundle(repository: Repository, origin: str) -> None:
    """Let a bundle be fetched from an address before the remote is asked."""
    os.environ["PATH"] = f"{Path(repository.program('git-remote-https')).parent}{os.pathsep}{os.environ['PATH']}"
    repository.set(fetch_bundleURI="https://127.0.0.1:9/b.bundle")


@pytest.mark.parametrize("remote", [_upload_pack, _ext, _ssh, _helper, _rewritten, _honest, _bundle])
def test_a_partial_clone_fetches_nothing(
    repository: Repository,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    remote: Callable[[Repository, str], None],
    capsys: Said,
) -> None:
    monkeypatch.setenv("PATH", os.environ["PATH"])
    repository.commit()
    repository.git("config", "uploadpack.allowFilter", "true")
    origin = f"file://{repository.top}"
    clone = tmp_path / "clone"
    repository.git("clone", "-q", "--no-checkout", "--filter=blob:none", origin, str(clone))
    (clone / "t.yaml").write_text(TEMPLATE)
    repository.git("read-tree", "HEAD", at=clone)
    repository.top = clone
    remote(repository, origin)
    before = sorted(path for path in clone.rglob("*") if path.is_file())
    monkeypatch.chdir(clone)
    assert main(["diff", "HEAD~1:t.yaml", "t.yaml"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(
        "hotlint: git: the clone is partial and lacks files of the revision; hotlint fetches nothing: 'git fetch"
    )
    assert main(["check", "--no-cache", "--new-from", "HEAD~1", "."]) in (0, 2)
    assert repository.started == []
    assert sorted(path for path in clone.rglob("*") if path.is_file()) == before, "no object was fetched"


@pytest.mark.parametrize("name", ["--output=x", "--textconv", "-x"])
def test_a_revision_may_be_named_as_an_option(repository: Repository, name: str, capsys: Said) -> None:
    (repository.top / ".git" / "refs" / "heads" / name).write_text(_commit_before(repository))
    for words in (["check", "--no-cache", f"--new-from={name}", "."], ["diff", "--", f"{name}:t.yaml", "t.yaml"]):
        assert main(words) == 0
    assert main(["diff", "--", f"{name}:no.yaml", "t.yaml"]) == 2
    assert f"file 'no.yaml' does not exist in {name}" in capsys.readouterr().err
    assert (repository.started, len(list(repository.top.iterdir()))) == ([], 3)


def _commit_before(repository: Repository) -> str:
    return subprocess.check_output(["git", "rev-parse", "HEAD~1"], cwd=repository.top, text=True)


def test_a_git_file_that_leads_elsewhere_starts_nothing(repository: Repository, tmp_path: Path, capsys: Said) -> None:
    """As in a worktree: its own settings, and those of the folder that it shares, are of the repository."""
    far = tmp_path / "far"
    (repository.top / ".git").rename(far)
    (far / "w").mkdir()
    (far / "w" / "commondir").write_text("..\n")
    (far / "w" / "HEAD").write_text("ref: refs/heads/main\n")
    (repository.top / ".git").write_text(f"gitdir: {far / 'w'}\n")
    repository.git("read-tree", "HEAD")
    repository.set(**{"filter_x.clean": repository.program("clean"), "core_fsmonitor": repository.program("monitor")})
    assert ask(capsys) == [0, 0, 0, 0]
    assert repository.started == []
    repository.git("diff", "HEAD~1")
    assert repository.started == ["clean", "monitor"]


def test_variables_of_git_start_nothing(repository: Repository, monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    for name in (
        "GIT_EXTERNAL_DIFF",
        "GIT_PAGER",
        "GIT_SSH",
        "GIT_SSH_COMMAND",
        "GIT_ASKPASS",
        "GIT_EDITOR",
        "GIT_PROXY_COMMAND",
    ):
        monkeypatch.setenv(name, repository.program(name))
    monkeypatch.setenv("GIT_CONFIG_PARAMETERS", f"'core.fsmonitor'='{repository.program('monitor')}'")
    monkeypatch.setenv("GIT_TRACE", str(repository.ran / "trace"))
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "core.fsmonitor")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", repository.program("counted"))
    assert ask(capsys) == [0, 0, 0, 0]
    assert repository.started == []


def test_a_hook_of_the_user_may_say_which_index_counts(
    repository: Repository, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    monkeypatch.setenv("GIT_DIR", str(repository.top / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(repository.top / ".git" / "index"))
    assert ask(capsys) == [0, 0, 0, 0]
