import { quietContext } from '../../src/engine/contract/context';
import type { ParameterValue } from '../../src/engine/contract/method';
import { JOINS, type RaceLane } from '../../src/engine/contract/race';
import { isComponents, type RunResult } from '../../src/engine/contract/run';
import { Random } from '../../src/engine/data/random';
import { Engine } from '../../src/engine/engine';
import { predictModel } from '../../src/engine/model/predict';
import { probabilitiesOf } from '../../src/engine/statistics/calibration';
import { plainName } from '../../src/engine/words/raceWords';
import { overviewOf } from '../../src/figures/fit/overview';
import { importanceSentence } from '../../src/figures/improve/importance';
import { deriveView } from '../../src/figures/view/view';
import { core, machine } from '../engine/testCore';
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

  /** The share of fresh rows predicted wrongly, and how much of the variance of the class their probabilities explain. */
  judged({ model }: RunResult): { readonly wrong: number; readonly explained: number } {
    const { centre, scale } = model.transform;
    const { x, codes } = this.fresh;
    const values = Float64Array.from(
      { length: FRESH * COLUMNS },
      (_, o) => (x[o % FRESH][Math.floor(o / FRESH)] - centre[Math.floor(o / FRESH)]) / scale[Math.floor(o / FRESH)],
    );
    const [{ predicted }] = predictModel(model, { rows: FRESH, columns: COLUMNS, values }, core, quietContext);
    if (!model.classes?.calibration) throw new Error('so many rows are calibrated');
    const [probability] = probabilitiesOf(model.classes.calibration, [predicted]);
    const share = codes.reduce((sum, code) => sum + code / FRESH, 0);
    let [wrong, squares] = [0, 0];
    codes.forEach((code, i) => {
      wrong += Number(Number(probability[i] > 0.5) !== code) / FRESH;
      squares += (probability[i] - code) ** 2 / FRESH;
    });
    return { wrong, explained: 1 - squares / (share * (1 - share)) };
  }

  /** A candidate of the race fitted by itself; undefined of those that joined, of single columns, and of what was never tuned. */
  async wrongOfLane(lane: RaceLane): Promise<number | undefined> {
    const share = this.fresh.codes.reduce((sum, code) => sum + code / FRESH, 0);
    if (lane.id === 'mean') return this.mostCommon() === 1 ? 1 - share : share;
    if (lane.id === 'column' || JOINS.has(lane.id) || lane.lambda === undefined) return undefined;
    const kernel = lane.kernel ?? (lane.id === 'line' ? 'linear' : lane.id.replace('-columns', ''));
    const scale = lane.lengthScale && { lengthScale: lane.lengthScale.join(' ') };
    return this.judged(await this.run({ kernel, ...scale, lambda: lane.lambda })).wrong;
  }

  private mostCommon(): number {
    const { codes } = this.rows;
    return Number(2 * codes.reduce((sum, code) => sum + code, 0) > codes.length);
  }
}

const outcome = (holds: boolean): Outcome => (holds ? 'true' : 'false');

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
  const held: Record<'race-lower' | 'as-good', boolean[]> = { 'race-lower': [], 'as-good': [] };
  const rival = lead.some(({ claim }) => claim === 'plain-rival' || claim === 'as-good') ? lead : undefined;
  for (const lane of run.race?.lanes ?? []) {
    if (lane.id === run.race?.chosen || lane.difference === undefined) continue;
    const named = rival?.some(({ text }) => text.toLowerCase().startsWith(plainName(lane)));
    const { verdict } = lane.difference;
    if (verdict === 'unclear' && !named) continue;
    const other = await made.wrongOfLane(lane);
    if (other === undefined) continue;
    if (verdict === 'worse' || verdict === 'better')
      held['race-lower'].push(verdict === 'worse' ? own.wrong < other : other < own.wrong);
    if (verdict === 'as good') held['as-good'].push(Math.abs(own.wrong / other - 1) < 0.05);
    if (named && rival?.some(({ claim }) => claim === 'plain-rival'))
      outcomes['plain-rival'] = outcome(other < 1.1 * own.wrong);
  }
  for (const [claim, each] of Object.entries(held)) if (each.length > 0) outcomes[claim] = outcome(each.every(Boolean));
  return outcomes;
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
