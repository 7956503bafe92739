"""Scaffold a HOT function: `make new-function NAME=list_sort`.

Writes hotlint/language/functions/<name>.py with placeholders to fill in, and registers the function. Its tests fail
until every placeholder is gone and its example yields its result.
"""

from __future__ import annotations

import keyword
import re
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
TEMPLATE = '''\
"""{name}: TODO name what it yields.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#{anchor}
Heat: heat.engine.hot.functions.TODO
"""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.language.functions.base import describe_argument
from hotlint.language.functions.base import ArgumentError, Function, Run, Snippet
from hotlint.language.values import MARKS, Value, propagate_unknown


class {class_name}(Function):
    """Function `{name}`."""

    name = "{name}"
    since = "{newest}"
    summary = "TODO: what it yields, in one sentence."
    form = "{name}: [<TODO>]\\n"
    parameters = (("TODO", "TODO: what the first argument is"),)
    snippet = "{name}: [${{1:TODO}}]"
    given = "parameters: {{TODO: [web, db]}}\\n"
    example = "{name}: [{{get_param: TODO}}]\\n"
    result = "TODO\\n"

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        if not isinstance(args, list):
            yield ArgumentError(f"{name} needs a list, not {{describe_argument(args)}}")

    def compute(self, args: Snippet, run: Run) -> Value:
        value = run.resolve(args)
        if isinstance(value, MARKS):
            return propagate_unknown(value)
        raise NotImplementedError("TODO: the value as Heat resolves it")


FUNCTIONS = ({class_name}(),)
'''


def scaffold(name: str, top: Path = TOP) -> Path:
    """Write the function's file below `top`, register it, and return the file's path.

    Raises ValueError for a name that is malformed or taken.
    """
    if not re.fullmatch(r"[a-z]+(_[a-z]+)*", name):
        raise ValueError(f"NAME is lower-case words with underscores, such as list_sort, not '{name}'")
    folder = top / "hotlint" / "language" / "functions"
    module = f"{name}_" if keyword.iskeyword(name) else name
    path = folder / f"{module}.py"
    registry = folder / "__init__.py"
    text = registry.read_text(encoding="utf-8")
    if path.exists() or f'"{name}":' in text:
        raise ValueError(f"there is a function '{name}' already")
    words = {"name": name, "anchor": name.replace("_", "-"), "newest": _newest(top)}
    path.write_text(TEMPLATE.format(class_name=name.title().replace("_", ""), **words), encoding="utf-8")
    start = text.index("_MODULES: Final = {")
    end = text.index("}", start)
    registry.write_text(f'{text[:end]}    "{name}": "{module}",\n{text[end:]}', encoding="utf-8")
    return path


def _newest(top: Path) -> str:
    """Return the newest HOT version that hotlint knows."""
    text = (top / "hotlint" / "language" / "versions.py").read_text(encoding="utf-8")
    found: list[str] = re.findall(r'"(\d{4}-\d\d-\d\d)"', text)
    return max(found)


def main() -> int:
    """Scaffold the function of the command line; returns the exit code."""
    if len(sys.argv) != 2 or not sys.argv[1]:
        print("usage: make new-function NAME=list_sort")
        return 2
    try:
        path = scaffold(sys.argv[1])
    except ValueError as error:
        print(error)
        return 2
    print(f"wrote {path.relative_to(TOP)}: fill in each TODO, then run `make test docs`")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
