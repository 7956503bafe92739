"""`hotlint completion`: what shells need to complete commands, options and names."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, _SubParsersAction
from collections.abc import Iterator

DESCRIPTION = """Print the completion of a shell.

bash:  hotlint completion bash > ~/.local/share/bash-completion/completions/hotlint
zsh:   hotlint completion zsh > "${fpath[1]}/_hotlint"
fish:  hotlint completion fish > ~/.config/fish/completions/hotlint.fish"""


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("shell", choices=("bash", "zsh", "fish"))


def run(options: Namespace) -> int:
    made = {"bash": bash, "zsh": zsh, "fish": fish}[options.shell]
    sys.stdout.write(made(_commands()))
    return 0


Option = tuple[str, str, tuple[str, ...], bool]
"""Spelling, help, the values it takes (none: any), and whether it takes one at all."""


def _commands() -> dict[str, tuple[str, list[Option], tuple[str, ...]]]:
    """{command: (summary, options, words that may stand for its first argument)}."""
    from hotlint.cli.main import COMMANDS, UsageError, _module, _parser

    found: dict[str, tuple[str, list[Option], tuple[str, ...]]] = {}
    for name, summary in COMMANDS.items():
        try:
            parser = _parser(name, _module(name))
        except UsageError:
            continue
        found[name] = summary, list(_options(parser)), tuple(_words(parser))
    return found


def _options(parser: ArgumentParser) -> Iterator[Option]:
    for action in parser._actions:
        for spelling in action.option_strings:
            choices = tuple(map(str, action.choices or ()))
            yield spelling, (action.help or "").replace("'", ""), choices, action.nargs != 0


def _words(parser: ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        if not action.option_strings and action.choices and not isinstance(action, _SubParsersAction):
            yield from map(str, action.choices)


def bash(commands: dict[str, tuple[str, list[Option], tuple[str, ...]]]) -> str:
    """A completion for bash."""
    cases = []
    for name, (_, options, words) in commands.items():
        values = [
            f'      {spelling}) COMPREPLY=($(compgen -W "{" ".join(choices)}" -- "$cur")); return ;;'
            for spelling, _, choices, takes in options
            if takes and choices
        ]
        listed = " ".join(s for s, *_ in options)
        inner = "\n".join(['    case "$prev" in', *values, "    esac"]) + "\n" if values else ""
        plain = f' COMPREPLY+=($(compgen -W "{" ".join(words)}" -- "$cur"))' if words else ""
        cases.append(
            f"  {name})\n{inner}"
            f'    [[ $cur == -* ]] && COMPREPLY=($(compgen -W "{listed}" -- "$cur")) && return\n'
            f'    COMPREPLY=($(compgen -f -- "$cur"));{plain} ;;'
        )
    body = "\n".join(cases)
    return f"""\
_hotlint() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}}
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W "{" ".join(commands)}" -- "$cur"))
    return
  fi
  case "${{COMP_WORDS[1]}}" in
{body}
  esac
}}
complete -o filenames -F _hotlint hotlint
"""


def zsh(commands: dict[str, tuple[str, list[Option], tuple[str, ...]]]) -> str:
    """A completion for zsh."""
    listed = "\n".join(f"    '{name}:{summary}'" for name, (summary, *_) in commands.items())
    cases = []
    for name, (_, options, words) in commands.items():
        lines = []
        for spelling, text, choices, takes in options:
            value = f":value:({' '.join(choices)})" if choices else ":value:_files" if takes else ""
            shown = text.replace("[", "(").replace("]", ")").replace(":", " -")
            lines.append(f"        '*{spelling}[{shown}]{value}' \\")
        rest = f"'*:name:({' '.join(words)})'" if words else "'*:file:_files'"
        cases.append(f"      {name})\n        _arguments \\\n" + "\n".join(lines) + f"\n        {rest} ;;")
    body = "\n".join(cases)
    return f"""\
#compdef hotlint
_hotlint() {{
  local -a commands
  commands=(
{listed}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{body}
  esac
}}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _hotlint "$@"; else compdef _hotlint hotlint; fi
"""


def fish(commands: dict[str, tuple[str, list[Option], tuple[str, ...]]]) -> str:
    """A completion for fish."""
    lines = ["complete -c hotlint -n __fish_use_subcommand -f"]
    for name, (summary, options, words) in commands.items():
        lines.append(f"complete -c hotlint -n __fish_use_subcommand -f -a {name} -d '{summary}'")
        inside = f"complete -c hotlint -n '__fish_seen_subcommand_from {name}'"
        if words:
            lines.append(f"{inside} -f -a '{' '.join(words)}'")
        for spelling, text, choices, takes in options:
            flag = f"-l {spelling[2:]}" if spelling.startswith("--") else f"-s {spelling[1:]}"
            value = f" -x -a '{' '.join(choices)}'" if choices else " -r" if takes else ""
            lines.append(f"{inside} {flag}{value} -d '{text}'")
    return "\n".join(lines) + "\n"
