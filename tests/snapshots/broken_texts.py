"""Texts that are not YAML: what is refused alone, and templates of which one line cannot be parsed."""

from __future__ import annotations

import re
from collections.abc import Iterator

WORD = "word-of-forty-characters-and-then-one-mo"
DAMAGE = ("{}: [", "{} 'x", "\t{}: 1", "{}: }}", "{}: a: b", "{}: &", "{}: %x", "  - {}: *none", "{}", '{}: "')
"""Lines that the parser refuses in place of an entry, most of them; the rest make the template another one."""
_KEY = re.compile(r"^( *(?:- )*)([\w:.%$-]+):(?: |$)")

TEXTS = {
    "aliases of too much": "\n".join(
        ["a: &a [1, 2, 3, 4, 5, 6, 7, 8, 9]"]
        + [f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]" for old, new in zip("abcdefgh", "bcdefghi", strict=True)]
        + ["small: [*a, *i, *a]", "last: *a", ""]
    ),
    "alias of a deep value": f"a: &a {'[' * 101}{']' * 101}\nb: *a\nc: &c {'[' * 99}{']' * 99}\nd: *c\n",
    "alias within its anchor": "a: &a {b: *a, c: [*a]}\n",
    "anchor without a name": "a: & x\n",
    "anchors of one name": "a: &x 1\nb: &x {c: &x [2]}\n",
    "block scalar indented by a tab": "a: |\n\tx\n",
    "bracket after a long list": "a: [1,\n  2,\n  3\nb: 2\n",
    "bracket in a bracket": "a: [1, {b: 2, [3}\n",
    "brackets of the wrong kind": "a: [1}\nb: {1]\n",
    "closing bracket alone": "a: 1\n]\n",
    "colon in a list": "- a: b: c\n- d\n",
    "colon twice": "a: b: c\n",
    "comma at the start": "a: ,b\n",
    "deep brackets": "[" * 199 + "]" * 199,
    "deepest brackets": "[" * 200 + "]" * 200,
    "too deep brackets": "[" * 201 + "]" * 201,
    "deep blocks": "".join(f"{'  ' * level}a:\n" for level in range(202)),
    "directive": "%YAML 3.0\n---\na: 1\n",
    "directive without a document": "%TAG x y\na: 1\n",
    "documents": "a: 1\n---\nb: 2\n--- 3\n...\n",
    "entry below a string": "a: x\n  b: 1\n",
    "item below a mapping": "a:\n  b: 1\n  - c\n",
    "item that fits nothing": "a:\n    - b\n  - c\n",
    "item of a section": (
        "heat_template_version: 2018-08-31\nparameter_groups:\n- parameters: [nope]\n- label: [\n  parameters: [other]\n"
        "- parameters: [third]\nparameters:\n  p: {type: strin}\noutputs:\n  o: {value: {get_param: q}}\n"
    ),
    "item of a section alone": (
        "heat_template_version: 2018-08-31\nparameter_groups:\n- parameters: [nope]\n- label: [\n- parameters: [third]\n"
        "parameters:\n  p: {type: strin}\n"
    ),
    "item of a property": (
        "heat_template_version: 2018-08-31\nresources:\n  a:\n    type: OS::Nope\n    depends_on:\n    - nope\n    - b: ]\n    - other\n"
        "  c:\n    type: OS::Nope\n    depends_on:\n    - nope\n"
    ),
    "keys": "{{a}}: 1\n[b]: 2\n? {c: 1}\n: 3\n!!binary x: 4\n",
    "mapping deeper than its first entry": "a:\n  b: 1\n    c: 2\n",
    "mapping less deep than its first entry": "a:\n    b: 1\n  c: 2\n",
    "missing colon": "a: 1\nb\nc: 2\n",
    "missing colon after 39": f"a: 1\n{WORD[:-1]}\nc: 2\n",
    "missing colon after 40": f"a: 1\n{WORD}\nc: 2\n",
    "missing colon after 41": f"a: 1\n{WORD}r\nc: 2\n",
    "missing colon at the end": "a: 1\nb",
    "missing colon, ends of Windows": "a: 1\r\nb\r\nc: 2\r\n",
    "percent": "a: %x y\nb: %\n",
    "quote": "a: 'b\nc: d\n",
    "quote, double": 'a: "b\nc: d\n',
    "quote and more": "a: 'b' c\n",
    "escape": 'a: "\\q"\nb: 1\n',
    "escape of too few digits": 'a: "\\x1"\nb: "\\u12"\n',
    "escape of no character": 'a: "x\\U00110000"\n',
    "quote and a bracket": "a: ['b' c]\n",
    "quote and a comment": "a: 'b'# c\n",
    "quote and another": 'a: "b" "c"\nd: 1\n',
    "quote and more below": "a: 'b'\n  c\nd: 1\n",
    "quote in a list": "- 'a' b\n- c\n",
    "quoted key and more": "'a' b: 1\n",
    "reserved": "a: @b\nc: `d\n",
    "reserved in brackets": "a: [@b, c]\n",
    "second mark of a value": "? a\n? b\n: c\n: d\n",
    "tab at the start": "a:\n\tb: 1\n",
    "tab in front of an item": "a:\n  - b\n\t- c\n",
    "tab after a colon": "a:\tb\nc:\t- d\n",
    "tag": "a: !x y\nb: !!x y\nc: !!python/name:os.system\nd: !!int x\ne: !!set [a]\n",
    "tags of lists": "a: !!set {b, c}\nd: !!omap [e: 1, f]\ng: !!pairs [h: 1, {i: 1, j: 2}]\n",
    "text after a document": "a: 1\n...\nb\n",
    "undefined alias": "first: &first 1\na: *frist\nb: *none\n",
    "values": "a: =\nb: <<\nc: 2024-13-01\nd: 0o9\ne: 1__0\nf: 09\n=: 1\n",
}


def damaged(text: str, most: int) -> Iterator[tuple[str, str]]:
    """Yield a name and a text for at most so many lines of a text, each of which is refused in one."""
    lines = text.splitlines(keepends=True)
    entries = [(n, found) for n, line in enumerate(lines) if (found := _KEY.match(line))]
    for n, found in entries[:: max(1, -(-len(entries) // most))]:
        line = found[1] + DAMAGE[(n * 3 + len(found[2])) % len(DAMAGE)].format(found[2])
        yield f"{n + 1} {line.strip()}", "".join([*lines[:n], line + "\n", *lines[n + 1 :]])
