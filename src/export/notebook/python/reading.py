"""What a notebook reads and compares with: each function stands in it where it is first called."""

import base64
import csv
import gzip
import io
import math
import re
from pathlib import Path

import numpy as np

from kernelscope_dates import date_columns, parse_date, settled_dates
from kernelscope_numbers import number_of, unguarded


def locate(name, size, variable):
    """The path of a file that lies here, beside this program or in the folder above. Ends with a sentence where it is not the file that was fitted."""
    here = Path(__file__).resolve().parent if "__file__" in globals() else Path.cwd()
    path = next((place for place in (Path(name), here / name, here.parent / name) if place.is_file()), None)
    if path is None:
        raise SystemExit(f"{name!r} is not in {str(here)!r} nor in the folder above: set {variable} in the first cell to its path.")
    found = path.stat().st_size
    if size not in (None, found):
        raise SystemExit(f"{str(path)!r} has changed since the fit: it has {found:,} bytes and had {size:,}. Take the file that was fitted, or set {variable.replace('FILE', 'BYTES')} in the first cell to None.")
    return path


class Table:
    """The columns of a file of delimited text, each cell as it is written but for blanks around it."""

    def __init__(self, path, first_line, rows, columns, encoding="utf-8-sig", delimiter=",", quote='"', decimal=".", thousands=""):
        """`first_line` is that of the first row, `columns` the place of each column."""
        data = path.read_bytes()
        text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode(encoding, "replace")
        lines = re.sub("\r+\n|\r", "\n", text).split("\n")[first_line - 1 :]
        if delimiter == " ":
            lines = [" ".join(line.split()) for line in lines]
        csv.field_size_limit(2**31 - 1)
        quoting = {"quotechar": quote} if quote else {"quoting": csv.QUOTE_NONE}
        cells = csv.reader(io.StringIO("\n".join(lines), newline=""), delimiter=delimiter, skipinitialspace=True, **quoting)
        records = [record for record in cells if len(record) > 1 or "".join(record).strip()]
        if len(records) < rows:
            raise SystemExit(f"{str(path)!r} has {len(records):,} rows, and {rows:,} were fitted: take the file that was fitted.")
        self.columns = {name: [unguarded(record[j].strip()) if j < len(record) else "" for record in records] for name, j in columns.items()}
        self.signs = decimal, thousands

    def number(self, text, unit=None, duration=None):
        """nan for what is no finite number."""
        value = number_of(text, self.signs, unit, duration=duration)
        return value if value is not None and math.isfinite(value) else math.nan

    def numbers(self, name, gaps=(), unit=None, duration=None):
        """nan also for numbers that mean a gap. `unit` stands at the numbers, as $ or kg does; without one they may still stand in parentheses. `duration` as in `number_of`."""
        values = np.array([self.number(text, unit, duration) for text in self.columns[name]])
        return np.where(np.isin(values, gaps), np.nan, values)


def labels(table, name, gaps):
    """Words and codes such as 007 as they are, and numbers as such: 1 and 1.0 are one level."""
    word = lambda text: text in gaps or re.match("[+-]?0[0-9]", text) or math.isnan(table.number(text))
    return [text if word(text) else table.number(text) for text in table.columns[name]]


def class_codes(cells, levels):
    """The place of each cell among the levels, -1 for a gap and for any other."""
    place = {level: j for j, level in enumerate(levels)}
    return np.array([place.get(cell, -1) for cell in cells])


def truth(table, name):
    """0, 1, and nan for a gap."""
    words = [text.lower() for text in table.columns[name]]
    means = lambda word, k: word in [pair[k] for pair in TRUTH] or table.number(word) == k
    return np.array([next((k for k in (0, 1) if means(word, k)), math.nan) for word in words], float)


def logarithms(values):
    """Natural logarithms; nan of what is not above 0."""
    return np.log(np.where(values > 0, values, np.nan))


def filled(values, instead, marked=False):
    """A column of numbers with gaps filled, and where `marked` a second one that is 1 at gaps."""
    gaps = np.isnan(values)
    column = np.where(gaps, instead, values)
    return np.column_stack([column, gaps]) if marked else column


def category(cells, levels, gaps, other=False, marked=False):
    """A column of 0 and 1 for each level, then one of all `other` levels, then where `marked` one of gaps."""
    place = {level: j for j, level in enumerate(levels)}
    x = np.zeros((len(cells), len(levels) + other + marked))
    for i, cell in enumerate(cells):
        if cell in gaps:
            x[i, -1:] = marked
        elif cell in place or other:
            x[i, place.get(cell, len(levels))] = 1
    return x


def dates(table, name, gaps, month_first=None):
    """Days since 1970-01-01, None for a gap. `month_first` is for those that could be read both ways."""
    return settled_dates([None if text in gaps else parse_date(text) for text in table.columns[name]], month_first)[0]


def dated(days, parts, instead, marked=False):
    """The columns of a date, and where `marked` another one that is 1 at gaps."""
    columns = date_columns(days, parts, instead)
    return np.column_stack([columns, [day is None for day in days]]) if marked else columns


def row_numbers(text):
    """Rows 1, 2, 3 and 7 of "1-3 7"."""
    ends = [part.split("-") for part in text.split()]
    return np.concatenate([np.arange(int(part[0]), int(part[-1]) + 1) for part in ends])


def row_bits(text):
    """Rows whose bit is 1, in base64."""
    bits = np.unpackbits(np.frombuffer(base64.b64decode(text), np.uint8), bitorder="little")
    return np.flatnonzero(bits) + 1


def floats(text):
    """Numbers of 64 bits in base64."""
    return np.frombuffer(base64.b64decode(text), "<f8")


def compare(ours, theirs, size, allowed):
    """Prints the largest difference, in standard deviations of the training rows."""
    largest = float(np.max(np.abs(ours - theirs) / size))
    print(f"The largest of {ours.size:,} differences is {largest:.1e} standard deviations; up to {allowed:.0e} is expected.")
    if not largest <= allowed:
        print("That is more: the file may have changed, or rounding matters at these settings.")


def rounding(K, ridge, least):
    """What rounding may amount to: the machine's precision times the condition of K + ridge I."""
    lowest = max(0.0, np.linalg.eigvalsh(K)[0]) if len(K) <= 2000 else 0.0
    return max(least, 20 * np.finfo(float).eps * np.max(np.abs(K)) * len(K) / (lowest + ridge))
