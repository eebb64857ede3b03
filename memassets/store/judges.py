"""judges: which judge partitions a store's neighbours, and what it said, word for word."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from memassets.backends.replying_judge import replayed
from memassets.kernel import digests
from memassets.kernel.ports import Judge, Partition
from memassets.merge.judging import OfflineJudge

MODES = ("offline", "live")


def judge(mode: str, model: str = "") -> Judge:
    """The judge of a mode; ValueError for an unknown one, and where a model is missing or given for nothing."""
    if mode not in MODES:
        raise ValueError(f"{mode!r} is no judge; there are {' and '.join(MODES)}")
    if (mode == "live") != bool(model):
        raise ValueError("a live judge needs a model, and the offline one takes none")
    if mode == "offline":
        return OfflineJudge()
    # boto3 takes half a second to import, and only this mode needs it
    from memassets.backends.bedrock_judge import bedrock_judge

    return bedrock_judge(model)


class Kept:
    """A judge that keeps each answer it gave in words, so that its run can be replayed."""

    def __init__(self, asked: Judge) -> None:
        self._asked = asked
        self.answers: list[dict[str, Any]] = []  # prompt: digest of the texts shown; replies, complaint

    @property
    def id(self) -> str:
        """Which judge, model and version."""
        return self._asked.id

    def partition(self, members: Sequence[Any]) -> Partition:
        """What the judge answers."""
        found = self._asked.partition(members)
        if found.replies:
            prompt = digests.of_json([member.text for member in members])
            self.answers.append({"prompt": prompt, "replies": list(found.replies), "complaint": found.complaint})
        return found


def replay(id: str, answers: Iterable[Mapping[str, Any]]) -> Judge:  # noqa: A002  the port's word
    """The judge that answers as it did when these answers were kept."""
    return replayed(id, [reply for answer in answers for reply in answer["replies"]])
