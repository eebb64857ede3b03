"""Rules: the gate in its order; the first objection wins."""

from memassets.write.proposals import Refusal, refusal
from memassets.write.rules import claims, holdings, sources, speakers, support
from memassets.write.rules.case import Case, Objection, Rule

# Each named; a rule that needs what an earlier one made sure of says so by its place.
RULES: tuple[tuple[str, Rule], ...] = (
    ("grounding", support.cites_unknown_session),
    ("quote-length", support.quotes_too_little),
    ("verbatim-quotes", support.quotes_what_is_not_there),
    ("derived-evidence", support.quotes_what_the_system_emitted),
    ("distinct-quotes", support.quotes_too_few),
    ("verbatim-claim", claims.copies_the_transcript),
    ("grounded-tokens", claims.says_more_than_its_evidence),
    ("polarity", claims.turns_its_evidence_round),
    ("ambiguous-speakers", speakers.leaves_the_speaker_open),
    ("speakers", speakers.rests_on_another_voice),
    ("subjects", speakers.speaks_of_another_person),
    ("assertions", claims.rests_on_questions),
    ("corrections", claims.was_corrected),
    ("sidechains", sources.rests_on_a_sidechain),
    ("conversation", sources.rests_on_a_program),
    ("trust", sources.obeys_a_document),
    ("secrets", sources.holds_a_secret),
    ("kinds", holdings.has_a_reserved_kind),
    ("claims", holdings.claims_nothing),
    ("bodies", holdings.has_a_blank_body),
    ("titles", holdings.has_no_title),
    ("paths", holdings.finds_no_path),
    ("tombstones", holdings.was_forgotten),
    ("duplicates", holdings.is_held),
)


def objection(case: Case) -> Refusal | None:
    """The first rule's objection to a candidate, None where every rule lets it pass."""
    for name, rule in RULES:
        if found := rule(case):
            return refusal(name, *found)
    return None


__all__ = ["RULES", "Case", "Objection", "Rule", "objection"]
