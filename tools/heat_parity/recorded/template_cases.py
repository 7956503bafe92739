"""Small templates with an environment each, from a Python file that lists topics.

The file has TOPICS, a sequence of functions, each of which yields (template, environment) pairs.
"""

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from .verdicts import content_key


class TemplateCase(NamedTuple):
    """A template and the environment that it is validated with."""

    template: str
    environment: dict[str, Any]

    @property
    def key(self) -> str:
        """The key of the verdict on this case."""
        return content_key(self.template, self.environment)


def read_topics(path: Path) -> Iterator[tuple[str, list[TemplateCase]]]:
    """Yield the cases of each topic of a file, with its name. The file is run."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for topic in module.TOPICS:
        yield topic.__name__, [TemplateCase(template, environment) for template, environment in topic()]
