"""get_file: content of a file, which the client sends along with the template.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#get-file
Heat: heat.engine.hot.functions.GetFile
"""

from __future__ import annotations

from hotlint.language.functions.base import Function, Run, Snippet, error, require
from hotlint.language.values import MARKS, Value, propagate_unknown


class GetFile(Function):
    """Function `get_file`."""

    name = "get_file"
    arguments = {(): "file"}
    hint_value = False
    fails_on_null = True
    summary = "The content of a file, which the client reads and sends along with the template."
    form = "get_file: <path or URL>\n"
    parameters = (("file", "a path relative to the template, or a URL; written out, as the client resolves nothing"),)
    snippet = "get_file: ${1:path}"
    given = "files: {scripts/boot.sh: 'echo ready'}\n"
    example = "get_file: scripts/boot.sh\n"
    result = "echo ready\n"

    def compute(self, args: Snippet, run: Run) -> Value:
        name = run.resolve(args)
        require("get_file", "the path of a file", name, (), str)
        if isinstance(name, MARKS):
            return propagate_unknown("get_file", name, type_="string", once=False)
        if not isinstance(args, str) and "://" not in name:
            raise error("get_file needs a name that is written out: the client sends no file whose name is computed")
        return run.file(name)


FUNCTIONS = (GetFile(),)
