import assert from 'node:assert/strict';
import { test } from 'node:test';
import { raceTextParts } from '../../../../src/cli/raceText';
import { briefText } from '../../../../src/doors/brief/lines';
import { raceParts as briefParts } from '../../../../src/doors/brief/raceBrief';
import { type RaceRequest, race } from '../../../../src/engine/compare/race/race';
import { KernelscopeError } from '../../../../src/engine/contract/failure';
import { goesOn, type Race } from '../../../../src/engine/contract/race';
import { type LinearAlgebra, quietWith } from '../../../../src/engine/linalg/linalg';
import { plainName, raceSentence } from '../../../../src/engine/words/raceWords';
import { lanesOf } from '../../../../src/figures/lanes/race';
import { plainText } from '../../../../src/figures/words/describe';
import { madeProblem } from '../../madeRows';
import { core } from '../../testCore';

const request = {
  loss: 'squared',
  taus: [],
  takes: () => true,
  seed: 0,
  folds: 4,
  intercept: true,
} satisfies RaceRequest;

/** A race in which kernel matrices of some forms break, from the `after`-th on, with the reason of their form. */
function broken(reasonOf: (map: string) => string | undefined, after = 0): Race {
  let made = 0;
  const kernelMatrix: LinearAlgebra['kernelMatrix'] = (form, ...rest) => {
    const reason = reasonOf('map' in form ? String(form.map) : 'linear');
    if (reason !== undefined && made++ >= after) throw new KernelscopeError('numerics/failed', reason);
    return core.kernelMatrix(form, ...rest);
  };
  const algebra: LinearAlgebra = Object.assign(Object.create(core), { kernelMatrix });
  const outcome = race(madeProblem(60, 2, 0.2, 7), request, quietWith(algebra), { pool: { workers: 0 } });
  assert.ok(outcome);
  return outcome.race;
}

/** The texts of the panel, the command line and the Model Context Protocol about a race. */
function said(run: Race): Record<'panel' | 'line' | 'brief', string> {
  const lanes = lanesOf(run);
  return {
    panel: plainText(lanes.sentence),
    line: JSON.stringify(raceTextParts(run)),
    brief: JSON.stringify(briefParts('a.csv', run)),
  };
}

test('why a candidate failed is said once for all that failed for the same reason, wherever a race is told', () => {
  const run = broken((map) => (map === 'RadialMap.Matern32' ? 'It broke in the middle.' : undefined));
  assert.ok(run.chosen);
  const failed = run.lanes.filter(({ state }) => state === 'failed');
  assert.ok(failed.length > 1);
  for (const [where, text] of Object.entries(said(run)))
    assert.match(text, / 3 candidates failed: it broke in the middle\./, where);
  for (const { spoken } of lanesOf(run).lanes.filter(({ beside }) => beside === 'failed'))
    assert.match(spoken, /failed: it broke in the middle$/);
  // In both tables too, beside the candidate itself.
  const inTable = lanesOf(run).data?.rows.filter((row) => row.includes('failed: it broke in the middle.'));
  assert.equal(inTable?.length, failed.length);
  assert.equal(JSON.stringify(raceTextParts(run)).split('"It broke in the middle."').length - 1, failed.length);
});

test('where every candidate failed the race is over, and the reasons are given, also of those judged on some folds', () => {
  for (const after of [0, 60]) {
    const run = broken(
      (map) => (map === 'linear' || map.endsWith('Matern32') ? 'First reason.' : 'Second reason.'),
      after,
    );
    if (run.chosen !== undefined) continue;
    assert.equal(goesOn(run), false);
    for (const [where, text] of Object.entries(said(run))) {
      assert.match(text, /No candidate could be fitted on all folds\./, where);
      assert.match(text, / failed: first reason\./, where);
      assert.match(text, / \d candidates failed: second reason\./, where);
    }
  }
});

test('reasons without end are cut, and only some of very many are given', () => {
  const run = broken(() => undefined);
  const lanes = run.lanes.map((lane, i) => ({
    ...lane,
    state: 'failed' as const,
    why: `Reason ${i} ${'of many words '.repeat(2000)}`,
  }));
  const { chosen: _, ...rest } = run;
  const text = plainText(raceSentence({ ...rest, lanes }));
  assert.ok(text.length < 2000, `${text.length}`);
  assert.match(text, /6 candidates failed for other reasons\.$/);
});

test('no share of an error is said to be below 0 or above 100 per cent', () => {
  const run = broken(() => undefined);
  const laneWith = (share: number, shareHalfWidth: number, verdict: 'worse' | 'better') =>
    run.lanes.map((lane) =>
      lane.difference
        ? { ...lane, difference: { ...lane.difference, value: share, share, shareHalfWidth, verdict } }
        : lane,
    );
  // Beside a candidate that makes no error on the same rows, no difference is a fraction of its error.
  assert.match(
    plainText(raceSentence({ ...run, lanes: laneWith(0, 0, 'worse') })),
    /, without an error on rows where \S.* has some/,
  );
  for (const share of [1e-9, 0.01, 0.5, 2, 1e6])
    for (const half of [0, 0.005, 0.4, 1, 30, 1e9, Number.POSITIVE_INFINITY]) {
      const text = plainText(raceSentence({ ...run, lanes: laneWith(share, half, 'worse') }));
      assert.doesNotMatch(text, /Infinity|NaN/);
      for (const [, value, margin] of text.matchAll(/(\d+(?:\.\d+)?)\u202f% ± (\d+(?:\.\d+)?)/g))
        assert.ok(Number(value) + Number(margin) <= 101, text);
      for (const [, low] of text.matchAll(/\((\S+) to 100\)/g)) assert.ok(Number(low) >= 0, text);
    }
});

test('a baseline with a lower error is said to be neither worse nor equal, and no candidate has the lowest error then', () => {
  const run = broken(() => undefined);
  const { chosen } = run;
  for (const [place, { id, baseline, difference }] of run.lanes.entries()) {
    if (!baseline || !difference || id === chosen) continue;
    const lanes = run.lanes.with(place, { ...run.lanes[place], difference: { ...difference, verdict: 'better' } });
    const text = plainText(raceSentence({ ...run, lanes }));
    const name = plainName(run.lanes[place]);
    assert.ok(text.includes(`is chosen but worse than ${name} on the same rows.`), text);
    assert.doesNotMatch(text, /lowest error/);
    assert.ok(!text.slice(text.indexOf(name) + name.length).includes(name), text);
  }
});

test('a language model reads every sentence about a comparison to its end', () => {
  const run = broken(() => undefined);
  const lanes = run.lanes.map((lane) =>
    lane.difference ? { ...lane, difference: { ...lane.difference, verdict: 'unclear' as const } } : lane,
  );
  const column = lanes.map((lane) => (lane.id === 'column' ? { ...lane, column: 'a long name '.repeat(8) } : lane));
  const loss = { lowest: run.lanes.find(({ id }) => id !== run.chosen && id !== 'mean')?.id ?? run.lowest };
  const text = briefText(briefParts('a.csv', { ...run, ...loss, lanes: column }));
  assert.ok(plainText(raceSentence({ ...run, ...loss, lanes: column })).length > 300);
  assert.match(text, /Judged on the same 4 folds\./);
});
