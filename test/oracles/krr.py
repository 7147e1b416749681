"""Writes krr.json: what scikit-learn, numpy and scipy say about kernel ridge regression on public data.

    env -u OPENBLAS_CORETYPE -u OPENBLAS_L2_SIZE python3 test/oracles/krr.py ../shared/data

Every fifth row (0-based 0, 5, 10, …) is held out. Columns are standardised on the training rows (ddof 0), the target is
centred on its training mean for KernelRidge, which has no intercept; beside it the same fit with an unpenalised intercept, from the saddle
system [[K + n·lambda·I, 1], [1', 0]]. lambda is per sample: KernelRidge gets alpha = n·lambda and gamma = 1/(2·lengthScale²).
"""
import json
import os
import sys

import numpy as np
import scipy
import sklearn
from scipy.linalg import eigh
from sklearn.kernel_ridge import KernelRidge
from sklearn.metrics.pairwise import rbf_kernel

DATA = sys.argv[1]
SETS = {
    'airfoil': dict(file='airfoil/airfoil.csv', delimiter=',', header=False, rows=None, lengthScale=0.7, lam=1e-5),
    'wine': dict(file='wine_quality/winequality-red.csv', delimiter=';', header=True, rows=800, lengthScale=2.0, lam=1e-3),
    'california': dict(file='california/california_sklearn_form.csv', delimiter=',', header=True, rows=1000, lengthScale=1.5, lam=1e-4),
}


def load(s):
    data = np.loadtxt(os.path.join(DATA, s['file']), delimiter=s['delimiter'], skiprows=int(s['header']), max_rows=s['rows'])
    return data[:, :-1], data[:, -1]


def ridge(n, s):
    return KernelRidge(kernel='rbf', alpha=n * s['lam'], gamma=1 / (2 * s['lengthScale'] ** 2))


def digest(p):
    return dict(predictions=p[:40].tolist(), sum=float(p.sum()), sumOfSquares=float((p * p).sum()))


def with_intercept(A, y, B, s, total=None):
    k, gamma = len(y), 1 / (2 * s['lengthScale'] ** 2)
    system = np.ones((k + 1, k + 1))
    system[:k, :k] = rbf_kernel(A, gamma=gamma) + np.eye(k) * (k * s['lam'] if total is None else total)
    system[k, k] = 0
    solution = np.linalg.solve(system, np.append(y, 0))
    return rbf_kernel(B, A, gamma=gamma) @ solution[:k] + solution[k]


out = dict(made_with=dict(sklearn=sklearn.__version__, scipy=scipy.__version__, numpy=np.__version__), fits={})
for name, s in SETS.items():
    X, y = load(s)
    held = np.arange(len(y)) % 5 == 0
    mean, sd = X[~held].mean(0), X[~held].std(0)
    Z = (X - mean) / sd
    centre = y[~held].mean()
    model = ridge((~held).sum(), s).fit(Z[~held], y[~held] - centre)
    out['fits'][name] = dict(
        file=s['file'], delimiter=s['delimiter'], header=s['header'], rows=s['rows'], lengthScale=s['lengthScale'], **{'lambda': s['lam']},
        n=int((~held).sum()), held=int(held.sum()), bare=digest(model.predict(Z[held]) + centre),
        withIntercept=digest(with_intercept(Z[~held], y[~held], Z[held], s)))

# Brute force on the first 300 rows of airfoil: refits that hold the total ridge and the scaling, with the intercept fitted each time.
s = dict(SETS['airfoil'], lam=1e-4, lengthScale=1.2)
X, y = load(s)
X, y = X[:300], y[:300]
Z = (X - X.mean(0)) / X.std(0)
n = len(y)


def left_out(blocks):
    e = np.empty(n)
    for b in blocks:
        rest = np.setdiff1d(np.arange(n), b)
        e[b] = y[b] - with_intercept(Z[rest], y[rest], Z[b], s, n * s['lam'])
    return e


loo = left_out([np.array([i]) for i in range(n)])
folds = [np.arange(f, n, 10) for f in range(10)]
kf = left_out(folds)
per_fold = np.array([(kf[b] ** 2).mean() for b in folds])
H = np.eye(n) - 1 / n
mu = eigh(H @ rbf_kernel(Z, gamma=1 / (2 * s['lengthScale'] ** 2)) @ H / n, eigvals_only=True)[::-1]
out['small'] = dict(
    file=s['file'], rows=n, lengthScale=s['lengthScale'], **{'lambda': s['lam']},
    looResiduals=loo[:40].tolist(), loo=float((loo ** 2).mean()),
    folds=10, cv=float(per_fold.mean()), cvStandardError=float(per_fold.std(ddof=1) / np.sqrt(10)),
    eigenvalues=mu[:60].tolist(), trace=float(mu.sum()))
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'krr.json'), 'w') as f:
    json.dump(out, f, indent=1)
    f.write('\n')
