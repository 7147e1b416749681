import { silently } from '../../engine/contract/context';
import type { Random } from '../../engine/data/random';
import type { Computing } from '../../engine/linalg/linalg';
import { plain } from '../../engine/words/numbers';
import { listed, told } from '../../engine/words/sentence';
import { type Claimed, inCases, verdictWord } from '../compared';
import { byName, type Page } from '../page';
import { chart, level, overLog, plottedLine, ROLES } from '../plot';
import type { Recipe } from '../recipe';
import { powersOfTen } from '../statistics';
import { study, upTo } from '../study';
import { timesVector } from './descents';
import texts from './ridge.json';
import { cauchyNoise } from './robustDraw';

const ROWS = 40;
const PLACES = 10;
const SCALES = [0.1, 1] as const;
const NOISES = [0.01, 1] as const;
const TIMES = powersOfTen(-3, 4, 43);
/** The fraction of a drawn vector that is left along the direction that it is to miss. */
const LEFT = 0.01;

/**
 * By direction of K, first of gradient flow to t and then of ridge at 1/t: the part of y that is left, and the part
 * that is learnt.
 */
interface Both {
  readonly left: readonly Float64Array[];
  readonly share: readonly Float64Array[];
}

/** Along the eigenvectors of K: its eigenvalues s and 1/s, targets, unit vectors of rows, kernel values of places, and covariances of α₀. */
type Eigenbasis = ReturnType<typeof drawnBasis>;

const most = (values: ArrayLike<number>) => Math.max(...Array.from(values));
const times = (a: Float64Array, b: ArrayLike<number>) => a.map((v, j) => v * b[j]);
const sum = (a: Float64Array) => a.reduce((all, v) => all + v, 0);
const ones = (like: Float64Array) => like.map(() => 1);
/** The mean square of the sum of w_j·y_j for uncorrelated y_j of mean squares m_j. */
function square(w: Float64Array, m: Float64Array): number {
  let all = 0;
  for (let j = 0; j < w.length; j++) all += w[j] * w[j] * m[j];
  return all;
}
const gap = ({ left: [flow, ridge] }: Both) => ridge.map((v, j) => v - flow[j]);

/** The largest fraction of a mean square that the factors f leave, over vectors and mean squares. */
const largest = (vectors: readonly Float64Array[], means: readonly Float64Array[], f: Float64Array) =>
  most(vectors.flatMap((w) => means.map((m) => square(times(w, f), m) / square(w, m))));

/** The largest ratio of risks, over ways in which directions are weighted in the bias and in the variance. */
const risks = ({ left, share }: Both, ways: readonly (readonly [bias: Float64Array, variance: Float64Array])[]) =>
  most(
    ways.flatMap(([bias, variance]) =>
      NOISES.map((noise) => {
        const [flow, ridge] = left.map(
          (f, i) => square(times(f, bias), ones(f)) + noise * square(times(share[i], variance), ones(f)),
        );
        return flow / ridge;
      }),
    ),
  );

/** The same ratio for coefficients along one vector, which all but vanishes where it is summed with w∘under. */
function without(w: Float64Array, over: Float64Array, under: Float64Array, { random }: Eigenbasis): number {
  const weights = times(w, under);
  const v = w.map(() => random.normal());
  const by = ((1 - LEFT) * sum(times(v, weights))) / square(weights, ones(w));
  const missing = v.map((value, j) => value - by * weights[j]);
  return (sum(times(missing, times(w, over))) / sum(times(missing, weights))) ** 2;
}

type Ratio = (basis: Eigenbasis, both: Both) => number;

/** The ratio that each part bounds; last, where its assumption is violated. */
const PARTS: Readonly<Record<'prop1' | 'prop2' | 'prop3', Readonly<Record<string, Ratio>>>> = {
  prop1: {
    a: ({ targets, inverse }, both) =>
      largest(
        targets.map((y) => times(y, inverse)),
        [ones(inverse)],
        gap(both),
      ),
    b: ({ targets, s }, both) => largest(targets, [ones(s)], gap(both)),
    c: ({ rows, inverse, means }, both) =>
      largest(
        rows.map((w) => times(w, inverse)),
        means,
        gap(both),
      ),
    d: ({ places, inverse, means }, both) =>
      largest(
        places.map((w) => times(w, inverse)),
        means,
        gap(both),
      ),
    without: (basis, both) => without(basis.places[0], gap(both), ones(basis.s), basis),
  },
  prop2: {
    a: ({ targets, s }, { left }) => Math.sqrt(ratio(left.map((f) => largest(targets, [ones(s)], f)))),
    b: ({ targets, s }, { share }) => Math.sqrt(1 / ratio(share.map((f) => largest(targets, [ones(s)], f)))),
    c: ({ rows, means }, { left }) => ratio(left.map((f) => largest(rows, means, f))),
    d: ({ rows, means }, { share }) => 1 / ratio(share.map((f) => largest(rows, means, f))),
    without: (basis, { left: [flow, ridge] }) => without(basis.rows[0], flow, ridge, basis),
  },
  prop3: {
    a: ({ targets, inverse }, both) =>
      risks(
        both,
        targets.map((of) => [of, inverse] as const),
      ),
    b: ({ targets, s }, both) =>
      risks(
        both,
        targets.map((of) => [times(of, s), ones(s)] as const),
      ),
    c: ({ places, inverse, covariances }, both) =>
      risks(
        both,
        places.flatMap((w) => covariances.map((m) => [times(w, m.map(Math.sqrt)), times(w, inverse)] as const)),
      ),
    without: (basis, { left: [flow, ridge] }) => without(basis.places[0], flow, ridge, basis),
  },
};

const ratio = ([flow, ridge]: readonly number[]) => flow / ridge;

/** Rows and places drawn anew. */
export function drawnBasis(scale: number, random: Random, { linalg, ...context }: Computing) {
  const points = Array.from({ length: ROWS + PLACES }, () => [random.uniform(), random.uniform()]);
  const kernelWith = ([a, b]: readonly number[]) =>
    Float64Array.from({ length: ROWS }, (_, i) => Math.exp(-Math.hypot(a - points[i][0], b - points[i][1]) / scale));
  const k = Float64Array.from(points.slice(0, ROWS).flatMap((point) => [...kernelWith(point)]));
  const [s, u] = linalg.scope(() => {
    const { values, vectors } = linalg.symmetricEigen(k, ROWS, context);
    return [values.slice(), vectors.slice()];
  });
  const unit = (i: number) => Float64Array.from({ length: ROWS }, (_, j) => Number(i === j));
  const draws = [() => random.normal(), () => cauchyNoise(random)];
  const inverse = s.map((v) => 1 / v);
  const covariances = [ones(s), inverse];
  return {
    s,
    inverse,
    targets: [...draws.map((draw) => Float64Array.from({ length: ROWS }, draw)), ...upTo(ROWS).map(unit)],
    rows: upTo(ROWS).map((i) => timesVector(u, ROWS, unit(i), true)),
    places: points.slice(ROWS).map((point) => timesVector(u, ROWS, kernelWith(point), true)),
    covariances,
    /** Mean squares of y. */
    means: covariances.flatMap((of) => NOISES.map((noise) => of.map((v, j) => v * s[j] ** 2 + noise))),
    random,
  };
}

/** Every ratio at every time. */
export function ratiosOf(proposition: keyof typeof PARTS, basis: Eigenbasis): Readonly<Record<string, Float64Array>> {
  const { s } = basis;
  const at = (t: number): Both => ({
    left: [s.map((v) => Math.exp(-t * v)), s.map((v) => 1 / (1 + t * v))],
    share: [s.map((v) => -Math.expm1(-t * v)), s.map((v) => (t * v) / (1 + t * v))],
  });
  return Object.fromEntries(
    Object.entries(PARTS[proposition]).map(([part, of]) => [part, TIMES.map((t) => of(basis, at(t)))]),
  );
}

/** The largest value of a function of x ≥ 0 that rises once and falls, to rounding. */
export function largestOver(f: (x: number) => number): number {
  let [from, to] = [1e-3, 20];
  for (let i = 0; i < 200; i++) {
    const third = (to - from) / 3;
    if (f(from + third) < f(to - third)) from += third;
    else to -= third;
  }
  return f((from + to) / 2);
}

const DISTANCE = largestOver((x) => (1 / (1 + x) - Math.exp(-x)) ** 2);
const RISK = largestOver((x) => ((-Math.expm1(-x) * (1 + x)) / x) ** 2);

/** The constants behind them. */
const CONSTANTS: Readonly<Record<keyof typeof PARTS, Readonly<Record<string, number>>>> = {
  prop1: { 'largest (1/(1 + x) − e⁻ˣ)²': DISTANCE, 'the same in its proof': DISTANCE },
  prop2: {},
  prop3: { 'largest ((1 − e⁻ˣ)(1 + x)/x)²': RISK },
};

/** SIGN's propositions 1 to 3: gradient flow beside ridge at λ = 1/t. */
export const signRidgePropositions: readonly Recipe[] = (['prop1', 'prop2', 'prop3'] as const).map((proposition) => {
  const { bound } = texts[proposition].data;
  const page: Page = { ...texts[proposition], settings: { ...texts.settings, ...texts[proposition].settings } };
  return study({
    page,
    repetitions: [20, 3, 2],
    axes: ({ repetitions }) => ({ scale: SCALES, draw: repetitions }),
    stage: ({ scale }) => `length scale ${scale}`,
    measure: ({ scale }, run) => ratiosOf(proposition, drawnBasis(scale, run.random, silently(run))),
    report(measurements) {
      const all = measurements.at({});
      const parts = Object.keys(all[0]).map((part) => {
        const overTime = TIMES.map((_, l) => most(all.map((ratios) => ratios[part][l])));
        return { name: `(${part})`, overTime, highest: most(overTime) };
      });
      const violated = parts.splice(-1)[0].highest;
      const bounds = inCases(parts, ({ name, highest }) => [name, highest <= bound * (1 + 1e-9)]);
      const claims: Readonly<Record<string, Claimed | typeof bounds>> = {
        bounds,
        ...(proposition === 'prop3' && { constant: RISK <= bound }),
        assumption: violated > bound,
      };
      return {
        finding: told`The bounds **${verdictWord(bounds.map(([, holds]) => holds))}**: the largest ratios of ${listed(parts.map(({ name }) => name))} are ${listed(parts.map(({ highest }) => plain(highest, 4)))}, with ${bound} as the bound; without the assumption ${plain(violated, 2)}.`,
        numbers: {
          ...CONSTANTS[proposition],
          ...byName(parts, ({ name, highest }) => ({ [`${name}: largest ratio`]: highest })),
          'without the assumption: largest ratio': violated,
        },
        claims,
        values: {
          bound,
          rows: ROWS,
          places: PLACES,
          scales: SCALES,
          noises: NOISES,
          times: TIMES.length,
          first: 0.001,
          last: 10_000,
        },
        figures: [
          chart({
            id: `${page.id}-ratios`,
            title: 'Largest ratio over time',
            sentence: told`None is above the bound, **${bound}**, where the assumptions hold.`,
            x: overLog('t = 1/λ'),
            y: overLog('ratio'),
            series: [
              ...parts.map(({ name, overTime }, i) => plottedLine(ROLES[i], name, TIMES, overTime)),
              level('bound', TIMES, bound),
            ],
          }),
        ],
      };
    },
  });
});
