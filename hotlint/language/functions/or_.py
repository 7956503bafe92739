"""or: whether one of several conditions holds.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#or
Heat: heat.engine.hot.functions.Or
"""

from __future__ import annotations

from hotlint.language.functions.and_ import And


class Or(And):
    """Function `or`."""

    name = "or"
    summary = "Whether at least one of two or more conditions holds."
    form = "or: [<condition>, <condition>, ...]\n"
    snippet = "or:\n  - ${1:condition}\n  - ${2:condition}"
    example = "or: [is_prod, has_db]\n"
    result = "true\n"
    decisive = True


FUNCTION = Or()
