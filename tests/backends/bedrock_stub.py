"""An endpoint on loopback that speaks TLS and answers like Bedrock, as a test scripts it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import unquote

from tests.backends.tls import serving

DIMENSIONS = 1024


@dataclass
class Stub:
    """What was asked, and the answers that stand before the good ones: "429", "503", "403", "cut", "json", "wide"."""

    url: str = ""
    authority: str = ""
    answers: list[str] = field(default_factory=list)
    asked: list[dict[str, Any]] = field(default_factory=list)
    models: set[str] = field(default_factory=set)
    lock: Lock = field(default_factory=Lock)

    def texts(self) -> list[str]:
        return [text for body in self.asked for text in body.get("texts", [body.get("inputText")])]


def vector(text: str, size: int = DIMENSIONS) -> list[float]:
    return [float(len(text)), *([1.0] * (size - 1))]


@contextmanager
def bedrock(folder: Path) -> Iterator[Stub]:
    stub = Stub()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with stub.lock:
                stub.asked.append(body)
                stub.models.add(unquote(self.path).split("/")[2])
                kind = stub.answers.pop(0) if stub.answers else "good"
            if kind in ("429", "503", "403"):
                code = {"429": "ThrottlingException", "503": "ServiceUnavailableException"}.get(kind, "AccessDenied")
                self._send(int(kind), json.dumps({"message": "not now"}).encode(), {"x-amzn-ErrorType": code})
                return
            size = DIMENSIONS // 2 if kind == "wide" else DIMENSIONS
            answer: dict[str, Any] = (
                {"embeddings": {"float": [vector(text, size) for text in body["texts"]]}}
                if "texts" in body
                else {"embedding": vector(body["inputText"], size)}
            )
            content = json.dumps({"answer": 1} if kind == "empty" else answer).encode()
            if kind == "cut":
                self.send_response(200)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content[: len(content) // 2])
                self.close_connection = True
                return
            self._send(200, content[:-9] if kind == "json" else content, {})

        def _send(self, status: int, content: bytes, headers: dict[str, str]) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002  the base class's name
            """Nothing: what a test wants to know it reads from the stub."""

    with serving(folder, Handler) as (stub.url, stub.authority):
        yield stub
