"""Writes landmarks.json: what scikit-learn and numpy say about Nyström features, ridge leverage scores and Nyström ridge regression.

    env -u OPENBLAS_CORETYPE -u OPENBLAS_L2_SIZE python3 test/oracles/landmarks.py

90 made rows in 3 columns, 18 of them landmarks. `products` are inner products of scikit-learn's Nyström features over all pairs of the
first ten rows. `leverage` is the diagonal of K·(K + n·lambda·I)^-1. `ridge` minimises
(1/n)·sum_i weight_i·(y_i − K_nm·a − b)² + lambda·a'·K_mm·a over a and b for two targets, from the normal equations with b as one more
unknown; `fitted` is K_nm·a + b.
"""
import json
import os

import numpy as np
import scipy
import sklearn
from sklearn.kernel_approximation import Nystroem
from sklearn.metrics.pairwise import rbf_kernel

rng = np.random.RandomState(11)
n, d, m, length, lam = 90, 3, 18, 1.3, 1e-3
X = np.round(rng.normal(size=(n, d)), 4)
Y = np.round(np.stack([np.sin(2 * X[:, 0]) + X[:, 1], X[:, 2] ** 2]) + 0.1 * rng.normal(size=(2, n)) + 3, 4)
weights = np.round(rng.uniform(0.2, 3, size=n), 4)
weights /= weights.mean()
rows = rng.permutation(n)[:m]
gamma = 1 / (2 * length**2)
K = rbf_kernel(X, gamma=gamma)

class Given(Nystroem):
    """Nystroem on the landmarks given, in place of its own draw."""

    def fit_landmarks(self, points):
        self.components_ = points
        u, s, vt = np.linalg.svd(rbf_kernel(points, gamma=gamma))
        self.normalization_ = u / np.sqrt(s) @ vt
        self.component_indices_ = np.arange(len(points))
        self._n_features_out = len(points)
        self.n_features_in_ = points.shape[1]
        return self


features = Given(kernel='rbf', gamma=gamma, n_components=m).fit_landmarks(X[rows]).transform(X[:10])


def ridge(w, intercept):
    F = np.hstack([K[:, rows], np.ones((n, 1))]) if intercept else K[:, rows]
    penalty = np.zeros((F.shape[1],) * 2)
    penalty[:m, :m] = lam * K[np.ix_(rows, rows)]
    solution = np.linalg.solve(F.T @ (F * w[:, None]) / n + penalty, F.T @ (w[:, None] * Y.T) / n)
    return dict(intercept=intercept, weighted=bool(w.std() > 0), fitted=(F @ solution).T.tolist())


out = dict(
    made_with=dict(sklearn=sklearn.__version__, scipy=scipy.__version__, numpy=np.__version__),
    x=X.T.tolist(), y=Y.tolist(), weights=weights.tolist(), rows=rows.tolist(), lengthScale=length, **{'lambda': lam},
    products=(features @ features.T).tolist(),
    leverage=np.diag(np.linalg.solve(K + n * lam * np.eye(n), K)).tolist(),
    ridge=[ridge(w, b) for w in (np.ones(n), weights) for b in (False, True)],
)
with open(os.path.join(os.path.dirname(__file__), 'landmarks.json'), 'w') as f:
    json.dump(out, f)
