"""Run the core's tests in Pyodide, from a clean clone, and compare the findings of the examples there and in this Python."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parents[1])

from artefacts.steps import StepError, checkout, expect, make_in, program, run, script  # noqa: E402


def main() -> None:
    """Do what `make test-wasm` and `make compare-wasm` do, with the packages of the environment that runs this."""
    program("npm")
    with checkout() as clone:
        make, env = make_in(clone)
        tested = run([*make, "test-wasm"], cwd=clone, env=env, seconds=1800)
        expect(tested, " passed", of="make test-wasm")
        compared = run([*make, "compare-wasm"], cwd=clone, env=env)
        expect(compared, " on emscripten:", " on linux:", of="make compare-wasm")
        if not (clone / "build/wasm/there.json").stat().st_size:
            raise StepError("make compare-wasm compared nothing")
        print(tested.strip().splitlines()[-1])
        print(*(line for line in compared.splitlines() if line.startswith("Python ")), sep="\n")


if __name__ == "__main__":
    script(main)
