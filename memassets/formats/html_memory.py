"""HTML memories: one article a file, the claim in its only mark, everything else in the head's metas."""

import hashlib
import re
from dataclasses import replace
from html import escape

from selectolax.lexbor import LexborHTMLParser, LexborNode

from memassets.formats import html_text
from memassets.formats.damage import Damage
from memassets.formats.gains import gained, restated
from memassets.formats.links import kept
from memassets.formats.rows import Memory, Reading
from memassets.formats.statuses import status_of
from memassets.formats.times import instant_of

FORMAT = "html-memory"

_HEAD_END = re.compile(r"</head\s*>|<body[\s>]|<article[\s>]", re.IGNORECASE)
_RESTATED = re.compile(r"<meta\s[^<>]*name=[\"']?memory:(status|updated|superseded-by)[\"'\s][^<>]*>\n?", re.IGNORECASE)


def read(path: str, content: bytes) -> Reading:
    """The one memory of an HTML file; none where no single claim can be told, and a skip says why."""
    damage = Damage(path, content)
    text = damage.decode()
    if text is None:
        return Reading(FORMAT, skipped=damage.skips)
    if not text.strip():
        damage.name("empty-file", "The file holds no text.")
        return Reading(FORMAT, skipped=damage.skips)
    tree = html_text.parse(text.encode())
    if tree is None:
        damage.name("nested-too-deep", "The file nests its elements too deeply to be read.", line=1)
        return Reading(FORMAT, skipped=damage.skips)
    found = _claim(tree, damage)
    if found is None:
        return Reading(FORMAT, skipped=damage.skips)
    article, mark = found
    gist = " ".join(html_text.text_of(mark).split())
    if not gist:
        damage.name("no-claim", "The mark is empty.", line=_line_of(content, b"<mark"))
        return Reading(FORMAT, skipped=damage.skips)
    body = html_text.text_of(article, leave_out=_is_mark)
    memory = replace(_of_head(path, tree, damage), gist=gist, body=body)
    memory = replace(memory, line=_line_of(content, b"<article"), revision=hashlib.sha256(content).hexdigest())
    return Reading(FORMAT, memories=(memory,), skipped=damage.skips)


def write(memory: Memory) -> bytes:
    """The file `read` makes this memory from, at this memory's id; ValueError where no file could."""
    head = [("type", memory.type), ("status", memory.status), ("scope", memory.scope)]
    head += [("created", memory.created or ""), ("updated", memory.updated or "")]
    head += [("superseded-by", memory.superseded_by or "")]
    head += [("entity", entity) for entity in memory.entities]
    head += [("source", source) for source in memory.sources]
    rows = ["<!doctype html>", '<html lang="en">', "<head>", '<meta charset="utf-8">']
    rows += [f"<title>{escape(memory.title, quote=False)}</title>"] if memory.title else []
    rows += [f'<meta name="memory:{name}" content="{escape(value)}">' for name, value in head if value]
    rows += [f'<link rel="related" href="{escape(link)}">' for link in memory.links]
    rows += ["</head>", "<body>", "<article>", f"<p><mark>{escape(memory.gist, quote=False)}</mark></p>"]
    rows += _paragraphs(memory.body) if memory.body else []
    rows += ["</article>", "</body>", "</html>", ""]
    content = "\n".join(rows).encode()
    again = read(memory.id, content).memories
    line, revision = (again[0].line, again[0].revision) if again else (0, "")
    if again != (replace(memory, format=FORMAT, line=line, revision=revision),):
        raise ValueError(f"the memory {memory.id!r} cannot be written as HTML without a loss")
    return content


def restate(path: str, content: bytes, memory: Memory) -> bytes:
    """The file with this memory's status, successor and time of change, and every other byte as it was.

    Entities, links and sources of the memory that the file lacks are added; none is taken away. Raises ValueError where
    the file does not read back as said.
    """
    before = read(path, content).memories
    if len(before) != 1:
        raise ValueError(f"the file {path!r} cannot be restated: it holds {len(before)} memories, not one")
    changes = restated(before[0], memory)
    fields = list(changes.items())
    fields += [("entity", value) for value in memory.entities if value not in before[0].entities]
    fields += [("source", value) for value in memory.sources if value not in before[0].sources]
    said = "".join(f'<meta name="memory:{name}" content="{escape(value)}">\n' for name, value in fields if value)
    lacking = [value for value in memory.links if value not in before[0].links]
    said += "".join(f'<link rel="related" href="{escape(value)}">\n' for value in lacking)
    text = _RESTATED.sub(lambda found: "" if found[1].lower() in changes else found[0], content.decode("utf-8"))
    head = _HEAD_END.search(text)
    changed = (text if head is None else text[: head.start()] + said + text[head.start() :]).encode()
    after = read(path, changed).memories
    if len(after) != 1 or not gained(before[0], memory, after[0]):
        raise ValueError(f"the file {path!r} cannot be restated without a loss")
    return changed


def _claim(tree: LexborHTMLParser, damage: Damage) -> tuple[LexborNode, LexborNode] | None:
    """The article and its mark, or the only mark there is."""
    articles = tree.css("article")
    marks = tree.css("mark")
    if len(articles) != 1:
        code = "several-articles" if articles else "no-article"
        told = f"{len(articles)} articles" if articles else "no article"
        damage.name(code, f"The file holds {told} where one is expected.", line=1)
    inside = articles[0].css("mark") if len(articles) == 1 else marks
    if len(inside) != 1:
        code = "several-marks" if len(inside) > 1 else "no-mark"
        told = f"{len(inside)} marks" if inside else "no mark"
        damage.name(code, f"The article holds {told} where its one claim is expected; no claim can be told.", line=1)
        return None
    if len(articles) == 1:
        return articles[0], inside[0]
    holder = next((article for article in articles if article.css("mark")), tree.body)
    return None if holder is None else (holder, inside[0])


def _of_head(path: str, tree: LexborHTMLParser, damage: Damage) -> Memory:
    metas: dict[str, list[str]] = {}
    for node in tree.css("head meta[name]"):
        name = (node.attributes.get("name") or "").strip().lower().removeprefix("memory:")
        value = " ".join((node.attributes.get("content") or "").split())
        if value and (node.attributes.get("name") or "").strip().lower().startswith("memory:"):
            metas.setdefault(name, []).append(value)
    for name, values in metas.items():
        if len(values) > 1 and name not in ("entity", "source"):
            damage.name("duplicate-field", f"The meta {name[:60]!r} is given twice; the first counts.", line=1)
    one = {name: values[0] for name, values in metas.items()}
    successor = one.get("superseded-by")
    links = [node.attributes.get("href") or "" for node in tree.css('head link[rel~="related"][href]')]
    title = tree.css_first("head title")
    return Memory(
        id=path,
        gist="",
        title=" ".join((title.text() if title else "").split()),
        type=one.get("type", ""),
        status=status_of(one.get("status", ""), successor, damage),
        scope=one.get("scope", ""),
        created=instant_of(one.get("created", ""), damage),
        updated=instant_of(one.get("updated", ""), damage),
        superseded_by=successor if successor and kept((successor,), damage, 1) else None,
        entities=tuple(dict.fromkeys(metas.get("entity", ()))),
        links=kept(links, damage, 1),
        sources=tuple(dict.fromkeys(metas.get("source", ()))),
        format=FORMAT,
    )


def _paragraphs(body: str) -> list[str]:
    """The body as paragraphs with line breaks, or as it stands where its spaces carry meaning."""
    if re.search(r"\n\n\n|[^\S\n ]|  |^ | $", body, re.MULTILINE):
        return [f"<pre>\n{escape(body, quote=False)}</pre>"]
    return [f"<p>{escape(part, quote=False)}</p>".replace("\n", "<br>\n") for part in body.split("\n\n")]


def _is_mark(node: LexborNode) -> bool:
    return node.tag == "mark"


def _line_of(content: bytes, tag: bytes) -> int:
    return content.count(b"\n", 0, max(0, content.lower().find(tag))) + 1
