// Rows from scores: the estimator of an export rebuilds what `kernelscope predict --inverse` does.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { generator } from '../figures/exampleData';
import { holdsItsSchema } from '../jsonSchemas';
import { testFolder } from '../testFolder';
import { cellsOf } from './compareCsv';
import { PYTHON, said, WITHOUT_SKLEARN } from './fittedCases';
import { mixedRows, plainRows } from './rows';

const skip = !existsSync(PYTHON) && !process.env.CI && 'no numpy';
const folder = testFolder();
/** More rows than rows are rebuilt from, on a curve with noise. */
function manyRows(count: number): string {
  const next = generator(7);
  const lines = Array.from({ length: count }, () => {
    const t = 3 * next();
    return [Math.cos(t), Math.sin(t), t + 0.1 * next()].map((value) => value.toFixed(5)).join(',');
  });
  return ['a,b,c', ...lines, ''].join('\n');
}
before(async () => {
  await writeFile(join(folder, 'mixed.csv'), mixedRows(100, false));
  await writeFile(join(folder, 'mixed-new.csv'), mixedRows(30, true));
  await writeFile(join(folder, 'plain.csv'), plainRows(100, false));
  await writeFile(join(folder, 'plain-new.csv'), plainRows(30, true));
  await writeFile(join(folder, 'many.csv'), manyRows(2300));
  await writeFile(join(folder, 'many-new.csv'), manyRows(20));
});

const PROGRAM = `
import csv, json, sys, warnings
warnings.simplefilter("ignore")
sys.path.insert(0, sys.argv[1])
import numpy as np
from kernelscope_model import Model
model = Model()
with open(sys.argv[2], encoding="utf-8-sig", newline="") as file:
    rows = list(csv.DictReader(file))
scores = model.transform({name: [row[name] for row in rows] for name in model.feature_names_in_})
back = model.inverse_transform(scores)
assert back.shape == (len(rows), model.n_features_in_)
assert back.dtype == object or np.allclose(model.inverse_transform(scores[:1]), back[:1], 1e-6, 1e-6)
print(json.dumps({"names": list(model.feature_names_in_), "rows": [[None if isinstance(v, float) and v != v else v for v in row] for row in back.tolist()]}))
`;

for (const [file, method, ...more] of [
  ['mixed', 'ekpca', 'components=6'],
  ['mixed', 'ekpca', 'components=3', 'missing=drop', 'kernel=laplace'],
  ['mixed', 'ny-kpca', 'components=5', 'landmarks=60'],
  ['plain', 'ekpca', 'components=2', 'kernel=matern52'],
  ['many', 'ekpca', 'components=2'],
])
  test(`${method} of ${file} rows, ${more.join(' ')}: rows come back as from the command line`, { skip }, async () => {
    const [model, rows] = [join(folder, 'x.ksmodel'), join(folder, `${file}-new.csv`)];
    const settings = more.flatMap((one) => ['--set', one]);
    const out = join(folder, `${file}-${method}-${more.join('-')}`);
    const how = ['--holdout', '0', '--quiet', '--set', 'tradeOff=false', '--save', model];
    await said(folder, 'fit', join(folder, `${file}.csv`), '--method', method, ...how, ...settings);
    await said(folder, 'export', model, '--as', 'python', '--out', out);
    await said(folder, 'export', model, '--as', 'json', '--out', `${out}-json`);
    holdsItsSchema(await readFile(join(`${out}-json`, 'model.json'), 'utf8'));
    await said(folder, 'predict', model, rows, '--inverse', '--out', join(folder, 'back.csv'));
    const [head, ...expected] = cellsOf(await readFile(join(folder, 'back.csv'), 'utf8'));
    const ran = spawnSync(PYTHON, ['-c', PROGRAM, out, rows], { env: WITHOUT_SKLEARN, encoding: 'utf8' });
    assert.equal(ran.status, 0, ran.stderr.slice(-2000));
    const { names, rows: back } = JSON.parse(ran.stdout) as { names: string[]; rows: (string | number | null)[][] };
    assert.equal(back.length, expected.length);
    for (const [j, name] of names.entries()) {
      const at = head.indexOf(name);
      for (const [i, row] of expected.entries()) {
        const [own, found] = [at < 0 ? '' : row[at], back[i][j]];
        const where = `${name}, row ${i + 1}: ${found} for ${own}`;
        if (typeof found === 'number') assert.ok(Math.abs(found - Number(own)) <= 1e-6 * (1 + Math.abs(found)), where);
        // A cell that a spreadsheet would compute begins with an apostrophe in a file.
        else assert.equal(found ?? '', own.replace(/^'(?=[=+@-])/, ''), where);
      }
    }
  });

test('of a model on random features no method rebuilds rows', { skip }, async () => {
  const model = join(folder, 'features.ksmodel');
  const out = join(folder, 'features');
  await said(folder, 'fit', join(folder, 'plain.csv'), '--method', 'rf-kpca', '--quiet', '--save', model);
  await said(folder, 'export', model, '--as', 'python', '--out', out);
  const program = `import sys; sys.path.insert(0, sys.argv[1])\nfrom kernelscope_model import Model\nprint(hasattr(Model(), "inverse_transform"))`;
  assert.equal(
    spawnSync(PYTHON, ['-c', program, out], { env: WITHOUT_SKLEARN, encoding: 'utf8' }).stdout.trim(),
    'False',
  );
});
