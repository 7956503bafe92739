"""Where the configuration of a file is, without reading it."""

from __future__ import annotations

import os

NAME = ".hotlint.yaml"


class Nearest:
    """The nearest configuration upward from files; remembers folders."""

    def __init__(self) -> None:
        self._folders: dict[str, str | None] = {}

    def of_file(self, path: str) -> str | None:
        """The full path of the configuration that counts for a file."""
        return self.of_folder(os.path.dirname(os.path.abspath(path)))

    def of_folder(self, folder: str) -> str | None:
        if folder not in self._folders:
            path = os.path.join(folder, NAME)
            above = os.path.dirname(folder)
            if os.path.isfile(path):
                self._folders[folder] = path
            else:
                self._folders[folder] = self.of_folder(above) if above != folder else None
        return self._folders[folder]
