"""Whose output a tool's result is: what memassets itself printed is emitted text, whatever it says."""

import re
import shlex

from memassets.formats.rows import Record

_OWN = "memassets"
_TOOL = re.compile(r"mcp__memassets(?:__|$)|memassets[._]", re.IGNORECASE)
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
_SHELLS = frozenset("bash sh zsh dash ksh fish".split())
_WRAPPERS = frozenset("sudo env time nohup command exec nice stdbuf timeout uv uvx pipx poetry hatch pdm rye".split())
_RUN = frozenset("run tool x".split())
_QUIET = frozenset("cd export set source . true : pushd popd unset umask ulimit sleep test [ mkdir alias".split())
_ENDS = frozenset("; && || & \n".split(" "))
_OPTIONS_WITH_VALUE = frozenset("-u -n -k -s -C --directory --project --with -p --python".split())


class Provenance:
    """Follows a stream of records: `of` names the own command behind each."""

    def __init__(self) -> None:
        self._calls: dict[tuple[str, str], str] = {}

    def of(self, record: Record) -> str | None:
        """The memassets command whose output a record is, None where it is something else."""
        if record.tool_use_id is None:
            return None
        key = (record.session, record.tool_use_id)
        if record.kind == "tool_use":
            command = record.tool if record.tool and _TOOL.match(record.tool) else own_command(record.text)
            if command:
                self._calls[key] = command
            return None
        if record.tool and _TOOL.match(record.tool):
            return record.tool
        return self._calls.get(key)


def own_command(shell: str) -> str | None:
    """The memassets command that alone prints what a shell command prints; None where anything else prints too.

    Shell wrappers are opened, a pipe counts by what feeds it. A command that only mentions memassets (a search for it,
    an editor) is not one.
    """
    if _OWN not in shell:
        return None
    found: str | None = None
    for line in shell.split("\n"):
        for words in _pipelines(line):
            own = _own_words(words)
            if own:
                found = found or own
            elif words and words[0] not in _QUIET:
                return None
    return found


def _pipelines(line: str) -> list[list[str]]:
    """The words that feed each pipeline of a line, redirections apart."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    try:
        tokens = list(lexer)
    except ValueError:  # a quote that is never closed: the command goes on in the next line
        tokens = line.split()
    found: list[list[str]] = [[]]
    feeding, skip = True, False
    for token in tokens:
        if skip:
            skip = False
        elif token in _ENDS:
            found.append([])
            feeding = True
        elif token in ("|", "|&"):
            feeding = False
        elif token[0] in "<>" and set(token) <= set("<>&|"):
            skip = True
        elif token == "#":
            break
        elif feeding and not set(token) <= set("()"):
            found[-1].append(token)
    return [words for words in found if words]


def _own_words(words: list[str]) -> str | None:
    """ "memassets recall" for the words of a simple command that runs it, wrappers taken off."""
    at = 0
    while at < len(words):
        word = words[at].rpartition("/")[2]
        if word == _OWN:
            return " ".join([_OWN, *(w for w in words[at + 1 : at + 2] if not w.startswith("-"))])
        if word in _SHELLS:
            script = next((i for i in range(at + 1, len(words)) if re.fullmatch(r"-\w*c", words[i])), None)
            return own_command(words[script + 1]) if script is not None and script + 1 < len(words) else None
        if re.fullmatch(r"python[\d.]*", word):
            rest = words[at + 1 :]
            return f"{_OWN} {rest[2]}".strip() if rest[:2] == ["-m", _OWN] and len(rest) > 2 else None
        if word in _WRAPPERS:
            at += 1
            while at < len(words) and (words[at].startswith("-") or words[at] in _RUN or re.match(r"\d", words[at])):
                at += 2 if words[at] in _OPTIONS_WITH_VALUE else 1
        elif _ASSIGNMENT.match(word):
            at += 1
        else:
            return None
    return None
