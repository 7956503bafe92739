"""The steps of which the scripts of artefacts are made: a clean checkout, an environment, a command, an expectation.

A step that fails raises StepError, which ends the script. No step is skipped: what this machine lacks is installed, and where
that is impossible the step says so and fails.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
CACHE = Path(os.environ.get("ARTEFACTS_CACHE") or TOP / "build" / "artefacts")
"""What a script keeps for others and for the next run: wheels, packages of npm, VS Code. It can be deleted at any time."""
PICTURES = TOP / "build" / "artefacts" / "pictures"
"""Where scripts leave pictures of what they see. Those of a clone, as of a planted fault, go with it."""
SHOWN = 6000
"""Characters of a command's output that a failure shows, from its end."""


_OF_MAKE = frozenset({"VENV", "MAKEFLAGS", "MAKELEVEL", "MFLAGS", "MAKEOVERRIDES"})


class StepError(Exception):
    """A step of a script failed; the message says which, and shows what it printed."""


def run(
    command: Sequence[str | Path],
    *,
    cwd: Path,
    env: Mapping[str, str] | None = None,
    codes: Collection[int] = (0,),
    given: str | None = None,
    seconds: float = 600,
) -> str:
    """Run a command and return what it prints, on both streams. `env` is added to this environment, `given` is its input.

    Raises StepError when its exit code is none of `codes`, or when it takes longer than `seconds`.
    """
    words = [str(word) for word in command]
    shown = shlex.join(words)
    try:
        done = subprocess.run(
            words,
            cwd=cwd,
            env={**_own_environment(), **(env or {})},
            input="" if given is None else given,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            timeout=seconds,
            check=False,
        )
    except FileNotFoundError as exc:
        raise StepError(f"$ {shown}\n{exc}") from None
    except subprocess.TimeoutExpired as exc:
        printed = exc.stdout.decode("utf-8", "replace") if isinstance(exc.stdout, bytes) else exc.stdout or ""
        raise StepError(f"$ {shown}\n{printed[-SHOWN:]}\nno end after {seconds:g} s") from None
    if done.returncode not in codes:
        raise StepError(f"$ {shown}\n{done.stdout[-SHOWN:]}\nexit code {done.returncode}")
    return done.stdout


def _own_environment() -> dict[str, str]:
    """Return this environment without what a `make` that runs this has set for its own checkout: its environment and its flags."""
    return {name: value for name, value in os.environ.items() if name not in _OF_MAKE}


def expect(text: str, *wanted: str, of: str) -> None:
    """Fail unless each wanted text stands in a text; `of` says whose text it is."""
    missing = [one for one in wanted if one not in text]
    if missing:
        raise StepError(f"{text[-SHOWN:]}\n{of}: no {' and no '.join(map(repr, missing))}")


@contextmanager
def checkout() -> Iterator[Path]:
    """Yield a clean clone of the last commit, in a temporary folder that is removed afterwards."""
    with scratch() as folder:
        run(["git", "clone", "--quiet", TOP, folder / "hotlint"], cwd=folder)
        yield folder / "hotlint"


@contextmanager
def scratch() -> Iterator[Path]:
    """Yield an empty temporary folder, which is removed afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="hotlint-artefact-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def kept(name: str, make: Callable[[Path], None]) -> Path:
    """Return the folder of this name in the cache, which `make` fills first where there is none.

    Scripts that run at the same time may both make it: the first one that is done wins.
    """
    folder = CACHE / name
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=".", dir=folder.parent))
    try:
        make(made)
        made.rename(folder)
    except OSError:
        if not folder.is_dir():
            raise
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return folder


def make_in(clone: Path) -> tuple[list[str | Path], dict[str, str]]:
    """Return the words of a `make` in a clone, and variables for it: its code runs with the packages of this interpreter.

    Raises StepError where this is not the Python of a virtual environment.
    """
    if not (Path(sys.prefix) / "pyvenv.cfg").exists():
        raise StepError("run this by the Python of a virtual environment that has the extra dev")
    (clone / ".venv").symlink_to(sys.prefix)
    words: list[str | Path] = [program("make"), "--no-print-directory"]
    for stamp in (".installed", ".installed-default"):
        words += ["--old-file", f".venv/{stamp}"]
    # What is tested is the clone, and not what the environment has installed.
    return words, {"PYTHONPATH": ":".join(str(clone / folder) for folder in ("", "rules", "server"))}


def built_wheel() -> Path:
    """Return the wheel of the last commit, built from a clean clone."""

    def build(folder: Path) -> None:
        with checkout() as clone:
            run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, "."], cwd=clone)

    commit = run(["git", "rev-parse", "HEAD"], cwd=TOP).strip()
    (wheel,) = kept(f"wheels/{commit}", build).glob("*.whl")
    return wheel


def environment(folder: Path, *requirements: str | Path) -> Path:
    """Make a virtual environment with these requirements, and return the folder of its programs."""
    run([sys.executable, "-m", "venv", folder], cwd=folder.parent)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    if requirements:
        run(
            [programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *requirements],
            cwd=folder,
        )
    return programs


def program(name: str, package: str = "") -> Path:
    """Return the path of a program, which Debian's package (of the same name by default) brings where it is missing.

    Raises StepError where neither is possible.
    """
    if shutil.which(name) is None:
        install(package or name)
    found = shutil.which(name)
    if found is None:
        raise StepError(f"{name} is not installed here: install it, and run this again")
    return Path(found)


def install(*packages: str) -> None:
    """Install the packages of Debian that are not installed. Raises StepError where that is impossible."""
    if shutil.which("apt-get") is None:
        raise StepError(
            f"this machine has no apt-get: install what Debian calls {', '.join(packages)}, and run this again"
        )
    query = ["dpkg-query", "--show", "--showformat", "${Package} ${Status}\n", *packages]
    installed = run(query, cwd=TOP, codes=(0, 1))
    missing = [name for name in packages if f"{name} install ok installed" not in installed]
    if not missing:
        return
    apt_get = [*([] if os.getuid() == 0 else ["sudo"]), "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]
    run([*apt_get, "update"], cwd=TOP)
    run([*apt_get, "install", "--yes", "--no-install-recommends", *missing], cwd=TOP, seconds=1200)


def script(main: Callable[[], None]) -> None:
    """Run a script as a program: print its steps' failure and end with 1, or say how long it took."""
    began = time.monotonic()
    try:
        main()
    except StepError as exc:
        print(exc, file=sys.stderr)
        raise SystemExit(1) from None
    print(f"ok, {time.monotonic() - began:.0f} s")
