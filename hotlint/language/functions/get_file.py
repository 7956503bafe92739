"""get_file: the text of a file beside the template."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.language.functions.base import Call, CallTarget, Function, Run, Snippet, require
from hotlint.language.values import MARKS, Value, propagate_unknown


class GetFile(Function):
    name = "get_file"
    summary = "The text of a file, which the client reads and sends along with the template."
    form = "get_file: <path or URL>\n"
    parameters = (("file", "a path relative to the template, or a URL; written out, as the client resolves nothing"),)
    snippet = "get_file: ${1:path}"
    given = "files: {scripts/boot.sh: 'echo ready'}\n"
    example = "get_file: scripts/boot.sh\n"
    result = "echo ready\n"

    def targets(self, call: Call) -> Iterator[CallTarget]:
        if isinstance(call.args, str):
            yield CallTarget("file", call.args, ())

    def compute(self, args: Snippet, run: Run) -> Value:
        name = run.resolve(args)
        require("get_file", "the path of a file", name, (), str)
        if isinstance(name, MARKS):
            return propagate_unknown(name, "string")
        return run.file(name)


FUNCTION = GetFile()
