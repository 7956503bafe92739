"""Values and environments that a run is given, and which of its templates they reach."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

from composition_fixture import V, write
from test_composition import ROOTS, found

from hotlint.cli.main import main


def run(*args: str) -> tuple[int, str]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        code = main(["check", "--no-cache", "-f", "concise", *args])
    return code, out.getvalue()


VALUES = V + "parameters: {a: {type: string, constraints: [{length: {max: 3}}]}, b: {type: number}}\n"


def test_values_that_are_missing_are_reported_when_all_are_there(tmp_path: Path) -> None:
    write(tmp_path, {"root.yaml": VALUES, "env.yaml": "parameters: {a: x}\n"})
    path = str(tmp_path / "root.yaml")
    assert "HOT216" not in run(path)[1]
    assert "HOT216" not in run("-P", "a=x", path)[1]
    assert run("--strict", path)[1].count("HOT216") == 2
    assert run("--strict", "-P", "a=x", path)[1].count("HOT216") == 1
    assert run("-e", str(tmp_path / "env.yaml"), path)[1].count("HOT216") == 1
    assert "HOT216" not in run("-e", str(tmp_path / "env.yaml"), "-P", "b=1", path)[1]


def test_a_parameter_file(tmp_path: Path) -> None:
    write(tmp_path, {"root.yaml": VALUES, "long.txt": "a long text\n"})
    code, out = run("--parameter-file", f"a={tmp_path / 'long.txt'}", str(tmp_path / "root.yaml"))
    assert code == 1 and "HOT215" in out
    assert run("--parameter-file", "a=/nowhere/at/all", str(tmp_path / "root.yaml"))[0] == 2


def test_environments_of_a_glob(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "root.yaml": VALUES,
            "env/a.yaml": "parameters: {a: x, b: 1}\n",
            "env/b.yaml": "parameters: {a: xxxxx, b: 1}\n",
        },
    )
    code, out = run("--each-environment", str(tmp_path / "env" / "*.yaml"), str(tmp_path / "root.yaml"))
    assert code == 1 and out.count("HOT215") == 1 and "from env/b.yaml:1: " in out


def test_children_in_a_folder_that_is_checked_with_an_environment(tmp_path: Path) -> None:
    write(tmp_path, {
        "root.yaml": V + "parameters: {a: {type: string}}\nresources: {one: {type: child.yaml, properties: {b: {get_param: a}}}}\n",
        "child.yaml": V + "parameters: {b: {type: string}}\noutputs: {o: {value: {get_param: b}}}\n",
        "env.yaml": "parameters: {a: x}\n",
    })  # fmt: skip
    assert run("-e", str(tmp_path / "env.yaml"), str(tmp_path))[0] == 0


def test_a_template_within_a_template(tmp_path: Path) -> None:
    text = "heat_template_version: 2018-08-31\\nparameters: {a: {type: number}}\\noutputs: {v: {value: 1}}\\n"
    write(tmp_path, {
        "root.yaml": V + 'resources:\n  s: {type: OS::Heat::Stack, properties: {template: "' + text + '", parameters: {a: x, b: 1}}}\n'
        "outputs: {o: {value: {get_attr: [s, outputs, w]}}}\n",
    })  # fmt: skip
    by_code = found(tmp_path, "root.yaml")
    assert len(by_code["HOT613"]) == 2 and len(by_code["HOT614"]) == 1
    assert not [r for ds in by_code.values() for d in ds for r in d.related if "#" in r.path]


def test_a_value_that_a_root_does_not_pass(tmp_path: Path) -> None:
    write(tmp_path, {**ROOTS, "big.yaml": V + "resources: {b: {type: child.yaml}}\n"})
    (diagnostic,) = found(tmp_path, "child.yaml")["HOT216"]
    assert diagnostic.message.endswith("(big.yaml: b)")
