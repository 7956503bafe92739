"""An example of a rule: its test, and a part of its documentation."""

from __future__ import annotations

from hotlint.common.records import NamedTuple


class Example(NamedTuple):
    """A template that shows a rule. In a bad example, a line of ^^^ marks each reported place in the line above.

    `environment` is the text of an environment file to check it with; `files` holds the texts of other files in the
    same folder, by name; `fixed` is the text after the first fix of each finding, None to leave fixes untested. `target`
    is the release of openstack-heat to check it for, None for the newest; `cloud` is the text of a snapshot of a cloud.
    """

    text: str
    environment: str | None = None
    files: dict[str, str] = {}
    fixed: str | None = None
    target: str | None = None
    cloud: str | None = None
