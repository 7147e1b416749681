"""Writes mersenne-twister.json: what numpy's Mersenne Twister draws from several seeds.

    python3 test/oracles/mersenne-twister.py

The first and the last words of 5,000, which regenerate the state eight times, a checksum of them all, and a few numbers over
[0, 1) drawn after them. A seed of one word and seeds of several start the state in different ways.
"""
import json
import os

import numpy as np

SEEDS = [0, 20, 4294967295, [0, 0], [1, 0], [42, 0], [4294967295, 0], [7], [291, 564, 837, 1110], list(range(1, 701))]
WORDS = 5000


def drawn(seed):
    bits = np.random.MT19937()
    state = np.random.RandomState(bits)
    state.seed(seed)
    words = bits.random_raw(WORDS)
    checksum = 0
    for word in words.tolist():
        checksum = (checksum * 31 + word) % 2**32
    return {
        "seed": seed,
        "first": words[:4].tolist(),
        "last": words[-4:].tolist(),
        "checksum": checksum,
        "uniform": state.random_sample(5).tolist(),
    }


found = {"made_with": {"numpy": np.__version__}, "words": WORDS, "draws": [drawn(seed) for seed in SEEDS]}
with open(os.path.join(os.path.dirname(__file__), "mersenne-twister.json"), "w") as out:
    json.dump(found, out, separators=(",", ":"))
    out.write("\n")
