"""How cells become the columns of a model's matrix, as Kernelscope reads them."""

import datetime
import math
import re
from collections import namedtuple

import numpy as np

from kernelscope_dates import date_columns, parse_date, settled_dates

NumberFormat = namedtuple("NumberFormat", "decimal thousands")
PLAIN = NumberFormat(".", "")

# What means "no value", compared without regard to case.
_MISSING = {"", "na", "n/a", "nan", "-nan", "+nan", "null", "?", "-", "--", "#n/a", "<na>", "#na", "nil", "\\n"}
_MISSING |= {sign + token for token in ("1.#qnan", "1.#snan", "1.#ind", "1.#nan") for sign in ("", "-")}
_INFINITE = re.compile(r"^[+-]?(?:inf|infinity|\u221e|1\.#inf)$", re.I)
_PLAIN = re.compile(r"^[+-]?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$")
_CODES = re.compile(r"^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$")
_SEPARATORS = {" ": "[ \u00a0\u2009\u202f]", "'": "['\u2019]", ".": r"\.", ",": ","}
_TRUTH = [("false", "true"), ("no", "yes"), ("f", "t"), ("n", "y"), ("off", "on")]
_LARGEST = 1e150


class CellError(ValueError):
    """A cell or column that the model cannot take, in a sentence in which nothing of the file is obeyed by a terminal."""

    def __init__(self, sentence):
        super().__init__("".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in sentence))


def is_missing(text, tokens=None):
    if tokens is None:
        return text.lower() in _MISSING
    wanted = [token.strip() for token in tokens]
    if text == "" or text in wanted:
        return True
    number = as_number(text, PLAIN)
    return number is not None and any(as_number(token, PLAIN) == number for token in wanted)


def as_number(text, number_format=PLAIN, codes=False):
    """The number that a trimmed text spells; None for anything else, also for codes such as 00123 unless `codes`."""
    decimal, thousands = number_format
    if text[:1] in ("\u2212", "\u2013"):
        text = "-" + text[1:]
    if thousands:
        group = _SEPARATORS[thousands]
        if re.match(rf"^[+-]?[1-9][0-9]{{0,2}}(?:{group}[0-9]{{3}})+(?:[{decimal}][0-9]*)?$", text):
            text = re.sub(group, "", text)
    if decimal == ",":
        if "." in text:
            return None
        text = text.replace(",", ".", 1)
    return float(text) if (_CODES if codes else _PLAIN).match(text) else None


def number_text(value):
    """A number as JavaScript writes it, in the fewest digits that are read back as the same."""
    if value == 0:
        return "0"
    sign, digits, exponent = _digits(value)
    point = exponent + 1
    if 0 < point <= 21:
        text = digits.ljust(point, "0")
        text = text[:point] + ("." + text[point:] if len(text) > point else "")
    elif -6 < point <= 0:
        text = "0." + "0" * -point + digits
    else:
        mantissa = digits[0] + ("." + digits[1:] if len(digits) > 1 else "")
        text = f"{mantissa}e{'+' if point > 0 else '-'}{abs(point - 1)}"
    return sign + text


def _digits(value):
    mantissa, _, exponent = f"{repr(float(value))}".partition("e")
    sign = "-" if mantissa.startswith("-") else ""
    whole, _, rest = mantissa.lstrip("-").partition(".")
    power = int(exponent or 0) + len(whole) - 1
    digits = whole + rest
    stripped = digits.lstrip("0")
    power -= len(digits) - len(stripped)
    return sign, stripped.rstrip("0") or "0", power


def level_value(level):
    """A level that is a number as one."""
    number = as_number(level)
    if number is None or number_text(number) != level:
        return level
    return int(number) if number.is_integer() else number


def level_codes(levels, number_format=PLAIN):
    """The place of a trimmed text among levels, by its number or its letters, if need be in any case; None if it is none of them."""
    exact = {level: k for k, level in enumerate(levels)}
    lower = {level.lower(): k for k, level in enumerate(levels)}

    def code(text):
        number = as_number(text, number_format)
        label = text if number is None else number_text(number)
        return exact.get(label, lower.get(label.lower()))

    return code


def text_of(value):
    """The cell of a value that may be no text."""
    if value is None or (isinstance(value, (float, np.floating)) and math.isnan(value)):
        return ""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, float, np.integer, np.floating)):
        value = float(value)
        return number_text(value) if math.isfinite(value) else "inf"
    if type(value).__name__ in ("NaTType", "NAType"):
        return ""
    return str(value).strip()


def encoded(model, X, number_format=PLAIN):
    """The matrix n x d, and where every input has a value."""
    names = [column["column"] for column in model["inputs"]]
    table, rows = _columns(X, names)
    x = np.zeros((rows, len(model["encoded"]["names"])))
    complete = np.ones(rows, dtype=bool)
    missing = model["read"].get("missing")
    at = 0
    for column in model["inputs"]:
        values = table[column["column"]]
        codes = any(kind == {"column": column["column"], "kind": "number"} for kind in model["read"].get("kinds", []))
        cell = _Cells(values, column["column"], number_format, missing, codes)
        at = _ENCODERS[column["kind"]](column, cell, x, complete, at)
    x = (x - np.array(model["encoded"]["centre"])) / np.array(model["encoded"]["scale"])
    far = np.argwhere(~(np.abs(x) <= _LARGEST))
    if len(far):
        row, j = far[0]
        name = model["encoded"]["names"][j]
        raise CellError(f'Row {row + 1} of "{name}" is too far from the training rows to compute with. Correct it or leave the row out.')
    return x, complete if model["missing"] == "drop" else np.ones(rows, dtype=bool)


def _columns(X, names):
    """A list of values for each name, and how many rows."""
    if hasattr(X, "columns") and hasattr(X, "to_dict"):
        absent = [name for name in names if name not in X.columns]
        table = {} if absent else {name: list(X[name]) for name in names}
        rows = len(X)
    elif isinstance(X, dict):
        absent = [name for name in names if name not in X]
        table = {} if absent else {name: list(X[name]) for name in names}
        rows = len(next(iter(X.values()))) if X else 0
    elif len(X) and isinstance(X[0], dict):
        absent = []
        table = {name: [row.get(name) for row in X] for name in names}
        rows = len(X)
    else:
        array = np.asarray(X, dtype=object)
        if array.ndim != 2 or array.shape[1] != len(names):
            raise CellError(f"Rows have to be a table of {len(names)} columns: {', '.join(names)}.")
        return {name: list(array[:, j]) for j, name in enumerate(names)}, len(array)
    if absent:
        listed = ", ".join(f'"{name}"' for name in absent)
        raise CellError(f"The rows lack {'the column' if len(absent) == 1 else 'the columns'} {listed} that the model was fitted with.")
    return table, rows


class _Cells:
    """A column's cells as trimmed text, and how they are read."""

    def __init__(self, values, name, number_format, missing, codes):
        self.texts = [text_of(value) for value in values]
        self.values = values
        self.name, self.number_format, self.missing, self.codes = name, number_format, missing, codes

    def gap(self, text, words=False):
        return is_missing(text, self.missing) or (not words and self.missing is None and text == "None")

    def number(self, text):
        return as_number(text, self.number_format, self.codes)

    def wrong(self, row, what):
        return CellError(f'Row {row + 1} of "{self.name}" is "{self.texts[row][:40]}", which is no {what}. Correct it or leave the cell empty.')


def _encode_number(column, cell, x, complete, at):
    words = column.get("words")
    for i, text in enumerate(cell.texts):
        value = None
        if not cell.gap(text) and not _INFINITE.match(text):
            value = cell.number(text)
            if value is None and column["kind"] == "boolean":
                value = _truth(text, words)
            if value is None and not cell.codes:
                raise cell.wrong(i, "number" if column["kind"] == "number" else "yes or no")
            if value is not None and not math.isfinite(value):
                value = None
        x[i, at] = column["impute"] if value is None else value
        if value is None:
            complete[i] = False
            if column.get("missingLevel"):
                x[i, at + 1] = 1
    return at + (2 if column.get("missingLevel") else 1)


def _truth(text, words):
    for no, yes in ([words] if words else []) + _TRUTH:
        if text.lower() in (no.lower(), yes.lower()):
            return float(text.lower() == yes.lower())
    return None


def _encode_category(column, cell, x, complete, at):
    place = {level: k for k, level in enumerate(column["levels"])}
    lower = {level.lower(): k for k, level in enumerate(column["levels"])} if _is_truth(column["levels"]) else {}
    other = len(column["levels"]) if column.get("otherLevel") else None
    gap = len(column["levels"]) + (1 if column.get("otherLevel") else 0)
    for i, text in enumerate(cell.texts):
        if cell.gap(text, words=True):
            complete[i] = False
            if column["missingLevel"]:
                x[i, at + gap] = 1
            continue
        number = cell.number(text)
        label = text if number is None or not math.isfinite(number) else number_text(number)
        k = place.get(label, lower.get(label.lower(), other))
        if k is not None:
            x[i, at + k] = 1
    return at + gap + (1 if column["missingLevel"] else 0)


def _is_truth(levels):
    return any(all(level.lower() in pair for level in levels) for pair in _TRUTH)


def _encode_date(column, cell, x, complete, at):
    days = _dates(cell)
    gaps = np.array([value is None for value in days], dtype=bool)
    complete[gaps] = False
    columns = date_columns(days, column.get("parts", ["trend"]), column["impute"])
    if column.get("missingLevel"):
        columns = np.column_stack([columns, gaps])
    x[:, at : at + columns.shape[1]] = columns
    return at + columns.shape[1]


def _dates(cell):
    """Days since 1970-01-01 of each cell."""
    forced = cell.codes
    found = []
    for i, text in enumerate(cell.texts):
        value = cell.values[i]
        if isinstance(value, np.datetime64):
            found.append(None if np.isnat(value) else ((value - np.datetime64(0, "s")) / np.timedelta64(1, "s") / 86400,) * 2)
        elif isinstance(value, (datetime.datetime, datetime.date)) and text:
            found.append(parse_date(value.strftime("%Y-%m-%d") + (value.strftime("T%H:%M:%S.%f") if isinstance(value, datetime.datetime) else "")))
        elif cell.gap(text):
            found.append(None)
        else:
            both = parse_date(text)
            if both is None and not forced:
                raise cell.wrong(i, "date")
            found.append(both)
    return settled_dates(found)


_ENCODERS = {"number": _encode_number, "boolean": _encode_number, "category": _encode_category, "date": _encode_date}
