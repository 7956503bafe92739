"""list_concat_unique: several lists as one, without duplicates.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#list-concat-unique
Heat: heat.engine.hot.functions.ListConcatUnique
"""

from __future__ import annotations

from hotlint.language.functions.list_concat import ListConcat


class ListConcatUnique(ListConcat):
    """Function `list_concat_unique`."""

    name = "list_concat_unique"
    since = "2017-09-01"
    fails_on_null = True
    summary = "One list with the items of several, each item once, where it occurs first."
    form = "list_concat_unique: [<list>, <list>, ...]\n"
    snippet = "list_concat_unique:\n  - ${1:list}\n  - ${2:list}"
    given = "parameters: {extra: [web, monitoring]}\n"
    example = "list_concat_unique:\n  - [default, web]\n  - {get_param: extra}\n"
    result = "[default, web, monitoring]\n"
    unique = True


FUNCTION = ListConcatUnique()
