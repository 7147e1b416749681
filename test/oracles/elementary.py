"""Writes elementary.json: elementary functions at float64 arguments, each value as the sum of two float64.

    python3 test/oracles/elementary.py

Half of the arguments are drawn at random where the function does something, the rest where it is hard: near multiples of
pi/2, near the edges of subnormal numbers, near 1, next to the places where an implementation may change its method.
"""
import json
import math
import os
import random

import mpmath as mp

random.seed(11)
mp.mp.prec = 1400


def uniform(a, b, count):
    return [random.uniform(a, b) for _ in range(count)]


def sized(a, b, count):
    """Both signs, logarithms of the sizes uniform."""
    return [random.choice((-1, 1)) * math.exp(random.uniform(math.log(a), math.log(b))) for _ in range(count)]


def about(points, count):
    return [p * (1 + random.uniform(-1e-3, 1e-3)) for p in points for _ in range(count)]


quarters = [float(mp.pi / 2 * random.randrange(1, 10 ** random.randrange(1, 7))) for _ in range(60)]
far = [float(mp.pi / 2 * random.randrange(10 ** 6, 6 * 10 ** 8)) for _ in range(20)]
angles = uniform(-10, 10, 60) + uniform(-1e6, 1e6, 40) + sized(1e-18, 1, 20) + quarters + about([1.6e6], 10)
# The last is the float64 nearest to a multiple of pi/2.
large = sized(1.6e6, 1e9, 30) + sized(1e9, 1e308, 30) + far + [6381956970095103.0 * 2.0 ** 797]
arcs = uniform(-1, 1, 80) + [s * (1 - math.exp(random.uniform(-36, -1))) for s in (-1, 1) for _ in range(30)] + sized(1e-18, 0.1, 20) + about([0.5, -0.5], 10)

FUNCTIONS = {
    'exp': (mp.exp, uniform(-740, 709, 80) + uniform(-1, 1, 60) + sized(1e-18, 1, 20) + uniform(-745.1, -707, 20)),
    'sin': (mp.sin, angles + large),
    'cos': (mp.cos, angles + large),
    'tanh': (mp.tanh, uniform(-2, 2, 80) + uniform(-20, 20, 40) + sized(1e-18, 1, 20) + about([0.625, -0.625], 20)),
    'erf': (mp.erf, uniform(-2, 2, 80) + uniform(-6.2, 6.2, 40) + sized(1e-18, 1, 20) + about([1, -1, 6], 15)),
    'log': (mp.log, [abs(x) for x in sized(5e-324, 1e308, 60)] + uniform(0.5, 2, 60) + [1 + x for x in sized(1e-14, 0.1, 30)] + about([0.5 ** 0.5, 2 ** 0.5], 10)),
    'expm1': (mp.expm1, uniform(-45, 300, 60) + uniform(-2, 2, 60) + sized(1e-18, 1, 30)),
    'asin': (mp.asin, arcs),
    'acos': (mp.acos, arcs),
    'decay': (lambda y: mp.mpf(2) ** y, uniform(-1021, 0, 80) + uniform(-3, 0, 60) + [-abs(x) for x in sized(1e-18, 1, 20)]),
}

out = {'made_with': {'mpmath': mp.__version__}}
for name, (f, arguments) in FUNCTIONS.items():
    points = []
    for x in arguments[: len(arguments) // 2 * 2]:
        value = f(mp.mpf(x))
        high = float(value)
        points.append([x, high, float(value - mp.mpf(high))])
    out[name] = points

with open(os.path.join(os.path.dirname(__file__), 'elementary.json'), 'w') as file:
    json.dump(out, file, separators=(',', ':'))
    file.write('\n')
