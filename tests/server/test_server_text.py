"""The text that the server holds is the text that the editor has, whatever characters and line ends are in it."""

import random

import pytest
from hotlint_server.text_buffer import ContentChange, Positions, TextBuffer, width

PIECES = [
    "a",
    "key: ",
    "\n",
    "\r\n",
    "\r",
    "\u2028",
    "\x0b",
    "\x0c",
    "\x1c",
    "\x85",
    "😀",
    "é",
    "日本",
    "\t",
    "  - x\n",
    "",
]


def client_lines(text: str) -> list[str]:
    """The lines of a text as the protocol has it, without their ends, written apart from the code under test."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def client_offset(text: str, line: int, column: int) -> int:
    at = 0
    for _ in range(line):
        while text[at] not in "\r\n":
            at += 1
        at += 2 if text[at : at + 2] == "\r\n" else 1
    return at + column


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_random_edits_keep_both_texts_equal(encoding: str) -> None:
    rng = random.Random(encoding)
    for _ in range(10):
        text = "".join(rng.choices(PIECES, k=60))
        buffer = TextBuffer("file:///x", text, 1, "yaml", encoding)
        for _ in range(670):
            lines = client_lines(text)
            places = []
            for _ in range(2):
                line = rng.randrange(len(lines))
                column = rng.randrange(len(lines[line]) + 1)
                places.append((client_offset(text, line, column), (line, width(lines[line][:column], encoding))))
            (start, first), (end, last) = sorted(places)
            new = "".join(rng.choices(PIECES, k=rng.randrange(4)))
            text = text[:start] + new + text[end:]
            buffer.update(2, [ContentChange((*first, *last), new)])
            assert buffer.text == text
            if len(text) > 400:
                text = text[:200]
                buffer.update(3, [ContentChange(None, text)])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_positions_round_trip(encoding: str) -> None:
    text = "a: é😀b\r\nx: \u2028y\r日本\x85z\n"
    positions = Positions(text, encoding)
    for offset in range(len(text) + 1):
        if text[offset - 1 : offset + 1] == "\r\n":
            continue  # no position is between the two
        assert positions.offset(*positions.position(offset)) == offset


def test_invalid_positions_are_clamped() -> None:
    positions = Positions("a😀\nb", "utf-16")
    assert positions.offset(0, 99) == 2
    assert positions.offset(0, 2) == 1  # between the two halves of the emoji
    assert positions.offset(9, 0) == 4
    assert Positions("é", "utf-8").offset(0, 1) == 0


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_typing_in_lines_keeps_both_texts_equal(encoding: str) -> None:
    """The text is the same, whether it is asked for after each change or after several."""
    rng = random.Random(encoding)
    for _ in range(30):
        text = "".join(rng.choices(PIECES, k=30))
        buffer = TextBuffer("file:///x", text, 1, "yaml", encoding)
        for version in range(2, 100):
            lines = client_lines(text)
            if version == 2 or rng.random() < 0.2:
                line = rng.randrange(len(lines))
            line = min(line, len(lines) - 1)
            columns = sorted(rng.randrange(len(lines[line]) + 1) for _ in range(2))
            new = rng.choice(["", "x", "x", "é", "😀", "a: ", rng.choice(PIECES)])
            start, end = (client_offset(text, line, column) for column in columns)
            first, last = (width(lines[line][:column], encoding) for column in rng.sample(columns, 2))
            text = text[:start] + new + text[end:]
            buffer.update(version, [ContentChange((line, first, line, last), new)])
            if rng.random() < 0.3:
                assert buffer.text == text
        assert buffer.text == text
        assert [buffer.positions.lines.line_text(n) for n in range(len(buffer.positions.lines))] == client_lines(text)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_places_in_a_long_line(encoding: str) -> None:
    """A character inside of a code point counts as its start, and one past the line as its end."""
    row = "aé日😀" * 6
    units = [width(char, encoding) for char in row]
    places = [n for n, size in enumerate(units) for _ in range(size)]
    positions = Positions(row, encoding)
    assert [positions.offset(0, character) for character in range(sum(units))] == places
    assert positions.offset(0, sum(units)) == positions.offset(0, 2**31 - 1) == len(row)
