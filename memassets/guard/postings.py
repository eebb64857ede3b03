"""Postings: which artifacts a shingle stands in, as arrays that 64-bit hashes are looked up in by the thousand."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Hashes = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]
Owners = npt.NDArray[np.int32]
Part = tuple[Hashes, Owners]

_RANGE_PAIRS = 18  # bits: pairs of one range of hashes, so many as a processor's cache sorts
_END = np.uint64(0xFFFFFFFFFFFFFFFF)


def part(shingles: Hashes, owners: Places) -> Part:
    """The shingles of some artifacts in the order of their hashes, with the artifact of each; 12 bytes a pair."""
    order = np.argsort(shingles)
    return shingles[order], owners[order].astype(np.int32)


class Postings:
    """Every distinct (shingle, artifact) pair once, in order of shingle and artifact.

    `sizes` and `before_stop` count the distinct shingles of each artifact, without and with those that stand in more
    than `stop` artifacts of a kind. `kinds` is a small number for each artifact. Hashes are even over their range, so
    that their first bits say nearly where they stand: one table has a bit for every eighth of a pair's share of the
    range, which turns most strangers away, another the row that each of the longer shares begins at.
    """

    def __init__(self, parts: Sequence[Part], kinds: npt.NDArray[np.int8], stop: int) -> None:
        pairs = sum(len(keys) for keys, _ in parts)
        split = (pairs >> _RANGE_PAIRS).bit_length()
        slot, share = max(pairs.bit_length() + 2, split + 3), max(pairs.bit_length() - 2, split, 1)
        self.sizes, self.before_stop = np.zeros(len(kinds), np.int64), np.zeros(len(kinds), np.int64)
        self._slot, self._share = np.uint64(64 - slot), np.uint64(64 - share)
        self._known = np.zeros(1 << (slot - 3), np.uint8)
        self._begins = np.empty(1 << share, np.int64 if pairs >> 31 else np.int32)
        self._keys, self._owners = np.empty(pairs + 1, np.uint64), np.empty(pairs, np.int32)
        bounds = np.arange(1, 1 << split, dtype=np.uint64) << np.uint64(64 - split) if split else np.empty(0, np.uint64)
        edges = [[0, *np.searchsorted(keys, bounds).tolist(), len(keys)] for keys, _ in parts]
        self._count = 0
        for at in range(1 << split):
            cuts = [slice(edge[at], edge[at + 1]) for edge in edges]
            keys, owners = _joined([(part[0][cut], part[1][cut]) for part, cut in zip(parts, cuts, strict=True)])
            self.before_stop += np.bincount(owners, minlength=len(kinds))
            telling = _telling(keys, kinds[owners], stop)
            keys, owners = keys[telling], owners[telling]
            self.sizes += np.bincount(owners, minlength=len(kinds))
            self._take(keys, owners, at, split)
        self._keys[self._count :] = _END
        self._keys, self._owners = self._keys[: self._count + 1], self._owners[: self._count]

    def _take(self, keys: Hashes, owners: Owners, at: int, split: int) -> None:
        """Append the pairs of one range, and fill both tables there."""
        self._keys[self._count : self._count + len(keys)] = keys
        self._owners[self._count : self._count + len(keys)] = owners
        slots = (1 << (64 - int(self._slot))) >> split
        known = np.zeros(slots, np.bool_)
        known[(keys >> self._slot) - np.uint64(at * slots)] = True
        self._known[at * slots >> 3 : (at + 1) * slots >> 3] = np.packbits(known, bitorder="little")
        shares = len(self._begins) >> split
        begins = np.arange(at * shares, (at + 1) * shares, dtype=np.uint64) << self._share
        self._begins[at * shares : (at + 1) * shares] = np.searchsorted(keys, begins) + self._count
        self._count += len(keys)

    def find(self, shingles: Hashes) -> tuple[Places, Places]:
        """Which of these any artifact has, and the first row of each: a shingle's number, the same wherever it is."""
        slots = shingles >> self._slot
        bits = self._known[slots >> np.uint64(3)] >> (slots & np.uint64(7)).astype(np.uint8)
        at = np.flatnonzero(bits & np.uint8(1))
        asked = shingles[at]
        rows = self._begins[asked >> self._share].astype(np.int64)
        before = np.flatnonzero(self._keys[rows] < asked)
        while len(before):
            rows[before] += 1
            before = before[self._keys[rows[before]] < asked[before]]
        exact = (self._keys[rows] == asked) & (rows < self._count)
        return at[exact], rows[exact]

    def owners(self, rows: Places) -> tuple[Places, Places]:
        """The artifacts of the shingles of these rows: which of the rows, and the artifact, once for each artifact."""
        counts = np.ones(len(rows), np.int64)
        keys = self._keys[rows]
        several = np.flatnonzero((self._keys[rows + 1] == keys) & (rows + 1 < self._count))
        counts[several] = np.searchsorted(self._keys[: self._count], keys[several], "right") - rows[several]
        which = np.repeat(np.arange(len(rows)), counts)
        offsets = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)
        return which, self._owners[rows[which] + offsets].astype(np.int64)


def _joined(parts: Sequence[Part]) -> Part:
    """The pairs of some parts in order, each once."""
    if not parts:
        return np.empty(0, np.uint64), np.empty(0, np.int32)
    keys, owners = np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])
    order = np.argsort(keys)
    keys, owners = keys[order], owners[order]
    same = keys[1:] == keys[:-1]
    shared = np.flatnonzero(np.append(same, False) | np.append(False, same))  # few: only these are sorted by artifact
    owners[shared] = owners[shared][np.lexsort((owners[shared], keys[shared]))]
    new = np.append(True, ~same | (owners[1:] != owners[:-1]))[: len(keys)]
    return keys[new], owners[new]


def _telling(keys: Hashes, kinds: npt.NDArray[np.int8], stop: int) -> npt.NDArray[np.bool_]:
    """Which pairs stay: those whose shingle stands in few enough artifacts of the kind."""
    heads = np.flatnonzero(np.append(True, keys[1:] != keys[:-1])[: len(keys)])
    counts = np.diff(heads, append=len(keys))
    crowded = np.flatnonzero(np.repeat(counts > stop, counts))
    kept = np.ones(len(keys), np.bool_)
    _, told, many = np.unique(
        np.stack([keys[crowded], kinds[crowded].astype(np.uint64)]), axis=1, return_inverse=True, return_counts=True
    )
    kept[crowded] = many[told.reshape(-1)] <= stop
    return kept
