"""Which links of a file a reader may pass on: none that could lead out of the folder it stands in."""

import posixpath
import re
from collections.abc import Iterable
from urllib.parse import unquote

from memassets.formats.damage import Damage

_SAFE = re.compile(r"(?:https?|memory)://|mailto:", re.IGNORECASE)
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*://|(?:javascript|vbscript|data|file):|[a-z]:[\\/]", re.IGNORECASE)


def leaves(path: str, link: str) -> bool:
    """Whether a link in the file at `path` points out of the root that `path` is relative to."""
    if _SAFE.match(link):
        return False
    if _ELSEWHERE.match(link) or link.startswith(("/", "\\", "~/")):
        return True
    plain = unquote(link).replace("\\", "/")
    joined = posixpath.normpath(posixpath.join(posixpath.dirname(path), plain))
    return joined == ".." or joined.startswith("../")


def kept(found: Iterable[str], damage: Damage, line: int = 1, byte: int = 0) -> tuple[str, ...]:
    """The links that stay within the root, each once; the others are named."""
    inside = []
    for link in dict.fromkeys(text.strip() for text in found):
        if not link:
            continue
        if leaves(damage.path, link):
            message = f"The link {link[:80]!r} leads out of the folder."
            damage.name("link-outside-root", message, line=line, byte=byte)
        else:
            inside.append(link)
    return tuple(inside)
