"""Blocks that a program put inside somebody's turn: which tags mark them, and who is behind each."""

import re
from collections.abc import Iterator
from typing import Final

ORIGINS: Final[dict[str, str]] = {
    "system-reminder": "reminder",
    "command-name": "command",
    "command-message": "command",
    "command-contents": "command",
    "command-args": "",  # what the user typed after the command's name
    "local-command-stdout": "command",
    "local-command-stderr": "command",
    "local-command-caveat": "command",
    "bash-input": "command",
    "bash-stdout": "command",
    "bash-stderr": "command",
    "user-prompt-submit-hook": "hook",
    "session-start-hook": "hook",
    "post-tool-use-hook": "hook",
    "scheduled-task": "scheduled",
    "task-notification": "notification",
    "subagent_notification": "notification",
    "teammate-message": "teammate",
    "ide_opened_file": "editor",
    "ide_selection": "editor",
    "ide_diagnostics": "editor",
    "new-diagnostics": "editor",
    "environment_context": "environment",
    "turn_aborted": "interrupt",
    "user_instructions": "instructions",
    "permissions instructions": "instructions",
    "collaboration_mode": "instructions",
    "skills_instructions": "instructions",
    "user_shell_command": "command",
}
"""Known tags only: an unknown tag is text, because people write about HTML and XML."""

# a tag in backticks is being talked about
_TAG = re.compile(r"(?<!`)<(/?)(" + "|".join(map(re.escape, ORIGINS)) + r")(?:\s[^<>]*)?>")
_INTERRUPTED = "[Request interrupted by user"


def parts(text: str) -> Iterator[tuple[str, str]]:
    """(origin, text) of every part of a turn in order; no origin for words that are the turn's own.

    The text of a tagged block comes without its tag pair and the newlines at its ends; everything else as it
    stands. Parts that hold only white space are left out. A tag that is not closed is text.
    """
    if "</" not in text:
        if text and not text.isspace():
            yield ("interrupt" if text.startswith(_INTERRUPTED) else ""), text
        return
    at = 0
    for origin, start, inner_start, inner_end, end in _outermost(text):
        if (before := text[at:start]) and not before.isspace():
            yield "", before
        if (inner := text[inner_start:inner_end].strip("\r\n")) and not inner.isspace():
            yield origin, inner
        at = end
    if (rest := text[at:]) and not rest.isspace():
        yield "", rest


def _outermost(text: str) -> list[tuple[str, int, int, int, int]]:
    """(origin, start, start of the inside, its end, end) of the tagged blocks that stand in no other."""
    waiting: dict[str, list[re.Match[str]]] = {}
    blocks: list[tuple[str, int, int, int, int]] = []
    for tag in _TAG.finditer(text):
        closing, name = tag.groups()
        if not closing:
            waiting.setdefault(name, []).append(tag)
        elif waiting.get(name):
            opening = waiting[name].pop()
            while blocks and blocks[-1][1] > opening.start():
                blocks.pop()
            if not blocks or blocks[-1][4] <= opening.start():
                blocks.append((ORIGINS[name], opening.start(), opening.end(), tag.start(), tag.end()))
    return blocks
