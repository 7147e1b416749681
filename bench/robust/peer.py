# The Python peers' side of `npm run bench -- robust`: one request a line of JSON on stdin, one answer a line on stdout. Rows come in
# files of 8-byte numbers (x.bin column after column, y.bin) that ours.mjs writes, so that both sides have the same. Only the peer's
# own work is timed.
import importlib.metadata
import json
import os
import sys
import time
import warnings

import numpy as np
from sklearn.kernel_approximation import Nystroem
from sklearn.linear_model import HuberRegressor
from sklearn.svm import SVR

import paper

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../harness"))
from answers import answer_requests  # noqa: E402

warnings.filterwarnings("ignore")


def rows(q):
    x = np.fromfile(os.path.join(q["folder"], "x.bin")).reshape((q["n"], q["d"]), order="F")
    return x, np.fromfile(os.path.join(q["folder"], "y.bin"))


def start(q):
    return {"versions": {m: importlib.metadata.version(p) for m, p in (("numpy", "numpy"), ("sklearn", "scikit-learn"))}}


def part_of(p):
    """A fit's rows and targets, and those of the rows that it is judged by."""
    shape = lambda values, rows: np.array(values).reshape((rows, p["d"]), order="F")
    return shape(p["x"], p["n"]), np.array(p["y"]), shape(p["others"], p["m"]), np.array(p["observed"])


def kernels(part, scale):
    x, _, others, _ = part
    return paper.gaussian(x, x, scale), paper.gaussian(others, x, scale)


def draw(q):
    """Cross-validation of one method over the length scales `chosen` of q["scales"], and test R² of the refit at the best cell."""
    with open(os.path.join(q["folder"], "draw.json")) as file:
        given = json.load(file)
    scales, chosen = q["scales"], q["chosen"]
    select, refit = (stopped(DIRECTIONS[q["method"]]) if q["method"] in DIRECTIONS else penalised(FITS[q["method"]], q["strengths"]))
    started = time.perf_counter()
    folds = [part_of(p) for p in given["folds"]]
    best = (np.inf, None, None)
    for at in chosen:
        error, strength = select([(part, *kernels(part, scales[at])) for part in folds])
        if error < best[0]:
            best = (error, at, strength)
    seconds = time.perf_counter() - started
    error, at, strength = best
    part = part_of(given["refit"])
    K, K_others = kernels(part, scales[at])
    a, b = refit(K, part[1], strength)
    rows = sum(len(part[3]) for part in folds)
    return {"seconds": seconds, "best": [at, strength], "r2": paper.r2(part[3], K_others @ a + b), "foldError": error / rows}


def stopped(direction):
    """Every fold stops where its left-out rows are predicted best; the refit takes the mean of their numbers of steps."""

    def select(folds):
        found = [paper.steps_to_best(direction, K, y, K_left, y_left) for (_, y, _, y_left), K, K_left in folds]
        steps, errors = zip(*found)
        return sum(errors), round(sum(steps) / len(steps))

    return select, lambda K, y, steps: (paper.descend(direction, K, y, steps), 0)


def penalised(fit, strengths):
    """The strength with the least error over the folds."""

    def select(folds):
        errors = np.zeros(len(strengths))
        for (_, y, _, y_left), K, K_left in folds:
            for l, lam in enumerate(strengths):
                a, b = fit(K, y, lam)
                errors[l] += ((y_left - b - K_left @ a) ** 2).sum()
        errors[~np.isfinite(errors)] = np.inf
        return errors.min(), strengths[int(errors.argmin())]

    return select, fit


def coefficients(q):
    """What the method finds on all training rows at every cell (length scale, strength), with its scale where it has one."""
    with open(os.path.join(q["folder"], "draw.json")) as file:
        x, y, *_ = part_of(json.load(file)["refit"])
    found = []
    for scale, lam in q["cells"]:
        K = paper.gaussian(x, x, scale)
        a, spread = paper.m_estimate("huber", K, y, lam) if q["method"] == "huber" else (paper.k_inf(K, y, lam), None)
        found.append({"alpha": a.tolist(), "spread": spread})
    return {"found": found}


DIRECTIONS = {"ksgd": np.sign, "kgd": paper.residual}
# Functions of (K, y, lam) that return the coefficients and the constant.
FITS = {
    "krr": lambda K, y, lam: (paper.krr(K, y, lam), 0),
    "kl-inf": lambda K, y, lam: (paper.k_inf(K, y, lam), 0),
    "huber": lambda K, y, lam: (paper.m_estimate("huber", K, y, lam)[0], 0),
    "tukey": lambda K, y, lam: (paper.m_estimate("tukey", K, y, lam)[0], 0),
    "huber, 100 iterations": lambda K, y, lam: (paper.m_estimate("huber", K, y, lam, 0)[0], 0),
    "tukey, 100 iterations": lambda K, y, lam: (paper.m_estimate("tukey", K, y, lam, 0)[0], 0),
    "quantile": paper.quantile,
}


def svr(q):
    """SVR refitted for every C; the coefficients go to svr.bin, one fit after the other, each with its intercept last."""
    x, y = rows(q)
    fits = []
    started = time.perf_counter()
    for C in q["costs"]:
        model = SVR(kernel="rbf", gamma=0.5 / q["lengthScale"] ** 2, C=C, epsilon=q["epsilon"], tol=q["tol"], cache_size=1000)
        fits.append(model.fit(x, y))
    seconds = time.perf_counter() - started
    alpha = np.zeros((len(fits), q["n"] + 1))
    for at, model in enumerate(fits):
        alpha[at, model.support_] = model.dual_coef_[0]
        alpha[at, -1] = model.intercept_[0]
    alpha.tofile(os.path.join(q["folder"], "svr.bin"))
    return {"seconds": seconds}


def sign_steps(q):
    """So many steps of sign gradient descent, the kernel matrix not counted."""
    x, y = rows(q)
    K, a = paper.gaussian(x, x, q["lengthScale"]), np.zeros(q["n"])
    started = time.perf_counter()
    for _ in range(q["steps"]):
        a = a + q["step"] * np.sign(y - K @ a)
    return {"seconds": time.perf_counter() - started, "residual": float(np.abs(y - K @ a).mean())}


def huber_landmarks(q):
    """Nyström features and one linear Huber fit on them."""
    x, y = rows(q)
    started = time.perf_counter()
    features = Nystroem(gamma=0.5 / q["lengthScale"] ** 2, n_components=q["landmarks"], random_state=0).fit_transform(x)
    model = HuberRegressor(epsilon=1.345, alpha=q["alpha"], max_iter=1000, fit_intercept=True).fit(features, y)
    seconds = time.perf_counter() - started
    return {"seconds": seconds, "iterations": int(model.n_iter_), "residual": float(np.abs(y - model.predict(features)).mean())}


OPERATIONS = {f.__name__: f for f in (start, draw, coefficients, svr, sign_steps, huber_landmarks)}

answer_requests(lambda request: OPERATIONS[request["operation"]](request))
