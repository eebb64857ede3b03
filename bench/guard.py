"""The guard's matcher beside its peers, over one seeded corpus of sections and records.

    python -m bench.guard [--sections 1000,10000,100000] [--subjects matcher,sets,...]

One row a subject and size: MB of section text indexed and of record text matched per processor second, precision and
recall over records, recall of ten-line quotes, false exclusions by record and by word (what the subject would withhold
of talk), peak memory, that of the corpus included. Of the matcher also what stands around it, each apart: MB of record
text per processor second that `json` decodes, that `spans` places (of the records that quote), and that `sift` does in
all. Peers find the quoted section by the same rule, 24 shingles of five words in a window, or by the nearest they can
ask for: datasketch's LSH and LSHEnsemble and rensa's LSH are asked window by window and each answer is counted exactly,
so that their precision is the rule's and their recall is the index's own. They are tuned as one would who has to use
them: plain sets hold numbers, no tuples; sketches share their permutations and hash by CRC-32. Each subject runs in a
process of its own; all of them end at 100,000 sections, LSHEnsemble after some three minutes and with 6.5 GB.
"""

import argparse
import json
import re
import resource
import subprocess
import sys
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, Final

import orjson

from memassets.formats.rows import Record
from memassets.guard.matcher import Artifact, Index, Thresholds
from memassets.guard.sift import sift
from memassets.guard.spans import Text, found
from memassets.kernel import policy

_SIZES: Final = (1_000, 10_000, 100_000)
_WORDS: Final = 12_000
_RECORDS: Final = 400  # of each class
_WINDOW: Final = 120  # words of a peer's window: what ten lines have
_TOKEN: Final = re.compile(r"[^\W\d_]\w*")


@dataclass(frozen=True, slots=True)
class Labelled:
    """A record, whether it quotes a section, and what class it is of."""

    text: str
    quoting: bool
    kind: str


def _vocabulary(random: Random) -> list[str]:
    syllables = "ba de fi go lu ma ne pi ro su ta ve ki no ra lo me du".split()
    words = {"".join(random.choices(syllables, k=random.choice((1, 2, 2, 3, 3, 4)))) for _ in range(4 * _WORDS)}
    return sorted(words)[:_WORDS]


def _weights(count: int) -> list[float]:
    """Zipf's law, which is what makes shingles of common words collide."""
    total, found = 0.0, []
    for rank in range(1, count + 1):
        total += 1 / rank
        found.append(total)
    return found


def corpus(count: int) -> tuple[list[str], list[Labelled]]:
    """Sections of 5 to 60 lines, some of which share boilerplate; records that quote and records that talk."""
    random = Random(count)
    words = _vocabulary(random)
    weights = _weights(len(words))
    boilerplate = [" ".join(random.choices(words, cum_weights=weights, k=11)) for _ in range(40)]

    def line() -> str:
        if random.random() < 0.06:
            return random.choice(boilerplate)
        return " ".join(random.choices(words, cum_weights=weights, k=random.randint(7, 14)))

    sections = [[line() for _ in range(random.choice((5, 8, 12, 12, 20, 30, 60)))] for _ in range(count)]
    long = [section for section in sections if len(section) >= 30]
    records: list[Labelled] = []
    for _ in range(_RECORDS):
        talk = [line() for _ in range(random.randint(3, 30))]
        section = random.choice(sections)
        start = random.randrange(len(ten := random.choice(long)) - 10)
        records.append(Labelled("\n".join([*talk, *section, *talk]), True, "whole"))
        records.append(Labelled("\n".join([*talk, *ten[start : start + 10]]), True, "ten"))
        records.append(Labelled("\n".join([*talk, line(), line()]), False, "talk"))
        quote = random.choice(long)[start : start + 2]
        records.append(Labelled("\n".join([*talk, *quote, *talk]), False, "two"))
        records.append(Labelled(" ".join(line() for _ in range(40)), False, "talk"))
    random.shuffle(records)
    return ["\n".join(section) for section in sections], records


# subjects: each indexes the sections, and gives for each record the sections it quotes --------------------------------


Find = Callable[[Sequence[str]], list[set[int]]]


class _Matcher:
    """The guard's own index, kept for what is measured beside the matching."""

    def __init__(self, sections: Sequence[str]) -> None:
        known = [Artifact("reference", str(n), text, "") for n, text in enumerate(sections)]
        self.index, self.rule = Index(known), Thresholds.of()

    def __call__(self, texts: Sequence[str]) -> list[set[int]]:
        quoted: list[set[int]] = [set() for _ in texts]
        for row, artifact in self.index.candidates(texts, self.rule):
            quoted[row].add(artifact)
        return quoted


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text.casefold())


def _shingles(tokens: Sequence[str]) -> set[tuple[str, ...]]:
    return set(zip(*(tokens[at:] for at in range(policy.SHINGLE_TOKENS)), strict=False))


def _windows(text: str) -> Iterable[set[tuple[str, ...]]]:
    tokens = _tokens(text)
    for at in range(0, max(1, len(tokens) - _WINDOW // 2), _WINDOW // 2):
        yield _shingles(tokens[at : at + _WINDOW])


def _quotes(shared: int, size: int) -> bool:
    return shared >= min(policy.REFERENCE_MATCHED, policy.REFERENCE_CONTAINMENT * size) and shared > 0


def _sets(sections: Sequence[str]) -> Find:
    by_shingle: dict[int, int | list[int]] = {}  # most shingles stand in one section: a list each would double this
    sizes = []
    for row, text in enumerate(sections):
        own = set(map(hash, _shingles(_tokens(text))))
        sizes.append(len(own))
        for shingle in own:
            known = by_shingle.setdefault(shingle, row)
            if isinstance(known, list):
                known.append(row)
            elif known != row:
                by_shingle[shingle] = [known, row]
    for shingle in [s for s, rows in by_shingle.items() if isinstance(rows, list) and len(rows) > policy.STOP_SECTIONS]:
        del by_shingle[shingle]

    def find(texts: Sequence[str]) -> list[set[int]]:
        quoted = []
        for text in texts:
            counts: Counter[int] = Counter()
            for shingle in set(map(hash, _shingles(_tokens(text)))):
                rows = by_shingle.get(shingle, ())
                counts.update((rows,) if isinstance(rows, int) else rows)
            quoted.append({row for row, shared in counts.items() if _quotes(shared, sizes[row])})
        return quoted

    return find


def _counted(sections: Sequence[str], ask: Callable[[set[tuple[str, ...]]], Iterable[int]]) -> Find:
    """An index that names candidates window by window, each of which is then counted."""

    @cache
    def known(row: int) -> set[tuple[str, ...]]:
        return _shingles(_tokens(sections[row]))

    def find(texts: Sequence[str]) -> list[set[int]]:
        quoted = []
        for text in texts:
            whole = _shingles(_tokens(text))
            likely = {row for window in _windows(text) if window for row in ask(window)}
            quoted.append({row for row in likely if _quotes(len(whole & known(row)), len(known(row)))})
        return quoted

    return find


def _sketching() -> Callable[[set[tuple[str, ...]]], Any]:
    from datasketch import MinHash

    empty = MinHash(num_perm=64, hashfunc=zlib.crc32)

    def sketch(window: set[tuple[str, ...]]) -> Any:
        made = empty.copy()
        made.update_batch([" ".join(shingle).encode() for shingle in window])
        return made

    return sketch


def _lsh(sections: Sequence[str]) -> Find:
    from datasketch import MinHashLSH

    index, sketch = MinHashLSH(threshold=0.3, num_perm=64, weights=(0.1, 0.9)), _sketching()
    owners: list[int] = []
    for row, text in enumerate(sections):
        for window in _windows(text):
            index.insert(len(owners), sketch(window), check_duplication=False)
            owners.append(row)
    return _counted(sections, lambda window: {owners[key] for key in index.query(sketch(window))})


def _ensemble(sections: Sequence[str]) -> Find:
    from datasketch import MinHashLSHEnsemble

    index, sketch = MinHashLSHEnsemble(threshold=0.3, num_perm=64, num_part=8, weights=(0.1, 0.9)), _sketching()
    entries = []
    for row, text in enumerate(sections):
        own = _shingles(_tokens(text))
        entries.append((row, sketch(own), max(1, len(own))))
    index.index(entries)
    return _counted(sections, lambda window: index.query(sketch(window), max(1, len(window))))


def _rensa(sections: Sequence[str]) -> Find:
    from rensa import RMinHash, RMinHashLSH

    index = RMinHashLSH(threshold=0.3, num_perm=64, num_bands=32)
    owners: list[int] = []

    def sketch(window: set[tuple[str, ...]]) -> Any:
        made = RMinHash(num_perm=64, seed=1)
        made.update([" ".join(shingle) for shingle in window])
        return made

    for row, text in enumerate(sections):
        for window in _windows(text):
            index.insert(len(owners), sketch(window))
            owners.append(row)
    return _counted(sections, lambda window: {owners[key] for key in index.query(sketch(window))})


_SUBJECTS: Final[dict[str, Callable[[Sequence[str]], Find]]] = {
    "matcher": _Matcher,
    "sets": _sets,
    "lsh": _lsh,
    "ensemble": _ensemble,
    "rensa": _rensa,
}


def _measured(subject: str, count: int) -> dict[str, Any]:
    sections, records = corpus(count)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.process_time()
    find = _SUBJECTS[subject](sections)
    indexed = time.process_time()
    texts = [record.text for record in records]
    repeats = max(1, round((4e7 if subject == "matcher" else 2e6) / sum(map(len, texts))))
    for _ in range(repeats):
        quoted = find(texts)
    matched = time.process_time()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    hit = [bool(rows) for rows in quoted]
    right = sum(h for h, r in zip(hit, records, strict=True) if r.quoting)
    talk = [(h, r) for h, r in zip(hit, records, strict=True) if not r.quoting]
    ten = [h for h, r in zip(hit, records, strict=True) if r.kind == "ten"]
    return {
        "subject": subject,
        "sections": count,
        "index MB/s": sum(map(len, sections)) / 1e6 / (indexed - started),
        "match MB/s": repeats * sum(map(len, texts)) / 1e6 / (matched - indexed),
        "precision": right / max(1, sum(hit)),
        "recall": right / sum(r.quoting for r in records),
        "ten lines": sum(ten) / len(ten),
        "talk hit": sum(h for h, _ in talk) / len(talk),
        "peak MB": peak / 1024,
        "corpus MB": before / 1024,
        "cpu s": matched - started,
        **(_around(find, records, quoted) if isinstance(find, _Matcher) else {}),
    }


def _around(matcher: _Matcher, records: Sequence[Labelled], quoted: Sequence[set[int]]) -> dict[str, float]:
    """What the matcher is not: decoding, spans, all of `sift`, and the share of the words of talk that this loses."""
    size = sum(len(record.text) for record in records) / 1e6
    lines = [orjson.dumps({"role": "user", "content": record.text}) for record in records]
    started = time.process_time()
    for line in lines:
        orjson.loads(line)
    decoded = time.process_time()
    for record, rows in zip(records, quoted, strict=True):
        text = Text(record.text) if rows else None
        for row in rows:
            assert text is not None
            found(text, row, matcher.index, matcher.rule)
    placed = time.process_time()
    as_records = [Record(f"{n:064x}", "", None, n, 0, "user", None, "text", r.text) for n, r in enumerate(records)]
    sifted = list(sift(as_records, matcher.index, matcher.rule))
    done = time.process_time()
    talk = [s for s, record in zip(sifted, records, strict=True) if not record.quoting]
    lost = sum(len(s.record.text[a:b].split()) for s in talk for a, b in s.withheld)
    quoting = sum(len(record.text) for record, rows in zip(records, quoted, strict=True) if rows) / 1e6
    return {
        "json MB/s": size / (decoded - started),
        "spans MB/s": quoting / (placed - decoded),
        "sift MB/s": size / (done - placed),
        "talk words": lost / sum(len(s.record.text.split()) for s in talk),
    }


def main() -> None:
    """Print the table."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--sections", default=",".join(map(str, _SIZES)))
    asked.add_argument("--subjects", default=",".join(_SUBJECTS))
    asked.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    given = asked.parse_args()
    if given.one:
        print(json.dumps(_measured(given.one[0], int(given.one[1]))))
        return
    head = True
    for count in map(int, given.sections.split(",")):
        for subject in given.subjects.split(","):
            command = [sys.executable, "-m", "bench.guard", "--one", subject, str(count)]
            row = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
            if head:
                print("  ".join(f"{name:>10}" for name in row))
                head = False
            print("  ".join(f"{_cell(value):>10}" for value in row.values()), flush=True)


def _cell(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.3g}" if value < 10 else str(value)[:7]


if __name__ == "__main__":
    main()
