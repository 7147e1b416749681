import type { Random } from '../../engine/data/random';
import { formOf } from '../../engine/kernels/formOf';
import { whole } from '../../engine/linalg/linalg';
import { listed } from '../../engine/words/listed';
import { plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { type Claimed, inCases, verdictWord } from '../compared';
import { byName, type Page } from '../page';
import { chart, line, log, ROLES } from '../plot';
import { type Computing, quietly, type Recipe } from '../recipe';
import { powersOfTen } from '../statistics';
import { study, upTo } from '../study';
import texts from './ridge.json';

const ROWS = 40;
const PLACES = 10;
const SCALES = [0.1, 1] as const;
const NOISES = [0.01, 1] as const;
const TIMES = powersOfTen(-3, 4, 43);
/** How much of a drawn vector is left along the direction that it is to miss. */
const LEFT = 0.01;

/** What gradient flow to time t and ridge at 1/t leave of each direction, the part that they have learnt, and coefficients: per unit of y along it. */
interface Both {
  readonly left: readonly [flow: Float64Array, ridge: Float64Array];
  readonly share: readonly [flow: Float64Array, ridge: Float64Array];
}

/** Everything along the eigenvectors of K: its eigenvalues, targets, rows and kernel values of places; and covariances of α₀ that commute with K. */
interface Eigenbasis {
  readonly s: Float64Array;
  readonly targets: readonly Float64Array[];
  readonly rows: readonly Float64Array[];
  readonly places: readonly Float64Array[];
  readonly covariances: readonly Float64Array[];
  readonly random: Random;
}

/** The ratio that each part of a proposition bounds, the largest there is; the last is that where the assumption is violated. */
type Ratios = Readonly<Record<string, (basis: Eigenbasis, both: Both) => number>>;

/** Sum of (f_j·w_j)²·m_j: the mean square of the sum of f_j·w_j·y_j for uncorrelated y_j of mean squares m_j. */
function square(w: Float64Array, f: ArrayLike<number>, m?: ArrayLike<number>): number {
  let sum = 0;
  for (let j = 0; j < w.length; j++) sum += (f[j] * w[j]) ** 2 * (m?.[j] ?? 1);
  return sum;
}

const most = (values: readonly number[]) => Math.max(...values);
const one = (s: Float64Array) => new Float64Array(s.length).fill(1);
const times = (a: Float64Array, b: ArrayLike<number>) => a.map((v, j) => v * b[j]);
const sum = (a: Float64Array) => a.reduce((all, v) => all + v, 0);
const difference = ({ left: [flow, ridge] }: Both) => flow.map((v, j) => ridge[j] - v);

/** Mean squares of y along the eigenvectors, for every covariance and noise. */
const moments = ({ s, covariances }: Eigenbasis) =>
  covariances.flatMap((of) => NOISES.map((noise) => of.map((v, j) => v * s[j] ** 2 + noise)));

/** A vector that all but vanishes where it is summed with these weights. */
function missing(weights: Float64Array, { random }: Eigenbasis): Float64Array {
  const v = weights.map(() => random.normal());
  const by = ((1 - LEFT) * sum(times(v, weights))) / sum(times(weights, weights));
  return v.map((value, j) => value - by * weights[j]);
}

const overY = (of: readonly Float64Array[], basis: Eigenbasis, f: Float64Array) =>
  most(of.flatMap((w) => moments(basis).map((m) => square(w, f, m) / square(w, one(basis.s), m))));

const PROPOSITIONS: Readonly<Record<keyof typeof texts, Ratios>> = {
  prop1: {
    a: ({ s, targets }, both) =>
      most(
        targets.map(
          (y) =>
            square(
              y,
              difference(both).map((d, j) => d / s[j]),
            ) /
            square(
              y,
              s.map((v) => 1 / v),
            ),
        ),
      ),
    b: ({ s, targets }, both) => most(targets.map((y) => square(y, difference(both)) / square(y, one(s)))),
    c: (basis, both) =>
      overY(
        basis.rows.map((w) => w.map((v, j) => v / basis.s[j])),
        basis,
        difference(both),
      ),
    d: (basis, both) =>
      overY(
        basis.places.map((w) => w.map((v, j) => v / basis.s[j])),
        basis,
        difference(both),
      ),
    without: (basis, both) => {
      const [place] = basis.places;
      const v = missing(place, basis);
      return (sum(times(times(place, v), difference(both))) / sum(times(place, v))) ** 2;
    },
  },
  prop2: {
    a: ({ targets }, { left: [flow, ridge] }) => Math.sqrt(worst(targets, flow) / worst(targets, ridge)),
    b: ({ targets }, { share: [flow, ridge] }) => Math.sqrt(worst(targets, ridge) / worst(targets, flow)),
    c: (basis, { left: [flow, ridge] }) => overY(basis.rows, basis, flow) / overY(basis.rows, basis, ridge),
    d: (basis, { share: [flow, ridge] }) => overY(basis.rows, basis, ridge) / overY(basis.rows, basis, flow),
    without: (basis, { left: [flow, ridge] }) => {
      const [row] = basis.rows;
      const y = missing(times(row, ridge), basis);
      return (sum(times(times(row, y), flow)) / sum(times(times(row, y), ridge))) ** 2;
    },
  },
  prop3: {
    a: ({ s, targets }, both) =>
      risks(
        both,
        targets,
        one(s),
        s.map((v) => 1 / v),
      ),
    b: ({ s, targets }, both) => risks(both, targets, s, one(s)),
    c: ({ s, places, covariances }, { left, share }) =>
      most(
        places.flatMap((w) =>
          covariances.flatMap((of) =>
            NOISES.map((noise) => {
              const [flow, ridge] = [0, 1].map(
                (i) =>
                  square(w, left[i], of) +
                  noise *
                    square(
                      w,
                      share[i].map((g, j) => g / s[j]),
                    ),
              );
              return flow / ridge;
            }),
          ),
        ),
      ),
    without: (basis, { left: [flow, ridge] }) => {
      const [place] = basis.places;
      const v = missing(times(place, ridge), basis);
      return (sum(times(times(place, v), flow)) / sum(times(times(place, v), ridge))) ** 2;
    },
  },
};

const worst = (targets: readonly Float64Array[], f: Float64Array) =>
  most(targets.map((y) => square(y, f) / square(y, one(y))));

/** Largest ratio of risks over true coefficients and noises, each direction weighed by `bias` and `variance`. */
function risks({ left, share }: Both, targets: readonly Float64Array[], bias: Float64Array, variance: Float64Array) {
  return most(
    targets.flatMap((of) =>
      NOISES.map((noise) => {
        const [flow, ridge] = [0, 1].map((i) => square(of, times(left[i], bias)) + noise * square(variance, share[i]));
        return flow / ridge;
      }),
    ),
  );
}

/** The kernel matrix of drawn rows and all that the propositions speak of, along its eigenvectors. */
export function drawnBasis(scale: number, random: Random, context: Computing): Eigenbasis {
  const { linalg } = context;
  const m = ROWS + PLACES;
  const x = Float64Array.from({ length: 2 * m }, () => random.uniform());
  const [rows, places] = [0, ROWS].map((from, part) =>
    Float64Array.from({ length: 2 * (part === 0 ? ROWS : PLACES) }, (_, o) => {
      const count = part === 0 ? ROWS : PLACES;
      return x[from + (o % count) + m * Math.floor(o / count)];
    }),
  );
  const form = formOf({ kind: 'laplace', lengthScale: scale });
  return linalg.scope(() => {
    const k = linalg.kernelMatrix(form, rows, ROWS, rows, ROWS, 2, true, context, linalg.allocate(ROWS * ROWS));
    const cross = linalg.kernelMatrix(form, places, PLACES, rows, ROWS, 2, false, context).slice();
    const { values, vectors } = linalg.symmetricEigen(k, ROWS, context);
    const [s, u] = [values.slice(), vectors.slice()];
    const along = (v: Float64Array) => {
      const into = new Float64Array(ROWS);
      linalg.gemv(true, ROWS, ROWS, 1, whole(u, ROWS), v, 0, into, context);
      return into;
    };
    const unit = (i: number) => Float64Array.from({ length: ROWS }, (_, j) => Number(i === j));
    const drawn = [() => random.normal(), () => Math.tan(Math.PI * (random.uniform() - 0.5))];
    return {
      s,
      targets: [...drawn.map((draw) => Float64Array.from({ length: ROWS }, draw)), ...upTo(ROWS).map(unit)],
      rows: upTo(ROWS).map((i) => along(unit(i))),
      places: upTo(PLACES).map((p) => along(Float64Array.from({ length: ROWS }, (_, i) => cross[p + i * PLACES]))),
      covariances: [one(s), s.map((v) => 1 / v)],
      random,
    };
  });
}

/** Every ratio at every time. */
export function ratiosOf(proposition: keyof typeof texts, basis: Eigenbasis): Readonly<Record<string, Float64Array>> {
  return Object.fromEntries(
    Object.entries(PROPOSITIONS[proposition]).map(([part, ratio]) => [
      part,
      TIMES.map((t) => {
        const flow = basis.s.map((v) => Math.exp(-t * v));
        const ridge = basis.s.map((v) => 1 / (1 + t * v));
        const share = [
          flow.map((_, j) => -Math.expm1(-t * basis.s[j])),
          ridge.map((v, j) => t * basis.s[j] * v),
        ] as const;
        return ratio(basis, { left: [flow, ridge], share });
      }),
    ]),
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

const distanceConstant = () => largestOver((x) => (1 / (1 + x) - Math.exp(-x)) ** 2);
const riskConstant = () => largestOver((x) => ((-Math.expm1(-x) * (1 + x)) / x) ** 2);

/** Further numbers and claims of single propositions. */
const CONSTANTS: Readonly<
  Record<
    keyof typeof texts,
    () => { numbers: Readonly<Record<string, number>>; claims: Readonly<Record<string, Claimed>> }
  >
> = {
  prop1: () => {
    const value = distanceConstant();
    return { numbers: { 'largest (1/(1 + x) − e⁻ˣ)²': value, 'the same in its proof': value }, claims: {} };
  },
  prop2: () => ({ numbers: {}, claims: {} }),
  prop3: () => {
    const value = riskConstant();
    const { bound } = texts.prop3.data;
    return { numbers: { 'largest ((1 − e⁻ˣ)(1 + x)/x)²': value }, claims: { constant: value <= bound } };
  },
};

/** SIGN's propositions 1 to 3: gradient flow beside ridge at λ = 1/t. */
export const signRidgePropositions: readonly Recipe[] = (['prop1', 'prop2', 'prop3'] as const).map((proposition) => {
  const page: Page & { readonly data: { readonly bound: number } } = texts[proposition];
  const { bound } = page.data;
  return study({
    page,
    repetitions: [20, 3, 2],
    axes: ({ repetitions }) => ({ scale: SCALES, draw: repetitions }),
    stage: ({ scale }) => `length scale ${scale}`,
    measure: ({ scale }, run) => ratiosOf(proposition, drawnBasis(scale, run.random, quietly(run))),
    report(measurements) {
      const all = measurements.at({});
      const largest = (part: string) => TIMES.map((_, l) => most(all.map((ratios) => ratios[part][l])));
      const parts = Object.keys(all[0]).filter((part) => part !== 'without');
      const bounds = inCases(parts, (part) => [`(${part})`, most([...largest(part)]) <= bound * (1 + 1e-9)]);
      const violated = most([...largest('without')]);
      const { numbers, claims } = CONSTANTS[proposition]();
      return {
        finding: told`The bounds **${verdictWord(bounds.map(([, holds]) => holds))}**: the largest ratios of ${listed(parts.map((part) => `(${part})`))} are ${listed(parts.map((part) => plain(most([...largest(part)]), 4)))}, with ${bound} as the bound; without the assumption ${plain(violated, 2)}.`,
        numbers: {
          ...numbers,
          ...byName(parts, (part) => ({ [`(${part}): largest ratio`]: most([...largest(part)]) })),
          'without the assumption: largest ratio': violated,
        },
        claims: { bounds, ...claims, assumption: violated > bound },
        values: {
          rows: ROWS,
          places: PLACES,
          scales: SCALES,
          noises: NOISES,
          times: TIMES.length,
          first: TIMES[0],
          last: TIMES[TIMES.length - 1],
        },
        figures: [
          chart({
            id: `${page.id}-ratios`,
            title: 'Largest ratio over time',
            sentence: told`None is above the bound, **${bound}**, where the assumptions hold.`,
            x: log('t = 1/λ'),
            y: log('ratio'),
            series: [
              ...parts.map((part, i) => line(ROLES[i], `(${part})`, TIMES, largest(part))),
              line(
                'reference',
                'bound',
                TIMES,
                TIMES.map(() => bound),
              ),
            ],
          }),
        ],
      };
    },
  });
});
