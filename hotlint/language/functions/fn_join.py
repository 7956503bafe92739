"""Fn::Join: predecessor of list_join.

CloudFormation's function, which HOT has until version 2013-05-23 only.
Heat: heat.engine.cfn.functions.Join
"""

from __future__ import annotations

from hotlint.language.functions.list_join import ListJoin


class FnJoin(ListJoin):
    """Function `Fn::Join`."""

    name = "Fn::Join"
    until = "2013-05-23"
    replaced_by = "list_join"
    same_form = True
    hint_arguments = False
    summary = "The items of a list joined into one string with a delimiter between them."
    form = "Fn::Join: [<delimiter>, <list>]\n"
    parameters = (("delimiter", "the string to put between items"), ("list", "a list of strings"))
    changes = ()
    snippet = "Fn::Join: ['${1:,}', ${2:list}]"
    given = "parameters: {names: [web, db]}\n"
    example = "Fn::Join: [', ', {Ref: names}]\n"
    result = "web, db\n"


FUNCTION = FnJoin()
