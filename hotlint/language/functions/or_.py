"""or: whether one of several conditions holds."""

from __future__ import annotations

from hotlint.language.functions.and_ import And


class Or(And):
    name = "or"
    summary = "Whether at least one of two or more conditions holds."
    form = "or: [<condition>, <condition>, ...]\n"
    snippet = "or:\n  - ${1:condition}\n  - ${2:condition}"
    example = "or: [is_prod, has_db]\n"
    result = "true\n"
    decisive = True


FUNCTION = Or()
