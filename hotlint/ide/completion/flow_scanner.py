"""Flow collections and quoted scalars of half-typed YAML, up to a cursor."""

from __future__ import annotations

from typing import NamedTuple

from hotlint.ide.completion.line_scanner import KEY, Frame, line_end, next_content, quote_end, unquoted

_PAIR = -2
"""The indent of a mapping that is in a flow list without braces of its own."""
_AFTER_QUOTE = ("", *" \t\r\n,]}:")
_AFTER_COLON = (" ", "\n", "\r", "", ",", "}", "]")


class FlowToken(NamedTuple):
    """The token at a cursor: whether it is a key, where it starts, and the quote that it is in ("" for none)."""

    is_key: bool
    start: int
    quote: str
    in_flow: bool = True


class FlowScanner:
    """Steps over flow style in a text up to `offset`; `frames` are the open collections, which the scanner adds to."""

    def __init__(self, text: str, offset: int, frames: list[Frame]) -> None:
        self.text = text
        self.offset = offset
        self.frames = frames
        self.line_start = text.rfind("\n", 0, offset) + 1

    def skip(self, at: int) -> int | None:
        """Return the end of the flow collection or quoted scalar at an offset; None when the cursor is in it.

        One that was left open ends where a line below it is block style of its own.
        """
        text, stop = self.text, self.offset
        if text[at] in "\"'":
            return self._skip_quoted(at)
        depth, i = 0, at
        while i < stop:
            char = text[i]
            if char in "\"'" and text[i - 1] in " \n[{,:":
                end = quote_end(text, i, stop)
                line = text.find("\n", i, stop if end is None else end)
                if line >= 0 and self._new_entry(line + 1, at):
                    return line + 1
                if end is None:
                    return None
                i = end
                continue
            if char in "[{":
                depth += 1
            elif char in "]}":
                depth -= 1
                if depth <= 0:
                    return i + 1
            elif char == "#" and text[i - 1] in " \n":
                end = text.find("\n", i)
                i = end if 0 <= end < stop else stop
                continue
            elif char == "\n" and self._new_entry(i + 1, at):
                return i + 1  # the bracket is not closed
            i += 1
        return None

    def _skip_quoted(self, at: int) -> int | None:
        text, stop = self.text, self.offset
        end = self._quote_end(at, stop)
        line = text.find("\n", at) + 1
        while 0 < line <= (stop if end is None else end):
            if self._new_entry(line, at):
                end = line  # the quote is not closed
                break
            line = text.find("\n", line) + 1
        return end

    def _quote_end(self, at: int, stop: int) -> int | None:
        """Return the end of the text in quotes at an offset; None where the next quote begins a text instead of ending one."""
        end = quote_end(self.text, at, stop)
        return end if end is not None and self.text[end : end + 1] in _AFTER_QUOTE else None

    def _new_entry(self, line: int, opened: int) -> bool:
        """Return whether a line is block style of its own, so that the bracket or quote above it was left open."""
        text = self.text
        first = text.rfind("\n", 0, opened) + 1
        before = text[first:opened]
        key = before.lstrip(" -")  # `- key: [`: the other keys of the item stand below the first one
        base = len(before) - len(key if KEY.match(key) else before.lstrip(" "))
        end = text.find("\n", line) if line < self.line_start else self.offset
        row = text[line : end if end >= 0 else len(text)]
        content = row.lstrip(" ")
        indent = len(row) - len(content)
        if not content and line < self.line_start:
            return False
        if indent > base:
            return self._is_block_style(text[line : line_end(text, line)].lstrip(" "), line, text[opened])
        if indent == base and text[:line].rstrip().endswith((",", "[", "{")) and not content.startswith("- "):
            return False
        if line >= self.line_start:
            return not content.startswith(("]", "}"))
        return bool(KEY.match(content) or content.startswith("- ")) and not content.rstrip().endswith((",", "]", "}"))

    def _is_block_style(self, content: str, line: int, opened: str) -> bool:
        """Return whether a line below a bracket or quote, and deeper, is one that nothing within it can be.

        Between brackets, an entry ends with a comma, or another bracket follows. A text in quotes has keys only by mistake.
        """
        is_entry = KEY.match(content.lstrip("- ")) is not None
        if content.rstrip() == "-" or opened in "\"'":
            return is_entry or content.rstrip() == "-"
        if not is_entry:
            return content.startswith("- ")
        below = next_content(self.text, line_end(self.text, line))
        return content.rstrip()[-1] not in ",]}{[" and below not in ("", *",]}{[")

    def is_left_open(self, at: int) -> bool:
        """Return whether what begins at an offset may have been left open: brackets, and quotes that nothing below closes."""
        return self.text[at] in "[{" or self._quote_end(at, len(self.text)) is None

    def enter(self, at: int) -> FlowToken:
        """Return the token at the cursor, which is in the flow collection or quotes that begin at an offset.

        The collections that are open at the cursor are added to the frames.
        """
        text, stop = self.text, self.offset
        if text[at] in "\"'":
            return FlowToken(False, at + 1, text[at], in_flow=False)
        frames = self.frames
        i = token = at
        quote = ""
        while i < stop:
            char = text[i]
            if char in "{[":
                frames.append(Frame(-1, is_list=char == "[", flow=True))
                token = i + 1
            elif char in "]}":
                self._end_pair()
                if frames and frames[-1].flow:
                    frames.pop()
                token = i + 1
            elif char == ",":
                self._end_pair()
                frames[-1].key = None
                frames[-1].index += 1
                token = i + 1
            elif char in "\"'" and not text[token:i].strip():
                end = quote_end(text, i, stop)
                if end is None:
                    token, quote = i + 1, char
                    break
                i = end
                continue
            elif char == ":" and (text[i + 1 : i + 2] in _AFTER_COLON or text[i - 1] in "\"'"):
                key = unquoted(text[token:i].strip())
                if frames[-1].is_list:
                    frames.append(Frame(_PAIR, flow=True))  # `[a: b]` is a list of one map
                frames[-1].key = key
                frames[-1].keys.append(key)
                token = i + 1
            elif char == "#" and text[i - 1] in " \n":
                end = text.find("\n", i)
                i = end if 0 <= end < stop else stop
                continue
            i += 1
        if not frames or not frames[-1].flow:
            return FlowToken(False, stop, "")
        if not quote:
            token += len(text[token:stop]) - len(text[token:stop].lstrip())
        is_key = not frames[-1].is_list and frames[-1].key is None
        return FlowToken(is_key, token, quote)

    def _end_pair(self) -> None:
        if self.frames and self.frames[-1].indent == _PAIR:
            self.frames.pop()
