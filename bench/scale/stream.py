# Random-feature ridge regression on a file of delimited numbers, target last, in numpy: rows are read in chunks, features made and
# added up in blocks, and one eigendecomposition gives GCV at 100 lambdas. stream.py FILE FEATURES LENGTH_SCALE OUT
import importlib.metadata
import json
import sys
import time

import numpy as np
import pandas

CHUNK = 50_000
BLOCK = 4096
started = time.perf_counter()
path, count, scale = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
table = np.concatenate([chunk.to_numpy() for chunk in pandas.read_csv(path, chunksize=CHUNK)])
read = time.perf_counter()
x, y = table[:, :-1], table[:, -1]
x -= x.mean(axis=0)
x /= x.std(axis=0)
y = y - y.mean()
n, d = x.shape

random = np.random.default_rng(0)
weights = random.standard_normal((d, count)) / scale
phase = random.uniform(0, 2 * np.pi, count)
squares = np.zeros((count, count))
products = np.zeros(count)
total = np.zeros(count)
adding = time.perf_counter()
for at in range(0, n, BLOCK):
    z = x[at : at + BLOCK] @ weights
    z += phase
    np.cos(z, out=z)
    z *= np.sqrt(2 / count)
    squares += z.T @ z
    products += z.T @ y[at : at + BLOCK]
    total += z.sum(axis=0)
added = time.perf_counter()

# The intercept: features centred.
squares -= np.outer(total, total) / n
mu, vectors = np.linalg.eigh(squares / n)
mu = np.maximum(mu, 0)
along = vectors.T @ products / n
decomposed = time.perf_counter()
gcv = []
lambdas = mu[-1] * 10.0 ** np.linspace(-12, 1, 100)
for ridge in lambdas:
    kept = mu / (mu + ridge)
    inverse = 1 / (mu + ridge)
    residual = y @ y / n - 2 * np.sum(along**2 * inverse) + np.sum(along**2 * inverse * kept)
    gcv.append(residual / (1 - (1 + kept.sum()) / n) ** 2)
best = int(np.argmin(gcv))
versions = {m: importlib.metadata.version(m) for m in ("numpy", "pandas")}
with open(sys.argv[4], "w") as out:
    json.dump(
        {
            "seconds": time.perf_counter() - started,
            "read": read - started,
            "accumulate": added - adding,
            "decompose": decomposed - added,
            "gcv": gcv[best] / y.var(),
            "lambda": lambdas[best],
            "versions": versions,
        },
        out,
    )
