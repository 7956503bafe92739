"""Use the plugin for pytest of an installed wheel in a project of tests, and install the example of a rule pack beside it."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parents[1])

from artefacts.steps import built_wheel, checkout, environment, expect, run, scratch, script  # noqa: E402

TEST = """\
def test_flavor(hot):
    preview = hot.preview("web.yaml", env="env.yaml")
    group = preview["resources"]["web_servers"]["properties"]
    assert group["resource_def"]["properties"]["flavor"] == "m1.small"
    assert not hot.check("web.yaml").diagnostics
"""


def main() -> None:
    """Run suites and a test with the fixture, right and wrong ones; then the tests of the rule pack."""
    with checkout() as clone, scratch() as folder:
        programs = environment(folder / "environment", built_wheel(), "pytest")
        work = folder / "work"
        work.mkdir()
        for name in ("web.yaml", "env.yaml", "web.hot-test.yaml", "__snapshots__"):
            (shutil.copytree if name.startswith("__") else shutil.copy)(clone / "examples" / name, work / name)
        test, suite = work / "test_web.py", work / "web.hot-test.yaml"
        test.write_text(TEST, encoding="utf-8")

        def pytest(*, code: int) -> str:
            return run([programs / "python", "-m", "pytest", "-p", "no:cacheprovider"], cwd=work, codes=[code])

        expect(pytest(code=0), "web.hot-test.yaml ..", "test_web.py .", of="pytest with tests that are right")
        test.write_text(TEST.replace('== "m1.small"', '== "m1.large"'), encoding="utf-8")
        suite.write_text(suite.read_text(encoding="utf-8").replace("members: 2", "members: 4"), encoding="utf-8")
        failed = "web_servers has 2 members; expected 4"
        expect(pytest(code=1), failed, "{members: 4}\n", "^", "'m1.small' == 'm1.large'", of="pytest with wrong ones")

        pack = folder / "rulepack"
        shutil.copytree(clone / "examples" / "rulepack", pack)
        run([programs / "python", "-m", "pip", "install", "--quiet", "."], cwd=pack)
        expect(run([programs / "hotlint", "rules", "ACME"], cwd=work), "ACME01", of="hotlint rules with a pack")
        expect(run([programs / "hotlint", "explain", "ACME01"], cwd=work), "ACME01", of="hotlint explain ACME01")
        expect(run([programs / "python", "-m", "pytest", "tests"], cwd=pack), "passed", of="the tests of the pack")


if __name__ == "__main__":
    script(main)
