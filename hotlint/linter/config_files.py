"""Find the configuration of a file: the nearest .hotlint.yaml upward from it."""

from __future__ import annotations

import os

NAME = ".hotlint.yaml"
MISNAMED = (".hotlint.yml", "hotlint.yaml")
"""Names that are taken for that of a configuration."""


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
        return self.of_folder(os.path.dirname(os.path.abspath(path)))

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
