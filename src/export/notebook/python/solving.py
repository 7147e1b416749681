"""What a notebook fits with: each function stands in it where it is first called.

`product(a)` is K a; `solve(w, b)` is (K + diag(1/w))^-1 b, 0 where w is 0; `newton(w, pull, total)` is f = K d + b and b, with d = w (pull - f) and,
where there is a constant, sum d = -total; otherwise b = 0."""

import numpy as np


def squares(X, Z):
    """Squared distances between rows, n x m: column by column, so that equal rows are 0 apart."""
    return sum((X[:, c, None] - Z[None, :, c]) ** 2 for c in range(X.shape[1]))


def turns(X, Z):
    """For each column its distances between rows on a circle of length 1, n x m, over half of it."""
    for c in range(X.shape[1]):
        difference = X[:, c, None] - Z[None, :, c]
        yield 2 * np.abs(difference - np.round(difference))


def landmark_factor(gram):
    """L with L L' = the kernel matrix of the landmarks, and the least jitter on its diagonal that makes it definite."""
    least = len(gram) * np.finfo(float).eps * np.mean(np.diag(gram))
    for jitter in [0, *(least * 10**k for k in range(9))]:
        try:
            return np.linalg.cholesky(gram + jitter * np.eye(len(gram)))
        except np.linalg.LinAlgError:
            continue
    raise SystemExit("The kernel matrix of the landmarks is not positive definite.")


def conditional_ridge(K, F, y, ridge):
    """alpha and beta of [[K + n lambda I, F], [F', 0]] [alpha; beta] = [y; 0]: CKRR section 3."""
    n, p = F.shape
    system = np.block([[K + ridge * np.eye(n), F], [F.T, np.zeros((p, p))]])
    solution = np.linalg.solve(system, np.append(y, np.zeros(p)))
    return solution[:n], solution[n:]


def residual_spectrum(K, F):
    """Eigenvalues mu, descending, and vectors of the residual kernel matrix (I - QQ')K(I - QQ')/n with F = QR: CKRR theorem 3.2."""
    n, p = F.shape
    Q, R = np.linalg.qr(F, mode="complete")
    rest = Q[:, p:]  # orthogonal to F
    mu, V = np.linalg.eigh(rest.T @ K @ rest / n)
    return np.maximum(mu[::-1], 0), rest @ V[:, ::-1], Q[:, :p], R[:p]


def zones(mu, lam, k, r):
    """g/mu: 1/mu for the first k directions, 1/(mu + lambda) up to direction r, 0 beyond."""
    share = np.zeros(len(mu))
    share[:k] = 1 / mu[:k]
    share[k:r] = 1 / (mu[k:r] + lam)
    return share


def feature_ridge(Z, F, y, filter_of):
    """Weights of the features and of F with the filter on mu, the spectrum of Z'(I - QQ')Z/n with F = QR: RF eq. 6 beside CKRR theorem 3.2."""
    Q, R = np.linalg.qr(F)
    U, s, V = np.linalg.svd(Z - Q @ (Q.T @ Z), full_matrices=False)
    mu = s**2 / len(Z)
    weights = V.T @ (filter_of(mu) * (s * (U.T @ y))) / len(Z)
    return weights, np.linalg.solve(R, Q.T @ (y - Z @ weights))


def box_dual(product, newton, y, lower, upper, epsilon, constant):
    """alpha, b, the value and how far b is open: min 1/2 a'Ka - y'a + epsilon sum |a_i| over lower <= a <= upper, with sum a_i = 0 and its multiplier b where there is a constant.

    A primal-dual interior-point method on a = p - q with 0 <= p <= upper and 0 <= q <= -lower: every step solves one system."""
    n, size = len(y), np.std(y) or 1.0
    sign = np.repeat([1.0, -1.0], n)
    most = np.append(upper, -lower)
    bounded = np.isfinite(most)
    x = np.minimum(size, most / 2)
    z, u, b = np.full(2 * n, size), np.where(bounded, size, 0.0), 0.0
    for _ in range(300):
        a = x[:n] - x[n:]
        slack = most - x
        gap = z @ x + np.sum(u[bounded] * slack[bounded])
        if gap < 1e-10 * max(abs(a @ y), size):
            break
        slope = sign * np.tile(product(a) + b - y, 2) + epsilon
        tau = 0.1 * gap / (2 * n)
        diagonal = z / x + u / slack
        right = -slope + tau / x - tau / slack
        weight = np.sum((1 / diagonal).reshape(2, n), axis=0)
        pull = np.sum((sign * right / diagonal).reshape(2, n), axis=0) / weight
        df, db = newton(weight, pull, np.sum(a))
        dx = (right - sign * np.tile(df, 2)) / diagonal
        dz = (tau - z * dx) / x - z
        du = (tau + u * dx) / slack - u
        rates = np.concatenate([dx / x, -dx / slack, dz / z, (du / np.maximum(u, 1e-300))[bounded]])
        share = min(1.0, 0.995 / max(1e-300, -np.min(rates)))
        x, z, u, b = x + share * dx, z + share * dz, u + share * du, b + share * db
    a = x[:n] - x[n:]
    value = a @ product(a) / 2 - a @ y + epsilon * np.sum(np.abs(a))
    if not constant:
        return a, 0.0, value, 0.0
    # Where every row is at a bound, the constant may be anywhere in an interval.
    near, left = 1e-6 * np.max(np.abs(a)), y - product(a)
    rise = np.max(np.where(a < -near, left + epsilon, left - epsilon)[a < upper - near], initial=-np.inf)
    fall = np.min(np.where(a > near, left - epsilon, left + epsilon)[a > lower + near], initial=np.inf)
    if -np.inf < rise <= fall < np.inf:
        return a, (rise + fall) / 2, value, fall - rise
    return a, b, value, 0.0


def weighted_median(y, weights):
    """The value at which half of the weight is reached, or the mean of the two between which that is."""
    order = np.argsort(y, kind="stable")
    order = order[weights[order] > 0]
    past = np.cumsum(weights[order]) - np.sum(weights) / 2
    i = int(np.argmax(past > -1e-12 * np.sum(weights)))
    return np.mean(y[order[i : i + 2]]) if past[i] <= 1e-12 * np.sum(weights) and i + 1 < len(order) else y[order[i]]


def m_estimate(product, solve, y, weigh, cut, scale, ridge, rows, intercept, weights):
    """alpha = (K + n lambda W^-1)^-1 (y - b) with the weights W = weigh(r / (cut s)) of the residuals r, s = scale(r): iteratively reweighted least squares."""
    least = 1e-6 * scale(y)
    for _ in range(5000):
        solved = solve(rows * weights / ridge, np.stack([y, np.ones(len(y))], axis=1))
        b = np.sum(solved[:, 0]) / np.sum(solved[:, 1]) if intercept else 0.0
        alpha = solved[:, 0] - b * solved[:, 1]
        r = y - b - product(alpha)
        before, weights = weights, weigh(np.abs(r) / (cut * max(scale(r), least)))
        if np.max(np.abs(weights - before)) < 1e-12:
            return alpha, b
    print(f"The weights still change by {np.max(np.abs(weights - before)):.1e} after 5000 iterations.")
    return alpha, b


def sign_flow(K, y, until):
    """d alpha/dt = v until time `until`: v is the sign of each residual that is not 0, and of the others what keeps them 0, from -1 to 1.

    v is constant until the next residual reaches 0, so the path goes from one such event to the next: SIGN section 5, Prop. 5."""
    n = len(y)
    noise = 1e-12 * np.max(np.diag(K))
    K = K + noise * np.eye(n)  # no row is exactly a combination of others
    alpha, r, v, t = np.zeros(n), y.copy(), np.sign(y), 0.0
    sliding = []  # rows whose residual stays 0
    while t < until:
        g = K @ v
        waiting = np.ones(n, bool)
        waiting[sliding] = False
        with np.errstate(divide="ignore", invalid="ignore"):
            wait = np.where(waiting & (v * g > n * noise), np.maximum(0, r / g), np.inf)
        wait[waiting & (v == 0) & (np.abs(g) > n * noise)] = 0
        j = int(np.argmin(wait))
        passed = min(wait[j], until - t)
        alpha, r, t = alpha + passed * v, r - passed * g, t + passed
        r[sliding] = 0
        if t >= until:
            break
        # Row j joins the sliding ones: their velocities change until its residual rests too; those that reach 1 in size leave.
        r[j] = 0
        sliding.append(j)
        left = g[j]
        while True:
            pull = np.zeros(len(sliding))
            pull[sliding.index(j)] = -left
            change = np.linalg.solve(K[np.ix_(sliding, sliding)], pull)
            room = np.where(change > 0, 1 - v[sliding], 1 + v[sliding]) / np.maximum(np.abs(change), 1e-300)
            first = int(np.argmin(room))
            share = min(1.0, room[first])
            v[sliding] += share * change
            left *= 1 - share
            if share == 1:
                break
            row = sliding.pop(first)
            v[row] = np.sign(change[first])
            if row == j:
                break
    return alpha


def sign_descent(product, y, step, until):
    """alpha += step * sign(y - K alpha), until the steps add up: SIGN section 5, KSGD."""
    count, r = np.zeros(len(y)), y.copy()
    for done in range(1, round(until / step) + 1):
        v = np.sign(r)
        count += v
        r = y - product(step * count) if done % 4096 == 0 else r - step * product(v)
    return step * count


def coordinate_flow(K, y, until):
    """d alpha/dt = v until time `until`: v has length 1 and lowers the largest |residual| fastest, by the rows that have it: SIGN section 5, Prop. 5.

    v is constant until another residual is as large, so the path goes from one such event to the next."""
    n = len(y)
    noise = 1e-12 * np.max(np.diag(K))
    K = K + noise * np.eye(n)  # no row is exactly a combination of others
    alpha, r, t = np.zeros(n), y.copy(), 0.0
    moving, w = [int(np.argmax(np.abs(y)))], np.zeros(1)
    sign = np.sign(r)
    while t < until and np.max(np.abs(r)) > 0:
        # Least w'Gw/2 - sum(w) over w >= 0: weights that reach 0 on the way leave.
        while True:
            s = sign[moving]
            wanted = s * np.linalg.solve(K[np.ix_(moving, moving)], s)
            if np.all(wanted > 0):
                break
            share = np.where(wanted > 0, np.inf, w / np.maximum(w - wanted, 1e-300))
            c = int(np.argmin(share))
            w = np.delete(w + share[c] * (wanted - w), c)
            del moving[c]
        w, v, fall = wanted, np.zeros(n), 1 / np.sum(wanted)
        v[moving] = s * w * fall
        g, largest = K @ v, np.max(np.abs(r[moving]))
        wait = np.full((2, n), np.inf)
        for row, side in enumerate((1, -1)):
            nearer = fall - side * g
            room = np.maximum(0, largest - side * r)
            np.divide(room, nearer, out=wait[row], where=nearer > n * noise)
        wait[:, moving] = np.inf
        side, j = np.unravel_index(np.argmin(wait), wait.shape)
        passed = min(wait[side, j], largest * np.sum(w), until - t)
        alpha, r, t = alpha + passed * v, r - passed * g, t + passed
        r[moving] = s * max(0, largest - passed * fall)
        if passed < wait[side, j]:
            break
        sign[j] = 1 - 2 * side
        moving.append(int(j))
        w = np.append(w, 0)
    return alpha


def coordinate_descent(product, y, step, until):
    """The alpha_i with the largest residual changes by step * sign(r_i), until the steps add up: SIGN section 5, KCD."""
    count, r, columns = np.zeros(len(y)), y.copy(), {}
    for done in range(1, round(until / step) + 1):
        i = int(np.argmax(np.abs(r)))
        v = np.sign(r[i])
        if i not in columns:
            columns[i] = product(np.eye(1, len(y), i)[0])
        count[i] += v
        r = y - product(step * count) if done % (8 * len(y)) == 0 else r - step * v * columns[i]
    return step * count
