import type { ParameterValue } from '../../src/engine/contract/method';
import { JOINS, type RaceLane } from '../../src/engine/contract/race';
import { isComponents, type RunResult } from '../../src/engine/contract/run';
import { Random } from '../../src/engine/data/random';
import { Engine } from '../../src/engine/engine';
import { quietWith } from '../../src/engine/linalg/linalg';
import { predictModel } from '../../src/engine/model/predict';
import { orderInterval } from '../../src/engine/statistics/orderInterval';
import { type ComparedRun, comparedRun } from '../../src/figures/compare/comparedRun';
import { overviewOf } from '../../src/figures/fit/overview';
import { howGoodLanes } from '../../src/figures/lanes/howGood';
import { plainRival } from '../../src/figures/lanes/rival';
import { deriveView } from '../../src/figures/view/view';
import { core, machine, withoutEffects } from '../engine/testCore';
import { encoded, outcome, raceOutcomes, runBetter, runsCompared } from './outcomes';
import type { Outcome, Simulation } from './simulation';

/** Functions of four columns, uniform on [−2, 2], from which the worlds are made. */
const FUNCTIONS: readonly ((x: readonly number[]) => number)[] = [
  ([a, b, c]) => Math.sin(2 * a) + (b * b) / 2 + c / 2,
  ([a, b, c]) => a * b + Math.sin(2 * c),
  ([a, b, c]) => a + b / 2 - c,
  ([a, b, c]) => Number(a > 0) + 2 * Number(b > 0.5) - Number(c > -1),
  ([a, b]) => 3 * Math.exp(-2 * (a * a + b * b)),
];
const ROWS = [75, 100, 150, 250];
const FRESH = 2000;

export interface World {
  readonly names: readonly string[];
  readonly rows: number;
  readonly target: (x: readonly number[]) => number;
  /** The value of a column beside those before it in the row. */
  readonly column: (random: Random, before: readonly number[]) => number;
  /** Its deviation. */
  readonly noise: (x: readonly number[]) => number;
}

/** Functions that a straight line, or one column alone, nearly explains; the last two are not such. */
const PLAIN: readonly ((x: readonly number[]) => number)[] = [
  ([a, b, c]) => a + b / 2 - c,
  ([a]) => Math.sign(a - 0.3) + Math.sign(a + 1),
  ([a, b]) => a - b / 2 + 0.1 * a * a,
  ([a, b]) => 1.5 * Math.sin(2 * a) + 0.2 * b,
  ([a, b]) => a + 0.4 * a * b,
  ([a, b]) => a + b * b,
];

export const plainWorld = (seed: number): World => ({
  names: ['a', 'b', 'c', 'd'],
  rows: ROWS[seed % ROWS.length],
  target: PLAIN[seed % PLAIN.length],
  column: (random) => 4 * random.uniform() - 2,
  noise: () => (seed % 4 < 2 ? 0.5 : 1),
});

/** A fifth of the rows is held out. */
export const signalWorld = (seed: number): World => ({
  names: ['a', 'b', 'c', 'd'],
  rows: ROWS[seed % ROWS.length],
  target: FUNCTIONS[seed % FUNCTIONS.length],
  column: (random) => 4 * random.uniform() - 2,
  noise: () => (seed % 2 === 0 ? 0.3 : 0.7),
});

export const noiseWorld = (seed: number): World => ({
  names: Array.from({ length: seed % 2 === 0 ? 3 : 8 }, (_, c) => `x${c + 1}`),
  rows: ROWS[seed % ROWS.length],
  target: () => 0,
  column: (random) => random.normal(),
  noise: () => 1,
});

/** Many columns, of which two say something, in a third of the draws none. */
export const manyColumnsWorld = (seed: number): World => ({
  names: Array.from({ length: seed % 2 === 0 ? 30 : 120 }, (_, c) => `x${c + 1}`),
  rows: ROWS[seed % ROWS.length],
  target: ([a, b]) => (seed % 3 === 0 ? 0 : Math.sin(1.5 * a) + b),
  column: (random) => random.normal(),
  noise: () => 0.7,
});

interface Drawn {
  readonly x: readonly (readonly number[])[];
  readonly y: Float64Array;
}

/** A world's fit, and what it is worth on rows that nobody has seen. */
export class Fitted {
  private readonly engine = new Engine(machine(4e9));
  private readonly random: Random;
  private readonly csv: string;
  private readonly rows: Drawn;
  private readonly fresh: Drawn;

  constructor(
    private readonly world: World,
    seed: number,
  ) {
    this.random = new Random(seed);
    this.rows = this.drawn(world.rows);
    const { x, y } = this.rows;
    this.csv = [`${world.names.join()},y`, ...x.map((row, i) => `${row.join()},${y[i]}`)].join('\n');
    this.fresh = this.drawn(FRESH);
  }

  private drawn(rows: number): Drawn {
    const { names, column, target, noise } = this.world;
    const x = Array.from({ length: rows }, () => {
      const row: number[] = [];
      for (const _ of names) row.push(column(this.random, row));
      return row;
    });
    return { x, y: Float64Array.from(x, (row) => target(row) + noise(row) * this.random.normal()) };
  }

  /** Fits the rows, by default with the comparison of kernels. */
  async run(parameters: Readonly<Record<string, ParameterValue>> = {}, method = 'krr'): Promise<RunResult> {
    const run = await this.engine.handlers.fit(
      {
        method,
        source: { kind: 'bytes', name: 'made.csv', bytes: new TextEncoder().encode(this.csv) },
        read: {},
        design: {
          target: 'y',
          features: this.world.names,
          missing: 'drop',
          standardise: true,
          seed: 0,
          holdout: { kind: 'fraction', fraction: 0.2 },
        },
        parameters,
      },
      withoutEffects,
    );
    if (isComponents(run)) throw new Error('a fit is no run of components');
    return run;
  }

  /** The absolute error of each fresh row. */
  misses(run: RunResult): Float64Array {
    const { predicted } = this.predicted(run);
    return this.fresh.y.map((v, i) => Math.abs(v - predicted[i]));
  }

  /** For each fresh row, whether it lies in its interval, and the standard deviation of its noise. */
  intervals(run: RunResult): { readonly held: readonly boolean[]; readonly noise: Float64Array } {
    const { lower, upper } = this.predicted(run);
    const { x, y } = this.fresh;
    return {
      held: Array.from(y, (v, i) => v >= lower[i] && v <= upper[i]),
      noise: Float64Array.from(x, this.world.noise),
    };
  }

  private predicted({ model }: RunResult, x = this.fresh.x) {
    const [rows] = predictModel(model, encoded(model, x), quietWith(core));
    return rows;
  }

  /** The root mean square of the errors of fresh rows, each with the value of another row in this column. */
  shuffledError(run: RunResult, name: string): number {
    const c = this.world.names.indexOf(name);
    const { x, y } = this.fresh;
    const dealt = x.map((row, i) => row.with(c, x[(i + 1) % x.length][c]));
    const { predicted } = this.predicted(run, dealt);
    return rootMeanSquare(y.map((v, i) => v - predicted[i]));
  }

  error(run: RunResult): number {
    return rootMeanSquare(this.misses(run));
  }

  /** The absolute errors of always predicting `mean`. */
  missesOf(mean: number): Float64Array {
    return this.fresh.y.map((v) => Math.abs(v - mean));
  }

  errorOf(mean: number): number {
    return rootMeanSquare(this.missesOf(mean));
  }

  /**
   * The error of a candidate of the race fitted by itself, with the numbers that the race gave it; undefined for those
   * that joined, and for those that were never tuned.
   */
  async errorOfLane(lane: RaceLane, run: RunResult): Promise<number | undefined> {
    if (lane.id === 'mean') return this.errorOf(run.mean);
    if (lane.id === 'column' && lane.column !== undefined) return this.errorOfColumn(lane.column, run);
    if (JOINS.has(lane.id) || lane.lambda === undefined) return undefined;
    const kernel = lane.kernel ?? (lane.id === 'line' ? 'linear' : lane.id.replace('-columns', ''));
    const scale = lane.lengthScale && { lengthScale: lane.lengthScale.join(' ') };
    return this.error(await this.run({ kernel, ...scale, lambda: lane.lambda, folds: 0 }));
  }

  /** The means of the training rows in tenths of a column. */
  private errorOfColumn(name: string, run: RunResult): number {
    const c = this.world.names.indexOf(name);
    const { x, y } = this.rows;
    const held = new Set(run.holdout?.rows);
    const fitted = Array.from(y.keys()).filter((i) => !held.has(i + 1));
    const sorted = Float64Array.from(fitted, (i) => x[i][c]).sort();
    const edges = Array.from({ length: 9 }, (_, e) => sorted[Math.floor(((e + 1) * sorted.length) / 10)]);
    const cell = (value: number) => edges.filter((edge) => value > edge).length;
    const [sums, counts] = [new Float64Array(10), new Float64Array(10)];
    for (const i of fitted) {
      sums[cell(x[i][c])] += y[i];
      counts[cell(x[i][c])]++;
    }
    return rootMeanSquare(
      this.fresh.y.map((v, i) => {
        const at = cell(this.fresh.x[i][c]);
        return v - (counts[at] > 0 ? sums[at] / counts[at] : run.mean);
      }),
    );
  }
}

const rootMeanSquare = (values: Float64Array) => Math.sqrt(values.reduce((sum, v) => sum + v * v, 0) / values.length);

/** Judges the claims about the default answer, and about the runs beside it. */
async function judged(world: World, seed: number): ReturnType<Simulation['draw']> {
  const made = new Fitted(world, seed);
  const run = await made.run();
  const view = deriveView(run);
  const misses = made.misses(run);
  const own = rootMeanSquare(misses);
  const said = new Set(overviewOf(view).lead.map(({ claim }) => claim));
  const outcomes: Record<string, Outcome> = {};
  if (said.has('nothing-found')) outcomes['nothing-found'] = outcome(1 - (own / made.errorOf(run.mean)) ** 2 < 0.1);
  const held = run.holdout;
  if (said.has('typical-miss') && held) {
    const [low, high] = orderInterval(held.observed.map((v, i) => Math.abs(v - held.predicted[i])).sort(), 0.5);
    const median = misses.toSorted()[FRESH / 2];
    outcomes['typical-miss'] = outcome(median >= low && median <= high);
  }
  Object.assign(outcomes, await raceOutcomes(run, own, plainRival(view), (lane) => made.errorOfLane(lane, run)));
  const plain = await made.run({ kernel: 'gaussian' });
  const compared = [comparedRun(plain, 'Gaussian'), comparedRun(run, 'Default')] as const;
  Object.assign(outcomes, runBetter(compared, [made.error(plain), own]));
  const lanes = howGoodLanes(view);
  const apart = lanes?.sentence.some(({ claim }) => claim === 'apart-from-baseline');
  const rival = lanes?.lanes.find(({ id }) => id === 'line') ?? lanes?.lanes.find(({ id }) => id === 'mean');
  if (apart && rival) {
    const typical = (of: Float64Array) => of.toSorted()[FRESH / 2];
    const other =
      rival.id === 'mean' ? made.missesOf(run.mean) : made.misses(await made.run({ kernel: 'linear', folds: 0 }));
    const shown = lanes?.lanes.find(({ id }) => id === 'fit')?.at ?? Number.NaN;
    outcomes['apart-from-baseline'] = outcome(typical(misses) < typical(other) === shown < (rival.at ?? Number.NaN));
  }
  return outcomes;
}

/** Kernels that differ much, and little. */
export const THREE_KERNELS = ['linear', 'gaussian', 'matern52'] as const;

export const simulations: readonly Simulation[] = [
  {
    name: 'three fits with a linear, a Gaussian and a Matérn kernel of these five functions, in a third of the draws of noise alone, 75 to 250 rows',
    claims: ['run-better', 'run-lowest', 'as-good'],
    draws: { suite: 4, whole: 200 },
    draw: async (seed) => {
      const made = new Fitted(seed % 3 === 0 ? noiseWorld(seed) : signalWorld(seed), 1500 + seed);
      const [runs, errors] = [[] as ComparedRun[], [] as number[]];
      for (const kernel of THREE_KERNELS) {
        const run = await made.run({ kernel, folds: 0 });
        runs.push(comparedRun(run, kernel));
        errors.push(made.error(run));
      }
      return runsCompared(runs, errors);
    },
  },
  {
    name: 'five functions of four columns, noise of 0.3 or 0.7, 75 to 250 rows',
    claims: [
      'typical-miss',
      'nothing-found',
      'race-lower',
      'as-good',
      'plain-rival',
      'apart-from-baseline',
      'run-better',
    ],
    draws: { suite: [1, 4, 5, 8, 12], whole: 200 },
    draw: (seed) => judged(signalWorld(seed), seed),
  },
  {
    name: 'a line, steps in one column and what is bent little or much, noise of 0.5 or 1, 75 to 250 rows',
    claims: ['race-lower', 'as-good', 'plain-rival'],
    draws: { suite: [1, 2, 4, 5], whole: 200 },
    draw: async (seed) => {
      const made = new Fitted(plainWorld(seed), 300 + seed);
      const run = await made.run();
      return raceOutcomes(run, made.error(run), plainRival(deriveView(run)), (lane) => made.errorOfLane(lane, run));
    },
  },
  {
    name: 'noise alone beside three or eight columns, 75 to 250 rows',
    claims: [
      'typical-miss',
      'nothing-found',
      'race-lower',
      'as-good',
      'plain-rival',
      'apart-from-baseline',
      'run-better',
    ],
    draws: { suite: [1, 2, 4], whole: 100 },
    draw: (seed) => judged(noiseWorld(seed), seed),
  },
  {
    name: 'thirty or a hundred and twenty columns, two of which say something or none, 75 to 250 rows',
    claims: ['nothing-found', 'race-lower', 'as-good', 'plain-rival'],
    draws: { suite: 2, whole: 120 },
    draw: (seed) => judged(manyColumnsWorld(seed), 900 + seed),
  },
];
