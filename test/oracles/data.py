"""Writes data.json beside this file: what pandas reads from the files in ../shared/data, told each file's dialect by hand.

Run with Debian's python3-pandas from the repository's root: /usr/bin/python3 test/oracles/data.py
"""

import csv
import json
import math
import pathlib

import pandas

DATA = pathlib.Path("../shared/data")
EXACT = {"float_precision": "round_trip"}
BLANKS = {"sep": r"\s+", "header": None, "na_values": "?"}
STUDENT = {"sep": ";"}
AIR = {"decimal": ",", "na_values": [-200, "-200"]}

FILES = {
    "airfoil/airfoil_self_noise.dat": {"sep": "\t", "header": None},
    "airfoil/airfoil.csv": {"header": None},
    "california/california_sklearn_form.csv": {},
    "california/housing.csv": {},
    "california/cal_housing.data": {"header": None},
    "steel/steel.csv": {},
    "steel/Steel_industry_data.csv": {"encoding": "utf-8-sig"},
    "superconductivity/test_set.csv": {},
    "uk_temperature/uktemp.csv": {},
    "mnist/mnist_7v9_train.csv.gz": {},
    "wine_quality/winequality-red.csv": {"sep": ";"},
    "wine_quality/winequality-white.csv": {"sep": ";"},
    "wine_quality/winequality-red-crcrlf.csv": {"sep": ";", "skip_blank_lines": True},
    "abalone/abalone.data": {"header": None},
    "auto_mpg/auto-mpg.data": BLANKS,
    "air_quality/AirQualityUCI.csv": {"sep": ";", **AIR, "nrows": 9357},
    "air_quality/AirQualityUCI-quoted-commas.csv": {"encoding": "utf-8-sig", **AIR},
    "student/student-mat.csv": STUDENT,
    "student/student-por.csv": STUDENT,
    "student/student-mat-ragged.csv": {**STUDENT, "index_col": False, "usecols": range(33)},
    "titanic/train.csv": {},
}


def frame(file, options):
    engine = {} if options.get("sep") == r"\s+" else EXACT
    table = pandas.read_csv(DATA / file, **options, **engine)
    if options.get("header", 0) is None:
        table.columns = [f"c{j + 1}" for j in range(table.shape[1])]
    table.columns = [f"c{j + 1}" if str(c).startswith("Unnamed") else c for j, c in enumerate(table.columns)]
    return table


def badquotes():
    """The last two cells of every line are quoted as one: the csv module reads the line, then that cell."""
    rows = []
    with open(DATA / "auto_mpg/auto-mpg-badquotes.data", newline="") as lines:
        for row in csv.reader(lines, delimiter="\t"):
            rows.append(row[:-1] + next(csv.reader([row[-1]], delimiter="\t")))
    table = pandas.DataFrame(rows, columns=[f"c{j + 1}" for j in range(9)])
    for name in table.columns[:8]:
        table[name] = pandas.to_numeric(table[name].replace("?", None))
    return table


def describe(file, table):
    numeric = []
    for name in table.columns:
        if pandas.api.types.is_numeric_dtype(table[name]) and table[name].notna().any():
            values = [float(v) for v in table[name] if not math.isnan(v)]
            numeric.append({"name": name, "sum": math.fsum(values), "count": len(values)})
    return {"file": file, "rows": table.shape[0], "columns": table.shape[1], "numeric": numeric}


tables = {file: frame(file, options) for file, options in FILES.items()}
tables["auto_mpg/auto-mpg-badquotes.data"] = badquotes()
result = {"pandas": pandas.__version__, "files": [describe(f, tables[f]) for f in sorted(tables)]}
path = pathlib.Path(__file__).with_name("data.json")
path.write_text(json.dumps(result, indent=1) + "\n")
