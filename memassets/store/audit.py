"""audit: is every memory that ever was still active, archived under a survivor, or forgotten?"""

from collections import defaultdict
from collections.abc import Collection, Iterable

import polars as pl

from memassets.formats.markdown_memory import INDEX_NAME
from memassets.kernel import events, policy
from memassets.kernel.text import tombstones
from memassets.kernel.undo import UndoRecord
from memassets.store import logged

_CUT_OFF = {"open": "was cut off", "reverting": "was cut off while it was taken back"}


def broken(memories: pl.DataFrame) -> list[str]:
    """What is wrong with a store as it is, a sentence each: damage, what came back, alike names, lost survivors."""
    damaged = memories.filter(pl.col("status") == "damaged")["gist"].to_list()
    back = [
        f"{path}: its claim was forgotten, and it is back; `memassets forget` it or reword it"
        for path in memories.filter(pl.col("status") == "tombstoned")["id"]
    ]
    return [*damaged, *back, *_alike(memories), *_without_survivor(memories)]


def lost(memories: pl.DataFrame, log: pl.DataFrame) -> list[str]:
    """The memories that a run wrote or archived and that are gone, neither forgotten, taken back nor moved."""
    there = set(memories["id"])
    said = {tombstones.stone(gist) for gist in memories["gist"]}
    told: dict[str, tuple[str, str, str]] = {}
    for kind, path, run, payload in zip(
        log["kind"], log["subject_id"], log["run_id"], events.payloads(log), strict=True
    ):
        if kind == logged.ADMITTED:
            told[path] = run, "was admitted", payload["stone"]
        elif kind == logged.FOLDED:
            told[path] = run, f"was folded under {payload['keeper']}", payload["stone"]
        elif kind == logged.FORGOTTEN:
            told.pop(path, None)
        elif kind == logged.REVERTED:
            told = {path: about for path, about in told.items() if about[0] != run}
    return [
        f"{path}: {what} in run {run}, and its file is gone; put it back, or `memassets forget {path}`"
        for path, (run, what, stone) in sorted(told.items())
        if path not in there and stone not in said
    ]


def restated(sections: pl.DataFrame, stones: Collection[str]) -> list[str]:
    """The skills that state a forgotten claim: what the system hands out must not bring it back."""
    skills = sections.filter(pl.col("kind") == "skill")
    return [
        f"skill {name}: it states what was forgotten; reword it, or `memassets ref rm {name}`"
        for name, text in skills.select("name", "text").iter_rows()
        if tombstones.stated(text, stones)
    ]


def unloaded(index: str) -> list[str]:
    """The lines of a folder's index that no agent sees; the memories themselves are read whatever it lists."""
    lines = len(index.splitlines())
    if lines <= policy.INDEX_LINES:
        return []
    return [
        f"{INDEX_NAME}: {lines} lines, of which an agent loads the first {policy.INDEX_LINES}: the last"
        f" {lines - policy.INDEX_LINES} are never seen; shorten it"
    ]


def cut_off(records: Iterable[UndoRecord]) -> list[str]:
    """The runs that died at work and were not settled since."""
    return [
        f"run {record.run} {_CUT_OFF[record.state]}; the next `memassets merge` settles it"
        for record in records
        if record.state in _CUT_OFF
    ]


def _alike(memories: pl.DataFrame) -> list[str]:
    """Names that a file system without case would take for one."""
    folded: dict[str, list[str]] = defaultdict(list)
    for path in memories.filter(pl.col("status") != "damaged")["id"]:
        folded[path.casefold()].append(path)
    return [f"{' and '.join(paths)}: names that differ in case only" for paths in folded.values() if len(paths) > 1]


def _without_survivor(memories: pl.DataFrame) -> list[str]:
    """Those archived under a memory that is not there, or that leads back to them."""
    under = {
        path: survivor
        for path, survivor in memories.select("id", "superseded_by").rows()
        if survivor is not None and not survivor.startswith(("http://", "https://"))
    }
    there = set(memories["id"])
    found = []
    for path in under:
        chain = [path]
        while (survivor := under.get(chain[-1])) is not None and survivor not in chain:
            chain.append(survivor)
        if survivor is not None:
            found.append(f"{path}: archived under {under[path]}, which leads back to {survivor}")
        elif chain[-1] not in there:
            found.append(f"{chain[-2]}: archived under {chain[-1]}, which the store does not have")
    return list(dict.fromkeys(found))
