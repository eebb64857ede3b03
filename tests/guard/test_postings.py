from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memassets.guard import postings
from memassets.guard.postings import Postings

_ENDS = (0, 1, 1 << 62, 1 << 63, (1 << 64) - 2, (1 << 64) - 1)
_HASHES = st.one_of(st.sampled_from(_ENDS), st.integers(0, (1 << 64) - 1), st.integers(5 << 60, (5 << 60) + 9))
_PAIRS = st.lists(st.tuples(_HASHES, st.integers(0, 5)), max_size=60)
KINDS = np.array([0, 0, 0, 1, 1, 2], np.int8)


def held(pairs: list[tuple[int, int]], *, stop: int = 50, chunk: int = 7) -> Postings:
    chunks = [pairs[at : at + chunk] for at in range(0, len(pairs), chunk)]
    parts = [
        postings.part(np.array([h for h, _ in c], np.uint64), np.array([o for _, o in c], np.int64)) for c in chunks
    ]
    return Postings(parts, KINDS, stop)


def found(index: Postings, hashes: list[int]) -> dict[int, list[int]]:
    at, rows = index.find(np.array(hashes, np.uint64))
    which, owners = index.owners(rows)
    answer: dict[int, list[int]] = {hashes[place]: [] for place in at.tolist()}
    for row, owner in zip(which.tolist(), owners.tolist(), strict=True):
        answer[hashes[at[row]]].append(owner)
    return answer


def expected(pairs: list[tuple[int, int]], stop: int) -> dict[int, list[int]]:
    by_hash: dict[int, set[int]] = defaultdict(set)
    for shingle, owner in pairs:
        by_hash[shingle].add(owner)
    told = {}
    for shingle, owners in by_hash.items():
        many = Counter(KINDS[owner] for owner in owners)
        told[shingle] = sorted(owner for owner in owners if many[KINDS[owner]] <= stop)
    return {shingle: owners for shingle, owners in told.items() if owners}


@given(_PAIRS, st.lists(_HASHES, max_size=20), st.integers(1, 3))
def test_postings_are_what_a_dictionary_of_sets_would_hold(
    pairs: list[tuple[int, int]], strangers: list[int], stop: int
) -> None:
    index, told = held(pairs, stop=stop), expected(pairs, stop)
    asked = list({*strangers, *_ENDS, *(shingle for shingle, _ in pairs)})
    assert found(index, asked) == told
    sizes = Counter(owner for owners in told.values() for owner in owners)
    assert index.sizes.tolist() == [sizes[owner] for owner in range(len(KINDS))]
    every = Counter(owner for _, owner in set(pairs))
    assert index.before_stop.tolist() == [every[owner] for owner in range(len(KINDS))]


@pytest.mark.parametrize("bits", [2, 5])
def test_many_ranges_hold_what_one_holds(monkeypatch: pytest.MonkeyPatch, bits: int) -> None:
    random = np.random.default_rng(7)
    hashes = random.integers(0, 1 << 64, 400, np.uint64, endpoint=False) >> random.integers(0, 3, 400, np.uint64)
    pairs = [(int(h), int(o)) for h in hashes for o in random.integers(0, 6, 2)]
    once = found(held(pairs), hashes.tolist())
    monkeypatch.setattr(postings, "_RANGE_PAIRS", bits)
    assert found(held(pairs, chunk=90), hashes.tolist()) == once == expected(pairs, 50)


def test_a_shingle_has_one_number_wherever_it_is_found() -> None:
    index = held([(7, 0), (7, 3), (9, 1)])
    assert index.find(np.array([9, 7, 8, 7], np.uint64))[1].tolist() == [2, 0, 0]
