"""Writes kernels.json: kernel matrices of scikit-learn and of scipy's interpolator between two sets of rows.

    python3 test/oracles/kernels.py

scikit-learn's laplacian_kernel takes the sum of absolute differences; the Euclidean one is its Matern of nu 1/2.
"""
import json
import os

import numpy as np
import scipy
import sklearn
from scipy.interpolate import _rbfinterp_pythran as compiled
from sklearn.gaussian_process.kernels import Matern, RationalQuadratic
from sklearn.metrics.pairwise import linear_kernel, polynomial_kernel, rbf_kernel

rng = np.random.default_rng(5)
X = rng.normal(size=(7, 3))
Z = rng.normal(size=(5, 3))
Z[1] = X[2]
s = 1.3


def interpolator(kernel, **options):
    """The function r -> phi(r) that RBFInterpolator uses, read off its own system at the distances of X and Z."""
    y = np.vstack([X, Z])
    epsilon = options.get('epsilon', 1.0)
    lhs, _, _, _ = compiled._build_system(y, np.zeros((len(y), 1)), np.zeros(len(y)), kernel, epsilon, np.zeros((0, 3), dtype=int))
    return lhs[: len(X), len(X) : len(y)]


c = 0.8
kernels = [
    (dict(kind='gaussian', lengthScale=s), rbf_kernel(X, Z, gamma=1 / (2 * s * s))),
    (dict(kind='laplace', lengthScale=s), Matern(length_scale=s, nu=0.5)(X, Z)),
    (dict(kind='matern32', lengthScale=s), Matern(length_scale=s, nu=1.5)(X, Z)),
    (dict(kind='matern52', lengthScale=s), Matern(length_scale=s, nu=2.5)(X, Z)),
    # (1 + r^2/(2 alpha l^2))^-alpha with alpha 1 and l = s/sqrt(2).
    (dict(kind='cauchy', lengthScale=s), RationalQuadratic(length_scale=s / np.sqrt(2), alpha=1.0)(X, Z)),
    (dict(kind='linear'), linear_kernel(X, Z)),
    (dict(kind='polynomial', degree=3, scale=0.5, offset=1.5), polynomial_kernel(X, Z, degree=3, gamma=0.5, coef0=1.5)),
    (dict(kind='thinPlate'), interpolator('thin_plate_spline')),
    (dict(kind='polyharmonic', exponent=3), interpolator('cubic')),
    (dict(kind='polyharmonic', exponent=5), interpolator('quintic')),
    (dict(kind='negativeDistance'), interpolator('linear')),
    # scipy: -sqrt(1 + (epsilon r)^2); times c with epsilon 1/c it is -sqrt(c^2 + r^2).
    (dict(kind='multiquadric', offset=c), c * interpolator('multiquadric', epsilon=1 / c)),
]

with open(os.path.join(os.path.dirname(__file__), 'kernels.json'), 'w') as file:
    json.dump(
        dict(
            made_with=dict(sklearn=sklearn.__version__, scipy=scipy.__version__, numpy=np.__version__),
            x=X.tolist(), z=Z.tolist(), kernels=[dict(form=form, values=np.asarray(k).tolist()) for form, k in kernels],
        ),
        file, separators=(',', ':'),
    )
    file.write('\n')
