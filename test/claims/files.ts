import { DESIGN_DEFAULTS } from '../../src/choices/design';
import type { ClaimId } from '../../src/engine/contract/claim';
import { quietContext } from '../../src/engine/contract/context';
import type { DesignOptions } from '../../src/engine/contract/data';
import type { ParameterValue } from '../../src/engine/contract/method';
import { JOINS, type RaceLane } from '../../src/engine/contract/race';
import type { PredictedOutput } from '../../src/engine/contract/rpc';
import { isComponents, type RunResult } from '../../src/engine/contract/run';
import { fileColumn } from '../../src/engine/data/fileColumn';
import { Random } from '../../src/engine/data/random';
import { Engine } from '../../src/engine/engine';
import { type ComparedRun, comparedRun } from '../../src/figures/compare/comparedRun';
import { overviewOf } from '../../src/figures/fit/overview';
import { importanceSentence } from '../../src/figures/improve/importance';
import { plainRival } from '../../src/figures/lanes/rival';
import { missesOf } from '../../src/figures/view/misses';
import { deriveView, type RunView } from '../../src/figures/view/view';
import { machine, withoutEffects } from '../engine/testCore';
import { FILE_WORLDS, type FileWorld, grouped, type Made, series } from './fileWorlds';
import { THREE_KERNELS } from './fits';
import { outcome, raceOutcomes, runBetter, runsCompared } from './outcomes';
import type { Outcome, Simulation } from './simulation';

const csvOf = ({ names, cells, y }: Made): Uint8Array =>
  new TextEncoder().encode([`${names.join()},y`, ...cells.map((row, i) => `${row.join()},${y[i]}`)].join('\n'));

/** Fits of a made file as they are by default, and what they are worth on rows that nobody has seen. */
class FittedFile {
  private readonly engine = new Engine(machine(4e9));
  private readonly bytes: Uint8Array;
  private readonly fresh: Uint8Array;

  constructor(
    readonly world: FileWorld,
    private readonly design: Partial<DesignOptions> = {},
  ) {
    this.bytes = csvOf(world.file);
    this.fresh = csvOf(world.fresh);
  }

  async run(
    parameters: Readonly<Record<string, ParameterValue>> = {},
    design: Partial<DesignOptions> = {},
  ): Promise<RunResult> {
    const run = await this.engine.handlers.fit(
      {
        method: 'krr',
        source: { kind: 'bytes', name: 'made.csv', bytes: this.bytes },
        read: {},
        design: { ...DESIGN_DEFAULTS, target: 'y', ...this.design, ...design },
        parameters,
        openMethod: true,
      },
      withoutEffects,
    );
    if (isComponents(run)) throw new Error('a fit is no run of components');
    return run;
  }

  private async predicted({ model }: Pick<RunResult, 'model'>, bytes = this.fresh): Promise<PredictedOutput> {
    const source = { kind: 'bytes', name: 'fresh.csv', bytes } as const;
    const { outputs } = await this.engine.handlers.predict({ model, source }, quietContext);
    return outputs[0];
  }

  /** The absolute error of each fresh row. */
  async misses(run: Pick<RunResult, 'model'>): Promise<Float64Array> {
    const { predicted } = await this.predicted(run);
    return this.world.fresh.y.map((v, i) => Math.abs(v - predicted[i]));
  }

  /** The error on rows like those held out, which are no further ahead. */
  async error(run: Pick<RunResult, 'model'>): Promise<number> {
    const { sameDays = this.world.fresh } = this.world;
    const { predicted } = await this.predicted(run, csvOf(sameDays));
    return rootMeanSquare(Float64Array.from(sameDays.y, (v, i) => v - predicted[i]));
  }

  /** The absolute errors of always predicting `mean`. */
  missesOf(mean: number): Float64Array {
    return this.world.fresh.y.map((v) => Math.abs(v - mean));
  }

  /**
   * The absolute errors of a candidate of the race fitted by itself, with the numbers that the race gave it; undefined
   * for those that joined, and for those that were never tuned.
   */
  async missesOfLane(lane: RaceLane, run: RunResult): Promise<Float64Array | undefined> {
    if (lane.id === 'mean') return this.missesOf(run.mean);
    if (lane.id === 'column' || JOINS.has(lane.id) || lane.lambda === undefined) return undefined;
    const kernel = lane.kernel ?? (lane.id === 'line' ? 'linear' : lane.id.replace('-columns', ''));
    const scale = lane.lengthScale && { lengthScale: encodedScales(lane.lengthScale, run).join(' ') };
    return this.misses(await this.run({ kernel, ...scale, lambda: lane.lambda, folds: 0 }));
  }
}

/** A scale for every column of the file as one for every encoded column. */
const encodedScales = (scales: readonly number[], { model }: Pick<RunResult, 'model'>): readonly number[] =>
  scales.length > 1 ? Array.from(fileColumn(model.transform), (column) => scales[column]) : scales;

const rootMeanSquare = (values: Float64Array) => Math.sqrt(values.reduce((sum, v) => sum + v * v, 0) / values.length);
const medianOf = (values: Float64Array) => values.toSorted()[values.length >> 1];

/**
 * Whether the median error on fresh rows lies in the interval that the fit's bar shows, where the typical miss is said.
 */
function typicalMiss(view: RunView, misses: Float64Array): Partial<Record<ClaimId, Outcome>> {
  const [fit] = missesOf(view) ?? [];
  if (fit === undefined || !overviewOf(view).lead.some(({ claim }) => claim === 'typical-miss')) return {};
  const median = medianOf(misses);
  return { 'typical-miss': outcome(median >= fit.interval[0] && median <= fit.interval[1]) };
}

async function judged(seed: number): ReturnType<Simulation['draw']> {
  const names = Object.keys(FILE_WORLDS);
  const turn = Math.floor(seed / names.length);
  const world = FILE_WORLDS[names[seed % names.length]](new Random(7000 + seed), turn);
  const made = new FittedFile(world);
  const run = await made.run();
  const view = deriveView(run);
  const misses = await made.misses(run);
  const own = rootMeanSquare(misses);
  const outcomes: Partial<Record<ClaimId, Outcome>> = { ...typicalMiss(view, misses) };
  if (overviewOf(view).lead.some(({ claim }) => claim === 'nothing-found'))
    outcomes['nothing-found'] = outcome(1 - (own / rootMeanSquare(made.missesOf(run.mean))) ** 2 < 0.1);
  const [first, column] = run.importance ? importanceSentence(run.importance) : [];
  if (first?.claim === 'column-matters' && column)
    outcomes['column-matters'] = outcome(world.seen.includes(column.text));
  const ofRace = await raceOutcomes(run, own, plainRival(view), async (lane) => {
    const missed = await made.missesOfLane(lane, run);
    return missed && rootMeanSquare(missed);
  });
  return { ...outcomes, ...ofRace };
}

/** Judges whether either is said to be better, of a fit and another one with other parameters or of fewer columns. */
async function beside(
  made: FittedFile,
  run: RunResult,
  {
    parameters,
    design,
  }: { readonly parameters?: Readonly<Record<string, ParameterValue>>; readonly design?: Partial<DesignOptions> },
): ReturnType<Simulation['draw']> {
  const other = await made.run(parameters, design);
  const [error, own] = [await made.error(other), await made.error(run)];
  const [a, b] = [comparedRun(other, 'other'), comparedRun(run, 'default')];
  return { ...runBetter([a, b], [error, own]), ...runBetter([b, a], [own, error]) };
}

const BY_GROUP: Partial<DesignOptions> = {
  splitBy: { kind: 'group', column: 'plant' },
  holdout: { kind: 'fraction', fraction: 0.25 },
  features: ['a', 'b', 'c'],
};

/** Judges what is said of fits with different kernels beside one another. */
async function threeKernels(made: FittedFile): ReturnType<Simulation['draw']> {
  const [runs, errors] = [[] as ComparedRun[], [] as number[]];
  for (const kernel of THREE_KERNELS) {
    const run = await made.run({ kernel, folds: 0 });
    runs.push(comparedRun(run, kernel));
    errors.push(await made.error(run));
  }
  return runsCompared(runs, errors);
}

export const simulations: readonly Simulation[] = [
  {
    name: 'three fits with a linear, a Gaussian and a Matérn kernel of such days, and of such rows in groups',
    claims: ['run-better', 'run-lowest', 'as-good'],
    draws: { suite: 4, whole: 120 },
    draw: (seed) => {
      const turn = seed >> 1;
      return threeKernels(
        seed % 2 === 0
          ? new FittedFile(series(new Random(8500 + seed), turn))
          : new FittedFile(grouped(new Random(9500 + seed), turn), BY_GROUP),
      );
    },
  },
  {
    name: 'such three fits of days that drift, 100 to 600 rows',
    claims: ['run-better', 'run-lowest', 'as-good'],
    draws: { suite: [4, 8, 12], whole: 100 },
    // The first four of every twelve are days with a drift.
    draw: (seed) => threeKernels(new FittedFile(series(new Random(8500 + 17 * seed), 12 * (seed >> 2) + (seed & 3)))),
  },
  {
    name: 'files with noise of Student’s t, outliers in the target, slipped decimal points, targets over decades, counts, zeros, gaps, categories, near copies of columns or of the target, 75 to 600 rows',
    claims: ['typical-miss', 'nothing-found', 'column-matters', 'race-lower', 'as-good', 'plain-rival'],
    draws: { suite: 2, whole: 60 },
    draw: judged,
  },
  {
    name: 'days in order with a drift, autocorrelated noise or a season, 100 to 600 rows, and the days that follow',
    claims: ['typical-miss', 'run-better'],
    draws: { suite: [1, 4, 8], whole: 96 },
    draw: async (seed) => {
      const made = new FittedFile(series(new Random(8000 + seed), seed));
      const run = await made.run();
      const misses = await made.misses(run);
      return {
        ...typicalMiss(deriveView(run), misses),
        ...(await beside(made, run, { parameters: { kernel: 'gaussian' } })),
      };
    },
  },
  {
    name: 'rows in groups that each have a level of their own, 96 to 200 rows in 12 to 40 groups, of which a quarter is held out, and other groups',
    claims: ['typical-miss', 'run-better'],
    draws: { suite: 2, whole: 96 },
    draw: async (seed) => {
      const made = new FittedFile(grouped(new Random(9000 + seed), seed), BY_GROUP);
      const run = await made.run();
      const misses = await made.misses(run);
      // The column that is the same for all rows of a group, left out, or another kernel.
      const other =
        Math.floor(seed / 6) % 2 ? { parameters: { kernel: 'gaussian' } } : { design: { features: ['a', 'b'] } };
      return { ...typicalMiss(deriveView(run), misses), ...(await beside(made, run, other)) };
    },
  },
];
