"""Find and remember the configuration of each file, and the project around a folder.

The configuration is the nearest .hotlint.yaml upward from the file. The project is the git repository around the folder, or else the
folder of the nearest .hotlint.yaml. Only the command looks further than the folder that it is given. An editor trusts the folders
that it has opened, and no others.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator

from hotlint.common.annotations import TYPE_CHECKING
from hotlint.common.boundary import VARIABLE, Boundary, UserFolders, is_within, top_of
from hotlint.common.files import ReadError, absolute_path, is_skipped_folder, read_start, walked
from hotlint.formats.configuration import MISNAMED, NAME

if TYPE_CHECKING:
    from hotlint.linter.settings.config import Config
    from hotlint.linter.settings.model import Settings
    from hotlint.linter.settings.selectors import KnownRules

_REPOSITORIES = (".git", ".hg", ".svn", ".bzr")


class Nearest:
    """Finds the nearest configuration upward from files, and remembers folders. Above the folder `top` it does not look.

    `misnamed` collects the files on the way that have another name (`MISNAMED`).
    """

    def __init__(self, top: str | None = None) -> None:
        self._top = top
        self._folders: dict[str, str | None] = {}
        self.misnamed: dict[str, None] = {}

    def of_file(self, path: str) -> str | None:
        """Return the absolute path of a file's configuration; None when there is none."""
        folder = path.rpartition(os.sep)[0]
        if folder in self._folders:  # as that of most files, which is then an absolute path
            return self._folders[folder]
        return self.of_folder(os.path.dirname(absolute_path(path)))

    def of_folder(self, folder: str) -> str | None:
        """Return the absolute path of the configuration of the files in a folder (an absolute path); None for none."""
        if folder not in self._folders:
            path = os.path.join(folder, NAME)
            above = os.path.dirname(folder)
            if os.path.isfile(path):
                self._folders[folder] = path
            else:
                found = (os.path.join(folder, name) for name in MISNAMED)
                self.misnamed |= dict.fromkeys(other for other in found if os.path.isfile(other))
                self._folders[folder] = self.of_folder(above) if above != folder and folder != self._top else None
        return self._folders[folder]


class Finder:
    """Finds and remembers the configuration of each file.

    `explicit` is one configuration for all files; `enabled` False means none at all; outside of the folder `top`, no
    configuration is looked for and nothing that one names is read. `known` returns the rules that selectors may name; it is
    called once a configuration is read, since it loads the rule packs.
    """

    def __init__(
        self,
        explicit: str | None = None,
        *,
        enabled: bool = True,
        known: Callable[[], KnownRules] | None = None,
        top: Boundary | None = None,
    ) -> None:
        self.explicit = explicit
        self.enabled = enabled
        self._known = known
        self._top = top
        self._nearest = Nearest(top_of(top))
        self._files: dict[str, Config] = {}

    def config(self, path: str) -> Config | None:
        """Return the configuration of a file. Raises FileNotFoundError, and PermissionError for an explicit one."""
        if not self.enabled:
            return None
        if self.explicit is not None:
            return self._files.get(self.explicit) or self._open(self.explicit, self.explicit, os.getcwd())
        nearest = self._nearest.of_file(path)
        return self._files.get(nearest) or self._open(nearest, _display_path(nearest)) if nearest is not None else None

    def settings(self, path: str) -> Settings:
        """Return the settings that the configuration gives a file."""
        from hotlint.linter.settings.model import Settings

        config = self.config(path)
        return config.for_file(path) if config else Settings()

    def excluded(self, path: str) -> bool:
        """Return whether the configuration of a file or folder excludes it."""
        config = self.config(path)
        return config is not None and config.excludes(path)

    def folder(self, path: str) -> str | None:
        """Return the folder of a file's configuration; None if there is none, if it is empty, or if it applies to all files."""
        config = self.config(path) if self.explicit is None else None
        return config.folder if config is not None and config.settings else None

    def opened(self) -> Iterable[Config]:
        """Return every configuration that has been read so far, those that others extend included, each once."""
        files = {config.path: config for top in self._files.values() for config in top.all_files()}
        return files.values()

    def is_stale(self, path: str) -> bool:
        """Return whether the settings may differ once a file (an absolute path) has been changed, added or deleted."""
        if os.path.basename(path) in (NAME, *MISNAMED):
            return True
        return any(config.is_stale(path) for config in self.opened())

    @property
    def misnamed(self) -> Iterable[str]:
        """The files named like a configuration, such as .hotlint.yml, that are not read; paths as in `config`."""
        return map(_display_path, self._nearest.misnamed)

    def _open(self, found: str, path: str, base: str | None = None) -> Config:
        from hotlint.linter.settings.config import read_config

        known = self._known() if self._known is not None else None
        config = self._files[found] = read_config(path, known, base=base, confined_to=self._top)
        return config


def _display_path(path: str) -> str:
    """Return a path relative to the working folder where it is below that."""
    here = os.getcwd() + os.sep
    return path[len(here) :] if path.startswith(here) else path


LIMIT = 50_000
"""Files and folders of a project; around a larger one, the folder stands for itself."""
HOME_LIMIT = 5_000
"""Files and folders of a project that nothing marks as one but that hotlint works in it."""


def enclosing_project(folder: str, *, use_config: bool = True, home: str | None = None) -> str:
    """Return the absolute path of the project that a folder is in; the folder itself where it is in none.

    The project is the git repository around the folder, else the folder of the nearest .hotlint.yaml that is not empty, where
    `use_config` is true, else `home` (None: the working folder), which is around the folder and has at most `HOME_LIMIT` files.
    The home folder of the user, the folder of temporary files, `/`, and what has more than `LIMIT` files are no projects,
    and what is below a hidden folder belongs to none.
    """
    own = os.path.abspath(folder)
    repository, configured = _marked(own, use_config=use_config)
    if repository == own:
        return own
    working = _working_folder(home)
    for found, limit in ((repository, LIMIT), (configured, LIMIT), (working, HOME_LIMIT)):
        if found == own:
            break
        if found is not None and _is_within(own, found) and not is_larger(found, limit):
            return found
    return own


def _working_folder(home: str | None) -> str | None:
    """Return the folder of files that are in no marked project; None where that would be all that a user has."""
    found = os.path.abspath(home) if home is not None else os.getcwd()
    return None if found in no_projects() else found


def no_projects() -> tuple[str, ...]:
    """Return the folders that are no source trees, though files may be in them: too much is below them."""
    return os.path.expanduser("~"), os.path.abspath(os.sep), os.environ.get("TMPDIR", "/tmp").rstrip(os.sep)


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
    return steps[0] != os.pardir and not any(map(is_skipped_folder, steps))


def is_larger(project: str, limit: int) -> bool:
    """Return whether a folder has more files and folders in it, at any depth, than a limit."""
    seen = 0
    for _, folders, files in walked(project):
        seen += len(folders) + len(files)
        if seen > limit:
            return True
    return False


def user_folders(named: Iterable[str], allowed: Iterable[str] = (), working: str | None = None) -> UserFolders:
    """Return the boundary of a run by the paths that its user names, and the folders that he allows besides.

    Around each path, this is the repository; without one, its folder, or the working folder around that, which is `working`, or that of
    the process. The folder of the nearest configuration counts as well; of the home folder, `/` and the folder of temporary files, only
    the configuration itself.
    """
    folders: dict[str, None] = {}
    for path in map(os.path.abspath, named):
        folders |= dict.fromkeys(_around(path, working or os.getcwd()))
    by_variable = filter(None, os.environ.get(VARIABLE, "").split(os.pathsep))
    return UserFolders(tuple(folders), (*by_variable, *allowed))


def _around(path: str, working: str) -> Iterator[str]:
    """Yield the folders that the project of a path (a full path) is in; of what is no file, such as /dev/stdin, what it leads to."""
    folder = path if os.path.isdir(path) else os.path.dirname(path)
    if path.startswith("/dev/"):
        yield os.path.realpath(path)
    repository = _repository(folder)
    yield repository or (working if working not in no_projects() and is_within(folder, working) else folder)
    configured = Nearest().of_folder(folder)
    if configured is not None:
        above = os.path.dirname(configured)
        yield above if above not in no_projects() else configured


def _repository(folder: str) -> str | None:
    """Return the repository around a folder (a full path), by its own name: that of a submodule or worktree may be in another."""
    found = None
    while True:
        marks = [mark for name in _REPOSITORIES if os.path.lexists(mark := os.path.join(folder, name))]
        if marks and (found is None or folder not in no_projects()):
            found = folder
            if not os.path.isfile(marks[0]):
                return found
        above = os.path.dirname(folder)
        if above == folder:
            return found
        folder = above
