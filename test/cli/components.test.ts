import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { componentsMethods } from '../../src/engine/methods/registry';
import { schemaOf } from '../jsonSchemas';
import { testFolder } from '../testFolder';
import { runIn, typed } from './commandLines';

/** The parts of the JSON that these tests look at. */
interface ComponentsJson {
  readonly method: string;
  readonly data: { readonly columns: readonly string[]; readonly train: number };
  readonly components: {
    readonly eigenvalues: readonly number[];
    readonly holdout?: Scored;
    readonly train: Scored;
    readonly reconstruction: readonly { readonly kind: string; readonly h?: readonly number[] }[];
  };
}
interface Scored {
  readonly rows: readonly number[];
  readonly scores: readonly (readonly number[])[];
  readonly error: readonly number[];
}

const folder = testFolder();

const run = (...argv: string[]) => runIn(folder, argv);

const FILE = 'samples/leaves.csv';
const cellsOf = (csv: string) =>
  csv
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));

for (const { id } of componentsMethods)
  test(`${id}: no target, JSON of the documented shape, a report, and scores of a file as the fit has them`, async () => {
    const validate = schemaOf('fit');
    const model = join(folder, `${id}.model`);
    const few = ['--set', 'components=3', '--set', 'tradeOff=false'];
    const { out, err, code } = await run('fit', FILE, '--method', id, '--json', '-', '--save', model, ...few);
    assert.equal(code, 0, err);
    const json = JSON.parse(out) as ComponentsJson;
    assert.ok(validate(json), JSON.stringify(validate.errors));
    assert.equal(json.method, id);
    const { eigenvalues, train, holdout, reconstruction } = json.components;
    assert.equal(eigenvalues.length, 3);
    assert.equal(reconstruction.length, 1);
    assert.equal(reconstruction[0].h === undefined, id === 'rf-kpca');
    assert.ok(holdout);
    assert.equal(train.rows.length, json.data.train);

    const predicted = await run('predict', model, FILE);
    assert.equal(predicted.code, 0, predicted.err);
    const [head, ...lines] = cellsOf(predicted.out);
    assert.deepEqual(head, ['row', 'score1', 'score2', 'score3', 'error']);
    assert.equal(lines.length, train.rows.length + holdout.rows.length);
    for (const { rows, scores, error } of [train, holdout])
      rows.forEach((row, i) => {
        const cells = lines[row - 1].map(Number);
        assert.equal(cells[0], row);
        scores[i].forEach((score, c) => {
          assert.ok(Math.abs(cells[c + 1] - score) < 1e-6, `row ${row}`);
        });
        assert.ok(Math.abs(cells[4] - error[i]) < 1e-6);
      });

    const text = await run('fit', FILE, '--method', id, ...few);
    assert.equal(text.code, 0, text.err);
    assert.match(text.out, /Three|3 components|all 3/);
    assert.match(text.out, /reconstruction errors/);
    assert.ok(!/undefined|NaN|\[object/.test(text.out));
  });

test('a target named with components is left out, and that is said; what they do not take is refused in words', async () => {
  const said = await run(...typed`fit ${FILE} --method ekpca --target shrub --set tradeOff=false --holdout 0`);
  assert.equal(said.code, 0, said.err);
  assert.match(said.out, /Components have no target: shrub is not a feature and colours the points/);
  assert.match(said.out, /Nothing was held out/);
  const task = await run('fit', FILE, '--method', 'ekpca', '--task', 'classify');
  assert.equal(task.code, 2);
  assert.match(task.err, /--task is for methods with a target, and ekpca has none/);
  const weights = await run('fit', FILE, '--method', 'ny-kpca', '--weights', 'length_mm');
  assert.equal(weights.code, 2);
  assert.match(weights.err, /Principal components have no row weights/);
  const bare = await run('fit', FILE);
  assert.equal(bare.code, 1);
  assert.match(
    bare.err,
    /No name in .* says which column .* Name the target\. .*\nSuch as: kernelscope fit .* --target \S+\n$/,
  );
});

test('rows that cannot be projected have empty cells', async () => {
  const file = join(folder, 'gaps.csv');
  const rows = Array.from({ length: 30 }, (_, i) => `${Math.sin(i)},${i === 4 ? '' : Math.cos(2 * i)}`);
  await writeFile(file, `a,b\n${rows.join('\n')}\n`);
  const model = join(folder, 'gaps.model');
  const set = ['--set', 'missing=drop', '--set', 'components=2', '--set', 'tradeOff=false'];
  const fit = await run('fit', file, '--method', 'ekpca', ...set, '--save', model);
  assert.equal(fit.code, 0, fit.err);
  const { out } = await run('predict', model, file);
  const lines = cellsOf(out).slice(1);
  assert.deepEqual(lines[4], ['5', '', '', '']);
  assert.ok(lines.every((line, i) => i === 4 || line.every((cell) => cell !== '')));
});
