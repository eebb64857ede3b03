"""How fast sessions are read, and in how much memory, beside the JSON parsers alone.

    python -m bench.formats [--mb 200] [--formats claude-code,codex,...]

One row a subject: MB per processor second, that rate over the bare parser's on the same file, and its peak
memory. Each subject runs in a process of its own, so that its peak is its own.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Final

import orjson

from memassets.formats.rows import Record
from memassets.formats.sessions import read_session

_WORDS: Final = (
    *(
        "ledger",
        "import",
        "batch",
        "retry",
        "export",
        "month",
        "lock",
        "posting",
        "balance",
        "review",
        "queue",
    ),
    *(
        "broker",
        "window",
        "limit",
        "report",
        "ticket",
        "gräte",
        "“quoted”",
        "naïve",
        "port",
        "7012",
        "config",
    ),
    *("flag", "second", "harbour", "valve", "meadow", "copper", "lantern"),
)
_FORMATS: Final = ("claude-code", "codex", "plain-chat", "chatgpt", "markdown-chat")


def _prose(random: Random, words: int) -> str:
    return " ".join(random.choices(_WORDS, k=words))


def _turns(random: Random) -> Iterator[tuple[str, str]]:
    """Turns in the mix of a working session: short words, calls, and long tool results with line numbers."""
    while True:
        yield "user", _prose(random, random.randint(5, 60))
        yield "assistant", _prose(random, random.randint(20, 200))
        for _ in range(random.randint(1, 4)):
            yield "call", f"grep -n {random.choice(_WORDS)} src"
            lines = [f"{n:6}→{_prose(random, 9)}" for n in range(random.randint(5, 120))]
            yield "result", "\n".join(lines)


def _claude_code(random: Random) -> Iterator[bytes]:
    for number, (kind, text) in enumerate(_turns(random)):
        content: object = text
        if kind == "call":
            content = [{"type": "tool_use", "id": f"call_{number}", "name": "Bash", "input": {"command": text}}]
        elif kind == "result":
            content = [{"type": "tool_result", "tool_use_id": f"call_{number - 1}", "content": text}]
        role = "assistant" if kind in ("assistant", "call") else "user"
        event = {
            "parentUuid": f"uuid-{number - 1:08}",
            "isSidechain": False,
            "userType": "external",
            "cwd": "/srv/orchard",
            "sessionId": "11111111-1111-4111-8111-111111111111",
            "version": "2.1.230",
            "gitBranch": "main",
            "type": role,
            "uuid": f"uuid-{number:08}",
            "timestamp": "2026-09-01T08:00:05.000Z",
            "message": {"role": role, "content": content},
        }
        yield orjson.dumps(event) + b"\n"


def _codex(random: Random) -> Iterator[bytes]:
    yield b'{"timestamp":"2026-09-02T10:00:00.000Z","type":"session_meta","payload":{"id":"01a0"}}\n'
    for number, (kind, text) in enumerate(_turns(random)):
        if kind == "call":
            arguments = orjson.dumps({"cmd": ["bash", "-lc", text]}).decode()
            item: dict[str, object] = {"type": "function_call", "name": "exec", "arguments": arguments}
            item["call_id"] = f"call_{number}"
        elif kind == "result":
            item = {"type": "function_call_output", "call_id": f"call_{number - 1}", "output": text}
        else:
            item = {"type": "message", "role": kind, "content": [{"type": "input_text", "text": text}]}
        yield (orjson.dumps({"timestamp": "2026-09-02T10:00:01Z", "type": "response_item", "payload": item}) + b"\n")


def _plain_chat(random: Random) -> Iterator[bytes]:
    roles = {"call": "assistant", "result": "tool"}
    for kind, text in _turns(random):
        yield orjson.dumps({"role": roles.get(kind, kind), "content": text}) + b"\n"


def _chatgpt(random: Random) -> Iterator[bytes]:
    turns = _turns(random)
    conversation = 0
    while True:
        mapping: dict[str, object] = {"root": {"id": "root", "parent": None, "children": ["m0"], "message": None}}
        for number in range(200):
            kind, text = next(turns)
            role = {"call": "assistant", "result": "tool"}.get(kind, kind)
            message = {
                "id": f"c{conversation}m{number}",
                "author": {"role": role},
                "create_time": 1704067200,
                "content": {"content_type": "text", "parts": [text]},
            }
            parent = f"m{number - 1}" if number else "root"
            mapping[f"m{number}"] = {"id": f"m{number}", "parent": parent, "children": [], "message": message}
        tree = {
            "title": "Harbour",
            "conversation_id": f"c{conversation}",
            "current_node": "m199",
            "mapping": mapping,
        }
        yield (b",\n" if conversation else b"[") + orjson.dumps(tree)
        conversation += 1


def _markdown_chat(random: Random) -> Iterator[bytes]:
    names = {"user": "User", "assistant": "Assistant", "call": "Assistant", "result": "Tool"}
    for kind, text in _turns(random):
        yield f"## {names[kind]}\n\n{text}\n\n".encode()


_GENERATORS: Final[dict[str, Callable[[Random], Iterator[bytes]]]] = {
    "claude-code": _claude_code,
    "codex": _codex,
    "plain-chat": _plain_chat,
    "chatgpt": _chatgpt,
    "markdown-chat": _markdown_chat,
}


def _write(name: str, path: Path, size: int) -> None:
    written = 0
    with path.open("wb") as file:
        for piece in _GENERATORS[name](Random(7)):
            file.write(piece)
            written += len(piece)
            if written >= size:
                break
        if name == "chatgpt":
            file.write(b"]\n")


def _measure(subject: str, path: Path) -> dict[str, float]:
    """What a subject costs, in this process: rows, processor seconds, MB of peak memory."""
    start = resource.getrusage(resource.RUSAGE_SELF)
    rows = 0
    if subject == "lines":
        with path.open("rb") as file:
            rows = sum(1 for _ in file)
    elif subject in ("orjson", "json"):
        loads: Callable[[bytes], object] = orjson.loads if subject == "orjson" else json.loads
        with path.open("rb") as file:
            for line in file:
                loads(line.strip(b"[],\n"))
                rows += 1
    else:
        rows = sum(isinstance(row, Record) for row in read_session(path))
    end = resource.getrusage(resource.RUSAGE_SELF)
    seconds = end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime
    return {"rows": rows, "seconds": seconds, "peak": end.ru_maxrss / 1024}


def _run(subject: str, path: Path) -> dict[str, float]:
    command = [sys.executable, "-m", "bench.formats", "--subject", subject, "--path", str(path)]
    measured: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return measured


def main() -> None:
    """Print the table, or, as the child process, one subject's figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mb", type=int, default=200, help="size of each generated session, up to 1024")
    parser.add_argument("--formats", default=",".join(_FORMATS))
    parser.add_argument("--subject", help=argparse.SUPPRESS)
    parser.add_argument("--path", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.subject:
        print(json.dumps(_measure(options.subject, options.path)))
        return
    print(f"{'format':14} {'subject':8} {'rows':>9} {'MB/s':>7} {'of parser':>9} {'peak MB':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for name in options.formats.split(","):
            path = Path(folder) / name
            _write(name, path, options.mb * 1024 * 1024)
            megabytes = path.stat().st_size / 1024 / 1024
            peers = ["lines"] if name == "markdown-chat" else ["orjson", "json"]
            bare = 0.0
            for subject in [*peers, "reader"]:
                figures = _run(subject, path)
                rate = megabytes / figures["seconds"]
                bare = bare or rate
                print(
                    f"{name:14} {subject:8} {figures['rows']:9.0f} {rate:7.0f} {rate / bare:9.2f}"
                    f" {figures['peak']:8.0f}"
                )
            path.unlink()


if __name__ == "__main__":
    main()
