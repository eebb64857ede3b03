"""The judges behind the one port: offline, replayed, and live against a stub that speaks TLS on loopback."""

import json
import ssl
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import boto3
import pytest
from botocore.config import Config
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from memassets.backends.bedrock_judge import JudgeError, bedrock_judge
from memassets.backends.replying_judge import checked, replayed
from memassets.merge.judging import OfflineJudge
from memassets.merge.members import Member

CLAIMS = ["Moss grows north", "Rent is due on the first of May", "Rent is due on the first of May!"]
TEXTS = [Member(str(place), claim) for place, claim in enumerate(CLAIMS)]
GROUPED = '{"groups":[[0],[1,2]]}'


def test_the_offline_judge_groups_by_shared_words() -> None:
    assert OfflineJudge().partition(TEXTS).groups == ((0,), (1, 2))
    assert OfflineJudge().partition([]).groups == ()


@pytest.mark.parametrize(
    ("reply", "complaint"),
    [
        ("I would group them", "not JSON"),
        ("[[0]]", 'no "groups"'),
        ('{"groups":[[0,1,2],[]]}', "none of them empty"),
        ('{"groups":[["0",1,2]]}', "not an integer"),
        ('{"groups":[[true,0,2]]}', "not an integer"),
        ('{"groups":[[0,1]]}', "from 0 to 2"),
        ('{"groups":[[0,1,2],[2]]}', "exactly one group"),
        ('{"groups":[[0,1,3]]}', "exactly one group"),
    ],
)
def test_a_reply_that_is_no_partition_is_named(reply: str, complaint: str) -> None:
    groups, found = checked(reply, 3)
    assert groups == ()
    assert complaint in found


def test_groups_come_in_age_order() -> None:
    assert checked('{"groups":[[2,1],[0]]}', 3) == (((0,), (1, 2)), "")


def test_one_bad_reply_is_asked_again_and_two_leave_every_text_alone() -> None:
    again = replayed("taped", ["nonsense", GROUPED]).partition(TEXTS)
    assert (again.groups, again.replies, again.complaint) == (((0,), (1, 2)), ("nonsense", GROUPED), "")
    alone = replayed("taped", ["nonsense", '{"groups":[]}']).partition(TEXTS)
    assert alone.groups == ((0,), (1,), (2,))
    assert "exactly one group" in alone.complaint
    assert len(alone.replies) == 2


def test_a_replay_that_runs_out_says_so() -> None:
    with pytest.raises(RuntimeError, match="used up"):
        replayed("taped", []).partition(TEXTS)


class Stub(HTTPServer):
    """Answers each request with the next of its answers, and remembers what was asked."""

    answers: list[tuple[int, dict[str, Any]]]
    asked: list[dict[str, Any]]


class Handler(BaseHTTPRequestHandler):
    server: Stub

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.asked.append({"path": self.path, **json.loads(body)})
        status, answer = self.server.answers.pop(0)
        content = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the library's name
        pass


def certificate(folder: Path) -> tuple[Path, Path]:
    """A self-made certificate of 127.0.0.1 and its key, as files."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem, secret = folder / "stub.pem", folder / "stub.key"
    pem.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    secret.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return pem, secret


@pytest.fixture
def stub(tmp_path: Path) -> Iterator[tuple[Stub, Path]]:
    pem, secret = certificate(tmp_path)
    server = Stub(("127.0.0.1", 0), Handler)
    server.answers, server.asked = [], []
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem, secret)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server, pem
    server.shutdown()
    server.server_close()
    thread.join()


def client(server: Stub, pem: Path) -> Any:
    return boto3.client(
        "bedrock-runtime",
        region_name="eu-north-1",
        endpoint_url=f"https://127.0.0.1:{server.server_port}",
        aws_access_key_id="invented",
        aws_secret_access_key="invented",
        verify=str(pem),
        config=Config(retries={"total_max_attempts": 1}, proxies={}),
    )


def used_tool(groups: Any) -> tuple[int, dict[str, Any]]:
    use = {"toolUse": {"toolUseId": "t1", "name": "group_duplicates", "input": {"groups": groups}}}
    return said([use])


def said(content: list[dict[str, Any]]) -> tuple[int, dict[str, Any]]:
    return 200, {
        "output": {"message": {"role": "assistant", "content": content}},
        "stopReason": "tool_use",
        "usage": {"inputTokens": 1, "outputTokens": 1, "totalTokens": 2},
        "metrics": {"latencyMs": 1},
    }


def test_the_live_judge_forces_its_tool_and_keeps_the_reply(stub: tuple[Stub, Path]) -> None:
    server, pem = stub
    server.answers = [used_tool([[0], [1, 2]])]
    found = bedrock_judge("some.model-v1", client(server, pem)).partition(TEXTS)
    assert (found.groups, found.replies) == (((0,), (1, 2)), (GROUPED,))
    (asked,) = server.asked
    assert asked["path"] == "/model/some.model-v1/converse"
    assert asked["toolConfig"]["toolChoice"] == {"tool": {"name": "group_duplicates"}}
    claims = json.loads(asked["messages"][0]["content"][0]["text"])
    assert claims[2] == {"position": 2, "claim": "Rent is due on the first of May!"}
    assert replayed("taped", found.replies).partition(TEXTS).groups == found.groups


def test_the_live_judge_is_told_what_was_wrong_and_asked_once_more(stub: tuple[Stub, Path]) -> None:
    server, pem = stub
    server.answers = [said([{"text": "The last two."}]), used_tool([[0], [1]])]
    found = bedrock_judge("m", client(server, pem)).partition(TEXTS)
    assert found.groups == ((0,), (1,), (2,))
    assert found.replies == ("The last two.", '{"groups":[[0],[1]]}')
    assert "could not be used: The reply is not JSON." in server.asked[1]["messages"][0]["content"][0]["text"]


def test_a_service_that_refuses_is_one_clear_error(stub: tuple[Stub, Path]) -> None:
    server, pem = stub
    server.answers = [(403, {"message": "no access to this model"})]
    with pytest.raises(JudgeError, match=r"The judge m could not be asked: .*no access to this model"):
        bedrock_judge("m", client(server, pem)).partition(TEXTS)
