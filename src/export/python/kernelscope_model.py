"""A model exported by Kernelscope. It needs numpy and nothing else; with scikit-learn installed it is one of its estimators.

    from kernelscope_model import Model
    model = Model()
    model.predict({"age": [31, 40], "city": ["Bern", None]})

Rows are a dict of columns, a list of dicts, a DataFrame of pandas or polars, or a two-dimensional array whose columns are those of
`feature_names_in_` in their order. A gap is None, NaN or an empty text. Everything the model knows is in model.json and model.npz.
"""

import copy
import functools
import json
import types
import warnings
from pathlib import Path

import numpy as np

import kernelscope_cells as cells
from kernelscope_outputs import predicted, rebuilt

try:
    from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, TransformerMixin
except ImportError:

    class BaseEstimator:
        def get_params(self, deep=True):
            return {"folder": self.folder}

    class ClassifierMixin:
        pass

    class RegressorMixin:
        pass

    class TransformerMixin:
        def fit_transform(self, X, y=None):
            return self.fit(X, y).transform(X)


def _available(holds, otherwise):
    """A method of the models for which `holds`; of others hasattr says that there is none."""

    def decorated(method):
        @functools.wraps(method)
        def bound(self):
            if not holds(self._model):
                raise AttributeError(otherwise)
            return types.MethodType(method, self)

        return property(bound)

    return decorated


class Exported(BaseEstimator):
    """What all models share. `folder` holds model.json and model.npz: that of this file unless it is given."""

    def __init__(self, folder=None):
        self.folder = folder
        place = Path(__file__).resolve().parent if folder is None else Path(folder)
        self._model = _loaded(place / "model.json", place / "model.npz")
        if not isinstance(self, _class_of(self._model)):
            raise ValueError(f"The model in {place} is no {type(self).__name__}: use the kernelscope_model.py that was exported with it.")
        self.feature_names_in_ = np.array([column["column"] for column in self._model["inputs"]], dtype=object)
        self.n_features_in_ = len(self.feature_names_in_)

    def fit(self, X, y=None, sample_weight=None):
        """Returns the model as it is, fitted already, with a warning: sklearn.frozen.FrozenEstimator(model) says that this is meant."""
        warnings.warn(
            "fit leaves an exported model as it is. Scores of a cross-validation say how good it is only on rows that did not train it.",
            UserWarning,
            stacklevel=2,
        )
        return self

    @property
    def metadata(self):
        """What the model was fitted to, by name: target, columns, method, file, training rows, error, doubts."""
        place = Path(__file__).resolve().parent if self.folder is None else Path(self.folder)
        return json.loads((place / "about.json").read_text(encoding="utf-8"))

    def __repr__(self):
        about = self.metadata
        said = [f"{name}={about[name]!r}" for name in ("target", "method", "file", "error") if name in about]
        return f"{type(self).__name__}({', '.join(said)})"

    def set_params(self, **parameters):
        """Loads the model of another `folder`."""
        for name in parameters:
            if name != "folder":
                raise ValueError(f"An exported model has no parameter {name!r}, only 'folder'. To change how it is fitted, fit again with Kernelscope.")
        if parameters:
            self.__init__(**parameters)
        return self

    def encode(self, X, number_format=None):
        """The columns of the model's matrix, n x d, and which rows have no gap."""
        return cells.encoded(self._model, X, number_format)

    def predict_all(self, X, number_format=None, intervals=True):
        """Everything at once: `outputs` with predicted, lower, upper (NaN without `intervals`) and quantiles; `classes`; or `components`."""
        x, complete = self.encode(X, number_format)
        with np.errstate(all="ignore"):
            return predicted(self._model, x, complete, intervals)

    def __sklearn_is_fitted__(self):
        return True

    def __sklearn_clone__(self):
        return copy.copy(self)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = tags.input_tags.string = tags.input_tags.categorical = True
        return tags


class _Predictor(Exported):
    def _stacked(self, X, values, intervals=False):
        """`values` of each target's output: n x ..., or of several targets n x targets x ..."""
        targets = [values(output) for output in self.predict_all(X, intervals=intervals)["outputs"]]
        return targets[0] if len(targets) == 1 else np.stack(targets, axis=1)


class Regressor(RegressorMixin, _Predictor):
    """A model of numbers."""

    _estimator_type = "regressor"

    def __init__(self, folder=None):
        super().__init__(folder)
        if "quantiles" in self._model:
            self.quantiles_ = np.array(self._model["quantiles"])

    def predict(self, X):
        """Predicted numbers, n or n x targets; of quantiles the level closest to the median."""
        return self._stacked(X, lambda output: output["predicted"])

    @_available(
        lambda model: "interval" in model["outputs"][0] or len(model.get("quantiles", [])) > 1,
        "This model was exported without intervals.",
    )
    def predict_interval(self, X):
        """Lower and upper ends of 95 % prediction intervals (of several quantiles the outermost), n x 2 or n x targets x 2."""
        return self._stacked(X, lambda output: np.stack([output["lower"], output["upper"]], axis=1), intervals=True)

    @_available(lambda model: "quantiles" in model, "This model has no quantiles: use predict.")
    def predict_quantiles(self, X):
        """Each level of `quantiles_`, n x levels or n x targets x levels."""
        return self._stacked(X, lambda output: np.stack(output["quantiles"], axis=1))

    def score(self, X, y, sample_weight=None):
        """R2, of several targets their mean."""
        y = np.asarray(y, dtype=float)
        error = np.average((y - self.predict(X)) ** 2, axis=0, weights=sample_weight)
        spread = np.average((y - np.average(y, axis=0, weights=sample_weight)) ** 2, axis=0, weights=sample_weight)
        return float(np.mean(np.where(spread == 0, error == 0, 1 - error / np.where(spread == 0, 1, spread))))

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = len(self._model["outputs"]) > len(self._model.get("quantiles", [None]))
        return tags


class Classifier(ClassifierMixin, _Predictor):
    """A model of classes. `classes_` ascend, as scikit-learn has them."""

    _estimator_type = "classifier"

    def __init__(self, folder=None):
        super().__init__(folder)
        levels = self._model["classes"]["levels"]
        values = [cells.level_value(level) for level in levels]
        texts = any(isinstance(value, str) for value in values)
        self._levels = np.array(levels, dtype=object) if texts else np.array(values)
        self._order = np.argsort(self._levels, kind="stable")
        self.classes_ = self._levels[self._order]

    def predict(self, X):
        """The class of each row, n; None for a row that cannot be predicted."""
        found = self.predict_all(X)["classes"]["predicted"]
        if np.all(found >= 0):
            return self._levels[found]
        return np.array([None if code < 0 else self._levels[code] for code in found], dtype=object)

    def decision_function(self, X):
        """Scores of classes, n x classes in the order of `classes_`; of two classes n numbers, larger for the second."""
        scores = self._stacked(X, lambda output: output["predicted"])
        if scores.ndim == 2:
            return scores[:, self._order]
        return scores if self._order[0] == 0 else -scores

    @_available(lambda model: "calibration" in model["classes"], "This model has no probabilities: it was fitted without a calibration.")
    def predict_proba(self, X):
        """Probability of each class, n x classes in the order of `classes_`."""
        return np.stack(self.predict_all(X)["classes"]["probabilities"], axis=1)[:, self._order]

    @_available(lambda model: "sets" in model["classes"], "This model has no sets of classes.")
    def predict_set(self, X):
        """Which classes each row's 95 % set holds, n x classes in the order of `classes_`."""
        return np.stack(self.predict_all(X)["classes"]["sets"], axis=1)[:, self._order]

    def score(self, X, y, sample_weight=None):
        """Share of rows that are classified correctly."""
        found = self.predict_all(X)["classes"]["predicted"]
        code = cells.level_codes(self._model["read"], self._model["classes"]["column"], self._model["classes"]["levels"])
        right = [known >= 0 and known == code(cells.text_of(label)) for known, label in zip(found, y)]
        return float(np.average(right, weights=sample_weight))

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = len(self.classes_) > 2
        return tags


class Components(TransformerMixin, Exported):
    """A model of principal components."""

    def transform(self, X):
        """Scores of principal components, n x components."""
        return self.predict_all(X)["components"]["scores"]

    def reconstruction_error(self, X):
        """What the components leave of each row, n."""
        return self.predict_all(X)["components"]["error"]

    @_available(lambda model: "inverse" in model["components"], "This model holds no rows that others could be rebuilt from.")
    def inverse_transform(self, X):
        """Rows with these scores, n x columns in the order of `feature_names_in_`, by kernel ridge from the scores of the model's rows (pre-images).

        Floats if all columns are numbers; otherwise objects: of a category the most probable level, of dates texts, None where nothing is known.
        """
        return rebuilt(self._model, np.asarray(X, dtype=float))

    def get_feature_names_out(self, input_features=None):
        """Names of the columns of `transform`: score1, score2, ..."""
        return np.array([f"score{c + 1}" for c in range(len(self._model["components"]["offset"]))], dtype=object)


def _class_of(model):
    return Components if "components" in model else Classifier if "classes" in model else Regressor


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
    if model.get("format") != "kernelscope portable model":
        raise ValueError(f"{description} is not a model that this file reads: export the model again, whole.")
    if model.get("version") != 2:
        raise ValueError(f"{description} is of another version than this program: export the model again, whole.")
    return model
