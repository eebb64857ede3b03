from memassets.formats.lines import Line
from memassets.formats.rows import Record, Skip
from memassets.formats.turns import Message, Part, Turns, record_id

LINE = Line("s", 7, 70, b"")


def texts(rows: list[Record | Skip]) -> list[str]:
    return [row.text if isinstance(row, Record) else row.code for row in rows]


def said(uuid: str | None, text: str, session: str = "s-1", group: str | None = None) -> Message:
    return Message(session, "user", [Part(text)], uuid, group)


def test_ids_tell_a_uuid_from_an_ordinal_and_a_session_from_its_neighbour() -> None:
    ids = {
        record_id("s", 1, 0),
        record_id("s", "1", 0),
        record_id("s", 1, 1),
        record_id("s", 11, 0),
        record_id("s1", "", 0),
        record_id("", "s1", 0),
    }
    assert len(ids) == 6
    assert record_id("s", 1, 0) == "efd29235327c6231add4c524284617fe"


def test_what_is_remembered_survives_the_pause_between_two_reads() -> None:
    first = Turns(session="s-1", forked=True, sidechain=True)
    first.records(said("u1", "a", group="g"), LINE)
    call = Part("ls", "tool_use", "Bash", "t1")
    first.records(Message("s-1", "assistant", [call]), LINE)
    second = Turns.load(first.dump())
    assert second == first
    assert texts(second.records(said("u1", "a"), LINE)) == ["repeated"]
    [row] = second.records(said("u2", "b", group="g"), LINE)
    assert isinstance(row, Record)
    assert (row.turn, row.block) == (1, 1)
    [row] = second.records(Message("s-1", "user", [Part("out", "tool_result", None, "t1")]), LINE)
    assert isinstance(row, Record)
    assert (row.turn, row.tool) == (3, "Bash")


def test_nothing_is_remembered_of_a_stream_nothing_was_read_of() -> None:
    assert Turns.load("") == Turns()


def test_memory_is_bounded_and_the_oldest_is_forgotten() -> None:
    turns = Turns()
    for number in range(70_000):
        turns.records(said(f"u{number}", "a"), LINE)
    assert texts(turns.records(said("u69999", "a"), LINE)) == ["repeated"]
    assert texts(turns.records(said("u0", "a"), LINE)) == ["a"]
    for number in range(400):
        turns.records(said(None, "a", session=f"s{number}", group="g"), LINE)
    for number in range(5_000):
        turns.records(Message("s-1", "assistant", [Part("", "tool_use", "Bash", f"t{number}")]), LINE)
    assert len(turns.dump()) < 1_500_000


def test_a_uuid_of_any_length_is_remembered_in_little() -> None:
    turns = Turns()
    assert texts(turns.records(said("u" * 100_000, "a"), LINE)) == ["a"]
    assert texts(turns.records(said("u" * 100_000, "a"), LINE)) == ["repeated"]
    assert len(turns.dump()) < 1_000


def test_a_message_without_text_is_no_turn() -> None:
    turns = Turns()
    assert turns.records(said("u1", " \n"), LINE) == []
    [row] = turns.records(said("u2", "a"), LINE)
    assert isinstance(row, Record)
    assert row.turn == 1


def test_a_call_without_arguments_is_still_a_call() -> None:
    [row] = Turns().records(Message("s-1", "assistant", [Part("", "tool_use", "Exit", "t1")]), LINE)
    assert isinstance(row, Record)
    assert (row.kind, row.tool, row.text) == ("tool_use", "Exit", "")
