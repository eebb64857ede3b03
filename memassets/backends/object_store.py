"""Small objects in a local folder or under an S3 prefix; a write is seen whole or not at all."""

import glob
import os
import tempfile
from pathlib import Path
from typing import Any

S3 = "s3://"
_ARRIVING = ".memassets-part"


def read_bytes(place: str) -> bytes:
    """The content of an object; FileNotFoundError names the place where there is none."""
    if not place.startswith(S3):
        return Path(place).read_bytes()
    client = _client()
    try:
        content: bytes = client.get_object(**_address(place))["Body"].read()
    except client.exceptions.NoSuchKey:
        raise FileNotFoundError(f"{place}: no such object") from None
    return content


def write_bytes(place: str, content: bytes) -> None:
    """Replace an object: a temporary file beside it and a rename, or one PUT."""
    if place.startswith(S3):
        _client().put_object(**_address(place), Body=content)
        return
    target = Path(place)
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=_ARRIVING)
    try:
        with os.fdopen(handle, "wb") as file:
            os.fchmod(handle, _mode(target))
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(target)
        settle(target.parent)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def copy(place: str, target: str) -> None:
    """Replace an object by a copy of another, both in a folder or both on S3; FileNotFoundError names a missing one."""
    if not place.startswith(S3):
        write_bytes(target, read_bytes(place))
        return
    client = _client()
    try:
        client.copy_object(**_address(target), CopySource=_address(place))
    except client.exceptions.ClientError as refused:
        if refused.response["Error"]["Code"] != "NoSuchKey":
            raise
        raise FileNotFoundError(f"{place}: no such object") from None


def _mode(target: Path) -> int:
    """The permissions of the file to be replaced; of a new one, what the process gives any new file."""
    if target.exists():
        return target.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def sweep(folder: Path, name: str = "") -> None:
    """Remove what a writer that died left half-written of a file, or, without a name, of any file in a folder."""
    for stray in folder.glob(f".{glob.escape(name)}*{_ARRIVING}"):
        stray.unlink()


def settle(folder: Path) -> None:
    """Make what was renamed or removed in a folder survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _address(place: str) -> dict[str, str]:
    bucket, _, key = place.removeprefix(S3).partition("/")
    return {"Bucket": bucket, "Key": key}


def _client() -> Any:
    # an extra, so that a store on a local folder needs no AWS client
    import boto3

    return boto3.client("s3")
