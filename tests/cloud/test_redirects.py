"""Where a cloud may redirect to: keystoneauth sends the password or the token there."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from hotlint.cloud.connection import _refuse_strange_redirects
from hotlint.cloud.errors import CloudError


def redirected(address: str, target: str, status: int = 302) -> Any:
    """Return an answer of an address that redirects to another one."""
    return SimpleNamespace(status_code=status, url=address, headers={"location": target} if target else {})


@pytest.mark.parametrize(
    ("address", "target"),
    [
        ("https://cloud/v3", "http://cloud/v3"), ("https://cloud:443/v3", "http://cloud:443/v3"), ("https://cloud/v3", "https://evil/v3"),
        ("https://cloud/v3", "https://cloud:8443/v3"), ("https://cloud/v3", "//evil/v3"), ("https://cloud/v3", "https://cloud.evil/v3"),
        ("https://cloud:5000/v3", "https://cloud:x/v3"), ("http://cloud:443/v3", "https://cloud:443/v3"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("status", [300, 302, 308])
def test_no_other_place_gets_the_credentials(address: str, target: str, status: int) -> None:
    with pytest.raises(CloudError, match="gets no credentials"):
        _refuse_strange_redirects(redirected(address, target, status))


@pytest.mark.parametrize(
    ("address", "target", "whole"),
    [
        ("https://cloud/v3", "https://cloud:443/v3/", "https://cloud:443/v3/"), ("http://cloud/a/b", "c", "http://cloud/a/c"),
        ("https://cloud/v3", "", ""), ("https://cloud/v3", "/v3/", "https://cloud/v3/"),
    ],
)  # fmt: skip
def test_another_path_is_followed(address: str, target: str, whole: str) -> None:
    answer = redirected(address, target)
    _refuse_strange_redirects(answer)
    assert answer.headers.get("location", "") == whole
