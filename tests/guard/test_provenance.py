import pytest

from memassets.guard import provenance
from memassets.guard.matcher import Index, Thresholds
from memassets.guard.sift import sift
from tests.guard.vaults import record


@pytest.mark.parametrize(
    ("shell", "command"),
    [
        ("memassets recall retries", "memassets recall"),
        ("cd /srv/app && memassets recall retries", "memassets recall"),
        ("memassets recall retries | head -20", "memassets recall"),
        ("memassets verify --exclusions 2>&1", "memassets verify"),
        ("bash -lc 'memassets recall retries'", "memassets recall"),
        ("/usr/local/bin/memassets recall x", "memassets recall"),
        ("MEMASSETS_VAULT=v uv run memassets recall x", "memassets recall"),
        ("timeout 30 memassets recall x", "memassets recall"),
        ("python3 -m memassets recall x", "memassets recall"),
        ("set -e\nmemassets recall x\nmemassets recall y", "memassets recall"),
        ("rg memassets src/cli.py", None),
        ("cat memassets/cli.py", None),
        ("vim memassets", None),
        ("echo memassets recall", None),
        ("memassets recall x; cat notes.md", None),
        ("grep -rn 'memassets recall' docs | head", None),
        ("git log --grep memassets", None),
        ("pip install memassets", None),
        ("memassets-fork recall x", None),
        ("ls", None),
        ("memassets recall 'never closed", "memassets recall"),
    ],
)
def test_the_command_that_alone_prints(shell: str, command: str | None) -> None:
    assert provenance.own_command(shell) == command


def test_its_result_is_withheld_and_a_search_about_it_is_not() -> None:
    use = record("memassets recall flue")._replace(kind="tool_use", tool="Bash", tool_use_id="t1")
    result = record("The flue was swept.")._replace(role="tool", kind="tool_result", tool_use_id="t1")
    about = record("rg memassets")._replace(kind="tool_use", tool="Bash", tool_use_id="t2")
    hit = record("cli.py: memassets")._replace(role="tool", kind="tool_result", tool_use_id="t2")
    found = list(sift([use, result, about, hit], Index([]), Thresholds.of()))
    assert [[m.outcome for m in s.matches] for s in found] == [[], ["tool-provenance"], [], []]
    assert found[1].kept == ()
    assert (found[1].matches[0].kind, found[1].matches[0].name) == ("command", "memassets recall")


def test_a_tool_of_its_own_server_is_known_by_its_name() -> None:
    result = record("The flue was swept.")._replace(kind="tool_result", tool="mcp__memassets__recall", tool_use_id="t1")
    assert provenance.Provenance().of(result) == "mcp__memassets__recall"
    other = result._replace(session="s2", tool="mcp__other__recall")
    assert provenance.Provenance().of(other) is None
