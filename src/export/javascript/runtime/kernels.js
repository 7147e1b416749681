import { FORMULAS } from './formulas.js';
import { matrixColumns, matrixRows, timesMatrix } from './matrix.js';

const scaled = (x, { lengthScale, columns }) =>
  (columns ? columns.map((c) => x[c]) : x).map((value, c) => value / lengthScale[lengthScale.length === 1 ? 0 : c]);

/** k(x, z) to each row z, as a function of x. */
export function kernelTo(kernel, rows) {
  if (kernel.kind === 'sum') {
    const terms = kernel.terms.map(({ weight, kernel: term }) => ({ weight, to: kernelTo(term, rows) }));
    return (x) =>
      joined(
        terms.map(({ weight, to }) => to(x).map((value) => weight * value)),
        (a, b) => a + b,
      );
  }
  if (kernel.kind === 'product') {
    const factors = kernel.factors.map((factor) => kernelTo(factor, rows));
    return (x) =>
      joined(
        factors.map((to) => to(x)),
        (a, b) => a * b,
      );
  }
  const to = rows.map((row) => scaled(row, kernel));
  if (kernel.kind === 'features') {
    const phi = mapOf(kernel.map);
    const of = to.map(phi);
    return (x) => {
      const own = phi(scaled(x, kernel));
      return Float64Array.from(of, (other) => product(own, other) / own.length);
    };
  }
  const { parameters: p } = kernel;
  const formula = FORMULAS[kernel.function];
  const squares = to.map((row) => product(row, row));
  const pair = {
    distance: (x) => (z) => formula(p, squaredDistance(x, z)),
    innerProduct: (x) => {
      const square = product(x, x);
      return (z, i) => formula(p, product(x, z), square, squares[i]);
    },
    difference: (x) => (z) => z.reduce((all, value, c) => all * formula(p, halfTurns(x[c] - value)), 1),
  }[kernel.argument];
  return (x) => Float64Array.from(to, pair(scaled(x, kernel)));
}

/** k(x, x). */
export function diagonalOf(kernel) {
  if (kernel.kind === 'sum') {
    const terms = kernel.terms.map(({ weight, kernel: term }) => ({ weight, of: diagonalOf(term) }));
    return (x) => terms.reduce((sum, { weight, of }) => sum + weight * of(x), 0);
  }
  if (kernel.kind === 'product') {
    const factors = kernel.factors.map(diagonalOf);
    return (x) => factors.reduce((all, of) => all * of(x), 1);
  }
  if (kernel.kind === 'features') {
    const phi = mapOf(kernel.map);
    return (x) => {
      const own = phi(scaled(x, kernel));
      return product(own, own) / own.length;
    };
  }
  const { parameters: p } = kernel;
  const formula = FORMULAS[kernel.function];
  if (kernel.argument === 'distance') return () => formula(p, 0);
  if (kernel.argument === 'difference') return (x) => formula(p, 0) ** (kernel.columns ?? x).length;
  return (x) => {
    const row = scaled(x, kernel);
    const square = product(row, row);
    return formula(p, square, square, square);
  };
}

/** The columns of an unpenalised block, as a function of x. */
export function featuresOf(block) {
  if (block.kind === 'map') return mapOf(block.map);
  const { powers = [] } = block;
  return (x) => [powers.reduce((all, { column, power }) => all * x[column] ** power, 1)];
}

const mapOf = (map) => MAPS[map.kind](map);

const MAPS = {
  units: ({ activation, weights, bias, scale, thresholds, factors }) => {
    const activate = ACTIVATIONS[activation];
    return (x) =>
      timesMatrix(x, weights).map((v, j) => activate(v + bias[j], thresholds?.[j]) * scale * (factors?.[j] ?? 1));
  },
  maclaurin: ({ degrees, coefficients, signs, ...map }) => {
    return (x) => {
      const projections = timesMatrix(withConstant(map, x), signs);
      let at = 0;
      return degrees.map((degree, j) => {
        let all = coefficients[j];
        for (const end = at + degree; at < end; at++) all *= projections[at];
        return all;
      });
    };
  },
  tensorSketch: ({ count, width, degree, buckets, signs, ...map }) => {
    const into = matrixColumns(buckets);
    const sign = matrixColumns(signs);
    return (x) => {
      const row = withConstant(map, x);
      const all = [];
      for (let first = 0; first < into.length; first += degree) {
        let sketch;
        for (let t = first; t < first + degree; t++) {
          const next = new Float64Array(width);
          row.forEach((value, c) => {
            next[into[t][c]] += sign[t][c] * value;
          });
          sketch = sketch ? convolved(sketch, next) : next;
        }
        for (const value of sketch) all.push(Math.sqrt(width) * value);
      }
      return all.slice(0, count);
    };
  },
  taylor: ({ lengthScale, scale, starts, indices, factors }) => {
    return (x) => {
      const row = scaled(x, { lengthScale });
      const envelope = scale * Math.exp(-product(row, row) / 2);
      return factors.map((factor, j) => {
        let all = factor * envelope;
        for (let t = starts[j]; t < starts[j + 1]; t++) all *= row[indices[t]];
        return all;
      });
    };
  },
  histogram:
    ({ weights }) =>
    (x) =>
      timesMatrix(x, weights).map((v) => Math.exp(-v)),
  additive:
    ({ columns, frequencies, phases, factors }) =>
    (x) =>
      factors.map((factor, j) => {
        const value = x[columns[j]];
        const logarithm = value === 0 ? 0 : Math.log(value);
        return factor * Math.sqrt(value) * Math.cos(frequencies[j] * logarithm + phases[j]);
      }),
  spline: ({ lengthScale, points, kernel }) => {
    const to = kernelTo(kernel, matrixColumns(points));
    return (x) => to(scaled(x, { lengthScale }));
  },
  landmarks: ({ kernel, points, factor }) => {
    const to = kernelTo(kernel, matrixRows(points));
    const lower = matrixRows(factor);
    return (x) => {
      const solved = to(x);
      lower.forEach((row, j) => {
        for (let k = 0; k < j; k++) solved[j] -= row[k] * solved[k];
        solved[j] /= row[j];
      });
      return solved;
    };
  },
};

const ACTIVATIONS = {
  cos: Math.cos,
  relu: (v) => Math.max(0, v),
  tanh: Math.tanh,
  erf,
  step: (v) => (Number.isNaN(v) ? v : Number(v > 0)),
  reluSquared: (v) => Math.max(0, v) ** 2,
  binary: (v, threshold) => Math.min(1, Math.max(-1, 2 * Math.floor(Math.cos(v) + threshold) + 1)),
  identity: (v) => v,
};

function withConstant({ lengthScale, scale, offset }, x) {
  const root = Math.sqrt(scale);
  return [...Array.from(scaled(x, { lengthScale }), (value) => root * value), Math.sqrt(offset)];
}

function convolved(a, b) {
  const { length } = a;
  const result = new Float64Array(length);
  for (let i = 0; i < length; i++) for (let j = 0; j < length; j++) result[(i + j) % length] += a[i] * b[j];
  return result;
}

function joined(lists, join) {
  return lists.reduce((all, list) => all.map((value, i) => join(value, list[i])));
}

function product(a, b) {
  let sum = 0;
  for (let c = 0; c < a.length; c++) sum += a[c] * b[c];
  return sum;
}

function squaredDistance(a, b) {
  let sum = 0;
  for (let c = 0; c < a.length; c++) sum += (a[c] - b[c]) ** 2;
  return sum;
}

function halfTurns(turns) {
  return 2 * Math.abs(turns - Math.round(turns));
}

/** By its series of positive terms, and from 3 on by the continued fraction of 1 − erf. */
function erf(v) {
  const x = Math.abs(v);
  if (Number.isNaN(x)) return v;
  if (x > 6) return Math.sign(v);
  const envelope = Math.exp(-x * x) / Math.sqrt(Math.PI);
  if (x < 3) {
    let [sum, term] = [0, 2 * x];
    for (let n = 1; term > 1e-18 * sum; n++) {
      sum += term;
      term *= (2 * x * x) / (2 * n + 1);
    }
    return Math.sign(v) * envelope * sum;
  }
  let fraction = x;
  for (let n = 60; n > 0; n--) fraction = x + n / 2 / fraction;
  return Math.sign(v) * (1 - envelope / fraction);
}
