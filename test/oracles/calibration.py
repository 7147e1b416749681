"""Writes calibration.json: probabilities from scores, and how good they are, by scikit-learn and scipy.

    python3 test/oracles/calibration.py

Scores come from formulas, so that both sides have them to rounding: u_i = frac(0.754877666·i), v_i = frac(0.569840291·i),
s_i = 3u_i − 1.5 (every fifth rounded to one digit, so that some are equal), class 1 where v_i < 1/(1 + exp(−a·s_i − b)). Several
classes: s_ik = sin(1.7·i + 2.3·k) + u_i·[k = i mod K] and class (i mod K), or (i + 1) mod K where v_i < 0.3. Weights 0.5 + v_i.
Platt: logistic regression without a penalty on every row twice, as 1 with weight t and as 0 with weight 1 − t, t Platt's smoothed
targets. Isotonic: IsotonicRegression(out_of_bounds='clip'). Temperature: the smoothed targets' log-loss by scipy.
"""
import json

import numpy as np
import scipy
import sklearn
from scipy.optimize import minimize_scalar
from scipy.special import log_softmax, softmax
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score, brier_score_loss, log_loss, roc_auc_score


def sequences(n):
    i = np.arange(1, n + 1)
    return i, (0.754877666 * i) % 1, (0.569840291 * i) % 1


def two(n, a, b):
    i, u, v = sequences(n)
    s = 3 * u - 1.5
    s = np.where(i % 5 == 0, np.round(s * 10) / 10, s)
    return s, (v < 1 / (1 + np.exp(-a * s - b))).astype(int), 0.5 + v


def platt(s, y, w):
    ones, zeros = w[y == 1].sum(), w[y == 0].sum()
    t = np.where(y == 1, (ones + 1) / (ones + 2), 1 / (zeros + 2))
    model = LogisticRegression(C=np.inf, solver='newton-cholesky', tol=1e-14, max_iter=1000)
    model.fit(np.r_[s, s][:, None], np.r_[np.ones_like(y), np.zeros_like(y)], np.r_[w * t, w * (1 - t)])
    return dict(slope=model.coef_[0, 0], intercept=model.intercept_[0])


def quality(s, y, p):
    return dict(auc=roc_auc_score(y, s), averagePrecision=average_precision_score(y, s), logLoss=log_loss(y, p), brier=brier_score_loss(y, p))


cases = []
for n, a, b, weighted in [(30, 2, 0.3, False), (200, 1, -1, False), (200, 3, 0, True), (25, 400, 0, False)]:
    s, y, w = two(n, a, b)
    w = w if weighted else np.ones(n)
    fit = platt(s, y, w)
    p = 1 / (1 + np.exp(-fit['slope'] * s - fit['intercept']))
    cases.append(dict(kind='platt', n=n, a=a, b=b, weighted=weighted, **fit, **quality(s, y, p)))
for n, a, b, weighted in [(1000, 1, 0.3, False), (1500, 2, -2, True)]:
    s, y, w = two(n, a, b)
    model = IsotonicRegression(out_of_bounds='clip').fit(s, y, w if weighted else None)
    at = np.linspace(-2, 2, 41)
    cases.append(dict(kind='isotonic', n=n, a=a, b=b, weighted=weighted, at=at.tolist(), p=model.predict(at).tolist(), **quality(s, y, model.predict(s))))
for n, K, offsets in [(60, 3, None), (400, 5, [0.1, -0.3, 0, 0.5, -0.2])]:
    i, u, v = sequences(n)
    k = np.arange(K)[None, :]
    scores = np.sin(1.7 * i[:, None] + 2.3 * k) + u[:, None] * (k == (i % K)[:, None])
    y = np.where(v < 0.3, (i + 1) % K, i % K)
    counts = np.bincount(y, minlength=K)
    t = np.repeat((1 / (counts[y] + 2) / (K - 1))[:, None], K, 1)
    t[np.arange(n), y] = (counts[y] + 1) / (counts[y] + 2)
    shift = np.array(offsets if offsets else np.zeros(K))
    loss = lambda x: -(t * log_softmax(scores * np.exp(x) + shift, 1)).sum()
    inverse = np.exp(minimize_scalar(loss, bounds=(-10, 10), method='bounded', options=dict(xatol=1e-12)).x)
    p = softmax(scores * inverse + shift, 1)
    hot = np.eye(K)[y]
    cases.append(dict(kind='temperature', n=n, K=K, offsets=offsets, temperature=1 / inverse, logLoss=log_loss(y, p), brier=((p - hot) ** 2).sum(1).mean(),
                      auc=[roc_auc_score(hot[:, c], scores[:, c]) for c in range(K)], averagePrecision=[average_precision_score(hot[:, c], scores[:, c]) for c in range(K)]))
with open('test/oracles/calibration.json', 'w') as out:
    json.dump(dict(by=f'scikit-learn {sklearn.__version__}, scipy {scipy.__version__}', cases=cases), out, indent=1)
    out.write('\n')
