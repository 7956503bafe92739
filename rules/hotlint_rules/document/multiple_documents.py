from __future__ import annotations

from hotlint.linter.rule import Example
from hotlint_rules.document._problems import ProblemRule


class MultipleDocuments(ProblemRule):
    """A second YAML document begins in the file.

    A template is one document: after a line of `---` in the middle of the file, Heat refuses all of it. Put the other
    document in a file of its own.
    """

    code = "HOT006"
    name = "multiple-documents"
    renamed = ("several-documents",)
    slugs = frozenset({"documents"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
description: the first
---
^^^
description: the second
""")
    ]
    good = [
        Example("""\
---
heat_template_version: 2018-08-31
description: the only one
""")
    ]
