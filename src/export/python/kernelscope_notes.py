"""What should be known of the predictions of some rows, in the words of Kernelscope."""

import datetime
import decimal
import math
import re

# Notes of one kind that are said column by column, characters of a cell or a name, and notes in all.
_COLUMNS = 3
_WIDTH = 40
_NOTES = 12
_KINDS = {"number": "numbers", "date": "dates", "boolean": "truth values", "category": "levels"}


class Tally:
    """What some rows have in an input of the model."""

    def __init__(self, column):
        self.input = column
        self.gaps = self.unknown = 0
        self.examples = []
        self.outside = None
        # How many cells are of another kind, the first, and its row; the order of day and month of the training rows, of these, and whether it is a guess.
        self.unread = self.order = None

    def add_unknown(self, label):
        self.unknown += 1
        if label not in self.examples and len(self.examples) < 3:
            self.examples.append(label)

    def add_values(self, values):
        """Numbers or days, nan for a gap."""
        low, high = self.input.get("range", (-math.inf, math.inf))
        self.gaps = int((values != values).sum())
        self.outside = (values < low) | (values > high)

    def dated(self, reading, found, month_first, valued):
        if valued and "monthFirst" in reading:
            certain = any(date is not None and None in date[:2] for date in found)
            self.order = reading["monthFirst"], month_first, reading["guessed"] and not certain


def notes_of(model, tallies, complete, sign):
    """Sentences. `sign` parts the decimals of these rows; `complete` says which of them have no gap."""
    frozen = model["read"].get("frozen")
    drops = model["missing"] == "drop"
    notes = []
    if not frozen:
        notes.append("This model does not know how its file was read; dates, decimal signs and values that mean missing were found out anew. Fit again to be sure.")
    elif frozen["numbers"]["decimal"] != sign and any(tally.input["kind"] == "number" for tally in tallies):
        here, trained = ("commas" if of == "," else "points" for of in (sign, frozen["numbers"]["decimal"]))
        notes.append(f"This file's numbers are read with decimal {here}; the model was trained with decimal {trained}. If that is wrong, set the decimal sign.")
    notes += [sentence for tally in tallies if tally.order for sentence in _order(tally)]
    notes += _each([tally for tally in tallies if tally.unread], _unread)
    notes += _each([tally for tally in tallies if tally.unknown], _unknown)
    notes += _each([tally for tally in tallies if tally.gaps], lambda tally: _gaps(tally, drops))
    dropped = int((~complete).sum()) if drops else 0
    if dropped:
        notes.append(f"{dropped:,} of {_counted(len(complete), 'row')} cannot be predicted: a cell is missing, and the model leaves such rows out.")
    notes += _outside(tallies, len(complete))
    if len(notes) <= _NOTES:
        return notes
    return [*notes[: _NOTES - 1], f"{_counted(len(notes) - _NOTES + 1, 'further note')} left out."]


def _each(tallies, sentence):
    """A sentence for each of the first columns, and one for the others together."""
    notes = [sentence(tally) for tally in tallies[:_COLUMNS]]
    others = [_quoted(tally.input["column"]) for tally in tallies[_COLUMNS:]]
    if others:
        more = f" and {len(others) - _COLUMNS} more" if len(others) > _COLUMNS else ""
        notes.append(f"The same in {_counted(len(others), 'more column')}: {', '.join(others[:_COLUMNS])}{more}.")
    return notes


def _order(tally):
    trained, here, guessed = tally.order
    name = _quoted(tally.input["column"])
    first = lambda month: f"the {'month' if month else 'day'} first"
    if trained != here:
        return [f"{name} is read with {first(here)}, as this file says; the model was trained with {first(trained)}. Check its dates."]
    if not guessed:
        return []
    return [f"{name}: the order of day and month was a guess when the model was fitted, {first(trained)}. If that is wrong, write dates as year-month-day and fit again."]


def _unread(tally):
    cells, example, row = tally.unread
    where = "" if row is None else f" in row {row}"
    return f"{_quoted(tally.input['column'])}: {_counted(cells, 'cell')} cannot be read as {_KINDS[tally.input['kind']]}, such as {_quoted(example)}{where}. They count as missing."


def _unknown(tally):
    some = f" ({', '.join(map(_quoted, tally.examples))})" if tally.examples else ""
    return f"{_quoted(tally.input['column'])}: {_counted(tally.unknown, 'row has a level', 'rows have a level')} that the training rows lack{some}. It counts as none of the known levels."


def _gaps(tally, drops):
    start = f"{_quoted(tally.input['column'])}: {_counted(tally.gaps, 'cell is missing', 'cells are missing')}"
    return f"{start}; such rows are not predicted." if drops else f"{start}, taken as {_filled_with(tally.input)}."


def _filled_with(column):
    if column["kind"] == "category":
        return "a level of its own" if column["missingLevel"] else "none of the known levels"
    if column["kind"] == "date":
        return f"the mean date of training, {datetime.date(1970, 1, 1) + datetime.timedelta(seconds=math.floor(column['impute'] * 86400 + 0.5))}"
    return f"the mean of training, {_short(column['impute'])}"


def _outside(tallies, rows):
    columns = [tally for tally in tallies if tally.outside is not None and tally.outside.any()]
    if not columns:
        return []
    beyond = int(sum(tally.outside for tally in columns).astype(bool).sum())
    columns.sort(key=lambda tally: -tally.outside.sum())
    named = ", ".join(f"{_quoted(tally.input['column'])} {tally.outside.sum():,}" for tally in columns[:_COLUMNS])
    more = f" and {len(columns) - _COLUMNS} more" if len(columns) > _COLUMNS else ""
    return [f"{beyond:,} of {_counted(rows, 'row')} {'is' if beyond == 1 else 'are'} outside the range of the training rows: {named}{more}."]


def _quoted(text):
    one = re.sub(r"\s+", " ", text)
    return f'"{one if len(one) <= _WIDTH else one[: _WIDTH - 1] + chr(0x2026)}"'


def _counted(n, one, many=None):
    return f"{n:,} {one if n == 1 else many or one + 's'}"


def _short(value):
    """At most four significant digits, powers of ten as 1.5e-9 and only where they are shorter to read."""
    if value == 0:
        return "0"
    large = abs(value) >= 1e6 or abs(value) < 1e-4
    rounded = decimal.Context(prec=3 if large else 4, rounding=decimal.ROUND_HALF_UP).create_decimal(decimal.Decimal(value)).normalize()
    text = re.sub(r"e\+?(-?)0*", r"e\1", f"{rounded:e}") if large else f"{rounded:f}"
    return text.replace("-", "\u2212")
