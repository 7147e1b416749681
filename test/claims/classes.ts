import { quietContext } from '../../src/engine/contract/context';
import type { ParameterValue } from '../../src/engine/contract/method';
import { JOINS, type RaceLane } from '../../src/engine/contract/race';
import { isComponents, type RunResult } from '../../src/engine/contract/run';
import { Random } from '../../src/engine/data/random';
import { Engine } from '../../src/engine/engine';
import { predictModel } from '../../src/engine/model/predict';
import { probabilitiesOf } from '../../src/engine/statistics/calibration';
import { overviewOf } from '../../src/figures/fit/overview';
import { importanceSentence } from '../../src/figures/improve/importance';
import { deriveView } from '../../src/figures/view/view';
import { core, machine } from '../engine/testCore';
import { encoded, outcome, raceOutcomes } from './outcomes';
import type { Outcome, Simulation } from './simulation';

const FRESH = 4000;
const COLUMNS = 4;
const ROWS = [150, 250, 400, 600];

/** Log-odds of the second class, of four standard normal columns. */
type LogOdds = (x: readonly number[]) => number;
interface World {
  readonly rows: number;
  readonly logOdds: LogOdds;
  /** The columns (0-based) that it changes with. */
  readonly seen: readonly number[];
}

const SIGNALS: readonly (readonly [logOdds: LogOdds, seen: readonly number[]])[] = [
  [([a]) => 1.6 * a - 3.2, [0]],
  [([a, b]) => 2 * a * b - 3, [0, 1]],
  [([a, b]) => 2 * a - b, [0, 1]],
  [([a, b]) => 2 * (a * a + b * b) - 3, [0, 1]],
  [([, , c]) => 3 * Math.sin(2 * c), [2]],
];

const signalWorld = (seed: number): World => {
  const [logOdds, seen] = SIGNALS[seed % SIGNALS.length];
  return { rows: ROWS[seed % ROWS.length], logOdds, seen };
};

/** Half, a tenth or a twenty-fifth of the rows are of the second class, whatever their columns say. */
const noiseWorld = (seed: number): World => ({
  rows: ROWS[seed % ROWS.length],
  logOdds: () => [0, -2.2, -3.2][seed % 3],
  seen: [],
});

interface Drawn {
  readonly x: readonly (readonly number[])[];
  readonly codes: Uint8Array;
}

interface Worth {
  readonly misclassified: number;
  readonly squared: number;
  readonly explained: number;
}

/** Fits of a world's rows, a fifth of them held out, and what they are worth on rows that nobody has seen. */
class Fitted {
  private readonly engine = new Engine(machine(4e9));
  private readonly rows: Drawn;
  private readonly fresh: Drawn;

  constructor(world: World, seed: number) {
    const random = new Random(40_000 + seed);
    const drawn = (count: number): Drawn => {
      const x = Array.from({ length: count }, () => Array.from({ length: COLUMNS }, () => random.normal()));
      const likely = (row: readonly number[]) => 1 / (1 + Math.exp(-world.logOdds(row)));
      return { x, codes: Uint8Array.from(x, (row) => Number(random.uniform() < likely(row))) };
    };
    this.rows = drawn(world.rows);
    this.fresh = drawn(FRESH);
  }

  async run(parameters: Readonly<Record<string, ParameterValue>> = {}): Promise<RunResult> {
    const { x, codes } = this.rows;
    const names = x[0].map((_, c) => `x${c + 1}`);
    const lines = x.map((row, i) => [...row, codes[i] === 1 ? 'yes' : 'no'].join());
    const text = [[...names, 'state'].join(), ...lines].join('\n');
    const run = await this.engine.handlers.fit(
      {
        method: 'krr',
        source: { kind: 'bytes', name: 'made.csv', bytes: new TextEncoder().encode(text) },
        read: {},
        design: {
          target: 'state',
          features: names,
          missing: 'drop',
          standardise: true,
          seed: 0,
          holdout: { kind: 'fraction', fraction: 0.2 },
        },
        parameters,
      },
      quietContext,
    );
    if (isComponents(run)) throw new Error('a fit is no run of components');
    return run;
  }

  /** The share of fresh rows predicted wrongly, the root mean squared error of their scores, and how much of the variance of the class their probabilities explain. */
  judged({ model }: RunResult): Worth {
    const { codes } = this.fresh;
    const [{ predicted }] = predictModel(model, encoded(model, this.fresh.x), core, quietContext);
    if (!model.classes?.calibration) throw new Error('so many rows are calibrated');
    const [probability] = probabilitiesOf(model.classes.calibration, [predicted]);
    const share = codes.reduce((sum, code) => sum + code / FRESH, 0);
    let [wrong, squares, scores] = [0, 0, 0];
    codes.forEach((code, i) => {
      wrong += Number(Number(probability[i] > 0.5) !== code) / FRESH;
      squares += (probability[i] - code) ** 2 / FRESH;
      scores += (predicted[i] - (2 * code - 1)) ** 2 / FRESH;
    });
    return { misclassified: wrong, squared: Math.sqrt(scores), explained: 1 - squares / (share * (1 - share)) };
  }

  /** A candidate of the race fitted by itself; undefined of those that joined, of single columns, and of what was never tuned. */
  async errorOfLane(lane: RaceLane, loss: 'misclassified' | 'squared', mean: number): Promise<number | undefined> {
    const { codes } = this.fresh;
    const errorOf = (code: number) =>
      loss === 'squared' ? (mean - (2 * code - 1)) ** 2 : Number(code !== this.mostCommon());
    const average = codes.reduce((sum, code) => sum + errorOf(code) / FRESH, 0);
    if (lane.id === 'mean') return loss === 'squared' ? Math.sqrt(average) : average;
    if (lane.id === 'column' || JOINS.has(lane.id) || lane.lambda === undefined) return undefined;
    const kernel = lane.kernel ?? (lane.id === 'line' ? 'linear' : lane.id.replace('-columns', ''));
    const scale = lane.lengthScale && { lengthScale: lane.lengthScale.join(' ') };
    return this.judged(await this.run({ kernel, ...scale, lambda: lane.lambda }))[loss];
  }

  private mostCommon(): number {
    const { codes } = this.rows;
    return Number(2 * codes.reduce((sum, code) => sum + code, 0) > codes.length);
  }
}

async function judged(world: World, seed: number): ReturnType<Simulation['draw']> {
  const made = new Fitted(world, seed);
  const run = await made.run();
  const view = deriveView(run);
  const own = made.judged(run);
  const outcomes: Record<string, Outcome> = {};
  const { lead } = overviewOf(view);
  if (lead.some(({ claim }) => claim === 'nothing-found')) outcomes['nothing-found'] = outcome(own.explained < 0.1);
  if (run.importance) {
    const [first, column] = importanceSentence(run.importance);
    if (first.claim === 'column-matters')
      outcomes['column-matters'] = outcome(world.seen.some((c) => column.text === `x${c + 1}`));
  }
  const rival = lead.some(({ claim }) => claim === 'plain-rival' || claim === 'as-good') ? lead : undefined;
  const loss = run.race?.loss === 'squared' ? 'squared' : 'misclassified';
  const ofRace = await raceOutcomes(run, own[loss], rival, (lane) => made.errorOfLane(lane, loss, run.mean));
  return { ...outcomes, ...ofRace };
}

const CLAIMS = ['nothing-found', 'column-matters', 'race-lower', 'as-good', 'plain-rival'] as const;

export const simulations: readonly Simulation[] = [
  {
    name: 'two classes by five functions of four columns, one of twenty-five rows to half of them of the second, 150 to 600 rows',
    claims: CLAIMS,
    draws: { suite: 4, whole: 150 },
    draw: (seed) => judged(signalWorld(seed), seed),
  },
  {
    name: 'two classes of noise, half of the rows to one of twenty-five of the second, 150 to 600 rows',
    claims: CLAIMS,
    draws: { suite: 3, whole: 100 },
    draw: (seed) => judged(noiseWorld(seed), 500 + seed),
  },
];
