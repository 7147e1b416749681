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
        # The numbers out there.
        self.found = set()
        # How many cells are of another kind, the first, and its row; the order of day and month of the training rows, of these, and whether it is a guess.
        self.unread = self.order = None
        # The unit of numbers that have none in the training rows, how many lack the unit of those, how many are limits and the first of these.
        self.unit, self.without_unit, self.limits = "", 0, []

    def add_written(self, text, limit, without_unit):
        """A number, as it is written."""
        self.without_unit += without_unit
        if limit:
            self.limits.append(text[:40])

    def add_unknown(self, label):
        self.unknown += 1
        if label not in self.examples and len(self.examples) < 3:
            self.examples.append(label)

    def add_values(self, values):
        """Numbers or days, nan for a gap."""
        low, high = self.input.get("range", (-math.inf, math.inf))
        self.gaps = int((values != values).sum())
        self.outside = (values < low) | (values > high)
        self.found = set(values[self.outside].tolist())

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
    notes += _doubts(model)
    if frozen and frozen["numbers"]["decimal"] != sign and not {"decimal", "thousands"} & model["read"].keys():
        here, trained = ("commas" if of == "," else "points" for of in (sign, frozen["numbers"]["decimal"]))
        notes.append(f"This file's numbers are read with decimal {here}; the training file has decimal {trained}. If that is wrong, set the decimal sign.")
    notes += [sentence for tally in tallies if tally.order for sentence in _order(tally)]
    usual = {} if drops else {gap["column"]: gap for gap in model.get("quality", {}).get("gaps", [])}
    more = lambda tally, cells, member: _more_than(usual.get(tally.input["column"], {}).get(member, 0), cells, len(complete))
    notes += _each([tally for tally in tallies if tally.unread and more(tally, tally.unread[0], "unread")], lambda tally: _unread(tally, drops))
    notes += _each([tally for tally in tallies if tally.limits], _limits)
    notes += _each([tally for tally in tallies if tally.without_unit], lambda tally: _without_unit(model, tally))
    notes += _each([tally for tally in tallies if tally.unit], _unit)
    notes += _each([tally for tally in tallies if _more_than(_others(tally.input), tally.unknown, len(complete))], _unknown)
    notes += _each([tally for tally in tallies if _empty(tally) and more(tally, tally.gaps, "share")], lambda tally: _gaps(tally, drops))
    dropped = int((~complete).sum()) if drops else 0
    if dropped:
        notes.append(f"{dropped:,} of {_counted(len(complete), 'row')} cannot be predicted: a cell is missing, and the model leaves such rows out.")
    notes += _outside(tallies, len(complete))
    if len(notes) <= _NOTES:
        return notes
    return [*notes[: _NOTES - 1], f"{_counted(len(notes) - _NOTES + 1, 'further note')} left out."]


def _more_than(share, cells, rows):
    """Whether a count of cells exceeds what chance explains, given their share of the rows that were fitted."""
    return cells > rows * share + 3 * math.sqrt(rows * share * (1 - share))


def _empty(tally):
    """Gaps but for cells that cannot be read, of which another sentence tells."""
    return tally.gaps - (tally.unread[0] if tally.unread else 0)


def _doubts(model):
    quality = model.get("quality", {})
    if "doubts" in quality:
        said = [doubt["text"] for doubt in quality["doubts"]]
        return [f"When this model was fitted: {' '.join(said)}"] if said else []
    if not quality.get("unreliableIntervals"):
        return []
    what = "the ranges between its quantiles did" if "quantiles" in model else "its 95\u202f% intervals did"
    cure = "" if "quantiles" in model else " Kernel quantile regression gives intervals that are tested on rows left out."
    return [f"When this model was fitted, {what} not hold the share of held-out rows that they should: do not rely on their width.{cure}"]


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


def _unread(tally, drops):
    cells, example, row = tally.unread
    where = "" if row is None else f" in row {row:,}"
    kind, cure = _KINDS[tally.input["kind"]], "correct what should have a value"
    if _hours(tally.input):
        kind, cure = "times of day", "write times as 14:30"
    elif tally.order:
        kind, cure = f"dates with the {'month' if tally.order[1] else 'day'} first", "write dates as year-month-day"
    start = f"{_quoted(tally.input['column'])}: {_counted(cells, 'cell')} cannot be read as {kind} ({_quoted(example)}{where})"
    return f"{_with_filling(start, tally.input, drops)} If that is wrong, {cure}."


def _limits(tally):
    n = len(tally.limits)
    are, these = ("is", "that") if n == 1 else ("are", "these")
    cells = _counted(n, "cell is a limit", "cells are limits")
    return f"{_quoted(tally.input['column'])}: {cells}, {_quoted(tally.limits[0])}, and {are} read as {these}, as of the training rows."


def _without_unit(model, tally):
    column = tally.input["column"]
    unit = next(known["reading"]["unit"] for known in model["read"]["frozen"]["columns"] if known["name"] == column)
    numbers = _counted(tally.without_unit, "number stands", "numbers stand")
    are, them = ("is", "it") if tally.without_unit == 1 else ("are", "them")
    read, cure = ("as percent", "multiply by 100") if unit == "%" else (f"in “{unit}”", f"convert {them}")
    return f"{_quoted(column)}: {numbers} without “{unit}”, which those of the training rows have, and {are} read {read}. If that is wrong, {cure}."


def _unit(tally):
    return f"{_quoted(tally.input['column'])}: numbers stand with “{tally.unit}”, which those of the training rows lack, and are read without it. If those are in another unit, convert these."


def _others(column):
    """The fraction of the training rows whose level is not listed."""
    return column.get("others", 1) if column.get("otherLevel") else 0


def _unknown(tally):
    some = f" ({', '.join(map(_quoted, tally.examples))})" if tally.examples else ""
    if tally.input.get("otherLevel"):
        return f"{_quoted(tally.input['column'])}: {_counted(tally.unknown, 'row has', 'rows have')} none of the {len(tally.input['levels']):,} most frequent levels of the training rows{some}, more than among these. All others count as one level."
    return f"{_quoted(tally.input['column'])}: {_counted(tally.unknown, 'row has a level', 'rows have a level')} that the training rows lack{some}. It counts as none of the known levels."


def _gaps(tally, drops):
    cells = _counted(_empty(tally), "cell is missing", "cells are missing")
    return _with_filling(f"{_quoted(tally.input['column'])}: {cells}", tally.input, drops)


def _with_filling(start, column, drops):
    return f"{start}; such rows are not predicted." if drops else f"{start}, taken as {_filled_with(column)}."


def _hours(column):
    return column["kind"] == "date" and "trend" not in column.get("parts", ["trend"])


def _filled_with(column):
    if column["kind"] == "category":
        return "a separate level" if column["missingLevel"] else "none of the known levels"
    if _hours(column):
        return "no hour"
    if column["kind"] == "date":
        return f"the mean date of training, {datetime.date(1970, 1, 1) + datetime.timedelta(seconds=math.floor(column['impute'] * 86400 + 0.5))}"
    if column["impute"] == 0 and not column.get("missingLevel") and (column["kind"] == "boolean" or column.get("range") == [0, 1]):
        return column.get("words", ["0"])[0]
    return f"the mean of training, {_short(column['impute'])}"


def _outside(tallies, rows):
    columns = [tally for tally in tallies if tally.outside is not None and tally.outside.any()]
    if not columns:
        return []
    beyond = int(sum(tally.outside for tally in columns).astype(bool).sum())
    columns.sort(key=lambda tally: -tally.outside.sum())
    named = ", ".join(f"{_quoted(tally.input['column'])} {tally.outside.sum():,}{_alike(tally)}" for tally in columns[:_COLUMNS])
    more = f" and {len(columns) - _COLUMNS} more" if len(columns) > _COLUMNS else ""
    return [f"{beyond:,} of {_counted(rows, 'row')} {'is' if beyond == 1 else 'are'} outside the range of the training rows: {named}{more}."]


def _alike(tally):
    """Where all numbers out there are one, such as -999, it may mean that there is no value."""
    if tally.input["kind"] != "number" or tally.outside.sum() < 2 or len(tally.found) > 1:
        return ""
    return f" (each {_short(next(iter(tally.found)))}; if that means missing, leave these cells empty)"


def _quoted(text):
    short = text if len(text) <= _WIDTH else text[: _WIDTH - 1] + "\u2026"
    return '"' + re.sub(r"\s+", " ", short) + '"'


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
