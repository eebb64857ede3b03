import pytest

from memassets.kernel.text import negation


def heads(text: str) -> list[tuple[str, str]]:
    return [(cue.word, cue.head) for cue in negation.cues(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The job does not copy the table", [("not", "copy")]),
        ("The job doesn’t copy the table", [("not", "copy")]),
        ("The job doesnt copy the table", [("not", "copy")]),
        ("The server wont start", [("not", "start")]),
        ("does X not copy?", [("not", "copy")]),
        ("there is no cache", [("no", "cach")]),
        ("I never use tabs", [("never", "use")]),
        ("nobody reads it", [("nobody", "read")]),
        ("no one reads it", [("no", "read")]),
        ("copies nothing", [("nothing", "copy")]),
        ("none of the jobs run", [("none", "job")]),
        ("neither copies nor moves", [("neither", "copy"), ("nor", "mov")]),
        ("without the cache it never starts", [("without", "cach"), ("never", "start")]),
        ("not all jobs run", [("not", "all")]),
        ("is not", [("not", "")]),
        ("The job copies", []),
        ("", []),
    ],
)
def test_a_cue_governs_the_next_content_word(text: str, found: list[tuple[str, str]]) -> None:
    assert heads(text) == found


@pytest.mark.parametrize(
    "text", ["no longer copies", "not yet copied", "does not really always copy", "never quickly copies"]
)
def test_degree_and_adverbs_are_looked_through(text: str) -> None:
    assert [head for _, head in heads(text)] == ["copy"]


@pytest.mark.parametrize(
    "text",
    [
        "not only fast",
        "not just slow but wrong",
        "not merely a cache",
        "cannot but retry",
        "can not help but copy",
        "runs without fail",
        "nothing but trouble",
        "no doubt it works",
        "no later than 5",
        "no more than two retries",
        "not more than 5",
        "whether or not it copies",
        "never mind the tests",
    ],
)
def test_emphases_and_bounds_are_no_negations(text: str) -> None:
    assert heads(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "I don't remember, but the job copies",
        "I do not know if the job copies",
        "I am not sure whether the job copies",
        "we don't believe it",
        "don't forget the key",
        "please do not hesitate",
        "so don't worry, it copies",
    ],
)
def test_a_speakers_own_state_is_no_negation(text: str) -> None:
    assert heads(text) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("They never forget passwords", [("never", "forget")]),
        ("the job does not remember tokens", [("not", "remember")]),
        ("the guard does not mind noise", [("not", "mind")]),
        ("I do not care for tea", [("not", "car")]),
    ],
)
def test_the_same_words_of_another_subject_are(text: str, found: list[tuple[str, str]]) -> None:
    assert heads(text) == found


@pytest.mark.parametrize("text", ["not without risk", "never not running", "he cannot not go", "we don't use nothing"])
def test_two_negations_of_one_word_cancel(text: str) -> None:
    assert heads(text) == []


def test_two_negations_of_two_words_stand() -> None:
    assert heads("the job does not start and never copies") == [("not", "start"), ("never", "copy")]


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("this is not urgent, does the job copy?", {"urgent"}),
        ("The job, which is not old, copies", {"old"}),
        ("does not start because the port is closed", {"start"}),
        ("the job copies; it does not move the table", {"mov", "tabl"}),
    ],
)
def test_a_negation_reaches_no_farther_than_its_clause(text: str, clause: set[str]) -> None:
    (cue,) = negation.cues(text)
    assert cue.clause == clause


def test_it_is_not_true_that_negates_the_clause_it_opens() -> None:
    (cue,) = negation.cues("It is not true that the job copies")
    assert cue == negation.Cue("not", "job", frozenset({"job", "copy"}))


def test_content_leaves_out_cues_and_stop_words() -> None:
    assert negation.content(("the", "job", "is", "not", "copied")) == {"job", "copy"}
