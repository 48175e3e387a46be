"""The canonical form of JSON (RFC 8785) and the hash of a manifest, so that a program can
offer its manifest without another tool."""

import hashlib
import json
import math
from decimal import Decimal


def canonicalize(value) -> str:
    """Returns the canonical form of a JSON value: members in the order of their UTF-16 code
    units, no white space, numbers as ECMAScript writes them.

    Raises TypeError for what JSON does not know, ValueError for what it cannot hold."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            value.encode()  # raises for half of a surrogate pair
            return json.dumps(value, ensure_ascii=False)
        case int() | float():
            return _number(value)
        case list() | tuple():
            return "[" + ",".join(map(canonicalize, value)) + "]"
        case dict():
            if not all(isinstance(name, str) for name in value):
                raise TypeError("the names of an object's members are strings")
            names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
            return "{" + ",".join(f"{canonicalize(name)}:{canonicalize(value[name])}" for name in names) + "}"
    raise TypeError(f"JSON has no {type(value).__name__}")


def manifest_hash(manifest) -> str:
    """Returns a manifest's hash: SHA-256 of its canonical form, in hex (001 §2.1)."""
    return hashlib.sha256(canonicalize(manifest).encode()).hexdigest()


def _number(value):
    """A number as ECMAScript's Number::toString writes it."""
    if isinstance(value, int) and abs(value) > 2**53:
        raise ValueError("an integer is beyond 2^53, which not every reader of JSON can hold")
    if not math.isfinite(value):
        raise ValueError("a number is not finite")
    if value == 0:
        return "0"
    _, digits, exponent = Decimal(repr(float(abs(value)))).as_tuple()
    text = "".join(map(str, digits)).lstrip("0")
    point = len(text) + exponent  # how many digits stand before the decimal point
    text = text.rstrip("0")
    sign = "-" if value < 0 else ""
    if len(text) <= point <= 21:
        return sign + text.ljust(point, "0")
    if 0 < point <= 21:
        return f"{sign}{text[:point]}.{text[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{text}"
    rest = "." + text[1:] if len(text) > 1 else ""
    return f"{sign}{text[0]}{rest}e{point - 1:+d}"
