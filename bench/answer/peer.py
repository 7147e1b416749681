# The peers' side of `npm run bench -- answer`: one request a line of JSON on stdin, one answer a line on stdout.
# `split` cuts a table into the rows that train and those that judge; `peers` fits scikit-learn's on the first and scores them on the second.
import importlib.metadata
import os
import sys
import time
import warnings

import numpy as np
import pandas as pd
from sklearn.compose import make_column_transformer
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.ensemble import (
    HistGradientBoostingClassifier,
    HistGradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from sklearn.gaussian_process import GaussianProcessClassifier, GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel
from sklearn.impute import SimpleImputer
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import LogisticRegressionCV, RidgeCV
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.svm import SVC

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../harness"))
from answers import answer_requests  # noqa: E402

warnings.filterwarnings("ignore")
GAUSSIAN_PROCESS_ROWS = 1500
LEVELS = 30
GRID_FOLDS = 5


def start(q):
    return {"versions": {p: importlib.metadata.version(p) for p in ("numpy", "pandas", "scikit-learn")}}


def split(q):
    """
    Rows whose target is known, drawn by the seed: at most `rows` of them train, a quarter as many (at least) judge. Rows that agree in
    every feature stay on one side, unless `divided`: they would be known before they are judged.
    """
    table = pd.read_csv(q["table"], header=0 if q["header"] else None, names=q["names"], dtype=str, keep_default_na=False)
    table = table[~table[q["target"]].str.strip().isin(["", "?", "NA"])].drop(columns=q["without"])
    order = np.random.default_rng(q["seed"]).permutation(len(table))
    features = [name for name in table.columns if name != q["target"]]
    copy_of, _ = pd.factorize(table[features].agg("\x1f".join, axis=1))
    if not q["divided"]:
        _, first = np.unique(copy_of[order], return_index=True)
        order = order[np.argsort(first[copy_of[order]], kind="stable")]
    train = min(q["rows"], len(table) * 3 // 4)
    while not q["divided"] and copy_of[order[train]] == copy_of[order[train - 1]]:
        train -= 1
    test = min(len(table) - train, 4 * q["rows"])
    judged = order[train : train + test]
    table.iloc[np.sort(order[:train])].to_csv(q["train"], index=False)
    table.iloc[np.sort(judged)].to_csv(q["test"], index=False)
    return {"train": train, "test": test, "known": int(np.isin(copy_of[judged], copy_of[order[:train]]).sum())}


def columns_of(train, test):
    """Numbers, times as their parts, words as levels; what is none of them is left out. Decided on the rows that train."""
    numbers, words = {}, {}
    gaps = ["", "?", "NA"]
    for name in train.columns:
        both = [part[name].str.strip().where(~part[name].str.strip().isin(gaps)) for part in (train, test)]
        known = both[0].notna()
        if not known.any():
            continue
        parsed = [pd.to_numeric(part, errors="coerce") for part in both]
        if parsed[0][known].notna().mean() > 0.95:
            numbers[name] = parsed
            continue
        stamps = [pd.to_datetime(part.str.replace(".", ":", regex=False), errors="coerce", dayfirst=True) for part in both]
        if stamps[0][known].notna().mean() > 0.95:
            for part in ("year", "dayofyear", "weekday", "hour"):
                numbers[f"{name}.{part}"] = [getattr(stamp.dt, part) for stamp in stamps]
            continue
        if both[0].nunique() <= LEVELS:
            words[name] = [part.fillna("") for part in both]
    frames = [pd.DataFrame({k: v[i] for k, v in (numbers | words).items()}) for i in (0, 1)]
    return frames, list(numbers), list(words)


def encoder(numbers, words):
    return make_column_transformer(
        (make_pipeline(SimpleImputer(strategy="median"), StandardScaler()), numbers),
        (OneHotEncoder(handle_unknown="ignore", sparse_output=False), words),
    )


def regressors(x, y, seed):
    centred = y - y.mean()
    distances = np.linalg.norm(x[:500, None, :] - x[None, :500, :], axis=2)
    median = np.median(distances[distances > 0])
    gammas = 0.5 / (median * 2.0 ** np.arange(-4, 3)) ** 2
    kernel_ridge = GridSearchCV(
        KernelRidge(kernel="rbf"), {"gamma": gammas, "alpha": 10.0 ** np.arange(-4, 2)}, cv=GRID_FOLDS, scoring="neg_mean_squared_error"
    )
    yield "mean", DummyRegressor(), y, 0
    yield "ridge", RidgeCV(alphas=10.0 ** np.arange(-3, 5)), y, 0
    yield "kernel ridge, grid", kernel_ridge, centred, y.mean()
    if len(y) <= GAUSSIAN_PROCESS_ROWS:
        kernel = ConstantKernel() * RBF(np.full(x.shape[1], median), (1e-2, 1e4)) + WhiteKernel(0.1)
        if x.shape[1] > 40:
            kernel = ConstantKernel() * RBF(median, (1e-2, 1e4)) + WhiteKernel(0.1)
        yield "Gaussian process", GaussianProcessRegressor(kernel, normalize_y=True, random_state=seed), y, 0
    yield "random forest", RandomForestRegressor(300, random_state=seed, n_jobs=-1), y, 0
    yield "gradient boosting", HistGradientBoostingRegressor(random_state=seed), y, 0


def classifiers(x, y, seed):
    yield "most common class", DummyClassifier(), y, 0
    yield "logistic regression", LogisticRegressionCV(max_iter=2000), y, 0
    grid = {"C": 10.0 ** np.arange(-1, 4), "gamma": (1 / x.shape[1]) * 10.0 ** np.arange(-2.0, 1.5)}
    yield "support vectors, grid", GridSearchCV(SVC(), grid, cv=GRID_FOLDS), y, 0
    if len(y) <= 700:
        yield "Gaussian process", GaussianProcessClassifier(RBF(np.sqrt(x.shape[1])), random_state=seed), y, 0
    yield "random forest", RandomForestClassifier(300, random_state=seed, n_jobs=-1), y, 0
    yield "gradient boosting", HistGradientBoostingClassifier(random_state=seed), y, 0


def peers(q):
    """R² or the share classified correctly on the rows that judge, and seconds of encoding and fitting, by peer."""
    train, test = (pd.read_csv(q[part], dtype=str, keep_default_na=False) for part in ("train", "test"))
    classify = q["task"] == "classify"
    y, truth = (part.pop(q["target"]) for part in (train, test))
    if not classify:
        y, truth = y.astype(float).to_numpy(), truth.astype(float).to_numpy()
    (train, test), numbers, words = columns_of(train, test)
    started = time.perf_counter()
    encode = encoder(numbers, words)
    x = encode.fit_transform(train)
    held_out = encode.transform(test)
    encoding = time.perf_counter() - started
    results = []
    for name, estimator, target, shift in (classifiers if classify else regressors)(x, y, q["seed"]):
        started = time.perf_counter()
        estimator.fit(x, target)
        seconds = encoding + time.perf_counter() - started
        predicted = estimator.predict(held_out)
        score = np.mean(predicted == truth) if classify else 1 - np.sum((truth - predicted - shift) ** 2) / np.sum((truth - truth.mean()) ** 2)
        results.append({"name": name, "score": float(score), "seconds": seconds})
    return {"results": results}


OPERATIONS = {f.__name__: f for f in (start, split, peers)}

answer_requests(lambda request: OPERATIONS[request["operation"]](request))
