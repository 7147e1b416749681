import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { dailySeries } from '../engine/dailySeries';
import { testFolder } from '../testFolder';
import { runIn } from './commandLines';

const folder = testFolder();
const rows = dailySeries(300);
const files = {
  few: rows.slice(0, 100),
  up: rows,
  down: rows.toReversed(),
  shuffled: rows.map((_, i) => rows[(i * 77) % 300]),
};
for (const [name, lines] of Object.entries(files))
  writeFileSync(join(folder, `${name}.csv`), `Date,x,y\n${lines.join('\n')}\n`);

const QUICK = ['--target', 'y', '--set', 'kernel=gaussian'];
/** An option of tests in which the closeness of the fit does not matter. */
const MEDIAN = ['--set', 'lengthScaleRule=median'];
async function fitted([file, ...argv]: readonly string[]) {
  const rule = argv.includes('lengthScaleRule=median') ? [] : ['--set', 'lengthScaleRule=ard'];
  const { out, err, code } = await runIn(folder, [
    'fit',
    join(folder, file),
    ...argv,
    ...QUICK,
    ...rule,
    '--json',
    '-',
  ]);
  assert.equal(code, 0, err);
  const { metrics, callouts, predictions } = JSON.parse(out) as {
    metrics: { holdout: { rmse: number }; loo: number };
    callouts: readonly { readonly text: readonly { readonly text: string }[] }[];
    predictions: { rows: readonly number[] };
  };
  const notes = callouts.map(({ text }) => text.map((part) => part.text).join(''));
  return { rmse: metrics.holdout.rmse, random: Math.sqrt(metrics.loo), notes, rows: predictions.rows };
}
const onLast = (notes: readonly string[]) => notes.find((text) => text.startsWith('The last'));

for (const method of [[], ['--method', 'rf-ridge', '--set', 'features=60', '--set', 'compare=false']])
  test(`a file in the order of its dates is judged on the last days, and says what random ones would say: ${method[1] ?? 'krr'}`, async () => {
    const up = await fitted(['up.csv', ...method]);
    assert.deepEqual([up.rows[0], up.rows.length], [241, 60]);
    assert.match(
      onLast(up.notes) ?? '',
      /^The last 60 rows by "Date" are held out: RMSE [\d.]+\. Rows left out at random would say [\d.]+\.$/,
    );
    const random = await fitted(['up.csv', ...method, '--holdout', '0.2']);
    assert.equal(onLast(random.notes), undefined);
    assert.ok(up.rmse > 1.3 * random.rmse, `${up.rmse} on the last days, ${random.rmse} on random ones`);
    assert.ok(
      Math.abs(Math.log(up.random / random.rmse)) < 0.35,
      `${up.random} is said of random days, ${random.rmse} found`,
    );
    const down = await fitted(['down.csv', ...method, ...MEDIAN]);
    assert.deepEqual([down.rows[0], down.rows.length], [1, 60]);
    assert.equal(onLast((await fitted(['shuffled.csv', ...method, ...MEDIAN])).notes), undefined);
  });

test('rows that are visited and not held are held out in the same order', async () => {
  const few = ['--method', 'rf-ridge', '--set', 'features=60', '--set', 'compare=false', ...MEDIAN];
  for (const file of ['up.csv', 'down.csv', 'shuffled.csv']) {
    const [held, visited] = [await fitted([file, ...few]), await fitted([file, ...few, '--streamed'])];
    if (file === 'shuffled.csv') assert.equal(onLast(visited.notes), undefined);
    else {
      assert.deepEqual(visited.rows, held.rows);
      assert.equal(onLast(visited.notes), onLast(held.notes));
    }
  }
});

test('the report says by what the rows were held out', async () => {
  const { out } = await runIn(folder, ['fit', join(folder, 'up.csv'), ...QUICK, ...MEDIAN]);
  assert.match(out, /240 \+ 60 +the last by Date/);
  assert.match(out.replace(/\s+/g, ' '), /Rows left out at random would say/);
});

test('candidates that are compared on runs of rows in order are said to be, and lower on them is no claim of later rows', async () => {
  const said = async (...more: readonly string[]) => {
    const asked = ['--target', 'y', ...more];
    const { out, err, code } = await runIn(folder, ['fit', join(folder, 'few.csv'), ...asked]);
    assert.equal(code, 0, err);
    return out.replace(/\s+/g, ' ');
  };
  const runs = /Each is a run of rows, predicted from those before and after it/;
  assert.match(await said(), runs);
  assert.doesNotMatch(await said('--holdout', '0.2'), runs);
});
