import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { DesignOptions, FileSource } from '../../../src/engine/contract/data';
import { isComponents, type RunResult } from '../../../src/engine/contract/run';
import { Engine } from '../../../src/engine/engine';
import { binOf } from '../../../src/engine/parts/rowShares';
import { relativeError } from '../madeRows';
import { csvText, SPLIT_HEADER, splitRows } from '../partRows';
import { machine } from '../testCore';

const engine = new Engine(machine(4e9));
const bytes = (name: string, rows: readonly string[]): FileSource => ({
  kind: 'bytes',
  name,
  bytes: new TextEncoder().encode(csvText(rows, SPLIT_HEADER)),
});
const ROWS = splitRows(420);

async function fitted(rows: readonly string[], design: Partial<DesignOptions>, streamed: boolean): Promise<RunResult> {
  const run = await engine.handlers.fit(
    {
      method: 'rf-ridge',
      source: bytes('rows.csv', rows),
      read: {},
      design: {
        target: 'y',
        features: ['a', 'b', 'colour', 'sure'],
        missing: 'impute',
        standardise: true,
        seed: 3,
        holdout: { kind: 'fraction', fraction: 0.2 },
        ...design,
      },
      parameters: { kernel: 'matern32', lengthScale: 0.7, seed: 3, features: 40, compare: false },
      ...(streamed && { streamed: true }),
    },
    quietContext,
  );
  if (isComponents(run)) throw new Error('a fit is no run of components');
  return run;
}

function sameFit(found: RunResult, expected: RunResult): void {
  const close = (a: ArrayLike<number>, b: ArrayLike<number>, what: string) =>
    assert.ok(relativeError(a, b) < 1e-10, `${what}: ${relativeError(a, b)}`);
  for (const name of ['values', 'loo', 'gcv'] as const) close(found.paths[0][name], expected.paths[0][name], name);
  close(found.model.outputs[0].beta, expected.model.outputs[0].beta, 'coefficients');
  close(found.holdout?.predicted ?? [], expected.holdout?.predicted ?? [0], 'held-out predictions');
  assert.deepEqual(found.model.transform, expected.model.transform);
}

const inOrder: Readonly<Record<string, Partial<DesignOptions>>> = {
  'the last rows of the file': { holdout: { kind: 'last', fraction: 0.3 } },
  'the last times': { holdout: { kind: 'last', fraction: 0.25, by: 'time' } },
  'the last days, of which rows share some': { holdout: { kind: 'last', fraction: 0.15, by: 'day' } },
  'the last rows that a filter and weights leave': {
    holdout: { kind: 'last', fraction: 0.2 },
    where: "colour != 'red'",
    weights: 'w',
  },
  'the last rows without gaps': { holdout: { kind: 'last', fraction: 0.2, by: 'time' }, missing: 'drop' },
  'the last rows of blocks': { splitBy: { kind: 'blocks', by: 'day' } },
  'the last rows, by groups': {
    holdout: { kind: 'last', fraction: 0.2, by: 'day' },
    splitBy: { kind: 'group', column: 'who' },
  },
};
for (const [what, design] of Object.entries(inOrder))
  test(`rows visited are held out as rows held are: ${what}`, async () => {
    const held = await fitted(ROWS, design, false);
    const visited = await fitted(ROWS, design, true);
    assert.ok((held.holdout?.rows.length ?? 0) > 40);
    assert.deepEqual(visited.holdout?.rows, held.holdout?.rows);
    for (const name of ['rows', 'used', 'train', 'holdout', 'dropped', 'columns', 'imputed'] as const)
      assert.deepEqual(visited.data[name], held.data[name], name);
    sameFit(visited, held);
  });

const CELLS = SPLIT_HEADER.split(',');
/** The cells of a column of some rows, without quotes. */
const cellsOf = (rows: readonly string[], column: string): string[] =>
  rows.map((row) => row.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)[CELLS.indexOf(column)]);

for (const column of ['who', 'word', 'day', 'fold'])
  test(`no value of "${column}" is on both sides, and those who train are fitted as in memory`, async () => {
    const splitBy = { kind: column === 'fold' ? 'fold' : 'group', column } as const;
    const visited = await fitted(ROWS, { splitBy }, true);
    const tested = new Set(visited.holdout?.rows);
    // Rows without a target or a group are on no side.
    const placed = ROWS.filter(
      (row) => !['', 'NA'].some((gap) => [...cellsOf([row], 'y'), ...cellsOf([row], column)].includes(gap)),
    );
    const [outside, inside] = [true, false].map((held) =>
      placed.filter((row) => tested.has(ROWS.indexOf(row) + 1) === held),
    );
    const [held, trained] = [outside, inside].map((rows) => new Set(cellsOf(rows, column)));
    assert.deepEqual(
      [...held].filter((value) => trained.has(value)),
      [],
    );
    assert.ok(tested.size > 30 && tested.size < 170, `${tested.size} rows`);
    const expected = await fitted(
      inside,
      { splitBy, holdout: { kind: 'file', source: bytes('held.csv', outside) } },
      false,
    );
    sameFit(visited, expected);
    for (const run of [visited, expected])
      assert.ok(
        run.notes.some(({ code }) => code === 'selection/row-by-row'),
        'errors row by row are said to be so',
      );
    assert.ok(
      visited.data.dropped.some(({ name }) => name === 'rows without a place in the split') === (column === 'who'),
    );
  });

test('more words than are levels are still groups', async () => {
  const rows = splitRows(6000);
  const visited = await fitted(rows, { splitBy: { kind: 'group', column: 'word' } }, true);
  const words = cellsOf(rows, 'word');
  assert.ok(new Set(words).size > 1500);
  const tested = new Set(visited.holdout?.rows);
  const sides = new Map<string, boolean>();
  for (const [i, word] of words.entries()) {
    if (cellsOf([rows[i]], 'y')[0] === 'NA') continue;
    const held = tested.has(i + 1);
    assert.equal(sides.get(word) ?? held, held, word);
    sides.set(word, held);
  }
  assert.ok(tested.size > 900 && tested.size < 1500, `${tested.size} rows`);
  assert.ok(visited.notes.some(({ code }) => code === 'rows/groups-in-sample'));
});

test('skewed groups: the one with most rows trains', async () => {
  const rows = splitRows(420, (i) => (i % 10 < 7 ? 'all' : `w${i % 20}`));
  for (const seed of [1, 2, 3, 4]) {
    const { holdout, data } = await fitted(rows, { seed, splitBy: { kind: 'group', column: 'word' } }, true);
    const held = cellsOf(
      rows.filter((_, i) => holdout?.rows.includes(i + 1)),
      'word',
    );
    assert.ok(held.length > 0 && !held.includes('all'), `seed ${seed}: ${held.length} rows`);
    assert.ok(data.train > 270);
  }
});

test('a number is in one bin however it is written, and a word whatever its code', () => {
  const numbers = binOf({ kind: 'number', values: Float64Array.of(0, -0, 7, 7) }, 5);
  assert.equal(numbers(0), numbers(1));
  assert.equal(numbers(2), numbers(3));
  const words = (levels: readonly string[], code: number) =>
    binOf({ kind: 'category', codes: Int32Array.of(code), levels }, 5)(0);
  assert.equal(words(['x', 'y'], 1), words(['y', 'z', 'x'], 0));
});

test('what divides no rows is refused by a sentence', async () => {
  const refused: readonly (readonly [Partial<DesignOptions>, RegExp])[] = [
    [{ holdout: { kind: 'last', fraction: 0.2, by: 'colour' } }, /cannot be put in order by "colour": it holds words/],
    [{ splitBy: { kind: 'group', column: 'empty' } }, /"empty" cannot divide the rows into groups: it holds no values/],
    [{ splitBy: { kind: 'group', column: 'whom' } }, /has no column "whom"\. Did you mean "who"\?/],
    [{ splitBy: { kind: 'fold', column: 'time' } }, /has more than 100 different values, too many for folds/],
  ];
  for (const [design, sentence] of refused) await assert.rejects(fitted(ROWS, design, true), sentence);
});
