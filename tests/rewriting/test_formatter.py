"""Formatting: what it lays out, what it keeps, and that Heat loads the same from both texts."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from for_each import for_each

from hotlint.linter.settings.model import Settings
from hotlint.rewriting.equivalence import difference
from hotlint.rewriting.formatter import FormatResult, format_text
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

TOP = Path(__file__).resolve().parents[2]
VERSION = "heat_template_version: 2018-08-31\n"

UNTIDY = """\
# Copyright of the file

heat_template_version: 2018-08-31
outputs:
    ip:
        value: { get_attr: [ server,first_address ] }


# All servers.
resources:

    # The first one.
    server:
        properties:
            image : cirros
            networks:
            -   network: { get_resource: net }
                # fixed for a reason
                fixed_ip:   10.0.0.1   # why
            - port: |
                   one
                     two

            user_data: |
             #!/bin/sh
               echo 'x'

             exit
            # below the script
        # It is a server.
        type: OS::Nova::Server
        depends_on:
        - net
    net:
        type: OS::Neutron::Net
description: "some text
  of two lines"
"""
TIDY = """\
# Copyright of the file

heat_template_version: 2018-08-31

description: "some text
  of two lines"

# All servers.
resources:
  # The first one.
  server:
    # It is a server.
    type: OS::Nova::Server
    depends_on:
      - net
    properties:
      image: cirros
      networks:
        - network: {get_resource: net}
          # fixed for a reason
          fixed_ip: 10.0.0.1   # why
        - port: |
            one
              two

      user_data: |
        #!/bin/sh
          echo 'x'

        exit
      # below the script

  net:
    type: OS::Neutron::Net

outputs:
  ip:
    value: {get_attr: [server, first_address]}
"""


class Loader(yaml.SafeLoader):
    """Loads as Heat does: dates stay strings."""


Loader.add_constructor("tag:yaml.org,2002:timestamp", lambda loader, node: str(node.value))


def loaded(text: str) -> Any:
    return yaml.load(text.strip(), Loader=Loader)


def test_a_template_is_laid_out() -> None:
    result = format_text(UNTIDY)
    assert result.reason is None
    assert result.text == TIDY
    assert format_text(TIDY).text == TIDY
    assert loaded(UNTIDY) == loaded(TIDY)


@for_each(
    "text",
    [
        pytest.param("resources:\n  r:\n    type: X\n    metadata:\n      a: |+\n        x\n\n\n      b: 1\n", id="keep"),
        pytest.param("resources:\n  r:\n      type: X\n      metadata:\n          a: |2\n              x\n", id="indicator"),
        pytest.param("resources:\n  r:\n      metadata: >-\n               a\n                 b\n\n               c\n", id="folded"),
        pytest.param("resources:\n      r:\n            metadata: a\n             b\n              c\n", id="plain lines"),
        pytest.param("resources:\n    r:\n        metadata: 'a\n  b\n\n c'\n", id="quoted lines"),
        pytest.param("resources:\n    r: &x\n        type: X\n    s: *x\n    t:\n        <<: *x\n        type: Y\n", id="anchors"),
        pytest.param("resources:\n  r:\n    properties: *p\n    type: X\nparameters: &p {a: 1}\n", id="an unknown anchor"),
        pytest.param("resources:\n  r:\n    properties: &p {a: 1}\n    metadata: *p\n    type: X\n", id="an anchor in a resource"),
        pytest.param("resources:\n  r:\n    type: X\n    type: Y\n    condition: c\n    type: Z\n", id="duplicates"),
        pytest.param("resources:\n  r:\n    metadata: {a: {b: [1,\n  2]},\n c: 3}\n", id="flow of several lines"),
        pytest.param("resources:\n  r:\n   -   - a\n       -    b\n   -\n      c: 1\n   - \n", id="lists of lists"),
        pytest.param("resources:\n  r:\n    metadata:\n      ? a\n      : b\n", id="explicit keys"),
        pytest.param("resources:\n  r:\n    metadata:\n      &m\n      a: 1\n", id="an anchor on a line of its own"),
        pytest.param("resources:\n  r:\n    metadata: {a: 010, b: 1_000, c: yes, d: ~, e: 1e3, f: 2001-01-01}\n", id="types"),
        pytest.param("resources:\n  r:\n    metadata: [ a: b, {c: d} ,'e', \"f\\u00e9\" ]\n", id="pairs and escapes"),
        pytest.param("resources:\n  r:\n    metadata: { foo::bar: 1, x: http://y }\n", id="colons"),
        pytest.param("resources:\n  r:\n    metadata: !!str   1\n", id="tags"),
        pytest.param("...\n", id="an end mark"),
        pytest.param("resources:\n  r:\n    metadata:\n      a: |\n          x\n     # below\n      b: 1\n", id="a comment below a block"),
        pytest.param("# last\n#    words\n", id="comments only"),
        pytest.param("outputs:\n  a:\n    value: |\n      x\n", id="a block at the end"),
        pytest.param("resources:\n  r:\n    metadata: |+\n      x\n\n    type: X\n", id="kept lines that move"),
    ],
)  # fmt: skip
def test_meaning_is_kept(text: str) -> None:
    before = VERSION + text
    result = format_text(before)
    assert format_text(result.text).text == result.text
    assert difference(parse(Source("t.yaml", before)), parse(Source("t.yaml", result.text))) is None
    if "*p" not in text:
        assert loaded(before) == loaded(result.text)


def test_a_byte_order_mark_and_line_endings_stay() -> None:
    result = format_text("\ufeff" + UNTIDY.replace("\n", "\r\n"))
    assert result.text == "\ufeff" + TIDY.replace("\n", "\r\n")


def test_keys_move_with_the_comments_above_them() -> None:
    text = f"{VERSION}\nresources:\n  r:\n    # why\n    properties: {{}}\n\n    # what\n    # it is\n    type: X\n"
    assert format_text(text).text == (
        f"{VERSION}\nresources:\n  r:\n    # what\n    # it is\n    type: X\n    # why\n    properties: {{}}\n"
    )


def test_the_order_of_what_heat_shows_stays() -> None:
    text = f"{VERSION}\nparameters:\n  b: {{type: string}}\n  a: {{default: 1, type: number}}\n"
    assert format_text(text).text == text


@for_each(
    ("text", "reason"),
    [
        (f"{VERSION}resources: [\n", "it is not valid YAML"),
        ("a: 1\n", "neither a template nor an environment"),
        ('{"heat_template_version": "2018-08-31", "resources": {}}', "JSON"),
        (f"{VERSION}{{% if x %}}: 1\nresources: {{}}\n", ""),
        (f"{VERSION}# {{% if x %}}\nresources: {{}}\n# {{% endif %}}\n", "Jinja"),
        (f"{VERSION}resources:\n  ? a\n  : {{}}\n", "line 3 begins with something other"),
    ],
)
def test_what_cannot_be_formatted_is_left_alone(text: str, reason: str) -> None:
    result = format_text(text)
    assert result.text == text
    assert result.reason is not None
    assert reason in result.reason


def test_a_difference_is_found() -> None:
    base = "heat_template_version: 2018-08-31\nresources:\n  r: {a: 1, b: '2'} # c\n"
    before = parse(Source("t", base))
    for old, new in [("1", "01"), ("'2'", "2"), ("a: 1, b: '2'", "b: '2', a: 1, c"), ("# c", ""), ("r:", "r: &x")]:
        assert difference(before, parse(Source("t", base.replace(old, new)))) is not None
    values = "heat_template_version: 2018-08-31\nparameters:\n  b: 1\n  a: 2\n"
    swapped = "heat_template_version: 2018-08-31\nparameters:\n  a: 2\n  b: 1\n"
    assert difference(parse(Source("t", values)), parse(Source("t", swapped))) == "a value would change"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("a: [1, 2]", "a: [1, 2]  ", True),
        ("a: [1, 2]", "a: [1, 3]", False),
        ("a: [1, 2]", "a: [3, 2]", False),
        ("a: [1, 2]", "a: [1, 2, 3]", False),
        ("a: [1]", "a:\n- 1", False),
        ("a: {b: 1, c: 2}", "a: {b: 1, c: 3}", False),
        ("a: {b: 1, c: 2}", "a: {b: 3, c: 2}", False),
        ("a: {b: 1, c: 2}", "a: {c: 2, b: 1}", False),
        ("resources: {a: {type: x}, b: {type: y}}", "resources: {a: {type: x}, b: {type: z}}", False),
        ("resources: {a: {type: x}, b: {type: y}}", "resources: {a: {type: z}, b: {type: y}}", False),
        ("resources: {a: {type: x, metadata: {}}}", "resources: {a: {metadata: {}, type: x}}", True),
        ("resources: {a: {type: x, metadata: {}}}", "resources: {a: {metadata: {}, type: y}}", False),
        ("a: &a {b: 1}\nc: &c {d: 1}\ne: {<<: [*a, *c]}", "a: &a {b: 1}\nc: &c {d: 1}\ne: {<<: [*a, *c]}", True),
        ("a: &a {b: 1}\nc: &c {d: 1}\ne: {<<: [*a, *c]}", "a: &a {b: 1}\nc: &c {d: 1}\ne: {<<: [*c, *a]}", False),
    ],
)
def test_what_counts_as_a_difference(one: str, other: str, same: bool) -> None:
    head = "heat_template_version: 2018-08-31\n"
    found = difference(parse(Source("t", head + one)), parse(Source("t", head + other)))
    assert found == (None if same else "a value would change")


def test_texts_with_random_layout_keep_their_meaning() -> None:
    """Lines are moved, blank lines and comments put between them: what is still YAML has to load the same."""
    formatted = 0
    for seed in range(100):
        random = Random(seed)
        lines = (UNTIDY if seed % 2 else (TOP / "examples" / "web.yaml").read_text(encoding="utf-8")).split("\n")
        for _ in range(random.randint(1, 4)):
            at = random.randrange(len(lines))
            spaces = " " * random.randint(0, 6)
            change = random.choice(["shift", "comment", "blank", "delete"])
            lines[at : at + 1] = {
                "shift": [spaces + lines[at]],
                "comment": [spaces + "# note", lines[at]],
                "blank": [lines[at], spaces, ""],
                "delete": [],
            }[change]
        text = "\n".join(lines)
        result = format_text(text)
        if result.reason is None:
            formatted += 1
            assert loaded(text) == loaded(result.text), seed
            assert format_text(result.text).text == result.text, seed
            assert text.count("# note") == result.text.count("# note"), seed
        else:
            assert result.reason.startswith(("it is not valid YAML", "it is neither")), (seed, result.reason)
    assert formatted > 33


R = f"{VERSION}\nresources:\n  r:\n    type: X\n    metadata:"


@for_each(
    ("text", "expected"),
    [
        pytest.param(
            f"{VERSION}\noutputs: {{}}\n\nresources:\n  r:\n    type: X\n    # below r\n\n# vim: sw=2\n",
            f"{VERSION}\nresources:\n  r:\n    type: X\n    # below r\n\noutputs: {{}}\n\n# vim: sw=2\n",
            id="a comment on the last line",
        ),
        pytest.param(
            f"{VERSION}\nresources:\n  r:\n    properties: {{}}\n    type: X\n    depends_on:\n      - a\n      # - b\n    # end\n",
            f"{VERSION}\nresources:\n  r:\n    type: X\n    depends_on:\n      - a\n      # - b\n    properties: {{}}\n    # end\n",
            id="a comment in the last key",
        ),
        pytest.param(
            f"{R}\n      -\n        if: a\n        b: 1\n      -\n        - c\n      -\n        # d\n        d: 1\n      -\n      - e\n",
            f"{R}\n      - if: a\n        b: 1\n      - - c\n      -\n        # d\n        d: 1\n      -\n      - e\n",
            id="dashes alone on their lines",
        ),
        pytest.param(
            f"{R} {{\n            a: [\n                   1,\n         2], # one\n      # two\n  b: {{c: 1,\n d: 'x\n y'}}\n   }}\n",
            f"{R} {{\n      a: [\n        1,\n        2], # one\n      # two\n      b: {{c: 1,\n          d: 'x\n          y'}}\n    }}\n",
            id="flow collections",
        ),
        pytest.param(
            "parameter_defaults:\n\n  a: 1\nresource_registry: {}\nparameters: {b: 1}\n# end\n",
            "parameters: {b: 1}\n\nresource_registry: {}\n\nparameter_defaults:\n  a: 1\n# end\n",
            id="environments",
        ),
    ],
)  # fmt: skip
def test_the_style(text: str, expected: str) -> None:
    result = format_text(text)
    assert result.text == expected
    assert result.reason is None
    assert format_text(expected).text == expected


@for_each(
    ("text", "expected"),
    [
        pytest.param(
            "metadata:\n  -\n\n    b: 1\n",
            "metadata:\n  - b: 1\n",
            id="a dash alone above a blank line",
        ),
        pytest.param(
            "resources:\n    a:\n        type: x\n        metadata:\n          -\n            # of b\n            b: 1\n          -\n            c: 1\n",  # noqa: E501
            "resources:\n  a:\n    type: x\n    metadata:\n      -\n        # of b\n        b: 1\n      - c: 1\n",
            id="a dash alone above a comment",
        ),
        pytest.param(
            "outputs:\n   a:\n      value: |\n\n            deep\n              deeper\n\n            end\n   # after\n   b: {value: 1}\n",
            "outputs:\n  a:\n    value: |\n\n      deep\n        deeper\n\n      end\n  # after\n  b: {value: 1}\n",
            id="a block scalar with deeper and blank lines",
        ),
        pytest.param(
            "outputs:\n     a:   # of a\n          value:\n               - 1\n               # between\n\n               - - 2\n                 - 3\n     # last\n",  # noqa: E501
            "outputs:\n  a:   # of a\n    value:\n      - 1\n      # between\n\n      - - 2\n        - 3\n  # last\n",
            id="comments between and after items",
        ),
        pytest.param(
            "outputs:\n     a:\n          value: one\n            two\n              three\n     b:\n          value: 'one\n\n            two'\n",  # noqa: E501
            "outputs:\n  a:\n    value: one\n      two\n        three\n  b:\n    value: 'one\n\n      two'\n",
            id="strings of several lines",
        ),
        pytest.param(
            "outputs:\n     a:\n          value: {b: 1,\n            c: 2}\n     d:\n          value: [1,\n   2]\n",
            "outputs:\n  a:\n    value: {b: 1,\n            c: 2}\n  d:\n    value: [1,\n            2]\n",
            id="flow collections of several lines",
        ),
        pytest.param(
            "outputs:\n     a: &x\n          value: 1\n     b: *x\n     c:\n          <<: *x\n",
            "outputs:\n  a: &x\n    value: 1\n  b: *x\n  c:\n    <<: *x\n",
            id="an anchor",
        ),
        pytest.param(
            "outputs:\n  a:\n    value:\n    - 1\n    -    2\n    -   b:   1\n        c:    2\n",
            "outputs:\n  a:\n    value:\n      - 1\n      - 2\n      - b: 1\n        c: 2\n",
            id="gaps behind dashes and colons",
        ),
    ],
)
def test_layouts(text: str, expected: str) -> None:
    head = "heat_template_version: 2018-08-31\n\n"
    assert format_text(head + text).text == head + expected
    assert format_text(head + expected).text == head + expected


def test_a_jinja_source_is_no_invalid_yaml() -> None:
    text = "parameters:\n{% for a in b %}\n  {{ a }}: {}\n{% endfor %}\n"
    for path in ("web.yaml", "web.j2.yaml", "web.yaml.j2"):
        result = format_text(text, path)
        assert (result.text, result.is_other) == (text, True)
        assert "Jinja" in (result.reason or "")


@for_each(
    ("settings", "expected"),
    [
        (Settings(), "      a:\n        - b: {c: 1}\n      d:\n        - {e: [1, {}]}\n"),
        (Settings(list_indentation="flush"), "      a:\n      - b: {c: 1}\n      d:\n      - {e: [1, {}]}\n"),
        (Settings(list_indentation="keep"), "      a:\n      - b: {c: 1}\n      d:\n        - {e: [1, {}]}\n"),
        (Settings(flow_spaces="one"), "      a:\n        - b: { c: 1 }\n      d:\n        - { e: [1, {}] }\n"),
        (Settings(flow_spaces="keep"), "      a:\n        - b: {c:  1 }\n      d:\n        - { e: [ 1, {} ]}\n"),
    ],
)
def test_the_style_can_be_set(settings: Settings, expected: str) -> None:
    before = f"{R}\n        a:\n        - b: {{c:  1 }}\n        d:\n          - {{ e: [ 1, {{}} ]}}\n"
    assert format_text(before, settings=settings).text == f"{R}\n{expected}"
    assert format_text(f"{R}\n{expected}", settings=settings).text == f"{R}\n{expected}"


@pytest.mark.parametrize("text", ["{ &x d: 1 }", "{ <<: *y, d: 1 }", "{ d: *y }"])
def test_spaces_inside_of_braces_keep_anchors_and_merges(text: str) -> None:
    style = Settings(flow_spaces="one")
    expected = f"{VERSION}\noutputs:\n  a: &y {{ b: 1 }}\n  c: {text}\n"
    before = expected.replace("{ ", "{").replace(" }", "}")
    assert format_text(before, settings=style) == FormatResult(expected)
    assert format_text(expected, settings=style) == FormatResult(expected)
