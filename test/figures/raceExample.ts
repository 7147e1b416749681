import type { PairedVerdict } from '../../src/engine/contract/pairedVerdict';
import type { LaneId, Race, RaceDifference, RaceLane } from '../../src/engine/contract/race';
import type { RunResult } from '../../src/engine/contract/run';

const TITLES: Readonly<Record<LaneId, string>> = {
  mean: 'Mean',
  column: 'Best single column',
  line: 'Straight line',
  gaussian: 'Gaussian',
  matern32: 'Matérn 3/2',
  laplace: 'Laplace',
  'gaussian-columns': 'Gaussian, one length scale per column',
  'matern32-columns': 'Matérn 3/2, one length scale per column',
  'laplace-columns': 'Laplace, one length scale per column',
  sum: 'Sum over columns',
  landmarks: 'Landmarks, Matérn 3/2',
  features: 'Random features, Matérn 3/2',
  leverage: 'Random features by leverage scores, Matérn 3/2',
  huber: 'Huber, Matérn 3/2',
};
const BASELINES: ReadonlySet<string> = new Set(['mean', 'column', 'line']);

/** A lane of made-up numbers: judged on all folds with this error unless `more` says otherwise. */
export function exampleLane(id: LaneId, error: number | undefined, more: Partial<RaceLane> = {}): RaceLane {
  const half = 0.08 * (error ?? 0);
  return {
    id,
    title: TITLES[id],
    baseline: BASELINES.has(id),
    state: error === undefined ? 'waits' : 'judged',
    folds: error === undefined ? 0 : 10,
    ...(error !== undefined && {
      error: { value: error, standardError: half / 2, interval: [error - half, error + half] },
    }),
    seconds: 0,
    ...more,
  };
}

/** A decided race of made-up numbers, Matérn 3/2 ahead; `errors` changes some of them. */
export function exampleRace(more: Partial<Race> = {}): Race {
  const errors: Readonly<
    Record<Exclude<LaneId, 'laplace-columns' | 'landmarks' | 'features' | 'leverage' | 'huber'>, number>
  > = {
    mean: 6.9,
    column: 6.2,
    line: 4.7,
    gaussian: 2.5,
    matern32: 1.4,
    laplace: 1.5,
    'gaussian-columns': 1.9,
    'matern32-columns': 1.45,
    sum: 1.47,
  };
  const ids = Object.keys(errors) as (keyof typeof errors)[];
  const lanes = ids.map((id) => {
    const value = errors[id] - errors.matern32;
    const half = 0.1;
    const alike = Math.abs(value) < half;
    return exampleLane(id, errors[id], {
      ...(id === 'column' && { column: 'flow' }),
      ...(id === 'gaussian' && { state: 'stopped', folds: 3 }),
      difference: {
        value,
        standardError: half / 2,
        interval: [value - half, value + half],
        share: value / errors.matern32,
        shareHalfWidth: half / errors.matern32,
        verdict: alike ? 'unclear' : 'worse',
      },
    });
  });
  return {
    task: 'regress',
    loss: 'squared',
    target: 'pressure',
    rows: 120,
    trainingRows: 120,
    folds: 10,
    seed: 0,
    columns: ['width', 'flow', 'material'],
    lanes,
    chosen: 'matern32',
    lowest: 'matern32',
    rule: 'lowest error over 10 folds',
    seconds: 1,
    ...more,
  };
}

/** The same on a sample of many rows: landmarks, by which the run is fitted, and random features of the chosen kernel learn from more of them. */
export function raceOfMany(): Race {
  const race = exampleRace({ rows: 1500, trainingRows: 16_512 });
  const approximates = { count: 500, rows: 16_362 };
  const difference = (value: number, verdict: PairedVerdict) =>
    ({
      value,
      standardError: 0.02,
      interval: [value - 0.06, value + 0.06],
      share: value / 1.4,
      shareHalfWidth: 0.06 / 1.4,
      verdict,
    }) as const;
  const landmarks = exampleLane('landmarks', 1.25, {
    approximates: { ...approximates, fitted: true, toOther: difference(-0.13, 'better') },
    difference: difference(-0.15, 'better'),
  });
  const features = exampleLane('features', 1.38, {
    approximates: { ...approximates, fitted: false, toOther: difference(0.13, 'worse') },
    difference: difference(-0.02, 'unclear'),
  });
  return { ...race, lanes: [...race.lanes, landmarks, features] };
}

/** The same with Huber's fit beside the one chosen: its squared errors are larger, its absolute ones lower. */
export function raceWithHuber(lower = true): Race {
  const race = exampleRace();
  const apart = (value: number, share: number, verdict: 'better' | 'worse') =>
    ({
      value,
      standardError: 0.02,
      interval: [value - 0.05, value + 0.05],
      share,
      shareHalfWidth: 0.04,
      verdict,
    }) as const;
  const lane = exampleLane('huber', 1.5, { difference: apart(0.1, 0.07, 'worse') });
  const error = { value: 0.88, standardError: 0.05, interval: [0.77, 0.99] } as const;
  const difference = lower ? apart(-0.12, -0.12, 'better') : apart(0.01, 0.01, 'worse');
  return {
    ...race,
    lanes: [...race.lanes, lane],
    huber: { lane: 'gaussian', beyond: 9, rows: [40, 3, 17], drawnIn: 0, error, difference, lower },
  };
}

/** The same while it runs: the baselines stand, one kernel is judged in part, one has begun. */
export function openRace(): Race {
  const { chosen: _, lowest: __, lanes, ...race } = exampleRace();
  const open = lanes.map(({ difference: ___, ...lane }): RaceLane => {
    if (lane.id === 'gaussian') return { ...lane, state: 'running', folds: 3 };
    if (lane.id === 'matern32') return exampleLane(lane.id, undefined, { state: 'running' });
    return lane.baseline ? lane : exampleLane(lane.id, undefined);
  });
  return { ...race, lanes: open };
}

/** The race with another difference of one lane from the chosen one. */
export function withDifference(race: Race, id: LaneId, difference: Partial<RaceDifference>): Race {
  const lanes = race.lanes.map((lane) =>
    lane.id === id && lane.difference ? { ...lane, difference: { ...lane.difference, ...difference } } : lane,
  );
  return { ...race, lanes };
}

/** A run whose kernel is said to come from this race. */
export function withRace(run: RunResult, race: Race): RunResult {
  const kernel = { name: 'kernel', title: 'Kernel', value: race.chosen ?? 'gaussian', rule: race.rule };
  return { ...run, race, parameters: [kernel, ...run.parameters.filter(({ name }) => name !== 'kernel')] };
}
