"""Find the project around a folder: its git repository, or else the folder of the nearest .hotlint.yaml.

Only the command looks further than the folder that it is given. An editor trusts the folders that it has opened, and no others.
"""

from __future__ import annotations

import os

from hotlint.common.files import ReadError, is_skipped_folder, read_start
from hotlint.linter.config_search import NAME

LIMIT = 50_000
"""Files and folders of a project; around a larger one, the folder stands for itself."""


def enclosing_project(folder: str, *, use_config: bool = True) -> str:
    """Return the absolute path of the project that a folder is in; the folder itself where it is in none.

    A git repository counts before a .hotlint.yaml, which counts where `use_config` is true and it is not empty. The home folder,
    `/`, and what has more than `LIMIT` files are no projects, and what is below a hidden folder belongs to none.
    """
    own = os.path.abspath(folder)
    repository, configured = _marked(own, use_config=use_config)
    if repository == own:
        return own
    for found in (repository, configured):
        if found == own:
            break
        if found is not None and _is_within(own, found) and not _is_large(found):
            return found
    return own


def _marked(folder: str, *, use_config: bool) -> tuple[str | None, str | None]:
    """Return the nearest folder upward that is a git repository, and the nearest one in it with a .hotlint.yaml."""
    no_project = (os.path.expanduser("~"), os.path.abspath(os.sep))
    configured = None
    here = folder
    while here not in no_project:
        if use_config and configured is None and _has_settings(os.path.join(here, NAME)):
            configured = here
        if os.path.exists(os.path.join(here, ".git")):
            return here, configured
        here = os.path.dirname(here)
    return None, configured


def _has_settings(path: str) -> bool:
    """Return whether a configuration is there and has more in it than comments: an empty one changes no finding."""
    try:
        lines = read_start(path, 1 << 16).splitlines()
    except (OSError, ReadError):
        return False
    return any(line.strip() not in (b"", b"---", b"{}") and not line.lstrip().startswith(b"#") for line in lines)


def _is_within(folder: str, project: str) -> bool:
    """Return whether a search of the project enters the folder."""
    steps = os.path.relpath(folder, project).split(os.sep)
    return not any(map(is_skipped_folder, steps))


def _is_large(project: str) -> bool:
    seen = 0
    for _, folders, files in os.walk(project):
        folders[:] = [f for f in folders if not is_skipped_folder(f)]
        seen += len(folders) + len(files)
        if seen > LIMIT:
            return True
    return False
