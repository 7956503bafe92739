"""Build the image of the Dockerfile and check templates in it as docs/ci.md says: by Docker, or its instructions by a shell.

Without an engine, the base image is a virtual environment with pip, absolute paths of the image are below a scratch folder, and
`useradd` only notes its arguments. So the base image itself, its system and its users are not covered then.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import string
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parents[1])

from artefacts.steps import StepError, checkout, expect, program, run, scratch, script  # noqa: E402

PATHS = ("/src", "/opt/hotlint", "/work", "/tmp/cache")
"""The absolute paths in the image that its instructions name."""


def main() -> None:
    """Build the image, and run it on a clean folder, on findings, and with a policy, which an extra evaluates."""
    with checkout() as clone, scratch() as folder:
        folder.chmod(0o755)
        work = folder / "work"
        work.mkdir()
        for name in ("web.yaml", "env.yaml"):
            shutil.copy(clone / "examples" / name, work)
        engine = shutil.which("docker")
        by_docker = engine is not None and succeeds([engine, "info"])
        hotlint = build_by_docker(clone, work) if by_docker else build_by_shell(clone, folder)
        print("built by Docker" if by_docker else "built by a shell, without an engine")

        expect(run(hotlint, cwd=work), "Nothing found", of="the image on a clean folder")
        shutil.copy(clone / "examples" / "broken.yaml", work)
        expect(run(hotlint, cwd=work, codes=[1]), "HOT501", of="the image on a broken template")
        (work / ".hotlint.yaml").write_text("policies: ['hotlint:example']\n", encoding="utf-8")
        expect(
            run([*hotlint, "check", "-e", "env.yaml", "web.yaml"], cwd=work), "SITE001", of="the image with a policy"
        )
        refused = run([*hotlint, "check", "--fix", "broken.yaml"], cwd=work, codes=[1, 2])
        expect(refused, "broken.yaml", of="a fix in a folder that cannot be written to")
        if (work / "broken.yaml").read_bytes() != (clone / "examples" / "broken.yaml").read_bytes():
            raise StepError("the image changed a file in a folder that it may only read")


def succeeds(command: Sequence[str | Path]) -> bool:
    """Whether a command ends with 0."""
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def build_by_docker(clone: Path, work: Path) -> list[str | Path]:
    """Build the image, and return the command that runs it."""
    docker = program("docker")
    run([docker, "build", "--quiet", "--tag", "hotlint-artefact", "."], cwd=clone, seconds=1200)
    inside: list[str | Path] = [
        docker,
        "run",
        "--rm",
        "--network",
        "none",
        "--read-only",
        "--volume",
        f"{work}:/work:ro",
    ]
    run([*inside, "--entrypoint", "python", "hotlint-artefact", "-m", "pip"], cwd=work, codes=[1])
    return [*inside, "hotlint-artefact"]


def instructions(text: str) -> list[tuple[str, str]]:
    """Return the instructions of a Dockerfile, in their order: (name in capitals, arguments)."""
    lines = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    found = (line.strip().partition(" ") for line in re.sub(r"\\\n", " ", lines).splitlines() if line.strip())
    return [(name.upper(), arguments.strip()) for name, _, arguments in found]


def sent(clone: Path) -> list[str]:
    """Return the files of the clone that .dockerignore lets the build see: the last pattern that matches a file decides."""
    lines = (clone / ".dockerignore").read_text(encoding="utf-8").splitlines()
    patterns = [line.strip() for line in lines if line.strip() and not line.startswith("#")]

    def is_sent(name: str) -> bool:
        ignored = False
        for pattern in patterns:
            glob = re.escape(pattern.removeprefix("!")).replace(r"\*\*/", "(?:.*/)?").replace(r"\*", "[^/]*")
            if re.fullmatch(f"{glob}(?:/.*)?", name):
                ignored = not pattern.startswith("!")
        return not ignored

    return [name for name in run(["git", "ls-files", "-z"], cwd=clone).split("\0") if name and is_sent(name)]


class Image:
    """What the instructions of a Dockerfile make of a scratch folder."""

    def __init__(self, clone: Path, folder: Path) -> None:
        self.clone = clone
        self.root = folder
        self.base = folder / "base"
        system = Path("/usr/bin/python3")  # its files are readable for every user
        run([system if system.exists() else sys.executable, "-m", "venv", self.base], cwd=folder)
        tools = folder / "tools"
        tools.mkdir()
        (tools / "useradd").write_text(f'#!/bin/sh\necho "$@" > {folder}/users\n', encoding="utf-8")
        (tools / "useradd").chmod(0o755)
        self.variables = {"PATH": f"{tools}:{self.base / 'bin'}:/usr/bin:/bin"}
        self.arguments: dict[str, str] = {}
        self.user, self.entry, self.command = "", [""], [""]

    def mapped(self, text: str) -> str:
        """Return a text with the paths of the image as those of the scratch folder."""
        return re.sub(rf"(?<![\w/.])(?:{'|'.join(PATHS)})(?![\w-])", lambda found: f"{self.root}{found[0]}", text)

    def build(self) -> None:
        """Carry out the instructions. Raises StepError when one fails, or is none of those that are known here."""
        for name, text in instructions((self.clone / "Dockerfile").read_text(encoding="utf-8")):
            if name == "RUN":
                given = {k: v for k, v in os.environ.items() if k.startswith("PIP_") or "proxy" in k.lower()}
                words = [
                    "env",
                    "-i",
                    f"HOME={self.root}",
                    *(f"{k}={v}" for k, v in (given | self.arguments | self.variables).items()),
                ]
                run([*words, "sh", "-e", "-c", self.mapped(text)], cwd=self.root)
            elif name == "ARG":
                argument, _, value = text.partition("=")
                self.arguments[argument] = value
            elif name == "ENV":
                for argument, value in re.findall(r"(\w+)=(\S+)", text):
                    self.variables[argument] = string.Template(self.mapped(value)).substitute(self.variables)
            elif name == "COPY" and not text.startswith("--from="):
                target = Path(self.mapped(text.split()[1]))
                for file in sent(self.clone):
                    (target / file).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(self.clone / file, target / file)
            elif name == "COPY":
                source, copied = text.split()[1:]
                if source != copied or not Path(self.mapped(copied)).exists():
                    raise StepError(
                        f"COPY {text}: only what an earlier stage made, to the same place, can be copied here"
                    )
            elif name == "USER":
                self.user = text
            elif name in ("ENTRYPOINT", "CMD"):
                setattr(self, "entry" if name == "ENTRYPOINT" else "command", json.loads(text))
            elif name not in ("FROM", "WORKDIR"):
                raise StepError(f"{name} {text}: this instruction cannot be carried out here")


def build_by_shell(clone: Path, folder: Path) -> list[str | Path]:
    """Carry out the Dockerfile, and return the command that runs its entry point: without rights, and without a network."""
    image = Image(clone, folder)
    image.build()
    shutil.rmtree(folder / "src")
    user, group = image.user.split(":")
    expect((folder / "users").read_text(encoding="utf-8"), f"--uid {user} ", of="the arguments of useradd")
    for python in (image.base / "bin" / "python", folder / "opt/hotlint/bin/python"):
        expect(run([python, "-m", "pip"], cwd=folder, codes=[1]), "No module named pip", of=f"{python} -m pip")
    (folder / "tmp").mkdir(exist_ok=True)
    (folder / "tmp").chmod(0o777)
    alone: list[str | Path] = ["unshare", "-n"] if os.getuid() == 0 else ["unshare", "-rn"]
    if not succeeds([*alone, "true"]):
        print("this machine cannot take the network away")
        alone = []
    if os.getuid() == 0:
        alone += ["setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups"]
    wrapper = folder / "run"
    words = [*alone, "env", "-i", *(f"{name}={value}" for name, value in image.variables.items()), *image.entry]
    wrapper.write_text(
        f"#!/bin/sh\nchmod -R a-w {folder}/work\n"
        f'test $# -gt 0 || set -- {" ".join(image.command)}\n{" ".join(map(str, words))} "$@"\n'
        f"code=$?\nchmod -R u+w {folder}/work\nexit $code\n",
        encoding="utf-8",
    )
    wrapper.chmod(0o755)
    return [wrapper]


if __name__ == "__main__":
    script(main)
