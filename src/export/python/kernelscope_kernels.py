"""Kernels and features of encoded rows."""

import math

import numpy as np

import kernelscope_maps as maps


def kernel_matrix(kernel, x, z):
    """k(x_i, z_j), n x m, of encoded rows."""
    if kernel["kind"] == "sum":
        return sum(term["weight"] * kernel_matrix(term["kernel"], x, z) for term in kernel["terms"])
    if kernel["kind"] == "product":
        return math.prod(kernel_matrix(factor, x, z) for factor in kernel["factors"])
    x, z = _scaled(kernel, x), _scaled(kernel, z)
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
    x = _scaled(kernel, x)
    if kernel["kind"] == "features":
        features = _map(kernel["map"], x)
        return np.sum(features * features, axis=1) / features.shape[1]
    formula, p = KERNELS[kernel["function"]], kernel["parameters"]
    square = np.sum(x * x, axis=1)
    if kernel["argument"] == "innerProduct":
        return formula(p, square, square, square)
    zero = np.zeros(len(x))
    return formula(p, zero) if kernel["argument"] == "distance" else formula(p, zero) ** x.shape[1]


def _scaled(kernel, x):
    columns = kernel.get("columns")
    return (x if columns is None else x[:, columns]) / np.array(kernel["lengthScale"])


def _half_turns(turns):
    return 2 * np.abs(turns - np.round(turns))


def ratio(a, b):
    """a/b, 0 where b is 0."""
    zero = b == 0
    return np.where(zero, 0.0, a / np.where(zero, 1.0, b))


def features_of(blocks, x):
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
    "field": lambda m, x: kernel_matrix(m["kernel"], x, m["points"]) @ m["coefficients"],
    "landmarks": lambda m, x: np.linalg.solve(m["factor"], kernel_matrix(m["kernel"], m["points"], x)).T,
}
