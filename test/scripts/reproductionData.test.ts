import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  claimsOfAll,
  dataOf,
  dataText,
  findingsTable,
  keptIn,
  type ReproductionData,
} from '../../scripts/reproductionData';
import type { Reproduction } from '../../src/engine/contract/reproduction';
import { verdictOf } from '../../src/reproduce/compared';
import { recipeById, recipes } from '../../src/reproduce/registry';
import { testFolder } from '../testFolder';

const FOLDER = 'docs/data/reproductions';

const found: Reproduction = {
  kernelscope: '1.0.0',
  spec: { id: 'rf-fig3', title: 'A', claim: 'B', check: 'C', seconds: 1, draws: 100 },
  request: { id: 'rf-fig3', seed: 1, draws: 6, file: '/home/a/data', resume: '/home/a/kept' },
  created: '2026-01-01T00:00:00Z',
  finding: [{ text: 'a|b is ' }, { text: '2', strong: true }],
  verdict: 'partly',
  settings: [{ name: 'n', value: '100', by: 'paper' }],
  numbers: [
    { name: 'one', published: 4, publishedError: 0, ours: 4 },
    { name: 'two', published: 4, ours: 5, untold: 'single' },
  ],
  claims: [
    { text: 'it rises|falls', at: 'n = 1', holds: 'yes' },
    { text: 'it rises|falls', at: 'n = 2', holds: 'no' },
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
    claims: found.claims,
  });
  assert.deepEqual(JSON.parse(dataText(data)), data);
  assert.equal(dataOf({ ...found, request: { ...found.request, draws: 100 } }).draws, undefined);
  assert.throws(() => dataOf({ ...found, request: { ...found.request, quick: true } }), /reduced size/);
});

test('the table tells findings, verdicts and shares, and what is missing', () => {
  const lines = findingsTable([dataOf(found)]).split('\n');
  const { check } = recipeById('rf-fig3').spec;
  assert.equal(
    lines[2],
    `| \`rf-fig3\` | ${check} | a\\|b is 2 | Agrees in part with the paper: 1 of 2 numbers, 1 cannot tell; 1 of 2 claims | 6 of 100 draws, 1.5 h |`,
  );
  assert.match(lines.at(-3) ?? '', /all draws and folds: all but `rf-fig3`\.$/);
  assert.match(lines.at(-1) ?? '', /Not computed .*`tkrr-fig1`/);
  assert.doesNotMatch(lines.at(-1) ?? '', /`rf-fig3`/);
});

test('claims of all stand by id, as they were tested', () => {
  assert.deepEqual(
    claimsOfAll([dataOf(found)])
      .split('\n')
      .slice(2),
    ['| `rf-fig3` | it rises\\|falls | yes 1 of 2, no 1 of 2 (n = 2) |'],
  );
});

test('the page says of SIGN’s tables what is seen over their cells together', () => {
  const tables = keptIn(FOLDER).filter(({ id }) => id.startsWith('sign-table'));
  const meansOf = (amplified: boolean) =>
    tables
      .filter(({ settings }) => settings.some(({ name }) => name === 'outliers') === amplified)
      .flatMap(({ numbers }) => {
        const cells = numbers.filter(({ name, published }) => published !== undefined && !name.endsWith('KQR-B'));
        const sets = [...new Set(cells.map(({ name }) => name.split(',')[0]))];
        return sets.map((set) => {
          const differences = cells
            .filter(({ name }) => name.startsWith(`${set},`))
            .map((c) => c.ours - Number(c.published));
          return differences.reduce((sum, v) => sum + v, 0) / differences.length;
        });
      });
  const page = readFileSync('docs/reproductions.md', 'utf8').replaceAll(/\s+/g, ' ');
  const [below, above] = [meansOf(true).filter((v) => v < 0), meansOf(false).filter((v) => v > 0)];
  assert.ok(page.includes(`is below 0 in ${below.length} of ${meansOf(true).length} pairs of table and data set`));
  assert.ok(page.includes(`without outliers it is above 0 in ${above.length} of ${meansOf(false).length} (`));
});

test('a file of something else is refused', () => {
  const folder = testFolder();
  writeFileSync(join(folder, 'a.json'), dataText({ ...dataOf(found), id: 'rf-fig9' }));
  assert.throws(() => keptIn(folder), /no reproduction rf-fig9/);
});

test('the page of reproductions has what the data say', () => {
  const page = readFileSync('docs/reproductions.md', 'utf8');
  assert.ok(page.includes(findingsTable(keptIn(FOLDER))));
  assert.ok(page.includes(claimsOfAll(keptIn(FOLDER))));
});

test('every file of data is named by its reproduction, at a size that this has', () => {
  for (const name of readdirSync(FOLDER)) {
    const text = readFileSync(join(FOLDER, name), 'utf8');
    const { id, seed, draws = 1, folds = 1, numbers, settings, claims, verdict }: ReproductionData = JSON.parse(text);
    assert.equal(name, `${id}.json`);
    assert.doesNotMatch(text, /"(file|resume)":/);
    const spec = recipes.find((recipe) => recipe.spec.id === id)?.spec;
    assert.ok(spec && draws <= (spec.draws ?? 1) && folds <= (spec.folds ?? 1), id);
    assert.ok(Number.isInteger(seed) && settings.length > 3 && numbers.length > 0, id);
    assert.equal(verdict, verdictOf(numbers, claims), id);
    assert.equal(new Set(claims.map(({ text, at }) => `${text}, ${at}`)).size, claims.length, id);
    for (const number of numbers) assert.ok(Number.isFinite(number.ours), `${id}: ${number.name}`);
  }
});
