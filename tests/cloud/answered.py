"""A connection whose answers are those of a mapping: what is read of a cloud without a cloud."""

from __future__ import annotations

from typing import Any

from hotlint.cloud.connection import CloudConnection
from hotlint.cloud.errors import RequestRefusedError


class Answered(CloudConnection):
    """A connection. `answers` are by service and path; an exception among them is raised, and what is not there is refused."""

    def __init__(self, answers: dict[tuple[str, str], Any]) -> None:
        super().__init__(None, "made-up", 1.0, 1.0)
        self.answers = answers
        self.asked: list[tuple[str, str]] = []

    @property
    def project_id(self) -> str:
        return "p1"

    @property
    def project_name(self) -> str:
        return "web"

    @property
    def role(self) -> str:
        return "member"

    @property
    def services(self) -> tuple[str, ...]:
        return ("compute", "network")

    @property
    def region(self) -> str:
        return "R1"

    def get(self, service: str, path: str) -> Any:
        self.asked.append((service, path))
        found = self.answers.get((service, path), RequestRefusedError(service, 404, ""))
        if isinstance(found, Exception):
            raise found
        return found
