"""str_replace_vstrict: str_replace_strict that also fails for an empty value.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#str-replace-vstrict
Heat: heat.engine.hot.functions.ReplaceJsonVeryStrict
"""

from __future__ import annotations

from hotlint.language.functions.str_replace_strict import StrReplaceStrict


class StrReplaceVstrict(StrReplaceStrict):
    """Function `str_replace_vstrict`."""

    name = "str_replace_vstrict"
    since = "2017-09-01"
    summary = "As str_replace_strict, and it fails as well when the value of a placeholder is null or empty."
    form = "str_replace_vstrict:\n  template: <string with placeholders>\n  params:\n    <placeholder>: <value>\n"
    snippet = "str_replace_vstrict:\n  template: ${1:string}\n  params:\n    ${2:placeholder}: ${3:value}"
    given = "parameters: {zones: [a, b]}\n"
    example = "str_replace_vstrict:\n  template: zones=ZONES\n  params:\n    ZONES: {get_param: zones}\n"
    result = '\'zones=["a", "b"]\'\n'
    empty_values = False


FUNCTION = StrReplaceVstrict()
