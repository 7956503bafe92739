"""Record Heat's verdict on every template in the tests that are installed with Heat.

A template is a string of a test module that is a mapping with a version of HOT. Some use files or types that only their test has:
Heat says so. An environment gives each parameter without a default a value. `source` is the module and the line.
"""

import ast
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import yaml

from ..judge.judge import HeatJudge
from .corpus import verdict_on
from .folder import CaseWriter, maker_parser
from .parameter_values import environment_for


def templates(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield each template in the Python modules of a folder once, with its module and line."""
    seen: set[str] = set()
    for path in sorted(folder.rglob("*.py")):
        try:
            module = ast.parse(path.read_text(encoding="utf-8"))
        except SyntaxError:  # a test of a reader of Python
            continue
        for node in ast.walk(module):
            text = node.value if isinstance(node, ast.Constant) else None
            if isinstance(text, str) and "heat_template_version" in text and text not in seen and _is_mapping(text):
                seen.add(text)
                yield f"{path.relative_to(folder).as_posix()}:{getattr(node, 'lineno', 0)}", text


def _is_mapping(text: str) -> bool:
    try:
        return isinstance(yaml.safe_load(text), dict)
    except yaml.YAMLError:
        return False


def add_templates(folder: Path, writer: CaseWriter, judge: HeatJudge) -> None:
    """Add each template in the Python modules of a folder, with an environment, and what Heat says."""
    for source, text in templates(folder):
        try:
            environment = environment_for(text)
        except Exception:  # Heat says what is wrong with the template
            environment = {}
        case_folder = writer.folder / writer.name("")  # hotlint looks at all files of a folder
        case_folder.mkdir(exist_ok=True)
        (case_folder / "root.yaml").write_text(text, encoding="utf-8")
        (case_folder / "root.env").write_text(yaml.safe_dump(environment), encoding="utf-8")
        case = {"file": f"{case_folder.name}/root.yaml", "env": [f"{case_folder.name}/root.env"], "source": source}
        writer.add({**case, **verdict_on(case, writer.folder, judge, create=True)})


def main(arguments: list[str], prog: str) -> int:
    """Run the command and return its exit code, which is always 0."""
    args = maker_parser(prog, __doc__).parse_args(arguments)
    judge = HeatJudge()
    spec = find_spec("heat.tests")
    with CaseWriter(args.out) as writer:
        for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
            add_templates(Path(folder), writer, judge)
    print(f"{writer.count} templates", file=sys.stderr)
    return 0
