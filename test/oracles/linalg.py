"""Writes linalg.json: eigenvalues, singular values and pivoted QR of small matrices, and erf, by numpy and scipy.

    env -u OPENBLAS_CORETYPE -u OPENBLAS_L2_SIZE python3 test/oracles/linalg.py

Entries follow from i and j by sums, products and quotients of small integers and powers of two, which IEEE arithmetic
gives alike in every language: test/engine/linalg/oracleMatrices.ts builds the same matrices bit for bit.
"""
import json
import os

import numpy as np
import scipy
from scipy.linalg import eigvalsh, qr, svdvals
from scipy.special import erf


def made(rows, columns, entry):
    return np.array([[float(entry(i, j)) for j in range(columns)] for i in range(rows)])


def symmetric(n, entry):
    """`entry` is asked for i >= j."""
    return made(n, n, lambda i, j: entry(max(i, j), min(i, j)))


def power(x, exponent):
    result = 1.0
    for _ in range(exponent):
        result *= x
    return result


SYMMETRIC = {
    'integers': (60, lambda i, j: (7 * i * j + 3 * (i + j)) % 17 - 8),
    'many integers': (200, lambda i, j: (31 * i * j + 5 * (i + j)) % 101 - 50),
    'Hilbert': (20, lambda i, j: 1 / (i + j + 1)),
    'least of two': (50, lambda i, j: j + 1),
    'Wilkinson': (21, lambda i, j: abs(i - 10) if i == j else int(i == j + 1)),
    'glued Wilkinson': (63, lambda i, j: abs(i % 21 - 10) if i == j else 0 if i != j + 1 else 2.0 ** -26 if i % 21 == 0 else 1),
    'graded': (30, lambda i, j: 2.0 ** -(i + j) * (1 + (i * j) % 5)),
    'second differences': (70, lambda i, j: 2 if i == j else -1 if i == j + 1 else 0),
    'arrow': (40, lambda i, j: i if i == j else 1 if j == 0 else 0),
    'ones in blocks': (45, lambda i, j: int(i // 9 == j // 9)),
    'quotients': (80, lambda i, j: 1 / (1 + (i - j) * (i - j) / 64)),
    'negative definite': (33, lambda i, j: -40 if i == j else ((i * j) % 3 - 1) / 2),
}
TALL = {
    'integers': (40, 7, lambda i, j: ((i * i + 5) * (j + 3) * (i + j * j + 1)) % 29 - 14),
    'Vandermonde': (50, 12, lambda i, j: power(i / 64, j)),
    'Hilbert': (30, 15, lambda i, j: 1 / (i + j + 1)),
    'a column twice': (25, 6, lambda i, j: ((i + 1) * (j % 5 + 2)) % 11 - 5),
    'graded columns': (20, 5, lambda i, j: 2.0 ** (-10 * j) * ((i * i + 3 * j * i) % 7 - 3)),
}

out = dict(made_with=dict(scipy=scipy.__version__, numpy=np.__version__), eigenvalues={}, singularValues={}, pivotedQr={})
for name, (n, entry) in SYMMETRIC.items():
    out['eigenvalues'][name] = dict(n=n, values=eigvalsh(symmetric(n, entry), driver='ev').tolist())
for name, (rows, columns, entry) in TALL.items():
    a = made(rows, columns, entry)
    out['singularValues'][name] = dict(rows=rows, columns=columns, values=svdvals(a).tolist())
    r, permutation = qr(a, mode='r', pivoting=True)
    out['pivotedQr'][name] = dict(diagonal=np.abs(np.diag(r)).tolist(), permutation=permutation.tolist())
x = np.concatenate([np.arange(-56, 57) / 8, [2.0 ** -k for k in (5, 10, 20, 30, 60, 200)]])
out['erf'] = dict(x=x.tolist(), values=erf(x).tolist())

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'linalg.json'), 'w') as f:
    json.dump(out, f, indent=1)
    f.write('\n')
