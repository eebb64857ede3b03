"""One candidate as the rules see it: with what was found of its quotes and what the store holds."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from memassets.kernel.reasons import Reason
from memassets.kernel.text import normal
from memassets.write.proposals import Candidate, Evidence
from memassets.write.transcripts import Finding, Findings, Standing

Objection = tuple[Reason, str]


@dataclass(slots=True)
class Holdings:
    """What the store holds: paths taken, claims held (as `words_of` gives them), tombstones of what was forgotten."""

    paths: set[str] = field(default_factory=set)  # folded to lower case
    claims: set[tuple[str, ...]] = field(default_factory=set)
    tombstones: set[str] = field(default_factory=set)


def words_of(claim: str) -> tuple[str, ...]:
    """A claim word for word, whatever its case and punctuation."""
    return normal.words(claim)


@dataclass(frozen=True)
class Case:
    """What a rule may ask about."""

    candidate: Candidate
    findings: Findings
    holdings: Holdings
    minimum: int  # distinct quotes asked for

    @cached_property
    def support(self) -> tuple[tuple[Evidence, Finding, tuple[Standing, ...]], ...]:
        """Each quote with what was found of it and the places that count: those in the turn it cites."""
        found = []
        for evidence in self.candidate.evidence:
            finding = self.findings.of(evidence.session, evidence.quote)
            places = tuple(s for s in finding.standings if evidence.turn in (None, s.turn))
            found.append((evidence, finding, places))
        return tuple(found)

    @cached_property
    def places(self) -> tuple[Sequence[Standing], ...]:
        """The places of each quote that the guard did not withhold."""
        return tuple([place for place in places if not place.excluded] for _, _, places in self.support)

    @cached_property
    def quotes(self) -> tuple[str, ...]:
        """The quotes, folded."""
        return tuple(normal.fold(evidence.quote) for evidence in self.candidate.evidence)

    @cached_property
    def is_exact(self) -> bool:
        """Whether every quote stands somewhere as it was given."""
        return all(any(place.exact for place in places) for _, _, places in self.support)


Rule = Callable[[Case], Objection | None]
