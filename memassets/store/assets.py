"""The assets of the store path."""

import dataclasses
from typing import Any

import dagster as dg
import polars as pl

from memassets import reporting
from memassets.backends.embedders import embedder_for
from memassets.guard import sessions as sessions_table
from memassets.kernel import policy
from memassets.kernel.verdict import Verdict
from memassets.resources import EmbedderResource, JudgeResource, VaultResource
from memassets.store import admitted as admitted_table
from memassets.store import candidates as candidates_table
from memassets.store import contradictions as contradiction_table
from memassets.store import gate as gates
from memassets.store import judges, logged
from memassets.store import memories as memories_table
from memassets.store import outcome as outcomes
from memassets.store import plan as plan_table
from memassets.store import rankings as rankings_table
from memassets.store import verdict as verdict_table


class Asked(dg.Config):
    """What is asked of the store."""

    seed: int = policy.READ_SEED
    probes: int = policy.READ_PROBES


@dg.asset(**reporting.described("store/memories"))
def memories(context: dg.AssetExecutionContext, vault: VaultResource) -> dg.MaterializeResult[pl.DataFrame]:
    forgotten = logged.stones(vault.log(context.instance).events(logged.FORGOTTEN))
    found = memories_table.memories(vault.root(context.instance), forgotten)
    statuses = found["status"].value_counts(sort=True)
    return reporting.table(found, statuses=reporting.shown(statuses))


@dg.asset(**reporting.described("store/rankings", kind="numpy"))
def rankings(memories: pl.DataFrame, embedder: EmbedderResource, config: Asked) -> dg.MaterializeResult[pl.DataFrame]:
    found = rankings_table.rankings(memories, embedder.embedder(), seed=config.seed, count=config.probes)
    return reporting.table(found, seed=config.seed, asked=config.probes)


@dg.asset(**reporting.described("store/verdict", kind="json"))
def verdict(
    context: dg.AssetExecutionContext, memories: pl.DataFrame, rankings: pl.DataFrame, embedder: EmbedderResource
) -> dg.MaterializeResult[Verdict]:
    asked = reporting.made_with(context.instance, "store/rankings")
    held = contradiction_table.contradictions(memories_table.active(memories))
    return reporting.answer(
        verdict_table.verdict(
            memories,
            rankings,
            held,
            settings={"seed": asked["seed"], "probes": asked["asked"], "mrrFloor": policy.MRR_FLOOR},
            embedder=embedder.embedder().id,
            mode=embedder.mode,
        ),
        contradictions=reporting.shown(pl.DataFrame([dataclasses.asdict(pair) for pair in held])),
    )


@dg.asset(**reporting.described("store/candidates"))
def candidates(context: dg.AssetExecutionContext, vault: VaultResource) -> dg.MaterializeResult[pl.DataFrame]:
    return reporting.table(candidates_table.candidates(vault.root(context.instance)))


@dg.asset(
    ins={name: dg.AssetIn(["guard", name]) for name in ("sessions", "exclusions")},
    **reporting.described("store/admitted"),
)
def admitted(
    context: dg.AssetExecutionContext,
    candidates: pl.DataFrame,
    memories: pl.DataFrame,
    sessions: pl.DataFrame,
    exclusions: pl.DataFrame,
    vault: VaultResource,
) -> dg.MaterializeResult[pl.DataFrame]:
    log = vault.log(context.instance).events(logged.ADMITTED, logged.FORGOTTEN)
    found = admitted_table.admitted(
        candidates,
        sessions_table.records(vault.root(context.instance), sessions),
        exclusions.select("record", "start", "end"),
        admitted_table.holdings(memories, logged.stones(log)),
        logged.candidates(log),
    )
    rules = found.filter(pl.col("decision") == "refuse")["rule"].value_counts(sort=True)
    return reporting.table(found, refused=reporting.shown(rules))


@dg.asset(**reporting.described("store/plan"))
def plan(
    context: dg.AssetExecutionContext,
    memories: pl.DataFrame,
    admitted: pl.DataFrame,
    embedder: EmbedderResource,
    judge: JudgeResource,
    vault: VaultResource,
) -> dg.MaterializeResult[pl.DataFrame]:
    active = memories_table.active(admitted_table.joined(memories, admitted))
    asked = judges.Kept(judges.judge(judge.mode, judge.model))
    dismissed = logged.dismissed(vault.log(context.instance).events(logged.DISMISSED))
    found, counts = plan_table.plan(active, embedder.embedder(), asked, dismissed)
    return reporting.table(
        found,
        counts=dg.MetadataValue.json(dataclasses.asdict(counts)),
        judge=asked.id,
        answers=dg.MetadataValue.json(asked.answers),
    )


@dg.asset(
    ins={f"{gate}_verdict": dg.AssetIn([gate, "verdict"]) for gate in ("read", "write", "merge", "guard")},
    **reporting.described("store/gate", kind="json"),
)
def gate(
    memories: pl.DataFrame,
    admitted: pl.DataFrame,
    rankings: pl.DataFrame,
    plan: pl.DataFrame,
    verdict: Verdict,
    read_verdict: Verdict,
    write_verdict: Verdict,
    merge_verdict: Verdict,
    guard_verdict: Verdict,
) -> dg.MaterializeResult[dict[str, Any]]:
    verdicts = {
        "read": read_verdict,
        "write": write_verdict,
        "merge": merge_verdict,
        "guard": guard_verdict,
        "store": verdict,
    }
    unattended = embedder_for("fake")
    refusal = gates.refuse(verdicts, unattended.id, memories_table.revision(memories))
    planned = plan_table.applied(admitted_table.joined(memories, admitted), plan)
    after = rankings_table.again(rankings, planned, unattended)
    found = gates.decided(refusal, gates.worse(rankings, after), verdicts)
    return reporting.document(found, allowed=found["allowed"], gates=dg.MetadataValue.json(found["gates"]))


class Landing(dg.Config):
    """Whether the plan is written, or only reported; `Materialize all` only reports."""

    apply: bool = False


@dg.asset(**reporting.described("store/outcome", kind="json"))
def outcome(
    context: dg.AssetExecutionContext,
    memories: pl.DataFrame,
    admitted: pl.DataFrame,
    plan: pl.DataFrame,
    gate: dict[str, Any],
    vault: VaultResource,
    config: Landing,
) -> dg.MaterializeResult[dict[str, Any]]:
    log = vault.log(context.instance)
    planned = reporting.made_with(context.instance, "store/plan")
    found = outcomes.outcome(
        memories,
        admitted,
        plan,
        gate,
        planned["counts"],
        run=context.run_id,
        at=reporting.started(context),
        judge=planned["judge"],
    )
    if config.apply:
        root = vault.root(context.instance)
        found = outcomes.landed(
            found,
            plan,
            admitted,
            vault.store(context.instance),
            memories_table.revision(memories),
            lambda: memories_table.revision(memories_table.memories(root, logged.stones(log.events(logged.FORGOTTEN)))),
            log,
        )
    return reporting.document(
        found,
        applied=found["applied"],
        refusal=found["refusal"] or "none",
        admitted=reporting.shown(pl.DataFrame(found["admitted"])),
        refused=reporting.shown(pl.DataFrame(found["refused"])),
        folds=reporting.shown(pl.DataFrame(found["folds"])),
        review=reporting.shown(pl.DataFrame(found["review"])),
    )


ASSETS = [memories, rankings, verdict, candidates, admitted, plan, gate, outcome]
