"""Run each hook of .pre-commit-hooks.yaml from a clean clone: by `pre-commit try-repo`, and configured as docs/ci.md says."""

from __future__ import annotations

import sys
from pathlib import Path

import yaml

sys.path[0] = str(Path(__file__).resolve().parents[1])

from artefacts.steps import StepError, checkout, environment, expect, run, scratch, script  # noqa: E402

RIGHT = """\
heat_template_version: 2018-08-31

parameters:
  gigabytes: {type: number, default: 3}
  password: {type: string, hidden: true}

resources:
  volume:
    type: OS::Cinder::Volume
    properties:
      size: {get_param: gigabytes}
"""
BROKEN = RIGHT.replace("get_param: gigabytes", "get_param: gigabyte")
FIXABLE = RIGHT.replace(", hidden: true", "")
UNFORMATTED = RIGHT.replace("      size: ", "         size:   ")
FAILS = 1
"""The exit code of pre-commit when a hook fails, or changes a file."""


class Repository:
    """A git repository with templates, in which the hooks of the clone run."""

    def __init__(self, folder: Path, clone: Path) -> None:
        self.pre_commit = environment(folder / "environment", "pre-commit") / "pre-commit"
        self.home = folder / "hooks"
        self.clone = clone
        self.commit = run(["git", "rev-parse", "HEAD"], cwd=clone).strip()
        self.folder = folder / "work"
        self.folder.mkdir()
        self.write("README.md", "# Volumes\n")
        run(["git", "init", "--quiet"], cwd=self.folder)

    def tried(self, hook: str) -> str:
        """Try one hook, which has to fail or to change a file, on all files; return what it prints."""
        return self._pre_commit("try-repo", self.clone, hook, "--ref", self.commit, code=FAILS)

    def configured(self, hooks: list[dict[str, object]], *, code: int) -> str:
        """Run hooks as the configuration of a repository has them, on all files; return what they print."""
        repository = {"repo": str(self.clone), "rev": self.commit, "hooks": hooks}
        self.write(".pre-commit-config.yaml", yaml.safe_dump({"repos": [repository]}))
        return self._pre_commit("run", code=code)

    def _pre_commit(self, *words: str | Path, code: int) -> str:
        run(["git", "add", "--all"], cwd=self.folder)
        command = [self.pre_commit, *words, "--all-files", "--verbose"]
        return run(command, cwd=self.folder, env={"PRE_COMMIT_HOME": str(self.home)}, codes=[code])

    def write(self, name: str, text: str) -> None:
        """Write a file."""
        (self.folder / name).write_text(text, encoding="utf-8")

    def holds(self, name: str, text: str, hook: str) -> None:
        """Fail unless a file has this text in it."""
        expect((self.folder / name).read_text(encoding="utf-8"), text, of=f"{name} after {hook}")


def main() -> None:
    """Try each hook on templates that are wrong for it, then run all of them until nothing is left to do."""
    with checkout() as clone, scratch() as folder:
        repository = Repository(folder, clone)
        ids = [hook["id"] for hook in yaml.safe_load((clone / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))]
        if set(ids) != {"hotlint", "hotlint-fix", "hotlint-format", "hotlint-docs"}:
            raise StepError(f"no step runs one of the hooks {ids}")

        repository.write("broken.yaml", BROKEN)
        repository.write("volume.yaml", FIXABLE)
        expect(repository.tried("hotlint"), "broken.yaml:11:25: error HOT301", of="the hook hotlint")
        expect(repository.tried("hotlint-fix"), "HOT301", "files were modified", of="the hook hotlint-fix")
        repository.holds("volume.yaml", RIGHT, "hotlint-fix")

        repository.write("broken.yaml", RIGHT)
        repository.write("volume.yaml", UNFORMATTED)
        expect(repository.tried("hotlint-format"), "files were modified", of="the hook hotlint-format")
        repository.holds("volume.yaml", RIGHT, "hotlint-format")

        # try-repo has no arguments for a hook, and hotlint-docs needs some. The others pass here, in one environment of pre-commit.
        arguments = {"hotlint-docs": ["--inject", "README.md", "volume.yaml"]}
        hooks = [{"id": name, "args": arguments[name]} if name in arguments else {"id": name} for name in ids]
        expect(repository.configured(hooks, code=FAILS), "files were modified", of="the hook hotlint-docs")
        repository.holds("README.md", "OS::Cinder::Volume", "hotlint-docs")
        printed = repository.configured(hooks, code=0)
        if printed.count("Passed") != len(ids):
            raise StepError(f"not each of the hooks {ids} passes\n{printed}")


if __name__ == "__main__":
    script(main)
