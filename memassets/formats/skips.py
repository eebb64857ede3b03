"""The closed table of what a session reader can skip, with the sentence a person reads."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    # the file
    "empty-file": "The file holds no bytes.",
    "unknown-format": "The file looks like none of the session formats.",
    "rewritten": "The file was shortened or rewritten since the last read, so it was read from its start.",
    # the line
    "cut-line": "The last line has no newline; it is left for the next read.",
    "long-line": "The line is over the length limit and was passed over.",
    "not-utf-8": "The line is not valid UTF-8; each bad byte was read as U+FFFD.",
    "lone-surrogate": "The line holds half a surrogate pair, which was read as U+FFFD.",
    "loose-json": "The line is not strict JSON (a control character, NaN, infinity) but could be read.",
    "not-json": "The line is not JSON.",
    "not-an-object": "The line is valid JSON but not an object.",
    "too-deep": "The value is nested too deeply.",
    # the message
    "repeated": "A message with this uuid was already read from this file.",
    "changed-copy": "A message with this uuid was already read with other text, which stands.",
    "bookkeeping": "The line holds no message.",
    "no-text": "The message holds no text.",
    "no-role": "The message names no role the reader knows.",
    "no-turn-yet": "So far the file holds only system messages; they are left for the next read.",
    "image": "An image is not text.",
    "not-text": "An attachment that is not text was left out.",
    "unknown-block": "The reader does not know this kind of block.",
    # the document
    "cut-document": "The document ends before its last value is complete.",
    "endless-value": "A value is over the length limit; what follows could not be read.",
    "not-a-conversation": "The element holds no tree of messages.",
    "other-branch": "The message is not on the branch the conversation ended with.",
    "broken-branch": "The chain of parents ends before it reaches the root.",
    "no-current-node": "The conversation does not say where it ends; its last message was taken.",
    "before-first-turn": "The text before the first role heading belongs to no turn.",
    "open-fence": "A code fence is never closed; role headings after it were read as code.",
}

HARMLESS: Final = frozenset(
    {
        "repeated",
        "bookkeeping",
        "no-text",
        "image",
        "not-text",
        "other-branch",
        "before-first-turn",
        "cut-line",
    }
)
"""What a sound file also holds; every other code means damage or something the reader does not know."""
