import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComparedNumber, Reproduction } from '../../src/engine/contract/reproduction';
import { claimsTable, conditionsTable, publishedTable, verdictText } from '../../src/figures/reproductionTables';

const found: Reproduction = {
  kernelscope: '1.0.0',
  spec: { id: 'a', title: 'A', claim: 'B', check: 'C', seconds: 1 },
  request: { id: 'a', seed: 0 },
  created: '2026-01-01T00:00:00Z',
  finding: [{ text: 'C' }],
  verdict: 'partly',
  settings: [
    { name: 'n', value: '100', by: 'paper' },
    { name: 'seed', value: '0', by: 'ours' },
  ],
  numbers: [
    { name: 'exact', published: 0.945627, publishedError: 5e-7, ours: 0.94562724 },
    { name: 'rough', published: 0.0671, publishedError: 0.0015, ours: 0.0712, oursError: 0.0004 },
    { name: 'alone', ours: 12.345678, oursError: 0.5 },
    { name: 'whole', published: 4, publishedError: 0, ours: 4 },
    { name: 'close', published: 0.945627, publishedError: 1e-6, ours: 0.945629 },
    { name: 'wide', published: 1, publishedBy: 'theory', ours: 1.2, oursError: 0.2 },
  ],
  claims: [
    { text: 'it rises', holds: 'yes' },
    { text: 'it falls', at: 'n = 1', holds: 'yes' },
    { text: 'it falls', at: 'n = 2', holds: 'no' },
    { text: 'it falls', at: 'n = 3', holds: 'unclear' },
    { text: 'it stays', at: 'n = 1', holds: 'yes' },
    { text: 'it stays', at: 'n = 2', holds: 'yes' },
  ],
  figures: [],
  backend: { backEnd: 'embedded', name: 'x', threads: 1 },
  seconds: 1,
  processorSeconds: 1,
  notes: [],
};

test('numbers stand with as many digits as their errors allow, and say whether they agree', () => {
  const rows = publishedTable(found).rows.map(({ cells }) => cells.map((cell) => cell.replaceAll('\u202f', ' ')));
  assert.deepEqual(rows, [
    ['exact', '0.94563', '0.94563', 'yes'],
    ['rough', '0.0671 ± 0.0015', '0.07120 ± 0.00040', 'no'],
    ['alone', '', '12.35 ± 0.50', ''],
    ['whole', '4', '4', 'yes'],
    ['close', '0.9456270 ± 0.0000010', '0.9456290', 'no'],
    ['wide', '1', '1.20 ± 0.20', 'cannot tell'],
  ]);
  assert.deepEqual(
    publishedTable(found).columns.map(({ title }) => title),
    ['', 'paper, paper’s theory', 'ours', 'agrees'],
  );
});

test('a verdict names whose numbers decide it, and counts them and the claims', () => {
  const claims = '4 of 6 claims, 1 cannot tell';
  assert.equal(verdictText(found), `Agrees in part with the paper: 2 of 5 numbers, 1 cannot tell; ${claims}`);
  assert.equal(
    verdictText({ ...found, numbers: [{ name: 'alone', ours: 1 }] }),
    `Agrees in part with the paper, which prints no number of it: ${claims}`,
  );
  const exact: ComparedNumber = { name: 'exact', published: 1, ours: 1 };
  const of = (...by: NonNullable<ComparedNumber['publishedBy']>[]) =>
    verdictText({ verdict: 'agrees', numbers: by.map((publishedBy) => ({ ...exact, publishedBy })), claims: [] });
  assert.equal(of('program'), 'Agrees with the authors’ program: 1 of 1 numbers');
  assert.equal(of('formula', 'formula'), 'Agrees with the printed formula: 2 of 2 numbers');
  assert.equal(of('theory', 'program'), 'Agrees with the paper’s theory: 1 of 1 numbers');
  assert.equal(of('theory', 'paper'), 'Agrees with the paper: 2 of 2 numbers');
});

test('claims stand as they were tested, once each, with the cases in which they do not hold', () => {
  assert.deepEqual(
    claimsTable(found).rows.map(({ cells }) => cells),
    [
      ['it rises', 'yes'],
      ['it falls', 'yes 1 of 3, no 1 of 3 (n = 2), cannot tell 1 of 3 (n = 3)'],
      ['it stays', 'yes 2 of 2'],
    ],
  );
});

test('settings say who made them', () => {
  assert.deepEqual(
    conditionsTable(found).rows.map(({ cells }) => cells),
    [
      ['n', '100', 'the paper'],
      ['seed', '0', 'us'],
    ],
  );
});
