"""Writes robust.json: M-estimators with a kernel by scipy's minimisers, and with a linear kernel by statsmodels.

    python3 test/oracles/robust.py

kernel: (1/n)·sum rho(r) + lambda·alpha'·K·alpha with r = y − b − K·alpha, rho(r) = r² near 0 and a fixed scale, minimised over (theta, b) with K = L·L' and
f = L·theta by Newton's method on scipy's trust-exact, to a gradient of 1e-12; from 0 for Huber, from Huber's solution for Tukey.
linear: statsmodels' RLM with an intercept on few columns, its scale (MAD about 0) left fixed as `scale`, so that kernel and linear fits share the cutoff.
"""
import json
import os

import numpy as np
import scipy
import statsmodels
import statsmodels.api as sm
from scipy.optimize import minimize

TUNING = dict(huber=1.345, tukey=4.685)


def rho(loss, r, c):
    u = (r / c) ** 2
    if loss == 'huber':
        return np.where(u <= 1, r * r, 2 * c * np.abs(r) - c * c)
    return np.where(u <= 1, c * c / 3 * (1 - (1 - u) ** 3), c * c / 3)


def psi(loss, r, c):
    u = (r / c) ** 2
    return np.clip(r, -c, c) if loss == 'huber' else np.where(u <= 1, r * (1 - u) ** 2, 0)


def slope(loss, r, c):
    u = (r / c) ** 2
    return np.where(u <= 1, 1.0, 0.0) if loss == 'huber' else np.where(u <= 1, (1 - u) * (1 - 5 * u), 0)


def solve(loss, K, y, lam, scale, intercept, start):
    n = len(y)
    c = TUNING[loss] * scale
    values, vectors = np.linalg.eigh(K)
    L = vectors * np.sqrt(np.maximum(values, 0))
    B = np.column_stack([L, np.ones(n)]) if intercept else L
    P = np.diag(np.append(np.ones(n), 0) if intercept else np.ones(n))
    f = lambda t: rho(loss, y - B @ t, c).mean() + lam * t @ P @ t
    g = lambda t: -2 / n * B.T @ psi(loss, y - B @ t, c) + 2 * lam * P @ t
    h = lambda t: 2 / n * (B.T * slope(loss, y - B @ t, c)) @ B + 2 * lam * P
    t = minimize(f, start, jac=g, hess=h, method='trust-exact', options=dict(gtol=1e-10, maxiter=5000)).x
    for _ in range(20):
        t = t - np.linalg.solve(h(t), g(t))
    assert np.abs(g(t)).max() < 1e-12, np.abs(g(t)).max()
    return t, B @ t, f(t)


rng = np.random.RandomState(11)
n = 60
x = rng.uniform(-3, 3, (n, 2))
y = np.sin(2 * x[:, 0]) + 0.5 * x[:, 1] + 0.1 * rng.normal(size=n)
y[::7] += rng.choice([-4, 6], size=len(y[::7]))
K = np.exp(-((x[:, None] - x[None]) ** 2).sum(2) / (2 * 1.1 ** 2))
fits = []
for intercept in (False, True):
    for lam in (1e-1, 1e-2, 1e-3):
        start = np.zeros(n + intercept)
        for loss in ('huber', 'tukey'):
            start, f, objective = solve(loss, K, y, lam, 0.25, intercept, start)
            fits.append({'loss': loss, 'lambda': lam, 'scale': 0.25, 'intercept': intercept, 'f': f.tolist(), 'objective': objective})

X = rng.normal(size=(80, 3))
t = X @ [1.0, -2.0, 0.5] + 3 + 0.3 * rng.normal(size=80)
t[:12] += 15 * rng.normal(size=12)
linear = []
for loss, norm in (('huber', sm.robust.norms.HuberT(1.345)), ('tukey', sm.robust.norms.TukeyBiweight(4.685))):
    model = sm.RLM(t, sm.add_constant(X), M=norm).fit(maxiter=500, tol=1e-13, scale_est='mad')
    linear.append(dict(loss=loss, scale=float(model.scale), coefficients=model.params.tolist(), weights=model.weights.tolist()))
out = dict(
    made_with=dict(numpy=np.__version__, scipy=scipy.__version__, statsmodels=statsmodels.__version__),
    kernel=dict(x=x.T.tolist(), y=y.tolist(), lengthScale=1.1, fits=fits),
    linear=dict(x=X.T.tolist(), y=t.tolist(), fits=linear))
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'robust.json'), 'w') as file:
    json.dump(out, file, indent=1)
    file.write('\n')
