"""The tools, resources and the prompt of the server for coding agents."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Annotated, Any, Literal

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError
from mcp.server.mcpserver.resolve import ListRoots, Resolve
from mcp.server.mcpserver.tools import Tool
from mcp.server.transport_security import TransportSecuritySettings
from mcp.types import CallToolResult, ListRootsResult, TextContent, ToolAnnotations
from pydantic import ConfigDict, Field, create_model

from hotlint.common.listening import is_token
from hotlint.common.printable import printable
from hotlint.common.version import __version__
from hotlint.language import versions
from hotlint.mcp import answers
from hotlint.mcp.answers import Answers
from hotlint.mcp.roots import Roots, from_uri
from hotlint.operations.errors import OperationError, as_operation_error
from hotlint.operations.explain import explain, find

INSTRUCTIONS = """\
hotlint checks and resolves OpenStack Heat (HOT) templates without a cloud. Call `check` first: it says what Heat would refuse, with
places and the titles of fixes; safe fixes change no value. Call `fix` for all fixes at once, verified. Call `explain` with a code for the
reason and an example, and with `suite` or `policy` for the grammar of tests. After each edit, call `check` again, with `text` for a text
that is not saved. Call `preview` to see what a template resolves to, and `diff` or `plan` to see what an update would replace or delete
before you propose it. Call `new` for a template to begin with. Lines and columns count from 1."""

PROMPT = """\
Repair the Heat template {path} with the tools of hotlint.

1. Call `check` with the path. Repair errors before warnings: one mistake often causes several findings.
2. Call `fix` and apply its edits from the last one to the first. Call `check` again.
3. Look at the unsafe fixes that `fix` names: call `fix` with `unsafe`, and apply those that are right. If none is, call `explain` with
   the code of the finding, and `find` or `explain` with the type for the names of its properties.
4. Call `check` again until no error is left. Suppress no finding, and remove no resource, to reach that.
5. Call `preview` and say which values stay unknown. If a stack runs, call `diff` with the old text, and name each resource that would be
   replaced or deleted."""


def named_roots(context: Context[Any, Any]) -> ListRootsResult | ListRoots:
    """Ask the client for its roots, if it has any."""
    capabilities = context.client_capabilities
    return ListRoots() if capabilities is not None and capabilities.roots is not None else ListRootsResult(roots=[])


Named = Annotated[ListRootsResult, Resolve(named_roots)]
Path = Annotated[str, Field(description="A path in a root, or a file URI.")]
Text = Annotated[str | None, Field(description="Instead of the file's own text, such as an unsaved edit.")]
Environments = Annotated[list[str], Field(description="Later ones win. None: those that it is deployed with.")]
Values = Annotated[dict[str, Any], Field(description="Values by name.")]
Limit = Annotated[int, Field(ge=1, le=500)]


class Tools:
    """The tools. `given` are the folders of the command line; `may_write` lets `fix` write."""

    def __init__(self, given: Sequence[str], *, may_write: bool) -> None:
        self._given = tuple(given)
        self._may_write = may_write

    def all(self) -> tuple[Callable[..., Any], ...]:
        """Return the tools."""
        return (
            self.check, self.fix, self.format, self.upgrade, self.preview, self.diff, self.plan, self.failure, self.new,
            self.explain, self.find, self.test, self.policies,
        )  # fmt: skip

    def _answers(self, named: ListRootsResult) -> Answers:
        paths = (from_uri(str(root.uri)) for root in named.roots)
        return Answers(Roots([p for p in paths if p is not None], self._given))

    def check(
        self, roots: Named, path: Path = ".", text: Text = None, environments: Environments = [],  # noqa: B006
        parameters: Values = {}, limit: Limit = 50,  # noqa: B006
        structured: Annotated[bool, Field(description="JSON with ranges, and fixes as edits.")] = False,
    ) -> dict[str, Any] | str:  # fmt: skip
        """Say what Heat would refuse in a template, an environment, a suite, a policy file or a folder, line by line."""
        own = self._answers(roots)
        place = own.roots.place(path) if text is not None else own.roots.existing(path)
        reports = list(own.reports(place, own.runner(place, environments, parameters), text))
        return (answers.findings if structured else answers.concise)(reports, place.root, limit)

    def fix(
        self, roots: Named, path: Path, text: Text = None, unsafe: bool = False, write: bool = False,
        environments: Environments = [], parameters: Values = {},  # noqa: B006
    ) -> dict[str, Any]:  # fmt: skip
        """Return verified fixes as edits of whole lines; apply them from the last one to the first.

        Safe fixes change no value. `unsafe` also tries fixes that may change a value, such as a guess of a misspelled name; without it,
        they are only named. `write` replaces the file instead, if the user lets the server write.
        """
        own = self._answers(roots)
        if write and (text is not None or not self._may_write):
            raise OperationError("'write' needs a server with --write, and takes no 'text'")
        place = own.roots.place(path) if text is not None else own.roots.existing(path)
        return own.fixed(place, own.runner(place, environments, parameters), text, unsafe=unsafe, write=write)

    def format(self, roots: Named, path: Path, text: Text = None) -> dict[str, Any]:
        """Return the edits that lay out a template or an environment in one style."""
        from hotlint.operations.format import formatting

        own = self._answers(roots)
        place = own.roots.place(path) if text is not None else own.roots.existing(path)
        return own.rewritten(place, formatting(own.scope(place)), text)

    def upgrade(
        self, roots: Named, path: Path, text: Text = None,
        to: Annotated[str, Field(description="A version or a release, such as wallaby.")] = versions.NEWEST,
    ) -> dict[str, Any]:  # fmt: skip
        """Return the edits that raise a template to a version of HOT, each proved to keep its values, and what is left to decide."""
        from hotlint.operations.upgrade import upgrading

        own = self._answers(roots)
        place = own.roots.place(path) if text is not None else own.roots.existing(path)
        return own.rewritten(place, upgrading(own.scope(place), to, {}), text)

    def preview(
        self, roots: Named, path: Path, text: Text = None, environments: Environments = [], parameters: Values = {},  # noqa: B006
        value: Annotated[str | None, Field(description="Explain one value, such as resources.web.properties.name.")] = None,
    ) -> dict[str, Any]:  # fmt: skip
        """Resolve a template as Heat would, without a cloud. Unknown values have their reason; hidden ones are redacted."""
        own = self._answers(roots)
        place = own.roots.place(path) if text is not None else own.roots.existing(path)
        return own.shown(own.template(place, environments, parameters, text), value)

    def diff(
        self, roots: Named, path: Path,
        old_path: Annotated[str | None, Field(description="The template as it is. None: the file at `path`, as saved.")] = None,
        old_text: Annotated[str | None, Field(description="The text as it is, such as that of the last commit.")] = None,
        text: Text = None, environments: Environments = [], parameters: Values = {},  # noqa: B006
    ) -> dict[str, Any]:  # fmt: skip
        """Compare two versions of a template, resolved: which resources an update changes in place, replaces, adds or deletes."""
        own = self._answers(roots)
        new, old = own.roots.existing(path), own.roots.existing(old_path or path)
        sides = own.template(old, environments, parameters, old_text), own.template(new, environments, parameters, text)
        return own.difference(*sides)

    def plan(
        self, roots: Named, recording: Annotated[str, Field(description="A file that `hotlint record` wrote.")], path: Path,
        existing: Annotated[bool, Field(description="Keep values and environment of the stack.")] = False,
        environments: Environments = [], parameters: Values = {},  # noqa: B006
    ) -> dict[str, Any]:  # fmt: skip
        """Return what an update to a template does to every resource of a recorded stack, and why."""
        own = self._answers(roots)
        template = own.template(own.roots.existing(path), environments, parameters)
        return own.planned(recording, template, existing=existing)

    def failure(
        self, roots: Named, path: Path,
        message: Annotated[str, Field(description="What Heat said, such as 'Resource CREATE failed: ...'.")] = "",
        recording: Annotated[str | None, Field(description="Instead: a file that `hotlint record` wrote.")] = None,
        environments: Environments = [], parameters: Values = {},  # noqa: B006
    ) -> dict[str, Any]:  # fmt: skip
        """Explain why a stack failed: the place in its template, the value that was sent, and what a check finds there."""
        own = self._answers(roots)
        return own.failed(own.template(own.roots.existing(path), environments, parameters), recording, message)

    def new(
        self, roots: Named, kind: Literal["server", "network", "autoscaling", "nested", "suite", "policy"],
        path: Annotated[str | None, Field(description="For a suite: the template that it tests.")] = None,
    ) -> dict[str, Any]:  # fmt: skip
        """Return the texts of files to begin with: a template with its environment and tests, a first suite, or policies."""
        from hotlint.operations.new import KINDS, scaffold, suite_of

        own = self._answers(roots)
        if path is None:
            return {"text": "".join(f"# {name}\n{text}\n" for name, text in scaffold(KINDS[kind]).items())}
        if kind != "suite":
            raise OperationError("only a suite takes a 'path'")
        place = own.roots.existing(path)
        made = suite_of(place.path, place.root)
        return {**answers.cut(made.text), "notes": list(made.notes)}

    def explain(
        self, roots: Named,
        name: Annotated[str, Field(description="Such as HOT301, list_join, OS::Nova::Server.networks, suite or policy.")],
    ) -> dict[str, Any]:  # fmt: skip
        """Explain a rule, a function, a key, a resource type or a property, or the grammar of a suite or a policy file."""
        return answers.cut(explain(name, self._answers(roots).catalog()))

    def find(
        self,
        roots: Named,
        query: Annotated[str, Field(description="Words, such as 'virtual machine' or 'port security'.")],
        limit: Limit = 20,
    ) -> dict[str, Any]:
        """Find resource types and properties by words of their names or by what they are called elsewhere, the most used first."""
        return find(query, self._answers(roots).catalog(), limit)._asdict()

    def test(
        self, roots: Named, path: Path = ".",
        select: Annotated[str | None, Field(description="Run tests whose name matches, such as 'address and not large'.")] = None,
        limit: Limit = 50,
    ) -> dict[str, Any]:  # fmt: skip
        """Run the test suites of templates in a file or folder, and return each failure with its place."""
        own = self._answers(roots)
        return own.tested(own.roots.existing(path), select, limit)

    def policies(self, roots: Named, path: Path = ".") -> dict[str, Any]:
        """Return the policies that apply to a template, or those of a policy file with the results of its tests."""
        own = self._answers(roots)
        return own.policies(own.roots.existing(path))


def make_server(given: Sequence[str] = (), *, write: bool = False) -> MCPServer:
    """Return the server. `given` are the only folders that it may use; with `write`, the tool `fix` may write files."""
    tools = [_tool(tool, writes=write and tool.__name__ == "fix") for tool in Tools(given, may_write=write).all()]
    server = MCPServer("hotlint", version=__version__, instructions=INSTRUCTIONS, log_level="WARNING", tools=tools)
    own = Answers(Roots((), given))
    _add_resources(server, own)

    @server.prompt(name="repair", description="Repair a template step by step.")
    def repair(path: str) -> str:
        return PROMPT.format(path=path)

    return server


def _tool(answer: Callable[..., Any], *, writes: bool) -> Tool:
    """Return a tool that answers in few words, and as data where `structured` asks for it. It refuses arguments that it does not have."""
    hints = ToolAnnotations(read_only_hint=not writes, destructive_hint=writes, open_world_hint=False)
    shown = _shown(_with_errors(answer, ToolError))
    made = Tool.from_function(shown, description=inspect.getdoc(answer), annotations=hints, structured_output=False)
    given = made.fn_metadata.arg_model
    strict = create_model(given.__name__, __base__=given)
    strict.model_config = ConfigDict(arbitrary_types_allowed=True, extra="forbid", hide_input_in_errors=True)
    strict.model_rebuild(force=True)
    made.fn_metadata.arg_model = strict
    made.parameters = _untitled(strict.model_json_schema(by_alias=True))
    return made


def _untitled(schema: Any) -> Any:
    """Return a JSON Schema without the titles that only repeat the names of arguments."""
    if isinstance(schema, list):
        return [_untitled(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: _untitled(part) for key, part in schema.items() if key != "title" or not isinstance(part, str)}


def _shown(answer: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[CallToolResult]]:
    """Return a coroutine function whose result the client sees once."""

    @functools.wraps(answer)
    async def run(*arguments: Any, **named: Any) -> CallToolResult:
        found = await answer(*arguments, **named)
        if named.get("structured"):
            return CallToolResult(content=[], structured_content=found)
        text = found if isinstance(found, str) else answers.plain(found)
        return CallToolResult(content=[TextContent(type="text", text=text)])

    return run


def _add_resources(server: MCPServer, own: Answers) -> None:
    """Add the reference: the lists of rules and types, and a page for each."""
    from hotlint.output import reference
    from hotlint.output.reference.rule import summary

    def listed(lines: Iterable[str]) -> str:
        return "\n".join(lines) + "\n"

    def rules() -> str:
        return listed(f"{r.code} {r.name} ({r.severity}): {summary(r)}" for r in reference.rules())

    def types() -> str:
        return listed(own.catalog().names())

    def page(name: str) -> str:
        return answers.cut(explain(name, own.catalog()))["text"]  # type: ignore[no-any-return]

    text = "text/markdown"
    server.resource("hotlint://rules", name="rules", description="All rules.", mime_type="text/plain")(rules)
    server.resource("hotlint://types", name="types", description="All resource types.", mime_type="text/plain")(types)
    for kind in ("rule", "type", "function"):
        at = f"hotlint://{kind}s/{{name}}"
        found = _with_errors(page, ResourceNotFoundError)
        server.resource(at, name=kind, description=f"The page of a {kind}.", mime_type=text)(found)


def _with_errors(answer: Callable[..., Any], kind: type[Exception]) -> Callable[..., Any]:
    """Return a coroutine function that answers in the thread of the event loop, one call at a time.

    What is wrong with the call, or with a file, becomes an exception of a kind whose message the client may see.
    """

    @functools.wraps(answer)
    async def run(*arguments: Any, **named: Any) -> Any:
        try:
            return answer(*arguments, **named)
        except UnicodeError as exc:
            raise kind(f"a text holds a character that no file can: {exc.reason}") from None  # type: ignore[attr-defined]
        except Exception as exc:
            known = as_operation_error(exc)
            if isinstance(known, OperationError):
                raise kind(printable(str(known))) from None
            raise

    return run


def serve(server: MCPServer, host: str, port: int, names: Iterable[str] = (), token: str | None = None) -> None:
    """Listen on an address until interrupted, for clients that reach it as `host`, as this machine, or under other `names`.

    A page in a browser can send requests to any address, under a name of its own. So requests of other pages, and those under
    other names, are refused, and those without the token, if there is one.
    """
    import uvicorn

    hosts = [f"[{name}]" if ":" in name else name for name in (host, *_LOOPBACK, *names)]
    settings = TransportSecuritySettings(
        allowed_hosts=[form for name in hosts for form in (name, f"{name}:*")],
        allowed_origins=[
            f"{scheme}://{name}{end}" for name in hosts for scheme in ("http", "https") for end in ("", ":*")
        ],
    )
    app = server.streamable_http_app(host=host, transport_security=settings)
    uvicorn.run(_Guarded(app, token), host=host, port=port, log_level="warning")


_LOOPBACK = ("127.0.0.1", "localhost", "::1")


_PLACE = re.compile(rb"(?:https?://)?(?:\[[\w.:%]+\]|[\w.-]*)(?::\d{0,5})?")
"""The header Host, and Origin: the SDK compares only the start of one with a port, behind which another name may follow."""


class _Guarded:
    """Answers requests whose headers hold whole names, and that have the token, if there is one; refuses all others."""

    def __init__(self, app: Callable[..., Awaitable[None]], token: str | None) -> None:
        self._app, self._token = app, token

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Callable[..., Awaitable[None]]) -> None:
        headers = dict(scope.get("headers", ()))
        kind, _, given = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
        has_token = self._token is None or (kind.lower() == "bearer" and is_token(given.strip(), self._token))
        places = [header for header in scope.get("headers", ()) if header[0] in (b"host", b"origin")]
        is_whole = len(places) == len(dict(places)) and all(_PLACE.fullmatch(value) for _, value in places)
        if scope["type"] == "lifespan" or (is_whole and has_token):
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            status, said = (
                (401, b"the header Authorization must have the token\n") if is_whole else (421, b"no such host\n")
            )
            await send(
                {
                    "type": "http.response.start",
                    "status": status,
                    "headers": [(b"www-authenticate", b"Bearer")][has_token:],
                }
            )
            await send({"type": "http.response.body", "body": said})
