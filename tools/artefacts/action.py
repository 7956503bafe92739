"""Run the steps of action.yml by bash as GitHub does: with the inputs' defaults, and its expressions resolved.

What it does not cover is the runner itself: other steps of a job, and how GitHub shows annotations and the summary.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import yaml

sys.path[0] = str(Path(__file__).resolve().parents[1])

from artefacts.steps import StepError, checkout, expect, run, scratch, script  # noqa: E402

_EXPRESSION = re.compile(r"\$\{\{\s*([\w.-]+)\s*\}\}")


class Runner:
    """What GitHub runs an action with: the folder of the action, and that of the job."""

    def __init__(self, action: Path, folder: Path) -> None:
        self.action = yaml.safe_load((action / "action.yml").read_text(encoding="utf-8"))
        self.path = action
        self.folder = folder
        self.workspace = folder / "workspace"
        self.files = {name: folder / name.lower() for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        if self.action["runs"]["using"] != "composite":
            raise StepError("only the steps of a composite action can be run here")

    def run(self, *, code: int, **given: str) -> str:
        """Run the steps with inputs, `_` for `-`, and return what the last one prints. Raises StepError for another exit code."""
        inputs = {name: declared.get("default", "") for name, declared in self.action["inputs"].items()}
        wrong = {name.replace("_", "-") for name in given} - set(inputs)
        if wrong:
            raise StepError(f"action.yml has no input {', '.join(sorted(wrong))}")
        known = {f"inputs.{name}": given.get(name.replace("-", "_"), value) for name, value in inputs.items()}
        known["github.action_path"] = str(self.path)
        printed = ""
        for step in self.action["runs"]["steps"]:
            if step["shell"] != "bash" or step.keys() - {"id", "name", "shell", "working-directory", "env", "run"}:
                raise StepError(f"this step cannot be run here: {step}")
            printed = self._step(step, known, code)
        return printed

    def _step(self, step: dict[str, Any], known: dict[str, str], code: int) -> str:
        def resolved(text: str) -> str:
            def value(found: re.Match[str]) -> str:
                if found[1] not in known:
                    raise StepError(f"action.yml names {found[1]}, which is none of {sorted(known)}")
                return known[found[1]]

            return _EXPRESSION.sub(value, text)

        program = self.folder / "step.sh"
        program.write_text(resolved(step["run"]), encoding="utf-8")
        (self.folder / "temp").mkdir(exist_ok=True)
        for file in self.files.values():
            file.write_text("", encoding="utf-8")
        variables = {name: str(path) for name, path in self.files.items()} | {
            "RUNNER_TEMP": str(self.folder / "temp"), "GITHUB_WORKSPACE": str(self.workspace), "GITHUB_ACTIONS": "true",
            "GITHUB_ACTION_PATH": str(self.path),
        }  # fmt: skip
        variables |= {name: resolved(str(text)) for name, text in step.get("env", {}).items()}
        command: list[str | Path] = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", program]
        return run(command, cwd=self.workspace / resolved(step["working-directory"]), env=variables, codes=[code])

    def outputs(self) -> dict[str, str]:
        """Return the outputs of the action, as action.yml takes them from its steps."""
        text = self.files["GITHUB_OUTPUT"].read_text(encoding="utf-8")
        steps = dict(line.split("=", 1) for line in text.splitlines())
        return {
            name: steps.get(_EXPRESSION.fullmatch(declared["value"])[1].rpartition(".")[2], "")  # type: ignore[index]
            for name, declared in self.action["outputs"].items()
        }


def main() -> None:
    """Run the action on a clean folder, on findings, and with wrong inputs."""
    with checkout() as clone, scratch() as folder:
        runner = Runner(clone, folder)
        templates = runner.workspace / "deployments" / "my templates"
        templates.mkdir(parents=True)
        for name in ("web.yaml", "env.yaml"):
            shutil.copy(clone / "examples" / name, templates)
        inside = {"working_directory": "deployments", "paths": "my templates\n"}

        expect(runner.run(code=0), "Nothing found", of="the action on a clean folder, without inputs")

        shutil.copy(clone / "examples" / "broken.yaml", templates)
        printed = runner.run(code=1, sarif="hotlint.sarif", arguments="-e 'my templates/env.yaml'", **inside)
        expect(printed, "::error file=deployments/my templates/broken.yaml,line=23", of="the annotations of the action")
        summary = runner.files["GITHUB_STEP_SUMMARY"].read_text(encoding="utf-8")
        expect(summary, "HOT501", "broken.yaml", of="the summary of the job")
        report = json.loads(Path(runner.outputs()["sarif"]).read_text(encoding="utf-8"))
        found = {result["ruleId"] for result in report["runs"][0]["results"]}
        if not {"HOT501", "HOT901"} <= found:
            raise StepError(f"the SARIF report has {sorted(found)}, without HOT501 or the info HOT901")

        expect(runner.run(code=2, arguments="-e 'open"), "::error", "arguments", of="the action with an open quote")
        expect(runner.run(code=2, version="1.0; true"), "::error", "version", of="the action with a wrong version")
        expect(runner.run(code=2, paths="gone.yaml"), "gone.yaml", of="the action with a path that does not exist")


if __name__ == "__main__":
    script(main)
