"""What is written anew in a file that is restated, and what it has to read back as."""

from dataclasses import replace

from memassets.formats.rows import Memory


def restated(before: Memory, asked: Memory) -> dict[str, str | None]:
    """The fields of a file that have to be written anew, by name; None for one that goes."""
    pairs = {
        "status": (before.status, asked.status),
        "updated": (before.updated, asked.updated),
        "superseded-by": (before.superseded_by, asked.superseded_by),
    }
    return {name: now for name, (was, now) in pairs.items() if was != now}


def gained(before: Memory, asked: Memory, after: Memory) -> bool:
    """Whether a file that held `before` now says what was asked and has lost nothing.

    Status, successor and time of change are the asked ones; entities, links and sources are those of both; all else is
    as it was.
    """
    lists = {name: (getattr(before, name), getattr(asked, name)) for name in ("entities", "links", "sources")}
    expected = replace(
        before,
        status=asked.status,
        updated=asked.updated,
        superseded_by=asked.superseded_by,
        line=after.line,
        revision=after.revision,
        **{name: getattr(after, name) for name in lists},
    )
    return after == expected and all(set(getattr(after, name)) == {*own, *more} for name, (own, more) in lists.items())
