"""The framing of messages on standard input."""

from hotlint_server.transport.inbox import MessageFramer


def frame(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def test_messages_are_cut_at_any_byte() -> None:
    stream = frame(b'{"a": 1}') + b"content-length:2\r\nContent-Type: x\r\n\r\n{}" + frame(b"")
    for size in range(1, len(stream) + 1):
        framer = MessageFramer()
        bodies = [body for at in range(0, len(stream), size) for body in framer.feed(stream[at : at + size])]
        assert bodies == [b'{"a": 1}', b"{}", b""]


def test_headers_without_length_are_skipped() -> None:
    assert MessageFramer().feed(b"X: 1\r\n\r\n" + frame(b"{}")) == [b"{}"]
