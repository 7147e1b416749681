// Rows that a model was fitted with mean the same to its exported programs in any file, and these say what Kernelscope says of rows.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runIn } from '../cli/commandLines';
import { generator } from '../figures/exampleData';
import { testFolder } from '../testFolder';
import { cellsOf, compareCsv } from './compareCsv';
import { PYTHON, said, WITHOUT_SKLEARN } from './fittedCases';
import { javascriptCsv } from './javascriptCsv';

const skip = !existsSync(PYTHON) && !process.env.CI && 'no numpy';
const folder = testFolder();
const HEAD = ['day', 'price', 'share', 'colour', 'fresh', 'depth', 'kind', 'y'];
const next = generator(23);
const ROWS = Array.from({ length: 90 }, (_, i) => {
  const at = new Date(Date.UTC(2022, 0, 1 + Math.floor(next() * 700)));
  const [d, m] = [at.getUTCDate(), at.getUTCMonth() + 1].map((n) => String(n).padStart(2, '0'));
  const price = (next() * 4000 - 1000).toFixed(2);
  const grouped = Number(price).toLocaleString('en-US', { minimumFractionDigits: 2 }).replace('-', '');
  const colour = ['red', 'green', 'NA', 'light blue, pale'][Math.floor(next() * 4)];
  const fresh = next() < 0.5;
  const y = Number(price) / 500 + (fresh ? 2 : 0) + Number(m) + next();
  return [
    i % 7 === 3 ? at.toISOString().slice(0, 10) : `${d}/${m}/${at.getUTCFullYear()}`,
    Number(price) < 0 ? `($${grouped})` : `$${grouped}`,
    `${(100 * next()).toFixed(1)}%`,
    colour,
    fresh ? 'True' : 'False',
    i % 6 === 0 ? '-999' : (next() * 30).toFixed(2),
    y > 8 ? 'high' : 'low',
    y.toFixed(3),
  ];
});

const quick = ['kernel=gaussian', 'lengthScale=3', 'lambda=0.01'].flatMap((pair) => ['--set', pair]);
const FEATURES = HEAD.slice(0, 6).join(',');
/** A method of each family, and classes. */
const FITS: Readonly<Record<string, readonly string[]>> = {
  krr: ['--target', 'y', ...quick],
  huber: ['--method', 'huber', '--target', 'y', '--set', 'folds=3', ...quick.slice(0, 4)],
  'rf-ridge': ['--method', 'rf-ridge', '--target', 'y', '--set', 'features=30', '--set', 'compare=false', ...quick],
  ekpca: ['--method', 'ekpca', '--set', 'components=3', '--set', 'tradeOff=false', ...quick.slice(0, 4)],
  classes: ['--target', 'kind', ...quick],
};

const written = (names: readonly string[], rows: readonly number[], delimiter: string, quoted: boolean): string =>
  [HEAD, ...rows.map((row) => ROWS[row])]
    .map((cells, i) =>
      names
        .map((name) => (HEAD.includes(name) ? cells[HEAD.indexOf(name)] : i === 0 ? name : 'beside'))
        .map((cell) => (quoted || cell.includes(delimiter) || cell.includes(' ') ? `"${cell}"` : cell))
        .join(delimiter),
    )
    .join('\n');

const drawn = (count: number) => Array.from({ length: count }, () => Math.floor(next() * ROWS.length));
/** Rows of the file, and how they are written. */
const FORMS: readonly (readonly [readonly number[], (rows: readonly number[]) => string | Uint8Array])[] = [
  [drawn(1), (rows) => written(HEAD.slice(0, 6), rows, ',', false)],
  [drawn(1), (rows) => written([...HEAD].reverse(), rows, ';', true)],
  [drawn(2), (rows) => written(['more', ...HEAD.slice(0, 7).reverse()], rows, '\t', false)],
  [drawn(12), (rows) => Buffer.from(`\ufeff${written(HEAD, rows, '|', true)}`, 'utf16le')],
  [
    drawn(40),
    (rows) => written([...HEAD.slice(3), 'more', ...HEAD.slice(0, 3)], rows, ',', true).replaceAll('\n', '\r\n'),
  ],
];

const sentences = (text: string, mark: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.includes(mark))
    .map((line) =>
      line.slice(line.indexOf(mark) + mark.length).replace(/ in line (\d+)\)/, (_, n) => ` in row ${n - 1})`),
    );

/** Predictions of files by the program of each folder, in one process, and what it says about them. */
async function pythonOf(tasks: readonly (readonly [program: string, rows: string, out: string])[]) {
  const input = tasks.map((task) => task.join('\t')).join('\n');
  const { status, stderr } = spawnSync(PYTHON, ['test/export/predictAll.py'], {
    input,
    env: WITHOUT_SKLEARN,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  const read = (path: string) => readFile(path, 'utf8');
  return Promise.all(tasks.map(async ([, , out]) => ({ csv: await read(out), said: await read(`${out}.err`) })));
}

before(async () => {
  await writeFile(join(folder, 'train.csv'), `${written(HEAD, [...ROWS.keys()], ',', false)}\n`);
  for (const [j, [rows, write]] of FORMS.entries()) await writeFile(join(folder, `${j}.csv`), write(rows));
  for (const [name, fit] of Object.entries(FITS)) {
    const model = join(folder, `${name}.ksmodel`);
    const given = ['--quiet', '--holdout', '0', '--features', FEATURES, '--save', model, ...fit];
    await said(folder, 'fit', join(folder, 'train.csv'), ...given);
    for (const format of ['python', 'javascript'])
      await said(folder, 'export', model, '--as', format, '--out', join(folder, name, format));
  }
});

/** Expected predictions of some training rows, beside what is no prediction in those that were found. */
function expectedOf(all: string, rows: readonly number[], found: string): [string, string] {
  const [head, ...lines] = cellsOf(all);
  const kept = (csv: string[][]) =>
    csv
      .map((cells) =>
        cells
          .filter((_, j) => csv[0][j] !== 'row' && !csv[0][j].startsWith('observed'))
          .map((cell) => `"${cell.replaceAll('"', '""')}"`)
          .join(','),
      )
      .join('\r\n');
  return [kept([head, ...rows.map((row) => lines[row])]), kept(cellsOf(found))];
}

test('any rows of the training file are predicted as they were there, in any order and form', async () => {
  const names = Object.keys(FITS);
  const all = new Map<string, string>();
  for (const name of names)
    all.set(name, await said(folder, 'predict', join(folder, `${name}.ksmodel`), join(folder, 'train.csv')));
  const check = (name: string, j: number, csv: string, who: string) => {
    const [expected, found] = expectedOf(all.get(name) ?? '', FORMS[j][0], csv);
    const { error, interval, other } = compareCsv(expected, found);
    assert.equal(other, undefined, `${who}: ${name}, form ${j}`);
    assert.ok(error < 1e-7 && interval < 1e-6, `${who}: ${name}, form ${j}: ${error} ${interval}`);
  };
  for (const name of names) {
    const { COLUMNS, predict } = await import(pathToFileURL(join(folder, name, 'javascript/model.js')).href);
    for (const [j, [rows]] of FORMS.entries()) {
      const own = await said(folder, 'predict', join(folder, `${name}.ksmodel`), join(folder, `${j}.csv`));
      check(name, j, own, 'kernelscope');
      const objects = rows.map((row) =>
        Object.fromEntries(COLUMNS.map((name: string) => [name, ROWS[row][HEAD.indexOf(name)]])),
      );
      check(
        name,
        j,
        javascriptCsv(
          own,
          predict(objects, () => {}),
        ),
        'JavaScript',
      );
    }
  }
  if (skip) return;
  const tasks = names.flatMap((name) =>
    FORMS.map(
      (_, j) => [join(folder, name, 'python'), join(folder, `${j}.csv`), join(folder, `${name}-${j}.csv`)] as const,
    ),
  );
  (await pythonOf(tasks)).forEach(({ csv }, k) => {
    check(names[Math.floor(k / FORMS.length)], k % FORMS.length, csv, 'Python');
  });
});

test('a module asks for nothing that a browser lacks', async () => {
  const text = await readFile(join(folder, 'krr/javascript/runtime.js'), 'utf8');
  assert.doesNotMatch(text, /\b(?:import|require)\b|\bBuffer\b|\bprocess\b/);
});

/** However signs that a terminal would obey are written. */
const plain = (line: string) => line.replace(/\\u\{(\w+)\}|\\x(\w\w)|\\u(\w{4})/g, '#');

const LONG = `a\u001b[31m\u202e${'long '.repeat(20)}`;
/** Rows with findings of every kind. */
const FOUND: readonly (readonly string[])[] = [
  ['03/04/2022,$5.00,5%,red,True,2', '2022-04-03,$7,9%,green,yes,3'],
  ['3/14/2022,"($9,000.00)",500%,violet,maybe,x', ',€5,5 kg,,,-999', `tomorrow,${LONG},?,${LONG},None,1e9`],
  ['1/2/2022,"5,5%","5,5%",red,True,"7,25"', '2/2/2022,$4,"5,5%",pink,False,"8,5"'],
  ['3/14/2022,$5.00,0.05,red,True,5 m', '3/15/2022,<$7,12%,red,True,<6 m', '3/16/2022,$7,0.2,red,True,"7 kg"'],
  ['3/4/2022,$9000,5%,red,True,77', '3/5/2022,$9000,200%,red,True,77', '3/6/2022,$7,300%,red,True,2'],
  ['1/2/1922,1e-9,NaN,orange,1,NA', '23:15,-,--,N/A,0,inf', '2022-13-01,$1,1%,plum,off,1'],
];

test('they say what kernelscope predict says, a sentence for each finding', async () => {
  const files = await Promise.all(
    FOUND.map(async (rows, j) => {
      const file = join(folder, `found-${j}.csv`);
      await writeFile(file, [HEAD.slice(0, 6).join(','), ...rows, ''].join('\n'));
      return file;
    }),
  );
  const { COLUMNS, predict } = await import(pathToFileURL(join(folder, 'krr/javascript/model.js')).href);
  const tasks = files.map((file) => [join(folder, 'krr/python'), file, `${file}.out`] as const);
  const python = skip ? [] : await pythonOf(tasks);
  for (const [j, file] of files.entries()) {
    const { out, err, code } = await runIn(folder, ['predict', join(folder, 'krr.ksmodel'), file]);
    assert.equal(code, 0, err);
    const expected = sentences(err, 'note: ').map(plain);
    assert.equal(expected.length > 0, j > 0, err);
    const [head, ...rows] = cellsOf(await readFile(file, 'utf8'));
    const lines: string[] = [];
    const found = predict(
      rows.map((row) => Object.fromEntries(COLUMNS.map((name: string) => [name, row[head.indexOf(name)]]))),
      (line: string) => lines.push(line),
    );
    assert.deepEqual(lines.map(plain), expected, `JavaScript, file ${j}`);
    assert.equal(compareCsv(out, javascriptCsv(out, found)).other, undefined);
    if (skip) continue;
    assert.deepEqual(sentences(python[j].said, 'predict.py: ').map(plain), expected, `Python, file ${j}`);
    const { other, error } = compareCsv(out, python[j].csv);
    assert.equal(other, undefined, `file ${j}`);
    assert.ok(error < 1e-7);
  }
});
