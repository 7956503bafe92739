"""The folder in which the commands and snippets of a page run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from artefacts.page_commands import TOP

sys.path.append(str(TOP / "tools/generate"))
import consoles

__all__ = ["consoles", "prepared"]
_TEMPLATES = (
    "web.yaml",
    "stack.yaml",
    "network.yaml",
    "overcloud.yaml",
    "my stack.yaml",
    "heat/web.yaml",
    "templates/web.yaml",
)
_ENVIRONMENTS = (
    "env.yaml", "environment.yaml", "prod.yaml", "env/common.yaml", "env/prod.yaml", "env/production.yaml", "env/web.yaml",
)  # fmt: skip


def prepared(folder: Path, page: str) -> None:
    """Fill the folder of a page: its own files, and a repository with the templates and environments that commands name."""
    example = (TOP / "examples/web.yaml").read_text(encoding="utf-8")
    values = (TOP / "examples/env.yaml").read_text(encoding="utf-8")
    files = dict.fromkeys(_TEMPLATES, example) | dict.fromkeys(_ENVIRONMENTS, values)
    files["web.hot-test.yaml"] = (TOP / "examples/web.hot-test.yaml").read_text(encoding="utf-8")
    snapshots = "__snapshots__/web.hot-test.yaml.snap"
    files[snapshots] = (TOP / "examples" / snapshots).read_text(encoding="utf-8")
    files["old.yaml"] = files["new.yaml"] = (TOP / "tests/cloud/made-up.yaml").read_text(encoding="utf-8")
    files["repositories/.keep"] = ""
    files["README.md"] = "<!-- BEGIN_HOTLINT_DOCS -->\n<!-- END_HOTLINT_DOCS -->\n"
    for completions in (".local/share/bash-completion/completions", ".config/fish/completions", ".zsh"):
        files[f".home/{completions}/.keep"] = ""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    consoles.fill(folder, page)
    if "server.yaml" not in page:
        (folder / "server.yaml").unlink()  # the template of docs/start.md, which has mistakes
    as_user = ["git", "-c", "user.name=reader", "-c", "user.email=reader@example.org"]
    for words in (
        ["git", "init", "--quiet"],
        ["git", "add", "--all"],
        [*as_user, "commit", "--quiet", "--message", "first"],
        ["git", "bundle", "create", "--quiet", "repositories/nova.bundle", "HEAD"],
        ["git", "update-ref", "refs/remotes/origin/main", "HEAD"],
        [*as_user, "commit", "--quiet", "--allow-empty", "--message", "second"],
    ):
        subprocess.run(words, cwd=folder, check=True)
