import pytest

from memassets.formats import front_matter
from memassets.formats.damage import Damage


def split(text: str) -> tuple[front_matter.FrontMatter, list[tuple[str, int, int]]]:
    damage = Damage("a.md", text.encode())
    matter = front_matter.split(text, damage)
    return matter, [(skip.code, skip.line, skip.byte) for skip in damage.skips]


def test_fields_are_text_whatever_yaml_would_make_of_them() -> None:
    matter, skips = split('---\nVersion: 1.20\non: yes\nnone: ~\nwhen: 2026-01-01\nsuperseded_by: "~"\n---\nbody\n')
    assert matter.fields == {
        "version": "1.20",
        "on": "yes",
        "none": "",
        "when": "2026-01-01",
        "superseded-by": "~",
    }
    assert (matter.body, matter.body_line, skips) == ("body\n", 8, [])


def test_metadata_is_read_where_the_top_says_nothing() -> None:
    matter, _ = split("---\ntype: a\nmetadata:\n  type: b\n  scope: team\n---\n")
    assert (matter.text("type"), matter.text("scope")) == ("a", "team")


def test_a_second_block_fills_what_the_first_leaves_open() -> None:
    matter, skips = split("---\ntype: note\n---\n\n---\nname: x\ntype: fact\n---\nbody")
    assert (matter.fields, matter.body, matter.blocks) == ({"name": "x", "type": "note"}, "body", 2)
    assert skips == [("second-front-matter", 5, 20)]


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("---\na: &x [1]\nb: *x\nname: kept\n---\n", "yaml-alias", 3),
        ('---\nname: kept\nc: !!python/object/apply:os.system ["true"]\n---\n', "yaml-tag", 3),
        ("---\nname: kept\nd: " + "[" * 50 + "\n---\n", "yaml-too-deep", 3),
        ("---\nname: kept\nd: [" + "x," * 20_000 + "]\n---\n", "yaml-too-large", 3),
        ("---\nname: kept\nd: a: b\n---\n", "bad-front-matter", 3),
        ("---\nname: kept\nname: other\n---\n", "duplicate-field", 3),
        ("---\nname: kept\n\nbody\n", "unclosed-front-matter", 1),
        ("---\nname: kept\n\n" + "x" * 70_000, "front-matter-too-large", 1),
    ],
)
def test_what_is_refused_is_named_and_the_rest_is_read(text: str, code: str, line: int) -> None:
    matter, skips = split(text)
    assert matter.text("name") == "kept"
    assert [(found, at) for found, at, _ in skips] == [(code, line)]


def test_a_bomb_of_anchors_costs_nothing() -> None:
    rows = "".join(f"a{n}: &a{n} [" + ",".join([f"*a{n - 1}"] * 9) + "]\n" for n in range(1, 30))
    matter, skips = split(f"---\nname: kept\na0: &a0 x\n{rows}---\n")
    assert matter.text("name") == "kept"
    assert skips[0][0] == "yaml-alias"


def test_rules_are_not_front_matter() -> None:
    matter, skips = split("---\n\nJust text\n---\nmore")
    assert (matter.fields, matter.body, skips) == ({}, "---\n\nJust text\n---\nmore", [])


def test_words_of_lists_and_of_single_fields() -> None:
    matter, _ = split("---\ntags: [a, b, a]\nentity: c\n---\n")
    assert matter.texts("entity", "tags") == ("c", "a", "b")
