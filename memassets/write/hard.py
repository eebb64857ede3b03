"""Hard: adversarial variants of the labelled candidates, grown from seeds."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import orjson

from memassets.formats.rows import Record
from memassets.kernel import digests
from memassets.kernel.draw import Draw
from memassets.write.breaking import BREAKING
from memassets.write.keeping import KEEPING, KEEPING_THE_GOOD
from memassets.write.talk import Edit, Talk


def variants(
    lines: Sequence[Mapping[str, Any]], records: Sequence[Record], *, seed: int, rounds: int
) -> Iterator[dict[str, Any]]:
    """Lines as those of the fixture: each labelled candidate edited so that its label holds, each good one broken.

    Every edit is asked for `rounds` variants of every candidate and may have none; no two variants are alike. A
    variant's draw depends on the seed, the candidate, the edit and the round alone.
    """
    talk = Talk(records)
    known = {line["raw"] if "raw" in line else orjson.dumps(line["candidate"]).decode() for line in lines}
    for line in lines:
        if "candidate" not in line:
            continue
        good = line["label"] == "write"
        kept: Mapping[str, Edit] = {**KEEPING, **KEEPING_THE_GOOD} if good else KEEPING
        for reason, named in [(line.get("reason"), kept), *(BREAKING.items() if good else ())]:
            for name, edit in named.items():
                for number in range(1, rounds + 1):
                    draw = Draw(int(digests.of_json([seed, line["id"], name, number]), 16))
                    changed = edit(orjson.loads(orjson.dumps(line["candidate"])), draw, talk)
                    text = changed if isinstance(changed, str) else orjson.dumps(changed).decode()
                    if changed is None or text in known:
                        continue
                    known.add(text)
                    yield {
                        "id": f"{line['id']} {name} {number}",
                        "label": "refuse" if reason else "write",
                        **({"reason": reason} if reason else {}),
                        ("raw" if isinstance(changed, str) else "candidate"): changed,
                    }
