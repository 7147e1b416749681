"""What a model predicts for encoded rows: numbers with intervals, quantiles, classes, or scores of principal components."""

import math

import numpy as np

from kernelscope_kernels import features_of, kernel_diagonal, kernel_matrix, ratio

# Rows at a time.
_BLOCK = 256


def predicted(model, x, complete, intervals=True):
    parts = [_block(model, x[i : i + _BLOCK], intervals) for i in range(0, len(x), _BLOCK)] or [_block(model, x, False)]
    joined = {key: np.concatenate([part[key] for part in parts], axis=-1) for key in parts[0]}
    for values in joined.values():
        values[..., ~complete] = np.nan
    if model.get("components"):
        return {"components": {"scores": joined["scores"].T.copy(), "error": joined["error"]}}
    outputs = _outputs(model, joined)
    classes = model.get("classes")
    return {"outputs": outputs, "classes": _classified(classes, outputs)} if classes else {"outputs": outputs}


# Rows that others are rebuilt from, at most.
_LEARNT = 2000


def rebuilt(model, scores):
    """Rows with these scores, in the units of the file and the order of its columns."""
    inverse = model["components"]["inverse"]
    gaussian = lambda t, z: np.exp(-sum((t[:, c, None] - z[None, :, c]) ** 2 for c in range(z.shape[1])) / (2 * inverse["lengthScale"] ** 2))
    if "solved" not in inverse:
        rows = model["rows"]
        few = rows if len(rows) <= _LEARNT else rows[np.arange(_LEARNT) * len(rows) // _LEARNT]
        own = predicted(model, few, np.ones(len(few), dtype=bool))["components"]["scores"]
        ridge = inverse["alpha"] * np.eye(len(few))
        inverse.update(scores=own, solved=np.linalg.solve(gaussian(own, own) + ridge, few - few.mean(axis=0)), means=few.mean(axis=0))
    parts = [scores[i : i + _BLOCK] for i in range(0, len(scores), _BLOCK)] or [scores]
    x = np.concatenate([gaussian(part, inverse["scores"]) @ inverse["solved"] for part in parts]) + inverse["means"]
    x = x * np.array(model["encoded"]["scale"]) + np.array(model["encoded"]["centre"])
    columns, at = [], 0
    for column in model["inputs"]:
        width = _width(column)
        columns.append(_restored(column, x[:, at : at + width]))
        at += width
    return np.stack(columns, axis=1)


def _width(column):
    parts = {"category": len(column.get("levels", [])) + bool(column.get("otherLevel")), "date": sum(1 if part == "trend" else 2 for part in column.get("parts", ["trend"]))}
    return parts.get(column["kind"], 1) + bool(column.get("missingLevel"))


def _restored(column, x):
    if column["kind"] == "number":
        return x[:, 0]
    whole = np.isfinite(x[:, 0])
    if column["kind"] == "category":
        # The most probable of the first where several are alike.
        levels = [*column["levels"], None, None]
        found = [levels[most] for most in np.argmax(x, axis=1)]
    elif column["kind"] == "boolean":
        words = column.get("words", ["0", "1"])
        found = [words[int(value > 0.5)] for value in x[:, 0]]
    elif "trend" not in column.get("parts", ["trend"]):
        # Cycles do not give a date.
        found = [None] * len(x)
    else:
        unit = "m" if "hour" in column.get("parts", []) else "D"
        seconds = np.where(whole, np.floor(x[:, 0] * 86400 + 0.5), 0).astype(np.int64)
        found = [str(day).replace("T", " ") for day in seconds.astype("datetime64[s]").astype(f"datetime64[{unit}]")]
    return np.array([value if known else None for value, known in zip(found, whole)], dtype=object)


def _block(model, x, intervals):
    """Values of some rows, each array with the rows along its last axis."""
    rows = model["rows"]
    cross = kernel_matrix(model["kernel"], x, rows) if len(rows) else np.zeros((len(x), 0))
    features = features_of(model["features"], x)
    if model.get("components"):
        return _projected(model, x, cross, features)
    kept = features[:, model["kept"]]
    of = lambda output: cross @ output["alpha"] + kept @ output["beta"]
    predicted = np.array([of(output) for output in model["outputs"]])
    half = np.full_like(predicted, np.nan)
    projected = _residual(model, x, cross, features) if intervals and model.get("projection") else None
    for o, output in enumerate(model["outputs"]):
        if intervals and "interval" in output:
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
    if "stored" not in p:
        p["stored"] = _decomposed(model, p)
    stored = p["stored"]
    v = features[:, p["kept"]] @ p["whiten"]
    projected = cross @ stored["directions"] - v @ stored["coupling"]
    prior = kernel_diagonal(model["kernel"], x) - 2 * np.sum(v * (cross @ stored["along"]), axis=1)
    prior += np.sum((v @ stored["inner"]) * v, axis=1)
    return projected, np.maximum(0, prior), np.sum(v * v, axis=1)


def _decomposed(model, p):
    """What intervals need of the training rows, when the first is asked for: eigenvectors of their kernel without the unpenalised features."""
    x = model["rows"]
    roots = p.get("roots", np.ones(len(x)))[:, None]
    kernel = roots * kernel_matrix(model["kernel"], x, x) * roots.T
    free = roots * (features_of(model["features"], x)[:, p["kept"]] @ p["whiten"])
    image = kernel @ free
    inner = free.T @ image
    half = image - free @ inner / 2
    _, vectors = np.linalg.eigh(kernel - free @ half.T - half @ free.T)
    # As many as the fit told from rounding, the largest first.
    rank = len(next(output["interval"]["deviation"]["weights"] for output in model["outputs"]))
    vectors = vectors[:, ::-1][:, :rank]
    # Those of the smallest eigenvalues lean towards the features, whose own are 0, and what the features explain is much larger than what is left.
    vectors = (vectors - free @ (free.T @ vectors)) / math.sqrt(len(x))
    return {"directions": roots * vectors, "coupling": image.T @ vectors, "along": roots * free, "inner": inner}


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
    share = ratio(score - knots[low], knots[high] - knots[low])
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
