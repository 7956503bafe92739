"""Forbid this process, on Linux, whatever an evaluation never does: to write files, open connections, or start programs.

The kernel refuses such calls with an error (seccomp). What evaluates is then harmless even where a library is not.
"""

from __future__ import annotations

import errno
import os
import sys
from struct import pack

_ARCHITECTURES = {
    # the kernel's name of the architecture; calls that are refused; calls that open files, with the argument that holds the flags
    "x86_64": (
        0xC000003E,
        (
            38, 41, 42, 44, 46, 49, 50, 53, 56, 57, 58, 59, 62, 76, 77, 82, 83, 84, 85, 86, 87, 88, 90, 91, 92, 93, 94, 101, 132, 133,
            160, 161, 165, 188, 189, 190, 200, 234, 235, 258, 259, 260, 261, 263, 264, 265, 266, 268, 280, 302, 307, 310, 311, 316, 319,
            321, 322,
        ),
        {2: 1, 257: 2},
    ),
    "aarch64": (
        0xC00000B7,
        (
            5, 6, 7, 33, 34, 35, 36, 37, 38, 40, 45, 46, 51, 52, 53, 54, 55, 88, 103, 117, 129, 130, 131, 164, 198, 199, 200, 201, 203,
            206, 211, 220, 221, 261, 269, 270, 271, 276, 279, 280, 281,
        ),
        {56: 2},
    ),
}  # fmt: skip
_NEW_CALLS = (425, 434, 435, 437, 452)
"""Calls with the same number everywhere: io_uring_setup, pidfd_open, clone3, openat2, fchmodat2."""
_OTHER_NUMBERS = 0x40000000
"""The calls of x32 on x86_64 have numbers from here on."""
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | errno.EPERM
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def rules() -> bytes:
    """Return the rules of this machine for the kernel; none where there are none for it."""
    known = _ARCHITECTURES.get(os.uname().machine) if sys.platform == "linux" and sys.maxsize > 1 << 32 else None
    if known is None:
        return b""
    architecture, refused, opening = known
    steps: list[tuple[int, int, str, str]] = [(_LOAD, 4, "", ""), (_EQUAL, architecture, "", "refuse")]
    steps += [(_LOAD, 0, "", ""), (_AT_LEAST, _OTHER_NUMBERS, "refuse", "")]
    steps += [(_EQUAL, number, "refuse", "") for number in (*refused, *_NEW_CALLS)]
    for number, argument in opening.items():
        steps += [
            (_EQUAL, number, "", "skip"),
            (_LOAD, 16 + 8 * argument, "", ""),
            (_ANY_BIT, _WRITES, "refuse", "allow"),
        ]
    ends = {"allow": len(steps), "refuse": len(steps) + 1}
    coded = b""
    for at, (code, value, yes, no) in enumerate(steps):
        jumps = [{"": 0, "skip": 2}.get(to, ends.get(to, 0) - at - 1) for to in (yes, no)]
        coded += pack("=HBBI", code, *jumps, value)
    return coded + pack("=HBBI", _RETURN, 0, 0, _ALLOW) + pack("=HBBI", _RETURN, 0, 0, _REFUSE)


def confine(coded: bytes) -> bool:
    """Let the kernel hold this process, and what it starts, to rules; returns whether it does."""
    if not coded:
        return False
    import ctypes

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_char_p))

    no_new_privileges, set_rules, filtered = 38, 22, 2
    libc = ctypes.CDLL(None)
    program = Program(len(coded) // 8, coded)
    if libc.prctl(no_new_privileges, 1, 0, 0, 0) != 0:
        return False
    return bool(libc.prctl(set_rules, filtered, ctypes.byref(program), 0, 0) == 0)
