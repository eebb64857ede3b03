"""A vocabulary of three frames, so that a test of the corpus does not depend on the one that is shipped."""

from typing import Any

import orjson

VOCABULARY: dict[str, Any] = {
    "syllables": ["bor", "nal", "tev"],
    "endings": ["a", "el"],
    "people": ["Ada", "Bo"],
    "bodies": ["Noted by {person}.", "See ticket {t}."],
    "types": ["semantic", "episodic"],
    "synonyms": {"production": "prod"},
    "circumstances": {"opposite": [{"tail": "{a} the audit", "words": ["before", "after"]}]},
    "topics": [
        {
            "topic": "backup",
            "things": ["ledger", "roster"],
            "frames": [
                {
                    "subject": "the {s} job",
                    "anchor": "job",
                    "verb": "copies",
                    "bare": "copy",
                    "object": "the {x} table",
                    "tail": "every {n} minutes",
                    "ask": "for the {x} table every {n} minutes, {s} {vp} it",
                },
                {
                    "subject": "the {s} drill",
                    "anchor": "drill",
                    "verb": "is",
                    "bare": "",
                    "object": "part of the {x} runbook",
                    "tail": "",
                    "ask": "of the {x} runbook the drill of {s} {vp} part",
                },
            ],
        },
        {
            "topic": "queue",
            "things": ["pallet"],
            "frames": [
                {
                    "subject": "the {s} topic",
                    "anchor": "topic",
                    "verb": "is",
                    "bare": "",
                    "object": "drained after {n} {x} outages",
                    "tail": "",
                    "ask": "after {n} {x} outages {s} {vp} drained",
                }
            ],
        },
    ],
}
CONTENT = orjson.dumps(VOCABULARY)
