"""hotlint: linter, dry run and language server for OpenStack Heat (HOT) templates.

report = hotlint.check("template.yaml", environments=["env.yaml"])
preview = hotlint.preview("template.yaml", environments=["env.yaml"])
"""

import sys

_STARTED = sys.argv[:1] == ["-m"] and {"hotlint", "-mhotlint"} & set(sys.orig_argv)
if _STARTED and not sys.flags.safe_path and __file__.rpartition("hotlint")[0][:-1] != sys.path[0]:
    # `python -m hotlint` would import whatever is in the working folder, where the templates of others may be.
    del sys.path[0]

from hotlint.common.version import __version__  # noqa: E402 - the working folder is left out before

TYPE_CHECKING = False  # typing is not imported here: the command starts without it
if TYPE_CHECKING:
    from typing import Any

    from hotlint.api import Finding, Report, check, preview

__all__ = ["Finding", "Report", "__version__", "check", "preview"]


def __getattr__(name: str) -> "Any":
    """The API is imported when first used: `hotlint.cli` and the server start without it."""
    if name in ("check", "preview", "Report", "Finding"):
        from hotlint import api

        return getattr(api, name)
    raise AttributeError(f"module 'hotlint' has no attribute {name!r}")
