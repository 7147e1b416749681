"""Runs models: a JSON list of {"model", "inputs", "rows", "out"} on standard input, each row an object of values by column. Says the processor's seconds, the median of "repeats"."""

import json
import sys
import time

import numpy as np
import onnxruntime as ort

TYPES = {"float": np.float32, "double": np.float64}


def ran(task):
    options = ort.SessionOptions()
    options.log_severity_level = 3
    options.intra_op_num_threads = 1
    session = ort.InferenceSession(task["model"], options, providers=["CPUExecutionProvider"])
    feed = {}
    for column in task["inputs"]:
        values = [row[column["name"]] for row in task["rows"]]
        if column["type"] == "string":
            feed[column["name"]] = np.array(values, dtype=object).reshape(-1, 1)
        else:
            numbers = [np.nan if value is None else value for value in values]
            feed[column["name"]] = np.array(numbers, dtype=TYPES[column["type"]]).reshape(-1, 1)
    seconds = []
    for _ in range(task.get("repeats", 1)):
        start = time.process_time()
        results = session.run(None, feed)
        seconds.append(time.process_time() - start)
    names = [output.name for output in session.get_outputs()]
    return {name: result.tolist() for name, result in zip(names, results)}, sorted(seconds)[len(seconds) // 2]


for task in json.load(sys.stdin):
    try:
        outputs, seconds = ran(task)
        answer = {"outputs": outputs, "seconds": seconds}
    except Exception as error:
        answer = {"failed": str(error)[:1200]}
    with open(task["out"], "w", encoding="utf-8") as out:
        json.dump(answer, out)
