"""Strings that are written as scalars: Heat's loader has to read the same string again, in block and in flow style."""

from __future__ import annotations

import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from hotlint.syntax.scalars import written


class _HeatLoader(yaml.SafeLoader):
    """A loader that has dates as strings, as Heat's has."""


_HeatLoader.add_constructor("tag:yaml.org,2002:timestamp", lambda _, node: str(node.value))
_ODD = st.text(st.sampled_from("ab1:.-_/$#{}[],&*!|>'\"%@`?=~<yesno \n\t\r\x00\u2028\ud7ff\U0001f600"), max_size=8)


@given(
    _ODD
    | st.sampled_from(
        ["yes", "y", "N", "1", "1e3", "0x1f", "null", "~", "=", "<<", "2013-05-23", "1:30", "-", "...", "---"]
    )
)
@example("a\n")
@example("")
def test_a_written_string_is_read_again(text: str) -> None:
    scalar = written(text)
    assert yaml.load(f"{scalar}: {scalar}\n", _HeatLoader) == {text: text}
    assert yaml.load(f"{{{scalar}: [{scalar}]}}\n", _HeatLoader) == {text: [text]}
