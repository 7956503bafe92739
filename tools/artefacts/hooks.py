"""Run each hook of .pre-commit-hooks.yaml, from a clean clone, by pre-commit on a small repository, configured as docs/ci.md says."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
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
    """A git repository with a template, in which the hooks of the clone run."""

    def __init__(self, folder: Path, clone: Path) -> None:
        self.pre_commit = environment(folder / "environment", "pre-commit") / "pre-commit"
        self.home = folder / "hooks"
        self.hooks = {"repo": str(clone), "rev": run(["git", "rev-parse", "HEAD"], cwd=clone).strip()}
        self.folder = folder / "work"
        self.folder.mkdir()
        self.template = self.folder / "volume.yaml"
        self.readme = self.folder / "README.md"
        self.readme.write_text("# Volumes\n", encoding="utf-8")
        run(["git", "init", "--quiet"], cwd=self.folder)

    def run(self, hook: str, *arguments: str, code: int = 0) -> str:
        """Run one hook on all files, with the arguments of its entry in the configuration, and return what it prints."""
        entry = {"id": hook, "args": list(arguments)} if arguments else {"id": hook}
        config = {"repos": [self.hooks | {"hooks": [entry]}]}
        (self.folder / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
        run(["git", "add", "--all"], cwd=self.folder)
        command: list[str | Path] = [self.pre_commit, "run", "--all-files", "--verbose"]
        return run(command, cwd=self.folder, env={"PRE_COMMIT_HOME": str(self.home)}, codes=[code])

    def write(self, text: str) -> None:
        """Write the template."""
        self.template.write_text(text, encoding="utf-8")

    @contextmanager
    def changes(self, path: Path, text: str) -> Iterator[None]:
        """Fail unless a file has this text afterwards."""
        yield
        expect(path.read_text(encoding="utf-8"), text, of=f"{path.name} after the hook")


def main() -> None:
    """Run each hook on a template that is wrong for it, and on one that is right."""
    with checkout() as clone, scratch() as folder:
        repository = Repository(folder, clone)
        hooks = {hook["id"] for hook in yaml.safe_load((clone / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))}
        if hooks != {"hotlint", "hotlint-fix", "hotlint-format", "hotlint-docs"}:
            raise StepError(f"no step runs one of the hooks {sorted(hooks)}")

        repository.write(BROKEN)
        expect(repository.run("hotlint", code=FAILS), "volume.yaml:11:25: error HOT301", of="the hook hotlint")
        expect(repository.run("hotlint-fix", code=FAILS), "HOT301", of="the hook hotlint-fix")
        repository.write(RIGHT)
        expect(repository.run("hotlint"), "Passed", of="the hook hotlint")

        repository.write(FIXABLE)
        with repository.changes(repository.template, RIGHT):
            expect(repository.run("hotlint-fix", code=FAILS), "files were modified", of="the hook hotlint-fix")
        expect(repository.run("hotlint-fix"), "Passed", of="the hook hotlint-fix")

        repository.write(UNFORMATTED)
        with repository.changes(repository.template, RIGHT):
            expect(repository.run("hotlint-format", code=FAILS), "files were modified", of="the hook hotlint-format")
        expect(repository.run("hotlint-format"), "Passed", of="the hook hotlint-format")

        document = ("--inject", "README.md", "volume.yaml")
        with repository.changes(repository.readme, "OS::Cinder::Volume"):
            repository.run("hotlint-docs", *document, code=FAILS)
        expect(repository.run("hotlint-docs", *document), "Passed", of="the hook hotlint-docs")


if __name__ == "__main__":
    script(main)
