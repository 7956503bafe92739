from __future__ import annotations

from hotlint.rule import Example
from hotlint_rules.document._problems import ProblemRule


class KeyNotScalar(ProblemRule):
    """A key is a list or a mapping.

    YAML allows such keys, but Heat refuses the template. The usual cause is a placeholder of another tool, such as
    `{{ name }}`, that needs quotes.
    """

    code = "HOT005"
    name = "key-not-scalar"
    looks_at = frozenset({"key"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
description: {{ what }}
              ^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
description: "{{ what }}"
""")
    ]
