"""digest: hash of a string.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#digest
Heat: heat.engine.hot.functions.Digest
"""

from __future__ import annotations

from hotlint.language.functions.base import Function, Run, Snippet, describe_argument, error, require
from hotlint.language.values import MARKS, Value, propagate_unknown, show


class Digest(Function):
    """Function `digest`."""

    name = "digest"
    since = "2015-04-30"
    arguments = {(0,): "choice"}
    choices = ("md5", "sha256", "sha512", "sha1", "sha224", "sha384")
    fails_on_null = True
    summary = "The hash of a string by an algorithm such as sha256, as hexadecimal digits."
    form = "digest: [<algorithm>, <string>]\n"
    parameters = (
        ("algorithm", "md5, sha1, sha224, sha256, sha384, sha512, or another that the engine's OpenSSL has"),
        ("string", "the string to hash; it may hold only characters of Latin-1"),
    )
    snippet = "digest: [${1|sha256,sha512,sha384,sha1,md5|}, ${2:string}]"
    given = "parameters: {password: secret}\n"
    example = "digest: [sha256, {get_param: password}]\n"
    result = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b\n"

    def compute(self, args: Snippet, run: Run) -> Value:
        args = run.resolve(args)
        if isinstance(args, MARKS):
            return propagate_unknown("digest", args, type_="string")
        if not isinstance(args, list) or len(args) != 2:
            raise error(f"digest needs [algorithm, string], not {describe_argument(args)}")
        for index, (arg, what) in enumerate(zip(args, ("the name of an algorithm", "a string to hash"), strict=True)):
            require("digest", what, arg, (index,), str)
        algorithm, text = args
        if isinstance(algorithm, str):
            _check(algorithm)
        if isinstance(algorithm, MARKS) or isinstance(text, MARKS):
            return propagate_unknown("digest", args, type_="string")
        run.spend(len(text) // 100 + 1)
        return _hash(algorithm, text)


def _check(algorithm: str) -> None:
    import hashlib

    if algorithm.lower() not in hashlib.algorithms_available:
        from hotlint.common.suggestions import did_you_mean

        hint = did_you_mean(algorithm.lower(), hashlib.algorithms_guaranteed)
        raise error(f"digest knows no algorithm {show(algorithm)}{hint}", (0,), "unknown-algorithm")


def _hash(algorithm: str, text: str) -> str:
    import hashlib

    try:
        return hashlib.new(algorithm, text.encode("latin-1")).hexdigest()
    except UnicodeEncodeError:
        message = "digest hashes only strings of Latin-1 characters, but this string has others"
        raise error(message, (1,), "encoding") from None
    except (ValueError, TypeError):  # algorithms whose hash has no length of its own, such as shake_128
        raise error(f"digest cannot use the algorithm {show(algorithm)}", (0,), "unknown-algorithm") from None


FUNCTIONS = (Digest(),)
