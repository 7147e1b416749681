"""Writes features.json: scikit-learn's polynomial features, and the loss of one hidden ReLU layer with its gradient by finite differences
in extended precision.

    python3 test/oracles/features.py
"""
import json
import os

import numpy as np
import sklearn
from sklearn.preprocessing import PolynomialFeatures

rng = np.random.default_rng(3)
X = rng.normal(size=(6, 3))
polynomials = []
for degree in (0, 1, 2, 3):
    features = PolynomialFeatures(degree=degree)
    values = features.fit_transform(X)
    polynomials.append(dict(order=degree + 1, values=values.tolist(), powers=features.powers_.tolist()))

d, width, targets, n = 3, 4, 2, 6
sizes = [d * width, width, width * targets, targets]
theta = rng.normal(size=sum(sizes))
Y = rng.normal(size=(n, targets))


def loss(parameters):
    w, b, out, constant = np.split(parameters.astype(np.longdouble), np.cumsum(sizes)[:-1])
    hidden = np.maximum(0, X.astype(np.longdouble) @ w.reshape(width, d).T + b)
    return 0.5 * np.sum((hidden @ out.reshape(targets, width).T + constant - Y) ** 2)


step = np.longdouble(1e-8)
gradient = []
for i in range(len(theta)):
    up, down = theta.astype(np.longdouble), theta.astype(np.longdouble)
    up[i] += step
    down[i] -= step
    gradient.append(float((loss(up) - loss(down)) / (2 * step)))

with open(os.path.join(os.path.dirname(__file__), 'features.json'), 'w') as file:
    json.dump(
        dict(
            made_with=dict(sklearn=sklearn.__version__, numpy=np.__version__),
            x=X.tolist(), polynomials=polynomials,
            network=dict(y=Y.tolist(), width=width, theta=theta.tolist(), loss=float(loss(theta)), gradient=gradient),
        ),
        file, separators=(',', ':'),
    )
    file.write('\n')
