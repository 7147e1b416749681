import type { ParameterValue } from '../../src/engine/contract/method';
import { JOINS, type RaceLane } from '../../src/engine/contract/race';
import { isComponents, type RunResult } from '../../src/engine/contract/run';
import { Random } from '../../src/engine/data/random';
import { Engine } from '../../src/engine/engine';
import { quietWith } from '../../src/engine/linalg/linalg';
import { predictModel } from '../../src/engine/model/predict';
import { probabilitiesOf } from '../../src/engine/statistics/calibration';
import { decidedLevels, mostCommon } from '../../src/engine/statistics/classes';
import { overviewOf } from '../../src/figures/fit/overview';
import { importanceSentence } from '../../src/figures/improve/importance';
import { deriveView } from '../../src/figures/view/view';
import { core, machine, withoutEffects } from '../engine/testCore';
import { encoded, outcome, raceOutcomes } from './outcomes';
import type { Outcome, Simulation } from './simulation';

const FRESH = 4000;
const COLUMNS = 4;
const ROWS = [150, 250, 400, 600];

/** Log-odds of each class but the first against the first, of four standard normal columns. */
type LogOdds = (x: readonly number[]) => readonly number[];
interface World {
  readonly rows: number;
  readonly classes: number;
  readonly logOdds: LogOdds;
  /** The columns (0-based) that it changes with. */
  readonly seen: readonly number[];
}

const SIGNALS: readonly (readonly [logOdds: (x: readonly number[]) => number, seen: readonly number[]])[] = [
  [([a]) => 1.6 * a - 3.2, [0]],
  [([a, b]) => 2 * a * b - 3, [0, 1]],
  [([a, b]) => 2 * a - b, [0, 1]],
  [([a, b]) => 2 * (a * a + b * b) - 3, [0, 1]],
  [([, , c]) => 3 * Math.sin(2 * c), [2]],
];

const signalWorld = (seed: number): World => {
  const [logOdds, seen] = SIGNALS[seed % SIGNALS.length];
  return { rows: ROWS[seed % ROWS.length], classes: 2, logOdds: (x) => [logOdds(x)], seen };
};

/**
 * Three similar classes; one with two rare ones; one rare one with two that nothing distinguishes; and four, of which
 * three can be distinguished.
 */
const SEVERAL: readonly (readonly [logOdds: LogOdds, seen: readonly number[]])[] = [
  [([a, b]) => [1.5 * a, 1.5 * b], [0, 1]],
  [([a, b]) => [1.5 * a - 3.2, 1.5 * b - 3.2], [0, 1]],
  [([a]) => [0, 1.5 * a - 3], [0]],
  [([a, b, c]) => [2 * a * b, 2 * Math.sin(2 * c), -1.5], [0, 1, 2]],
];

const severalWorld = (seed: number): World => {
  const [logOdds, seen] = SEVERAL[seed % SEVERAL.length];
  return { rows: [200, 400, 800][seed % 3], classes: logOdds([0, 0, 0, 0]).length + 1, logOdds, seen };
};

/** Three to eight classes, alike or each half as frequent as the one before, whatever their columns say. */
const severalNoise = (seed: number): World => {
  const classes = 3 + (seed % 6);
  const odds = Array.from({ length: classes - 1 }, (_, c) => (seed % 2 === 0 ? 0 : -0.7 * (c + 1)));
  return { rows: [200, 400, 800][seed % 3], classes, logOdds: () => odds, seen: [] };
};

/** Half, a tenth or a twenty-fifth of the rows are of the second class, whatever their columns say. */
const noiseWorld = (seed: number): World => ({
  rows: ROWS[seed % ROWS.length],
  classes: 2,
  logOdds: () => [[0, -2.2, -3.2][seed % 3]],
  seen: [],
});

/** The name of a class by its code: levels are in alphabetical order, so the second of two is "yes". */
const nameOf = (code: number, classes: number): string => (classes === 2 ? ['no', 'yes'] : [...'abcdefgh'])[code];

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

  constructor(
    private readonly world: World,
    seed: number,
  ) {
    const random = new Random(40_000 + seed);
    const drawn = (count: number): Drawn => {
      const x = Array.from({ length: count }, () => Array.from({ length: COLUMNS }, () => random.normal()));
      const classOf = (row: readonly number[]) => {
        const weights = [1, ...world.logOdds(row).map(Math.exp)];
        let left = random.uniform() * weights.reduce((sum, weight) => sum + weight);
        return weights.findIndex((weight) => {
          left -= weight;
          return left < 0;
        });
      };
      return { x, codes: Uint8Array.from(x, classOf) };
    };
    this.rows = drawn(world.rows);
    this.fresh = drawn(FRESH);
  }

  async run(parameters: Readonly<Record<string, ParameterValue>> = {}): Promise<RunResult> {
    const { x, codes } = this.rows;
    const { world } = this;
    const names = x[0].map((_, c) => `x${c + 1}`);
    const lines = x.map((row, i) => [...row, nameOf(codes[i], world.classes)].join());
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
      withoutEffects,
    );
    if (isComponents(run)) throw new Error('a fit is no run of components');
    return run;
  }

  /**
   * The fraction of fresh rows predicted wrongly, the root mean squared error of their scores, and the fraction of the
   * class's variance that their probabilities explain.
   */
  judged({ model }: RunResult): Worth {
    const { codes } = this.fresh;
    if (!model.classes?.calibration) throw new Error('so many rows are calibrated');
    const { calibration, levels } = model.classes;
    const outputs = predictModel(model, encoded(model, this.fresh.x), quietWith(core)).map((o) => o.predicted);
    const decided = decidedLevels(outputs, { calibration });
    const probabilities = probabilitiesOf(calibration, outputs);
    // Two classes have a single output, that of the second.
    const looked = outputs.length === 1 ? [1] : outputs.map((_, c) => c);
    const names = Array.from(codes, (code) => nameOf(code, this.world.classes));
    const wrong = names.filter((name, i) => levels[decided[i]] !== name).length / FRESH;
    let [squares, spread, scores] = [0, 0, 0];
    looked.forEach((level, o) => {
      const of = names.map((name) => Number(levels[level] === name));
      const share = of.reduce((sum, v) => sum + v / FRESH, 0);
      of.forEach((is, i) => {
        squares += (probabilities[o][i] - is) ** 2 / FRESH;
        spread += (share - is) ** 2 / FRESH;
        scores += (outputs[o][i] - (2 * is - 1)) ** 2 / FRESH;
      });
    });
    return { misclassified: wrong, squared: Math.sqrt(scores), explained: 1 - squares / spread };
  }

  /** A candidate of the race fitted by itself; undefined of those that joined, of single columns, and of what was never tuned. */
  async errorOfLane(lane: RaceLane, loss: 'misclassified' | 'squared', mean: number): Promise<number | undefined> {
    const { codes } = this.fresh;
    if (loss === 'squared' && this.world.classes > 2) return undefined;
    const common = mostCommon(this.rows.codes).level;
    const errorOf = (code: number) => (loss === 'squared' ? (mean - (2 * code - 1)) ** 2 : Number(code !== common));
    const average = codes.reduce((sum, code) => sum + errorOf(code) / FRESH, 0);
    if (lane.id === 'mean') return loss === 'squared' ? Math.sqrt(average) : average;
    if (lane.id === 'column' || JOINS.has(lane.id) || lane.lambda === undefined) return undefined;
    const kernel = lane.kernel ?? (lane.id === 'line' ? 'linear' : lane.id.replace('-columns', ''));
    const scale = lane.lengthScale && { lengthScale: lane.lengthScale.join(' ') };
    return this.judged(await this.run({ kernel, ...scale, lambda: lane.lambda, folds: 0 }))[loss];
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
    draws: { suite: [4, 5, 8], whole: 150 },
    draw: (seed) => judged(signalWorld(seed), seed),
  },
  {
    name: 'two classes of noise, half of the rows to one of twenty-five of the second, 150 to 600 rows',
    claims: CLAIMS,
    draws: { suite: [4, 8, 12], whole: 100 },
    draw: (seed) => judged(noiseWorld(seed), 500 + seed),
  },
  {
    name: 'three or four classes, common and rare, told by one to three of four columns, 200 to 800 rows',
    claims: CLAIMS,
    draws: { suite: [3, 6], whole: 120 },
    draw: (seed) => judged(severalWorld(seed), 1000 + seed),
  },
  {
    name: 'three to eight classes of noise, alike or each half as frequent as the one before, 200 to 800 rows',
    claims: CLAIMS,
    draws: { suite: [1, 6], whole: 90 },
    draw: (seed) => judged(severalNoise(seed), 1500 + seed),
  },
];
