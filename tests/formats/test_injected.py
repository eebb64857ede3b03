import pytest

from memassets.formats.injected import parts


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        (" \n", []),
        ("plain", [("", "plain")]),
        ("a <b>c</b>", [("", "a <b>c</b>")]),
        ("<system-reminder>\nx\n</system-reminder>\nFix it.", [("reminder", "x"), ("", "\nFix it.")]),
        ("a <system-reminder>x</system-reminder> b", [("", "a "), ("reminder", "x"), ("", " b")]),
        ("<system-reminder id='1'>x</system-reminder>", [("reminder", "x")]),
        ("<system-reminder>x", [("", "<system-reminder>x")]),
        ("x</system-reminder>", [("", "x</system-reminder>")]),
        ("</system-reminder><system-reminder>", [("", "</system-reminder><system-reminder>")]),
        ("<system-reminders>x</system-reminders>", [("", "<system-reminders>x</system-reminders>")]),
        (
            "what is `<system-reminder>`? </system-reminder>",
            [("", "what is `<system-reminder>`? </system-reminder>")],
        ),
        (
            "<system-reminder>a <system-reminder>b</system-reminder> c</system-reminder>",
            [("reminder", "a <system-reminder>b</system-reminder> c")],
        ),
        ("<system-reminder>a<bash-stdout>b</bash-stdout>", [("", "<system-reminder>a"), ("command", "b")]),
        (
            "<bash-stdout>a<system-reminder>b</bash-stdout>c</system-reminder>",
            [("command", "a<system-reminder>b"), ("", "c</system-reminder>")],
        ),
        ("<bash-stdout> </bash-stdout>ok", [("", "ok")]),
        ("<permissions instructions>a</permissions instructions>", [("instructions", "a")]),
        ("<user-prompt-submit-hook>a</user-prompt-submit-hook>b", [("hook", "a"), ("", "b")]),
        ("<scheduled-task>a</scheduled-task>", [("scheduled", "a")]),
        ("[Request interrupted by user]", [("interrupt", "[Request interrupted by user]")]),
    ],
)
def test_parts_of_a_turn(text: str, found: list[tuple[str, str]]) -> None:
    assert parts(text) == found


def test_many_open_tags_cost_no_more_than_their_number() -> None:
    text = "<system-reminder>" * 20_000 + "x</system-reminder>"
    assert [origin for origin, _ in parts(text)] == ["", "reminder"]


def test_no_word_is_lost() -> None:
    text = "one <bash-stdout>two</bash-stdout> three <command-args>four</command-args> <x>five</x>"
    assert "".join(part for _, part in parts(text)) == "one two three four <x>five</x>"
