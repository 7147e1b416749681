import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Race, RaceLane } from '../../src/engine/contract/race';
import { pairedVerdict } from '../../src/engine/statistics/pairedVerdict';
import { toCsv } from '../../src/figures/csv';
import { keyNumbers } from '../../src/figures/fit/keyNumbers';
import { coverageLanes } from '../../src/figures/lanes/coverage';
import { howGoodLanes } from '../../src/figures/lanes/howGood';
import { lanesFigure, lanesLogAxis, lanesShareAxis } from '../../src/figures/lanes/lanes';
import { raceInShort, raceTried, raceWhole, shownLane } from '../../src/figures/lanes/race';
import { figuresOf } from '../../src/figures/tabs';
import { deriveView } from '../../src/figures/view/view';
import { describe, plainText } from '../../src/figures/words/describe';
import { figureTable } from '../../src/figures/words/figureTable';
import { exampleRun } from './exampleRun';
import { exampleRace, openRace, raceOfMany, raceWithHuber, withDifference } from './raceExample';
import { scaled } from './scaled';

const chosen = (kernel: string, lengthScale: string) => [
  { name: 'kernel', title: 'Kernel', value: kernel, rule: 'set' },
  { name: 'lengthScale', title: 'Length scale', value: lengthScale, rule: 'set' },
];
const lanesOf = (race: Race, parameters = chosen('matern32', '2')) => {
  const lanes = raceWhole({ run: { race, parameters } });
  assert.ok(lanes);
  return lanes;
};
const laneOf = (race: Race, id: string) => {
  const lane = lanesOf(race).lanes.find((one) => one.id === id);
  assert.ok(lane);
  return lane;
};

test('lanes stand in the order of the race, in groups, whatever their errors', () => {
  const { lanes } = lanesOf(exampleRace());
  assert.deepEqual(
    lanes.map(({ id }) => id),
    exampleRace().lanes.map(({ id }) => id),
  );
  assert.deepEqual(
    lanes.map(({ group }) => group),
    [0, 0, 0, 1, 1, 1, 2, 2, 2],
  );
});

test('a lane says what is known of it: waits, started, some folds, all of them', () => {
  const race = openRace();
  assert.deepEqual(
    ['mean', 'gaussian', 'matern32', 'laplace'].map((id) => laneOf(race, id).look),
    ['baseline', 'first', 'started', 'waits'],
  );
  assert.deepEqual(
    ['mean', 'gaussian', 'matern32', 'laplace'].map((id) => laneOf(race, id).beside),
    ['', '3 of 10 folds', 'started', 'waits'],
  );
  assert.equal(laneOf(exampleRace(), 'gaussian').look, 'first', 'stopped after some folds');
  assert.equal(laneOf(exampleRace(), 'laplace').look, 'full');
});

test('every lane but the chosen one has its difference from it and a word', () => {
  const race = exampleRace();
  const said = (id: string) => [laneOf(race, id).beside, laneOf(race, id).word];
  assert.deepEqual(said('matern32'), ['', 'chosen']);
  assert.deepEqual(said('matern32-columns'), ['+0.05 ± 0.10', 'not clearly worse']);
  assert.deepEqual(said('mean'), ['+5.50 ± 0.10', 'worse']);
  assert.equal(laneOf({ ...race, lowest: 'laplace' }, 'matern32').word, 'chosen');
  assert.ok(lanesOf(race).lanes.every(({ word }) => word !== ''));
  assert.ok(lanesOf(openRace()).lanes.every(({ word }) => word === ''));
});

test('the interval drawn and the half-width printed hold 0 just where the word does not say better or worse', () => {
  for (let i = 0; i < 200; i++) {
    const at = (k: number) => Math.sin(1 + 7.3 * i + 13.7 * k);
    const value = 0.4 * at(0);
    // The lower end counts by how much the chosen one is too low.
    const interval = [value - 0.2 * Math.abs(at(1)) - 0.1, value + 0.2 * Math.abs(at(1))] as const;
    const verdict = pairedVerdict(interval, 1.4);
    const race = withDifference(exampleRace(), 'laplace', { value, interval, verdict });
    const lane = laneOf(race, 'laplace');
    assert.ok(lane.at !== undefined && lane.interval);
    const [low, high] = lane.interval.map((end) => end - 1.4);
    assert.ok(Math.abs(low - interval[0]) < 1e-12 && Math.abs(high - interval[1]) < 1e-12);
    const [shown, half] = lane.beside.replace('−', '-').split(' ± ').map(Number);
    const apart = Math.abs(shown) > half + 0.011;
    if (lane.word === 'better' || lane.word === 'worse') assert.ok(Math.abs(shown) >= half - 0.011, lane.beside);
    else if (lane.word === 'not clearly worse') assert.ok(!apart, `${lane.beside} ${lane.word}`);
  }
});

test('a stopped lane stands hollow at the chosen one plus its difference, with that number in the column', () => {
  const race = exampleRace();
  const lanes = race.lanes.map(({ error, ...lane }) =>
    lane.id === 'gaussian' ? lane : ({ error, ...lane } as RaceLane),
  );
  const lane = laneOf({ ...race, lanes }, 'gaussian');
  assert.deepEqual([lane.look, lane.value, lane.beside, lane.word], ['first', '2.50', '+1.10 ± 0.10', 'worse']);
  // While the race runs, numbers over fewer folds stay out of the column.
  assert.equal(laneOf(openRace(), 'gaussian').value, '');
});

test('in short: the chosen one, a straight line and the mean, and the best column only where it is not clearly worse', () => {
  const ids = (race: Race) => raceInShort({ run: { race, parameters: [] } })?.lanes.map(({ id }) => id);
  assert.deepEqual(ids(exampleRace()), ['matern32', 'line', 'mean']);
  const near = withDifference(exampleRace(), 'column', { value: 0.1, interval: [-0.1, 0.3], verdict: 'unclear' });
  assert.deepEqual(ids(near), ['matern32', 'line', 'column', 'mean']);
  assert.deepEqual(ids({ ...exampleRace(), chosen: 'line' }), ['line', 'mean']);
  assert.equal(ids(openRace()), undefined);
  assert.equal(raceTried({ run: { race: exampleRace(), parameters: [] } }), '6 tried; 2 not clearly worse');
  const short = raceInShort({ run: { race: exampleRace(), parameters: [] } });
  assert.equal(short?.data?.rows.length, 3);
});

test('a race that ended early claims nothing of kernels that were not judged', () => {
  const ended = (judged: readonly string[]): Race => {
    const { chosen, lanes, ...race } = exampleRace();
    const kept = lanes.map(({ difference, ...lane }): RaceLane => {
      if (lane.baseline) return lane;
      if (judged.includes(lane.id)) return { ...lane, ...(judged.length > 1 && lane.id !== chosen && { difference }) };
      return { ...lane, state: 'halted', folds: 0 };
    });
    return { ...race, lanes: kept, endedAfter: judged.length, ...(judged.length > 0 && { chosen }) };
  };
  const tried = (...judged: readonly string[]) => raceTried({ run: { race: ended(judged), parameters: [] } });
  assert.equal(tried(), 'none judged');
  assert.equal(tried('matern32'), '1 tried');
  assert.equal(tried('matern32', 'gaussian'), '2 tried; all others worse');
});

test('a lane that joined unasked and failed is not told of, by any door', () => {
  const race = raceWithHuber();
  const failed: Race = {
    ...race,
    lanes: race.lanes.map((lane) =>
      lane.id === 'huber' ? { ...lane, state: 'failed', why: 'Not solved within 15 steps.' } : lane,
    ),
  };
  assert.ok(!lanesOf(failed).lanes.some(({ id }) => id === 'huber'));
  assert.doesNotMatch(plainText(lanesOf(failed).sentence), /failed/);
});

test('Huber stands last, with its kernel and the absolute errors that it is for', () => {
  const race = raceWithHuber();
  const lane = lanesOf(race).lanes.at(-1);
  assert.deepEqual([lane?.id, lane?.name, lane?.how, lane?.group], ['huber', 'Huber', 'Matérn 3/2', 3]);
  assert.equal(
    lane?.spoken,
    'Huber, Matérn 3/2: 10-fold RMSE 1.50, +0.10 ± 0.05, worse; mean absolute error 0.880, chosen 1.000',
  );
  const [each] = race.lanes.slice(-1);
  const perColumn = { ...race, lanes: [{ ...each, title: 'Huber, Laplace, one length scale per column' }] };
  assert.equal(laneOf(perColumn, 'huber').how, 'Laplace, per column');
  const said = (of: Race) => plainText(lanesOf(of).sentence);
  const before = said(exampleRace());
  const judged = ' Judged on the same 10 folds.';
  assert.equal(
    said(race),
    before.replace(
      judged,
      ` With Huber's loss the mean absolute error is 12\u202f% ± 4 lower. Rows 40, 3, 17 and 6 more lie far out.${judged}`,
    ),
  );
  assert.equal(said(raceWithHuber(false)), before);
  const below = { ...each, difference: { ...each.difference, value: -0.1 } } as typeof each;
  const under = { ...race, lanes: [...race.lanes.slice(0, -1), below] };
  assert.match(said(under), /^Matérn 3\/2 has the lowest error of ridge regression, 70/);
  assert.match(lanesOf(race).note ?? '', /Huber joined/);
  assert.doesNotMatch(lanesOf(exampleRace()).note ?? '', /Huber/);
});

test('landmarks and random features stand last, and the note says what they learn from', () => {
  const race = raceOfMany();
  const last = lanesOf(race).lanes.slice(-2);
  assert.deepEqual(
    last.map(({ name, how, group, beside }) => [name, how, group, beside]),
    [
      ['Landmarks', 'this fit', 3, '−0.15 ± 0.06'],
      ['Random features', '+9.3 ± 4.3\u202f% against this fit, worse', 3, '−0.02 ± 0.06'],
    ],
  );
  assert.match(
    plainText(lanesOf(race).sentence),
    /^Matérn 3\/2 has the lowest error of exact fits, .* Two others are not clearly worse\. With 500 landmarks on 16,362 rows the error is 11\u202f% ± 4 lower\./,
  );
  assert.match(
    lanesOf(race).note ?? '',
    / 500 landmarks or random features of the chosen kernel learn from 16,362 of 16,512 training rows, the exact fits from 1,350; all are judged on the same rows\.$/,
  );
  // Approximations of another kernel are not what was judged.
  const other = lanesOf(race, chosen('laplace', '2')).lanes;
  assert.deepEqual([last[0].fitted, ...other.map(({ fitted }) => fitted)].filter(Boolean), [true]);
  assert.equal(other.at(-2)?.how, '');
});

test('of classes the share that is right is drawn, and differences are points', () => {
  const share = (race: Race): Race => ({
    ...race,
    task: 'classify',
    loss: 'misclassified',
    lanes: race.lanes.map((lane) => ({
      ...lane,
      ...(lane.error && { error: { value: 0.2, standardError: 0.01, interval: [0.18, 0.22] } }),
      ...(lane.difference && { difference: { ...lane.difference, value: 0.05, interval: [0.01, 0.09] } }),
    })),
  });
  const lanes = lanesOf(share(exampleRace()));
  const mean = lanes.lanes[0];
  assert.equal(mean.at, 0.8);
  assert.deepEqual([mean.value, mean.beside], ['80.0\u202f%', '−5.0 ± 4.0']);
  assert.deepEqual(
    laneOf(share(exampleRace()), 'laplace').interval?.map((v) => v.toFixed(2)),
    ['0.71', '0.79'],
  );
  assert.equal(lanes.axis.scale, 'linear');
});

test('the shown lane follows kernel and length scales; while the race runs none is shown', () => {
  const race = exampleRace();
  assert.equal(shownLane(race, chosen('laplace', '2')), 'laplace');
  assert.equal(shownLane(race, chosen('matern32', '1 2 3')), 'matern32-columns');
  assert.equal(shownLane(race, chosen('linear', '')), 'line');
  assert.equal(shownLane(race, chosen('0.5*linear + gaussian', '2')), undefined);
  assert.equal(shownLane(openRace(), chosen('gaussian', '2')), undefined);
});

test('nothing moves while candidates come in: axis, heads and names are those of the beginning', () => {
  const open = openRace();
  const later: Race = {
    ...open,
    lanes: open.lanes.map((lane) => exampleRace().lanes.find(({ id }) => id === lane.id) ?? lane),
  };
  const frame = (race: Race) => {
    const { axis, heads, lanes } = lanesOf(race);
    return [axis, heads, lanes.map(({ id, name, how, group }) => [id, name, how, group])];
  };
  assert.deepEqual(frame(later), frame(open));
});

test('an axis holds every value, with a handful of plain ticks', () => {
  const { domain, ticks } = lanesLogAxis([6.9, 1.4, 2.5]);
  assert.ok(domain[0] < 1.4 && domain[1] > 6.9 && domain[1] / domain[0] < 8);
  assert.ok(ticks.length >= 3 && ticks.length <= 5 && ticks.every((v) => v >= domain[0] && v <= domain[1]));
  const shares = lanesShareAxis([0.86, 0.99]);
  assert.deepEqual(
    [shares.domain, shares.ticks],
    [
      [0.85, 1],
      [0.85, 0.9, 0.95, 1],
    ],
  );
});

test('the figure is read lane by lane, and its table and CSV have all numbers', () => {
  const figure = lanesFigure(lanesOf(exampleRace()));
  assert.match(
    describe(figure),
    /Laplace: 10-fold RMSE 1\.50, \+0\.10 plus or minus {2}0\.10, worse\. .*Matérn 3\/2, per column: 10-fold RMSE 1\.45, \+0\.05 plus or minus {2}0\.10, not clearly worse\./,
  );
  const [head, mean] = toCsv(figure).split('\r\n');
  assert.match(head, /^candidate,root mean squared error,95 % from,95 % to,difference,/);
  assert.match(mean, /^Mean,6\.9,/);
  assert.equal(figureTable(figure).rows.length, 9);
});

test('the fit stands beside the mean by how far half of the held-out rows are missed, and nine in ten', () => {
  const run = exampleRun();
  const view = deriveView(run);
  const lanes = howGoodLanes(view);
  assert.deepEqual(
    lanes?.lanes.map(({ id }) => id),
    ['fit', 'mean'],
  );
  const [fit, mean] = lanes?.lanes ?? [];
  const { observed, predicted } = run.holdout ?? { observed: new Float64Array(), predicted: new Float64Array() };
  const sizes = observed.map((v, i) => Math.abs(v - predicted[i])).sort();
  const middle = sizes.length / 2;
  assert.equal(fit.at, (sizes[middle - 1] + sizes[middle]) / 2);
  const least = (9 * sizes.length) / 10 - 1;
  assert.ok(sizes[least] <= (fit.to ?? 0) && (fit.to ?? 0) <= sizes[least + 1]);
  assert.ok((mean.at ?? 0) > (fit.at ?? 0));
  assert.match(plainText(lanes?.sentence ?? []), /^(\d+(\.\d)? times|\d+ %) closer than always predicting the mean\.$/);
  assert.equal(howGoodLanes(deriveView(exampleRun({ holdout: 0 }))), undefined);
  assert.ok(figuresOf('overview', view).some(({ id }) => id === 'how-good'));
});

test('a straight line stands beside the fit, a single column only where it is near the fit or ahead of the line', () => {
  const run = exampleRun();
  const { holdout, mean } = run;
  assert.ok(holdout);
  const near = (share: number) => [
    { name: run.target, predicted: holdout.observed.map((v) => mean + share * (v - mean)) },
  ];
  const lanesWith = (share: number, column: number) =>
    howGoodLanes(
      deriveView({
        ...run,
        baselines: [
          { kind: 'column', column: 'width', rows: 120, outputs: near(column) },
          { kind: 'line', rows: 120, outputs: near(share) },
        ],
      }),
    );
  const names = (lanes: ReturnType<typeof lanesWith>) => lanes?.lanes.slice(1).map(({ name }) => name);
  const behind = lanesWith(0.4, 0.1);
  assert.deepEqual(names(behind), ['straight line', 'the mean']);
  assert.match(plainText(behind?.sentence ?? []), /closer than a straight line\.$/);
  assert.deepEqual(names(lanesWith(0.4, 0.6)), ['width alone', 'straight line', 'the mean']);
  // Nearly the observed values themselves.
  assert.match(plainText(lanesWith(0.99, 0.1)?.sentence ?? []), /^A straight line is closer: \S+ against \S+\.$/);
});

test('classes: a straight line by the points that it is behind, on the same rows', () => {
  const run = exampleRun({ classes: 2 });
  const { holdout } = run;
  assert.ok(holdout && run.classes?.heldOut);
  // Wrong on every fourth row.
  const predicted = holdout.observed.map((v, j) => (j % 4 === 0 ? -v : v));
  const outputs = run.model.outputs.map(({ name }) => ({ name, predicted }));
  const lanes = howGoodLanes(deriveView({ ...run, baselines: [{ kind: 'line', rows: 120, outputs }] }));
  const [fit, line] = lanes?.lanes ?? [];
  assert.deepEqual([fit.id, line.name, line.at], ['fit', 'straight line', 0.75]);
  assert.match(
    plainText(lanes?.sentence ?? []),
    /^A straight line gets (more: 75\u202f%\.|75\u202f%: (clearly less, by |not clearly less \()[−\d]+ to [−\d]+ points\)?\.)$/,
  );
});

test('coverage is told by thirds of width; narrow intervals that miss are said to', () => {
  const run = exampleRun({ holdout: 300 });
  const { holdout } = run;
  assert.ok(holdout);
  const half = (j: number) => 1 + (j % 3);
  const made = (misses: (j: number) => boolean) => ({
    ...run,
    holdout: {
      ...holdout,
      lower: holdout.observed.map((v, j) => v - half(j) + (misses(j) ? 2 * half(j) + 1 : 0)),
      upper: holdout.observed.map((v, j) => v + half(j) + (misses(j) ? 2 * half(j) + 1 : 0)),
    },
  });
  const alike = coverageLanes(deriveView(made((j) => j % 25 === 0)));
  assert.match(
    plainText(alike?.sentence ?? []),
    /hold 288 of 300 new rows, and at least 96 of 100 rows where they are narrowest\.$/,
  );
  assert.deepEqual(
    alike?.lanes.map(({ name, beside }) => `${name} ${beside}`),
    ['all ± 2.0', 'narrowest third ± 1.0', 'middle third ± 2.0', 'widest third ± 3.0'],
  );
  const narrow = coverageLanes(deriveView(made((j) => j % 15 === 0)));
  assert.match(plainText(narrow?.sentence ?? []), /but only 80 of 100 rows where they are narrowest/);
  assert.equal(narrow?.lanes[1].look, 'below');
});

test('what no slider changes keeps its digits wherever the sliders stand', () => {
  for (const run of [exampleRun({ n: 60, holdout: 30 }), exampleRun({ method: 'three-zone' })]) {
    const constants = (factor: number) => {
      const view = deriveView(run, scaled(run, factor));
      return keyNumbers(view).map(({ note }) => /sd .*/.exec(note)?.[0] ?? '');
    };
    const fitted = constants(1);
    assert.ok(fitted.some((text) => text.startsWith('sd ')));
    for (const factor of [1e-6, 1e-3, 0.1, 30, 1e5]) assert.deepEqual(constants(factor), fitted, String(factor));
  }
});
