"""A model behind Bedrock's Converse interface, made to answer through one tool."""

from typing import Any

import orjson

_SECONDS = 60  # some dozen claims take a model a few seconds
_TOKENS = 4096


class ConverseError(RuntimeError):
    """The model could not be asked: credentials, network, or refused by the service."""


def runtime() -> Any:
    """boto3's own "bedrock-runtime" client, with its credentials and region; ConverseError where it has none."""
    try:
        import boto3
        from botocore.config import Config
        from botocore.exceptions import BotoCoreError
    except ImportError:
        raise ConverseError("Bedrock needs the extra `s3`: pip install 'memassets[s3]'") from None
    retries = {"total_max_attempts": 3}
    try:
        return boto3.client(
            "bedrock-runtime", config=Config(read_timeout=_SECONDS, connect_timeout=10, retries=retries)
        )
    except BotoCoreError as wrong:
        raise ConverseError(f"Bedrock cannot be asked: {wrong}") from wrong


def asked(client: Any, model: str, instructions: str, text: str, tool: str, about: str, schema: dict[str, Any]) -> str:
    """What the model gave the tool, as JSON; its words where it did not use the tool. ConverseError says why not."""
    from botocore.exceptions import BotoCoreError, ClientError  # the client that was handed in is made of it

    request = {
        "modelId": model,
        "system": [{"text": instructions}],
        "messages": [{"role": "user", "content": [{"text": text}]}],
        "inferenceConfig": {"temperature": 0.0, "maxTokens": _TOKENS},
        "toolConfig": {
            "tools": [{"toolSpec": {"name": tool, "description": about, "inputSchema": {"json": schema}}}],
            "toolChoice": {"tool": {"name": tool}},
        },
    }
    try:
        answer = client.converse(**request)
    except (BotoCoreError, ClientError) as wrong:
        raise ConverseError(f"The model {model} could not be asked: {wrong}") from wrong
    content = answer.get("output", {}).get("message", {}).get("content", [])
    for block in content:
        if block.get("toolUse", {}).get("name") == tool:
            return orjson.dumps(block["toolUse"]["input"]).decode()
    return " ".join(block.get("text", "") for block in content)
