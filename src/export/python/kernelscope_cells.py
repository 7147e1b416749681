"""How cells become the columns of a model's matrix, as Kernelscope reads them."""

import datetime
import math
import re
import warnings
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
# As many cells of another kind, and half of a column, contradict what the training rows had.
_CONTRADICTING = 10


class CellError(ValueError):
    """A cell or column that the model cannot take, in a sentence in which nothing of the file is obeyed by a terminal."""

    def __init__(self, sentence):
        super().__init__("".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in sentence))


class CellWarning(UserWarning):
    """What the rows have that the model does not know."""


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
        name = column["column"]
        codes = any(kind == {"column": name, "kind": "number"} for kind in model["read"].get("kinds", []))
        cell = _Cells(table[name], name, number_format, missing, codes, reading_of(model, name))
        at = _ENCODERS[column["kind"]](column, cell, x, complete, at)
    x = (x - np.array(model["encoded"]["centre"])) / np.array(model["encoded"]["scale"])
    far = np.argwhere(~(np.abs(x) <= _LARGEST))
    if len(far):
        row, j = far[0]
        name = model["encoded"]["names"][j]
        raise CellError(f'Row {row + 1} of "{name}" is too far from the training rows to compute with. Correct it or leave the row out.')
    return x, complete if model["missing"] == "drop" else np.ones(rows, dtype=bool)


def reading_of(model, name):
    """How a column of the training rows was read; None where the model does not say or a person did."""
    read = model["read"]
    if any(kind["column"] == name for kind in read.get("kinds", [])):
        return None
    return next((column["reading"] for column in read.get("frozen", {}).get("columns", []) if column["name"] == name), None)


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

    def __init__(self, values, name, number_format, missing, codes, reading):
        self.texts = [text_of(value) for value in values]
        self.values = values
        self.reading = reading or {}
        kind = self.reading.get("kind")
        self.name, self.number_format, self.missing, self.codes = name, number_format, missing, codes or kind == "number"
        # A column whose kind is known keeps it: a cell that is of another is a gap.
        self.lenient = self.codes or kind in ("date", "boolean")

    def gap(self, text, words=False):
        if text and text.lower() in self.reading.get("words", []) and self.reading["kind"] in ("category", "text"):
            return False
        return is_missing(text, self.missing) or (not words and self.missing is None and text == "None")

    def number(self, text):
        value = as_number(text, self.number_format, self.codes)
        return math.nan if value is not None and value == self.reading.get("standIn") else value

    def label(self, text):
        """The level that a text is: of a category that knows its words, by its letters unless numbers count by their value."""
        kind = self.reading.get("kind")
        if kind == "boolean":
            truth = _truth(text, None)
            return None if truth is None else self.reading["words"][int(truth)]
        if kind in ("category", "text") and not self.reading.get("byValue"):
            return text
        number = self.number(text)
        if number is None or not math.isfinite(number):
            return None if kind == "number" else text
        return number_text(number)

    def count_unread(self, unread, what):
        """Says how many cells are gaps because they are no `what`; where they are half of the column, it is another one."""
        if not unread:
            return
        valued = sum(not self.gap(text) for text in self.texts)
        if len(unread) >= _CONTRADICTING and 2 * len(unread) >= valued:
            raise self.wrong(unread[0], what)
        cells = "1 cell is" if len(unread) == 1 else f"{len(unread)} cells are"
        self.warn(f'"{self.name}": {cells} no {what} and taken for missing, the first in row {unread[0] + 1}.')

    def warn(self, sentence):
        warnings.warn(str(CellError(sentence)), CellWarning, stacklevel=2)

    def wrong(self, row, what):
        return CellError(f'Row {row + 1} of "{self.name}" is "{self.texts[row][:40]}", which is no {what}. Correct it or leave the cell empty.')


def _encode_number(column, cell, x, complete, at):
    words = column.get("words")
    what = "number" if column["kind"] == "number" else "yes or no"
    unread = []
    for i, text in enumerate(cell.texts):
        value = None
        if not cell.gap(text) and not _INFINITE.match(text):
            truth = cell.reading.get("kind") == "boolean"
            value = _truth(text, words) if truth else cell.number(text)
            if value is None and column["kind"] == "boolean":
                value = _truth(text, words)
            if value is None and not cell.lenient:
                raise cell.wrong(i, what)
            if value is None:
                unread.append(i)
            if value is not None and not math.isfinite(value):
                value = None
        x[i, at] = column["impute"] if value is None else value
        if value is None:
            complete[i] = False
            if column.get("missingLevel"):
                x[i, at + 1] = 1
    cell.count_unread(unread, what)
    return at + (2 if column.get("missingLevel") else 1)


def _truth(text, words):
    number = as_number(text, PLAIN, codes=True)
    if number in (0, 1):
        return number
    for no, yes in ([words] if words else []) + _TRUTH:
        if text.lower() in (no.lower(), yes.lower()):
            return float(text.lower() == yes.lower())
    return None


def _encode_category(column, cell, x, complete, at):
    place = {level: k for k, level in enumerate(column["levels"])}
    lower = {level.lower(): k for k, level in enumerate(column["levels"])} if _is_truth(column["levels"]) else {}
    other = len(column["levels"]) if column.get("otherLevel") else None
    gap = len(column["levels"]) + (1 if column.get("otherLevel") else 0)
    spelt = cell.reading.get("kind", "category") in ("category", "text")
    if cell.reading.get("kind") in ("category", "text"):
        lower = {}
    unknown = []
    for i, text in enumerate(cell.texts):
        label = None if cell.gap(text, words=spelt) else cell.label(text)
        if label is None:
            complete[i] = False
            if column["missingLevel"]:
                x[i, at + gap] = 1
            continue
        k = place.get(label, lower.get(label.lower()))
        if k is None:
            unknown.append(i)
            k = other
        if k is not None:
            x[i, at + k] = 1
    if unknown and not column.get("otherLevel"):
        rows = "1 row has" if len(unknown) == 1 else f"{len(unknown)} rows have"
        cell.warn(f'"{cell.name}": {rows} a level that training did not have, the first "{cell.texts[unknown[0]][:40]}" in row {unknown[0] + 1}.')
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
    found = []
    unread = []
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
            if both is None and not cell.lenient:
                raise cell.wrong(i, "date")
            if both is None:
                unread.append(i)
            found.append(both)
    days = settled_dates(found, cell.reading.get("monthFirst"))
    unread += [i for i, (both, day) in enumerate(zip(found, days)) if both is not None and day is None]
    cell.count_unread(sorted(unread), "date")
    return days


_ENCODERS = {"number": _encode_number, "boolean": _encode_number, "category": _encode_category, "date": _encode_date}
