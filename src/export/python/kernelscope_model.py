"""A model exported by Kernelscope. It needs numpy and nothing else; with scikit-learn installed it is one of its estimators.

    from kernelscope_model import Model
    model = Model()
    model.predict({"age": [31, 40], "city": ["Bern", None]})

Rows are a dict of columns, a list of dicts, a pandas DataFrame, or a two-dimensional array whose columns are those of
`feature_names_in_` in their order. A gap is None, NaN or an empty text. Everything the model knows is in model.json and model.npz.
"""

import json
import math
from pathlib import Path

import numpy as np

import kernelscope_cells as cells
import kernelscope_maps as maps

try:
    from sklearn.base import BaseEstimator as _Base
except ImportError:
    _Base = object

_BLOCK = 256


class Model(_Base):
    """Predicts rows. `folder` holds model.json and model.npz: that of this file unless it is given."""

    def __init__(self, folder=None):
        self.folder = folder
        place = Path(__file__).resolve().parent if folder is None else Path(folder)
        self._model = _loaded(place / "model.json", place / "model.npz")
        self.feature_names_in_ = np.array([column["column"] for column in self._model["inputs"]], dtype=object)
        self.n_features_in_ = len(self.feature_names_in_)
        classes = self._model.get("classes")
        if classes:
            self._estimator_type = "classifier"
            self.classes_ = np.array([cells.level_value(level) for level in classes["levels"]], dtype=object)
        elif not self._model.get("components"):
            self._estimator_type = "regressor"

    def fit(self, X, y=None):
        """The model is fitted already: this returns it as it is, so that it can stand in a pipeline."""
        return self

    def __sklearn_is_fitted__(self):
        return True

    def get_params(self, deep=True):
        return {"folder": self.folder}

    def set_params(self, **parameters):
        self.__init__(**{**self.get_params(), **parameters})
        return self

    def encode(self, X, number_format=cells.PLAIN):
        """The columns of the model's matrix, n x d, and which rows have no gap."""
        return cells.encoded(self._model, X, number_format)

    def predict(self, X):
        """Predicted numbers (n, or n x targets), of quantiles the level closest to the median; of classes the class of each row."""
        results = self.predict_all(X)
        if "classes" in results:
            known = results["classes"]["predicted"]
            return np.array([None if code < 0 else self.classes_[code] for code in known], dtype=object)
        columns = [output["predicted"] for output in results["outputs"]]
        return columns[0] if len(columns) == 1 else np.stack(columns, axis=1)

    def predict_interval(self, X):
        """Lower and upper ends of 95 % prediction intervals, n x 2 (n x targets x 2 of several)."""
        pairs = [np.stack([output["lower"], output["upper"]], axis=1) for output in self.predict_all(X)["outputs"]]
        return pairs[0] if len(pairs) == 1 else np.stack(pairs, axis=1)

    def predict_quantiles(self, X):
        """Each level of a model of quantiles, n x levels (n x targets x levels of several targets)."""
        levels = [np.stack(output["quantiles"], axis=1) for output in self.predict_all(X)["outputs"]]
        return levels[0] if len(levels) == 1 else np.stack(levels, axis=1)

    def decision_function(self, X):
        """Scores of classes: one a row of two classes, larger for the second, otherwise one for each class."""
        scores = [output["predicted"] for output in self.predict_all(X)["outputs"]]
        return scores[0] if len(scores) == 1 else np.stack(scores, axis=1)

    def predict_proba(self, X):
        """Probability of each class, n x classes, in the order of `classes_`."""
        probabilities = self.predict_all(X).get("classes", {}).get("probabilities")
        if probabilities is None:
            raise AttributeError("This model has no probabilities: it predicts no classes, or was fitted without a calibration.")
        return np.stack(probabilities, axis=1)

    def predict_set(self, X):
        """Which classes each row's 95 % set holds, n x classes."""
        held = self.predict_all(X).get("classes", {}).get("sets")
        if held is None:
            raise AttributeError("This model has no sets of classes.")
        return np.stack(held, axis=1)

    def transform(self, X):
        """Scores of principal components, n x components."""
        results = self.predict_all(X)
        if "components" not in results:
            raise AttributeError("This model has no components: use predict.")
        return results["components"]["scores"]

    def score(self, X, y):
        """Accuracy of classes, otherwise R2 of the first target."""
        predicted = self.predict(X)
        if self._model.get("classes"):
            return float(np.mean([str(a) == str(b) for a, b in zip(predicted, y)]))
        first = predicted if predicted.ndim == 1 else predicted[:, 0]
        y = np.asarray(y, dtype=float)
        return float(1 - np.sum((y - first) ** 2) / np.sum((y - np.mean(y)) ** 2))

    def predict_all(self, X, number_format=cells.PLAIN):
        """Everything at once: `outputs` with predicted, lower, upper and quantiles; `classes`; or `components`."""
        x, complete = self.encode(X, number_format)
        with np.errstate(all="ignore"):
            return _predicted(self._model, x, complete)


def _loaded(description, arrays):
    """The model with its arrays in their places, matrices n x d."""
    with np.load(arrays, allow_pickle=False) as stored:

        def filled(value):
            if isinstance(value, list):
                return [filled(item) for item in value]
            if not isinstance(value, dict):
                return value
            if set(value) == {"$array"}:
                return stored[value["$array"]]
            # JSON has no infinity.
            if set(value) == {"$number"}:
                return float(value["$number"])
            return {key: filled(item) for key, item in value.items()}

        model = filled(json.loads(Path(description).read_text(encoding="utf-8")))
    if model.get("format") != "kernelscope portable model" or model.get("version") != 1:
        raise ValueError(f"{description} is not a model that this file reads: export the model again, whole.")
    return model


def _predicted(model, x, complete):
    parts = [_block(model, x[i : i + _BLOCK]) for i in range(0, len(x), _BLOCK)] or [_block(model, x)]
    joined = {key: np.concatenate([part[key] for part in parts], axis=-1) for key in parts[0]}
    for values in joined.values():
        values[..., ~complete] = np.nan
    if model.get("components"):
        return {"components": {"scores": joined["scores"].T.copy(), "error": joined["error"]}}
    outputs = _outputs(model, joined)
    classes = model.get("classes")
    return {"outputs": outputs, "classes": _classified(classes, outputs)} if classes else {"outputs": outputs}


def _block(model, x):
    """Values of some rows, each array with the rows along its last axis."""
    rows = model["rows"]
    cross = kernel_matrix(model["kernel"], x, rows) if len(rows) else np.zeros((len(x), 0))
    features = _features(model["features"], x)
    if model.get("components"):
        return _projected(model, x, cross, features)
    kept = features[:, model["kept"]]
    of = lambda output: cross @ output["alpha"] + kept @ output["beta"]
    predicted = np.array([of(output) for output in model["outputs"]])
    half = np.full_like(predicted, np.nan)
    projected = _residual(model, x, cross, features) if model.get("projection") else None
    for o, output in enumerate(model["outputs"]):
        if "interval" in output:
            half[o] = _half_widths(output["interval"], of, projected, len(x))
    return {"predicted": predicted, "half": half}


def _outputs(model, values):
    levels = len(model.get("quantiles", [None]))
    outputs = []
    for first in range(0, len(model["outputs"]), levels):
        predicted = values["predicted"][first : first + levels]
        half = values["half"][first : first + levels]
        output = {"target": model["outputs"][first]["name"]}
        if "quantiles" in model:
            # Levels that were fitted apart may cross: in order they come only closer to the true ones.
            predicted = np.sort(predicted, axis=0)
            middle = _middle(model["quantiles"])
            output.update(predicted=predicted[middle])
            if levels > 1:
                output.update(lower=predicted[0], upper=predicted[-1])
            else:
                output.update(lower=predicted[0] - half[0], upper=predicted[0] + half[0])
            output["quantiles"] = list(predicted)
        else:
            output.update(predicted=predicted[0], lower=predicted[0] - half[0], upper=predicted[0] + half[0])
        outputs.append(output)
    return outputs


def _middle(levels):
    middle = 0
    for i, level in enumerate(levels):
        if abs(level - 0.5) < abs(levels[middle] - 0.5) - 1e-12:
            middle = i
    return middle


def _residual(model, x, cross, features):
    """New rows in the terms of the training rows' decomposition: P, prior variance and leverage."""
    p = model["projection"]
    v = features[:, p["kept"]] @ p["whiten"]
    projected = cross @ p["directions"] - v @ p["coupling"]
    prior = kernel_diagonal(model["kernel"], x) - 2 * np.sum(v * (cross @ p["along"]), axis=1)
    prior += np.sum((v @ p["inner"]) * v, axis=1)
    return projected, np.maximum(0, prior), np.sum(v * v, axis=1)


def _half_widths(interval, of, projected, rows):
    deviation = np.ones(rows)
    if "deviation" in interval:
        p, prior, leverage = projected
        known = (p * p) @ interval["deviation"]["weights"]
        deviation = np.sqrt(1 + leverage + np.maximum(0, prior - known) / interval["deviation"]["ridge"])
    most = interval.get("most", math.inf)
    largest = interval.get("mostDeviation", math.inf)
    if interval["spread"] == "constant":
        spread = np.ones(rows)
    elif interval["spread"] == "deviation":
        spread = np.minimum(deviation, largest)
    else:
        low, high = interval["range"]
        spread = np.exp(np.clip(of(interval), low, high))
    widening = np.maximum(1, deviation / largest)
    return widening * np.minimum(interval["width"] * spread, most)


def _classified(classes, outputs):
    scores = np.array([output["predicted"] for output in outputs])
    calibration = classes.get("calibration")
    probabilities = _probabilities(calibration, scores) if calibration else None
    gaps = np.isnan(scores).any(axis=0)
    if len(scores) > 1:
        predicted = np.argmax(scores, axis=0)
    elif probabilities is None:
        predicted = (scores[0] > 0).astype(int)
    else:
        predicted = (probabilities[1] > classes.get("threshold", 0.5)).astype(int)
    result = {"column": classes["column"], "levels": classes["levels"], "predicted": np.where(gaps, -1, predicted)}
    if probabilities is not None:
        result["probabilities"] = list(probabilities)
        if "sets" in classes:
            held = probabilities >= classes["sets"]["least"]
            held[np.argmax(probabilities, axis=0), np.arange(len(gaps))] = True
            result["sets"] = list(held & ~gaps)
    return result


def _probabilities(calibration, scores):
    if calibration["kind"] == "temperature":
        offsets = np.array(calibration.get("offsets", np.zeros(len(scores))))
        powers = scores / calibration["temperature"] + offsets[:, None]
        shares = np.exp(powers - powers.max(axis=0))
        return shares / shares.sum(axis=0)
    if calibration["kind"] == "platt":
        v = calibration["slope"] * scores[0] + calibration["intercept"]
        second = np.where(v >= 0, 1 / (1 + np.exp(-v)), np.exp(v) / (1 + np.exp(v)))
    else:
        second = _between(scores[0], np.array(calibration["scores"]), np.array(calibration["probabilities"]))
    return np.array([1 - second, second])


def _between(score, knots, values):
    """Straight between the knots and level beyond them; of knots with one score the last counts from there on, the first before it."""
    last = len(knots) - 1
    low = np.clip(np.searchsorted(knots, score, side="right") - 1, 0, max(0, last - 1))
    high = np.minimum(low + 1, last)
    share = _ratio(score - knots[low], knots[high] - knots[low])
    inside = values[low] + share * (values[high] - values[low])
    result = np.where(score <= knots[0], values[0], np.where(score >= knots[last], values[last], inside))
    return np.where(np.isnan(score), np.nan, result)


def _projected(model, x, cross, features):
    c = model["components"]
    if len(model["rows"]):
        phi, own = cross, kernel_diagonal(model["kernel"], x)
    else:
        phi = features
        own = np.sum(features * features, axis=1) * c["ownScale"]
    scores = phi @ c["coefficients"] - c["offset"]
    left = own - 2 * (phi @ c["meanWeights"]) + c["constant"] - np.sum(scores * scores, axis=1)
    return {"scores": scores.T, "error": np.where(left < 0, 0, left)}


def kernel_matrix(kernel, x, z):
    """k(x_i, z_j), n x m, of encoded rows."""
    if kernel["kind"] == "sum":
        return sum(term["weight"] * kernel_matrix(term["kernel"], x, z) for term in kernel["terms"])
    if kernel["kind"] == "product":
        return math.prod(kernel_matrix(factor, x, z) for factor in kernel["factors"])
    scale = np.array(kernel["lengthScale"])
    x, z = x / scale, z / scale
    if kernel["kind"] == "features":
        return _map(kernel["map"], x) @ _map(kernel["map"], z).T / len(kernel["map"]["bias"])
    formula, p = KERNELS[kernel["function"]], kernel["parameters"]
    if kernel["argument"] == "innerProduct":
        return formula(p, x @ z.T, np.sum(x * x, axis=1)[:, None], np.sum(z * z, axis=1)[None, :])
    columns = ((x[:, c, None] - z[None, :, c]) for c in range(x.shape[1]))
    if kernel["argument"] == "distance":
        return formula(p, sum(difference * difference for difference in columns))
    return math.prod(formula(p, _half_turns(difference)) for difference in columns)


def kernel_diagonal(kernel, x):
    """k(x_i, x_i), n."""
    if kernel["kind"] == "sum":
        return sum(term["weight"] * kernel_diagonal(term["kernel"], x) for term in kernel["terms"])
    if kernel["kind"] == "product":
        return math.prod(kernel_diagonal(factor, x) for factor in kernel["factors"])
    x = x / np.array(kernel["lengthScale"])
    if kernel["kind"] == "features":
        features = _map(kernel["map"], x)
        return np.sum(features * features, axis=1) / features.shape[1]
    formula, p = KERNELS[kernel["function"]], kernel["parameters"]
    square = np.sum(x * x, axis=1)
    if kernel["argument"] == "innerProduct":
        return formula(p, square, square, square)
    zero = np.zeros(len(x))
    return formula(p, zero) if kernel["argument"] == "distance" else formula(p, zero) ** x.shape[1]


def _half_turns(turns):
    return 2 * np.abs(turns - np.round(turns))


def _ratio(a, b):
    """a/b, 0 where b is 0."""
    zero = b == 0
    return np.where(zero, 0.0, a / np.where(zero, 1.0, b))


def _features(blocks, x):
    columns = [np.zeros((len(x), 0))]
    for block in blocks:
        if block["kind"] == "map":
            columns.append(_map(block["map"], x))
            continue
        column = np.ones(len(x))
        for factor in block.get("powers", []):
            column = column * x[:, factor["column"]] ** factor["power"]
        columns.append(column[:, None])
    return np.concatenate(columns, axis=1)


def _map(m, x):
    return MAPS[m["kind"]](m, x)


MAPS = {
    **maps.MAPS,
    "spline": lambda m, x: kernel_matrix(m["kernel"], x / np.array(m["lengthScale"]), m["points"].T),
    "landmarks": lambda m, x: np.linalg.solve(m["factor"], kernel_matrix(m["kernel"], m["points"], x)).T,
}

# kernels

