"""A ranker for `memassets eval discriminate --ranker "python docs/ranker_example.py"`: words in common, rare first.

Twenty lines, standard library only, and no match for the gate: it is here to be replaced by yours.
"""

import json
import math
import sys

memories = json.loads(sys.stdin.readline())["memories"]
words = {memory["id"]: set(memory["text"].lower().split()) for memory in memories}
for line in sys.stdin:
    asked = set(json.loads(line)["query"].lower().split())
    scores = {
        name: sum(1 / math.log(2 + sum(word in other for other in words.values())) for word in sorted(asked & held))
        for name, held in words.items()
    }
    ranking = [{"id": name, "score": score} for name, score in scores.items() if score > 0]
    print(json.dumps({"ranking": ranking}), flush=True)
