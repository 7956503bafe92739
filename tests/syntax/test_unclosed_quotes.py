"""A quote that is not closed is reported where it opens, and a wrong indentation names that of the lines beside it."""

from __future__ import annotations

import pytest

from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

TEXT = """\
heat_template_version: 2018-08-31
parameters:
  image: {type: string}
  names:
    type: comma_delimited_list
    default:
    - "a"
    - "b"
  label:
    type: string
    label: "OS: image"
resources:
  server:
    type: "OS::Nova::Server"
"""


@pytest.mark.parametrize("opened", ['"a', '"b', '"OS: image'])
def test_the_place_of_a_quote_that_is_not_closed(opened: str) -> None:
    text = TEXT.replace(f'{opened}"', opened)
    (problem,) = parse(Source("t.yaml", text)).problems
    assert problem.span.start == text.index(opened)
    assert "is not closed on its line" in problem.message


@pytest.mark.parametrize("indent", [5, 7])
def test_a_wrong_indentation_names_that_of_the_lines_beside_it(indent: int) -> None:
    entries = "".join(
        f"{' ' * columns}{name}: x\n" for columns, name in ((6, "image"), (indent, "flavor"), (6, "name"))
    )
    text = f"heat_template_version: 2018-08-31\nresources:\n  server:\n    type: OS::Nova::Server\n    properties:\n{entries}"
    (problem,) = parse(Source("t.yaml", text)).problems
    assert problem.message.endswith("indentation; the lines beside it are indented by 6 spaces")
