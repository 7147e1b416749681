import type { Method } from '../../src/engine/fit/method';
import { huber } from '../../src/engine/methods/huber';
import { kcd } from '../../src/engine/methods/kcd';
import { kl1 } from '../../src/engine/methods/kl1';
import { ksgd } from '../../src/engine/methods/ksgd';
import { ridgeBetter } from '../../src/figures/lanes/rival';
import { deriveView } from '../../src/figures/view/view';
import { madeDesign, madeSample, normals } from '../engine/madeRows';
import { fitted } from '../engine/methods/fitting';
import { drawn, type Rows, runOf, type Signal } from './moreRows';
import type { Simulation } from './simulation';

const METHODS: readonly Method[] = [kcd, kl1, ksgd, huber];
const SIGNALS: readonly Signal[] = [
  ([a]) => 2 * Math.sin(2 * a),
  ([a, b]) => Math.sin(2 * a) + 0.5 * b * b,
  ([a, b]) => 0.8 * a - 0.5 * b,
  ([a, b]) => (a > 0.3 ? 1 : -1) + (b > -0.5 ? 0.7 : -0.7),
  () => 0,
];
const SIZES = [60, 100, 160];
const FRESH = 2000;

/** One row in ten is an outlier in every third draw. */
function soiled({ x, y }: Rows, seed: number): Rows {
  const noise = normals(seed);
  return { x, y: seed % 3 === 0 ? y.map((v, i) => (i % 10 === 0 ? v + 8 * noise() : v)) : y };
}

/** Compares the claim that ridge is better than a robust or sparse fit with both on new rows of the same kind. */
const robust: Simulation = {
  name: 'lines, waves, steps or noise alone in three columns, a third of the draws with outliers, fitted by robust and sparse methods with a Gaussian kernel, 60 to 160 rows',
  claims: ['ridge-better'],
  draws: { suite: 3, whole: 523 },
  draw: async (seed) => {
    const method = METHODS[seed % METHODS.length];
    const turn = Math.floor(seed / METHODS.length);
    const count = SIZES[turn % SIZES.length];
    const rows = (part: number, n: number) => {
      const signal = SIGNALS[turn % SIGNALS.length];
      return soiled(drawn(signal, { count: n, columns: 3, sigma: 0.4, seed: 3000 * seed + 10 * part }), seed);
    };
    const own = rows(0, count);
    const judged = (held: Rows) => {
      const design = madeDesign(madeSample(own.x, own.y), madeSample(held.x, held.y));
      return fitted(method, design, { kernel: 'gaussian' });
    };
    if (!ridgeBetter(deriveView(runOf(judged(rows(1, count / 4)))))) return {};
    const { metrics, robust } = judged(rows(2, FRESH));
    const [mine, ridge] = [metrics.holdout?.mae ?? Number.NaN, robust?.squared.holdout?.mae ?? Number.NaN];
    return { 'ridge-better': ridge < mine ? 'true' : 'false' };
  },
};

export const simulations: readonly Simulation[] = [robust];
