"""Writes features.json: scikit-learn's polynomial features; the loss of one hidden ReLU layer with its gradient by finite differences
in extended precision; and the kernels that maps of random features recover, by scikit-learn or by numerical integration over the
numbers that the features are drawn with.

    python3 test/oracles/features.py
"""
import json
import os

import mpmath
import numpy as np
import scipy
import sklearn
from scipy.integrate import quad
from scipy.stats import chi2, norm
from sklearn.gaussian_process.kernels import RBF, Matern, RationalQuadratic
from sklearn.metrics.pairwise import additive_chi2_kernel, polynomial_kernel
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

# The kernels of feature maps, between rows of 3 columns, all of them 0 or more so that histograms' are among them; a cell is 0.
generator = np.random.default_rng(17)
P = generator.uniform(0.05, 1.2, size=(5, 3))
P[1, 2] = 0
scales = np.array([0.8, 2.0, 1.3])


def between(k):
    return [[float(k(a, b)) for b in P] for a in P]


def expected_sine(a, b):
    """1 - (4/pi)·E|sin(w·(a - b)/2)| for normal w/scales: what the binary codes of the Gaussian kernel recover."""
    r = np.sqrt(np.sum(((a - b) / scales) ** 2))
    integral, _ = quad(lambda g: norm.pdf(g) * abs(np.sin(r * g / 2)), -12, 12, epsabs=1e-13, limit=400)
    return 1 - 4 / np.pi * integral


def laplace_transform(t, scale):
    """E[exp(-w·t)] for w = 1/(2·scale·g^2), g normal."""
    integral, _ = quad(lambda g: norm.pdf(g) * np.exp(-t / (2 * scale * g * g)), 0, 12, epsabs=1e-14, limit=400)
    return 2 * integral


def bernoulli(t):
    t = t - np.floor(t)
    return 1 - (2 * np.pi) ** 4 / 24 * (t ** 4 - 2 * t ** 3 + t * t - 1 / 30)


maps = [
    ('gaussian', RBF(length_scale=scales)(P).tolist()),
    ('laplace', Matern(length_scale=scales, nu=0.5)(P).tolist()),
    ('matern32', Matern(length_scale=scales, nu=1.5)(P).tolist()),
    ('matern52', Matern(length_scale=scales, nu=2.5)(P).tolist()),
    ('cauchy', RationalQuadratic(length_scale=1 / np.sqrt(2), alpha=1.0)(P / scales).tolist()),
    ('polynomial', polynomial_kernel(P / scales, degree=3, gamma=0.7, coef0=0.4).tolist()),
    ('linear', ((P / scales) @ (P / scales).T).tolist()),
    ('exponential', np.exp((P / scales) @ (P / scales).T).tolist()),
    # scikit-learn's is -sum (x - z)^2/(x + z) = sum 4xz/(x + z) - (x + z).
    ('chiSquared', between(lambda a, b: sum((additive_chi2_kernel([[u]], [[v]])[0, 0] + u + v) / 2 / s for u, v, s in zip(a, b, scales)))),
    ('intersection', between(lambda a, b: np.sum(np.minimum(a, b) / scales))),
    ('histogram', between(lambda a, b: np.prod([laplace_transform(u + v, s) for u, v, s in zip(a, b, scales)]))),
    ('binary', between(expected_sine)),
    # Order 4: a Bernoulli polynomial of the fractional part.
    ('spline', between(lambda a, b: np.prod(bernoulli((a - b) / scales)))),
]

# Lambda of order up to 1 at t: 1 plus twice the real part of the polylogarithm at exp(2 pi i t).
mpmath.mp.dps = 25
poles = []
for p in (0.6, 0.85, 1.0):
    for t in (0.05, 0.31, 0.5):
        series = mpmath.polylog(mpmath.mpf(p), mpmath.exp(2j * mpmath.pi * mpmath.mpf(t)))
        poles.append(dict(order=p, t=t, value=float(1 + 2 * series.real)))

quantiles = [dict(u=u, normal=norm.ppf(u), three=chi2.ppf(u, 3), five=chi2.ppf(u, 5)) for u in (1e-9, 1e-4, 0.03, 0.0749, 0.4, 0.77, 0.926, 0.9999)]

with open(os.path.join(os.path.dirname(__file__), 'features.json'), 'w') as file:
    json.dump(
        dict(
            made_with=dict(sklearn=sklearn.__version__, numpy=np.__version__, scipy=scipy.__version__, mpmath=mpmath.__version__),
            x=X.tolist(), polynomials=polynomials,
            network=dict(y=Y.tolist(), width=width, theta=theta.tolist(), loss=float(loss(theta)), gradient=gradient),
            maps=dict(x=P.tolist(), lengthScale=scales.tolist(), kernels=[dict(name=name, values=values) for name, values in maps]),
            poles=poles, quantiles=quantiles,
        ),
        file, separators=(',', ':'),
    )
    file.write('\n')
