import { silently } from '../../engine/contract/context';
import { featureMatrix } from '../../engine/kernels/featureMatrix';
import { formOf, type ScaledShape } from '../../engine/kernels/formOf';
import type { Computing } from '../../engine/linalg/linalg';
import { plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { inCases } from '../compared';
import { congruent, farthest, flipped, solved, times } from '../matrices';
import { byName, type Page } from '../page';
import { chart, geometricMeans, meansOf, measureRate, overLinear, overLog, plottedLine, points, ROLES } from '../plot';
import { type Run, study, upTo } from '../study';
import { drawPaperFeatures } from './conditionalPath';
import texts from './theorems.json';

const LAMBDA = 0.01;
/** Rows of a sample, and new ones at which fits are compared. */
const [ROWS, OTHERS, POINTS] = [60, 40, 30];

/** L = I − Π_P on functions at N points, F (N×p) at them and P by its weights there (CKRR section 2). */
function remainder(f: Float64Array, weights: Float64Array, context: Computing): Float64Array {
  const n = weights.length;
  const weighted = f.map((v, at) => v * weights[at % n]);
  const p = f.length / n;
  const coefficients = solved(times(f, weighted, n, context, true), p, flipped(weighted, n), context);
  return times(f, coefficients, p, context).map((v, at) => (at % (n + 1) === 0 ? 1 : 0) - v);
}

/** Conditional ridge of y (n) on the first n of N points by the block system (K + n·lambda·I, F; F', 0): predictions at all, and alpha'·K·alpha. */
export function blockRidge(kernel: Float64Array, f: Float64Array, y: Float64Array, context: Computing) {
  const n = y.length;
  const N = Math.sqrt(kernel.length);
  const p = f.length / N;
  const size = n + p;
  const block = new Float64Array(size * size);
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) block[i + j * size] = kernel[i + j * N] + (i === j ? n * LAMBDA : 0);
    for (let i = 0; i < p; i++) block[n + i + j * size] = block[j + (n + i) * size] = f[j + i * N];
  }
  const both = solved(
    block,
    size,
    Float64Array.from({ length: size }, (_, i) => y[i] ?? 0),
    context,
  );
  const alpha = both.subarray(0, n);
  const smooth = times(kernel.subarray(0, N * n), alpha, n, context);
  const norm = alpha.reduce((sum, a, i) => sum + a * smooth[i], 0);
  const free = p > 0 ? times(f, both.subarray(n), p, context) : new Float64Array(N);
  const fitted = smooth.map((v, i) => v + free[i]);
  const objective = y.reduce((sum, v, i) => sum + (v - fitted[i]) ** 2 / n, 0) + LAMBDA * norm;
  return { fitted, norm, objective };
}

/** The last three are only conditionally positive definite, the last two up to linear functions. */
const KERNELS: readonly ScaledShape[] = [
  ...(['gaussian', 'laplace', 'matern52', 'negativeDistance', 'thinPlate'] as const).map((kind) => ({ kind })),
  { kind: 'polyharmonic', exponent: 3 },
];
const FEATURES = [() => 1, (a: number) => a, (_: number, b: number) => b, (a: number) => Math.sin(3 * a)];

/** K and F at rows, new rows and further points, y and weights of the points. */
function drawn(kernel: ScaledShape, { random, ...run }: Run<object, unknown>) {
  const N = ROWS + OTHERS + POINTS;
  const x = Float64Array.from({ length: 2 * N }, () => random.normal());
  const [a, b] = [x.subarray(0, N), x.subarray(N)];
  const f = Float64Array.from(FEATURES.flatMap((of) => Array.from(a, (v, i) => of(v, b[i]))));
  const y = Float64Array.from({ length: ROWS }, () => random.normal());
  const weights = new Float64Array(N).map((_, i) => (i < ROWS + OTHERS ? 0 : random.uniform()));
  const matrix = run.linalg.kernelMatrix(formOf(kernel), x, N, x, N, 2, true, silently(run));
  return { N, f, y, weights, kernel: matrix };
}

const apart = (a: number, b: number) => Math.abs(a / b - 1);

/** −(least eigenvalue)/(largest), 0 of a positive semidefinite matrix. */
function negative(matrix: Float64Array, n: number, context: Computing): number {
  const values = context.linalg.symmetricEigenvalues(matrix, n, context);
  return Math.max(0, -values[0] / values[n - 1]);
}

type Found = Readonly<Record<string, number | undefined>>;

function oneSpace(shape: ScaledShape, run: Run<object, unknown>): Found {
  const { N, f, y, weights, kernel } = drawn(shape, run);
  const inner = silently(run);
  const residual = congruent(remainder(f, weights, inner), kernel, N, inner);
  const [ours, other] = [kernel, residual].map((one) => blockRidge(one, f, y, inner));
  const two = weights.map((v, i) => (i < N - 2 ? 0 : v));
  const second = shape.kind === 'thinPlate' || shape.kind === 'polyharmonic';
  return {
    predictions: farthest(ours.fitted, other.fitted),
    seminorm: apart(other.norm, ours.norm),
    positive: negative(residual, N, inner),
    degenerate: second ? negative(congruent(remainder(f, two, inner), kernel, N, inner), N, inner) : undefined,
  };
}

function twoSteps(shape: ScaledShape, run: Run<object, unknown>): Found {
  const { N, f, y, kernel } = drawn(shape, run);
  const inner = silently(run);
  const l = remainder(
    f,
    new Float64Array(N).map((_, i) => (i < ROWS ? 1 / ROWS : 0)),
    inner,
  );
  const padded = new Float64Array(N);
  padded.set(y);
  const rest = times(l, padded, N, inner);
  const squares = rest.map((v, i) => padded[i] - v);
  const none = new Float64Array(0);
  const step = (of: Float64Array) => blockRidge(of, none, rest.slice(0, ROWS), inner);
  const both = (fitted: Float64Array) => fitted.map((v, i) => v + squares[i]);
  const block = blockRidge(kernel, f, y, inner);
  const second = step(congruent(l, kernel, N, inner));
  return {
    predictions: farthest(block.fitted, both(second.fitted)),
    objective: apart(second.objective, block.objective),
    plain: farthest(block.fitted, both(step(kernel).fitted)),
  };
}

/** Identities that hold up to rounding, and what breaks where an assumption does. */
function identities(id: 'thm31' | 'thm32', measured: (kernel: ScaledShape, run: Run<object, unknown>) => Found) {
  const page: Page = { ...texts[id], settings: { ...texts.thm32.settings, ...texts[id].settings } };
  const kinds = Object.keys(texts[id].claims);
  return study({
    page,
    repetitions: [20, 3, 2],
    axes: ({ repetitions }) => ({ kernel: KERNELS, repetition: repetitions }),
    stage: ({ kernel }) => kernel.kind,
    measure: ({ kernel }, run) => measured(kernel, run),
    report(measurements) {
      const cells = kinds.flatMap((what) =>
        KERNELS.flatMap((kernel) => {
          const values = measurements.at({ kernel }).flatMap((found) => found[what] ?? []);
          const breaks = what === 'plain' || what === 'degenerate';
          const worst = breaks ? Math.min(...values) : Math.max(...values);
          const holds = breaks ? worst > 1e-4 : worst < 1e-9;
          return values.length > 0 ? [{ what, kernel, breaks, mean: worst, error: 0, holds }] : [];
        }),
      );
      const largest = Math.max(...cells.flatMap(({ breaks, mean }) => (breaks ? [] : mean)));
      const smallest = Math.min(...cells.flatMap(({ breaks, mean }) => (breaks ? mean : [])));
      const of = (what: string) => cells.filter((cell) => cell.what === what);
      return {
        finding: told`The identities differ by **${plain(largest, 1)} at most**; what breaks an assumption is off by ${plain(smallest, 2)} or more.`,
        numbers: byName(cells, ({ what, kernel, mean }) => ({ [`${what}, ${kernel.kind}`]: mean })),
        claims: byName(kinds, (what) => ({
          [what]: inCases(of(what), ({ kernel, holds }) => [kernel.kind, holds]),
        })),
        values: { rows: ROWS, others: OTHERS, points: POINTS, lambda: LAMBDA },
        figures: [
          chart({
            id: `ckrr-${id}`,
            title: 'Differences, the worst of all draws',
            sentence: told`Rounding leaves **${plain(largest, 1)}**; kernels in their order: ${KERNELS.map(({ kind }) => kind).join(', ')}.`,
            x: overLinear('kernel'),
            y: overLog('share of the largest', 'power'),
            series: kinds.map((what, i) => {
              const at = of(what).map(({ kernel }) => KERNELS.indexOf(kernel) + 1);
              return points(ROLES[i], what, at, meansOf(of(what)));
            }),
          }),
        ],
      };
    },
  });
}

export const ckrrTheorems = [identities('thm31', oneSpace), identities('thm32', twoSteps)];

const { columns: D, k: K } = texts.thmg1.data;

export const ckrrThmG1 = study({
  page: texts.thmg1,
  sizes: { counts: [upTo(9).map((i) => 2 ** (i + 5)), [32, 128, 512], [32, 128]] },
  repetitions: [30, 5, 2],
  axes: ({ repetitions }) => ({ repetition: repetitions }),
  stage: ({ repetition }) => `draw ${repetition + 1}`,
  measure(_, run) {
    const { linalg, random, size } = run;
    const inner = silently(run);
    const N = ROWS + OTHERS;
    const x = { rows: N, columns: D, values: Float64Array.from({ length: N * D }, () => random.normal()) };
    const y = x.values.slice(0, ROWS).map((v) => Math.sin(v) + 0.1 * random.normal());
    const features = (count: number) => featureMatrix(drawPaperFeatures('cos', count, D, 1, random), x, inner);
    const free = features(K);
    const exact = linalg.kernelMatrix(formOf({ kind: 'gaussian' }), x.values, N, x.values, N, D, true, inner);
    const half = exact.map((v) => v / 2);
    const [told, ridge] = [free, new Float64Array(0)].map((f) => blockRidge(half, f, y, inner).fitted);
    return size.counts.map((m) => {
      run.check();
      const psi = features(m);
      const kernel = times(psi, flipped(psi, N), m, inner).map((v) => v / m);
      const { fitted } = blockRidge(kernel, free, y, inner);
      const from = (other: Float64Array) =>
        Math.sqrt(fitted.slice(ROWS).reduce((sum, v, i) => sum + (v - other[ROWS + i]) ** 2, 0) / OTHERS);
      return [from(told), from(ridge)];
    });
  },
  report(measurements, { size: { counts } }) {
    const [near, far] = [0, 1].map((of) =>
      measureRate(
        counts,
        measurements.map((draw) => draw.map((both) => both[of])),
      ),
    );
    const [means, ridge] = [near, far].map(geometricMeans);
    const { mean, error } = near.slope;
    const last = counts.length - 1;
    return {
      finding: told`The distance falls as **m^(${plain(mean, 3)} ± ${plain(2 * error, 1)})**, to ${plain(means[last], 2)} at m = ${counts[last]}; that to ridge is ${plain(ridge[last], 2)} there.`,
      numbers: {
        'exponent of m': near.slope,
        'exponent of m, distance to ridge without unpenalised features': far.slope,
        ...byName(counts, (m, i) => ({ [`distance, m = ${m}`]: means[i] })),
      },
      claims: {
        falls: Math.abs(mean + 0.5) <= 0.05 + 2 * error,
        apart: ridge[last] > 10 * means[last],
      },
      values: { rows: ROWS, others: OTHERS, lambda: LAMBDA },
      figures: [
        chart({
          id: 'ckrr-thmg1',
          title: 'Distance to conditional ridge over m',
          sentence: told`It falls with exponent **${plain(mean, 3)}**.`,
          x: overLog('penalised features m', 'count'),
          y: overLog('distance', 'power'),
          series: [
            plottedLine('main', 'conditional ridge', counts, means),
            plottedLine('reference', 'ridge', counts, ridge),
          ],
        }),
      ],
    };
  },
});
