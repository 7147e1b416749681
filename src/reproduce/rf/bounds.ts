import { silently } from '../../engine/contract/context';
import type { Computing } from '../../engine/linalg/linalg';
import { count, plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { atMost, type Claimed, inCases, verdictWord } from '../compared';
import { byName } from '../page';
import { chart, overLog, plottedLine, ROLES } from '../plot';
import type { Recipe } from '../recipe';
import { averaged, heldWithProbability } from '../statistics';
import { study } from '../study';
import texts from './bounds.json';
import {
  GRID_DIMENSION as D,
  drawGridFeatures,
  drawGridRows,
  flippedSquare,
  type GridFeatures,
  type GridSetting,
  gridDimensions,
  gridSetting,
  largestEigenvalue,
  ofMatrix,
  productInTurn,
} from './gridSetting';

const DELTA = 0.1;
/** Theorems 5 and 6 are tried at this part of the largest lambda. */
const LAMBDA = 512;

/** The statement of a theorem for n rows and M features, with its constants as printed. */
interface Stated {
  readonly n: number;
  readonly m: number;
  readonly lambda: number;
  readonly bound: number;
}

interface Case extends GridSetting {
  readonly name: string;
}

const caseOf = (features: GridFeatures, r: number, g: number): Case => ({
  name: `${texts.names[features]}, r = ${plain(r, 2)}, γ = ${plain(g, 2)}`,
  ...gridSetting(features, r, g),
});

type Id = keyof typeof texts.specs;

interface Bound {
  readonly cases: readonly Case[];
  /** Multiples of the fewest rows, or features, that the theorem allows; for lambda, of three quarters of ||L||. */
  readonly places: readonly number[];
  readonly stated: (one: Case, place: number) => Stated;
  /** One draw over its bound. The square root of the excess risk where that is bounded. */
  readonly ratio: (one: Case, stated: Stated, run: Computing & { readonly random: DrawOf }) => number;
  /** Whether draws keep to the bound: by default with probability 1 − delta. */
  readonly holds?: (ratios: readonly number[]) => Claimed;
}
type DrawOf = Parameters<typeof drawGridRows>[2];

/** kappa is 1 throughout; L's norm, B = sigma = 2b, and the constants of theorem 5 with R = 1. */
const constantsOf = ({ eigenvalues, b }: GridSetting) => ({ norm: eigenvalues[0], spread: 2 * b + 2 });

/** Q² of N(lambda) ≤ Q²·lambda^−gamma: over all lambda, that of a kernel of finite rank is attained. */
function capacity(setting: GridSetting): number {
  let most = 0;
  for (let lambda = setting.eigenvalues[D - 1] / 1e3; lambda < 1e3; lambda *= 1.02)
    most = Math.max(most, gridDimensions(setting, lambda).effective * lambda ** setting.g);
  return 1.02 ** setting.g * most;
}

/** Theorems 5 and 6, squared. */
function general(one: Case, place: number, sixth: boolean): Stated {
  const { r } = one;
  const { norm, spread } = constantsOf(one);
  const lambda = (0.75 * norm) / LAMBDA;
  const { effective, maximal } = gridDimensions(one, lambda);
  const n = Math.ceil(place * 18 * (2 + 1 / lambda) * Math.log(36 / (lambda * DELTA)));
  const t = Math.log(11 / lambda);
  const q0 = 2 * (2 + 1 / norm + 1);
  const further = sixth ? 4 * (effective / lambda) ** (2 * r - 1) * (maximal * t) ** (2 - 2 * r) : 0;
  const m = Math.ceil(Math.max(further, 18 * (q0 + maximal) * Math.log(108 / (lambda * DELTA))));
  const sampled = spread / Math.sqrt(lambda * n);
  const noise = Math.sqrt((spread ** 2 * effective) / n);
  const computed =
    (Math.sqrt(lambda * maximal) / m ** r +
      Math.sqrt((lambda * effective ** (2 * r - 1) * maximal ** (2 - 2 * r)) / m)) *
    t ** (1 - r);
  const sum = sixth ? 8 * (sampled + noise + lambda ** r) : 2 * (4 * sampled + 4 * noise + computed + lambda ** r);
  return { n, m, lambda, bound: (sum * Math.log(18 / DELTA)) ** 2 };
}

/** Theorems 2 and 7: theorem 2 has F = kappa² and alpha = 1 whatever the features. */
export function explicit(one: Case, place: number, second: boolean): Stated {
  const { r, g, features } = one;
  const { norm, spread } = constantsOf(one);
  const q = Math.sqrt(capacity(one));
  const p = 1 / (2 * r + g - 1);
  const least = Math.max((2 / norm) ** ((p + 1) / p), (264 * p * Math.log((556 * Math.sqrt(p)) / DELTA)) ** (1 + p));
  const n = Math.ceil(place * least);
  const alpha = second || features === 'basis' ? 1 : g;
  const f = alpha === 1 ? 1 : q ** 2;
  const c0 = 9 * (3 + 4 + 4 / norm + (q ** (2 * r - 1) * f ** (2 - 2 * r)) / 4);
  const lambda = n ** (-1 / (2 * r + g));
  const logarithm = Math.log((108 * (second ? n : 1 / lambda)) / DELTA);
  const m = Math.ceil(c0 * n ** ((alpha + (2 * r - 1) * (1 + g - alpha)) / (2 * r + g)) * logarithm);
  const c1 = 64 * (spread + spread * q + 1) ** 2;
  return { n, m, lambda, bound: c1 * Math.log(18 / DELTA) ** 2 * n ** ((-2 * r) / (2 * r + g)) };
}

function expected(one: Case, place: number): Stated {
  const { norm } = constantsOf(one);
  const { b } = one;
  const size = Math.max(1, one.norm);
  const c0 = 9 * (3 + 4 + 4 / norm + 1 / 4);
  const c1 = 8 * (2 * b + 2 * size + 2 * b + 2 * Math.sqrt(size) + size);
  const least = Math.max(4 * norm ** -2, (1056 * Math.log((1056 * Math.sqrt(278 * b)) / Math.sqrt(c1))) ** 2);
  const n = Math.ceil(place * least);
  const m = Math.ceil(2 * c0 * Math.sqrt(n) * Math.log((8 * Math.sqrt(b) * n) / Math.sqrt(c1)));
  return { n, m, lambda: n ** -0.5, bound: (40 * c1) / Math.sqrt(n) };
}

/** Proposition 10: rows play no part. `place` lowers lambda from ||L||. */
export function dimensionBound(one: GridSetting, place: number): Stated {
  const lambda = one.eigenvalues[0] / place;
  const { effective, maximal } = gridDimensions(one, lambda);
  const m = Math.ceil((4 + 18 * maximal) * Math.log(12 / (lambda * DELTA)));
  const q = (4 * maximal * Math.log(6 / DELTA)) / (3 * m);
  const bound =
    q / effective +
    Math.sqrt((3 * q) / (2 * effective)) +
    1.5 * ((3 * q) / Math.sqrt(effective) + Math.sqrt(3 * q)) ** 2;
  return { n: 0, m, lambda, bound };
}

/** ||f̂ − f*||² and its ingredients: A = L_M^½, and f̂ = A·(A·G·A + lambda)^-1·A·E'y/n. */
function fitOn(one: Case, { n, m, lambda }: Stated, run: Parameters<Bound['ratio']>[2]) {
  const lm = drawGridFeatures(one, m, run.random);
  const { gram, response } = drawGridRows(one, n, run.random);
  const a = ofMatrix(lm, Math.sqrt, run);
  const sample = productInTurn(a, gram, a);
  const inverse = ofMatrix(sample, (v) => 1 / (v + lambda), run);
  const f = productInTurn(a, inverse, a, response);
  const risk = f.reduce((sum, v, j) => sum + (v - one.target[j]) ** 2, 0);
  return { lm, a, sample, response, risk };
}

/** Theorem 4: sqrt(excess risk) over beta·(S + C + R·lambda^r), all of them of this draw. It holds for every one. */
export function decomposition(one: Case, stated: Stated, run: Parameters<Bound['ratio']>[2]): number {
  const { r, eigenvalues, target } = one;
  const { lambda } = stated;
  const { lm, a, sample, response, risk } = fitOn(one, stated, run);
  const minus = (x: Float64Array, y: Float64Array) => x.map((v, o) => v - y[o]);
  const inverse = ofMatrix(lm, (v) => 1 / Math.sqrt(v + lambda), run);
  const l = new Float64Array(D * D);
  const root = new Float64Array(D * D);
  eigenvalues.forEach((v, j) => {
    l[j * (D + 1)] = v;
    root[j * (D + 1)] = 1 / Math.sqrt(v + lambda);
  });
  const norm = (x: Float64Array) => Math.sqrt(Math.max(0, largestEigenvalue(productInTurn(flippedSquare(x), x), run)));
  const rows = minus(lm, sample);
  const features = minus(l, lm);
  const sampled =
    Math.hypot(...productInTurn(inverse, a, minus(response, target))) + norm(productInTurn(inverse, rows));
  const both = productInTurn(root, features, root);
  const computed = Math.sqrt(lambda) * norm(productInTurn(root, features)) ** (2 * r - 1) * norm(both) ** (2 - 2 * r);
  const [beta1, beta2] = [productInTurn(inverse, rows, inverse), both].map((x) => largestEigenvalue(x, run));
  const beta = Math.max(1, 1 / (1 - beta1)) * Math.max(1, (1 - beta2) ** -0.5);
  return Math.sqrt(risk) / (beta * (sampled + computed + lambda ** r));
}

const riskOver: Bound['ratio'] = (one, stated, run) => fitOn(one, stated, run).risk / stated.bound;
const WAYS: readonly GridFeatures[] = ['basis', 'shifts'];
const casesOf = (...rs: readonly number[]) => WAYS.flatMap((way) => rs.map((r) => caseOf(way, r, 0.5)));

/** Bounds on the excess risk. */
const ofRisk = (rs: readonly number[], most: number, stated: Bound['stated']): Bound => ({
  cases: casesOf(...rs),
  places: [1, Math.sqrt(most), most],
  stated,
  ratio: riskOver,
});

const BOUNDS: Readonly<Record<Id, Bound>> = {
  thm2: ofRisk([0.75, 1], 1e6, (one, place) => explicit(one, place, true)),
  thm4: {
    cases: casesOf(0.5, 0.75, 1),
    places: [100, 10_000, 1_000_000],
    stated: ({ eigenvalues }, n) => ({ n, m: Math.ceil(Math.sqrt(n)), lambda: eigenvalues[0] * n ** -0.5, bound: 1 }),
    ratio: decomposition,
    holds: (ratios) => ratios.every((v) => v <= 1),
  },
  thm5: ofRisk([0.5, 1], 1e8, (one, place) => general(one, place, false)),
  thm6: ofRisk([0.5, 1], 1e8, (one, place) => general(one, place, true)),
  thm7: ofRisk([0.75, 1], 1e6, (one, place) => explicit(one, place, false)),
  cor1: { ...ofRisk([0.5], 100, expected), holds: (ratios) => atMost(averaged(ratios), 1) },
  prop10: {
    cases: WAYS.map((way) => caseOf(way, 0.5, 0.5)),
    places: [1, 10, 100],
    stated: dimensionBound,
    ratio(one, { m, lambda, bound }, run) {
      const kept = ofMatrix(drawGridFeatures(one, m, run.random), (v) => v / (v + lambda), run);
      const trace = kept.reduce((sum, v, o) => (o % (D + 1) === 0 ? sum + v : sum), 0);
      return Math.abs(trace / gridDimensions(one, lambda).effective - 1) / bound;
    },
  },
};

function boundRecipe(id: Id): Recipe {
  const { cases, places, stated, ratio, holds = (ratios) => often(ratios) } = BOUNDS[id];
  const { few: _, ...bound } = texts.claims;
  const claims = ratio === riskOver && id !== 'cor1' ? texts.claims : bound;
  const page = { ...texts.specs[id], claims, settings: texts.settings };
  return study({
    page,
    fewDraws: 30,
    axes: ({ repetitions }) => ({ repetition: repetitions, one: cases, place: places }),
    stage: ({ repetition, one }, { repetitions }) => `draw ${repetition + 1} of ${repetitions.length}, ${one.name}`,
    measure({ one, place }, run) {
      const inner = Object.assign(silently(run), { random: run.random });
      const said = stated(one, place);
      return { ratio: ratio(one, said, inner), few: 'few' in claims ? ratio(one, { ...said, m: 1 }, inner) : 0 };
    },
    report(found) {
      const all = cases.flatMap((one) =>
        places.map((place) => {
          const drawn = found.at({ one, place });
          const ratios = drawn.map((v) => v.ratio);
          return { one, place, said: stated(one, place), ratios, few: drawn.map((v) => v.few), holds: holds(ratios) };
        }),
      );
      const largest = (ratios: readonly number[]) => Math.max(...ratios);
      const most = all.map(({ ratios }) => largest(ratios));
      const last = places[places.length - 1];
      const at = ({ one, said: { n, m } }: (typeof all)[number]) =>
        `${one.name}, ${n > 0 ? `n = ${count(n)}, ` : ''}M = ${count(m)}`;
      return {
        finding: told`The bounds **${verdictWord(all.map((one) => one.holds))}**: the largest of all draws is ${plain(largest(most), 2)} times its bound, and over cases between ${plain(Math.min(...most), 2)} and that.`,
        numbers: byName(all, (one) => ({ [`${at(one)}: largest over its bound`]: largest(one.ratios) })),
        claims: {
          bound: inCases(all, (one) => [at(one), one.holds]),
          ...('few' in claims && {
            few: inCases(
              all.filter(({ one, place }) => one.r === 1 && place === last),
              (one) => [
                at(one),
                often(
                  one.few.map((v) => 1 / v),
                  DELTA,
                ),
              ],
            ),
          }),
        },
        values: {
          how: id === 'thm4' ? 'all of them' : id === 'cor1' ? 'in the mean' : 'as often as it says',
          delta: DELTA,
          rows: fewest(all.map(({ said }) => said.n)),
          features: fewest(all.map(({ said }) => said.m)),
        },
        figures: [
          chart({
            id: `rf-${id}-bound`,
            title: 'Largest of the draws over its bound',
            sentence: told`The largest of the draws is **${plain(largest(most), 2)} times** its bound.`,
            x: overLog(id === 'prop10' ? '‖L‖ over λ' : id === 'thm4' ? 'rows n' : 'n over the fewest rows', 'power'),
            y: overLog('share of the bound', 'power', [1]),
            series: cases.map((one, i) => {
              const own = all.filter((v) => v.one === one);
              const y = own.map(({ ratios }) => largest(ratios));
              return plottedLine(ROLES[i], one.name, places, y);
            }),
            rules: [{ axis: 'y', at: 1, role: 'reference', text: 'bound' }],
          }),
        ],
      };
    },
  });
}

const within = (v: number) => v <= 1;
const often = (ratios: readonly number[], least = 1 - DELTA): Claimed => heldWithProbability(ratios.map(within), least);
const fewest = (values: readonly number[]): string => `${count(Math.min(...values))} to ${count(Math.max(...values))}`;

/** Theorems 2 and 4 to 7, corollary 1 and proposition 10 of RF with their constants as printed. */
export const rfBounds: readonly Recipe[] = (Object.keys(BOUNDS) as Id[]).map(boundRecipe);
