"""How cells become the columns of a model's matrix, as Kernelscope reads them."""

import datetime
import math
import re
import unicodedata
import warnings

import numpy as np

from kernelscope_dates import date_columns, parse_date, settled_dates
from kernelscope_notes import Tally, notes_of
from kernelscope_numbers import BLANKS, MISSING, PLAIN, TRUTH, as_number, detected_format, limit_of, number_columns, number_of, number_text, unguarded, unit_of

_INFINITE = re.compile(r"[+-]?(?:inf|infinity|\u221e|1\.#inf)", re.I)
_LARGEST = 1e150
# As many cells of another kind, and half of a column, contradict what the training rows had.
_CONTRADICTING = 10


class CellError(ValueError):
    """A cell or column that the model cannot take, in a sentence in which nothing of the file is obeyed by a terminal."""

    def __init__(self, sentence):
        super().__init__(printable(sentence))


class CellWarning(UserWarning):
    """What should be known of the predictions of some rows."""


def printable(sentence):
    return "".join(c if c.isprintable() or c in "\xa0\u202f" else c.encode("unicode_escape").decode() for c in sentence)


class Missing:
    """What means "no value": the built-in list and `tokens`, or these in its place where a sign of equality is the first of them."""

    def __init__(self, tokens=None):
        named = [token for token in (token.strip(BLANKS) for token in tokens or []) if token]
        self._alone = named[:1] == ["="]
        self._exact = {"", *([] if self._alone else ["NaT"]), *named[self._alone :]}
        self._numbers = {as_number(token.replace(",", ".", 1), PLAIN, codes=True) for token in self._exact}

    def has(self, text):
        return text in self._exact or (not self._alone and text.lower() in MISSING)

    def none(self, text):
        """What is missing among numbers, dates and truth values, and a word elsewhere."""
        return text == "None" and not self._alone

    def has_number(self, value):
        return value in self._numbers


def level_value(level):
    """A level that is a number as one."""
    number = as_number(level)
    if number is None or number_text(number) != level:
        return level
    return int(number) if number.is_integer() else number


def level_codes(read, name, levels, number_format=PLAIN):
    """The place of a trimmed text among the levels of a target, as its column is read, if need be in any case; None if it is none of them."""
    cell = _Cells({"column": name, "levels": levels}, [], number_format, read)
    exact = {level: k for k, level in enumerate(levels)}
    lower = {level.lower(): k for k, level in enumerate(levels)}

    def code(text):
        text = unguarded(text)
        label = None if cell.gap(text) else cell.label(text)
        return None if label is None else exact.get(label, lower.get(label.lower()))

    return code


def text_of(value, decimal="."):
    """The cell of a value that may be no text, as a file with numbers like these has it."""
    if value is None or (isinstance(value, (float, np.floating)) and math.isnan(value)):
        return ""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, float, np.integer, np.floating)):
        value = float(value)
        # Whole numbers beyond 2**53 count as codes that would lose digits, where they are text.
        text = number_text(value) if abs(value) < 2**53 else repr(value)
        return text.replace(".", decimal) if math.isfinite(value) else "inf"
    if type(value).__name__ in ("NaTType", "NAType"):
        return ""
    return str(value).strip(BLANKS)


def encoded(model, X, number_format=None):
    """The matrix n x d, and where every input has a value. Warns of what should be known, a sentence for each finding."""
    read, inputs = model["read"], model["inputs"]
    table, rows = _columns(X, [column["column"] for column in inputs])
    if number_format is None:
        voting = number_columns(read)
        texts = [value for name, values in table.items() if voting is None or name in voting for value in values if isinstance(value, str)]
        number_format = detected_format(texts, read)
    x = np.zeros((rows, len(model["encoded"]["names"])))
    complete = np.ones(rows, dtype=bool)
    tallies = []
    at = 0
    for column in inputs:
        cell = _Cells(column, table[column["column"]], number_format, read)
        at = _ENCODERS[column["kind"]](column, cell, x, complete, at)
        tallies.append(cell.tally)
    x = (x - np.array(model["encoded"]["centre"])) / np.array(model["encoded"]["scale"])
    far = np.argwhere(~(np.abs(x) <= _LARGEST))
    if len(far):
        row, j = far[0]
        name = model["encoded"]["names"][j]
        raise CellError(f'Row {row + 1} of "{name}" is too far from the training rows to compute with. Correct it or leave the row out.')
    for sentence in notes_of(model, tallies, complete, number_format.decimal):
        warnings.warn(printable(sentence), CellWarning, stacklevel=4)
    return x, complete if model["missing"] == "drop" else np.ones(rows, dtype=bool)


def reading_of(read, name):
    """How a column is read: as a person set it, or as the training rows were; nothing where the model does not say."""
    frozen = (column["reading"] for column in read.get("frozen", {}).get("columns", []) if column["name"] == name)
    reading = next(frozen, {})
    for kind in read.get("kinds", []):
        if kind["column"] == name:
            return {**(reading if kind["kind"] == reading.get("kind") else {}), "kind": kind["kind"], "set": True}
    return {} if reading.get("kind") == "empty" else reading


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

    def __init__(self, column, values, number_format, read):
        self.values, self.number_format, self.name = values, number_format, column["column"]
        self.texts = [unicodedata.normalize("NFC", unguarded(text_of(value, number_format.decimal))) for value in values]
        self.missing = Missing(read.get("missing"))
        self.reading = reading_of(read, self.name)
        self.kind = self.reading.get("kind")
        self.tally = Tally(column)
        # Earlier versions read no units.
        self.duration = self.reading.get("duration")
        self.unit = self.reading.get("unit", "") if "frozen" in read and self.kind == "number" else None

    def gap(self, text):
        if text and text.lower() in self.reading.get("words", []) and self.kind in ("category", "text"):
            return False
        return self.missing.has(text)

    def number(self, text, typed=False):
        """nan for what means a gap or is infinite, None for no number."""
        if _INFINITE.fullmatch(text):
            return math.nan
        value = number_of(text, self.number_format, self.unit, self.kind == "number", self.duration)
        if value is None and self.unit == "" and not self.duration and parse_date(text) is None:
            # Numbers that have no unit in the training rows may have one here, the same throughout.
            self.unit = self.tally.unit = unit_of(text, self.number_format)
            value = number_of(text, self.number_format, self.unit, True)
        if value is None:
            return None
        if self.kind == "number" and self.unit is not None:
            self.tally.add_written(text, limit_of(text) is not None, self._lacks_unit(text, typed))
        return value if math.isfinite(value) and value != self.reading.get("standIn") and not self.missing.has_number(value) else math.nan

    def _lacks_unit(self, text, typed):
        """Whether a number has no unit where those of the training rows have one; one that is no text is in theirs, but may be a fraction for percent."""
        unit = self.reading.get("unit", "")
        if unit == "%":
            return "%" not in text
        return not (typed or self.duration or unit in ("", "1") or self.reading.get("partly")) and unit_of(text, self.number_format) == ""

    def label(self, text):
        """The level that a text is: of a category that knows its words, by its letters unless numbers count by their value."""
        if self.kind == "boolean":
            truth = _truth(text)
            return None if truth is None else self.reading.get("words", _pair(self.tally.input["levels"]))[int(truth)]
        if self.kind in ("category", "text") and not self.reading.get("byValue"):
            return text
        number = self.number(text)
        if number is None or (self.kind in ("category", "text") and re.fullmatch("[0-9]+[eEdD][0-9]+", text)):
            return None if self.kind == "number" else text
        return number_text(number) if math.isfinite(number) else None

    def count_unread(self, unread, valued, what):
        """Cells that are no `what` are gaps; where they are too many of those with a value, it is another column than that of the training rows."""
        if not unread:
            return
        if self.reading:
            contradicted = not self.reading.get("set") and len(unread) >= _CONTRADICTING and 2 * len(unread) >= valued
        else:
            contradicted = what == "yes or no" or 9 * len(unread) > valued - len(unread)
        if contradicted:
            shown = self.texts[unread[0]][:40]
            raise CellError(f'Row {unread[0] + 1} of "{self.name}" is "{shown}", which is no {what}. Correct it or leave the cell empty.')
        self.tally.unread = len(unread), self.texts[unread[0]][:40], None if what == "yes or no" else unread[0] + 1


def _numbers(cell, truths):
    """Numbers, or 0 and 1 of truths, nan for a gap."""
    unread = []
    values = np.full(len(cell.texts), math.nan)
    for i, text in enumerate(cell.texts):
        if cell.missing.has(text) or cell.missing.none(text):
            continue
        value = None if cell.kind == "boolean" else cell.number(text, not isinstance(cell.values[i], str))
        if value is None and truths:
            value = _truth(text)
        if value is None:
            unread.append(i)
        else:
            values[i] = value
    gaps = np.isnan(values)
    none = sum(map(cell.missing.none, cell.texts)) if truths else 0
    cell.count_unread(unread, int(np.sum(~gaps)) + len(unread) + none, "yes or no" if truths else "number")
    return values


def _encode_number(column, cell, x, complete, at):
    values = _numbers(cell, column["kind"] == "boolean")
    gaps = np.isnan(values)
    cell.tally.add_values(values)
    complete[gaps] = False
    x[:, at] = np.where(gaps, column["impute"], values)
    if column.get("missingLevel"):
        x[:, at + 1] = gaps
    return at + (2 if column.get("missingLevel") else 1)


def _truth(text):
    number = as_number(text, PLAIN, codes=True)
    if number in (0, 1):
        return float(number == 1)
    return next((float(pair.index(text.lower())) for pair in TRUTH if text.lower() in pair), None)


def _pair(levels):
    return next((pair for pair in TRUTH if all(level.lower() in pair for level in levels)), None)


def _encode_category(column, cell, x, complete, at):
    place = {level: k for k, level in enumerate(column["levels"])}
    other = len(column["levels"]) if column.get("otherLevel") else None
    gap = len(column["levels"]) + (1 if column.get("otherLevel") else 0)
    anyhow = cell.kind == "boolean" or (not cell.kind and _pair(column["levels"]))
    lower = {level.lower(): k for level, k in reversed(place.items())} if anyhow else {}
    for i, text in enumerate(cell.texts):
        none = cell.kind not in (None, "category", "text") and cell.missing.none(text)
        label = None if none or cell.gap(text) else cell.label(text)
        if label is None:
            cell.tally.gaps += 1
            complete[i] = False
            if column["missingLevel"]:
                x[i, at + gap] = 1
            continue
        k = place.get(label, lower.get(label.lower()))
        if k is None:
            cell.tally.add_unknown(label)
            k = other
        if k is not None:
            x[i, at + k] = 1
    return at + gap + (1 if column["missingLevel"] else 0)


def _encode_date(column, cell, x, complete, at):
    days = _dates(cell)
    gaps = np.array([value is None for value in days], dtype=bool)
    cell.tally.add_values(np.array([math.nan if value is None else value for value in days]))
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
    valued = 0
    for i, text in enumerate(cell.texts):
        value = cell.values[i]
        if isinstance(value, np.datetime64):
            days = None if np.isnat(value) else (value - np.datetime64(0, "s")) / np.timedelta64(1, "s") / 86400
            found.append(None if days is None else (days, days, False))
        elif cell.missing.has(text) or cell.missing.none(text):
            found.append(None)
        else:
            found.append(parse_date(value.isoformat() if isinstance(value, datetime.date) else text))
            if found[i] is None:
                unread.append(i)
        valued += not cell.missing.has(text)
    days, month_first = settled_dates(found, cell.reading.get("monthFirst"))
    unread += [i for i, (date, day) in enumerate(zip(found, days)) if date is not None and day is None]
    cell.count_unread(sorted(unread), valued, "date")
    cell.tally.dated(cell.reading, found, month_first, valued)
    return days


def observed(read, name, texts, number_format):
    """The values of a target as numbers, None where it has words or none at all."""
    cell = _Cells({"column": name}, texts, number_format, read)
    if cell.kind in ("category", "text"):
        return None
    try:
        values = np.array([math.nan if day is None else day for day in _dates(cell)]) if cell.kind == "date" else _numbers(cell, cell.kind == "boolean")
    except CellError:
        return None
    return None if np.all(np.isnan(values)) else values


_ENCODERS = {"number": _encode_number, "boolean": _encode_number, "category": _encode_category, "date": _encode_date}
