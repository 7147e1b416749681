"""What an exported model is for scikit-learn: arguments are the folder of the export, its kind, its targets and a CSV of rows. Asserts."""

import csv
import json
import pickle
import sys
import warnings

import numpy as np
import pandas as pd
import polars as pl
from sklearn.base import clone, is_classifier, is_regressor
from sklearn.calibration import CalibratedClassifierCV
from sklearn.frozen import FrozenEstimator
from sklearn.inspection import partial_dependence, permutation_importance
from sklearn.linear_model import LinearRegression
from sklearn.metrics import accuracy_score, get_scorer, r2_score
from sklearn.model_selection import cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.utils import get_tags
from sklearn.utils.validation import check_is_fitted

folder, kind, targets, rows, predictions = sys.argv[1:]
sys.path.insert(0, folder)
from kernelscope_cells import CellWarning  # noqa: E402
from kernelscope_model import Model  # noqa: E402

warnings.simplefilter("ignore", CellWarning)

model = Model()
targets = targets.split()
frame = pd.read_csv(rows)
X = frame[list(model.feature_names_in_)]
y = frame[targets[0]] if len(targets) == 1 else frame[targets] if targets else None
expected = list(csv.DictReader(open(predictions, encoding="utf-8")))
column = lambda name: np.array([float(row[name]) for row in expected])
close = lambda a, b: np.testing.assert_allclose(a, b, rtol=1e-7, atol=1e-9)


def everything():
    check_is_fitted(model)
    assert model.n_features_in_ == X.shape[1]
    assert (is_regressor(model), is_classifier(model)) == (kind in ("regressor", "quantiles"), kind == "classifier")
    tags = get_tags(model)
    assert tags.input_tags.allow_nan and tags.input_tags.string
    assert (tags.transformer_tags is not None) == (kind == "components")
    assert model.get_params() == {"folder": None}
    twin = clone(model)
    assert twin is not model and type(twin) is type(model) is Model
    assert model.set_params(folder=folder) is model and model.get_params() == {"folder": folder} and twin.folder is None
    try:
        model.set_params(penalty=1)
        raise AssertionError("a parameter that no model has")
    except ValueError as error:
        assert "no parameter 'penalty'" in str(error)
    assert "Model" in str(Model) or type(model).__name__ in repr(model)
    apply = (lambda m, rows: m.transform(rows)) if kind == "components" else lambda m, rows: m.predict(rows)
    first = apply(model, X)
    same = lambda other: np.testing.assert_array_equal(other, first)
    same(apply(pickle.loads(pickle.dumps(model)), X))
    same(apply(model, X.to_numpy(dtype=object)))
    same(apply(model, X.to_dict("records")))
    same(apply(model, X.iloc[:, ::-1]))
    same(apply(model, pl.read_csv(rows)))
    same(apply(model, pl.read_csv(rows, try_parse_dates=True, null_values=["", "NA"])))
    same(apply(model, X.assign(day=pd.to_datetime(X["day"]), colour=X["colour"].astype("category"))))
    same(apply(model, X.convert_dtypes()))
    return first


def regressor(first):
    names = ["predicted"] if len(targets) == 1 else [f"predicted_{target}" for target in targets]
    close(first, np.squeeze(np.stack([column(name) for name in names], axis=1)))
    weights = np.linspace(1, 2, len(X))
    close(model.score(X, y), r2_score(y, first))
    close(model.score(X, y, weights), r2_score(y, first, sample_weight=weights))
    assert get_tags(model).target_tags.multi_output == (len(targets) > 1)
    assert not hasattr(model, "predict_proba") and not hasattr(model, "transform") and not hasattr(model, "classes_")
    assert hasattr(model, "predict_quantiles") == (kind == "quantiles")
    ends = model.predict_interval(X)
    assert ends.shape == (*first.shape, 2) and np.all(ends[..., 0] <= first) and np.all(first <= ends[..., 1])
    if kind == "quantiles":
        levels = model.predict_quantiles(X)
        assert levels.shape == (len(X), len(model.quantiles_)) and np.all(np.diff(levels) >= 0)
        close(levels, np.stack([column(f"{targets[0]}_q{100 * tau:g}") for tau in model.quantiles_], axis=1))
    important(first)


def important(first):
    """Of no column that the model ignores; and the curve of one column is the mean over rows in which it has that value."""
    found = permutation_importance(model, X, y, n_repeats=2, random_state=0)
    assert found.importances_mean.shape == (X.shape[1],) and found.importances_mean.max() > 0.05, found.importances_mean
    of = "b"
    curve = partial_dependence(model, X.fillna({of: X[of].mean()}), [of], grid_resolution=4, **METHOD)
    for k, value in enumerate(curve["grid_values"][0]):
        moved = X.assign(**{of: value})
        values = model.predict_proba(moved)[:, 1:].T if is_classifier(model) and len(model.classes_) == 2 else None
        values = model.predict_proba(moved).T if is_classifier(model) and values is None else values
        values = np.atleast_2d(model.predict(moved).T) if values is None else values
        close(curve["average"][:, k], values.mean(axis=1))
    words = partial_dependence(model, X.fillna({"colour": "red"}), ["colour"], categorical_features=["colour"], **METHOD)
    assert words["average"].shape[1] == X["colour"].nunique()


METHOD = {"kind": "average", "method": "brute"}


def classifier(first):
    assert list(model.classes_) == sorted(frame[targets[0]].unique())
    assert [str(value) for value in first] == [row["class"] for row in expected]
    shares = model.predict_proba(X)
    name = f"{targets[0]}_probability_"
    close(shares, np.stack([column(name + str(level)) for level in model.classes_], axis=1))
    scores = model.decision_function(X)
    if len(model.classes_) == 2:
        assert scores.shape == (len(X),) and np.corrcoef(scores, shares[:, 1])[0, 1] > 0.5
    else:
        assert scores.shape == shares.shape and np.all(scores.argmax(axis=1) == shares.argmax(axis=1))
    assert model.predict_set(X).shape == shares.shape and np.all(model.predict_set(X).any(axis=1))
    weights = np.linspace(1, 2, len(X))
    close(model.score(X, y, weights), accuracy_score(y, first, sample_weight=weights))
    close(get_scorer("accuracy")(model, X, y), model.score(X, y))
    # By columns in the order of classes_.
    truth = np.searchsorted(model.classes_, y)
    close(get_scorer("neg_log_loss")(model, X, y), np.mean(np.log(shares[np.arange(len(X)), truth])))
    assert get_scorer("roc_auc_ovr")(model, X, y) > 0.7
    assert get_tags(model).classifier_tags.multi_class == (len(model.classes_) > 2)
    again = CalibratedClassifierCV(FrozenEstimator(model), cv=2).fit(X, y)
    assert list(again.classes_) == list(model.classes_) and again.predict_proba(X).shape == shares.shape
    important(first)


def components(first):
    close(first, np.stack([column(f"score{c + 1}") for c in range(first.shape[1])], axis=1))
    close(model.reconstruction_error(X), column("error"))
    assert not hasattr(model, "predict") and not hasattr(model, "score")
    assert list(model.get_feature_names_out()) == ["score1", "score2", "score3"]
    framed = model.set_output(transform="pandas").transform(X)
    assert list(framed.columns) == ["score1", "score2", "score3"] and list(framed.index) == list(X.index)
    assert isinstance(model.set_output(transform="polars").transform(X), pl.DataFrame)
    behind = make_pipeline(Model(), LinearRegression()).fit(X, frame["y"])
    close(behind.predict(X), LinearRegression().fit(first, frame["y"]).predict(first))
    assert list(behind[:-1].get_feature_names_out()) == ["score1", "score2", "score3"]


def kept(first):
    """fit says that it changes nothing, in a pipeline and in a cross-validation too; frozen, it is silent."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        warnings.simplefilter("ignore", CellWarning)
        np.testing.assert_array_equal(make_pipeline(Model()).fit(X, y).predict(X), first)
        np.testing.assert_array_equal(cross_val_predict(Model(), X, y, cv=3), first)
    assert {str(one.message)[:40] for one in said} == {"fit leaves an exported model as it is. S"}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", CellWarning)
        np.testing.assert_array_equal(cross_val_predict(FrozenEstimator(Model()), X, y, cv=3), first)


result = everything()
{"regressor": regressor, "quantiles": regressor, "classifier": classifier, "components": components}[kind](result)
if kind != "components":
    kept(result)
print(json.dumps(type(model).__name__))
