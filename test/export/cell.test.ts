// The short cell of scikit-learn: it runs beside the file, and its errors over folds are near those of the fit.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { runIn } from '../cli/commandLines';
import { testFolder } from '../testFolder';
import { PYTHON, said } from './fittedCases';

const skip = !existsSync(PYTHON) && !process.env.CI && 'no scikit-learn';
const folder = testFolder();

/** Numbers, gaps, yes and no, categories and a date; two and three classes; kernels with one length scale, several, sums of parts. */
const CELLS: Readonly<Record<string, readonly string[]>> = {
  'a sum of kernels': ['flats.csv', 'rent', 'krr', 'kernel=0.5*linear+gaussian(columns=[1,2])', 'lengthScale=2'],
  landmarks: ['fan-noise.csv', 'sound_level_db', 'nystrom-ridge', 'kernel=gaussian', 'landmarks=200'],
  'several classes': ['leaves.csv', 'shrub', 'krr', 'kernel=gaussian'],
};

for (const [name, [file, target, method, ...settings]] of Object.entries(CELLS))
  test(`a cell of ${name} cross-validates as the fit does`, { skip }, async () => {
    const own = join(folder, name.replaceAll(' ', '-'));
    const set = settings.flatMap((setting) => ['--set', setting]);
    const fit = ['fit', `samples/${file}`, '--target', target, '--method', method, '--holdout', '0.25', ...set];
    const { metrics, classes } = JSON.parse(
      await said(folder, ...fit, '--quiet', '--json', '-', '--save', `${own}.ksmodel`),
    );
    await said(folder, 'export', `${own}.ksmodel`, '--as', 'cell', '--out', own);
    const code = await readFile(join(own, 'cell.py'), 'utf8');
    assert.ok(code.split('\n').length <= 45, code);
    const { stdout, stderr } = spawnSync(PYTHON, [resolve(own, 'cell.py')], { cwd: 'samples', encoding: 'utf8' });
    const [, found] = /^(?:RMSE|right) ([\d.e+-]+)/m.exec(stdout) ?? [];
    assert.ok(found !== undefined, `${stderr}\n${code}`);
    const ours = classes ? 100 * classes.accuracy : metrics.holdout.rmse;
    assert.ok(Math.abs(Number(found) / ours - 1) < 0.35, `${found} beside ${ours}\n${code}`);
  });

test('what scikit-learn lacks is refused, with what repeats it', async () => {
  const model = join(folder, 'tkrr.ksmodel');
  await said(folder, 'fit', 'samples/wave.csv', '--target', 'signal', '--method', 'tkrr', '--quiet', '--save', model);
  const { code, err } = await runIn(folder, ['export', model, '--as', 'cell', '--out', join(folder, 'none')]);
  assert.equal(code, 2);
  assert.match(err, /scikit-learn has no estimator of tkrr\. Export it as notebook/);
});

/** Rows as a function of two columns, below these first lines. */
async function fileBelow(name: string, head: string, target: (i: number) => string): Promise<string> {
  const rows = Array.from({ length: 60 }, (_, i) => `${Math.sin(i).toFixed(3)},${i % 7},${target(i)}`);
  const path = join(folder, name);
  await writeFile(path, `${head}\n${rows.join('\n')}\n`);
  return path;
}

const HEADS: Readonly<Record<string, string>> = {
  'a line of units': 'a,b,y\nm,kg,s',
  'remarks above': '# of a device\n# 2024\na,b,y',
  'a name of two lines': 'a,"b\nin kg",y',
};

for (const [what, head] of Object.entries(HEADS))
  test(`a cell reads a file with ${what}`, { skip }, async () => {
    const own = join(folder, what.replaceAll(' ', '-'));
    const file = await fileBelow(`${what.replaceAll(' ', '-')}.csv`, head, (i) => `${Math.sin(i) * 2 + (i % 7)}`);
    await said(folder, 'fit', file, '--target', 'y', '--set', 'kernel=linear', '--quiet', '--save', `${own}.ksmodel`);
    await said(folder, 'export', `${own}.ksmodel`, '--as', 'cell', '--out', own);
    const { stdout, stderr } = spawnSync(PYTHON, [resolve(own, 'cell.py')], { cwd: folder, encoding: 'utf8' });
    assert.match(stdout, /^RMSE [\d.e+-]+/m, stderr);
  });

test('a cell of a target of dates is refused', async () => {
  const file = await fileBelow('days.csv', 'a,b,y', (i) => `2024-01-${String(1 + (i % 28)).padStart(2, '0')}`);
  const model = join(folder, 'days.ksmodel');
  await said(folder, 'fit', file, '--target', 'y', '--set', 'kernel=linear', '--quiet', '--save', model);
  const { code, err } = await runIn(folder, ['export', model, '--as', 'cell', '--out', join(folder, 'none')]);
  assert.equal(code, 2);
  assert.match(err, /The target is a date, .* Export it as notebook/);
});
