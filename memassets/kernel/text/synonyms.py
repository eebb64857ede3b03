"""Synonyms: words that name the same thing in a claim, and forms of one word."""

from memassets.kernel.text import normal

_SETS = """
big/large small/little start/begin stop/halt delete/remove/erase allow/permit use/utilize/utilise show/display
config/configuration/settings repo/repository db/database prod/production dev/development env/environment
app/application auth/authentication docs/documentation folder/directory need/require/take keep/retain/hold fix/repair
buy/purchase fast/quick/rapid prefer/like/favour/favor job/task error/fault send/ship/deliver log/record
save/store write/put get/fetch/retrieve check/verify/validate build/construct make/create/produce
doc/document msg/message param/parameter pic/picture/image begin/open finish/complete/end
customer/client user/person team/crew meeting/appointment night/nightly day/daily week/weekly month/monthly year/yearly
contain/hold/include maximum/max minimum/min second/sec minute/min hour/hr every/each assist/help happen/occur
answer/reply/respond shut/close must/should choose/pick/select change/modify/alter run/execute
"""
_SUFFIXES = frozenset(
    "ment ion ation ition ly er or al ic ness ity able ible ive ance ence ing ed s es e y ies".split()
)

_GROUPS: dict[str, set[int]] = {}
for _place, _words in enumerate(_SETS.split()):
    for _word in _words.split("/"):
        _GROUPS.setdefault(normal.stem(_word), set()).add(_place)


def same(a: str, b: str) -> bool:
    """Whether two stems are listed synonyms or forms of one word ("deploy", "deployment")."""
    if a == b or not _GROUPS.get(a, set()).isdisjoint(_GROUPS.get(b, set())):
        return True
    shared = 0
    while shared < min(len(a), len(b)) and a[shared] == b[shared]:
        shared += 1
    return shared >= 4 and all(not rest or rest in _SUFFIXES for rest in (a[shared:], b[shared:]))
