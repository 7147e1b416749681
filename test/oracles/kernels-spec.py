"""Writes kernels-spec.json: scikit-learn's kernels with one length scale per column, their sums and products, and the smoothing fits of
scipy's RBFInterpolator with kernels that are only conditionally positive definite.

    python3 test/oracles/kernels-spec.py
"""
import json
import os

import numpy as np
import scipy
import sklearn
from scipy.interpolate import RBFInterpolator
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, DotProduct, Matern, RationalQuadratic
from sklearn.metrics.pairwise import polynomial_kernel

rng = np.random.default_rng(11)
X = rng.normal(size=(9, 3)) * [1, 10, 0.1] + [3, -200, 0.5]
Z = rng.normal(size=(4, 3)) * [1, 10, 0.1] + [3, -200, 0.5]
Z[2] = X[5]
s = [0.7, 12.0, 0.2]

gaussian = RBF(length_scale=s)
laplace = Matern(length_scale=s, nu=0.5)
matern32 = Matern(length_scale=s, nu=1.5)
matern52 = Matern(length_scale=s, nu=2.5)
linear = DotProduct(sigma_0=0)

kernels = [
    ('gaussian(lengthScale=[0.7, 12, 0.2])', gaussian(X, Z)),
    ('laplace(lengthScale=[0.7, 12, 0.2])', laplace(X, Z)),
    ('matern32(lengthScale=[0.7, 12, 0.2])', matern32(X, Z)),
    ('matern52(lengthScale=[0.7, 12, 0.2])', matern52(X, Z)),
    # (1 + r^2/(2 alpha l^2))^-alpha with alpha 1 and l = s/sqrt(2), on rows divided beforehand.
    ('cauchy(lengthScale=[0.7, 12, 0.2])', RationalQuadratic(length_scale=1 / np.sqrt(2), alpha=1.0)(X / s, Z / s)),
    ('linear', linear(X, Z)),
    ('polynomial(degree=3, scale=1, offset=1.5, lengthScale=20)', polynomial_kernel(X, Z, degree=3, gamma=1 / 400, coef0=1.5)),
    ('0.5*linear + gaussian(lengthScale=[0.7, 12, 0.2])', (ConstantKernel(0.5) * linear + gaussian)(X, Z)),
    ('gaussian(lengthScale=2) * matern52(lengthScale=[0.7, 12, 0.2])', (RBF(2.0) * matern52)(X, Z)),
    (
        '2*(gaussian(lengthScale=[0.7, 12, 0.2]) + 0.25*laplace(lengthScale=8)) * (matern32(lengthScale=40) + 3*linear) + 0.1*matern52(lengthScale=5)',
        (ConstantKernel(2.0) * (gaussian + ConstantKernel(0.25) * Matern(8.0, nu=0.5)) * (Matern(40.0, nu=1.5) + ConstantKernel(3.0) * linear)
         + ConstantKernel(0.1) * Matern(5.0, nu=2.5))(X, Z),
    ),
]

# Smoothing with the kernel matrix K and polynomials P: [[K + smoothing I, P], [P', 0]] [a; b] = [y; 0].
P = rng.uniform(-1, 1, size=(30, 2))
Q = rng.uniform(-1.2, 1.2, size=(6, 2))
y = np.sin(3 * P[:, 0]) + P[:, 1] ** 2 + 0.1 * rng.normal(size=30)
fits = []
for text, name, degree, epsilon in [
    ('thinPlate', 'thin_plate_spline', 1, None),
    ('polyharmonic(exponent=3)', 'cubic', 1, None),
    ('polyharmonic(exponent=5)', 'quintic', 2, None),
    ('negativeDistance', 'linear', 0, None),
    ('multiquadric(offset=1, lengthScale=0.4)', 'multiquadric', 0, 1 / 0.4),
]:
    options = dict(kernel=name, degree=degree, smoothing=0.05)
    if epsilon is not None:
        options['epsilon'] = epsilon
    fits.append(dict(kernel=text, order=degree + 1, values=RBFInterpolator(P, y, **options)(Q).tolist()))

with open(os.path.join(os.path.dirname(__file__), 'kernels-spec.json'), 'w') as file:
    json.dump(
        dict(
            made_with=dict(sklearn=sklearn.__version__, scipy=scipy.__version__, numpy=np.__version__),
            x=X.tolist(), z=Z.tolist(), kernels=[dict(kernel=text, values=np.asarray(k).tolist()) for text, k in kernels],
            smoothing=dict(x=P.tolist(), z=Q.tolist(), y=y.tolist(), smoothing=0.05, fits=fits),
        ),
        file, separators=(',', ':'),
    )
    file.write('\n')
