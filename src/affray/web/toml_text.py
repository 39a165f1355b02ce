"""Plain data as TOML."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def to_toml(block: Mapping[str, Any]) -> str:
    """Plain data as TOML that reads back as the same."""
    return "\n".join(_table(block, ())) + "\n"


def _table(data: Mapping[str, Any], path: tuple[str, ...]) -> list[str]:
    lines = []
    inner: list[tuple[str, Any]] = []
    for key, value in data.items():
        if isinstance(value, Mapping) or (_is_tables(value) and path == ()):
            inner.append((key, value))
        elif value is not None:
            lines.append(f"{_key(key)} = {_inline(value)}")
    for key, value in inner:
        here = (*path, key)
        name = ".".join(map(_key, here))
        for bracket, each in (
            [(f"[{name}]", value)]
            if isinstance(value, Mapping)
            else [(f"[[{name}]]", one) for one in value]
        ):
            if lines:
                lines.append("")
            lines.append(bracket)
            lines += _table(each, here)
    return lines


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(v, Mapping) for v in value)


def _inline(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case list() | tuple():
            return f"[{', '.join(map(_inline, value))}]"
        case Mapping():
            pairs = ", ".join(
                f"{_key(k)} = {_inline(v)}" for k, v in value.items() if v is not None
            )
            return f"{{ {pairs} }}" if pairs else "{}"
    return _quoted(str(value))


def _key(key: str) -> str:
    is_bare = key.isascii() and bool(key) and all(c.isalnum() or c in "-_" for c in key)
    return key if is_bare else _quoted(key)


def _quoted(text: str) -> str:
    plain = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    letters = [
        plain.get(c) or (f"\\u{ord(c):04X}" if ord(c) < 32 or ord(c) == 127 else c) for c in text
    ]
    return f'"{"".join(letters)}"'
