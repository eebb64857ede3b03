"""The `live` embedder: Amazon Bedrock. An operator's diagnostic; what CI measures is `fake`."""

import json
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal

import numpy as np

from memassets.backends.static_embedder import normalised
from memassets.kernel.ports import Unavailable, Vectors

DEFAULT_MODEL = "cohere.embed-v4:0"
_COHERE_BATCH_TEXTS = 96  # the most that one call of the model takes
_WORKERS = 4
_ATTEMPTS = 4  # botocore's standard retries: throttling and server errors, with growing pauses
_TIMEOUT_SECONDS = 30
_INPUT_TYPES = {"query": "search_query", "document": "search_document"}
_TOKEN = "AWS_BEARER_TOKEN_BEDROCK"


class BedrockEmbedder:
    """Cohere Embed v4 in batches, or Titan v2 one text a call; 1,024 dimensions, rows L2-normalised."""

    dimensions = 1024

    def __init__(self, model: str = DEFAULT_MODEL) -> None:
        self._titan = "titan-embed-text-v2" in model
        if not self._titan and "cohere.embed" not in model:
            raise Unavailable(f"mode live knows Cohere Embed v4 and Titan Text v2, not {model!r}")
        self._model = model
        self._client = _client()
        self.id = f"bedrock-{model}-{self.dimensions}"

    def embed(self, texts: Sequence[str], kind: Literal["query", "document"]) -> Vectors:
        """Vectors of the texts, shape (texts, 1024); a text without words is a row of zeros and is not sent.

        Unavailable says why there are none: refused, throttled beyond the retries, cut short, or of another shape.
        """
        spoken = [at for at, text in enumerate(texts) if text.strip()]
        size = 1 if self._titan else _COHERE_BATCH_TEXTS
        batches = [[texts[at] for at in spoken[start : start + size]] for start in range(0, len(spoken), size)]
        rows = np.zeros((len(texts), self.dimensions), np.float32)
        with ThreadPoolExecutor(_WORKERS) as workers:
            found = list(workers.map(lambda batch: self._asked(batch, kind), batches))
        if found:
            rows[spoken] = np.concatenate(found)
        return normalised(rows)

    def _asked(self, texts: list[str], kind: Literal["query", "document"]) -> Vectors:
        body: dict[str, Any] = (
            {"inputText": texts[0], "dimensions": self.dimensions, "normalize": True}
            if self._titan
            else {
                "texts": texts,
                "input_type": _INPUT_TYPES[kind],
                "embedding_types": ["float"],
                "output_dimension": self.dimensions,
            }
        )
        answer = self._answer(json.dumps(body))
        try:
            found = [answer["embedding"]] if self._titan else answer["embeddings"]
            rows = np.asarray(found["float"] if isinstance(found, dict) else found, np.float32)
        except (KeyError, TypeError, ValueError):
            raise Unavailable(f"{self._model} answered without vectors") from None
        if rows.shape != (len(texts), self.dimensions):
            wanted = (len(texts), self.dimensions)
            raise Unavailable(f"{self._model} answered with vectors of shape {rows.shape}, asked for {wanted}")
        if not np.isfinite(rows).all():
            raise Unavailable(f"{self._model} answered with vectors that are not numbers")
        return rows

    def _answer(self, body: str) -> dict[str, Any]:
        from botocore.exceptions import BotoCoreError, ClientError, HTTPClientError
        from urllib3.exceptions import HTTPError

        try:
            answer = self._client.invoke_model(modelId=self._model, body=body, contentType="application/json")
            found: dict[str, Any] = json.loads(answer["body"].read())
        except ClientError as wrong:
            error = wrong.response.get("Error", {})
            raise Unavailable(f"{self._model}: {error.get('Code')}: {error.get('Message')}") from None
        except (BotoCoreError, HTTPClientError, HTTPError) as wrong:
            raise Unavailable(f"{self._model}: {type(wrong).__name__}: {wrong}") from None
        except ValueError:
            raise Unavailable(f"{self._model}: the answer is not whole JSON") from None
        return found


def _client() -> Any:
    """A client whose credentials were found beforehand: without them a run would stop at its first text."""
    try:
        import boto3
        from botocore.config import Config
        from botocore.exceptions import BotoCoreError
    except ImportError:
        raise Unavailable("mode live needs the extra `s3`: pip install 'memassets[s3]'") from None
    try:
        session = boto3.Session()
        if not os.environ.get(_TOKEN) and session.get_credentials() is None:
            raise Unavailable(f"mode live found no AWS credentials: set {_TOKEN}, or any of those boto3 looks for")
        if session.region_name is None:
            raise Unavailable("mode live found no AWS region: set AWS_REGION")
        return session.client(
            "bedrock-runtime",
            config=Config(
                retries={"mode": "standard", "total_max_attempts": _ATTEMPTS},
                connect_timeout=_TIMEOUT_SECONDS,
                read_timeout=_TIMEOUT_SECONDS,
                max_pool_connections=_WORKERS,
            ),
        )
    except BotoCoreError as wrong:
        raise Unavailable(f"mode live: {wrong}") from None
