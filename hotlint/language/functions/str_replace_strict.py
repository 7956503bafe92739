"""str_replace_strict: str_replace that insists on every placeholder."""

from __future__ import annotations

from hotlint.language.functions.str_replace import StrReplace


class StrReplaceStrict(StrReplace):
    name = "str_replace_strict"
    since = "2017-02-24"
    summary = "As str_replace, and it fails when a placeholder does not occur in the template."
    form = "str_replace_strict:\n  template: <text with placeholders>\n  params:\n    <placeholder>: <value>\n"
    changes = ()
    snippet = "str_replace_strict:\n  template: ${1:text}\n  params:\n    ${2:placeholder}: ${3:value}"
    given = "parameters: {port: 8080}\n"
    example = "str_replace_strict:\n  template: listen=%port%\n  params:\n    '%port%': {get_param: port}\n"
    result = "listen=8080\n"
    strict = True


FUNCTION = StrReplaceStrict()
