# Runs in the kernel of a notebook, apart from its variables: lists its tables, or copies one to a file. `asked` is JSON, and so is the answer.
import base64
import filecmp
import json
import os
import sys
import tempfile
from datetime import date, time
from decimal import Decimal

from IPython import get_ipython
from IPython.display import display

ANSWER = "application/vnd.kernelscope+json"
TABLES = {"pandas": "DataFrame", "polars": "DataFrame", "pyarrow": "Table"}
# A copy that has to travel in messages is at most this large, and each message holds this many bytes of it: threes of them are whole in base64.
MOST_SENT = 100_000_000
PIECE = 3_000_000


class Refused(Exception):
    """Has a code and a sentence."""


def kind_of(value):
    loaded = [(module, getattr(sys.modules.get(module), name, ())) for module, name in TABLES.items()]
    return next((module for module, table in loaded if isinstance(value, table)), None)


def tables():
    variables = [(name, value, kind_of(value)) for name, value in get_ipython().user_ns.items() if name[:1] != "_"]
    names = ("name", "kind", "rows", "columns")
    return [dict(zip(names, (name, kind, *value.shape))) for name, value, kind in variables if kind]


def copy(asked):
    name, folder = asked["name"], asked["folder"]
    value = get_ipython().user_ns.get(name)
    if kind_of(value) is None:
        now = "no longer there" if value is None else f"now a {type(value).__name__}"
        raise Refused("file/not-found", f"{name} is {now}. Run its cell again, or choose another variable.")
    if value.shape[0] == 0:
        raise Refused("file/empty", f"{name} has no rows. Choose another variable.")
    # A kernel on another machine has no file of this name.
    shared = os.path.isfile(os.path.join(folder, asked["token"]))
    frame, left_out = plain(value)
    if frame.shape[1] == 0:
        raise Refused("data/no-features", f"{name} has no column of numbers, texts, dates or truth values.")
    handle, path = tempfile.mkstemp(dir=folder if shared else None, prefix="copy-")
    os.close(handle)
    try:
        ending, texts = write(frame, path)
        place = os.path.join(folder, f"{asked['file']}.{ending}")
        if not shared:
            send(name, path)
        elif not (os.path.exists(place) and filecmp.cmp(path, place, shallow=False)):
            # Runs of the same rows stay up to date: their file is replaced only by another.
            os.replace(path, place)
        return {"ending": ending, "leftOut": left_out, "texts": texts}
    finally:
        if os.path.exists(path):
            os.unlink(path)


def plain(frame):
    """A table whose columns Parquet and CSV can hold, and the names of those that they cannot. Times are those that the clocks of their zone show."""
    if kind_of(frame) == "polars":
        import polars.selectors as cs

        zones, spans = cs.datetime(), cs.duration()
        return frame.with_columns(zones.dt.replace_time_zone(None), spans.dt.total_microseconds() / 1e6), []
    import pandas as pd

    frame = frame if isinstance(frame, pd.DataFrame) else frame.to_pandas()
    # Levels of the index that a person gave a name become columns; row numbers do not.
    named = [i for i, name in enumerate(frame.index.names) if name is not None]
    frame = frame.reset_index(named, allow_duplicates=True)
    columns, left_out = {}, []
    for i, label in enumerate(frame.columns):
        parts = [str(part) for part in (label if isinstance(label, tuple) else (label,))]
        name = base = " / ".join(part for part in parts if part).encode("utf-8", "replace").decode()
        count = 1
        while name in columns or name in left_out:
            count += 1
            name = f"{base} ({count})"
        column = plain_column(frame.iloc[:, i].reset_index(drop=True))
        if column is None:
            left_out.append(name)
        else:
            columns[name] = column
    return pd.DataFrame(columns), left_out


def plain_column(column):
    """None for one with cells that a table cannot hold, such as lists."""
    import numpy as np
    import pandas as pd

    levels = (pd.CategoricalDtype, pd.IntervalDtype, pd.PeriodDtype)
    odd = column.dtype.kind == "O" and not isinstance(column.dtype, (pd.StringDtype, *levels))
    if odd or isinstance(column.dtype, (pd.ArrowDtype, pd.SparseDtype)):
        column = pd.Series(column.to_numpy(object), dtype=object).convert_dtypes()
    if isinstance(column.dtype, levels):
        return texts_of(column)
    if isinstance(column.dtype, pd.DatetimeTZDtype):
        return column.dt.tz_localize(None)
    if column.dtype == object:
        kinds = set(map(type, column.dropna()))
        if kinds and all(issubclass(kind, (int, float, Decimal, np.number)) and kind is not bool for kind in kinds):
            return column.astype(float)
        cells = (str, int, float, Decimal, np.generic, date, time)
        return texts_of(column) if all(issubclass(kind, cells) for kind in kinds) else None
    if column.dtype.kind == "m":
        return column.dt.total_seconds()
    if column.dtype.kind == "f":
        return column.astype(float)
    return None if column.dtype.kind == "c" else column


def texts_of(column):
    text = lambda cell: str(cell).encode("utf-8", "replace").decode()
    return column.astype(object).map(text, na_action="ignore").astype(object)


def write(frame, path):
    """The ending of the file; of one that does not say so itself, the columns of texts that look like numbers."""
    try:
        frame.write_parquet(path) if hasattr(frame, "write_parquet") else frame.to_parquet(path, index=False)
        return "parquet", []
    except ImportError:
        import pandas as pd

        frame.to_csv(path, index=False)
        texts = [name for name in frame if frame[name].dtype.kind == "O"]
        return "csv", [name for name in texts if pd.to_numeric(frame[name], errors="coerce").notna().any()]


def send(name, path):
    size = os.path.getsize(path)
    if size > MOST_SENT:
        text = f"{name} takes {size / 1e6:.0f} MB, too many to send from a kernel on another machine."
        raise Refused("memory/too-large", f"{text} Choose fewer rows or columns, or save it there and copy the file.")
    with open(path, "rb") as file:
        while piece := file.read(PIECE):
            display({ANSWER: {"piece": base64.b64encode(piece).decode()}}, raw=True)


def answer(asked):
    try:
        return {"tables": tables()} if asked["name"] is None else {"copy": copy(asked)}
    except Refused as refused:
        code, text = refused.args
    except Exception as error:
        why = f"{type(error).__name__}: {str(error).rstrip('.')}"
        code = "file/unreadable"
        what = f"copy {asked['name']}" if asked["name"] else "list its tables"
        text = f"The kernel could not {what} ({why}). Choose another variable, or save it as a file."
    return {"problem": {"code": code, "text": text}}


display({ANSWER: answer(json.loads(asked))}, raw=True)
