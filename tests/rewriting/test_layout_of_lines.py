"""Where single lines go: blank ones in scalars, continued ones, anchors of their own line, and comments below blocks."""

from __future__ import annotations

from for_each import for_each

from hotlint.rewriting.formatter import FormatResult, format_text

HEAD = "heat_template_version: 2018-08-31\n\n"
A = "outputs:\n      a:\n            "
B = "outputs:\n  a:\n    "


@for_each(
    ("text", "expected"),
    [
        (
            f"{A}value: |\n                  one\n                        \n                    two\n                \n"
            "                  three\n",
            f"{B}value: |\n      one\n            \n        two\n    \n      three\n",
        ),
        (f"{A}value: |\n                  one\n   \n                  two\n", f"{B}value: |\n      one\n\n      two\n"),
        (
            "outputs:\n a:\n  value: |\n   one\n     \n   \n    two\n",
            f"{B}value: |\n      one\n        \n      \n       two\n",
        ),
        ("outputs:\n a:\n  value: 'one\n\n     \n    two'\n", f"{B}value: 'one\n\n     \n      two'\n"),
        (f'{A}value: "one\\\n                two"\n', f'{B}value: "one\\\n        two"\n'),
        (f"{A}value:\n                  one\n                  two\n", f"{B}value:\n      one\n      two\n"),
        (f"{A}value:\n                  'one\n                    two'\n", f"{B}value:\n      'one\n        two'\n"),
        (f"{A}value: one\n             two\n", f"{B}value: one\n     two\n"),
        ("outputs:\n a:\n  value: one\n   two\n", f"{B}value: one\n     two\n"),
        (
            f"{A}value: &x\n                  one\n            description: !!str\n                  two\n",
            f"{B}value: &x\n      one\n    description: !!str\n      two\n",
        ),
        (f"{A}value:\n                  &x one\n", f"{B}value:\n      &x one\n"),
        (
            f"{A}value:\n                  - &x\n                    - 1\n                  - !!seq\n                    - 2\n",
            f"{B}value:\n      - &x\n        - 1\n      - !!seq\n        - 2\n",
        ),
        (
            f"{A}value: 1 # one\n      # two\n\n      # three\n      b:\n            # four\n            value: 1\n",
            f"{B}value: 1 # one\n  # two\n\n  # three\n  b:\n    # four\n    value: 1\n",
        ),
        (
            f"{A}value: |\n                  x\n            # aligned\n      # left\n      b: {{}}\n",
            f"{B}value: |\n      x\n    # aligned\n  # left\n  b: {{}}\n",
        ),
        (
            f"{A}value:\n            - |\n              x\n            # aligned\n",
            f"{B}value:\n      - |\n        x\n      # aligned\n",
        ),
        (
            f"{A}value:\n            - a: |\n                x\n              # aligned\n              b: 1\n",
            f"{B}value:\n      - a: |\n          x\n        # aligned\n        b: 1\n",
        ),
        (
            f"{A}value:\n            - - |\n                x\n              # aligned\n              - 1\n",
            f"{B}value:\n      - - |\n          x\n        # aligned\n        - 1\n",
        ),
        (
            f"{A}value: |\n                  x\n                # deeper\n            description: y\n",
            f"{B}value: |\n      x\n    # deeper\n    description: y\n",
        ),
        (
            f"{A}value: >\n                  x\n              # two\n            # one\n            description: y\n",
            f"{B}value: >\n      x\n    # two\n    # one\n    description: y\n",
        ),
        (
            f"{A}value:\n            - |\n                x\n              # below\n",
            f"{B}value:\n      - |\n        x\n      # below\n",
        ),
        (
            f"{A}value:\n               |\n               x\n              # below\n",
            f"{B}value:\n      |\n      x\n    # below\n",
        ),
        (f"{A}value:\n                  &x\n                  - 1\n", f"{B}value:\n      &x\n      - 1\n"),
        (
            f"{A}value: &x\n                  b: 1\n      c:\n       << :   *x\n",
            f"{B}value: &x\n      b: 1\n  c:\n    <<: *x\n",
        ),
        (
            f"{A}value: [1,  \n  # c  \n  'x  \n  y'  \n  ]  \n",
            f"{B}value: [1,\n            # c\n            'x  \n            y'\n            ]\n",
        ),
        (f"{A}value: {{b: {{ }},  c: [ ]}}\n", f"{B}value: {{b: {{}}, c: []}}\n"),
        (f"{A}value: {{  }}\n", f"{B}value: {{}}\n"),
        (f"{A}value: {{b:  1, c: &x 2018-08-31}}\n", f"{B}value: {{b: 1, c: &x 2018-08-31}}\n"),
        (f'{A}value: ["a\tb",  1]\n', f'{B}value: ["a\tb", 1]\n'),
        (f"{A}value: |+\n                  x\n\n\n", f"{B}value: |+\n      x\n\n\n"),
        ("outputs:\n a:\n  value: >+\n   x\n", f"{B}value: >+\n      x\n"),
        (f"{A}value: |+\n\n\n", f"{B}value: |+\n\n\n"),
        (
            f"parameters:\n p:\n  default: |+\n   x\n{A}value: 1\n",
            f"parameters:\n  p:\n    default: |+\n      x\n{B}value: 1\n",
        ),
        (f"{A}value: [a,\n       b\n  ]\n", f"{B}value: [a,\n            b\n            ]\n"),
        (f"{A}value: [\n  a,\n    b\n                    ]\n", f"{B}value: [\n      a,\n      b\n    ]\n"),
        (f"\n \n{A}value: 1\n\n \n\n      b: 2\n\n\n", f"{B}value: 1\n\n  b: 2\n"),
        (
            f"{A}value: |\n                  x\n                \n            \n      b: 2\n",
            f"{B}value: |\n      x\n\n  b: 2\n",
        ),
        (f"{A}value: 1   \n   \n            # c   \n            # d\n", f"{B}value: 1\n\n    # c\n    # d\n"),
    ],
)
def test_lines_move_with_their_level(text: str, expected: str) -> None:
    assert format_text(HEAD + text) == FormatResult(HEAD + expected)
    assert format_text(HEAD + expected) == FormatResult(HEAD + expected)


def test_blank_lines_at_the_start_go() -> None:
    assert format_text(f"\n  \n\n{HEAD}outputs: {{}}\n") == FormatResult(f"{HEAD}outputs: {{}}\n")
    assert format_text(f"\n\n# c\n\n\n{HEAD}outputs: {{}}\n") == FormatResult(f"# c\n\n{HEAD}outputs: {{}}\n")


ORDERED = f"""{HEAD}parameters: {{}}

conditions: {{}}

resources:
  r:
    type: X
    external_id: a
    condition: c
    depends_on: d
    properties: {{}}
    metadata: {{}}
    update_policy: {{}}
    deletion_policy: e
    zzz: f
    aaa: g

outputs: {{}}

more: 1
"""


@for_each("step", range(1, 10))
def test_keys_of_any_order_get_the_usual_one(step: int) -> None:
    """The keys of the resource are turned round by some places; the unknown ones keep their order among each other."""
    lines = ORDERED.splitlines(keepends=True)
    first = lines.index("    type: X\n")
    keys = lines[first : first + 10]
    turned = [*keys[step:], *keys[:step]]
    unknown = [key for key in turned if key in keys[8:]]
    text = "".join([*lines[:first], *turned, *lines[first + 10 :]])
    expected = "".join([*lines[:first], *keys[:8], *unknown, *lines[first + 10 :]])
    assert format_text(text) == FormatResult(expected)


@for_each("step", range(1, 6))
def test_sections_of_any_order_get_the_usual_one(step: int) -> None:
    sections = ORDERED.removesuffix("\n").split("\n\n")
    turned = [*sections[step:], *sections[:step]]
    assert format_text("\n\n".join(turned) + "\n") == FormatResult(ORDERED)


def test_sections_of_an_environment_get_their_order() -> None:
    names = (
        "parameters", "parameter_merge_strategies", "resource_registry", "parameter_defaults", "encrypted_param_names",
        "event_sinks",
    )  # fmt: skip
    sections = [f"{name}: {[] if 'names' in name or 'sinks' in name else {}}" for name in names]
    expected = "\n\n".join(sections) + "\n"
    for step in range(1, 6):
        assert format_text("\n".join([*sections[step:], *sections[:step]]) + "\n") == FormatResult(expected)


@for_each(
    "text",
    [
        "outputs: {a: {value: &x 1}}\n\nresources: {r: {type: X, metadata: *x}}\n",
        "resources:\n  r:\n    metadata: &m {}\n    properties: *m\n    type: X\n",
        "resources:\n  r: {metadata: {}, type: X}\n",
        "resources:\n  r: &r\n    type: X\n    metadata: {}\n\n  s:\n    <<: *r\n    metadata: {}\n    type: X\n",
    ],
)
def test_an_order_that_cannot_be_proved_stays(text: str) -> None:
    assert format_text(HEAD + text) == FormatResult(HEAD + text)
