"""The judges behind the one port: offline, replayed, and live against a stub that speaks TLS on loopback."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memassets.backends.bedrock_judge import bedrock_judge
from memassets.backends.converse import ConverseError
from memassets.backends.replying_judge import checked, replayed
from memassets.merge.judging import OfflineJudge
from memassets.merge.members import Member
from tests.backends import converse_stub
from tests.backends.converse_stub import Stub, converse, said

CLAIMS = ["Moss grows north", "Rent is due on the first of May", "Rent is due on the first of May!"]
TEXTS = [Member(str(place), claim) for place, claim in enumerate(CLAIMS)]
GROUPED = '{"groups":[[0],[1,2]]}'


def test_the_offline_judge_groups_by_shared_words() -> None:
    assert OfflineJudge().partition(TEXTS).groups == ((0,), (1, 2))
    assert OfflineJudge().partition([]).groups == ()


@pytest.mark.parametrize(
    ("reply", "complaint"),
    [
        ("I would group them", "not JSON"),
        ("[[0]]", 'no "groups"'),
        ('{"groups":[[0,1,2],[]]}', "none of them empty"),
        ('{"groups":[["0",1,2]]}', "not an integer"),
        ('{"groups":[[true,0,2]]}', "not an integer"),
        ('{"groups":[[0,1]]}', "from 0 to 2"),
        ('{"groups":[[0,1,2],[2]]}', "exactly one group"),
        ('{"groups":[[0,1,3]]}', "exactly one group"),
    ],
)
def test_a_reply_that_is_no_partition_is_named(reply: str, complaint: str) -> None:
    groups, found = checked(reply, 3)
    assert groups == ()
    assert complaint in found


def test_groups_come_in_age_order() -> None:
    assert checked('{"groups":[[2,1],[0]]}', 3) == (((0,), (1, 2)), "")


def test_one_bad_reply_is_asked_again_and_two_leave_every_text_alone() -> None:
    again = replayed("taped", ["nonsense", GROUPED]).partition(TEXTS)
    assert (again.groups, again.replies, again.complaint) == (((0,), (1, 2)), ("nonsense", GROUPED), "")
    alone = replayed("taped", ["nonsense", '{"groups":[]}']).partition(TEXTS)
    assert alone.groups == ((0,), (1,), (2,))
    assert "exactly one group" in alone.complaint
    assert len(alone.replies) == 2


def test_a_replay_that_runs_out_says_so() -> None:
    with pytest.raises(RuntimeError, match="used up"):
        replayed("taped", []).partition(TEXTS)


def used_tool(groups: Any) -> tuple[int, dict[str, Any]]:
    return converse_stub.used_tool("group_duplicates", {"groups": groups})


@pytest.fixture
def stub(tmp_path: Path) -> Iterator[Stub]:
    with converse(tmp_path) as found:
        yield found


def test_the_live_judge_forces_its_tool_and_keeps_the_reply(stub: Stub) -> None:
    stub.answers = [used_tool([[0], [1, 2]])]
    found = bedrock_judge("some.model-v1", stub.client()).partition(TEXTS)
    assert (found.groups, found.replies) == (((0,), (1, 2)), (GROUPED,))
    (asked,) = stub.asked
    assert asked["path"] == "/model/some.model-v1/converse"
    assert asked["toolConfig"]["toolChoice"] == {"tool": {"name": "group_duplicates"}}
    claims = json.loads(asked["messages"][0]["content"][0]["text"])
    assert claims[2] == {"position": 2, "claim": "Rent is due on the first of May!"}
    assert replayed("taped", found.replies).partition(TEXTS).groups == found.groups


def test_the_live_judge_is_told_what_was_wrong_and_asked_once_more(stub: Stub) -> None:
    stub.answers = [said([{"text": "The last two."}]), used_tool([[0], [1]])]
    found = bedrock_judge("m", stub.client()).partition(TEXTS)
    assert found.groups == ((0,), (1,), (2,))
    assert found.replies == ("The last two.", '{"groups":[[0],[1]]}')
    assert "could not be used: The reply is not JSON." in stub.asked[1]["messages"][0]["content"][0]["text"]


def test_a_service_that_refuses_is_one_clear_error(stub: Stub) -> None:
    stub.answers = [(403, {"message": "no access to this model"})]
    with pytest.raises(ConverseError, match=r"The model m could not be asked: .*no access to this model"):
        bedrock_judge("m", stub.client()).partition(TEXTS)


def test_without_the_extra_a_model_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "boto3", None)
    with pytest.raises(ConverseError, match=r"^Bedrock needs the extra `s3`: pip install 'memassets\[s3\]'$"):
        bedrock_judge("m")
