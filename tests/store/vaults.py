"""Small vaults that the store tests are asked of."""

from pathlib import Path


def memory(
    gist: str, *, created: str = "2026-01-01T08:00:00Z", body: str = "", status: str = "active", **fields: str
) -> str:
    """One Markdown memory."""
    rows = [f"description: {gist}", f"status: {status}", f"created: {created}"]
    rows += [f"{name}: {value}" for name, value in fields.items()]
    return "\n".join(["---", *rows, "---", "", body, ""]) if body else "\n".join(["---", *rows, "---", ""])


def vault(root: Path, files: dict[str, str]) -> Path:
    """A vault with these memory files."""
    for path, text in files.items():
        place = root / "memories" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    return root


# Two duplicates, a contradiction, and strangers enough that one fold is under the drop ratio.
FILES = {
    "kiln/old.md": memory("The kiln reaches 1240 degrees.", sources="[s1]", links="[clay.md]"),
    "kiln/clay.md": memory("Clay is wedged twice before it is thrown."),
    "new.md": memory(
        "Kiln reaches 1,240 degrees!",
        created="2026-02-01T08:00:00Z",
        sources="[s2]",
        links="[kiln/clay.md, kiln/old.md]",
    ),
    "dry.md": memory("Lids dry for 3 days before glazing."),
    "dry-2.md": memory("Lids dry for 5 days before glazing.", created="2026-03-01T08:00:00Z"),
    "lids.md": memory("Lids are glazed on the inside."),
    "gone.md": memory("Kiln reaches 1240 degrees.", status="archived"),
}
