// Files that predict.py reads although they are written in other ways than the one that was fitted.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { typed } from '../cli/commandLines';
import { testFolder } from '../testFolder';
import { compareCsv } from './compareCsv';
import { PYTHON, said, WITHOUT_SKLEARN } from './fittedCases';

const lacking = !existsSync(PYTHON) && !process.env.CI && 'no numpy';
const folder = testFolder();
before(async () => {
  const lines = Array.from({ length: 60 }, (_, i) => {
    const day = new Date(Date.UTC(2023, 0, 1 + 9 * i)).toISOString().slice(0, 10);
    return `${(i * 37.5).toFixed(1)},${['low', 'high'][i % 2]},${day},${i % 3 === 0 ? 'yes' : 'no'},${(Math.sin(i / 9) * 8 + (i % 2)).toFixed(2)}`;
  });
  await writeFile(join(folder, 'fit.csv'), ['size,level,day,on,y', ...lines, ''].join('\n'));
  await said(
    folder,
    ...typed`fit ${join(folder, 'fit.csv')} --quiet --target y --set kernel=matern32 --save ${join(folder, 'm')}`,
  );
  await said(folder, 'export', join(folder, 'm'), '--as', 'python', '--out', join(folder, 'python'));
});

const HEAD = 'size,level,day,on,y';
const WRITTEN: Readonly<Record<string, string | Uint8Array>> = {
  'a semicolon, a decimal comma and thousands':
    'size;level;day;on;y\r\n1.037,5;low;3.4.2024;yes;2,5\r\n12,25;high;14.4.2024;no;1,0\r\n',
  'tabs, other columns first, a title above': `Sales of 2024\n\nmore\t${HEAD.replaceAll(',', '\t')}\nx\t12.5\tlow\t2024-03-01 12:30\tNO\t3\nx\t\tother\t\t\t\n`,
  'thousands in quotes': `${HEAD}\n"1,234.5",low,"Mar 3, 2024",y,1\n"22,234",high,"Apr 13, 2024",n,2\n`,
  'bars, gaps of many spellings and blank lines': `${HEAD.replaceAll(',', '|')}\nNA|?|n/a|-|\n\n1e3|low|2024-01-01|true|None\n  7 | high |2024-02-01|false|4\n`,
  'UTF-16': Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from(`${HEAD}\n5,low,2023-02-03,yes,1\n6,high,2023-02-04,no,2\n`, 'utf16le'),
  ]),
  gzip: gzipSync(`${HEAD}\n5,low,2023-02-03,yes,1\n6,high,2023-02-04,no,2\n`),
  'American dates': `${HEAD}\n5,low,3/4/2024,yes,1\n6,high,3/14/2024,no,2\n`,
  'no target': 'on,day,level,size\nyes,2023-02-03,low,5\nno,2023-05-03,high,50\n',
  'lines of units and types below the names': `${HEAD}\n[m²],,(date),,[EUR]\nfloat,text,date,flag,float\n${Array.from({ length: 6 }, (_, i) => `${i}.5,low,2023-02-0${1 + i},yes,${i}\n`).join('')}`,
  'units above one row': `# FX-7\n${HEAD}\n[1/s],,(date),,[EUR]\n1.5,low,2023-02-01,yes,2\n`,
  'remarks among the rows': `${HEAD}\n1.5,low,2023-02-01,yes,2\n# a pause, of a day\n2.5,low,2023-02-03,yes,3\n#N/A,low,2023-02-04,no,1\n# end of file\n`,
  'digits of other scripts': `${HEAD}\n١٢٫٥,low,2023-02-01,yes,٢\n－３．５,low,2023-02-03,yes,3\n\u200e−۱٬۲۳۴٫۵,low,2023-02-03,yes,3\n`,
  'a source and a rule below the rows': `${HEAD}\n1.5,low,2023-02-01,yes,2\n2.5,low,2023-02-03,yes,3\n-------------\n(2 rows affected)\nSource: office, 2024\n`,
  'a source and a day of two cells below the rows': `${HEAD}\n1.5,low,2023-02-01,yes,2\n2.5,low,2023-02-03,yes,3\nSource,Office\nUpdated:,2024-05-01,,,\n`,
  'a log of a web server': `#Version: 1.0\n#Fields: ${HEAD.replaceAll(',', ' ')}\n1.5 low 2023-02-01 yes 2\n2.5 low 2023-02-03 yes 3\n`,
  'a remark below one row': `${HEAD}\n1.5,low,2023-02-01,yes,2\n(1 row)\n`,
  'remarks as wide as the table below a blank line': `${HEAD}\n1.5,low,2023-02-01,yes,2\n2.5,low,2023-02-03,yes,3\n\nSample,a,b,c,d\n-----BEGIN PGP MESSAGE-----\n`,
  'many lines of an instrument above the names': `${'Setting: 5, of 7\n\n'.repeat(40)}${HEAD}\n1.5,low,2023-02-01,yes,2\n`,
  'three dashes and pairs below the rows': `${HEAD}\n1.5,low,2023-02-01,yes,2\n---\nGroup By: County\n---\n`,
  'a row of few cells at the end': `${HEAD}\n1.5,low,2023-02-01,yes,2\n2.5\n,low,,,\n`,
  'files put together, with a remark below each': `${HEAD}\n1.5,low,2023-02-01,yes,2\n[End]\n\n${HEAD}\n2.5,low,2023-02-03,yes,3\n[End]\n`,
  'words in the first of two rows': `${HEAD}\nbroken,low,n/a,yes,?\n1.5,low,2023-02-01,yes,2\n`,
  'gaps in the first row': `${HEAD}\n?,low,NA,yes,n.a.\n${Array.from({ length: 6 }, (_, i) => `${i}.5,low,2023-02-0${1 + i},yes,${i}\n`).join('')}`,
  'names in other capitals': 'Size,LEVEL,day ,ON,Y\n5,low,2023-02-03,yes,1\n6,high,2023-02-04,no,2\n',
  'cells guarded from spreadsheets': `${HEAD}\n'5,'-x,"=""2023-02-03""",yes,1\n"=""6.5""",'high,2023-02-04,no,2\n`,
};

/** Training files that leave no doubt, and rows that alone would be read otherwise. */
const ALONE: Readonly<Record<string, readonly [train: string, rows: string]>> = {
  'dates with the day first': [
    `d;y\n${Array.from({ length: 60 }, (_, i) => `${two((i % 28) + 1)}/${two((i % 12) + 1)}/2023;${i % 12}.5`).join('\n')}\n`,
    'd\n01/02/2023\n01/03/2023\n01/04/2023\n',
  ],
  'a decimal comma': [
    `x;y\n${Array.from({ length: 60 }, (_, i) => `${1 + (i % 9)},${100 + i};${i % 7},5`).join('\n')}\n0,5;1,5\n`,
    'x\n1,234\n2,150\n',
  ],
  'a number for missing': [
    `a,b,y\n${Array.from({ length: 60 }, (_, i) => `${i / 7},${i % 6 === 0 ? -999 : (i % 10) / 3},${i % 10}.25`).join('\n')}\n`,
    'a,b\n5,-999\n5,2\n',
  ],
  'names in two lines': [
    `in,,at,y\na,b,c,\n${Array.from({ length: 60 }, (_, i) => `${i / 7},${i % 6},${i % 5},${i % 10}.25`).join('\n')}\n`,
    'in,,at,y\na,b,c,\n5,2,1,3\n',
  ],
  'names in two lines and units': [
    `in,in,at,y\na,b,c,\n[m],[s],[K],[g]\n${Array.from({ length: 60 }, (_, i) => `${i / 7},${i % 6},${i % 5},${i % 10}.25`).join('\n')}\n`,
    'Flows\nin,in,at,y\na,b,c,\n[m],[s],[K],[g]\n5,2,1,3\n4,1,0,2\n',
  ],
  'places in degrees': [
    `x;z;y\n${Array.from({ length: 60 }, (_, i) => `${i}°${i % 60},5'${'NS'[i % 2]};${i % 7}°30'12,5"W;${i % 10},25`).join('\n')}\n`,
    'x;z\n7°30\'S;"5°10\'12,5""E"\n3,5°N;12,25\n-3°10\';1°59\'W\n',
  ],
  'flags of an office': [
    `x,y\n${Array.from({ length: 60 }, (_, i) => `${i / 7}${i % 4 ? '' : [' p', ' e', ' bp', ' u'][i % 3]},${i % 10}.25`).join('\n')}\n`,
    'x\n1.5 ep\n2.5 d\n3\n4.25 p\n',
  ],
  'truth words': [
    `f,x,y\n${Array.from({ length: 60 }, (_, i) => `${i % 2 ? 'True' : 'False'},${i / 9},${(i % 2) * 3 + i / 50}`).join('\n')}\n`,
    'f,x\ntrue,0.5\n1,0.5\nFALSE,0.5\n0,0.5\nyes,0.5\n',
  ],
};

function two(i: number): string {
  return String(i).padStart(2, '0');
}

/** Files that no model can take, and the sentence that says so. */
const WRONG: readonly (readonly [content: string, says: RegExp])[] = [
  ['size,level\n1,low\n', /lacks the columns "day", "on" that the model was fitted with/],
  [`${HEAD}\n${'abc,low,2024-01-01,yes,1\n'.repeat(10)}`, /^Row 1 of "size" is "abc", which is no number/],
  [`${HEAD}\n${'1,low,tomorrow,yes,1\n'.repeat(10)}`, /^Row 1 of "day" is "tomorrow", which is no date/],
];

test('what it cannot read it says in a sentence, without a trace', { skip: lacking }, async () => {
  for (const [i, [, says]] of WRONG.entries()) {
    const [head, sentence] = (await predicted(`wrong-${i}`)).split(/(?<=^ENDED)\n/);
    assert.equal(head, 'ENDED');
    assert.match(sentence.replace(/^predict\.py: /, ''), says);
  }
  const file = join(folder, 'wrong-0.rows');
  const { status, stderr } = spawnSync(PYTHON, [join(folder, 'python/predict.py'), file], {
    env: WITHOUT_SKLEARN,
    encoding: 'utf8',
  });
  assert.equal(status, 1);
  assert.match(stderr, /^predict\.py: .*lacks the columns/);
  assert.doesNotMatch(stderr, /Traceback/);
});

/** All files are predicted in one process, as starting Python takes longer than reading a file. */
before(async () => {
  if (lacking) return;
  const tasks: string[] = [];
  const add = async (name: string, program: string, content: string | Uint8Array) => {
    const file = join(folder, `${name}.rows`);
    await writeFile(file, content);
    tasks.push([program, file, join(folder, `${name}.out`)].join('\t'));
  };
  const python = join(folder, 'python');
  for (const [i, content] of Object.values(WRITTEN).entries()) await add(`written-${i}`, python, content);
  for (const [i, [content]] of WRONG.entries()) await add(`wrong-${i}`, python, content);
  for (const [i, [train, rows]] of Object.values(ALONE).entries()) {
    const [file, model, program] = ['csv', 'model', 'python'].map((end) => join(folder, `alone-${i}.${end}`));
    await writeFile(file, train);
    await said(folder, 'fit', file, '--quiet', '--target', 'y', '--task', 'regress', '--save', model);
    await said(folder, 'export', model, '--as', 'python', '--out', program);
    await add(`alone-${i}`, program, rows);
  }
  const { status, stderr } = spawnSync(PYTHON, ['test/export/predictAll.py'], {
    input: tasks.join('\n'),
    env: WITHOUT_SKLEARN,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
});

const predicted = (name: string) => readFile(join(folder, `${name}.out`), 'utf8');

async function same(model: string, name: string): Promise<void> {
  const [expected, found] = [await said(folder, 'predict', model, join(folder, `${name}.rows`)), await predicted(name)];
  const { error, interval, other } = compareCsv(expected, found);
  assert.equal(other, undefined, `${expected}\n${found}`);
  assert.ok(error < 1e-7 && interval < 1e-6, `${error} ${interval}`);
}

for (const [i, name] of Object.keys(WRITTEN).entries())
  test(`${name}: predict.py reads it as kernelscope does`, { skip: lacking }, () =>
    same(join(folder, 'm'), `written-${i}`),
  );

for (const [i, name] of Object.keys(ALONE).entries())
  test(`${name}: predict.py reads a few rows like the training rows`, { skip: lacking }, () =>
    same(join(folder, `alone-${i}.model`), `alone-${i}`),
  );

test('the estimator takes dicts, lists of dicts and arrays, and is one that a pipeline can hold', {
  skip: lacking,
}, async () => {
  const program = `
import json, sys
sys.path.insert(0, ${JSON.stringify(join(folder, 'python'))})
import numpy as np
from kernelscope_model import Model
model = Model()
columns = {"size": [5, None], "level": ["low", "new"], "day": ["2023-02-03", np.nan], "on": [True, False]}
rows = [dict(zip(columns, values)) for values in zip(*columns.values())]
array = np.array([[row[name] for name in model.feature_names_in_] for row in rows], dtype=object)
answers = [model.predict(X).tolist() for X in (columns, rows, array)]
print(json.dumps([answers, model.predict_interval(columns).tolist(), model.get_params(), model.n_features_in_, model.fit(columns) is model]))
`;
  const { status, stdout, stderr } = spawnSync(PYTHON, ['-c', program], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const [[first, second, third], intervals, parameters, count, same] = JSON.parse(stdout);
  assert.deepEqual(second, first);
  assert.deepEqual(third, first);
  intervals.forEach(([low, high]: [number, number], i: number) => {
    assert.ok(low < first[i] && first[i] < high);
  });
  assert.deepEqual([parameters, count, same], [{ folder: null }, 4, true]);
  assert.match(await readFile(join(folder, 'python/requirements.txt'), 'utf8'), /^numpy/);
});
