"""A stub of Bedrock's Converse interface, which answers each request with the next of its answers."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import boto3
from botocore.config import Config

from tests.backends.tls import serving


@dataclass
class Stub:
    """What is still to be answered, and what was asked."""

    url: str = ""
    authority: str = ""
    answers: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    asked: list[dict[str, Any]] = field(default_factory=list)

    def client(self) -> Any:
        """boto3's client of it."""
        return boto3.client(
            "bedrock-runtime",
            region_name="eu-north-1",
            endpoint_url=self.url,
            aws_access_key_id="invented",
            aws_secret_access_key="invented",
            verify=self.authority,
            config=Config(retries={"total_max_attempts": 1}, proxies={}),
        )


def used_tool(name: str, given: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """An answer that gives a tool something."""
    return said([{"toolUse": {"toolUseId": "t1", "name": name, "input": given}}])


def said(content: list[dict[str, Any]]) -> tuple[int, dict[str, Any]]:
    """An answer of these blocks."""
    return 200, {
        "output": {"message": {"role": "assistant", "content": content}},
        "stopReason": "tool_use",
        "usage": {"inputTokens": 1, "outputTokens": 1, "totalTokens": 2},
        "metrics": {"latencyMs": 1},
    }


@contextmanager
def converse(folder: Path) -> Iterator[Stub]:
    """The stub, running."""
    stub = Stub()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            stub.asked.append({"path": self.path, **json.loads(body)})
            status, answer = stub.answers.pop(0)
            content = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the library's name
            """Nothing: what a test wants to know it reads from the stub."""

    with serving(folder, Handler) as (stub.url, stub.authority):
        yield stub
