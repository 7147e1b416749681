// The short cell of scikit-learn: it runs beside the file, and its errors over folds are near those of the fit.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runIn, typed } from '../cli/commandLines';
import { testFolder } from '../testFolder';
import { PYTHON, said } from './fittedCases';
import { runScripts } from './runScripts';

const skip = !existsSync(PYTHON) && !process.env.CI && 'no scikit-learn';
const folder = testFolder();

/** Numbers, gaps, yes and no, categories and a date; two and three classes; kernels with one length scale, several, sums of parts. */
const CELLS: Readonly<Record<string, readonly string[]>> = {
  'a sum of kernels': ['flats.csv', 'rent', 'krr', 'kernel=0.5*linear+gaussian(columns=[1,2])', 'lengthScale=2'],
  landmarks: ['fan-noise.csv', 'sound_level_db', 'nystrom-ridge', 'kernel=gaussian', 'landmarks=100'],
  'several classes': ['leaves.csv', 'shrub', 'krr', 'kernel=gaussian'],
};

/**
 * Cells, run together: starting Python takes longer than most of them. `ours` is what the fit found, to compare with
 * what the cell cross-validates.
 */
const cells: { readonly path: string; readonly code: string; readonly ours?: number }[] = [];

async function ownFolder(name: string): Promise<string> {
  const own = join(folder, name.replaceAll(' ', '-'));
  await mkdir(own);
  return own;
}

for (const [name, [file, target, method, ...settings]] of Object.entries(CELLS))
  test(`a cell of ${name} is short`, async () => {
    const own = await ownFolder(name);
    await copyFile(`samples/${file}`, join(own, file));
    const set = settings.flatMap((setting) => ['--set', setting]);
    const fit = ['fit', join(own, file), '--target', target, '--method', method, '--holdout', '0.25', ...set];
    const { metrics, classes } = JSON.parse(
      await said(folder, ...fit, '--quiet', '--json', '-', '--save', `${own}.ksmodel`),
    );
    await said(folder, 'export', `${own}.ksmodel`, '--as', 'cell', '--out', own);
    const code = await readFile(join(own, 'cell.py'), 'utf8');
    assert.ok(code.split('\n').length <= 45, code);
    const ours = classes ? 100 * classes.accuracy : metrics.holdout.rmse;
    cells.push({ path: join(own, 'cell.py'), code, ours });
  });

test('what scikit-learn lacks is refused, with what repeats it', async () => {
  const model = join(folder, 'tkrr.ksmodel');
  await said(
    folder,
    ...typed`fit samples/wave.csv --target signal --method tkrr --set kernel=gaussian --quiet --save ${model}`,
  );
  const { code, err } = await runIn(folder, ['export', model, '--as', 'cell', '--out', join(folder, 'none')]);
  assert.equal(code, 2);
  assert.match(err, /scikit-learn has no estimator of tkrr\. Export it as notebook/);
});

/** Rows as a function of two columns, below these first lines. */
async function fileBelow(path: string, head: string, target: (i: number) => string): Promise<string> {
  const rows = Array.from({ length: 60 }, (_, i) => `${Math.sin(i).toFixed(3)},${i % 7},${target(i)}`);
  await writeFile(path, `${head}\n${rows.join('\n')}\n`);
  return path;
}

const HEADS: Readonly<Record<string, string>> = {
  'a line of units': 'a,b,y\nm,kg,s',
  'remarks above': '# of a device\n# 2024\na,b,y',
  'a name of two lines': 'a,"b\nin kg",y',
};

for (const [what, head] of Object.entries(HEADS))
  test(`a cell of a file with ${what} is written`, async () => {
    const own = await ownFolder(what);
    const file = await fileBelow(join(own, 'rows.csv'), head, (i) => `${Math.sin(i) * 2 + (i % 7)}`);
    await said(folder, 'fit', file, '--target', 'y', '--set', 'kernel=linear', '--quiet', '--save', `${own}.ksmodel`);
    await said(folder, 'export', `${own}.ksmodel`, '--as', 'cell', '--out', own);
    const path = join(own, 'cell.py');
    cells.push({ path, code: await readFile(path, 'utf8') });
  });

/** Names that scikit-learn keeps for itself, or that a step of the cell has. */
const KEPT = ['remainder', 'verbose', 'numbers', 'gaps', 'a__b', '__init__', 'column 1', 'transformers'];

test('a cell of columns with names that scikit-learn keeps is written', async () => {
  const own = await ownFolder('kept');
  const file = join(own, 'rows.csv');
  const rows = Array.from({ length: 60 }, (_, i) => [
    ...KEPT.map((_, c) => (c % 2 === 0 ? `l${(i + c) % 3}` : (i + c) % 5 < 2 ? 'yes' : 'no')),
    (i % 3) + 2 * Number(i % 5 < 2),
  ]);
  await writeFile(file, `${KEPT.join()},y\n${rows.map((row) => row.join()).join('\n')}\n`);
  const target = ['--target', 'y', '--task', 'regress'];
  await said(folder, 'fit', file, ...target, '--set', 'kernel=linear', '--quiet', '--save', `${own}.ksmodel`);
  await said(folder, 'export', `${own}.ksmodel`, '--as', 'cell', '--out', own);
  const path = join(own, 'cell.py');
  cells.push({ path, code: await readFile(path, 'utf8') });
});

test('every cell reads its file and cross-validates as the fit does', { skip }, () => {
  assert.equal(cells.length, Object.keys(CELLS).length + Object.keys(HEADS).length + 1);
  const paths = cells.map(({ path }) => path);
  const answers = runScripts(paths, ['-W', 'error::RuntimeWarning']);
  for (const [i, { printed, failed, said: end }] of answers.entries()) {
    const { code, ours } = cells[i];
    const [, found] = /^(?:RMSE|right) ([\d.e+-]+)/m.exec(printed) ?? [];
    assert.ok(found !== undefined, `${failed ?? end}\n${code}`);
    // A target linear in the right columns of all rows is predicted to the three digits that the file has.
    if (ours === undefined) assert.ok(Number(found) < 0.01, `${found}\n${code}`);
    else assert.ok(Math.abs(Number(found) / ours - 1) < 0.35, `${found} beside ${ours}\n${code}`);
  }
});

test('a cell of principal components is refused', async () => {
  const model = join(folder, 'components.ksmodel');
  await said(folder, ...typed`fit samples/wave.csv --method ekpca --set kernel=gaussian --quiet --save ${model}`);
  const { code, err } = await runIn(folder, ['export', model, '--as', 'cell', '--out', join(folder, 'none')]);
  assert.equal(code, 2);
  assert.match(err, /A cell predicts a target, and principal components have none\. Export it as notebook/);
});

test('a cell of a target of dates is refused', async () => {
  const file = await fileBelow(
    join(folder, 'days.csv'),
    'a,b,y',
    (i) => `2024-01-${String(1 + (i % 28)).padStart(2, '0')}`,
  );
  const model = join(folder, 'days.ksmodel');
  await said(folder, 'fit', file, '--target', 'y', '--set', 'kernel=linear', '--quiet', '--save', model);
  const { code, err } = await runIn(folder, ['export', model, '--as', 'cell', '--out', join(folder, 'none')]);
  assert.equal(code, 2);
  assert.match(err, /The target is a date, .* Export it as notebook/);
});
