"""Transcripts: where each quote and each claim stands, found in one pass over records that are never held."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

import polars as pl

from memassets.formats.rows import Record
from memassets.kernel import policy
from memassets.kernel.text import normal
from memassets.write.corrections import Corrections
from memassets.write.proposals import Candidate
from memassets.write.spans import Quote, fragments, kept_pieces, place_of, sentence_at, session_of, trimmed_claim

EXCLUDED_SCHEMA = {"record": pl.String, "start": pl.Int64, "end": pl.Int64}

_BATCH_CHARACTERS = 1_000_000  # folded text looked through at once
_ANCHOR_CHARACTERS = 16  # of each needle go into the automaton; the rest is compared where an anchor is found


@dataclass(frozen=True, slots=True)
class Standing:
    """One place where a quote stands whole."""

    record: str
    message: str  # the same in a resumed or forked session
    session: str
    turn: int
    order: int  # of the record among all that were read
    role: str
    sidechain: bool
    summary: bool
    origin: str
    exact: bool  # without folding
    excluded: bool  # only in a span that the guard withheld
    sentence: str  # the sentences the quote belongs to

    @property
    def speaker(self) -> str:
        """Whose words they are, the role apart where a program wrote them."""
        return "sidechain" if self.sidechain else "program" if self.summary or self.origin else self.role


@dataclass(slots=True)
class Finding:
    """What the transcripts hold of one quote."""

    standings: list[Standing] = field(default_factory=list)
    stitched: bool = False  # it runs over the end of a turn, or its pieces stand in several
    disordered: bool = False  # its pieces stand in one turn in another order
    seen: set[str] = field(default_factory=set)  # its pieces


@dataclass(slots=True)
class Findings:
    """What one pass found, for all candidates."""

    quotes: dict[tuple[str, str], Finding]  # by session and folded quote
    spans: dict[str, str]  # claim -> "session s1, turn 3" where it is a span of a turn
    sessions: set[str]
    corrections: Corrections

    def of(self, session: str, quote: str) -> Finding:
        """What was found of a quote as the candidate gives it."""
        return self.quotes[session_of(session), normal.fold(quote)]


@dataclass(frozen=True, slots=True)
class _Turn:
    record: Record
    order: int
    text: str  # folded


def find(candidates: Sequence[Candidate], records: Iterable[Record], excluded: pl.DataFrame | None = None) -> Findings:
    """Everything the rules ask of the transcripts, in one pass.

    `excluded` is the guard's frame of withheld spans: record (id), start, end (characters of the record's text).
    Memory grows with the candidates, not with the records.
    """
    search = _Search(candidates, _spans(excluded))
    for batch in _batches(records):
        search.look(batch)
    return search.findings


def _spans(excluded: pl.DataFrame | None) -> dict[str, list[tuple[int, int]]]:
    found: dict[str, list[tuple[int, int]]] = {}
    for row in () if excluded is None else excluded.iter_rows(named=True):
        found.setdefault(row["record"], []).append((row["start"], row["end"]))
    return found


def _batches(records: Iterable[Record]) -> Iterator[list[_Turn]]:
    batch: list[_Turn] = []
    size = 0
    for order, record in enumerate(records):
        turn = _Turn(record, order, normal.fold(record.text))
        batch.append(turn)
        size += len(turn.text)
        if size >= _BATCH_CHARACTERS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


class _Search:
    """The needles of all candidates, and what was found of them so far."""

    def __init__(self, candidates: Sequence[Candidate], spans: Mapping[str, list[tuple[int, int]]]) -> None:
        cited = {(session_of(e.session), normal.fold(e.quote)): e for c in candidates for e in c.evidence}
        self.findings = Findings({key: Finding() for key in cited}, {}, set(), Corrections())
        self._wanted = _wanted_turns(candidates)
        self._spans = spans
        self._quotes: dict[str, list[tuple[str, Quote]]] = {}  # needle -> the quotes it is a piece of, by session
        self._claims = {needle for c in candidates if (needle := trimmed_claim(c.claim))}
        self._last: dict[str, dict[str, str]] = {}  # session -> role -> the end of its last turn
        for (session, text), evidence in cited.items():
            quote = Quote(text, evidence.quote, fragments(text))
            for needle in {text, *quote.fragments}:
                if len(needle) >= policy.FRAGMENT_CHARACTERS:
                    self._quotes.setdefault(needle, []).append((session, quote))
        self._needles: dict[str, list[str]] = {}
        for needle in {*self._quotes, *self._claims}:
            self._needles.setdefault(needle[:_ANCHOR_CHARACTERS], []).append(needle)
        self._anchors = sorted(self._needles)

    def look(self, batch: Sequence[_Turn]) -> None:
        """Look for every needle in a batch of records, and over the seams between them."""
        seams: list[tuple[str, str]] = []
        for turn in batch:
            record = turn.record
            self.findings.sessions.add(record.session)
            self.findings.corrections.note(record, turn.order, turn.text)
            seams.extend((record.session, window) for window in self._windows(record, turn.text))
        for turn, needles in zip(batch, self._anchored([turn.text for turn in batch]), strict=True):
            if needles:
                self._stands(turn, needles)
        for (session, window), needles in zip(seams, self._anchored([w for _, w in seams]), strict=True):
            for needle in needles:
                self._crosses(session, window, needle)

    def _windows(self, record: Record, text: str) -> list[str]:
        """The seam to the turn before, and to the one before of the same role."""
        tails = self._last.setdefault(record.session, {})
        before = dict.fromkeys(tails[key] for key in ("", record.role) if key in tails)
        tails[""] = tails[record.role] = text[-policy.QUOTE_CHARACTERS :]
        return [f"{tail} {text[: policy.QUOTE_CHARACTERS]}" for tail in before]

    def _anchored(self, texts: list[str]) -> list[list[str]]:
        """For each text the needles whose anchor stands in it."""
        if not self._anchors or not texts:
            return [[] for _ in texts]
        hits = pl.Series(texts, dtype=pl.String).str.extract_many(self._anchors, overlapping=True).to_list()
        return [list(chain.from_iterable(self._needles[anchor] for anchor in dict.fromkeys(hit))) for hit in hits]

    def _stands(self, turn: _Turn, needles: list[str]) -> None:
        pieces: dict[tuple[str, str], Quote] = {}
        for needle in needles:
            at = place_of(needle, turn.text)
            if at < 0:
                continue
            if needle in self._claims:
                self.findings.spans.setdefault(needle, f"session {turn.record.session}, turn {turn.record.turn}")
            for session, quote in self._quotes.get(needle, ()):
                if session != turn.record.session:
                    continue
                if quote.text == needle:
                    self._add(turn, quote, at, at + len(needle), (needle,))
                else:
                    self.findings.quotes[session, quote.text].seen.add(needle)
                    pieces[session, quote.text] = quote
        for key, quote in pieces.items():
            self._pieces(turn, quote, self.findings.quotes[key])

    def _pieces(self, turn: _Turn, quote: Quote, finding: Finding) -> None:
        """A quote with an ellipsis: its pieces in one turn in their order, in another, or in several turns."""
        at = start = place_of(quote.fragments[0], turn.text)
        for fragment in quote.fragments:
            at = place_of(fragment, turn.text, at) if at >= 0 else -1
            at = at + len(fragment) if at >= 0 else -1
        if at >= 0:
            self._add(turn, quote, start, at, quote.fragments)
        elif all(place_of(fragment, turn.text) >= 0 for fragment in quote.fragments):
            finding.disordered = True
        elif finding.seen.issuperset(quote.fragments):
            finding.stitched = True

    def _crosses(self, session: str, window: str, needle: str) -> None:
        for cited, quote in self._quotes.get(needle, ()):
            if cited == session and quote.text == needle and place_of(needle, window) >= 0:
                self.findings.quotes[session, needle].stitched = True

    def _add(self, turn: _Turn, quote: Quote, start: int, end: int, pieces: Sequence[str]) -> None:
        record = turn.record
        standing = Standing(
            record.id,
            record.uuid or f"{record.session}#{record.turn}",
            record.session,
            record.turn,
            turn.order,
            record.role,
            record.sidechain,
            record.summary,
            record.origin or ("system" if record.role == "system" else ""),
            quote.given in record.text,
            self._is_withheld(record, pieces),
            sentence_at(turn.text, start, end),
        )
        known = self.findings.quotes[record.session, quote.text].standings
        alike = sum(s.speaker == standing.speaker and s.excluded == standing.excluded for s in known)
        if alike < policy.STANDINGS_KEPT or record.turn in self._wanted.get((record.session, quote.text), ()):
            known.append(standing)

    def _is_withheld(self, record: Record, pieces: Sequence[str]) -> bool:
        """Whether a piece of the quote stands nowhere in what the guard left of the record."""
        if record.id not in self._spans:
            return False
        kept = [normal.fold(part) for part in kept_pieces(record.text, self._spans[record.id])]
        return not all(any(place_of(piece, part) >= 0 for part in kept) for piece in pieces)


def _wanted_turns(candidates: Sequence[Candidate]) -> dict[tuple[str, str], set[int]]:
    wanted: dict[tuple[str, str], set[int]] = {}
    for evidence in chain.from_iterable(c.evidence for c in candidates):
        if evidence.turn is not None:
            wanted.setdefault((session_of(evidence.session), normal.fold(evidence.quote)), set()).add(evidence.turn)
    return wanted
