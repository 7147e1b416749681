# The peers' side of `npm run bench -- scale`: one request a line of JSON on stdin, one answer a line on stdout. Rows are those that
# ours has written; features are drawn here and written for ours. Only the peer's own calls are timed.
import importlib.metadata
import os
import resource
import sys
import time
import warnings

import numpy as np
from sklearn.decomposition import PCA, KernelPCA
from sklearn.kernel_approximation import Nystroem, RBFSampler
from sklearn.linear_model import Ridge

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../harness"))
from answers import answer_requests  # noqa: E402

warnings.filterwarnings("ignore")
SEED = 1


def start(q):
    return {"versions": {m: importlib.metadata.version(p) for m, p in (("numpy", "numpy"), ("sklearn", "scikit-learn"))}}


def rows(q):
    """x (n×d, rows contiguous as scikit-learn likes them best) and y, training and held-out."""
    n, d = q["n"], q["d"]
    every = n + q["held"]
    x = np.ascontiguousarray(np.fromfile(os.path.join(q["folder"], "x.bin")).reshape((every, d), order="F"))
    y = np.fromfile(os.path.join(q["folder"], "y.bin"))
    return x[:n], y[:n], x[n:], y[n:]


def taken(started):
    return {
        "seconds": time.perf_counter() - started,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def write(q, name, values):
    np.asarray(values, dtype=float).ravel(order="F").tofile(os.path.join(q["folder"], name))


def ridge(q):
    x, y, x_test, y_test = rows(q)
    gamma = 0.5 / q["lengthScale"] ** 2
    kind = RBFSampler if q["features"] == "fourier" else Nystroem
    features = kind(gamma=gamma, n_components=q["count"], random_state=SEED)
    started = time.perf_counter()
    z = features.fit_transform(x)
    # Ridge's alpha is the total ridge.
    fit = Ridge(alpha=q["lambda"] * len(x)).fit(z, y)
    predicted = fit.predict(features.transform(x_test))
    answer = taken(started)
    if q["features"] == "fourier":
        write(q, "weights.bin", features.random_weights_)
        write(q, "offsets.bin", features.random_offset_)
    else:
        write(q, "landmarks.bin", features.component_indices_)
    return {**answer, "missed": float(np.mean((predicted - y_test) ** 2))}


def nystrom_components(q):
    x = rows(q)[0]
    features = Nystroem(gamma=0.5 / q["lengthScale"] ** 2, n_components=q["count"], random_state=SEED)
    started = time.perf_counter()
    found = PCA(n_components=q["components"], svd_solver=q["solver"], random_state=SEED).fit(features.fit_transform(x))
    answer = taken(started)
    write(q, "landmarks.bin", features.component_indices_)
    return {**answer, "eigenvalues": found.explained_variance_.tolist()}


def empirical_components(q):
    x = rows(q)[0]
    gamma = 0.5 / q["lengthScale"] ** 2
    found = KernelPCA(n_components=q["components"], kernel="rbf", gamma=gamma, eigen_solver=q["solver"], random_state=SEED)
    started = time.perf_counter()
    found.fit(x)
    return {**taken(started), "eigenvalues": (found.eigenvalues_ / (len(x) - 1)).tolist()}


OPERATIONS = {f.__name__: f for f in (start, ridge, nystrom_components, empirical_components)}

answer_requests(lambda request: OPERATIONS[request["operation"]](request))
