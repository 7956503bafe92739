"""Run a command on files of any kind: it ends with a documented exit code, and writes text that is safe to show.

The step of a case is the list of the command's arguments; its files are all that is in the folder, next to the template.
"""

from __future__ import annotations

import contextlib
import io
import os
import shutil

from fuzz.case import Case
from fuzz.promises import BrokenPromiseError
from fuzz.workbench import TEMPLATE, Workbench
from hotlint.cli.main import main


def run(case: Case, bench: Workbench) -> None:
    """Run the command of a case. Raises BrokenPromiseError."""
    folder, before = os.path.join(bench.folder, "commands"), os.getcwd()
    os.makedirs(folder)
    os.environ["HOTLINT_CACHE_DIR"] = os.path.join(bench.folder, "cache")
    output, errors = io.StringIO(), io.StringIO()
    try:
        for name, text in {TEMPLATE: case.text, **case.files}.items():
            os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
            with open(os.path.join(folder, name), "wb") as file:
                file.write(text.encode("utf-8", "surrogatepass"))
        os.chdir(folder)
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
            code = main(case.steps[0])
        left = [name for name in os.listdir() if name.endswith(".tmp")]
    finally:
        os.chdir(before)
        shutil.rmtree(folder)
    _check(code, output.getvalue(), errors.getvalue(), left)


def _check(code: int, shown: str, said: str, left: list[str]) -> None:
    if code not in (0, 1, 2) or "Traceback" in said or "HOT000" in shown:
        raise BrokenPromiseError("command", f"exit code {code}: {said[-600:]} {shown[:300]}")
    odd = {c for c in shown + said if (c < " " and c not in "\n\t\r") or "\x7f" <= c <= "\x9f"}
    if odd or left:
        raise BrokenPromiseError("command", f"it shows {sorted(odd)}, and leaves {left}")
