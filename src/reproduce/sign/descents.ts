import { contextWith, silently } from '../../engine/contract/context';
import type { Random } from '../../engine/data/random';
import { formOf } from '../../engine/kernels/formOf';
import type { Computing } from '../../engine/linalg/linalg';
import { infinityPath } from '../../engine/solvers/dualPaths';
import type { PathSolver } from '../../engine/solvers/path';
import { signFlowPath } from '../../engine/solvers/signFlow';
import { plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { held, inCases } from '../compared';
import { byName } from '../page';
import { chart, overLinear, overLog, plottedLine, ROLES } from '../plot';
import { largestDifference as apart, largestSize as most } from '../statistics';
import { study, upTo } from '../study';
import texts from './descents.json';
import { cauchyNoise } from './robustDraw';

/** A·v for a matrix m×n, column-major; its transpose's product where `across`. */
export function timesVector(a: Float64Array, m: number, v: Float64Array, across = false): Float64Array {
  const n = a.length / m;
  const into = new Float64Array(across ? n : m);
  for (let j = 0; j < n; j++) for (let i = 0; i < m; i++) into[across ? j : i] += a[i + j * m] * v[across ? i : j];
  return into;
}

const { rows: ROWS, time: TIME, steps: STEPS, momenta: MOMENTA, most: HALVED } = texts.lemma2.data;

/** Descent with momentum, literally as the paper writes it, to `time` (SIGN, proof of remark 2). */
export function descentWithMomentum(
  k: Float64Array,
  y: Float64Array,
  { step, momentum, nesterov, time }: { step: number; momentum: number; nesterov: boolean; time: number },
): Float64Array {
  let alpha = new Float64Array(y.length);
  let before = alpha;
  for (let s = 0; s < Math.round(time / step); s++) {
    const moved = alpha.map((a, i) => momentum * (a - before[i]));
    const f = timesVector(k, y.length, nesterov ? alpha.map((a, i) => a + moved[i]) : alpha);
    [before, alpha] = [alpha, alpha.map((a, i) => a + moved[i] + step * (y[i] - f[i]))];
  }
  return alpha;
}

/** (I − exp(−t·K))·K^-1·y, a direction of eigenvalue 0 moving by t. */
function flowAt(k: Float64Array, y: Float64Array, t: number, { linalg, ...context }: Computing): Float64Array {
  return linalg.scope(() => {
    const { values, vectors } = linalg.symmetricEigen(k.slice(), y.length, context);
    const along = timesVector(vectors, y.length, y, true);
    const moved = along.map((v, j) => (Math.abs(values[j]) < 1e-12 ? t : -Math.expm1(-t * values[j]) / values[j]) * v);
    return timesVector(vectors, y.length, moved);
  });
}

const KINDS = [
  { name: 'heavy ball', nesterov: false, twice: false },
  { name: 'Nesterov', nesterov: true, twice: false },
  { name: 'Nesterov, singular K', nesterov: true, twice: true },
] as const;

export const signLemma2 = study({
  page: texts.lemma2,
  axes: () => ({ kind: KINDS, momentum: MOMENTA }),
  stage: ({ kind, momentum }) => `${kind.name}, γ = ${momentum}`,
  measure({ kind: { nesterov, twice }, momentum }, run) {
    const inner = silently(run);
    const { linalg, random } = run;
    const half = Float64Array.from({ length: ROWS / (twice ? 2 : 1) }, () => random.uniform());
    const x = Float64Array.from({ length: ROWS }, (_, i) => half[i % half.length]);
    const y = x.map(() => random.normal());
    const form = formOf({ kind: 'laplace', lengthScale: 0.3 });
    const k = linalg.kernelMatrix(form, x, ROWS, x, ROWS, 1, true, inner, linalg.allocate(ROWS * ROWS)).slice();
    const [flow, slower] = [1 - momentum, 1].map((by) => flowAt(k, y, TIME / by, inner));
    const found = STEPS.map((step) => descentWithMomentum(k, y, { step, momentum, nesterov, time: TIME }));
    return { errors: found.map((one) => apart(one, flow)), slower: apart(found[found.length - 1], slower) };
  },
  report(measurements) {
    const cells = measurements.map(({ errors, slower }, { kind, momentum }) => ({
      at: `${kind.name}, γ = ${momentum}`,
      momentum,
      errors,
      slower,
      ratio: Math.max(...errors.slice(1).map((error, i) => error / errors[i])),
    }));
    const limit = inCases(cells, ({ at, ratio }) => [at, ratio <= HALVED]);
    const fast = cells.filter(({ momentum }) => momentum > 0);
    const speed = inCases(fast, ({ at, errors, slower }) => [at, slower > 10 * errors[errors.length - 1]]);
    return {
      finding: told`Descents come to the flow of time t/(1 − γ) **in ${held(limit)} of ${limit.length} cases**, the difference falling with the step.`,
      numbers: byName(cells, ({ at, errors, ratio }) => ({
        [`${at}: largest difference with steps of ${STEPS[STEPS.length - 1]}`]: errors[errors.length - 1],
        [`${at}: its largest ratio to that of twice the step`]: ratio,
      })),
      claims: { limit, speed },
      figures: [
        chart({
          id: 'sign-lemma2-steps',
          title: 'Difference of descent and flow',
          sentence: told`It falls **like the step** for momentum of both kinds.`,
          x: overLog('step'),
          y: overLog('largest difference of a coefficient'),
          series: KINDS.slice(0, 2).flatMap(({ name }, i) =>
            cells
              .filter(({ at }) => at.startsWith(`${name}, γ`))
              .map(({ at, errors }, m) => plottedLine(ROLES[3 * i + m], at, STEPS, errors)),
          ),
        }),
      ],
    };
  },
});

const { rows: COEFFICIENTS, bounds: BOUNDS, scales: SCALES, near: NEAR } = texts.prop4.data;
const MATRICES = ['(a) XᵀX', '(b) K', ...SCALES.map((scale) => `ℓ = ${scale}`)];

/** A positive matrix n×n and a vector in place of y. */
function problemOf(matrix: number, random: Random) {
  const n = COEFFICIENTS;
  const k = new Float64Array(n * n);
  const y = Float64Array.from({ length: n }, (_, i) => {
    // Three rows of X belong to column i alone.
    const column = matrix === 0 ? [1, 2, 3].map(() => random.normal()) : [1];
    k[i * (n + 1)] = matrix === 1 ? Math.exp(random.normal()) : column.reduce((sum, v) => sum + v * v, 0);
    return column.reduce((sum, v) => sum + v * cauchyNoise(random), 0);
  });
  if (matrix > 1)
    for (let o = 0; o < n * n; o++) k[o] = Math.exp(-((((o % n) - Math.floor(o / n)) / SCALES[matrix - 2]) ** 2) / 2);
  return { k, y };
}

/** Coefficients along a path at the bounds. */
function along(
  solver: PathSolver,
  { k, y }: ReturnType<typeof problemOf>,
  { linalg, ...context }: Computing,
): Float64Array[] {
  const found: Float64Array[] = [];
  const task = { gram: { kind: 'dense', n: y.length, k } as const, y, strengths: Float64Array.from(BOUNDS) };
  solver(task, ({ alpha }) => found.push(alpha.slice()) > 0, contextWith(context, { linalg }));
  return found;
}

export const signProp4 = study({
  page: texts.prop4,
  repetitions: [20, 3, 2],
  axes: ({ repetitions }) => ({ matrix: [0, 1, 2, 3], draw: repetitions }),
  stage: ({ matrix }) => MATRICES[matrix],
  measure({ matrix }, run) {
    const problem = problemOf(matrix, run.random);
    const inner = silently(run);
    const flow = along(signFlowPath, problem, inner);
    const bounded = along(infinityPath({ tolerance: 1e-12 }), problem, inner);
    return BOUNDS.map((bound, b) => {
      const formula = problem.y.map((v, i) => {
        const whole = v / problem.k[i * (COEFFICIENTS + 1)];
        return Math.sign(whole) * Math.min(bound, Math.abs(whole));
      });
      const size = most(formula);
      return {
        between: apart(flow[b], bounded[b]) / size,
        formula: Math.max(apart(flow[b], formula), apart(bounded[b], formula)) / size,
      };
    });
  },
  report(measurements) {
    const largest = (matrix: number, of: 'between' | 'formula', b: number) =>
      most(measurements.at({ matrix }).map((all) => all[b][of]));
    const diagonal = [0, 1].flatMap((matrix) => BOUNDS.map((bound, b) => ({ matrix, bound, b })));
    const formula = inCases(diagonal, ({ matrix, bound, b }) => [
      `${MATRICES[matrix]}, c = t = ${bound}`,
      largest(matrix, 'formula', b) <= NEAR,
    ]);
    const between = (matrix: number) => BOUNDS.map((_, b) => largest(matrix, 'between', b));
    return {
      finding: told`On diagonal matrices both are the formula **in ${held(formula)} of ${formula.length} cases**; with ${SCALES[0]} of the distance between neighbours as length scale they differ by up to ${plain(most(between(2)), 2)} of the largest coefficient, with ${SCALES[1]} by ${plain(most(between(3)), 2)}.`,
      numbers: byName(MATRICES, (name, matrix) => ({
        [`${name}: largest difference of the two, share of the largest coefficient`]: most(between(matrix)),
      })),
      claims: { formula, assumption: most(between(3)) > NEAR },
      figures: [
        chart({
          id: 'sign-prop4-apart',
          title: 'Away from a diagonal matrix',
          sentence: told`The two differ by up to **${plain(most(between(3)), 2)} of the largest coefficient**.`,
          x: overLog('c = t'),
          y: overLog('difference, share of the largest coefficient'),
          series: [2, 3].map((matrix) => plottedLine(ROLES[matrix - 2], MATRICES[matrix], BOUNDS, between(matrix))),
        }),
      ],
    };
  },
});

const { rows: OBSERVED, features: FEATURES, steps: TAKEN, step: STEP, near: SAME } = texts.prop5.data;

const worstOf = (r: Float64Array) => r.reduce((best, v, i) => (Math.abs(v) > Math.abs(r[best]) ? i : best), 0);

/** The directions that descents follow: of the residuals r, r itself, its signs, or the sign of its largest alone. */
const DESCENTS = [
  { name: 'gradient, squared error', of: (r: Float64Array) => r },
  { name: 'sign gradient, absolute error', of: (r: Float64Array) => r.map(Math.sign) },
  {
    name: 'coordinate, largest error',
    of: (r: Float64Array) => r.map((v, i) => (i === worstOf(r) ? Math.sign(v) : 0)),
  },
] as const;

export const signProp5 = study({
  page: texts.prop5,
  repetitions: [20, 3, 2],
  axes: ({ repetitions }) => ({ descent: DESCENTS, extra: [0, 0.1], draw: repetitions }),
  stage: ({ descent }) => descent.name,
  /** By step, the largest difference of a prediction as a fraction of the largest target. */
  measure({ descent: { of }, extra }, { random }) {
    const n = OBSERVED;
    const phi = Float64Array.from({ length: n * FEATURES }, () => random.normal() / Math.sqrt(FEATURES));
    const y = Float64Array.from({ length: n }, () => cauchyNoise(random));
    let alpha = new Float64Array(n);
    let beta = new Float64Array(FEATURES);
    return Float64Array.from({ length: TAKEN }, () => {
      const own = timesVector(phi, n, timesVector(phi, n, alpha, true)).map((v, i) => v + extra * alpha[i]);
      const theirs = timesVector(phi, n, beta);
      const step = of(y.map((v, i) => v - own[i]));
      const pulled = timesVector(phi, n, of(y.map((v, i) => v - theirs[i])), true);
      alpha = alpha.map((a, i) => a + STEP * step[i]);
      beta = beta.map((b, i) => b + STEP * pulled[i]);
      return apart(own, theirs) / most(y);
    });
  },
  report(measurements) {
    const cells = DESCENTS.map((descent) => {
      const [same, other] = [0, 0.1].map((extra) =>
        Float64Array.from({ length: TAKEN }, (_, s) => most(measurements.at({ descent, extra }).map((all) => all[s]))),
      );
      return { name: descent.name, same: most(same), other };
    });
    const same = inCases(cells, (cell) => [cell.name, cell.same <= SAME]);
    return {
      finding: told`The descents have the predictions of those in feature space **in ${held(same)} of ${same.length} cases** over ${TAKEN} steps, to ${plain(most(cells.map((cell) => cell.same)), 1)} of the largest target.`,
      numbers: byName(cells, (cell) => ({
        [`${cell.name}: largest difference, share of the largest target`]: cell.same,
        [`${cell.name}: the same where the matrix is not that of the features`]: most(cell.other),
      })),
      claims: { same, assumption: cells.every(({ other }) => most(other) > SAME) },
      figures: [
        chart({
          id: 'sign-prop5-apart',
          title: 'Where the matrix is not that of the features',
          sentence: told`Predictions **no longer are the same**; with the features’ own matrix they are, to rounding.`,
          x: overLinear('steps'),
          y: overLinear('largest difference, share of the largest target'),
          series: cells.map(({ name, other }, i) => plottedLine(ROLES[i], name, upTo(TAKEN), other)),
        }),
      ],
    };
  },
});
