"""An endpoint on loopback that speaks TLS and answers like Bedrock, as a test scripts it."""

import datetime
import ipaddress
import json
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from typing import Any
from urllib.parse import unquote

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

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

    certificate, key = _certificate(folder)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    stub.url = f"https://127.0.0.1:{server.server_port}"
    stub.authority = str(certificate)
    running = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    running.start()
    try:
        yield stub
    finally:
        server.shutdown()
        running.join()
        server.server_close()


def _certificate(folder: Path) -> tuple[Path, Path]:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
        .sign(key, hashes.SHA256())
    )
    certificate_file, key_file = folder / "certificate.pem", folder / "key.pem"
    certificate_file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    key_file.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return certificate_file, key_file
