from __future__ import annotations

from pathlib import Path

from composition_fixture import opened, write
from for_each import for_each

from hotlint.analysis.files.project import Project
from hotlint.analysis.user_data import Segment, UserData, texts
from hotlint.resource_types.catalog import Catalog
from hotlint.syntax.nodes import Mapping, Scalar
from hotlint.syntax.source import Span

HEAD = """\
heat_template_version: 2018-08-31
parameters: {p: {type: string}}
conditions: {c: {equals: [{get_param: p}, b]}}
outputs:
  it:
    value: """


def read(folder: Path, value: str, files: dict[str, str] | None = None) -> tuple[str, list[UserData]]:
    write(folder, {"root.yaml": HEAD + value, **(files or {})})
    context = opened(Project(Catalog()), str(folder / "root.yaml"))
    calls = {id(call.node): call for _, call in context.template.calls()}
    node = context.template.outputs["it"].field("value")
    assert node is not None
    return HEAD + value, list(texts(node, calls, context.evaluation, context.template))


@for_each(
    ("value", "expected"),
    [
        ("plain text\n", ["plain text"]),
        ("{str_replace: {template: a $b c, params: {$b: 1}}}\n", ["a $b c"]),
        ("{list_join: [' ', [a, {get_param: p}, b]]}\n", ["a x b"]),
        ("{if: [c, one, {str_replace: {template: two, params: {get_param: p}}}]}\n", ["one", "two"]),
        ("{get_file: boot.sh}\n", ["#!/bin/sh\n"]),
        ("{get_file: missing.sh}\n", []),
        ("{get_param: p}\n", []),
        ("{list_join: [' ', {get_param: p}]}\n", []),
    ],
)
def test_texts(value: str, expected: list[str], tmp_path: Path) -> None:
    assert [data.text for data in read(tmp_path, value, {"boot.sh": "#!/bin/sh\n"})[1]] == expected


@for_each(
    "value",
    [
        "|\n      # a comment\n      packages:\n      -  wanted\n",
        ">\n      # a comment\n      and more\n\n      wanted\n",
        "'it''s a \n      wanted text'\n",
        '"it\\"s a\\n\\x41\\u0042 \\\n      wanted text"\n',
        "{str_replace: {template: $x and wanted, params: {$x: {get_param: p}}}}\n",
        "{list_join: ['', [{get_param: p}, 'a ', wanted]]}\n",
        "it is\n      wanted there\n",
    ],
)
def test_places_in_the_template(value: str, tmp_path: Path) -> None:
    text, (data,) = read(tmp_path, value)
    at = data.text.index("wanted")
    place, path, _ = data.place(Span(at, at + 6), text)
    assert (text[place.start : place.end], path) == ("wanted", "")


def test_places_in_files(tmp_path: Path) -> None:
    _, (data,) = read(tmp_path, "{get_file: boot.sh}\n", {"boot.sh": "#!/bin/sh\nwanted\n"})
    place, path, node = data.place(Span(10, 16), "")
    assert (place, Path(path).name) == (Span(10, 16), "boot.sh")
    assert node is not None


@for_each(
    ("template", "keys"),
    [
        ("a: %x%\n%x%\nb: 1\n", ["a", "b"]),
        ("%x%: 1\nb: |\n  %x%\n  text\n", ["xxx", "b"]),
        ("b:\n- %x%\n  %x%\n", ["b"]),
    ],
)
def test_placeholders_are_read_as_words_and_alone_as_comments(template: str, keys: list[str]) -> None:

    node = Scalar(0, 0, template, template, "|")
    document = UserData(node, (Segment(template, node),), ("%x%",)).document()
    assert not document.broken
    assert isinstance(document.root, Mapping)
    assert [entry.name for entry in document.root.entries] == keys
