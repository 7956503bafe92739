"""str_replace_strict: str_replace that fails for a placeholder that its template does not contain.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#str-replace-strict
Heat: heat.engine.hot.functions.ReplaceJsonStrict
"""

from __future__ import annotations

from hotlint.language.functions.str_replace import StrReplace


class StrReplaceStrict(StrReplace):
    """Function `str_replace_strict`."""

    name = "str_replace_strict"
    since = "2017-02-24"
    hint_arguments = False
    summary = "As str_replace, and it fails when a placeholder does not occur in the template."
    form = "str_replace_strict:\n  template: <string with placeholders>\n  params:\n    <placeholder>: <value>\n"
    changes = ()
    snippet = "str_replace_strict:\n  template: ${1:string}\n  params:\n    ${2:placeholder}: ${3:value}"
    given = "parameters: {port: 8080}\n"
    example = "str_replace_strict:\n  template: listen=%port%\n  params:\n    '%port%': {get_param: port}\n"
    result = "listen=8080\n"
    strict = True


FUNCTION = StrReplaceStrict()
