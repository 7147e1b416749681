"""Writes spectral.json: what numpy, scipy and scikit-learn say about the spectral family on small made data.

    python3 test/oracles/spectral.py

Ridge with and without an unpenalised intercept, with row weights, several kernels and targets: KernelRidge, and the saddle system
[[K + n·lambda·W^-1, F], [F', 0]]·[alpha; beta] = [y; 0] solved as it stands. Splines: scipy's RBFInterpolator. Hard thresholding: the
saddle system with the leading empirical eigenfunctions as F. Flow: a matrix exponential. Descent: its steps, one by one.
Leave-one-out errors: refits that hold the total ridge n·lambda. lambda is per sample.
"""
import json
import os

import numpy as np
import scipy
import sklearn
from scipy.interpolate import RBFInterpolator
from scipy.linalg import expm
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, DotProduct, Matern, RationalQuadratic
from sklearn.kernel_ridge import KernelRidge
from sklearn.metrics.pairwise import polynomial_kernel

rng = np.random.default_rng(21)
n, m, d, lam = 40, 12, 2, 2e-3
X = rng.uniform(-1.7, 1.7, size=(n, d)).round(6)
Z = rng.uniform(-1.9, 1.9, size=(m, d)).round(6)
Y = np.column_stack([np.sin(2 * X[:, 0]) + 0.4 * X[:, 1] ** 2 + 3, np.cos(X[:, 0] + X[:, 1]) - 7])
Y = (Y + 0.2 * rng.normal(size=Y.shape)).round(6)
W = rng.uniform(0.2, 3, size=n)
W = W / W.mean()
y = Y[:, 0]
one = np.ones(n)


def saddle(K, F, y, ridge):
    """alpha and beta; `ridge` is n·lambda for every row, or that over the row's weight."""
    k, p = len(y), F.shape[1]
    A = np.block([[K + np.diag(np.broadcast_to(ridge, k)), F], [F.T, np.zeros((p, p))]])
    solution = np.linalg.solve(A, np.concatenate([y, np.zeros((p,) + y.shape[1:])]))
    return solution[:k], solution[k:]


def left_out(fit, y):
    """Squared errors of fits without one row: `fit` takes the rows it may use and the row it is to predict."""
    rows = np.arange(len(y))
    return float(np.mean([(y[i] - fit(rows[rows != i], i)) ** 2 for i in rows]))


gaussian = RBF(0.9)
# The sum that DotProduct builds has a constant of sigma_0 squared.
kernels = [
    ('gaussian(lengthScale=0.9)', gaussian),
    ('gaussian(lengthScale=[0.6, 1.7])', RBF([0.6, 1.7])),
    ('laplace(lengthScale=1.3)', Matern(1.3, nu=0.5)),
    ('matern32(lengthScale=1.3)', Matern(1.3, nu=1.5)),
    ('matern52(lengthScale=1.3)', Matern(1.3, nu=2.5)),
    ('cauchy(lengthScale=1.3)', RationalQuadratic(length_scale=1.3 / np.sqrt(2), alpha=1.0)),
    ('polynomial(degree=3, scale=0.5, offset=1, lengthScale=1)', lambda A, B: polynomial_kernel(A, B, degree=3, gamma=0.5, coef0=1)),
    ('0.5*linear + gaussian(lengthScale=0.9)', ConstantKernel(0.5) * DotProduct(sigma_0=0) + gaussian),
    ('matern52(lengthScale=2) * gaussian(lengthScale=[0.6, 1.7])', Matern(2.0, nu=2.5) * RBF([0.6, 1.7])),
]
ridge = []
for text, kernel in kernels:
    K, C = kernel(X, X), kernel(Z, X)
    bare = KernelRidge(kernel='precomputed', alpha=n * lam).fit(K, Y)
    heavy = KernelRidge(kernel='precomputed', alpha=n * lam).fit(K, y, sample_weight=W)
    alpha, beta = saddle(K, one[:, None], Y, n * lam)
    alpha_w, beta_w = saddle(K, one[:, None], y, n * lam / W)

    def without(rows, i):
        a, b = saddle(K[np.ix_(rows, rows)], one[rows, None], y[rows], n * lam)
        return K[i, rows] @ a + b[0]

    ridge.append(dict(
        kernel=text, bare=bare.predict(C).T.tolist(), weighted=heavy.predict(C).tolist(), withIntercept=(C @ alpha + beta).T.tolist(),
        weightedWithIntercept=(C @ alpha_w + beta_w).tolist(), beta=float(beta[0, 0]), loo=left_out(without, y)))

splines = []
for text, name, degree, epsilon in [
    ('thinPlate', 'thin_plate_spline', 1, None),
    ('polyharmonic(exponent=3)', 'cubic', 1, None),
    ('polyharmonic(exponent=5)', 'quintic', 2, None),
    ('negativeDistance', 'linear', 0, None),
    ('multiquadric(offset=1, lengthScale=0.4)', 'multiquadric', 0, 1 / 0.4),
]:
    options = dict(kernel=name, degree=degree, smoothing=n * lam, **({} if epsilon is None else dict(epsilon=epsilon)))
    predictions = RBFInterpolator(X, Y, **options)(Z)
    loo = left_out(lambda rows, i: RBFInterpolator(X[rows], y[rows], **options)(X[i:i + 1])[0], y)
    splines.append(dict(kernel=text, predictions=predictions.T.tolist(), loo=loo))

K, C = gaussian(X, X), gaussian(Z, X)


def terms(A):
    return np.column_stack([np.ones(len(A)), A[:, 0], A[:, 1] ** 2, A[:, 0] * A[:, 1]])


F = terms(X)
alpha, beta = saddle(K, F, y, n * lam)
alpha_w, beta_w = saddle(K, F, y, n * lam / W)


def without_terms(rows, i):
    a, b = saddle(K[np.ix_(rows, rows)], F[rows], y[rows], n * lam)
    return K[i, rows] @ a + F[i] @ b


features = dict(
    unpenalised='x1, x2^2, x1*x2', predictions=(C @ alpha + terms(Z) @ beta).tolist(), loo=left_out(without_terms, y),
    weighted=(C @ alpha_w + terms(Z) @ beta_w).tolist())



def deviations(K, C, diagonal, F, there, weights):
    """Standard deviation of a new observation at Z in units of the noise's, for ridge as kriging with flat priors on F's coefficients: the
    kernel's variance is 1/(n·lambda) of the noise's, which is that over the weight in a weighted row."""
    p = F.shape[1]
    system = np.block([[K / (n * lam) + np.diag(1 / weights), F], [F.T, np.zeros((p, p))]])
    right = np.vstack([C.T / (n * lam), there.T])
    return np.sqrt(1 + diagonal / (n * lam) - np.sum(right * np.linalg.solve(system, right), axis=0)).tolist()


def thin_plate(A, B):
    r = np.linalg.norm(A[:, None] - B[None], axis=2)
    return np.where(r > 0, r * r * np.log(np.where(r > 0, r, 1)), 0)


def linear_terms(A):
    return np.column_stack([np.ones(len(A)), A])


intervals = []
for text, unpenalised, kernel, design, diagonal in [
    ('gaussian(lengthScale=0.9)', 'none', gaussian, lambda A: np.ones((len(A), 1)), 1),
    ('gaussian(lengthScale=0.9)', 'x1, x2^2, x1*x2', gaussian, terms, 1),
    ('thinPlate', 'none', thin_plate, linear_terms, 0),
]:
    arguments = (kernel(X, X), kernel(Z, X), np.full(m, diagonal), design(X), design(Z))
    intervals.append(dict(
        kernel=text, unpenalised=unpenalised, plain=deviations(*arguments, one), weighted=deviations(*arguments, W)))

# The residual kernel beside a constant, and its eigenfunctions at new rows: the kernel projected on both sides.
H = np.eye(n) - 1 / n
residual, cross = H @ K @ H, (C - K.mean(0)) @ H


def eigen(A):
    values, vectors = np.linalg.eigh(A / n)
    return values[::-1], vectors[:, ::-1]


hard = []
for intercept, (A, B) in dict(bare=(K, C), withIntercept=(residual, cross)).items():
    mu, U = eigen(A)
    extended = B @ U / (n * mu)
    for k in (1, 5, 9):
        fixed, there = (U[:, :k], extended[:, :k]) if intercept == 'bare' else (
            np.column_stack([one, U[:, :k]]), np.column_stack([np.ones(m), extended[:, :k]]))
        a, b = saddle(A, fixed, y, n * lam)
        hard.append(dict(intercept=intercept != 'bare', k=k, predictions=(B @ a + there @ b).tolist()))

centred = y - y.mean()
mu, U = eigen(residual)


def filtered(g):
    return (cross @ (U[:, :len(g)] @ (g / (n * mu[:len(g)]) * (U[:, :len(g)].T @ centred))) + y.mean()).tolist()


truncated = [dict(r=r, predictions=filtered(mu[:r] / (mu[:r] + lam))) for r in (2, 8, 15)]
cutoff = [dict(r=r, predictions=filtered(np.ones(r))) for r in (2, 8, 15)]

# alpha' = centred - residual·alpha from 0 to t, as the corner of one matrix exponential.
flow = []
for t in (0.05, 0.8, 12.0):
    generator = np.zeros((n + 1, n + 1))
    generator[:n, :n], generator[:n, n] = -residual * t, centred * t
    a = expm(generator)[:n, n]
    flow.append(dict(t=t, predictions=(cross @ a + y.mean()).tolist()))

descent = []
step = 0.9 / (n * mu[0])
for momentum in (0.0, 0.8):
    a, before = np.zeros(n), np.zeros(n)
    for s in range(1, 61):
        a, before = a + step * (centred - residual @ a) + momentum * (a - before), a
        if s in (1, 7, 60):
            descent.append(dict(momentum=momentum, steps=s, stepSize=step, predictions=(cross @ a + y.mean()).tolist()))

out = dict(
    made_with=dict(sklearn=sklearn.__version__, scipy=scipy.__version__, numpy=np.__version__),
    x=X.T.ravel().tolist(), z=Z.T.ravel().tolist(), y=Y.T.tolist(), weights=W.tolist(), **{'lambda': lam}, ridge=ridge, splines=splines,
    features=features, intervals=intervals, hard=hard, truncated=truncated, cutoff=cutoff, flow=flow, descent=descent)
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'spectral.json'), 'w') as f:
    json.dump(out, f, indent=1)
    f.write('\n')
