"""The text of an HTML tree as a person sees it: blocks on their own lines, bullets, code as it stands."""

import re
from collections.abc import Callable, Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

LIMIT_DEPTH = 2_000

_TAG = re.compile(rb"<(/?)([a-zA-Z][a-zA-Z0-9-]*)")
# fmt: off
_CLOSED_BY_THEMSELVES = frozenset([
    b"area", b"base", b"body", b"br", b"col", b"dd", b"dt", b"embed", b"head", b"hr", b"html", b"img",
    b"input", b"li", b"link", b"meta", b"optgroup", b"option", b"p", b"rb", b"rp", b"rt", b"source",
    b"tbody", b"td", b"tfoot", b"th", b"thead", b"tr", b"track", b"wbr",
])
_UNSEEN = frozenset(["head", "iframe", "math", "noscript", "object", "script", "style", "svg", "template"])
_PARAGRAPHS = frozenset([
    "address", "article", "aside", "blockquote", "details", "dialog", "div", "dl", "fieldset", "figcaption",
    "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "main", "nav",
    "ol", "p", "pre", "section", "table", "ul",
])
_LINES = frozenset(["li", "dt", "dd", "tr", "caption", "option", "summary"])
_HEADINGS = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
# fmt: on
_KEPT = {10: "\x04", 32: "\x05", 9: "\x06"}
_WRITTEN = {3: "- ", 4: "\n", 5: " ", 6: "\t"}


def parse(content: bytes) -> LexborHTMLParser | None:
    """The tree of a document; None where it is nested so deeply that parsing alone would take minutes."""
    depth = deepest = 0
    for match in _TAG.finditer(content):
        if match[2].lower() in _CLOSED_BY_THEMSELVES:
            continue
        depth = max(0, depth - 1) if match[1] else depth + 1
        deepest = max(deepest, depth)
    return None if deepest > LIMIT_DEPTH else LexborHTMLParser(content)


def text_of(node: LexborNode, leave_out: Callable[[LexborNode], bool] = lambda _: False) -> str:
    """The visible text below a node, without the nodes a caller leaves out."""
    return _laid_out("".join(_pieces(node, leave_out)))


def parts_of(node: LexborNode, leave_out: Callable[[LexborNode], bool]) -> Iterator[tuple[str, int, str]]:
    """The visible text below a node, cut at its headings: heading, level (0 before the first), text."""
    cut: list[list[str]] = [[]]
    for piece in _pieces(node, leave_out, headings=True):
        if piece.startswith("\x08"):
            cut.append([piece[1:]])
        else:
            cut[-1].append(piece)
    yield "", 0, _laid_out("".join(cut[0]))
    for level, *pieces in cut[1:]:
        end = pieces.index("\x0e") if "\x0e" in pieces else 0
        heading = _laid_out("".join(pieces[:end]))
        yield heading.replace("\n", " "), int(level), _laid_out("".join(p for p in pieces if p != "\x0e"))


def _pieces(node: LexborNode, leave_out: Callable[[LexborNode], bool], headings: bool = False) -> Iterator[str]:
    """Text and block marks, in order, without recursion: a tree may be deeper than Python's stack."""
    todo: list[LexborNode | str] = [node]
    kept_as_is = 0
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            if item == "/pre":
                kept_as_is -= 1
            else:
                yield item
            continue
        tag = item.tag or ""
        if tag == "-text":
            text = _without_marks(item.text_content or "")
            yield (text.replace("\n", "\x04").replace(" ", "\x05").replace("\t", "\x06") if kept_as_is else text)
            continue
        if tag in _UNSEEN or (item is not node and leave_out(item)):
            continue
        if tag == "br":
            yield "\x04" if kept_as_is else "\x07"
            continue
        if headings and tag in _HEADINGS:
            yield "\x08" + tag[1]
            todo.append("\x0e")
        mark = "\x01" if tag in _PARAGRAPHS else "\x02" if tag in _LINES else ""
        if mark:
            todo.append(mark)
            yield mark
        if tag == "li":
            yield "\x03"
        if tag in ("td", "th") and _has_cell_before(item):
            yield " | "
        if tag == "pre":
            kept_as_is += 1
            todo.append("/pre")
        children = list(item.iter(include_text=True))
        todo += reversed(children)


def _laid_out(marked: str) -> str:
    """Turn the marks between pieces into line breaks, with never more than one blank line."""
    text = re.sub(r"[ \t\n\x0c]+", " ", marked)
    text = re.sub(r" ?([\x01\x02\x07][\x01\x02\x07 ]*) ?", _break, text)
    text = re.sub("\x03(?:\n| )+", "\x03", text)
    return text.strip(" \n").translate(_WRITTEN).strip("\n").rstrip()


def _break(match: re.Match[str]) -> str:
    return "\n\n" if "\x01" in match[1] or match[1].count("\x07") > 1 else "\n"


def _without_marks(text: str) -> str:
    return re.sub("[\x00-\x08\x0e]", "", text)


def _has_cell_before(node: LexborNode) -> bool:
    before = node.prev
    while before is not None and before.tag == "-text":
        before = before.prev
    return before is not None
