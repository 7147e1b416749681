import { featureMatrix } from '../../engine/kernels/featureMatrix';
import { formOf, type ScaledShape } from '../../engine/kernels/formOf';
import { whole } from '../../engine/linalg/linalg';
import { eigenlearning } from '../../engine/spectrum/eigenlearning';
import { kappaOf, softThresholding } from '../../engine/spectrum/softThresholding';
import { plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { inCases } from '../compared';
import { byName, type Page } from '../page';
import { chart, geometricMeans, line, linear, log, meansOf, measureRate, points, ROLES } from '../plot';
import { type Computing, quietly } from '../recipe';
import { averaged } from '../statistics';
import { type Run, study, upTo } from '../study';
import { drawPaperFeatures } from './conditionalPath';
import texts from './theorems.json';

const LAMBDA = 0.01;
/** Rows of a sample, and new ones at which fits are compared. */
const [ROWS, OTHERS, POINTS] = [60, 40, 30];

/** op(A)·B of column-major matrices with inner length k, op transposing when asked. */
export function times(a: Float64Array, b: Float64Array, k: number, context: Computing, transposed = false) {
  const [m, n] = [a.length / k, b.length / k];
  const c = new Float64Array(m * n);
  const left = whole(a, transposed ? k : m);
  context.linalg.gemm(transposed, false, m, n, k, 1, left, whole(b, k), 0, whole(c, m), context);
  return c;
}

/** A^+·B for a symmetric n×n matrix A; eigenvalues below rounding count for 0. */
export function solved(a: Float64Array, n: number, b: Float64Array, context: Computing): Float64Array {
  const { values, vectors } = context.linalg.symmetricEigen(a.slice(), n, quietly(context));
  const least = 1e-12 * Math.max(...values.map(Math.abs));
  const scores = times(vectors, b, n, context, true);
  const divided = scores.map((v, at) => (Math.abs(values[at % n]) > least ? v / values[at % n] : 0));
  return times(vectors, divided, n, context);
}

/** A' (columns×rows) of a matrix with so many rows. */
const flipped = (a: Float64Array, rows: number, columns = a.length / rows): Float64Array =>
  a.map((_, at) => a[Math.floor(at / columns) + (at % columns) * rows]);

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
  const matrix = run.linalg.kernelMatrix(formOf(kernel), x, N, x, N, 2, true, quietly(run));
  return { N, f, y, weights, kernel: matrix };
}

/** L·A·L' of n×n matrices, A symmetric. */
const around = (l: Float64Array, a: Float64Array, n: number, context: Computing) =>
  times(l, flipped(times(l, a, n, context), n), n, context);
const farthest = (a: Float64Array, b: Float64Array) =>
  Math.max(...a.map((v, i) => Math.abs(v - b[i]))) / Math.max(...a.map(Math.abs));
const apart = (a: number, b: number) => Math.abs(a / b - 1);

/** −(least eigenvalue)/(largest), 0 of a positive semidefinite matrix. */
function negative(matrix: Float64Array, n: number, context: Computing): number {
  const values = context.linalg.symmetricEigenvalues(matrix, n, context);
  return Math.max(0, -values[0] / values[n - 1]);
}

type Found = Readonly<Record<string, number | undefined>>;

function oneSpace(shape: ScaledShape, run: Run<object, unknown>): Found {
  const { N, f, y, weights, kernel } = drawn(shape, run);
  const inner = quietly(run);
  const residual = around(remainder(f, weights, inner), kernel, N, inner);
  const [ours, other] = [kernel, residual].map((one) => blockRidge(one, f, y, inner));
  const two = weights.map((v, i) => (i < N - 2 ? 0 : v));
  const second = shape.kind === 'thinPlate' || shape.kind === 'polyharmonic';
  return {
    predictions: farthest(ours.fitted, other.fitted),
    seminorm: apart(other.norm, ours.norm),
    positive: negative(residual, N, inner),
    degenerate: second ? negative(around(remainder(f, two, inner), kernel, N, inner), N, inner) : undefined,
  };
}

function twoSteps(shape: ScaledShape, run: Run<object, unknown>): Found {
  const { N, f, y, kernel } = drawn(shape, run);
  const inner = quietly(run);
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
  const second = step(around(l, kernel, N, inner));
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
            x: linear('kernel'),
            y: log('share of the largest', 'power'),
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
    const inner = quietly(run);
    const N = ROWS + OTHERS;
    const x = { rows: N, columns: D, values: Float64Array.from({ length: N * D }, () => random.normal()) };
    const y = x.values.slice(0, ROWS).map((v) => Math.sin(v) + 0.1 * random.normal());
    const features = (count: number) => featureMatrix(drawPaperFeatures('cos', count, D, 1, random), x, linalg, inner);
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
          x: log('penalised features m', 'count'),
          y: log('distance', 'power'),
          series: [line('main', 'conditional ridge', counts, means), line('reference', 'ridge', counts, ridge)],
        }),
      ],
    };
  },
});

const { modes: MODES, shown: SHOWN, count: COUNT, tie: TIE, beyond: BEYOND } = texts.thm52.data;
const LAMBDAS = Float64Array.from({ length: MODES }, (_, i) => (i + 1) ** -2);
const COVARIANCES = ['the kernel', 'another'] as const;

/**
 * The residual kernel of k draws Σ_i √λ_i·ξ_i·φ_i in the eigenfunctions φ of K, (I − Π)·Λ·(I − Π) with Π_ij = √(λ_i·λ_j)·M_ij; its first modes, and
 * how far its diagonal is from theorem 5.2's.
 */
function fieldResidual(covariance: (typeof COVARIANCES)[number], run: Run<object, unknown>) {
  const inner = quietly(run);
  const xi = Float64Array.from({ length: MODES * COUNT }, () => run.random.normal());
  if (covariance === 'another') for (let a = 0; a < COUNT; a++) xi[1 + a * MODES] += TIE * xi[a * MODES];
  const v = xi.map((z, at) => Math.sqrt(LAMBDAS[at % MODES]) * z);
  const onto = times(v, solved(times(v, v, MODES, inner, true), COUNT, flipped(v, MODES), inner), COUNT, inner);
  const diagonal = (of: (i: number) => number) =>
    new Float64Array(MODES * MODES).map((_, at) => (at % (MODES + 1) === 0 ? of(at % MODES) : 0));
  const left = diagonal(() => 1).map((one, at) => one - onto[at]);
  const kernel = around(
    left,
    diagonal((i) => LAMBDAS[i]),
    MODES,
    inner,
  );
  const m = onto.map((value, at) => value / Math.sqrt(LAMBDAS[at % MODES] * LAMBDAS[Math.floor(at / MODES)]));
  const printed = LAMBDAS.map((lambda, i) => {
    const row = m.subarray(i * MODES, (i + 1) * MODES);
    return lambda * (1 - 2 * lambda * row[i] + row.reduce((sum, mij, j) => sum + (LAMBDAS[j] * mij) ** 2, 0));
  });
  const own = LAMBDAS.map((_, i) => kernel[i * (MODES + 1)]);
  return { first: upTo(SHOWN).map((i) => kernel.slice(i * MODES, i * MODES + SHOWN)), off: farthest(own, printed) };
}

export const ckrrThm52 = study({
  page: texts.thm52,
  repetitions: [2000, 200, 20],
  axes: ({ repetitions }) => ({ covariance: COVARIANCES, repetition: repetitions }),
  stage: ({ covariance }) => `features with the covariance of ${covariance}`,
  measure: ({ covariance }, run) => fieldResidual(covariance, run),
  report(measurements) {
    const [field, other] = COVARIANCES.map((covariance) => {
      const draws = measurements.at({ covariance });
      const mean = (i: number, j: number) => averaged(draws.map(({ first }) => first[i][j]));
      const pairs = upTo(SHOWN).flatMap((i) => upTo(i).map((j) => mean(i, j)));
      return {
        farthest: Math.max(...pairs.map(({ mean: value, error }) => Math.abs(value / error))),
        shares: upTo(SHOWN).map((i) => mean(i, i).mean / LAMBDAS[i]),
        off: Math.max(...draws.map(({ off }) => off)),
      };
    });
    const modes = upTo(SHOWN).map((i) => i + 1);
    const kappa = kappaOf(LAMBDAS, COUNT);
    const { predicted } = softThresholding(
      LAMBDAS,
      LAMBDAS.map((l, i) => l * (field.shares[i] ?? 0)),
      COUNT,
      kappa,
    );
    return {
      finding: told`Off the diagonal the mean of the residual kernel lies **within ${plain(field.farthest, 3)} standard errors of 0**; its diagonal is the printed one up to ${plain(field.off, 1)}. With features of another covariance it is ${plain(other.farthest, 3)} standard errors away.`,
      numbers: {
        'largest mean off the diagonal, in standard errors': field.farthest,
        'the same, features of another covariance': other.farthest,
        'largest difference from the printed diagonal, as a share of its largest': field.off,
        ...byName(modes, (mode, i) => ({ [`mu/lambda, mode ${mode}`]: field.shares[i] })),
      },
      claims: { diagonal: field.farthest <= BEYOND, printed: field.off < 1e-9, another: other.farthest > 2 * BEYOND },
      figures: [
        chart({
          id: 'ckrr-thm52',
          title: 'What draws of a Gaussian field leave of each mode',
          sentence: told`The first modes are **suppressed**, as c·κ²/(λ + κ)² of equation (4) has it.`,
          x: linear('mode i'),
          y: log('share that remains, μ/λ', 'power'),
          series: [
            points('main', 'mean of the draws', modes, field.shares),
            line('reference', 'equation (4)', modes, Array.from(predicted.subarray(0, SHOWN))),
          ],
        }),
      ],
    };
  },
});

const { modes: MANY, alpha: ALPHA, power: POWER, close: CLOSE } = texts.slow.data;
/** Eigenvalues of the residual kernel, and the sum of those beyond them, which act as a ridge. */
const DECAYS = {
  'i⁻¹·log^−α': {
    of: (i: number) => 1 / (i * Math.log(i + 1) ** ALPHA),
    tail: Math.log(MANY + 1.5) ** (1 - ALPHA) / (ALPHA - 1),
  },
  'i^−a': { of: (i: number) => i ** -POWER, tail: (MANY + 0.5) ** (1 - POWER) / (POWER - 1) },
} as const;
const NAMES = ['i⁻¹·log^−α', 'i^−a'] as const;
const eigenvaluesOf = (name: (typeof NAMES)[number]) =>
  Float64Array.from({ length: MANY }, (_, i) => DECAYS[name].of(i + 1));

export const ckrrSlow = study({
  page: texts.slow,
  sizes: {
    counts: [
      [25, 50, 100, 200, 400],
      [25, 50, 100],
      [20, 40],
    ],
  },
  repetitions: [24, 6, 2],
  axes: ({ size, repetitions }) => ({ decay: NAMES, n: size.counts, repetition: repetitions }),
  work: ({ n }) => n,
  stage: ({ decay, n }) => `eigenvalues ${decay}, n = ${n}`,
  measure({ decay, n }, run) {
    const inner = quietly(run);
    const lambdas = eigenvaluesOf(decay);
    const scaled = Float64Array.from(
      { length: n * MANY },
      (_, at) => Math.sqrt(lambdas[Math.floor(at / n)]) * run.random.normal(),
    );
    const across = flipped(scaled, n);
    const gram = times(scaled, across, MANY, inner);
    for (let i = 0; i < n; i++) gram[i * (n + 1)] += DECAYS[decay].tail;
    const noise = Float64Array.from({ length: n }, () => run.random.normal());
    const learnt = times(across, solved(gram, n, noise, inner), n, inner);
    return learnt.reduce((sum, v, i) => sum + lambdas[i] * v * v, 0);
  },
  report(measurements, { size: { counts } }) {
    const decays = NAMES.map((decay) => {
      const lambdas = eigenvaluesOf(decay);
      const energy = counts.map((n) => averaged(measurements.at({ decay, n })));
      const theory = counts.map((n) => eigenlearning(lambdas, n, DECAYS[decay].tail / n).noiseFactor - 1);
      const draws = counts.map((n) => measurements.at({ decay, n }));
      const { slope } = measureRate(
        counts,
        upTo(draws[0].length).map((r) => draws.map((of) => of[r])),
      );
      return { decay, energy, theory, slope };
    });
    const [slow, power] = decays;
    const last = counts.length - 1;
    return {
      finding: told`What is learnt of noise falls as **n^(${plain(slow.slope.mean, 2)} ± ${plain(2 * slow.slope.error, 1)})** with eigenvalues 1/(i·log^${ALPHA} i), to ${plain(slow.energy[last].mean, 2)} of σ² at n = ${counts[last]}; with i^(−${POWER}) as n^(${plain(power.slope.mean, 2)} ± ${plain(2 * power.slope.error, 1)}).`,
      numbers: byName(decays, ({ decay, energy, slope }) => ({
        [`exponent of n, ${decay}`]: slope,
        ...byName(counts, (n, i) => ({ [`||h||²/σ², ${decay}, n = ${n}`]: energy[i] })),
      })),
      claims: {
        benign: slow.slope.mean + 2 * slow.slope.error < 0,
        tempered: Math.abs(power.slope.mean) <= CLOSE + 2 * power.slope.error,
        theory: inCases(
          decays.flatMap(({ decay, energy, theory }) =>
            counts.map((n, i) => ({ at: `${decay}, n = ${n}`, of: energy[i], theory: theory[i] })),
          ),
          ({ at, of, theory }) => [at, Math.abs(of.mean - theory) <= CLOSE * theory + 3 * of.error],
        ),
      },
      figures: [
        chart({
          id: 'ckrr-slow',
          title: 'What ridgeless regression learns of noise',
          sentence: told`It **falls with n** where eigenvalues fall as slowly as 1/(i·log^${ALPHA} i).`,
          x: log('rows n', 'count'),
          y: log('||h||²/σ²', 'power'),
          series: decays.flatMap(({ decay, energy, theory }, i) => [
            points(ROLES[i], decay, counts, meansOf(energy)),
            line(ROLES[i], `${decay}, eigenlearning`, counts, theory),
          ]),
        }),
      ],
    };
  },
});
