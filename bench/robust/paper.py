# The algorithms of SIGN (O. Allerbo: Fast Robust Kernel Regression through Sign Gradient Descent with Early Stopping), sections 5
# and 6, as a reader of the paper writes them in numpy: one fit at a time, each from zero, by its own loop of whole-matrix steps.
# K is the n×n kernel matrix of the rows, y their n targets, centred; lam is the total penalty, n times lambda per sample.
import numpy as np

STEP = 0.01
STEPS = 10_000
PATIENCE = 100
PROXIMAL_STEPS = 1000
REWEIGHTED_STEPS = 100
TOLERANCE = 1e-5
# Below this a residual counts as zero in the reciprocal of the quantile loss's weights.
SMALL = 1e-6
TUNING = {"huber": 1.345, "tukey": 4.685}


def gaussian(x, z, sigma):
    square = (x**2).sum(axis=1)[:, None] + (z**2).sum(axis=1) - 2 * x @ z.T
    return np.exp(np.maximum(square, 0) / (-2 * sigma**2))


def r2(y, predicted):
    return 1 - ((y - predicted) ** 2).sum() / ((y - y.mean()) ** 2).sum()


def steps_to_best(direction, K, y, K_left, y_left):
    """
    a += step·direction(residual), until for PATIENCE steps the rows left out have not been predicted better. Returns the number of
    steps to the best and its summed squared error.
    """
    a, best, at = np.zeros(len(y)), (y_left**2).sum(), 0
    for step in range(1, STEPS + 1):
        a = a + STEP * direction(y - K @ a)
        error = ((y_left - K_left @ a) ** 2).sum()
        if error < best:
            best, at = error, step
        elif step - at > PATIENCE:
            break
    return at, best


def descend(direction, K, y, steps):
    a = np.zeros(len(y))
    for _ in range(steps):
        a = a + STEP * direction(y - K @ a)
    return a


def residual(r):
    return r


def krr(K, y, lam):
    return np.linalg.solve(K + lam * np.eye(len(y)), y)


def onto_l1_ball(v, radius):
    """The nearest point with ||.||_1 ≤ radius (Duchi et al. 2008)."""
    size = np.abs(v)
    if size.sum() <= radius:
        return v
    ordered = np.sort(size)[::-1]
    excess = (np.cumsum(ordered) - radius) / np.arange(1, len(v) + 1)
    threshold = excess[np.nonzero(ordered > excess)[0][-1]]
    return np.sign(v) * np.maximum(size - threshold, 0)


def k_inf(K, y, lam):
    """Equation 13 by proximal gradient: what the l1 ball of radius step·lam leaves of a gradient step (Moreau)."""
    a = np.zeros(len(y))
    for _ in range(PROXIMAL_STEPS):
        v = a + STEP * (y - K @ a)
        moved = v - onto_l1_ball(v, STEP * lam)
        change = np.abs(moved - a).max()
        a = moved
        if change < TOLERANCE:
            break
    return a


def m_estimate(loss, K, y, lam, tolerance=TOLERANCE):
    """Iteratively reweighted least squares with the residuals' standard deviation as scale at each step. Returns a and the scale."""
    a, scale = krr(K, y, lam), np.inf
    for _ in range(REWEIGHTED_STEPS):
        r = y - K @ a
        scale = max(r.std(), 1e-12)
        u = np.abs(r) / (TUNING[loss] * scale)
        w = 1 / np.maximum(u, 1) if loss == "huber" else np.maximum(1 - u**2, 0) ** 2
        moved = np.linalg.solve(w[:, None] * K + lam * np.eye(len(y)), w * y)
        change = np.abs(moved - a).max()
        a = moved
        if change < tolerance * np.abs(a).max():
            break
    return a, scale


def quantile(K, y, lam, tau=0.5):
    """
    sum of tau-quantile losses + lam/2·||f||² with a constant b, each loss majorised by a parabola at the present residual (Hunter
    and Lange 2000): lam·a = W(y − b − K·a) + tau − 1/2 and sum(a) = 0 with W = 1/(2|r|). Returns a and b.
    """
    n = len(y)
    a, b = krr(K, y, lam), np.median(y)
    for _ in range(REWEIGHTED_STEPS):
        w = 0.5 / np.maximum(np.abs(y - b - K @ a), SMALL)
        system = np.block([[w[:, None] * K + lam * np.eye(n), w[:, None]], [np.ones((1, n)), np.zeros((1, 1))]])
        moved = np.linalg.solve(system, np.append(w * y + (tau - 0.5), 0))
        change = np.abs(moved[:n] - a).max()
        a, b = moved[:n], moved[n]
        if change < TOLERANCE * np.abs(a).max():
            break
    return a, b
