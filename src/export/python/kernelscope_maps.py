"""Features of rows, n x M, by the kind of their map (docs/features.md): `m` holds its numbers, `x` encoded rows."""

import math

import numpy as np


def units(m, x):
    return ACTIVATIONS[m["activation"]](x @ m["weights"] + m["bias"], m) * (m["scale"] * m.get("factors", 1.0))


def _sign(v, m):
    return np.clip(2 * np.floor(np.cos(v) + m["thresholds"]) + 1, -1, 1)


ACTIVATIONS = {
    "cos": lambda v, m: np.cos(v),
    "relu": lambda v, m: np.maximum(0, v),
    "tanh": lambda v, m: np.tanh(v),
    "erf": lambda v, m: np.array([math.erf(u) for u in v.ravel()]).reshape(v.shape),
    "step": lambda v, m: (v > 0).astype(float),
    "sign": lambda v, m: np.where(v > 0, 1.0, -1.0),
    "reluSquared": lambda v, m: np.maximum(0, v) ** 2,
    "binary": _sign,
    "identity": lambda v, m: v,
}


def _with_constant(m, x):
    """Rows divided by the length scale, and the column that carries the offset."""
    scaled = math.sqrt(m["scale"]) * x / np.array(m["lengthScale"])
    return np.concatenate([scaled, np.full((len(x), 1), math.sqrt(m["offset"]))], axis=1)


def _products(columns, counts, start):
    """For each feature the product of `counts` neighbouring columns, n x features."""
    first = np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(int)
    result = np.repeat(start[None, :], len(columns), axis=0)
    for t in range(int(counts.max(initial=0))):
        more = np.flatnonzero(counts > t)
        result[:, more] *= columns[:, first[more] + t]
    return result


def maclaurin(m, x):
    return _products(_with_constant(m, x) @ m["signs"], m["degrees"].astype(int), m["coefficients"])


def tensor_sketch(m, x):
    rows = _with_constant(m, x)
    width, degree = m["width"], m["degree"]
    blocks = []
    for block in range(m["buckets"].shape[1] // degree):
        spectrum = 1
        for t in range(block * degree, (block + 1) * degree):
            sketch = np.zeros((rows.shape[1], width))
            sketch[np.arange(rows.shape[1]), m["buckets"][:, t].astype(int)] = m["signs"][:, t]
            spectrum = spectrum * np.fft.rfft(rows @ sketch, axis=1)
        blocks.append(math.sqrt(width) * np.fft.irfft(spectrum, n=width, axis=1))
    return np.concatenate(blocks, axis=1)[:, : m["count"]]


def taylor(m, x):
    scaled = x / np.array(m["lengthScale"])
    envelope = m["scale"] * np.exp(-0.5 * np.sum(scaled * scaled, axis=1))
    counts = np.diff(m["starts"]).astype(int)
    return envelope[:, None] * _products(scaled[:, m["indices"].astype(int)], counts, m["factors"])


def additive(m, x):
    columns = x[:, m["columns"].astype(int)]
    logarithms = np.where(columns == 0, 0, np.log(np.where(columns == 0, 1, columns)))
    return m["factors"] * np.sqrt(columns) * np.cos(m["frequencies"] * logarithms + m["phases"])


def histogram(m, x):
    return np.exp(-(x @ m["weights"]))


MAPS = {"units": units, "maclaurin": maclaurin, "tensorSketch": tensor_sketch, "taylor": taylor, "histogram": histogram, "additive": additive}
