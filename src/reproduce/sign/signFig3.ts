import type { FigureSpec } from '../../engine/contract/figure';
import { Random } from '../../engine/data/random';
import { plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { atMost, belowByDraw, inCases } from '../compared';
import { byName } from '../page';
import { chart, exactAxis, overLinear, plottedLine, points, ROLES } from '../plot';
import { averaged, linspace, powersOfTen } from '../statistics';
import { study, upTo } from '../study';
import page from './fig3.json';
import { cauchyNoise, prepareDraw, type RobustDraw } from './robustDraw';
import { fitDraw, GRID } from './robustFit';
import { methodOf, type RobustMethod } from './robustMethods';

const { rows: ROWS } = page.data;
const PLACES = linspace(-10, 10, 401);
/** Data sets of each kind; the figure shows the first. */
const SETS = 10;

interface Kind {
  readonly id: string;
  readonly title: string;
  readonly methods: readonly RobustMethod['id'][];
  readonly truth: (x: number) => number;
  readonly noise: (random: Random) => number;
}

const ROBUST: Kind = {
  id: 'robust',
  title: 'sine with Cauchy noise (eq. 16)',
  methods: ['ksgd', 'kl-inf', 'kgd', 'krr'],
  truth: (x) => Math.sin((Math.PI / 2) * x),
  noise: (random) => 0.1 * cauchyNoise(random),
};

const SPARSE: Kind = {
  id: 'sparse',
  title: 'a narrow peak (eq. 17)',
  methods: ['kcd', 'kl1', 'kgd', 'krr'],
  truth: (x) => Math.exp(-5 * x * x),
  noise: (random) => 0.1 * random.normal(),
};

const KINDS = [ROBUST, SPARSE];

/** The peak of equation 17 is above a hundredth up to this distance from 0. */
const PEAK = 1;

export const signFig3 = study({
  page,
  sizes: {
    sets: [SETS, 1],
    folds: [10, 5],
    lengthScales: [GRID.lengthScales, powersOfTen(-1, 1, 6), powersOfTen(0, 1, 2)],
    penalties: [GRID.penalties, powersOfTen(1, -3, 6), powersOfTen(0, -1, 2)],
  },
  prepare: ({ size, seed }) => new Map(KINDS.map((kind) => [kind, setsOf(kind, size.sets, seed)])),
  axes: ({ size }) => ({
    curve: KINDS.flatMap((kind) => kind.methods.map((id) => ({ kind, method: methodOf(id) }))),
    set: upTo(size.sets),
  }),
  stage: ({ curve: { kind, method } }) => `${kind.title}: ${method.name}`,
  measure({ curve: { kind, method }, set }, run) {
    const { folds, lengthScales, penalties } = run.size;
    const prepared = prepareDraw(atPlaces((run.given.get(kind) ?? [])[set], kind), { protocol: 'none', folds });
    const options = { protocol: 'none', kernel: 'gaussian', lengthScales, penalties } as const;
    return fitDraw(method, prepared, options, run).predicted;
  },
  report(measurements, { size: { lengthScales, penalties }, given }) {
    const fits = measurements.map((f, { curve, set }) => ({ ...curve, f, set }));
    const [robust, sparse] = KINDS.map((kind) =>
      kind.methods.map((id) => {
        const curves = fits.filter((fit) => fit.kind === kind && fit.method.id === id);
        return { kind, name: curves[0].method.name, f: curves.map(({ f }) => f) };
      }),
    );
    const everywhere = robust.map(errorOver(() => true));
    const atPeak = sparse.map(errorOver((x) => Math.abs(x) <= PEAK));
    const around = sparse.map(errorOver((x) => Math.abs(x) > PEAK));
    const numbers = (where: string, errors: readonly Compared[]) =>
      byName(errors, (of) => ({ [`${of.name}, ${where}: mean absolute error`]: of }));
    const nothing = mean(PLACES.filter((x) => Math.abs(x) <= PEAK).map(SPARSE.truth));
    const least = leastOf(everywhere);
    return {
      finding: told`The lowest mean absolute error under outliers is **${plain(least.mean, 2)}, of ${least.name}**, where KRR has ${plain(everywhere[3].mean, 2)}; around the peak ${atPeak[1].name} has ${plain(around[1].mean, 2)} and KRR ${plain(around[3].mean, 2)}, on it ${plain(atPeak[1].mean, 2)} and ${plain(atPeak[3].mean, 2)}.`,
      numbers: {
        ...numbers(ROBUST.title, everywhere),
        ...numbers('peak, |x| ≤ 1', atPeak),
        ...numbers('zero region, |x| > 1', around),
      },
      claims: {
        outliers: below(everywhere),
        descent: belowByDraw(everywhere[3].each, everywhere[2].each),
        around: below(around),
        peak: inCases(atPeak.slice(0, 2), (of) => [of.name, atMost(of, nothing / 2)]),
      },
      values: { many: lengthScales.length, count: penalties.length },
      figures: [robust, sparse].map((curves, i) => figureOf(KINDS[i], curves, (given.get(KINDS[i]) ?? [])[0])),
    };
  },
});

const mean = (values: ArrayLike<number>): number => averaged(values).mean;

/** A method on all data sets of a kind: f at `PLACES` for each. */
interface Curves {
  readonly kind: Kind;
  readonly name: string;
  readonly f: readonly Float64Array[];
}

type DataSet = ReturnType<typeof setsOf>[number];

/** Rows with the seed of their folds. */
function setsOf(kind: Kind, count: number, seed: number) {
  const random = new Random(seed);
  return upTo(count).map(() => {
    const x = Float64Array.from({ length: ROWS }, () => 20 * random.uniform() - 10);
    return { x, y: x.map((v) => kind.truth(v) + kind.noise(random)), seed: random.uint32() };
  });
}

/** A data set as a draw whose test rows are the places where the curve is drawn. */
function atPlaces({ x, y, seed }: DataSet, kind: Kind): RobustDraw {
  const n = ROWS + PLACES.length;
  const order = Uint32Array.from({ length: n }, (_, i) => i);
  return {
    n,
    d: 1,
    x: Float64Array.from([...x, ...PLACES]),
    y: Float64Array.from([...y, ...PLACES.map(kind.truth)]),
    train: order.subarray(0, ROWS),
    test: order.subarray(ROWS),
    cauchy: new Float64Array(n),
    seed,
  };
}

type Compared = ReturnType<ReturnType<typeof errorOver>>;

/** The first two methods beside the last two. */
const below = (errors: readonly Compared[]) =>
  errors
    .slice(0, 2)
    .flatMap((own) =>
      inCases(errors.slice(2), (rival) => [`${own.name} and ${rival.name}`, belowByDraw(own.each, rival.each)]),
    );

const leastOf = (errors: readonly Compared[]): Compared => errors.reduce((a, b) => (b.mean < a.mean ? b : a));

/** Mean absolute distance to the true curve where `counts` is true, for each data set and over them. */
function errorOver(counts: (x: number) => boolean) {
  return ({ kind, name, f }: Curves) => {
    const at = Array.from(PLACES.keys()).filter((i) => counts(PLACES[i]));
    const errors = f.map((values) => mean(at.map((i) => Math.abs(values[i] - kind.truth(PLACES[i])))));
    return { name, each: errors, ...averaged(errors) };
  };
}

function figureOf(kind: Kind, curves: readonly Curves[], { x, y }: DataSet): FigureSpec {
  const truth = PLACES.map(kind.truth);
  // Cauchy outliers lie far outside whatever shows the curves.
  const pick = (values: Float64Array) => values.filter((_, i) => Math.abs(y[i]) <= 3);
  const errors = curves.map((of) => errorOver(() => true)({ ...of, f: of.f.slice(0, 1) }));
  const best = leastOf(errors);
  const out = y.length - pick(y).length;
  return chart({
    id: `sign-fig3-${kind.id}`,
    title: kind.title,
    sentence: told`Closest to the true curve is **${best.name}, ${plain(best.mean, 2)} off on average**.`,
    x: exactAxis('x', PLACES[0], PLACES[PLACES.length - 1]),
    y: overLinear('y'),
    series: [
      points('noise', 'observations', pick(x), pick(y)),
      plottedLine('reference', 'true curve', PLACES, truth),
      ...curves.map(({ name, f }, i) => plottedLine(ROLES[i], name, PLACES, f[0])),
    ],
    ...(out > 0 && { note: `Observations beyond ±3 that are not shown: ${out}.` }),
  });
}
