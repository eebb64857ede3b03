"""What a basis is made of: digests of bytes, of tables and of the source code behind an asset."""

import ast
import hashlib
import importlib.util
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import orjson
import polars as pl

_PACKAGE = "memassets"
_POLICY = "memassets.kernel.policy"  # enters the basis by its values, or a changed floor would blame every asset


def of_bytes(content: bytes) -> str:
    """The first 16 hex digits of the SHA-256 of the bytes."""
    return hashlib.sha256(content).hexdigest()[:16]


def of_text(text: str) -> str:
    """The whole SHA-256 of a text, 64 hex digits: what an artifact and a record are known by."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def of_json(value: Any) -> str:
    """The digest of a JSON value, whatever the order of its keys."""
    return of_bytes(orjson.dumps(value, option=orjson.OPT_SORT_KEYS))


def of_frame(frame: pl.DataFrame) -> str:
    """The digest of a table's names, types and rows, in the order they stand.

    Float columns are left out: the last bits of a score depend on the processor's BLAS, the ranks made of it do not.
    """
    kept = frame.select(pl.exclude(pl.Float32, pl.Float64))
    return of_json({"schema": {n: str(t) for n, t in kept.schema.items()}, "rows": kept.write_json()})


def of_code(module: str) -> dict[str, str]:
    """The digest of a module's syntax tree, and of every memassets module it imports, directly or not; by name.

    Comments, docstrings and layout do not count. `policy` is left out, as its values are part of the basis.
    """
    found: dict[str, str] = {}
    pending = [module]
    while pending:
        name = pending.pop()
        if name in found or name == _POLICY:
            continue
        digest, imports, _ = _source(name)
        found[name] = digest
        pending.extend(other for other in imports if other.startswith(f"{_PACKAGE}.") and _is_module(other))
    return dict(sorted(found.items()))


def of_parts(parts: Mapping[str, str]) -> str:
    """One digest for a set of named digests."""
    return of_json(dict(parts))


def constants_of(modules: Iterable[str]) -> frozenset[str]:
    """The constants of `policy` that modules mention."""
    return frozenset(name for module in modules for name in _source(module)[2])


@cache
def _source(module: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """The digest of a module's syntax tree, the modules and names it imports, the constants of `policy` it reads."""
    telling: list[ast.AST] = []
    digest = of_json(_shape(_tree(module), telling))
    imports: list[str] = []
    constants: list[str] = []
    for node in telling:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "policy":
            constants.append(node.attr)
        elif isinstance(node, ast.Import):
            imports += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            imports += [*(f"{node.module}.{alias.name}" for alias in node.names), node.module]
    return digest, tuple(imports), tuple(constants)


@cache
def _tree(module: str) -> ast.Module:
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(module)
    return ast.parse(Path(spec.origin).read_bytes())


@cache
def _is_module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:  # the parent is a module, so the last part is one of its names
        return False


_UNSEEN = frozenset(("ctx", "kind", "type_comment", "type_ignores"))
_TELLING = frozenset((ast.Attribute, ast.Import, ast.ImportFrom))


def _shape(node: Any, telling: list[ast.AST]) -> Any:
    """A syntax tree as lists that are the same on every Python: empty fields, contexts and docstrings left out.

    Attributes and imports are added to `telling` on the way: a second walk would cost as much again.
    """
    if isinstance(node, ast.AST):
        kind = type(node)
        if kind in _TELLING:
            telling.append(node)
        fields = []
        for name in kind._fields:
            value = None if name in _UNSEEN else getattr(node, name, None)
            if value is not None and value != []:
                fields.append([name, _shape(_pieces(value) if kind is ast.JoinedStr else value, telling)])
        return [kind.__name__, fields]
    if isinstance(node, list):
        return [_shape(item, telling) for item in node if not _is_docstring(item)]
    return ascii(node)  # the same on every Python, lone surrogates included


def _pieces(values: list[ast.expr]) -> list[ast.expr]:
    """The pieces of an f-string; Python 3.12 ends some with an empty text."""
    return [piece for piece in values if not (isinstance(piece, ast.Constant) and piece.value == "")]


def _is_docstring(node: Any) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
