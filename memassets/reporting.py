"""A gate's answer in Dagster's words: assets, tables, pictures, and check results."""

import base64
import importlib
import inspect
import io
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

import dagster as dg
import polars as pl

from memassets.kernel import digests, verdict
from memassets.kernel.verdict import Breach, Verdict
from memassets.lineage import Change

_PREVIEW_ROWS = 8
_OWNER = "team:memassets"


def described(asset: str, kind: str = "polars", code: str = "") -> dict[str, Any]:
    """What `@dg.asset` needs for "path/table": key, group, code version of its module, kinds, owners, description.

    The description is the module's own first line and the docstring of the function of its name. `code` names the
    module that decides the rows, where that is another one than the table's.
    """
    path, table = asset.split("/")
    module = f"memassets.{path}.{table}"
    source = importlib.import_module(module)
    function = getattr(source, table, None)
    parts = [inspect.getdoc(source) or "", inspect.getdoc(function) or "" if function else ""]
    return {
        "key": dg.AssetKey([path, table]),
        "group_name": path,
        "code_version": digests.of_parts(digests.of_code(code or module)),
        "kinds": {"python", kind},
        "owners": [_OWNER],
        "description": "\n\n".join(part for part in parts if part),
    }


def table(frame: pl.DataFrame, *, version: str | None = None, **notes: Any) -> dg.MaterializeResult[pl.DataFrame]:
    """A table as an asset's output: data version from its content unless given, row count, column schema, preview."""
    return dg.MaterializeResult(
        value=frame,
        data_version=dg.DataVersion(version or digests.of_frame(frame)),
        metadata={
            "dagster/row_count": frame.height,
            "dagster/column_schema": dg.TableSchema(
                columns=[dg.TableColumn(name, str(kind)) for name, kind in frame.schema.items()]
            ),
            "preview": dg.MetadataValue.md(markdown_table(frame.head(_PREVIEW_ROWS))),
            **notes,
        },
    )


def answer(found: Verdict, **notes: Any) -> dg.MaterializeResult[Verdict]:
    """A verdict as an asset's output: score and counts as numbers that the UI plots, basis and breaches to read."""
    numbers = {
        name: float(value)
        for name, value in found.measured.items()
        if isinstance(value, int | float) and not isinstance(value, bool)
    }
    return dg.MaterializeResult(
        value=found,
        data_version=dg.DataVersion(digests.of_json([found.basis.digest, [asdict(b) for b in found.breaches]])),
        metadata={
            **numbers,
            "passed": found.passed,
            "score": found.score,
            "floor": found.floor,
            "breaches": dg.MetadataValue.md(breach_list(found.breaches)),
            "basis": dg.MetadataValue.json(asdict(found.basis)),
            **notes,
        },
    )


def report(
    found: Verdict, changes: Sequence[Change], against: str, **notes: Any
) -> dg.MaterializeResult[dict[str, Any]]:
    """A gate's report as an asset's output: the verdict, and what changed since the last green one."""
    value = {"verdict": verdict.to_json(found), "changes": [asdict(c) for c in changes], "against": against}
    return dg.MaterializeResult(
        value=value,
        data_version=dg.DataVersion(digests.of_json(value["verdict"])),
        metadata={
            "verdict": dg.MetadataValue.md(headline(found)),
            "breaches": dg.MetadataValue.md(breach_list(found.breaches)),
            "changed since the last green verdict": dg.MetadataValue.md(change_list(changes, against)),
            **notes,
        },
    )


def document(value: dict[str, Any], **notes: Any) -> dg.MaterializeResult[dict[str, Any]]:
    """A JSON document as an asset's output: data version from its content, and what is worth looking at."""
    return dg.MaterializeResult(value=value, data_version=dg.DataVersion(digests.of_json(value)), metadata=notes)


def started(context: dg.AssetExecutionContext) -> str:
    """When the run at hand was started, UTC, RFC 3339: a path reads no clock."""
    record = context.instance.get_run_record_by_id(context.run_id)
    if record is None:
        raise dg.DagsterInvariantViolationError(f"run {context.run_id} is not in this instance")
    started: datetime = record.create_timestamp
    return started.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def check(report: Mapping[str, Any], codes: Sequence[str]) -> dg.AssetCheckResult:
    """The part of a report's verdict that one check answers for: red if it has a breach of one of the codes.

    A skipped verdict is red in every check.
    """
    found = verdict.from_json(report["verdict"])
    changes = [Change(**change) for change in report["changes"]]
    breaches = [b for b in found.breaches if b.code in codes or found.skipped]
    culprits = change_list(changes, report["against"])
    return dg.AssetCheckResult(
        passed=not breaches,
        severity=dg.AssetCheckSeverity.ERROR,
        description="; ".join([*(b.sentence for b in breaches), *(f"Changed: {c.sentence}" for c in changes[:3])])
        if breaches
        else f"{found.gate}: score {found.score}, floor {found.floor}.",
        metadata={
            "score": found.score,
            "floor": found.floor,
            "breaches": len(breaches),
            **(
                {
                    "what failed": dg.MetadataValue.md(breach_list(breaches)),
                    "what changed": dg.MetadataValue.md(culprits),
                    "culprits": dg.MetadataValue.json([asdict(c) for c in changes]),
                }
                if breaches
                else {}
            ),
        },
    )


def made_with(instance: dg.DagsterInstance, asset: str) -> dict[str, Any]:
    """The metadata of an asset's newest table: what the run that made it was configured with, not this run."""
    event = instance.get_latest_materialization_event(dg.AssetKey(asset.split("/")))
    if event is None or event.asset_materialization is None:
        raise dg.DagsterInvariantViolationError(f"{asset} was never materialized in this instance")
    return {name: value.value for name, value in event.asset_materialization.metadata.items()}


def state(found: Verdict) -> dg.AssetCheckResult:
    """A verdict as the one check that hangs on it, not blocking."""
    return dg.AssetCheckResult(
        passed=found.passed,
        severity=dg.AssetCheckSeverity.ERROR,
        description="; ".join(b.sentence for b in found.breaches) or f"{found.gate}: score {found.score}.",
        metadata={"score": found.score, "floor": found.floor, "breaches": len(found.breaches)},
    )


def headline(found: Verdict) -> str:
    """One line: the gate, its colour, its score."""
    colour = "skipped, which is not a pass" if found.skipped else "green" if found.passed else "RED"
    return f"**{found.gate}** is **{colour}**: score {found.score}, floor {found.floor}"


def breach_list(breaches: Sequence[Breach]) -> str:
    """The breaches as a Markdown list."""
    return "\n".join(f"- `{b.code}` {b.sentence}" for b in breaches) or "none"


def change_list(changes: Sequence[Change], against: str) -> str:
    """The changes as a Markdown list, upstream-most first."""
    lines = [f"{place}. {change.sentence}" for place, change in enumerate(changes, start=1)]
    return f"Compared with {against}.\n\n" + ("\n".join(lines) or "Nothing changed.")


def shown(frame: pl.DataFrame, told: str = "") -> dg.MarkdownMetadataValue:
    """A frame as a table in the page, below what is told of it."""
    return dg.MetadataValue.md("\n\n".join(filter(None, (told, markdown_table(frame)))))


def markdown_table(frame: pl.DataFrame, width: int = 80) -> str:
    """A frame as a Markdown table, long cells cut."""
    head = "| " + " | ".join(frame.columns) + " |"
    rule = "|" + " --- |" * len(frame.columns)
    rows = ["| " + " | ".join(_cell(value, width) for value in row) + " |" for row in frame.iter_rows()]
    return "\n".join([head, rule, *rows])


def _cell(value: Any, width: int) -> str:
    text = "" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)
    text = text.replace("|", "\\|").replace("\n", " ")
    return text if len(text) <= width else text[: width - 1] + "…"


def bars(title: str, values: Mapping[str, float], floor: float | None = None) -> dg.MarkdownMetadataValue:
    """A bar chart as a picture in the page, with a line at the floor."""
    # the object interface: pyplot would keep global state, and a backend that wants a screen
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, 0.6 + 0.32 * max(len(values), 1)), layout="constrained")
    axes = figure.add_subplot()
    names = list(values)
    axes.barh(names, [values[name] for name in names], color="#4f78c4")
    axes.invert_yaxis()
    if floor is not None:
        axes.axvline(floor, color="#c44f4f", linestyle="--", label=f"floor {floor}")
        axes.legend(loc="lower left", fontsize="small")
    axes.set_title(title, fontsize="medium")
    FigureCanvasAgg(figure)
    return _picture(title, figure)


def curves(
    title: str, panels: Mapping[str, Mapping[str, Sequence[tuple[float, float]]]], marks: Mapping[str, float]
) -> dg.MarkdownMetadataValue:
    """One panel of line charts a name, beside each other, with a vertical line at its mark."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(3.6 * max(len(panels), 1), 3.0), layout="constrained")
    for axes, (name, lines) in zip(figure.subplots(1, len(panels), squeeze=False)[0], panels.items(), strict=True):
        for label, points in lines.items():
            axes.plot([x for x, _ in points], [y for _, y in points], marker=".", label=label)
        axes.axvline(marks[name], color="#c44f4f", linestyle="--", label=f"in force: {marks[name]:g}")
        axes.set_xlabel(name)
        axes.set_ylim(-0.02, 1.02)
        axes.legend(loc="center right", fontsize="x-small")
    figure.suptitle(title, fontsize="medium")
    FigureCanvasAgg(figure)
    return _picture(title, figure)


def _picture(title: str, figure: Any) -> dg.MarkdownMetadataValue:
    picture = io.BytesIO()
    figure.savefig(picture, format="png", dpi=100)
    encoded = base64.b64encode(picture.getvalue()).decode()
    return dg.MetadataValue.md(f"![{title}](data:image/png;base64,{encoded})")
