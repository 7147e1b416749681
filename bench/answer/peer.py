# The peers' side of `npm run bench -- answer`: one request a line of JSON on stdin, one answer a line on stdout.
# `split` cuts a table into the rows that train and those that judge; `peer` fits one on the first and scores it on the second.
import importlib.metadata
import os
import sys
import time
import warnings

import numpy as np
import pandas as pd
from catboost import CatBoostClassifier, CatBoostRegressor
from lightgbm import LGBMClassifier, LGBMRegressor
from scipy.stats import loguniform, randint, uniform
from sklearn.compose import TransformedTargetRegressor, make_column_transformer
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.ensemble import (
    ExtraTreesClassifier,
    ExtraTreesRegressor,
    HistGradientBoostingClassifier,
    HistGradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from sklearn.gaussian_process import GaussianProcessClassifier, GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel
from sklearn.impute import SimpleImputer
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import LassoCV, LogisticRegressionCV, RidgeCV
from sklearn.model_selection import GridSearchCV, RandomizedSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.svm import SVC

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../harness"))
from answers import answer_requests  # noqa: E402

warnings.filterwarnings("ignore")
GAUSSIAN_PROCESS_ROWS = 1500
GAUSSIAN_CLASSIFIER_ROWS = 700
# Up to so many rows a Gaussian process starts its search from three points, and up to so many columns each has a length scale.
RESTARTED_ROWS = 300
SCALES = 40
LEVELS = 30
GRID_FOLDS = 5
FOLDS_OF_SEARCH = 4


def start(q):
    return {"versions": {p: importlib.metadata.version(p) for p in ("scikit-learn", "lightgbm", "catboost")}}


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


def stamps_of(part):
    """Dates as year-month-day, or with the day first."""
    iso = pd.to_datetime(part, errors="coerce", format="ISO8601")
    if iso.notna().any():
        return iso
    return pd.to_datetime(part.str.replace(".", ":", regex=False), errors="coerce", dayfirst=True)


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
        stamps = [stamps_of(part) for part in both]
        if stamps[0][known].notna().mean() > 0.95:
            for part in ("year", "day_of_year", "day_of_week", "hour"):
                numbers[f"{name}.{part}"] = [getattr(stamp.dt, part) for stamp in stamps]
            numbers[f"{name}.days"] = [(stamp - pd.Timestamp(0)) / pd.Timedelta(days=1) for stamp in stamps]
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


def as_they_are(train, test, words, strings):
    """For those that take categories: levels that training did not have are unknown. CatBoost takes words."""
    frames = [part.copy() for part in (train, test)]
    for name in words:
        levels = pd.CategoricalDtype(sorted(train[name].unique()))
        for part in frames:
            part[name] = part[name].astype(str) if strings else part[name].astype(levels)
    # Some libraries refuse signs in names that ours are full of.
    names = {name: f"c{j}" for j, name in enumerate(train.columns)}
    return [part.rename(columns=names) for part in frames]


def search(estimator, classify, seed):
    """Sixteen random draws of the parameters that people search, each judged by four folds."""
    space = {
        "learning_rate": loguniform(0.02, 0.3),
        "max_iter": randint(50, 500),
        "max_leaf_nodes": randint(3, 40),
        "min_samples_leaf": randint(3, 40),
        "l2_regularization": loguniform(1e-3, 30),
        "max_features": uniform(0.3, 0.7),
    }
    scoring = "accuracy" if classify else "neg_mean_squared_error"
    return RandomizedSearchCV(estimator, space, n_iter=16, cv=FOLDS_OF_SEARCH, scoring=scoring, random_state=seed)


def boosters(classify, seed, words):
    """By name; these take tables as they are: gaps stay, words are categories to them."""
    trees = HistGradientBoostingClassifier if classify else HistGradientBoostingRegressor
    boosting = trees(random_state=seed, categorical_features=words)
    light = (LGBMClassifier if classify else LGBMRegressor)(random_state=seed, verbose=-1)
    cat = (CatBoostClassifier if classify else CatBoostRegressor)(
        random_seed=seed, verbose=0, allow_writing_files=False, cat_features=words
    )
    return {"gradient boosting": boosting, "gradient boosting, searched": search(boosting, classify, seed), "LightGBM": light, "CatBoost": cat}


def regressors(x, y, seed):
    """By name, made when they are asked for; None where there are too many rows."""
    distances = np.linalg.norm(x[:500, None, :] - x[None, :500, :], axis=2)
    median = np.median(distances[distances > 0])

    def kernel_ridge():
        grid = {"gamma": 0.5 / (median * 2.0 ** np.arange(-4, 3)) ** 2, "alpha": 10.0 ** np.arange(-4, 2)}
        searched = GridSearchCV(KernelRidge(kernel="rbf"), grid, cv=GRID_FOLDS, scoring="neg_mean_squared_error")
        return TransformedTargetRegressor(searched, transformer=StandardScaler(with_std=False))

    def gaussian_process():
        if len(y) > GAUSSIAN_PROCESS_ROWS:
            return None
        scales = np.full(x.shape[1], median) if x.shape[1] <= SCALES else median
        kernel = ConstantKernel() * RBF(scales, (1e-2, 1e4)) + WhiteKernel(0.1)
        restarts = 2 if len(y) <= RESTARTED_ROWS else 0
        return GaussianProcessRegressor(kernel, normalize_y=True, n_restarts_optimizer=restarts, random_state=seed)

    return {
        "mean": DummyRegressor,
        "ridge": lambda: RidgeCV(alphas=10.0 ** np.arange(-3, 5)),
        "lasso": lambda: LassoCV(random_state=seed),
        "kernel ridge, grid": kernel_ridge,
        "Gaussian process": gaussian_process,
        "random forest": lambda: RandomForestRegressor(300, random_state=seed, n_jobs=-1),
        "extra trees": lambda: ExtraTreesRegressor(300, random_state=seed, n_jobs=-1),
    }


def classifiers(x, y, seed):
    """As `regressors`."""
    grid = {"C": 10.0 ** np.arange(-1, 4), "gamma": (1 / x.shape[1]) * 10.0 ** np.arange(-2.0, 1.5)}
    few = len(y) <= GAUSSIAN_CLASSIFIER_ROWS
    return {
        "most common class": DummyClassifier,
        "logistic regression": lambda: LogisticRegressionCV(max_iter=2000),
        "support vectors, grid": lambda: GridSearchCV(SVC(), grid, cv=GRID_FOLDS),
        "Gaussian process": lambda: GaussianProcessClassifier(RBF(np.sqrt(x.shape[1])), random_state=seed) if few else None,
        "random forest": lambda: RandomForestClassifier(300, random_state=seed, n_jobs=-1),
        "extra trees": lambda: ExtraTreesClassifier(300, random_state=seed, n_jobs=-1),
    }


def library_of(estimator):
    """What it came from, as pip names it."""
    module = type(estimator).__module__.split(".")[0]
    return {"sklearn": "scikit-learn"}.get(module, module)


def peer(q):
    """R² or the share classified correctly on the rows that judge, null where there are too many rows; seconds of encoding and fitting."""
    train, test = (pd.read_csv(q[part], dtype=str, keep_default_na=False) for part in ("train", "test"))
    classify = q["task"] == "classify"
    y, truth = (part.pop(q["target"]) for part in (train, test))
    if not classify:
        y, truth = y.astype(float).to_numpy(), truth.astype(float).to_numpy()
    (train, test), numbers, words = columns_of(train, test)
    started = time.perf_counter()
    boosting = boosters(classify, q["seed"], [f"c{train.columns.get_loc(name)}" for name in words])
    if q["peer"] in boosting:
        estimator = boosting[q["peer"]]
        x, held_out = as_they_are(train, test, words, strings=q["peer"] == "CatBoost")
    else:
        encode = encoder(numbers, words)
        x, held_out = encode.fit_transform(train), encode.transform(test)
        estimator = (classifiers if classify else regressors)(x, y, q["seed"])[q["peer"]]()
    if estimator is None:
        return {"score": None, "seconds": 0, "by": "scikit-learn"}
    estimator.fit(x, y)
    seconds = time.perf_counter() - started
    predicted = np.ravel(estimator.predict(held_out))
    score = np.mean(predicted == truth) if classify else 1 - np.sum((truth - predicted) ** 2) / np.sum((truth - truth.mean()) ** 2)
    return {"score": float(score), "seconds": seconds, "by": library_of(estimator)}


OPERATIONS = {f.__name__: f for f in (start, split, peer)}

answer_requests(lambda request: OPERATIONS[request["operation"]](request))
