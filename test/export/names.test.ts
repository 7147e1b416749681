// Names of columns, levels and files come from strangers: in an export they are text, and never code.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { testFolder } from '../testFolder';
import { cellsOf, compareCsv } from './compareCsv';
import { PYTHON, said, WITHOUT_SKLEARN } from './fittedCases';
import { javascriptCsv } from './javascriptCsv';

/** Names that would each end a text, a comment or a template of some language, or that objects have already. */
const NAMES = [
  '"""; import os; os.system("touch owned") #',
  "'; process.exit(1); //",
  '*/ throw 1 /*',
  '\u0024{process.exit(1)}`',
  'line\u2028separator\u2029',
  '</script><!--',
  '__proto__',
  '{"$array": "rows"}',
  '../../owned',
  'predicted',
  'k0',
  '\\u0022; owned',

  'escape\u001b[31mowned\u202e',
  'new\r\nline; owned',
  '%% owned',
];
const LEVELS = ['"""\\n"', '\u0024{1}', '__proto__', 'constructor', "'\\'", '</script>', 'a|b\u001b[31m'];

const folder = testFolder();
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const rowsCsv = (count: number) => {
  const head = [...NAMES, '$array', '"target"\u2029'].map(quoted).join(',');
  const lines = Array.from({ length: count }, (_, i) => {
    const numbers = NAMES.map((_, j) => (Math.sin((i + 1) * (j + 2)) * 5).toFixed(3));
    const level = LEVELS[(i * 7) % LEVELS.length];
    return [...numbers, level, (Number(numbers[0]) + LEVELS.indexOf(level)).toFixed(3)].map(quoted).join(',');
  });
  return [head, ...lines, ''].join('\n');
};

let expected = '';
before(async () => {
  const file = join(folder, 'rows";$(touch owned) `x`.csv');
  await writeFile(file, rowsCsv(60));
  await writeFile(join(folder, 'new.csv'), rowsCsv(20));
  const target = ['--target', String(NAMES.length + 2), '--set', 'kernel=gaussian', '--kind', '$array=category'];
  await said(folder, 'fit', file, '--quiet', '--save', join(folder, 'm'), ...target);
  expected = await said(folder, 'predict', join(folder, 'm'), join(folder, 'new.csv'));
  for (const format of ['python', 'javascript', 'json', 'onnx'])
    await said(folder, 'export', join(folder, 'm'), '--as', format, '--out', join(folder, format));
});

test('no name is in a file of code', async () => {
  for (const format of ['python', 'javascript'])
    for (const name of await readdir(join(folder, format))) {
      if (!/\.(py|js|ts|txt)$/.test(name) || name === 'data.js') continue;
      const text = await readFile(join(folder, format, name), 'utf8');
      assert.doesNotMatch(text, /owned|process\.exit/, `${format}/${name}`);
    }
  const data = await readFile(join(folder, 'javascript/data.js'), 'utf8');
  assert.doesNotMatch(data, /[\u2028\u2029<]/);
  assert.equal(data.trimEnd().split('\n').length, 1);
});

test('a module with such names predicts as kernelscope does', async () => {
  const { COLUMNS, predict } = await import(pathToFileURL(join(folder, 'javascript/model.js')).href);
  const [head, ...rows] = cellsOf(await readFile(join(folder, 'new.csv'), 'utf8'));
  const objects = rows.map((row) =>
    Object.fromEntries(
      head.map((name, j) => [name.replace(/\s+/g, ' ').trim(), row[j]]).filter(([name]) => COLUMNS.includes(name)),
    ),
  );
  const { other, error } = compareCsv(expected, javascriptCsv(expected, predict(objects)));
  assert.equal(other, undefined);
  assert.ok(error < 1e-9);
  assert.equal(({} as Record<string, unknown>).owned, undefined);
});

test('so do python and ONNX Runtime', { skip: !existsSync(PYTHON) && !process.env.CI && 'no numpy' }, async () => {
  const out = join(folder, 'out.csv');
  const line = [join(folder, 'python'), join(folder, 'new.csv'), out].join('\t');
  const ran = spawnSync(PYTHON, ['test/export/predictAll.py'], { input: line, env: WITHOUT_SKLEARN, encoding: 'utf8' });
  assert.equal(ran.status, 0, ran.stderr);
  const { other, error } = compareCsv(expected, await readFile(out, 'utf8'));
  assert.equal(other, undefined);
  assert.ok(error < 1e-9);
  const { inputs } = JSON.parse(await readFile(join(folder, 'onnx/inputs.json'), 'utf8'));
  const [head, ...rows] = cellsOf(await readFile(join(folder, 'new.csv'), 'utf8'));
  const cell = (name: string, text: string) => (name === '$array' ? text : Number(text));
  const objects = rows.map((row) =>
    Object.fromEntries(head.map((name, j) => [name.replace(/\s+/g, ' ').trim(), cell(name, row[j])])),
  );
  const task = { model: join(folder, 'onnx/model.onnx'), inputs, rows: objects, out };
  const runtime = spawnSync(PYTHON, ['test/export/onnxAll.py'], { input: JSON.stringify([task]), encoding: 'utf8' });
  assert.equal(runtime.status, 0, runtime.stderr);
  const answer = JSON.parse(await readFile(out, 'utf8'));
  assert.equal(answer.failed, undefined);
  // A column has the name already.
  const found = answer.outputs.predicted_.map(([value]: [number]) => value);
  cellsOf(expected)
    .slice(1)
    .forEach((row, i) => {
      assert.ok(Math.abs(found[i] - Number(row[1])) < 1e-4, `${found[i]} ${row[1]}`);
    });
});
