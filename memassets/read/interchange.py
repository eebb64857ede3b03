"""A run of the gate in the formats of other tools: TREC run and qrels, JUnit."""

from xml.etree import ElementTree as Xml

import polars as pl

from memassets.kernel import policy
from memassets.kernel.verdict import Verdict

_TAG = "memassets"


def trec_run(rankings: pl.DataFrame) -> str:
    """Each question's target and gated controls, best first, with strictly decreasing scores.

    A question is named "probe-tier". Rows are places within {target + its controls}, the gated number's list; a
    control that ties with its target stands before it. A row that was not returned is not in it.
    """
    lines: list[str] = []
    for name, question in _questions(rankings):
        target = question["target_rank"][0]
        listed = [] if target is None else [(target, 1, question["target"][0])]
        listed += [
            (rank, 0, control)
            for rank, control in question.select("control_rank", "control").iter_rows()
            if rank is not None
        ]
        for place, (_, _, row) in enumerate(sorted(listed), start=1):
            lines.append(f"{name} Q0 {row} {place} {len(listed) + 1 - place} {_TAG}\n")
    return "".join(lines)


def trec_qrels(rankings: pl.DataFrame) -> str:
    """One line a question and row: relevance 1 for the target, 0 for its controls."""
    return "".join(
        f"{name} 0 {row} {relevance}\n"
        for name, question in _questions(rankings)
        for row, relevance in [(question["target"][0], 1), *((control, 0) for control in question["control"])]
    )


def junit(rankings: pl.DataFrame, verdict: Verdict) -> bytes:
    """One test case a question and gated family, and one for the verdict, so that a red gate is a red suite."""
    suite = Xml.Element("testsuite", name=f"memassets {verdict.gate}")
    failures = 0
    gated = rankings.filter(pl.col("family").is_in(policy.GATED_FAMILIES) & pl.col("tier").is_in(policy.GATED_TIERS))
    for row in gated.iter_rows(named=True):
        name = f"{row['probe']} {row['family']}"
        case = Xml.SubElement(suite, "testcase", classname=f"{verdict.gate}.{row['tier']}", name=name)
        if row["outcome"] != "above":
            failures += 1
            told = f"{row['query']!r}: target {row['target_rank']}, twin {row['control_rank']}"
            Xml.SubElement(case, "failure", type=row["outcome"], message=told)
    case = Xml.SubElement(suite, "testcase", classname=verdict.gate, name="verdict")
    if not verdict.passed:
        failures += 1
        told = "; ".join(breach.sentence for breach in verdict.breaches)
        Xml.SubElement(case, "failure", type="verdict", message=told)
    suite.set("tests", str(len(suite)))
    suite.set("failures", str(failures))
    Xml.indent(suite)
    return bytes(Xml.tostring(suite, encoding="utf-8", xml_declaration=True)) + b"\n"


def _questions(rankings: pl.DataFrame) -> list[tuple[str, pl.DataFrame]]:
    gated = rankings.filter(pl.col("family").is_in(policy.GATED_FAMILIES))
    return [(f"{probe}-{tier}", rows) for (probe, tier), rows in gated.group_by("probe", "tier", maintain_order=True)]
