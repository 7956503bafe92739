"""The starts of lines while a text is edited are those of the text that comes out."""

import random

from hotlint_server.text_buffer import LineTable

from hotlint.syntax.source import LineIndex


def test_random_changes() -> None:
    chance = random.Random(4)
    for _ in range(60):
        text = "".join(chance.choice(["a", "\n", "bc", "\r\n"]) for _ in range(60))
        table = LineTable(text)
        for _ in range(40):
            starts = LineIndex(text)
            places = sorted(
                (p.line, starts.offset(*p)) for p in (starts.position(chance.randrange(len(text) + 1)) for _ in "12")
            )
            (_, start), (_, end) = places
            new = chance.choice(["", "x", "\n", "y\nz\n", "\r\n"])
            table.replace(places[0], places[1], new)
            text = text[:start] + new + text[end:]
            index = LineIndex(text)
            assert len(table) == len(index)
            for line in chance.sample(range(len(index)), min(2, len(index))):
                assert table.span(line, text) == index.line_span(line)
        assert [table.span(n, text) for n in range(len(index))] == [index.line_span(n) for n in range(len(index))]
