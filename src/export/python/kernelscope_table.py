"""Files of delimited text as columns, and predictions as CSV. What a file leaves open is as it was in the training rows.

Read are comma, semicolon, tab, bar or blanks between cells; UTF-8, UTF-16 with its mark, Windows-1252 and gzip; a decimal point or comma
with a sign between thousands. Kernelscope itself reads more, such as broken quotes.
"""

import csv
import gzip
import io
import math
import re
import sys
import unicodedata
import warnings
from collections import Counter
from pathlib import Path

import kernelscope_cells as cells
import numpy as np
from kernelscope_numbers import BALANCE, BLANKS, FOOTER, TOTAL, NumberFormat, as_number, detected_format, number_columns, number_text, undecorated

_DELIMITERS = [",", ";", "\t", "|", " "]
_PREAMBLE = 200


def read(path, model):
    """The file's columns as lists of text by name, and how its numbers are written. Throws cells.CellError with a sentence."""
    options = model["read"]
    data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    text = _text(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data, options)
    if not text.strip():
        raise cells.CellError(f"{path} is empty. Choose a file with a line per row." if text == "" else f"{path} holds nothing but blank lines. Choose another file.")
    quote = options.get("quote", _quote(text))
    wanted = [column["column"] for column in model["inputs"]]
    frozen = options.get("frozen", {})
    known = [column["name"] for column in frozen.get("columns", [])] or wanted
    headless = options.get("header") is False or frozen.get("header") is False or all(re.match(r"^c[0-9]+$", name) for name in wanted)
    delimiters = [options["delimiter"]] if "delimiter" in options else _DELIMITERS
    best = None
    for delimiter in delimiters:
        records = _records(text, delimiter, quote)
        names, body, halves = _headed(records, wanted, known) if False not in (options.get("header"), frozen.get("header")) else (None, None, 0)
        if names is None and headless:
            records = _from_first_row(records, frozen)
            width = max((len(record) for record in records), default=0)
            names = _names(options.get("names", []), width)
            body = records = _without_footers(records, [names])
        missing = [name for name in wanted if name not in (names or _names(records[0] if records else [], 0))]
        if names is not None and not missing:
            body = _without_units(_without_footers(_without_remarks(body), records[-len(body) - 1 :]), names, frozen, halves) if body is not records else body
            if not any(cell.strip(BLANKS) for record in body for cell in record):
                raise cells.CellError(f"{path} has {'no row with a value' if body is records else 'only a header line'}. Choose a file with data below it.")
            table = {name: [record[j] if j < len(record) else "" for record in body] for j, name in enumerate(names)}
            _say_totals(table, frozen)
            voting = number_columns(options)
            texts = (cell for name, column in table.items() if voting is None or name in voting for cell in column)
            return table, detected_format(texts, options, delimiter)
        if best is None or len(missing) < len(best):
            best = missing
    listed = ", ".join(f'"{name}"' for name in best or wanted)
    raise cells.CellError(f"{path} lacks {'the column' if len(best or wanted) == 1 else 'the columns'} {listed} that the model was fitted with. Use a file with the same columns.")


def _from_first_row(records, frozen):
    """The records without those above the first that has a number or a date in the first column of such in the training file, which has no names."""
    measured = [int(column["name"][1:]) - 1 for column in frozen.get("columns", []) if re.match(r"^c[0-9]+$", column["name"]) and column["reading"]["kind"] in ("number", "date")]
    if not measured:
        return records
    is_row = lambda record: len(record) > max(measured) and _is_value(record[min(measured)].strip(BLANKS))
    first = next((i for i, record in enumerate(records) if is_row(record)), len(records))
    return records[first:]


def _text(data, options):
    if "encoding" in options:
        return data.decode(_CODECS[options["encoding"]], errors="replace").lstrip("\ufeff")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        trained = options.get("frozen", {}).get("encoding", "utf-8")
        return data.decode("cp1252" if trained.startswith("utf-") else _CODECS[trained], errors="replace")


def _quote(text):
    if re.search(r'(?:^|[\n,;\t| ])"', text):
        return '"'
    single = re.findall(r"(?:^|[\n,;\t| ])'[^'\n]*'(?=[\n,;\t| ]|$)", text)
    return "'" if len(single) > 2 else '"'


class _BelowBlank(list):
    """A record below a blank row."""


def _records(text, delimiter, quote):
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if delimiter == " ":
        text = "\n".join(" ".join(line.split()) for line in text.split("\n"))
    csv.field_size_limit(max(csv.field_size_limit(), len(text) + 1))
    quoting = {"quoting": csv.QUOTE_NONE} if quote == "" else {"quotechar": quote}
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True, **quoting)
    records, blank = [], False
    for record in reader:
        if len(record) > 1 or (record and record[0].strip(BLANKS)):
            records.append(_BelowBlank(record) if blank else record)
        blank = not any(cell.strip(BLANKS) for cell in record)
    while records and not any(cell.strip(BLANKS) for cell in records[-1]):
        records.pop()
    return records


def _names(header, width):
    """Unique names: c1, c2, ... where there is none, " (2)" after repeated ones."""
    used = []
    for j in range(max(len(header), width)):
        text = re.sub(r"\s+", " ", header[j]).strip(BLANKS) if j < len(header) else ""
        name = text = text or f"c{j + 1}"
        again = 2
        while name in used:
            name, again = f"{text} ({again})", again + 1
        used.append(name)
    return used


def _headed(records, wanted, known):
    """The names of the first record, or of two that hold halves of names, that name every column wanted, as the training file has them; the records below the first, and how many of them hold names."""
    for i, record in enumerate(records[:_PREAMBLE]):
        record = record[1:] if re.match(r"#fields:?$", record[0], re.I) else record
        width = max((len(other) for other in records[i + 1 :]), default=0)
        for halves, heads in enumerate([record, _joined(record, records[i + 1]) if i + 1 < len(records) else record]):
            header = ["", *heads] if len(heads) == width - 1 else heads
            written = _names(header, width)
            names = _like(written, known)
            if all(name in names for name in wanted):
                _say_renamed(written, names)
                return names, records[i + 1 :], halves
    return None, None, 0


def _joined(upper, lower):
    """Names of two lines: a group stands above its first column, or again and again."""
    named = [cell for cell in upper if cell.strip(BLANKS)]
    if len(named) == len(upper) and len(set(named)) == len(named):
        return upper
    group, names = "", []
    for j, cell in enumerate(lower):
        above = upper[j].strip(BLANKS) if j < len(upper) else None
        group = above or group
        names.append("" if above == "" and not cell.strip(BLANKS) else f"{group} {cell}".strip(BLANKS))
    return names


def _without_remarks(body):
    """Rows without those that begin with #, where other first cells are numbers or dates or remarks are of another width; errors of spreadsheets are cells."""
    gaps = cells.Missing()
    is_narrow = lambda record: re.fullmatch("##+", record[0]) and any(record[1:])
    marked = [i for i, record in enumerate(body) if record and record[0][:1] == "#" and not gaps.has(record[0].strip(BLANKS)) and not is_narrow(record)]
    left_out = set(marked)
    others = [record for i, record in enumerate(body) if i not in left_out]
    if not marked or len(marked) > len(others):
        return body
    width = max(map(len, others))
    measured = sum(_is_value(record[0].strip(BLANKS)) for record in others if record) >= 0.8 * len(others)
    if not measured and any(len(body[i]) == width for i in marked):
        return body
    one = len(marked) == 1
    said = f"{len(marked)} line{' has' if one else 's have'} a # at the beginning and {'is' if one else 'are'} left out as remarks."
    warnings.warn(said, cells.CellWarning, stacklevel=2)
    return others


def _without_footers(body, records):
    """Rows without those that hold the names of the header again, and without remarks and rules below the rows, where no first cell of a row looks like one."""
    header = records[0]
    widths = Counter(len(record) for record in records if len(record) > 1)
    below = len(body[0]) - len(header) if body else -1
    width = len(body[0]) if below in (0, 1) else max(widths, key=lambda length: (widths[length], length), default=0)
    alike = lambda record: width > 1 and bool(FOOTER.match(record[0].strip(BLANKS)) or BALANCE.match(record[0].strip(BLANKS))) if record else False
    alone = lambda record: _is_balance(record, width) or ((len(record) != width or not any(cell.strip(BLANKS) for cell in record[1:])) and FOOTER.match(record[0].strip(BLANKS)))
    apart = False
    values = [bool(record) and _is_value(record[0].strip(BLANKS)) for record in body]
    rows_end = len(values) - next((i for i, is_value in enumerate(reversed(values)) if is_value), len(values))
    measured = rows_end > 0 and all(values[:rows_end])
    footed = measured or not any(alike(record) and not alone(record) for record in body)
    again = lambda record: min(len(header), len(record)) > 1 and all(a == b for a, b in zip(header, record))
    rows, waiting, left_out = [], [], []
    for record in body:
        word = measured and bool(record) and not _is_value(record[0].strip(BLANKS)) and not cells.Missing().has(record[0].strip(BLANKS))
        begins = isinstance(record, _BelowBlank) and (word or not any(_is_value(cell.strip(BLANKS)) for cell in record))
        other = len(record) != width
        apart = footed and width > 1 and (other or word) and (apart or begins)
        long = len(record) > width or bool(record) and bool(re.search(r"\S\s+\S", record[0]))
        if apart or (word and other and long) or footed and alike(record):
            waiting.append(record)
        elif again(record):
            left_out += [*waiting, record]
            waiting = []
        else:
            rows += [*waiting, record]
            waiting = []
    left_out += waiting
    if left_out:
        one = len(left_out) == 1
        texts = ", ".join(f"\u201c{record[0].strip(BLANKS)[:30]}\u201d" for record in left_out[:3])
        said = f"{len(left_out)} line{' has' if one else 's have'} a remark, a balance, names or a part of another table in place of a row ({texts}) and {'is' if one else 'are'} left out."
        warnings.warn(cells.printable(said), cells.CellWarning, stacklevel=2)
    return rows


def _say_totals(table, frozen):
    """Rows that are labelled as totals of others are predicted as they are, in at most a quarter of the rows; of a category that the model knows, other levels are said."""
    known = {column["name"] for column in frozen.get("columns", []) if column["reading"]["kind"] == "category"}
    cells_of = lambda name: [cell.strip(BLANKS) for cell in table[name] if TOTAL.fullmatch(cell.strip(BLANKS))]
    most = max((cells_of(name) for name in table if name not in known), key=len, default=[])
    rows = len(next(iter(table.values()), []))
    if not most or len(most) > max(1, rows / 4):
        return
    has, them = ("row is", "it") if len(most) == 1 else ("rows are", "them")
    said = f"{len(most):,} {has} labelled as a total or mean (\u201c{most[0][:30]}\u201d) and predicted as others. If so, leave {them} out."
    warnings.warn(cells.printable(said), cells.CellWarning, stacklevel=2)


def _is_balance(record, width):
    """True for the balance of an account, or the source of a table, in a line of at least half as many gaps as the table has other columns."""
    return width > 2 and bool(BALANCE.match(record[0].strip(BLANKS))) and 2 * sum(bool(cell.strip(BLANKS)) for cell in record[1:]) < width


def _without_units(body, names, frozen, halves):
    """Rows without up to three lines of names, units, types or dashes below the first of names: words where the training rows have numbers or dates."""
    kinds = {column["name"]: column["reading"]["kind"] for column in frozen.get("columns", [])}
    measured = [j for j, name in enumerate(names) if kinds.get(name) in ("number", "date")]
    left = halves
    while left < 3 and len(body) > left + 1 and _holds_units(body[left], measured, left > 0, body[left + 1]):
        left += 1
    if left:
        said = ", ".join(f"\u201c{cell}\u201d" for cell in [cell for cell in body[0] if cell.strip(BLANKS)][:3])
        what = "The line below the names holds" if left == 1 else f"The {left} lines below the names hold"
        warnings.warn(cells.printable(f"{what} no row of values ({said}); {'it is' if left == 1 else 'they are'} left out."), cells.CellWarning, stacklevel=2)
    return body[left:]


def _holds_units(record, measured, again, below):
    written = [cell.strip(BLANKS) for cell in record if cell.strip(BLANKS)]
    has_widths = lambda cells: all(re.fullmatch("[0-9]+[sdn]", cell) for cell in cells)
    if _is_balance(record, len(record)) or (has_widths(record) and not has_widths(below)) or written and all(re.fullmatch(":?(?:-{2,}|={3,}|[-+]{5,}):?", cell) for cell in written):
        return True
    if record[0].strip(BLANKS).endswith((":", "=")) and _is_value(below[0].strip(BLANKS)):
        return True
    if again and 0 in measured and len(written) == 1 and record[0].strip(BLANKS) and not _is_value(written[0]):
        return True
    above = [record[j].strip(BLANKS) if j < len(record) else "" for j in measured]
    words = [cell for cell in above if cell]
    units = all(re.fullmatch(r"[\[(].{0,20}[\])]|.{0,12}[%\u00b0\u00b2\u00b3/].{0,12}", cell) for cell in words)
    if all(map(cells.Missing().has, words)) or any(map(_is_value, words)) or (len(words) < len(above) / 2 and not units):
        return False
    return units or len(set(words)) > 1 or (again and len(words) == len(above))


def _is_value(text):
    bare = "" if re.match(r"10?([*^][0-9]+)?/", text) else undecorated(text)[0]
    formats = [NumberFormat(decimal, thousands) for decimal, thousands in (".,", ",.", ". ", ", ", ".'")]
    return cells.parse_date(text) is not None or any(as_number(cell, form, True) is not None for form in formats for cell in (text, bare) if cell)


def _like(written, known):
    """Names without an apostrophe before a sign of formulas, and where one of each differs in capitals, blanks and signs alone from a known one that is absent, that one."""
    guarded = lambda name: re.match("'[=+@-]", name) and name not in known and name[1:] in known and name[1:] not in written
    names = [name[1:] if guarded(name) else name for name in written]
    others = [_bare(name) for name in names if name not in known]
    absent = [name for name in dict.fromkeys(known) if name not in names]
    like = lambda name: [other for other in absent if _bare(other) == _bare(name)]
    alone = lambda name: name not in known and others.count(_bare(name)) == 1 and len(like(name)) == 1
    return [like(name)[0] if alone(name) else name for name in names]


def _bare(name):
    return re.sub(r"[\s_.()[\]/\ufeff\u200b-]+", "", unicodedata.normalize("NFC", name).lower())


def _say_renamed(written, names):
    pairs = [f'"{name}" for "{other}"' for name, other in zip(written, names) if _bare(name) == _bare(other) and name != other]
    if pairs:
        rest = len(pairs) - 3
        more = f" and {rest} more column{'' if rest == 1 else 's'}" if rest > 0 else ""
        one = len(pairs) == 1
        said = f"{', '.join(pairs[:3])}{more} {'is' if one else 'are'} taken, as only capitals, blanks and signs differ. If that is wrong, rename {'it' if one else 'them'}."
        warnings.warn(cells.printable(said), cells.CellWarning, stacklevel=2)


def write(model, results, table, number_format, out):
    """Predictions as `kernelscope predict` writes them: a line a row, empty where there is no value."""
    rows = len(next(iter(table.values())))
    columns = [("row", [i + 1 for i in range(rows)])]
    if "components" in results:
        scores = results["components"]["scores"]
        columns += [(f"score{c + 1}", scores[:, c]) for c in range(scores.shape[1])]
        columns.append(("error", results["components"]["error"]))
    elif "classes" in results:
        columns += _class_columns(model, results, table, number_format)
    else:
        outputs = results["outputs"] + [_in_units(output) for output in results["outputs"] if _is_logarithm(model, output["target"])]
        for output in outputs:
            columns += _number_columns(model, output, len(outputs) > 1, table, number_format)
    out.write(",".join(_cell(name) for name, _ in columns) + "\r\n")
    for i in range(rows):
        out.write(",".join(_cell(values[i]) for _, values in columns) + "\r\n")


def _number_columns(model, output, several, table, number_format):
    target = output["target"]
    named = lambda name: f"{name}_{target}" if several else name
    columns = [(named("predicted"), output["predicted"])]
    if "quantiles" in output:
        columns += [(f"{target}_q{_percent(tau)}", values) for tau, values in zip(model["quantiles"], output["quantiles"])]
    else:
        columns += [(named("lower"), output["lower"]), (named("upper"), output["upper"])]
    observed = _observed(model, output, table, number_format)
    return columns + ([(named("observed"), observed)] if observed is not None else [])


def _column_of(target):
    """NAME of ln(NAME)."""
    return target[3:-1]


def _is_logarithm(model, target):
    return cells.reading_of(model["read"], target).get("logarithm", False)


def _in_units(output):
    """The output of ln(NAME) as numbers of the column NAME."""
    numbers = {name: np.exp(output[name]) for name in ("predicted", "lower", "upper")}
    levels = {"quantiles": [np.exp(values) for values in output["quantiles"]]} if "quantiles" in output else {}
    return {**numbers, **levels, "target": _column_of(output["target"]), "logarithm": output["target"]}


def _observed(model, output, table, number_format):
    """What the file has of a target, None where it has no number."""
    read_as = output.get("logarithm", output["target"])
    logged = _is_logarithm(model, read_as)
    name = _column_of(read_as) if logged else read_as
    values = cells.observed(model["read"], read_as, table[name], number_format) if name in table else None
    if values is None or not logged:
        return values
    values = np.where(values > 0, values, np.nan)
    return values if "logarithm" in output else np.log(values)


def _percent(tau):
    return number_text(float(f"{100 * tau:.12g}"))


def _class_columns(model, results, table, number_format):
    classes = results["classes"]
    levels = [cells.level_value(level) for level in classes["levels"]]
    columns = [("class", [levels[code] if code >= 0 else "" for code in classes["predicted"]])]
    for level, values in zip(classes["levels"], classes.get("probabilities", [])):
        columns.append((f"{classes['column']}_probability_{level}", values))
    if "sets" in classes:
        columns.append((f"{classes['column']}_set95", [_set(classes["levels"], levels, held) for held in zip(*classes["sets"])]))
    columns += [(f"score_{output['target']}", output["predicted"]) for output in results["outputs"]]
    texts = table.get(classes["column"])
    if texts is not None and any(text.strip(BLANKS) for text in texts):
        code = cells.level_codes(model["read"], classes["column"], classes["levels"], number_format)
        codes = [code(text.strip(BLANKS)) for text in texts]
        columns.append(("observed", ["" if k is None else levels[k] for k in codes]))
    return columns


def _set(names, levels, held):
    """One class as it is, several joined by bars; a bar or a backslash in a name stands behind a backslash."""
    within = [k for k, inside in enumerate(held) if inside]
    if len(within) == 1:
        return levels[within[0]]
    return "|".join(re.sub(r"([\\\\|])", r"\\\1", names[k]) for k in within)


def _cell(value):
    """RFC 4180. Text that a spreadsheet would run as a formula gets an apostrophe in front."""
    if isinstance(value, str):
        safe = f"'{value}" if re.match(r"^[=+\-@\t\r]", value) else value
        return '"' + safe.replace('"', '""') + '"' if re.search(r'[",\r\n]', safe) else safe
    return number_text(float(value)) if math.isfinite(value) else ""
