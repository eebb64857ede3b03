import pytest

from memassets.kernel.text.secrets import redacted, secrets


@pytest.mark.parametrize(
    "text",
    [
        "AKIAQ7XEXAMPLE4WZK2J",
        "ghp_0123456789abcdefghijABCDEFGHIJ012345",
        "xoxb-1234567890-abc",
        "-----BEGIN RSA PRIVATE KEY-----",
        "https://odd:kr1llmoon@harbour.example/log",
        "Authorization: Bearer abcdef0123456789ABCD",
        "password: Krill77!moon",
        "the passphrase is 'blue-Whale-9'",
        "PIN is 4711",
        'api_key = "a8f3c2d1e9"',
        "the password for the gate is Tr4wler",
    ],
)
def test_a_secret_is_found(text: str) -> None:
    assert secrets(text)
    assert "[secret]" in redacted(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "The password is kept by the owner.",
        "Rotate the token: weekly.",
        "the api key is required",
        "see https://harbour.example/log?user=odd",
        "mail odd@harbour.example",
        "pin the version to 2.1",
    ],
)
def test_talk_about_secrets_is_none(text: str) -> None:
    assert secrets(text) == ()
    assert redacted(text) == text
