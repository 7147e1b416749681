"""What exported modules make of texts: a JSON object of a folder, "dates" and "numbers" on standard input, JSON on standard output."""

import json
import sys

task = json.load(sys.stdin)
sys.path.insert(0, task["folder"])
from kernelscope_dates import parse_date  # noqa: E402
from kernelscope_numbers import NumberFormat, number_of  # noqa: E402

answer = {
    "dates": [parse_date(text) for text in task["dates"]],
    "numbers": [number_of(text, NumberFormat(decimal, thousands), unit, duration=duration) for text, decimal, thousands, unit, duration in task["numbers"]],
}
json.dump(answer, sys.stdout)
