import json
from typing import Any

import pytest

from memassets.formats import chatgpt
from memassets.formats.rows import Record
from memassets.formats.turns import record_id
from tests.formats import samples
from tests.formats.reading import read, records, skipped, spoken


def node(name: str, parent: str | None, role: str, content: object, **more: object) -> dict[str, Any]:
    if isinstance(content, str):
        content = {"content_type": "text", "parts": [content]}
    message = {"id": name, "author": {"role": role}, "content": content, **more}
    return {"id": name, "parent": parent, "children": [], "message": message}


def export(*nodes: dict[str, Any], **more: object) -> bytes:
    mapping = {one["id"]: one for one in nodes}
    return json.dumps([{"id": "g-1", "current_node": nodes[-1]["id"], "mapping": mapping, **more}]).encode()


def test_the_current_branch_is_read_and_the_others_reported() -> None:
    assert [(row.line, row.turn, row.role, row.kind, row.tool, row.text) for row in records(samples.CHATGPT)] == [
        (1, 1, "user", "text", None, 'Which port? {["]}'),
        (1, 2, "assistant", "tool_use", "python", "print(7012)"),
        (1, 3, "tool", "tool_result", "python", "7012"),
    ]
    assert skipped(samples.CHATGPT) == [(1, "other-branch"), (11, "not-a-conversation")]


def test_a_message_is_one_record_with_all_its_fields() -> None:
    document = export(node("m1", None, "user", "Which port?", create_time=1767225600.5))
    assert read(document) == [
        Record(
            record_id("g-1", "m1", 0),
            "g-1",
            "m1",
            1,
            0,
            "user",
            "2026-01-01T00:00:00.500Z",
            "text",
            "Which port?",
        )
    ]


def test_conversations_may_use_the_same_names_for_their_messages() -> None:
    first, second = export(node("m1", None, "user", "a")), export(node("m1", None, "user", "a"), id="g-2")
    document = first[:-1] + b"," + second[1:]
    assert [(row.session, row.text) for row in records(document)] == [("g-1", "a"), ("g-2", "a")]


def test_an_edited_question_is_read_in_its_last_form() -> None:
    document = export(node("m1", None, "user", "Which host?"), node("m2", None, "user", "Which port?"))
    assert spoken(document) == [(1, "user", "", "Which port?")]
    assert skipped(document) == [(1, "other-branch")]


def test_parts_that_are_not_text_are_counted() -> None:
    parts = [
        {"content_type": "image_asset_pointer", "asset_pointer": "file://x"},
        "A chart.",
        {"content_type": "x"},
        {"content_type": "audio_asset_pointer", "asset_pointer": "file://y"},
    ]
    document = export(node("m1", None, "user", {"content_type": "multimodal_text", "parts": parts}))
    assert spoken(document) == [(1, "user", "", "A chart.")]
    assert skipped(document) == [(1, "image"), (1, "unknown-block"), (1, "not-text")]


@pytest.mark.parametrize(
    ("content", "kind", "text"),
    [
        ({"content_type": "thoughts", "thoughts": [{"summary": "A", "content": "B"}]}, "thinking", "A\nB"),
        ({"content_type": "reasoning_recap", "content": "Thought for 3 s"}, "thinking", "Thought for 3 s"),
        ({"content_type": "tether_quote", "title": "T", "text": "Q"}, "text", "T\nQ"),
        ({"content_type": "system_error", "name": "E", "text": "broke"}, "text", "E\nbroke"),
    ],
)
def test_the_kinds_of_content_are_read(content: object, kind: str, text: str) -> None:
    [row] = records(export(node("m1", None, "assistant", content)))
    assert (row.kind, row.text) == (kind, text)


def test_custom_instructions_are_not_what_the_user_said() -> None:
    content = {
        "content_type": "user_editable_context",
        "user_profile": "A nurse.",
        "user_instructions": "Be brief.",
    }
    assert spoken(export(node("m1", None, "user", content))) == [(1, "user", "instructions", "A nurse.\nBe brief.")]


def test_a_conversation_that_does_not_say_where_it_ends_is_read_to_its_last_leaf() -> None:
    document = export(node("m1", None, "user", "a"), node("m2", "m1", "assistant", "b"), current_node="lost")
    assert spoken(document) == [(1, "user", "", "a"), (2, "assistant", "", "b")]
    assert skipped(document) == [(1, "no-current-node")]


def test_a_missing_parent_is_reported_and_what_follows_it_read() -> None:
    document = export(node("m2", "m1", "user", "b"))
    assert spoken(document) == [(1, "user", "", "b")]
    assert skipped(document) == [(1, "broken-branch")]


def test_a_circle_of_parents_ends() -> None:
    document = export(node("m1", "m2", "user", "a"), node("m2", "m1", "assistant", "b"))
    assert spoken(document) == [(1, "user", "", "a"), (2, "assistant", "", "b")]
    assert skipped(document) == [(1, "broken-branch")]


def test_messages_without_role_or_text_are_named() -> None:
    document = export(node("m1", None, "system", ""), node("m2", "m1", "narrator", "x"), node("m3", "m2", "user", "a"))
    assert spoken(document) == [(1, "user", "", "a")]
    assert skipped(document) == [(1, "no-text"), (1, "no-role")]


def test_a_cut_export_gives_the_conversations_before_the_cut() -> None:
    whole = export(node("m1", None, "user", "a"))
    document = whole[:-1] + b',\n{"id":"g-2","mapping":{"m1":{"mess'
    assert spoken(document) == [(1, "user", "", "a")]
    assert skipped(document) == [(2, "cut-document")]


def test_a_damaged_conversation_does_not_touch_its_neighbours() -> None:
    first = export(node("m1", None, "user", "a"))[1:-1]
    last = export(node("m2", None, "user", "b\ud800"), id="g-3")[1:-1]
    document = b"[" + first + b',\n{"id":"g-2",,"mapping":{}},\n' + last + b"]"
    assert spoken(document) == [(1, "user", "", "a"), (1, "user", "", "b\ufffd")]
    assert skipped(document) == [(2, "not-json"), (3, "lone-surrogate")]


def test_one_conversation_may_stand_alone() -> None:
    assert spoken(export(node("m1", None, "user", "a"))[1:-1]) == [(1, "user", "", "a")]


def test_an_export_is_known_by_its_tree_of_messages() -> None:
    assert chatgpt.sniff(b'\n[{"title":"x","mapping": {')
    assert not chatgpt.sniff(b'[{"memory":"x"}]')
    assert not chatgpt.sniff(b'{"text":"\\"mapping\\":{"}')
    assert not chatgpt.sniff(b'# Notes\n\n"mapping": {')
