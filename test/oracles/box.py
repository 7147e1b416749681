"""Writes box.json: solutions of box-constrained duals by methods independent of the engine's.

    env -u OPENBLAS_CORETYPE -u OPENBLAS_L2_SIZE python3 test/oracles/box.py

min ½a'Ka − y'a + eps·||a||_1 over lower ≤ a ≤ upper, with sum(a) = 0 where there is an intercept: a primal-dual interior-point
method on the split a = p − q, then one linear solve on the free variables it found, whose KKT conditions are asserted to 1e-10.
Beside it scikit-learn's SVR and QuantileRegressor on the same rows.
"""
import json
import os

import numpy as np
import scipy
import sklearn
from scipy.linalg import lstsq
from sklearn.linear_model import QuantileRegressor
from sklearn.svm import SVR

rng = np.random.default_rng(20250611)
N = 40


def interior(K, y, upper, lower, eps, intercept):
    """x = (p, q) ≥ 0 with slacks s to finite bounds; Mehrotra's corrector, equality multiplier b."""
    n = len(y)
    G = np.block([[K, -K], [-K, K]])
    c = np.concatenate([eps - y, eps + y])
    bound = np.concatenate([upper, -lower])
    capped = np.isfinite(bound)
    A = np.concatenate([np.ones(n), -np.ones(n)])
    x = np.where(capped, 0.5 * np.where(capped, bound, 1), 1.0)
    s = np.where(capped, bound - x, 1.0)
    z, w, b = np.ones(2 * n), np.where(capped, 1.0, 0.0), 0.0
    for _ in range(200):
        rd = G @ x + c - z + w - (A * b if intercept else 0)
        rp = A @ x if intercept else 0.0
        rs = np.where(capped, x + s - bound, 0.0)
        mu = (x @ z + s[capped] @ w[capped]) / (2 * n + capped.sum())
        if mu < 1e-14 and abs(rd).max() < 1e-10:
            break

        def step(tx, ts):
            D = z / x + np.where(capped, w / s, 0)
            r = -rd - z + tx / x - np.where(capped, (ts - w * s + w * rs) / s, 0)
            M = G + np.diag(D) + 1e-14 * np.eye(2 * n)
            if intercept:
                system = np.block([[M, -A[:, None]], [A[None, :], np.zeros((1, 1))]])
                d = np.linalg.solve(system, np.append(r, -rp))
                dx, db = d[:-1], d[-1]
            else:
                dx, db = np.linalg.solve(M, r), 0.0
            ds = np.where(capped, -rs - dx, 0)
            dz = (tx - x * z - z * dx) / x
            dw = np.where(capped, (ts - w * s - w * ds) / s, 0)
            return dx, ds, dz, dw, db

        def longest(v, d):
            neg = d < 0
            return min(1.0, 0.995 * (-v[neg] / d[neg]).min()) if neg.any() else 1.0

        t = 0.1 * mu
        dx, ds, dz, dw, db = step(np.full(2 * n, t), np.full(2 * n, t))
        ap = min(longest(x, dx), longest(s[capped], ds[capped]) if capped.any() else 1)
        ad = min(longest(z, dz), longest(w[capped], dw[capped]) if capped.any() else 1)
        x, s = x + ap * dx, s + ap * ds
        z, w, b = z + ad * dz, w + ad * dw, b + ad * db
    return x[:n] - x[n:], -b


def polish(K, y, upper, lower, eps, intercept):
    """The linear solve on the free set, and its KKT conditions."""
    a, b = interior(K, y, upper, lower, eps, intercept)
    small = 1e-5 * np.minimum(upper, -lower).min() if np.isfinite(upper).all() else 1e-5 * abs(a).max()
    up, down = a > upper - small, a < lower + small
    zero = (abs(a) < small) & (eps > 0)
    free = ~(up | down | zero)
    x = np.where(up, upper, np.where(down, lower, 0.0))
    rhs = y[free] - eps * np.sign(a[free]) - K[np.ix_(free, ~free)] @ x[~free]
    M = K[np.ix_(free, free)]
    if intercept and free.any():
        M = np.block([[M, np.ones((free.sum(), 1))], [np.ones((1, free.sum())), np.zeros((1, 1))]])
        solution = lstsq(M, np.append(rhs, -x.sum()))[0]
        x[free], b = solution[:-1], solution[-1]
    elif free.any():
        x[free] = lstsq(M, rhs)[0]
    r = y - b - K @ x
    scale = 1e-10 * max(1, abs(y).max())
    assert (x <= upper + 1e-9).all() and (x >= lower - 1e-9).all()
    assert not intercept or abs(x.sum()) < 1e-9
    assert (abs(r[free] - eps * np.sign(x[free])) <= scale).all(), abs(r[free] - eps * np.sign(x[free])).max()
    assert (r[up] >= eps - scale).all() and (r[down] <= -eps + scale).all() and (abs(r[zero]) <= eps + scale).all()
    return x, b, K @ x


X = rng.normal(size=(N, 3))
target = np.sin(2 * X[:, 0]) + 0.5 * X[:, 1] + 0.3 * rng.standard_t(2, size=N)
target -= np.median(target)
distances = ((X[:, None] - X[None]) ** 2).sum(-1)
twice = np.concatenate([np.arange(30), np.arange(10)])
KERNELS = {
    'gaussian': np.exp(-distances / (2 * 0.8 ** 2)),
    'linear': X @ X.T,
    'twice': np.exp(-distances / (2 * 1.5 ** 2))[np.ix_(twice, twice)],
}
problems = []
for name, K in KERNELS.items():
    cases = [dict(kind='infinity', c=c) for c in (0.05, 1.0, 20.0)]
    cases += [dict(kind='tube', C=C, epsilon=0.1, intercept=i) for C in (0.1, 3.0) for i in (True, False)]
    cases += [dict(kind='quantile', C=C, tau=tau, intercept=i) for C in (0.1, 5.0) for tau in (0.1, 0.5) for i in (True, False)]
    if name == 'gaussian':
        cases += [dict(kind='one', epsilon=e) for e in (1.0, 0.2, 0.02)]
    for case in cases:
        if case['kind'] == 'infinity':
            lower, upper, eps, intercept = -case['c'], case['c'], 0.0, False
        elif case['kind'] == 'tube':
            lower, upper, eps, intercept = -case['C'], case['C'], case['epsilon'], case['intercept']
        elif case['kind'] == 'quantile':
            lower, upper, eps, intercept = case['C'] * (case['tau'] - 1), case['C'] * case['tau'], 0.0, case['intercept']
        else:
            lower, upper, eps, intercept = -np.inf, np.inf, case['epsilon'], False
        a, b, f = polish(K, target, np.full(N, upper), np.full(N, lower), eps, intercept)
        assert np.isfinite(a).all()
        objective = 0.5 * a @ K @ a - target @ a + eps * abs(a).sum()
        problems.append(dict(kernel=name, **case, alpha=a.tolist(), b=float(b), fitted=f.tolist(), objective=objective))

svr = []
for C, e in ((0.1, 0.1), (2.0, 0.1), (20.0, 0.3)):
    model = SVR(kernel='precomputed', C=C, epsilon=e, tol=1e-10).fit(KERNELS['gaussian'], target)
    a = np.zeros(N)
    a[model.support_] = model.dual_coef_[0]
    svr.append(dict(C=C, epsilon=e, alpha=a.tolist(), intercept=float(model.intercept_[0]),
                    fitted=model.predict(KERNELS['gaussian']).tolist()))

quantiles = []
for tau in (0.1, 0.5, 0.8):
    model = QuantileRegressor(quantile=tau, alpha=0, solver='highs').fit(X, target)
    r = target - model.predict(X)
    quantiles.append(dict(tau=tau, fitted=model.predict(X).tolist(), loss=float(np.maximum(tau * r, (tau - 1) * r).mean())))

out = dict(
    made_with=dict(sklearn=sklearn.__version__, scipy=scipy.__version__, numpy=np.__version__),
    y=target.tolist(), kernels={name: K.ravel().tolist() for name, K in KERNELS.items()},
    problems=problems, svr=svr, quantiles=quantiles)
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'box.json'), 'w') as f:
    json.dump(out, f)
    f.write('\n')
