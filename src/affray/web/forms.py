"""A form from a JSON schema, and what was written into it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

Data = dict[str, Any]
Schema = Mapping[str, Any]
More = Mapping[str, list[str]]
"""Lists, by their paths, with what is added: an entry of the book, or "" for an empty one."""

DEEPEST = 6
LONGEST_NAME = 100
MOST_ITEMS = 30
OWN = ("id", "kind", "side")
"""Keys of a block that the table fills in by itself."""

USE = "use"
"""The key of a part that is taken from the library, with some of it written otherwise."""
ENTRY = "The entry that it is taken from; what is left empty is as it is there"
OF_THE_BOOK = "Of the book"
GONE = "Left empty, it is taken out"
BOOK = "book:"
"""What the field begins with that chooses a further entry of the book for the list behind it."""
NEW = "+"
"""The field of a further pair, where names are free."""
FURTHER = "A name and what it is worth, such as: fire 2"

INITIALS = frozenset({"ac", "ap", "ar", "con", "hp", "id", "lif", "sdf"})
"""Names of fields that stand for words, and are written in capitals."""


def _label(name: str) -> str:
    """The name of a field as people read it."""
    words = name.replace("-", " ").replace("_", " ").capitalize().split(" ")
    return " ".join(w.upper() if w.lower() in INITIALS else w for w in words)


def _no_names(table: str) -> Mapping[str, str]:
    return {}


class Form:
    """The form of a schema; fields are named by the path to them, `weapons.0.name`.

    `names` has what can be named of a table or shelf that the schema speaks of (see
    `kernel.blocks.named_in`): ids with their names.
    """

    def __init__(
        self, schema: Schema, names: Callable[[str], Mapping[str, str]] = _no_names
    ) -> None:
        self.schema = schema
        self.definitions: Mapping[str, Any] = schema.get("$defs", {})
        self._names = names

    # ---- to a page ----

    def fields(self, values: Mapping[str, Any]) -> list[Data]:
        """The fields with what stands in them."""
        return self._object(self.schema, "", values, 0, skip=OWN)

    def _named(self, schema: Schema, held: Any = None) -> list[Data]:
        """What may be named in a place of the schema, as choices, what stands there among them."""
        named: dict[str, str] = {}
        for table in schema.get("x-named-in", ()):
            named |= self._names(table)
        if named and isinstance(held, str) and held:
            named.setdefault(held, held)
        return [{"value": name, "label": label} for name, label in named.items()]

    def _object(
        self,
        schema: Schema,
        path: str,
        values: Any,
        depth: int,
        *,
        skip: Sequence[str] = (),
        names: Sequence[Data] = (),
    ) -> list[Data]:
        held = values if isinstance(values, Mapping) else {}
        needed = schema.get("required", ())
        found = [
            self._field(f"{path}{name}", name, each, held.get(name), name in needed, depth)
            for name, each in schema.get("properties", {}).items()
            if name not in skip and "const" not in each
        ]
        if USE in schema.get("properties", {}) or (USE not in held and not names):
            return found
        if USE not in held:
            entry = {"type": "string", "description": f"{ENTRY}. Or none: it is as it stands here"}
            chosen = self._field(f"{path}{USE}", OF_THE_BOOK, entry, None, False, 9)
            return [{**chosen, "kind": "choice", "choices": list(names)}, *found]
        # What is left empty is as the entry of the library has it, not as the schema has it.
        for each in found:
            if each["name"].removeprefix(path) not in held and each["kind"] not in (
                "list",
                "group",
            ):
                each |= {"value": None, "required": False}
        entry = {"type": "string", "description": ENTRY}
        chosen = self._field(f"{path}{USE}", "As in the library", entry, held[USE], not names, 9)
        if names:
            chosen |= {"kind": "choice", "choices": list(names)}
        return [chosen, *found]

    def _field(
        self, path: str, name: str, given: Schema, value: Any, needed: bool, depth: int
    ) -> Data:
        schema = self._resolved(given, value)
        found: Data = {
            "name": path,
            "label": _label(name),
            "kind": "text",
            "value": given.get("default", schema.get("default")) if value is None else value,
            "help": _help(given) or _help(schema),
            "required": needed,
            "low": schema.get("minimum"),
            "high": schema.get("maximum"),
            "limit": schema.get("maxLength"),
            "choices": [],
            "items": [],
            "fields": [],
            "add_name": "",
            "names": [],
            "is_own": True,
        }
        kind = schema.get("type")
        named = self._named(given, value) or self._named(schema, value)
        if "enum" in schema:
            found["kind"] = "choice"
            found["choices"] = [{"value": c, "label": str(c) or "none"} for c in schema["enum"]]
        elif kind == "boolean":
            found["kind"] = "flag"
        elif kind in ("integer", "number"):
            found["kind"] = "number"
        elif kind == "array" and depth < DEEPEST:
            found |= {"kind": "list", "value": None, "add_name": path}
            found["items"] = self._items(schema, path, value, depth)
            item = schema.get("items", {})
            found["names"] = self._named(item)
            found["is_own"] = not found["names"] or self._resolved(item, {}).get("type") == "object"
        elif named and (kind == "string" or isinstance(found["value"], str)):
            found |= {"kind": "choice", "choices": named}
        elif kind == "object" and isinstance(value, str):
            found |= {"limit": LONGEST_NAME, "help": ENTRY.partition(";")[0]}
        elif kind == "object" and depth < DEEPEST:
            found |= {"kind": "group", "value": None}
            found["fields"] = self._choice(schema, path, value) + self._object(
                schema, f"{path}.", value, depth + 1, names=named
            )
            if not needed and (named or _may_be_null(given)):
                if _may_be_null(given):
                    none = "All of it may be left empty"
                    found["help"] = f"{found['help']}. {none}" if found["help"] else none
                for each in found["fields"]:
                    each["required"] = False
                    if value is None and each["kind"] not in ("list", "group"):
                        each["value"] = None
            rest = _of_any_name(schema)
            if rest is not None:
                held = value if isinstance(value, Mapping) else {}
                found["fields"] = [
                    self._field(f"{path}.{key}", key, rest, each, False, 9)
                    for key, each in held.items()
                ]
                further = {"type": "string", "maxLength": LONGEST_NAME, "description": FURTHER}
                one_more = self._field(f"{path}.{NEW}", "Another", further, None, False, 9)
                found["fields"].append(one_more)
        return found

    def _items(self, schema: Schema, path: str, value: Any, depth: int) -> list[list[Data]]:
        held = value if isinstance(value, list) else []
        found = []
        for at, each in enumerate(held[:MOST_ITEMS]):
            item = self._resolved(schema.get("items", {}), each)
            here = f"{path}.{at}"
            if item.get("type") == "object" and not isinstance(each, str):
                found.append(
                    self._choice(item, here, each) + self._object(item, f"{here}.", each, depth + 1)
                )
            else:
                given = schema.get("items", {})
                one = self._field(here, f"{at + 1}", given, each, False, depth + 1)
                if item.get("type") == "object":
                    one["label"], one["help"] = OF_THE_BOOK, GONE
                found.append([one])
        return found

    def _choice(self, schema: Schema, path: str, value: Any) -> list[Data]:
        """The field that chooses between shapes, where a schema has several."""
        if "x-choices" not in schema:
            return []
        name = schema["x-by"]
        held = value.get(name) if isinstance(value, Mapping) else None
        return [
            {
                "name": f"{path}.{name}",
                "label": name.capitalize(),
                "kind": "choice",
                "value": held if held is not None else schema["x-choices"][0],
                "help": "Check the form to see what belongs to another one.",
                "required": True,
                "choices": [{"value": c, "label": str(c)} for c in schema["x-choices"]],
                "items": [],
                "fields": [],
                "add_name": "",
            }
        ]

    def _resolved(self, schema: Schema, value: Any) -> Schema:
        """The schema that holds here: references followed, the shape chosen, no null."""
        for _ in range(10):
            if "$ref" in schema:
                name = str(schema["$ref"]).rpartition("/")[2]
                schema = self.definitions.get(name, {})
            elif "oneOf" in schema or "anyOf" in schema:
                shapes = [
                    one
                    for one in schema.get("oneOf") or schema.get("anyOf", [])
                    if one.get("type") != "null"
                ]
                by = schema.get("discriminator", {})
                if by:
                    name, mapping = by["propertyName"], by["mapping"]
                    held = value.get(name) if isinstance(value, Mapping) else None
                    chosen = held if held in mapping else next(iter(mapping))
                    shape = self._resolved({"$ref": mapping[chosen]}, value)
                    return {**shape, "x-by": name, "x-choices": list(mapping)}
                kept = {k: v for k, v in schema.items() if k not in ("oneOf", "anyOf")}
                if not shapes:
                    return kept
                schema = {**self._resolved(shapes[0], value), **kept}
                return schema
            elif "allOf" in schema and len(schema["allOf"]) == 1:
                schema = {**schema["allOf"][0], **{k: v for k, v in schema.items() if k != "allOf"}}
            else:
                return schema
        return {}

    # ---- from a page ----

    def block(self, given: Mapping[str, Any], add: str = "") -> Data:
        """The block that was written; `add` is the list that is to have a further item."""
        tree: Data = {}
        more: dict[str, list[str]] = {}
        for path, value in given.items():
            if path.startswith(BOOK):
                if isinstance(value, str) and value.strip():
                    more.setdefault(path.removeprefix(BOOK), []).append(value.strip())
                continue
            parts = path.split(".")
            if len(parts) > 2 * DEEPEST:
                continue
            node = tree
            for part in parts[:-1]:
                inner = node.setdefault(part, {})
                if not isinstance(inner, dict):
                    break
                node = inner
            else:
                node[parts[-1]] = value[-1] if isinstance(value, list) else value
        if add and not add.startswith(BOOK):
            more.setdefault(add, []).append("")
        return self._read(self.schema, tree, more, "", OWN)

    def _read(
        self,
        schema: Schema,
        tree: Mapping[str, Any],
        more: More,
        path: str,
        skip: Sequence[str] = (),
    ) -> Data:
        found: Data = {}
        if "x-by" in schema:
            found[schema["x-by"]] = tree.get(schema["x-by"], schema["x-choices"][0])
        if tree.get(USE) and USE not in schema.get("properties", {}):
            found[USE] = str(tree[USE]).strip()
        for name, given in schema.get("properties", {}).items():
            if name in skip or name in found:
                continue
            value = self._value(given, tree.get(name), more, f"{path}{name}")
            if value is not None:
                found[name] = value
        return found

    def _value(self, given: Schema, written: Any, more: More, path: str) -> Any:
        schema = self._resolved(given, written)
        kind = schema.get("type")
        if "const" in schema:
            return None
        if kind == "array":
            return self._list(schema, written, more, path)
        if kind == "object" and isinstance(written, str):
            return written.strip() or None
        if kind == "object":
            inner = written if isinstance(written, Mapping) else {}
            rest = _of_any_name(schema)
            if rest is not None:
                named = {key: v for key, v in inner.items() if key != NEW}
                name, _, worth = str(inner.get(NEW, "")).strip().rpartition(" ")
                if worth:
                    named["-".join((name or worth).lower().split())] = worth
                pairs = {
                    key: self._value(rest, v, more, f"{path}.{key}") for key, v in named.items()
                }
                return {key: v for key, v in pairs.items() if v is not None} or None
            read = self._read(schema, inner, more, f"{path}.")
            meant = {key: v for key, v in read.items() if key != schema.get("x-by")}
            return read if meant else None
        if not isinstance(written, str):
            return None if kind != "boolean" else written is not None or None
        text = written.strip()
        if not text:
            return None
        if kind == "boolean":
            return True
        if "enum" in schema:
            return next((c for c in schema["enum"] if str(c) == text), text)
        if kind in ("integer", "number"):
            return _number(text)
        return text

    def _list(self, schema: Schema, written: Any, more: More, path: str) -> Any:
        inner = written if isinstance(written, Mapping) else {}
        items = schema.get("items", {})
        found = []
        for key in sorted(inner, key=lambda k: (len(k), k))[:MOST_ITEMS]:
            value = self._value(items, inner[key], more, f"{path}.{key}")
            if value is not None:
                found.append(value)
        for name in more.get(path, ())[: max(0, MOST_ITEMS - len(found))]:
            is_object = self._resolved(items, None).get("type") == "object"
            found.append({} if is_object and not name else name)
        return found or None


def _of_any_name(schema: Schema) -> Schema | None:
    """What stands under each name of an object whose names are free; None for any other."""
    if schema.get("properties"):
        return None
    patterns = schema.get("patternProperties")
    found = next(iter(patterns.values())) if patterns else schema.get("additionalProperties")
    return found if isinstance(found, Mapping) else None


def _may_be_null(schema: Schema) -> bool:
    shapes = schema.get("anyOf") or schema.get("oneOf") or ()
    return any(one.get("type") == "null" for one in shapes)


def _help(schema: Schema) -> str:
    """What the schema says of a field, without the ids of rules behind it."""
    text = str(schema.get("description", "")).replace("`", "").replace("\n", " ")
    return text.partition(" (")[0].strip().rstrip(".:")


def _number(text: str) -> Any:
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text
