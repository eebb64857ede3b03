"""Where the first sentence of a text ends."""

import re

# each way to end begins with the mark it ends at: the search then steps from mark to mark
_END = re.compile(
    r"[.!?](?<![A-Z].)(?<!\be\.g.)(?<!\bi\.e.)(?<!\bvs.)(?<!\bDr.)(?<!\bMr.)[\"')\]]*(?=\s)"
    r"|[。！？]"
    r"|\n(?=[^\S\n]*(?:\n|[-*+] |\d+[.)] |#|```|~~~|---|\*\*\*|\||>))"
)


def first_and_rest(text: str) -> tuple[str, str]:
    """The first sentence on one line, and what follows it."""
    text = text.strip()
    end = _END.search(text)
    if end is None:
        return " ".join(text.split()), ""
    return " ".join(text[: end.end()].split()), text[end.end() :].strip()
