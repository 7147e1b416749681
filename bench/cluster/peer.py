"""Ridge regression by pyspark.ml on M random Fourier features of a Gaussian kernel: spark-submit peer.py M FILE…

Features are computed by numpy on the workers, block by block; LinearRegression solves the normal equations ("normal"), in one visit, for one lambda.
"""

import json
import sys

import numpy as np
from pyspark.ml.linalg import Vectors
from pyspark.ml.regression import LinearRegression
from pyspark.sql import SparkSession

BLOCK = 1024
LENGTH = 1.0
LAMBDA = 1e-4


def features_of(lines, frequencies, phases):
    """Rows of text as (label, vector)."""
    scale = np.sqrt(2 / len(phases))
    block = []

    def done():
        rows = np.array([line.split(",") for line in block], dtype=float)
        standard = (rows[:, :-1] - 0.5) * np.sqrt(12)
        for label, values in zip(rows[:, -1], scale * np.cos(standard @ frequencies + phases)):
            yield float(label), Vectors.dense(values)

    for line in lines:
        if line.startswith("x1"):
            continue
        block.append(line)
        if len(block) == BLOCK:
            yield from done()
            block.clear()
    if block:
        yield from done()


def main():
    count, files = int(sys.argv[1]), sys.argv[2:]
    session = SparkSession.builder.appName("pyspark.ml").getOrCreate()
    with open(files[0]) as file:
        columns = file.readline().count(",")
    random = np.random.default_rng(1)
    frequencies = random.normal(size=(columns, count)) / LENGTH / np.sqrt(columns)
    phases = random.uniform(0, 2 * np.pi, count)
    print(json.dumps({"stage": "read"}), file=sys.stderr, flush=True)
    lines = session.sparkContext.textFile(",".join(f"file://{path}" for path in files), len(files))
    table = lines.mapPartitions(lambda part: features_of(part, frequencies, phases)).toDF(["label", "features"])
    LinearRegression(regParam=LAMBDA, elasticNetParam=0, solver="normal", standardization=False).fit(table)
    session.stop()


if __name__ == "__main__":
    main()
