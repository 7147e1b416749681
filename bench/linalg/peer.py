# The peers' side of `npm run bench -- linalg`: one request a line of JSON on stdin, one answer a line on stdout.
# Inputs are those of inputs.mjs, in column-major order. Only the peer's own call is timed.
import importlib
import importlib.metadata
import os
import resource
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../harness"))
from answers import answer_requests  # noqa: E402

GOLDEN = 0x9E3779B9


def uniform(count, seed, into=None, scale=1.0):
    """As fillUniform; in blocks, so that drawing needs no memory to speak of."""
    import numpy as np

    out = np.empty(count) if into is None else into
    start = np.uint32(seed * GOLDEN & 0xFFFFFFFF)
    for low in range(0, count, 1 << 18):
        h = np.arange(low, min(low + (1 << 18), count), dtype=np.uint32)
        h += start
        h ^= h >> np.uint32(16)
        h *= np.uint32(0x7FEB352D)
        h ^= h >> np.uint32(15)
        h *= np.uint32(0x846CA68B)
        h ^= h >> np.uint32(16)
        out[low : low + len(h)] = h * (scale * 2.0**-31) - scale
    return out


def matrix(n, seed, columns=None, shift=0.0):
    """n rows of uniform numbers, column-major."""
    m = uniform(n * (columns or n), seed).reshape((n, columns or n), order="F")
    if shift:
        m.ravel(order="K")[:: n + 1] += shift
    return m


def normal_rows(n, d, seed):
    import numpy as np

    u, v = uniform(n * d, seed), uniform(n * d, seed + 1)
    return (np.sqrt(-2 * np.log((1 - u) / 2)) * np.cos(np.pi * v)).reshape((n, d), order="F")


def gaussian_gram(q):
    from sklearn.metrics.pairwise import rbf_kernel

    return rbf_kernel(normal_rows(q["n"], q["d"], 11), gamma=0.5 / q["lengthScale"] ** 2)


def symmetric(q):
    """Only the lower triangle of the random one counts."""
    return gaussian_gram(q) if q["matrix"] == "gaussian" else matrix(q["n"], 3)


def timed(call):
    started = time.perf_counter()
    result = call()
    return time.perf_counter() - started, result


def lower_sample(m, n):
    pairs = (sorted((t * 7919 % n, t * 104729 % n)) for t in range(64))
    return [float(m[i, j]) for j, i in pairs]


def vector_sample(v):
    return [float(v[(t * 7919 + t * t * 131) % len(v)]) for t in range(64)]


def gemm(q):
    import numpy as np

    n = q["n"]
    a, b = matrix(n, 1), matrix(n, 2)
    a, b = a.T if q["transposeA"] else a, b.T if q["transposeB"] else b
    seconds, c = timed(lambda: np.dot(a, b))
    return seconds, lower_sample(c, n)


def syrk(q):
    import numpy as np
    from scipy.linalg.blas import dsyrk

    n = q["n"]
    a, c = matrix(n, 1), np.zeros((n, n), order="F")
    seconds, c = timed(lambda: dsyrk(1.0, a, beta=0.0, c=c, lower=1, overwrite_c=1))
    return seconds, lower_sample(c, n)


def gemv(q):
    import numpy as np

    n = q["n"]
    a, x = matrix(n, 1), uniform(n, 2)
    a = a.T if q["transposed"] else a
    seconds, y = timed(lambda: np.dot(a, x))
    return seconds, vector_sample(y)


def solve(q):
    from scipy.linalg import solve_triangular

    n = q["n"]
    lower, b = matrix(n, 1, shift=float(n)), matrix(n, 2)
    seconds, x = timed(lambda: solve_triangular(lower, b, lower=True, overwrite_b=True, check_finite=False))
    return seconds, lower_sample(x, n)


def cholesky(q):
    n = q["n"]
    a = matrix(n, 1, shift=float(n))
    if q["peer"] == "numpy.linalg.cholesky":
        import numpy as np

        seconds, factor = timed(lambda: np.linalg.cholesky(a))
    else:
        from scipy.linalg.lapack import dpotrf

        seconds, (factor, _) = timed(lambda: dpotrf(a, lower=1, clean=0, overwrite_a=1))
    return seconds, lower_sample(factor, n)


def eigen(q):
    a = symmetric(q)
    if q["peer"] == "numpy.linalg.eigh":
        import numpy as np

        seconds, (values, _) = timed(lambda: np.linalg.eigh(a))
    else:
        from scipy.linalg import eigh

        seconds, (values, _) = timed(lambda: eigh(a, driver="evd", overwrite_a=True, check_finite=False))
    return seconds, values.tolist()


def eigenvalues(q):
    import numpy as np

    a = symmetric(q)
    seconds, values = timed(lambda: np.linalg.eigvalsh(a))
    return seconds, values.tolist()


def top(q):
    from scipy.sparse.linalg import eigsh

    a = gaussian_gram(q)
    tolerance = 1e-10 if q["peer"].endswith("(tol=1e-10)") else 0
    seconds, (values, _) = timed(lambda: eigsh(a, k=q["k"], tol=tolerance))
    return seconds, sorted(values.tolist())


def gram(q):
    n, x = q["n"], normal_rows(q["n"], q["d"], 11)
    if q["form"] == "gaussian":
        from sklearn.metrics.pairwise import rbf_kernel

        seconds, k = timed(lambda: rbf_kernel(x, gamma=0.5 / q["lengthScale"] ** 2))
    else:
        from sklearn.gaussian_process.kernels import Matern

        kernel = Matern(length_scale=q["lengthScale"], nu=0.5 if q["form"] == "laplace" else 1.5)
        seconds, k = timed(lambda: kernel(x))
    return seconds, lower_sample(k, n)


def elementwise(q):
    import numpy as np
    import scipy.special

    x = uniform(q["n"], 1, scale=q["range"])
    f = scipy.special.erf if q["f"] == "erf" else getattr(np, q["f"])
    seconds, x = timed(lambda: f(x, out=x))
    return seconds, vector_sample(x)


def start(q):
    """Loads what a first decomposition needs."""
    return timed(lambda: importlib.import_module("numpy"))[0], None


def about(q):
    import scipy.linalg
    from threadpoolctl import threadpool_info

    blas = [pool for pool in threadpool_info() if pool["user_api"] == "blas"]
    return {
        "versions": {"numpy": version("numpy"), "scipy": version("scipy"), "sklearn": version("scikit-learn")},
        "blas": ", ".join(f"{spelt(pool['internal_api'])} {pool['version']} for {pool.get('architecture', 'any processor')}" for pool in blas),
        "threads": max(pool["num_threads"] for pool in blas),
    }


def spelt(library):
    return {"openblas": "OpenBLAS", "mkl": "MKL", "blis": "BLIS"}.get(library, library)


def version(package):
    return importlib.metadata.version(package)


def memory(q):
    return {"peakMegabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


FACTS = {"about": about, "memory": memory}
TIMED = {
    f.__name__: f for f in (start, gemm, syrk, gemv, solve, cholesky, eigen, eigenvalues, top, gram, elementwise)
}


def answer_to(request):
    if request["operation"] in FACTS:
        return FACTS[request["operation"]](request)
    seconds, sample = TIMED[request["operation"]](request)
    return {"seconds": seconds, **({"sample": sample} if request.get("check") else {})}


answer_requests(answer_to)
