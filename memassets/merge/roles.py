"""Roles: what a memory already is in this run, keeper or dropped, and what it may still become."""

from memassets.kernel import policy


class Roles:
    """The roles taken by the folds committed so far."""

    def __init__(self) -> None:
        self._kept: set[str] = set()
        self._dropped: set[str] = set()

    def objection(self, keeper: str, drop: str) -> str | None:
        """Why this fold may not be committed, None where it may; one keeper may absorb several duplicates."""
        if drop in self._dropped:
            return f"{drop} was dropped already"
        if drop in self._kept:
            return f"{drop} keeps another memory"
        if keeper in self._dropped:
            return f"{keeper} was dropped itself"
        if policy.ROLE_GUARD_FIXES_KEEPERS and keeper in self._kept:
            return f"{keeper} keeps another memory already"
        return None

    def commit(self, keeper: str, drop: str) -> None:
        """Take the roles of a fold."""
        self._kept.add(keeper)
        self._dropped.add(drop)
