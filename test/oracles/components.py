"""Writes components.json: what scikit-learn and numpy say about kernel principal components.

    env -u OPENBLAS_CORETYPE -u OPENBLAS_L2_SIZE python3 test/oracles/components.py

Rows come from a formula, so that both sides have them to rounding: x_ij = sin(1.7·i + 2.3·j) + 0.3·cos(0.9·i·(j + 1)) for
rows i = 0, 1, … and columns j = 0, 1, …; the last `fresh` rows are projected as new ones.
Scores and errors are those of the first 40 rows. KernelPCA decomposes C·K·C, so that its
eigenvalues are n − 1 times those of the U-statistic covariance; its scores are the same up to sign. What the components leave of a row
is k(x, x) − 2·mean k(x, x_j) + mean k(x_i, x_j) − the sum of its squared scores. Of linear kernels also plain PCA of the columns, and
what it leaves of each row; of Fourier features plain PCA of the features sqrt(2/M)·cos(x·w + b), with weights from a formula.
Pre-images are those of inverse_transform, of columns less their mean over the training rows: ridge from scores to columns, with the same Gaussian kernel on scores.
"""
import json

import numpy as np
import scipy
import sklearn
from sklearn.decomposition import PCA, KernelPCA
from sklearn.metrics.pairwise import polynomial_kernel, rbf_kernel


def rows(n, d):
    i, j = np.arange(n)[:, None], np.arange(d)[None, :]
    return np.sin(1.7 * i + 2.3 * j) + 0.3 * np.cos(0.9 * i * (j + 1))


KERNELS = {
    'gaussian': lambda A, B, s: rbf_kernel(A, B, gamma=1 / (2 * s * s)),
    'linear': lambda A, B, s: A @ B.T,
    'polynomial': lambda A, B, s: polynomial_kernel(A / s, B / s, degree=2, gamma=1, coef0=1),
}
CASES = [
    dict(kernel='gaussian', lengthScale=0.8, n=12, d=2, l=4),
    dict(kernel='gaussian', lengthScale=1.5, n=60, d=3, l=6),
    dict(kernel='gaussian', lengthScale=1.0, n=400, d=4, l=10),
    dict(kernel='polynomial', lengthScale=1.2, n=50, d=3, l=5),
    dict(kernel='linear', lengthScale=1.0, n=40, d=3, l=2),
    dict(kernel='linear', lengthScale=1.0, n=6, d=9, l=5),
]
FRESH = 7


def case(kernel, lengthScale, n, d, l):
    X = rows(n + FRESH, d)
    A, B = X[:n], X[n:]
    k = KERNELS[kernel]
    K, N = k(A, A, lengthScale), k(B, A, lengthScale)
    model = KernelPCA(n_components=l, kernel='precomputed', eigen_solver='dense').fit(K)
    scores, fresh = model.transform(K), model.transform(N)
    mean = K.mean()

    def left(own, cross, s):
        return own - 2 * cross.mean(1) + mean - (s * s).sum(1)

    own = np.array([k(b[None], b[None], lengthScale)[0, 0] for b in B])
    out = dict(
        kernel=kernel, lengthScale=lengthScale, n=n, d=d, l=l,
        eigenvalues=(model.eigenvalues_ / (n - 1)).tolist(),
        total=float((np.trace(K) - n * mean) / (n - 1)),
        scores=scores[:40].tolist(), fresh=fresh.tolist(),
        error=left(np.diag(K), K, scores)[:40].tolist(), freshError=left(own, N, fresh).tolist(),
    )
    if kernel == 'linear':
        pca = PCA(n_components=l, svd_solver='full').fit(A)
        rest = A - pca.inverse_transform(pca.transform(A))
        out['pca'] = dict(variance=pca.explained_variance_.tolist(), error=(rest * rest).sum(1).tolist())
    return out


def fourier(n, d, count, l):
    X = rows(n + FRESH, d)
    j, c = np.arange(count)[None, :], np.arange(d)[:, None]
    W, b = np.sin(3.1 * j + 1.3 * c) * 1.4, 0.37 * np.arange(count)
    Z = np.sqrt(2 / count) * np.cos(X @ W + b)
    pca = PCA(n_components=l, svd_solver='full').fit(Z[:n])
    fresh = pca.transform(Z[n:])
    rest = Z[n:] - pca.inverse_transform(fresh)
    centred = Z[:n] - Z[:n].mean(0)
    return dict(
        n=n, d=d, count=count, l=l, eigenvalues=pca.explained_variance_.tolist(),
        total=float((centred * centred).sum() / (n - 1)), fresh=fresh.tolist(), freshError=(rest * rest).sum(1).tolist(),
    )


def inverse(lengthScale, n, d, l, alpha):
    X = rows(n + FRESH, d)
    X = X - X[:n].mean(0)
    model = KernelPCA(n_components=l, kernel='rbf', gamma=1 / (2 * lengthScale**2), eigen_solver='dense',
                      fit_inverse_transform=True, alpha=alpha).fit(X[:n])
    back = model.inverse_transform(model.transform(X[n:]))
    return dict(lengthScale=lengthScale, n=n, d=d, l=l, alpha=alpha, rows=back.tolist())


out = dict(
    made_with=dict(sklearn=sklearn.__version__, scipy=scipy.__version__, numpy=np.__version__),
    fresh=FRESH,
    kernels=[case(**c) for c in CASES],
    fourier=fourier(80, 3, 30, 6),
    inverse=[inverse(0.8, 12, 2, 4, 1.0), inverse(1.5, 60, 3, 6, 0.01), inverse(1.0, 400, 4, 10, 1e-4)],
)
with open(__file__.replace('.py', '.json'), 'w') as f:
    json.dump(out, f)
    f.write('\n')
