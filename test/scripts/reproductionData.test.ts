import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { dataOf, dataText, findingsTable, keptIn } from '../../scripts/reproductionData';
import type { Reproduction } from '../../src/engine/contract/reproduction';
import { recipes } from '../../src/reproduce/registry';
import { testFolder } from '../testFolder';

const FOLDER = 'docs/data/reproductions';

const found: Reproduction = {
  kernelscope: '1.0.0',
  spec: { id: 'rf-fig3', title: 'A', claim: 'B', seconds: 1, draws: 100 },
  request: { id: 'rf-fig3', seed: 1, draws: 6, file: '/home/a/data', resume: '/home/a/kept' },
  created: '2026-01-01T00:00:00Z',
  finding: [{ text: 'a|b is ' }, { text: '2', strong: true }],
  verdict: 'partly',
  settings: [{ name: 'n', value: '100', by: 'paper' }],
  numbers: [
    { name: 'one', published: 4, publishedError: 0, ours: 4 },
    { name: 'two', published: 4, ours: 5, untold: 'single' },
  ],
  figures: [],
  backend: { backEnd: 'embedded', name: 'x', threads: 1 },
  seconds: 1,
  processorSeconds: 5400,
  notes: [],
};

test('data say what was computed, and nothing of the machine', () => {
  const data = dataOf(found);
  assert.deepEqual(data, {
    id: 'rf-fig3',
    kernelscope: '1.0.0',
    seed: 1,
    draws: 6,
    finding: 'a|b is 2',
    verdict: 'partly',
    processorHours: 1.5,
    settings: found.settings,
    numbers: found.numbers,
  });
  assert.deepEqual(JSON.parse(dataText(data)), data);
  assert.equal(dataOf({ ...found, request: { ...found.request, draws: 100 } }).draws, undefined);
  assert.throws(() => dataOf({ ...found, request: { ...found.request, quick: true } }), /reduced size/);
});

test('the table tells findings, verdicts and shares, and what is missing', () => {
  const lines = findingsTable([dataOf(found)]).split('\n');
  assert.equal(
    lines[2],
    '| `rf-fig3` | a\\|b is 2 | Agrees with the paper in part: 1 of 2 numbers, 1 cannot tell | 6 of 100 draws, 1.5 h |',
  );
  assert.match(lines.at(-1) ?? '', /Not computed .*`tkrr-fig1`/);
  assert.doesNotMatch(lines.at(-1) ?? '', /`rf-fig3`/);
});

test('a file of something else is refused', () => {
  const folder = testFolder();
  writeFileSync(join(folder, 'a.json'), dataText({ ...dataOf(found), id: 'rf-fig9' }));
  assert.throws(() => keptIn(folder), /no reproduction rf-fig9/);
});

test('the page of reproductions has what the data say', () => {
  assert.ok(readFileSync('docs/reproductions.md', 'utf8').includes(findingsTable(keptIn(FOLDER))));
});

test('every file of data is named by its reproduction, at a size that this has', () => {
  for (const name of readdirSync(FOLDER)) {
    const text = readFileSync(join(FOLDER, name), 'utf8');
    const { id, seed, draws = 1, folds = 1, numbers, settings } = JSON.parse(text);
    assert.equal(name, `${id}.json`);
    assert.doesNotMatch(text, /"(file|resume)":/);
    const spec = recipes.find((recipe) => recipe.spec.id === id)?.spec;
    assert.ok(spec && draws <= (spec.draws ?? 1) && folds <= (spec.folds ?? 1), id);
    assert.ok(Number.isInteger(seed) && settings.length > 3 && numbers.length > 0, id);
    for (const number of numbers) assert.ok(Number.isFinite(number.ours), `${id}: ${number.name}`);
  }
});
