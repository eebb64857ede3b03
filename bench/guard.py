"""The guard's matcher beside its peers, over one seeded corpus of sections and records.

    python -m bench.guard [--sections 1000,10000,100000] [--subjects matcher,sets,...]

One row a subject and size: MB of section text indexed and of record text matched per processor second, precision and
recall over records, recall of ten-line quotes, false exclusions by record and by word (what the subject would withhold
of talk), peak memory. Peers find the quoted section by the same rule, 24 shingles of five words in a window, or by the
nearest they can ask for: datasketch's LSH and LSHEnsemble and rensa's LSH are asked window by window and each answer is
counted exactly, so that their precision is the rule's and their recall is the index's own. Each subject runs in a
process of its own.
"""

import argparse
import json
import re
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from memassets.guard.matcher import Artifact, Index, Thresholds
from memassets.kernel import policy

_SIZES: Final = (1_000, 10_000, 100_000)
_WORDS: Final = 12_000
_RECORDS: Final = 400  # of each class
_WINDOW: Final = 120  # words of a peer's window: what ten lines have
_TOKEN: Final = re.compile(r"[^\W\d_]\w*")
_LIMIT_PEER_SECTIONS: Final = {"lsh": 10_000, "ensemble": 10_000}  # they take minutes beyond


@dataclass(frozen=True, slots=True)
class Labelled:
    """A record, how many words of it are quoted, and what class it is of."""

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


def _matcher(sections: Sequence[str]) -> Find:
    known = [Artifact("reference", str(n), text, "") for n, text in enumerate(sections)]
    index, rule = Index(known), Thresholds.of()

    def find(texts: Sequence[str]) -> list[set[int]]:
        found: list[set[int]] = [set() for _ in texts]
        for row, artifact in index.candidates(texts, rule):
            found[row].add(artifact)
        return found

    return find


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text.casefold())


def _shingles(tokens: Sequence[str]) -> set[tuple[str, ...]]:
    size = policy.SHINGLE_TOKENS
    return {tuple(tokens[at : at + size]) for at in range(len(tokens) - size + 1)}


def _windows(text: str) -> Iterable[set[tuple[str, ...]]]:
    tokens = _tokens(text)
    for at in range(0, max(1, len(tokens) - _WINDOW // 2), _WINDOW // 2):
        yield _shingles(tokens[at : at + _WINDOW])


def _quotes(shared: int, size: int) -> bool:
    return shared >= min(policy.REFERENCE_MATCHED, policy.REFERENCE_CONTAINMENT * size) and shared > 0


def _sets(sections: Sequence[str]) -> Find:
    by_shingle: dict[tuple[str, ...], list[int]] = {}
    sizes = []
    for row, text in enumerate(sections):
        own = _shingles(_tokens(text))
        sizes.append(len(own))
        for shingle in own:
            by_shingle.setdefault(shingle, []).append(row)
    telling = {shingle: rows for shingle, rows in by_shingle.items() if len(rows) <= policy.STOP_SECTIONS}

    def find(texts: Sequence[str]) -> list[set[int]]:
        found = []
        for text in texts:
            counts = Counter(row for shingle in _shingles(_tokens(text)) for row in telling.get(shingle, ()))
            found.append({row for row, shared in counts.items() if _quotes(shared, sizes[row])})
        return found

    return find


def _counted(sections: Sequence[str], ask: Callable[[set[bytes]], Iterable[int]]) -> Find:
    """An index that names candidates window by window, each of which is then counted."""
    known = [_shingles(_tokens(text)) for text in sections]

    def find(texts: Sequence[str]) -> list[set[int]]:
        found = []
        for text in texts:
            whole = _shingles(_tokens(text))
            likely = {row for window in _windows(text) if window for row in ask(_bytes(window))}
            found.append({row for row in likely if _quotes(len(whole & known[row]), len(known[row]))})
        return found

    return find


def _bytes(shingles: Iterable[tuple[str, ...]]) -> set[bytes]:
    return {" ".join(shingle).encode() for shingle in shingles}


def _lsh(sections: Sequence[str]) -> Find:
    from datasketch import MinHash, MinHashLSH

    index = MinHashLSH(threshold=0.3, num_perm=64, weights=(0.1, 0.9))
    for row, text in enumerate(sections):
        for part, window in enumerate(_windows(text)):
            sketch = MinHash(num_perm=64)
            sketch.update_batch(_bytes(window))
            index.insert(f"{row}:{part}", sketch)

    def ask(window: set[bytes]) -> Iterable[int]:
        sketch = MinHash(num_perm=64)
        sketch.update_batch(window)
        return (int(key.split(":")[0]) for key in index.query(sketch))

    return _counted(sections, ask)


def _ensemble(sections: Sequence[str]) -> Find:
    from datasketch import MinHash, MinHashLSHEnsemble

    index = MinHashLSHEnsemble(threshold=0.3, num_perm=64, num_part=8, weights=(0.1, 0.9))
    entries = []
    for row, text in enumerate(sections):
        own = _bytes(_shingles(_tokens(text)))
        sketch = MinHash(num_perm=64)
        sketch.update_batch(own)
        entries.append((row, sketch, max(1, len(own))))
    index.index(entries)

    def ask(window: set[bytes]) -> Iterable[int]:
        sketch = MinHash(num_perm=64)
        sketch.update_batch(window)
        return list(index.query(sketch, max(1, len(window))))

    return _counted(sections, ask)


def _rensa(sections: Sequence[str]) -> Find:
    from rensa import RMinHash, RMinHashLSH

    index = RMinHashLSH(threshold=0.3, num_perm=64, num_bands=32)
    owners: list[int] = []
    for row, text in enumerate(sections):
        for window in _windows(text):
            sketch = RMinHash(num_perm=64, seed=1)
            sketch.update([shingle.decode() for shingle in _bytes(window)])
            index.insert(len(owners), sketch)
            owners.append(row)

    def ask(window: set[bytes]) -> Iterable[int]:
        sketch = RMinHash(num_perm=64, seed=1)
        sketch.update([shingle.decode() for shingle in window])
        return [owners[key] for key in index.query(sketch)]

    return _counted(sections, ask)


_SUBJECTS: Final[dict[str, Callable[[Sequence[str]], Find]]] = {
    "matcher": _matcher,
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
        found = find(texts)
    matched = time.process_time()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    del find
    hit = [bool(rows) for rows in found]
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
        "talk words": _words_lost(sections, records) if subject == "matcher" else None,
        "peak MB": peak / 1024,
        "corpus MB": before / 1024,
        "wall s": matched - started,
    }


def _words_lost(sections: Sequence[str], records: Sequence[Labelled]) -> float:
    """The share of the words of talk that would be withheld, span by span."""
    from memassets.guard.spans import Text, found

    index, rule = Index([Artifact("reference", str(n), text, "") for n, text in enumerate(sections)]), Thresholds.of()
    talk = [record.text for record in records if not record.quoting]
    lost = 0
    for row, artifact in index.candidates(talk, rule):
        what = found(Text(talk[row]), artifact, index, rule)
        lost += sum(len(talk[row][a:b].split()) for a, b in what.quoted) if what else 0
    return lost / sum(len(text.split()) for text in talk)


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
            if count > _LIMIT_PEER_SECTIONS.get(subject, count):
                continue
            command = [sys.executable, "-m", "bench.guard", "--one", subject, str(count)]
            row = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
            if head:
                print("  ".join(f"{name:>10}" for name in row))
                head = False
            print("  ".join(f"{_cell(value):>10}" for value in row.values()), flush=True)


def _cell(value: Any) -> str:
    return "" if value is None else f"{value:.3g}" if isinstance(value, float) and value < 10 else str(value)[:7]


if __name__ == "__main__":
    main()
