import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { unpackModel } from '../../src/engine/model/save';
import { testFolder } from '../testFolder';
import { Wire } from './wire';

const base = realpathSync(testFolder());
const [work, elsewhere] = ['work', 'elsewhere'].map((name) => join(base, name));
for (const path of [work, elsewhere]) mkdirSync(path);

/** A text in every cell of words. */
const SECRET = 'Zaphod';
const lines = (n: number, from = 0) => {
  const rows = Array.from({ length: n }, (_, i) => {
    const [a, b] = [Math.sin((from + i + 1) * 1.7), Math.sin((from + i + 1) * 2.7)];
    return [`${SECRET}${a > 0 ? 1 : 0}`, a, b, Math.sin(2 * a) + 0.1 * Math.cos(37 * i)].join(',');
  });
  return `${['group,x1,x2,y', ...rows].join('\n')}\n`;
};
const PLAIN = { file: 'rows.csv', target: 'y', features: ['x1', 'x2'], parameters: { kernel: 'gaussian', folds: 0 } };

let wire: Wire;
let writer: Wire;
before(async () => {
  writeFileSync(join(work, 'rows.csv'), lines(120));
  writeFileSync(join(work, 'later.csv'), lines(40, 120));
  writeFileSync(join(work, 'untold.csv'), 'x1,x2\n1,2\n2,3\n');
  writeFileSync(join(elsewhere, 'rows.csv'), lines(40));
  symlinkSync(join(elsewhere, 'rows.csv'), join(work, 'link.csv'));
  [wire, writer] = [new Wire([work]), new Wire([work], { allowWrite: true })];
  await Promise.all([wire.open(), writer.open()]);
  await writer.text('fit', { ...PLAIN, save: 'plain.ksmodel' });
  await writer.text('fit', { ...PLAIN, features: ['group', 'x1'], save: 'words.ksmodel' });
  await wire.text('fit', PLAIN);
});
after(() => Promise.all([wire.close(), writer.close()]));

async function structured(name: string, input: object, from = wire): Promise<Readonly<Record<string, unknown>>> {
  const { content, structuredContent, isError } = await from.tool(name, input);
  assert.equal(isError, undefined, content[0].text);
  return structuredContent ?? {};
}

test('rows that a call brings are predicted as those of a file are', async () => {
  const file = await structured('predict', { model: 'plain.ksmodel', file: 'later.csv', rows: 2 });
  const [, ...cells] = lines(2, 120).trim().split('\n');
  const records = cells.map((row) => {
    const [, x1, x2] = row.split(',').map(Number);
    return { x1, x2: String(x2) };
  });
  const brought = await structured('predict', { model: 'plain.ksmodel', records });
  const predicted = (csv: unknown) =>
    String(csv)
      .split('\r\n')
      .slice(1, 3)
      .map((row) => row.split(',').slice(0, 4));
  assert.deepEqual(predicted(brought.csv), predicted(file.csv));
  assert.deepEqual([brought.file, brought.rows, brought.shown], ['', 2, 2]);
  assert.match(
    await wire.text('predict', { model: 'plain.ksmodel', records }),
    /^2 rows predicted by plain\.ksmodel\./m,
  );
  const gap = await structured('predict', { model: 'plain.ksmodel', records: [{ x1: 1, x2: null }] });
  assert.match(String(gap.warnings), /"x2"/);
});

const REFUSED: readonly (readonly [name: string, input: object, says: RegExp])[] = [
  ['predict', { model: 'plain.ksmodel' }, /Name either a file, or the rows as records/],
  [
    'predict',
    { model: 'plain.ksmodel', file: 'rows.csv', records: [{ x1: 1 }] },
    /Name either a file, or the rows as records/,
  ],
  ['predict', { model: 'plain.ksmodel', records: [] }, /argument records has to be a list/],
  ['predict', { model: 'plain.ksmodel', records: 'x1' }, /argument records has to be a list/],
  [
    'predict',
    { model: 'plain.ksmodel', records: [{ x1: 1, x2: 1 }, { x1: [1] }] },
    /Row 2 of records has a list or an object in "x1": a cell is a number, a text, true, false or null/,
  ],
  [
    'predict',
    { model: 'plain.ksmodel', records: [{ x1: 'a\0b' }] },
    /Row 1 of records has a text with a NUL sign in "x1"/,
  ],
  [
    'predict',
    { model: 'plain.ksmodel', records: [[1, 2]] },
    /Row 1 of records is no object: give its cells by the names/,
  ],
  ['predict', { model: 'plain.ksmodel', records: [null] }, /Row 1 of records is no object/],
  [
    'predict',
    { model: 'plain.ksmodel', records: [Object.fromEntries(Array.from({ length: 2001 }, (_, j) => [`x${j}`, j]))] },
    /Row 1 of records has more than 2000 cells\. Give the rows as a file/,
  ],
  ['inspect', { file: 'rows.csv', read: 'tab' }, /argument read has to be an object: How the file is read/],
  ['inspect', { file: 'rows.csv', read: ['tab'] }, /argument read has to be an object/],
  ['predict', { model: 'plain.ksmodel', records: [{ x1: 1 }] }, /No row of records has "x2"/],
  [
    'predict',
    { model: 'plain.ksmodel', records: Array(201).fill({ x1: 1, x2: 1 }) },
    /argument records has to be a list/,
  ],
  ['fit', { ...PLAIN, holdout: 'link.csv' }, /outside work/],
  ['fit', { ...PLAIN, holdout: '/etc/passwd' }, /outside work/],
  ['fit', { ...PLAIN, holdout: 0.2 }, /argument holdout has to be a text/],
  ['fit', { ...PLAIN, holdout: 'later.csv', design: { holdout: 0.2 } }, /design\.holdout has to be a fraction/],
  ['export', {}, /Name the format/],
  ['export', { format: 'exe' }, /argument format has to be one of script, ksmodel/],
  ['export', { format: 'python' }, /holds training rows.*text are notebook, script and cell\..*--allow-write/],
  [
    'export',
    { format: 'script', model: 'words.ksmodel' },
    /words of the cells.*no format of this model.*--allow-write/,
  ],
  ['export', { format: 'script', out: 'program' }, /writes no files.*--allow-write/],
  ['export', { format: 'script', model: 'model-77' }, /no model model-77/],
  ['explain', { model: '../elsewhere/x.ksmodel' }, /outside work/],
  ['explain', { model: 'plain.ksmodel', file: 'untold.csv' }, /untold\.csv has no column "y" of numbers/],
  ['explain', { file: 'rows.csv' }, /explained on its own rows: leave file out/],
];
for (const [name, input, says] of REFUSED)
  test(`${name} with ${JSON.stringify(input).slice(0, 90)} is refused in a sentence`, async () => {
    assert.match(await wire.refusal(name, input), says);
  });

test('a second file is held out in place of a share', async () => {
  const { trainingRows, heldOutRows } = await structured('fit', { ...PLAIN, holdout: 'later.csv' });
  assert.deepEqual([trainingRows, heldOutRows], [120, 40]);
  const { rows } = await structured('compare', { file: 'rows.csv', target: 'y', holdout: 'later.csv' });
  assert.equal(rows, 120);
});

test('a program that holds no rows is returned as text', async () => {
  const { text, files, saved } = await structured('export', { format: 'script' });
  assert.match(String(text), /^# %% \[markdown\]\n# # The fit of y again/);
  assert.deepEqual(
    (files as { name: string }[]).map(({ name }) => name),
    ['fit.py', 'requirements.txt'],
  );
  assert.equal(saved, undefined);
  assert.ok((await wire.text('export', { format: 'notebook', model: 'plain.ksmodel' })).includes('nbformat'));
  assert.equal(String(text).includes(SECRET), false);
});

test('models are written in every format into a new folder, and nothing there is replaced', async () => {
  for (const format of ['python', 'javascript', 'onnx', 'json', 'notebook', 'script']) {
    const { saved, files, text } = await structured('export', { format, out: `as-${format}` }, writer);
    assert.deepEqual([saved, text], [`as-${format}`, undefined]);
    assert.deepEqual(
      readdirSync(join(work, `as-${format}`)).sort(),
      (files as { name: string }[]).map(({ name }) => name).sort(),
    );
  }
  const { saved } = await structured(
    'export',
    { format: 'ksmodel', model: 'words.ksmodel', out: 'again.ksmodel' },
    writer,
  );
  assert.equal(saved, 'again.ksmodel');
  assert.equal(unpackModel(readFileSync(join(work, 'again.ksmodel'))).method, 'krr');
  for (const [out, says] of [
    ['as-json', /exists, and no file is replaced/],
    ['rows.csv', /exists/],
    ['../elsewhere/new', /outside work/],
    ['none/new', /is not there/],
    ['.git', /begins with a point/],
  ] as const)
    assert.match(await writer.refusal('export', { format: 'script', out }), says);
  assert.match(await writer.refusal('export', { format: 'ksmodel', out: 'x.csv' }), /has to end in \.ksmodel/);
  assert.match(await writer.refusal('export', { format: 'onnx' }), /Give out: the path of a new folder/);
  assert.equal(existsSync(join(elsewhere, 'new')), false);
});

test('a link that is put at the name of an export meanwhile leads nothing out of the folder', async () => {
  let planted = false;
  const racing = new Wire([work], {
    allowWrite: true,
    looks(method) {
      if (planted || method !== 'export') return;
      planted = true;
      symlinkSync(elsewhere, join(work, 'late'));
    },
  });
  await racing.open();
  const before = readdirSync(elsewhere);
  assert.match(
    await racing.refusal('export', { format: 'json', model: 'plain.ksmodel', out: 'late' }),
    /its folder is a link, or lies behind one/,
  );
  assert.ok(planted);
  assert.deepEqual(readdirSync(elsewhere), before);
  await racing.close();
});

test('a saved model is explained by what it knows of its fit, and by the rows of a file', async () => {
  const said = await wire.text('explain', { model: 'plain.ksmodel' });
  assert.match(
    said,
    /plain\.ksmodel\. krr with the Gaussian kernel predicts "y" from 2 columns, "x1", "x2"; fitted to 96 rows on \d{4}-\d\d-\d\d\./,
  );
  assert.match(
    said,
    /"y": RMSE [\d.]+ \(95.%: [\d.]+ to [\d.]+\), R² 0\.\d+ \(95.%: −?[\d.]+ to [\d.]+\) on 24 rows held out while fitting, if no rare errors are far larger\. 95.% intervals held \d+ of 24 held-out rows/,
  );
  assert.match(said, /Give a file with the target/);
  const { columns, onColumns } = await structured('explain', { model: 'plain.ksmodel', file: 'later.csv' });
  assert.equal((columns as { column: string }[])[0].column, 'x1');
  assert.match(String(onColumns), /Shuffled, "x1" raises the RMSE on 40 rows by/);
  const words = JSON.stringify(await structured('explain', { model: 'words.ksmodel', file: 'rows.csv' }));
  assert.equal(words.includes(SECRET), false);
});
