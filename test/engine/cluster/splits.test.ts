import assert from 'node:assert/strict';
import { truncateSync } from 'node:fs';
import { test } from 'node:test';
import type { DesignOptions } from '../../../src/engine/contract/data';
import { relativeError } from '../madeRows';
import { ofTarget } from '../methods/fitting';
import { csvText, SPLIT_HEADER, splitRows } from '../partRows';
import { inMemory, inSteps, refused, requestOf, sameFit, written } from './steps';

const ROWS = splitRows(210);
const whole = written('split.csv', csvText(ROWS, SPLIT_HEADER));
const paths = [0, 15, 16, 95, 210].slice(1).map((to, i, edges) => {
  const rows = ROWS.slice(edges[i - 1] ?? 0, to);
  return written(`split-${i}.csv`, csvText(rows, SPLIT_HEADER));
});

const divided: Readonly<Record<string, Partial<DesignOptions>>> = {
  'the last rows': { holdout: { kind: 'last', fraction: 0.3 } },
  'the last times': { holdout: { kind: 'last', fraction: 0.25, by: 'time' } },
  'the last rows of blocks, without gaps': {
    splitBy: { kind: 'blocks', by: 'day' },
    missing: 'drop',
    holdout: { kind: 'fraction', fraction: 0.2 },
  },
};
for (const [what, design] of Object.entries(divided))
  test(`parts are divided as one file in memory: ${what}`, async () => {
    const request = requestOf(paths, design);
    const { solution, ...fitted } = await inSteps(request);
    const [run, expected] = [fitted.run, await inMemory(request, whole)].map(ofTarget);
    sameFit(run, expected);
    assert.deepEqual(run.holdout?.rows, expected.holdout?.rows);
    assert.deepEqual(run.data.dropped, expected.data.dropped);
    const other = await inSteps(request, (n) => [...Array(n).keys()].reverse());
    assert.deepEqual(other.solution, solution);
  });

test('groups lie on the same side in every part, whatever the parts', async () => {
  for (const column of ['who', 'word']) {
    const design = {
      holdout: { kind: 'fraction', fraction: 0.2 },
      splitBy: { kind: 'group', column },
    } as const;
    const fitted = [
      await inSteps(requestOf(paths, design)),
      { run: await inMemory(requestOf([], design), whole, true) },
    ];
    const [run, streamed] = fitted.map((each) => ofTarget(each.run));
    assert.ok((run.holdout?.rows.length ?? 0) > 30);
    assert.deepEqual(run.holdout?.rows, streamed.holdout?.rows);
    sameFit(run, streamed);
  }
});

test('a column that divides the rows may stand elsewhere and may be asked for by its position', async () => {
  const names = SPLIT_HEADER.split(',');
  const last = names.length;
  const moved = ROWS.slice(95).map((row) => {
    const cells = row.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/);
    return [cells[last - 1], ...cells.slice(0, -1)].join(',');
  });
  const files = [
    ...paths.slice(0, -1),
    written('moved.csv', csvText(moved, [names[last - 1], ...names.slice(0, -1)].join(','))),
  ];
  const design = { weights: '6', holdout: { kind: 'fraction', fraction: 0.2 } } as const;
  const by = (column: string) => requestOf(files, { ...design, splitBy: { kind: 'fold', column } });
  const [named, placed] = [await inSteps(by('fold')), await inSteps(by(String(last)))].map(({ run }) => ofTarget(run));
  assert.deepEqual(placed.holdout?.rows, named.holdout?.rows);
  sameFit(placed, await inMemory(requestOf([], { ...design, splitBy: { kind: 'fold', column: 'fold' } }), whole, true));
});

test('a file of held-out rows is tested on, and travels in the plan', async () => {
  const path = written('tested.csv', csvText(splitRows(290).slice(210), SPLIT_HEADER));
  const cases: readonly Partial<DesignOptions>[] = [
    { features: ['a', 'b', 'colour', 'sure', 'time'] },
    { weights: 'w', where: "colour != 'red'", missing: 'drop' },
    { target: 'kind', features: ['a', 'b', 'when'] },
  ];
  for (const design of cases) {
    const request = requestOf(paths, { ...design, holdout: { kind: 'file', source: { kind: 'path', path } } });
    const { plan, ...fitted } = await inSteps(request);
    const [run, expected] = [fitted.run, await inMemory(request, whole)].map(ofTarget);
    sameFit(run, expected);
    assert.deepEqual(run.holdout?.rows, expected.holdout?.rows);
    const off = relativeError(run.holdout?.predicted ?? [], expected.holdout?.predicted ?? [0]);
    assert.ok(off < 1e-10, `${off}`);
    assert.ok(plan.bytes.length < 200_000);
  }
  const large = written('large.csv', '');
  truncateSync(large, 100_000_001);
  await assert.rejects(
    inSteps(requestOf(paths, { holdout: { kind: 'file', source: { kind: 'path', path: large } } })),
    refused(
      'parameter/invalid',
      /^large\.csv, the file to test on, has 1\d\d MB, and a plan holds 1\d\d MB of it at most/,
    ),
  );
});
