"""Makes the fixture `client` known to the tests of this folder."""

from server_fixture import client

__all__ = ["client"]
