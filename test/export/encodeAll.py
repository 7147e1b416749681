"""What exported modules make of texts: a JSON object of a folder, "dates" and "numbers" on standard input, JSON on standard output."""

import json
import math
import sys

task = json.load(sys.stdin)
sys.path.insert(0, task["folder"])
from kernelscope_dates import parse_date  # noqa: E402
from kernelscope_cells import _Cells  # noqa: E402
from kernelscope_numbers import NumberFormat  # noqa: E402


def number(text, decimal, thousands, unit, duration):
    """The number of a cell in a column that has this unit, or is of durations, in the training rows."""
    reading = {"kind": "number", **({"unit": unit} if unit else {}), **({"duration": duration} if duration else {})}
    read = {"frozen": {"columns": [{"name": "x", "reading": reading}]}}
    cell = _Cells({"column": "x"}, [text], NumberFormat(decimal, thousands), read)
    value = cell.number(cell.texts[0])
    return value if value is not None and math.isfinite(value) else None


answer = {
    "dates": [parse_date(text) for text in task["dates"]],
    "numbers": [number(*cell) for cell in task["numbers"]],
}
json.dump(answer, sys.stdout)
