# The peers' side of `npm run bench -- spectral`: one request a line of JSON on stdin, one answer a line on stdout. Inputs are those
# of ours.mjs. Only the peer's own call is timed.
import csv
import importlib.metadata
import os
import sys
import time
import warnings

import numpy as np
import scipy.linalg
from sklearn.kernel_ridge import KernelRidge
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import GridSearchCV, PredefinedSplit

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../harness"))
from answers import answer_requests  # noqa: E402

warnings.filterwarnings("ignore")
GOLDEN = 0x9E3779B9
kept = {}


def uniform(count, seed):
    """As fillUniform of ../linalg/inputs.mjs."""
    h = np.arange(count, dtype=np.uint32) + np.uint32(seed * GOLDEN & 0xFFFFFFFF)
    h ^= h >> np.uint32(16)
    h *= np.uint32(0x7FEB352D)
    h ^= h >> np.uint32(15)
    h *= np.uint32(0x846CA68B)
    h ^= h >> np.uint32(16)
    return h * 2.0**-31 - 1


def normal(count, seed):
    return np.sqrt(-2 * np.log((1 - uniform(count, seed)) / 2)) * np.cos(np.pi * uniform(count, seed + 1))


def normal_rows(n, d):
    x = normal(n * d, 11).reshape((n, d), order="F")
    y = np.sin(2 * x[:, 0]) + 0.1 * normal(n, 21)
    return x, y, np.sqrt(2 * d * (1 - 2 / (9 * d)) ** 3)


def log_spaced(low, high, count):
    return low * (high / low) ** (np.arange(count) / (count - 1))


def number_rows(path):
    for row in csv.reader(open(path)):
        try:
            yield [float(cell) for cell in row]
        except ValueError:
            pass


def start(q):
    return {"versions": {m: importlib.metadata.version(p) for m, p in (("numpy", "numpy"), ("scipy", "scipy"), ("sklearn", "scikit-learn"))}}


def grid(q):
    table = np.array(list(number_rows(q["data"])))
    x, y = table[:, :-1], table[:, -1]
    x = (x - x.mean(axis=0)) / x.std(axis=0)
    y = y - y.mean()
    scales = log_spaced(0.3, 30, q["scales"])[q["chosen"]]
    alphas = log_spaced(1e-3, 10, q["ridges"])
    search = GridSearchCV(
        KernelRidge(kernel="rbf"),
        {"gamma": list(0.5 / scales**2), "alpha": list(alphas)},
        cv=PredefinedSplit(q["foldOf"]),
        scoring="neg_mean_squared_error",
        refit=False,
        n_jobs=q["jobs"],
    )
    started = time.perf_counter()
    search.fit(x, y)
    seconds = time.perf_counter() - started
    # Parameters run through alpha first, then gamma.
    error = -search.cv_results_["mean_test_score"].reshape(len(alphas), len(scales)).T
    at, ridge = np.unravel_index(np.argmin(error), error.shape)
    return {"seconds": seconds, "scores": error.tolist(), "best": [q["chosen"][at], int(ridge)]}


def path(q):
    key = (q["n"], q["d"])
    if key not in kept:
        x, y, scale = normal_rows(*key)
        mu, u = scipy.linalg.eigh(rbf_kernel(x, gamma=0.5 / (scale / 4) ** 2))
        kept[key] = (np.maximum(mu / q["n"], 0), np.asfortranarray(u), y)
    mu, u, y = kept[key]
    lambdas = log_spaced(1e-10, 1, q["lambdas"])
    started = time.perf_counter()
    left = lambdas / (mu[:, None] + lambdas)
    numerators = u @ (left * (u.T @ y)[:, None])
    denominators = (u * u) @ left
    errors = np.mean((numerators / denominators) ** 2, axis=0)
    seconds = time.perf_counter() - started
    return {"seconds": seconds, "sample": errors.tolist()}


def basis(q):
    x, _, scale = normal_rows(q["n"], q["d"])
    started = time.perf_counter()
    values, _ = scipy.linalg.eigh(rbf_kernel(x, gamma=0.5 / scale**2))
    seconds = time.perf_counter() - started
    return {"seconds": seconds, "sample": (values[::-1][:100] / q["n"]).tolist()}


OPERATIONS = {f.__name__: f for f in (start, grid, path, basis)}

answer_requests(lambda request: OPERATIONS[request["operation"]](request))
