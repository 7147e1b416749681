// Models and cells from strangers: nothing that a model holds beside its members, and no text of a cell, goes anywhere.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Model } from '../../src/engine/contract/model';
import { packModel } from '../../src/engine/model/packModel';
import { unpackModel } from '../../src/engine/model/save';
import { runIn } from '../cli/commandLines';
import { holdsItsSchema } from '../jsonSchemas';
import { testFolder } from '../testFolder';
import { compareCsv } from './compareCsv';
import { PYTHON, said, WITHOUT_SKLEARN } from './fittedCases';
import { javascriptCsv } from './javascriptCsv';

const skip = !existsSync(PYTHON) && !process.env.CI && 'no numpy';
const folder = testFolder();
/** Names of classes that end texts, markup, comments and templates of some language. */
const LEVELS = ['"""; import os #', '</script><!--', '\u0024{process.exit(1)}`', "'\\", '__proto__', '../../owned'];
const lines = (count: number) =>
  Array.from({ length: count }, (_, i) => {
    const p = Math.sin(1.3 * i);
    const level = LEVELS[Math.min(LEVELS.length - 1, Math.floor((p + 1) * 3))].replaceAll('"', '""');
    return `${p.toFixed(4)},${Math.cos(2.1 * i).toFixed(4)},"${level}"`;
  });
const model = join(folder, 'm.ksmodel');
const [train, rows] = ['train.csv', 'rows.csv'].map((name) => join(folder, name));
before(async () => {
  await writeFile(train, ['p,q,class', ...lines(90)].join('\n'));
  await writeFile(rows, ['p,q', ...lines(30).map((line) => line.split(',').slice(0, 2).join(','))].join('\n'));
  await said(folder, 'fit', train, '--target', 'class', '--set', 'kernel=gaussian', '--quiet', '--save', model);
});

async function exported(from: string, format: string): Promise<string> {
  const out = join(folder, `${format} of ${from}`);
  await said(folder, 'export', join(folder, from), '--as', format, '--out', out);
  return out;
}

test('classes with such names are predicted, and are in no file of code', { skip }, async () => {
  const expected = await said(folder, 'predict', model, rows);
  const [python, javascript] = [await exported('m.ksmodel', 'python'), await exported('m.ksmodel', 'javascript')];
  const ran = spawnSync(PYTHON, [join(python, 'predict.py'), rows], { env: WITHOUT_SKLEARN, encoding: 'utf8' });
  assert.equal(ran.status, 0, ran.stderr);
  const { predict } = await import(pathToFileURL(join(javascript, 'model.js')).href);
  const [, ...table] = (await readFile(rows, 'utf8')).split('\n').map((line) => line.split(','));
  const found = predict(table.map(([p, q]) => ({ p: Number(p), q: Number(q) })));
  for (const csv of [ran.stdout, javascriptCsv(expected, found)]) {
    const { error, other } = compareCsv(expected, csv);
    assert.equal(other, undefined);
    assert.ok(error < 1e-7, String(error));
  }
  for (const out of [python, javascript])
    for (const name of await readdir(out))
      if (/\.(py|js|ts)$/.test(name) && name !== 'data.js')
        assert.doesNotMatch(await readFile(join(out, name), 'utf8'), /owned|process\.exit|import os #/, name);
});

test('members that no model has are in no export, and no array is named as a path', { skip }, async () => {
  const stray = { '../../../owned': Float64Array.of(1), __proto__: null, constructor: 'owned', 'a\u0000b': 'owned' };
  const { transform, classes, read, kernel, ...rest } = unpackModel(await readFile(model));
  const crafted = {
    ...rest,
    ...stray,
    kernel: { ...kernel, ...stray },
    classes: { ...classes, ...stray, calibration: { ...classes?.calibration, ...stray } },
    read: { ...read, ...stray },
    transform: { ...transform, ...stray, inputs: transform.inputs.map((input) => ({ ...input, ...stray })) },
    unpenalised: rest.unpenalised.map((block) => ({ ...block, ...stray })),
  } as unknown as Model;
  await writeFile(join(folder, 'crafted'), packModel(crafted));
  for (const format of ['python', 'javascript', 'json', 'onnx', 'script']) {
    const out = await exported('crafted', format);
    const plain = await exported('m.ksmodel', format);
    assert.deepEqual(await readdir(out), await readdir(plain));
    for (const name of await readdir(out))
      assert.deepEqual(await readFile(join(out, name)), await readFile(join(plain, name)), `${format}: ${name}`);
  }
  holdsItsSchema(await readFile(join(folder, 'json of crafted/model.json'), 'utf8'));
});

test('a column named with a NUL or half a sign is exported, and its name comes back the same', { skip }, async () => {
  const odd = 'nul\u0000 \ud800 \u202e\u001b[31m';
  const { transform, ...rest } = unpackModel(await readFile(model));
  const inputs = transform.inputs.map((input, i) => (i === 0 ? { ...input, column: odd } : input));
  await writeFile(join(folder, 'odd'), packModel({ ...rest, transform: { ...transform, inputs } }));
  const [python, javascript] = [await exported('odd', 'python'), await exported('odd', 'javascript')];
  const { COLUMNS, predict } = await import(pathToFileURL(join(javascript, 'model.js')).href);
  const program = `import sys; sys.path.insert(0, ${JSON.stringify(python)})
from kernelscope_model import Model
model = Model()
name = model.feature_names_in_[0]
print([hex(ord(sign)) for sign in name])
print(model.predict({name: [0.5], "q": [0.5]})[0])
try:
    model.predict({"q": [0.5]})
except ValueError as error:
    print(str(error))`;
  const { stdout, stderr, status } = spawnSync(PYTHON, ['-c', program], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const [signs, predicted, lacks] = stdout.split('\n');
  const read = Array.from(COLUMNS[0] as string, (sign) => `'0x${sign.codePointAt(0)?.toString(16)}'`);
  assert.equal(signs, `[${read.join(', ')}]`);
  assert.equal(predicted, predict([{ [COLUMNS[0]]: 0.5, q: 0.5 }])[0].predicted);
  assert.match(lacks, /^The rows lack the column "nul\\x00 .*\\u202e\\x1b\[31m" that the model was fitted with\.$/);
});

test('a terminal obeys nothing of a cell that a note or an error names', { skip }, async () => {
  const cell = '\u001b[31m\u009b2J\u202eowned\u2028';
  const [one, ten] = [1, 10].map((rows) => Array.from({ length: rows }, () => ({ p: cell, q: 1 })));
  const [python, javascript] = [await exported('m.ksmodel', 'python'), await exported('m.ksmodel', 'javascript')];
  const { predict } = await import(pathToFileURL(join(javascript, 'model.js')).href);
  for (const [objects, status, says] of [
    // As `kernelscope predict` has it: a cell is a gap, and too many of them are another column.
    [
      one,
      0,
      /^"p": 1 cell cannot be read as numbers \(".*owned.*" in row 1\), taken as the mean of training, \S+\. If that is wrong, correct what should have a value\.$/,
    ],
    [ten, 1, /Row 1 of "p" is ".*owned.*", which is no number/],
  ] as const) {
    const file = join(folder, 'wrong.csv');
    await writeFile(file, `p,q\n${objects.map(({ p, q }) => `${p},${q}\n`).join('')}`);
    const own = await runIn(folder, ['predict', model, file]);
    const ran = spawnSync(PYTHON, [join(python, 'predict.py'), file], { env: WITHOUT_SKLEARN, encoding: 'utf8' });
    assert.deepEqual([own.code === 0, ran.status], [status === 0, status]);
    const lines: string[] = [];
    try {
      predict(objects, (sentence: string) => lines.push(sentence));
    } catch (error) {
      lines.push(String(error));
    }
    const words = ran.stderr
      .trimEnd()
      .split('\n')
      .map((line) => line.replace('predict.py: ', ''));
    for (const all of [lines, words]) {
      assert.ok(
        all.some((line) => says.test(line)),
        all.join('\n'),
      );
      for (const line of all) assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    }
  }
});

test('predict.py refuses a file without rows in the words of the command line', { skip }, async () => {
  const python = await exported('m.ksmodel', 'python');
  for (const text of ['', '\n\n', 'p,q\n', 'p,q\n,\n\n']) {
    const file = join(folder, 'without.csv');
    await writeFile(file, text);
    const own = await runIn(folder, ['predict', model, file]);
    const ran = spawnSync(PYTHON, [join(python, 'predict.py'), file], { env: WITHOUT_SKLEARN, encoding: 'utf8' });
    assert.deepEqual([own.code, ran.status], [1, 1], JSON.stringify(text));
    const words = (said: string, who: string) => said.trim().replace(`${who}: `, '').replace(file, 'without.csv');
    assert.equal(words(ran.stderr, 'predict.py'), words(own.err, 'kernelscope'));
  }
});

test('a key that is no column is an error in JavaScript, and a column left out a gap', async () => {
  const { COLUMNS, predict } = await import(
    pathToFileURL(join(await exported('m.ksmodel', 'javascript'), 'model.js')).href
  );
  const [first, second] = COLUMNS as string[];
  assert.throws(
    () => predict([{ [first]: 1, [second]: 2 }, { [`${second}z`]: 1 }]),
    /^RangeError: Row 2 has ".*", which is no column of the model\. /,
  );
  assert.equal(predict([{ [first]: 1 }], () => {}).length, 1);
  for (const rows of [{ [first]: 1 }, undefined, 'rows.csv', [3], [null], [[1, 2]]])
    assert.throws(
      () => predict(rows),
      /^RangeError: predict takes a list of rows, such as predict\(\[\{ ".*": … \}\]\)\.$/,
    );
});
