// Scripts and notebooks of files that are written in other ways, have moved or have changed.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { PYTHON, said } from './fittedCases';
import { type Answer, runScripts } from './runScripts';

const skip = !existsSync(PYTHON) && !process.env.CI && 'no scikit-learn';
let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kernelscope-files-'));
});
after(() => rm(folder, { recursive: true }));

/** Fits and exports as both, beside the file. Every call takes a folder of its own. */
async function exported(name: string, content: string | Uint8Array, ...fit: readonly string[]) {
  const own = await mkdtemp(join(folder, 'x'));
  await writeFile(join(own, name), content);
  const model = join(own, 'm.ksmodel');
  const settings = ['kernel=gaussian', 'lengthScale=3', 'lambda=1e-4'].flatMap((one) => ['--set', one]);
  const given = ['--quiet', ...settings, '--save', model];
  await said(own, 'fit', join(own, name), ...given, ...fit);
  for (const format of ['script', 'notebook'])
    await said(own, 'export', model, '--as', format, '--out', join(own, 'py'));
  return { own, data: join(own, name), model, script: join(own, 'py/fit.py'), notebook: join(own, 'py/fit.ipynb') };
}

function assertClose({ printed, failed, said: end }: Answer, name: string): void {
  assert.equal(failed ?? end, undefined, name);
  const [, difference] = /differences is (\S+) standard deviations/.exec(printed) ?? [];
  assert.ok(Number(difference) < 1e-9, `${name}: ${printed}`);
}

const HEAD = ['size', 'level', 'day', 'on', 'note', 'y'];
/** Numbers, words, dates, yes and no, line ends in cells, gaps. */
const ROWS = Array.from({ length: 70 }, (_, i) => {
  const day = new Date(Date.UTC(2023, 0, 1 + 9 * i)).toISOString().slice(0, 10);
  const size = (i * 37.5 + 1000).toFixed(1);
  return [
    i % 11 === 3 ? '' : size,
    ['low', 'high', 'a, "so" called', ' wide '][i % 4],
    i % 13 === 5 ? 'NA' : day,
    i % 3 === 0 ? 'Yes' : 'no',
    i % 5 === 0 ? 'two\nlines' : 'one',
    (Math.sin(i / 9) * 8 + (i % 2)).toFixed(2),
  ];
});
const written = (rows: readonly (readonly string[])[], delimiter: string, quote = '"') =>
  rows
    .map((row) =>
      row
        .map((cell) =>
          cell.includes(delimiter) || cell.includes(quote) || cell.includes('\n')
            ? `${quote}${cell.replaceAll(quote, quote + quote)}${quote}`
            : cell,
        )
        .join(delimiter),
    )
    .join('\n');
const plain = written([HEAD, ...ROWS], ',');
const commas = (text: string) => (/^-?\d+\.\d+$/.test(text) ? text.replace('.', ',') : text);

/** Each kind of file by its name, its content, and the options of `fit` beside the target. */
const FILES: Readonly<Record<string, readonly [name: string, content: string | Uint8Array, ...fit: string[]]>> = {
  'commas, with line ends in cells': ['a.csv', `${plain}\n`],
  'Windows line ends': ['a.csv', plain.replaceAll('\n', '\r\n')],
  'old line ends': ['a.csv', plain.replaceAll('\n', '\r')],
  'semicolons and decimal commas': ['a.csv', written([HEAD, ...ROWS.map((row) => row.map(commas))], ';')],
  'thousands by points': [
    'a.csv',
    written(
      [
        HEAD,
        ...ROWS.map((row) => row.map((c, j) => (j === 0 && c !== '' ? `${c[0]}.${commas(c.slice(1))}` : commas(c)))),
      ],
      ';',
    ),
  ],
  'tabs and single quotes': ['a.tsv', written([HEAD, ...ROWS], '\t', "'")],
  'a title and blank lines above': ['a.csv', `Flats of 2023\n\n${plain}\n`],
  gzip: ['a.csv.gz', gzipSync(plain)],
  'UTF-16': ['a.csv', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(plain, 'utf16le')])],
  'a mark of UTF-8': ['a.csv', `\ufeff${plain}`],
  'Windows-1252': ['a.csv', Buffer.from(plain.replaceAll('high', 'h\u00f6her'), 'latin1')],
  'no header': ['a.csv', written(ROWS, ','), '--header', 'no'],
  'blanks between cells': [
    'a.dat',
    ROWS.map(([, , , on, , y], i) => `  ${i}   ${(i * i) % 17}\t${on}  ${y}`).join('\n'),
    '--names',
    'a,b,on,y',
  ],
  'a number that means a gap': ['a.csv', plain.replaceAll(/^,/gm, '-999,')],
  'gaps by another sign, and a row of delimiters': [
    'a.csv',
    `${plain.replaceAll(/^,/gm, 'none,').replaceAll('NA', 'none')}\n,,,,,\n`,
    '--missing-tokens',
    'none',
  ],
  'American dates, and levels that are numbers': [
    'a.csv',
    written(
      [
        HEAD,
        ...ROWS.map(([size, , day, on, , y], i) => [
          size,
          String([7, 'x', '7.0', '007'][i % 4]),
          day.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1'),
          on,
          'z',
          y,
        ]),
      ],
      ',',
    ),
  ],
  'money, percents, parentheses and odd cells': [
    'a.csv',
    written(
      [
        HEAD,
        ...ROWS.map(([size, level, , on, note, y], i) => [
          i === 40 ? 'n. k.' : size && `$${Number(size).toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
          level,
          `${i}.5%`,
          i === 30 ? 'perhaps' : on,
          note,
          Number(y) < 0 ? `(${y.slice(1)})` : y,
        ]),
      ],
      ',',
    ),
  ],
  'limits, and powers of ten': [
    'a.csv',
    written(
      [
        HEAD,
        ...ROWS.map(([size, level, day, on, note, y], i) => [
          i % 9 === 4 ? '<0.5' : size,
          level,
          day,
          on,
          note,
          i % 3 === 0 ? `${y}×10^0` : `${y}·10⁰`,
        ]),
      ],
      ',',
    ),
  ],
  'dates with the day first, some as year-month-day': [
    'a.csv',
    written(
      [
        HEAD,
        ...ROWS.map(([size, level, day, ...row], i) => [
          size,
          level,
          i % 4 === 1 ? day : i === 20 ? 'soon' : day.replace(/^(\d+)-(\d+)-(\d+)$/, '$3.$2.$1'),
          ...row,
        ]),
      ],
      ';',
    ),
  ],
  'dates in words and a line of units': [
    'a.csv',
    written(
      [
        HEAD,
        ['m', '', '', '', '', 't'],
        ...ROWS.map(([size, level, day, ...row]) => [
          size,
          level,
          day === 'NA'
            ? day
            : new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day)),
          ...row,
        ]),
      ],
      ',',
    ),
  ],
  'a column read as numbers by hand': [
    'a.csv',
    written([HEAD, ...ROWS.map(([size, ...row], i) => [i % 17 === 2 ? 'much' : size, ...row])], ','),
    '--kind',
    'size=number',
  ],
};

/** Run together: starting Python takes longer than most of them. */
const scripts: { readonly name: string; readonly script: string }[] = [];
for (const [name, [file, content, ...fit]] of Object.entries(FILES))
  test(`${name}: is written as a script`, async () => {
    const target = fit.includes('--header') ? 'c6' : 'y';
    const { script } = await exported(file, content, '--target', target, ...fit);
    scripts.push({ name, script });
  });

test('scripts read the same rows, however their file is written', { skip }, () => {
  runScripts(scripts.map(({ script }) => script)).forEach((answer, i) => {
    assertClose(answer, scripts[i].name);
  });
});

test('classes of two and of several levels, with the same weight for each, are fitted again', { skip }, async () => {
  const ofClasses: string[] = [];
  for (const target of ['on', 'level']) {
    const balanced = ['--target', target, '--set', 'classWeight=balanced'];
    ofClasses.push((await exported('a.csv', plain, ...balanced)).script);
    ofClasses.push((await exported('a.csv', plain, '--target', target)).script);
    // All of them spelt in one way, which is then how the classes are called.
    const spelt = plain.replaceAll(',no,', ',No,');
    ofClasses.push((await exported('a.csv', spelt, '--target', target)).script);
  }
  for (const answer of runScripts(ofClasses)) {
    assertClose(answer, 'classes');
    assert.match(answer.printed, /\d+\.\d% of 14 held-out rows are classified correctly/);
  }
});

test('a second file of held-out rows is read in its own way', { skip }, async () => {
  const own = await mkdtemp(join(folder, 'second'));
  const second = join(own, 'test.csv');
  const changed = ROWS.slice(0, 20).map(([size, level, ...row], i) => [
    size,
    i === 3 ? 'never seen' : i === 4 ? '?' : level,
    ...row,
  ]);
  await writeFile(second, written([[...HEAD].reverse(), ...changed.map((row) => [...row].reverse())], ';'));
  const { own: place, script } = await exported('train.csv', plain, '--target', 'y', '--holdout', second);
  const both = `${place}-both`;
  await cp(place, both, { recursive: true });
  await rename(second, join(both, 'test.csv'));
  const [missing, there] = runScripts([script, join(both, 'py/fit.py')]);
  assert.match(missing.said ?? '', /^'test\.csv' is not in .*: set TEST_FILE in the first cell to its path\.$/);
  assertClose(there, 'second file');
});

test('rows of a large file stand in the script as bits, and come back the same', { skip }, async () => {
  const lines = Array.from(
    { length: 3000 },
    (_, i) => `${Math.sin(i * 7.3).toFixed(4)},${Math.cos(i * 1.7).toFixed(4)}`,
  );
  const large = ['--method', 'nystrom-ridge', '--set', 'landmarks=20', '--set', 'compare=false', '--target', 'y'];
  const { script } = await exported('large.csv', ['x,y', ...lines].join('\n'), ...large);
  assert.match(await readFile(script, 'utf8'), /^TRAIN = row_bits\(/m);
  assertClose(runScripts([script])[0], 'bits');
});

test('a file that has moved or changed is said in a sentence, and what to do', { skip }, async () => {
  const { own, data, script, notebook } = await exported('houses.csv', plain, '--target', 'y');
  const first = JSON.parse(await readFile(notebook, 'utf8')).cells.find(
    (cell: { cell_type: string }) => cell.cell_type === 'code',
  );
  assert.match(
    first.source.join(''),
    /^# The file that was fitted, and its size\. If it has moved, change FILE to its path\.\nFILE = "houses\.csv"\nBYTES = \d+\n/m,
  );

  const text = (await readFile(script, 'utf8')).replace('FILE = "houses.csv"', 'FILE = "../elsewhere/new.csv"');
  const ofAnySize = text.replace(/^BYTES = .*/m, 'BYTES = None');
  const placed = async (name: string, program: string, content: string) => {
    const [py, elsewhere] = [join(own, name, 'py'), join(own, name, 'elsewhere')];
    for (const folder of [py, elsewhere]) await mkdir(folder, { recursive: true });
    await writeFile(join(elsewhere, 'new.csv'), content);
    await writeFile(join(py, 'fit.py'), program);
    return join(py, 'fit.py');
  };
  const longer = `${plain}\n1,low,2023-01-01,no,one,2\n`;
  const programs = [
    await placed('moved', text, plain),
    await placed('changed', text, longer),
    await placed('longer', ofAnySize, longer),
    await placed('shorter', ofAnySize, plain.split('\n').slice(0, 40).join('\n')),
  ];
  await rm(data);
  const [moved, changed, aRowMore, shorter, ...missing] = runScripts([...programs, script, notebook]);
  for (const { said: end } of missing)
    assert.match(
      end ?? '',
      /^'houses\.csv' is not in '.*' nor in the folder above: set FILE in the first cell to its path\.$/,
    );
  assertClose(moved, 'moved');
  assert.match(
    changed.said ?? '',
    /has changed since the fit: it has [\d,]+ bytes and had [\d,]+\. Take the file that was fitted, or set BYTES in the first cell to None\.$/,
  );
  assertClose(aRowMore, 'a row more');
  assert.match(shorter.said ?? '', /has \d+ rows, and 70 were fitted: take the file that was fitted\.$/);
});

test('no name or level becomes code, markup or a command', { skip }, async () => {
  const names = [
    '"""; import os; os.system("touch owned") #',
    "'; raise SystemExit('owned') #",
    '\u0024{owned}`',
    'line\u2028separator\u2029 \u202eowned',
    '\\u0022; owned \\',
    '{owned!r} %s %(x)s',
    '%% owned',
    '!touch owned',
    '\u{1f600} non-BMP \u{10348}',
  ];
  const target = '*bold* [a](http://owned) <b>&lt; """ \n# owned';
  const levels = ['"""\\n"', '\u0024{1}', "'\\'", '# %% [markdown]', '\u{1f680}', '7', '7.0', '007', 'two\nlines'];
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const lines = Array.from({ length: 60 }, (_, i) => {
    const numbers = names.map((_, j) => Math.sin((i + 1) * (j + 2)).toFixed(3));
    return [...numbers, levels[(i * 7) % levels.length], numbers[0]].map(quoted).join(',');
  });
  const content = [[...names, 'level', target].map(quoted).join(','), ...lines].join('\n');
  const file = 'rows";\u0024(touch owned) `x` \u{1f600}.csv';
  const { own, script, notebook } = await exported(
    file,
    content,
    '--target',
    String(names.length + 2),
    '--kind',
    'level=category',
  );
  for (const answer of runScripts([script, notebook])) assertClose(answer, 'names');
  for (const place of [own, join(own, 'py')])
    assert.deepEqual(
      (await readdir(place)).filter(
        (entry) => !['m.ksmodel', 'py', 'fit.py', 'fit.ipynb', 'requirements.txt', basename(file)].includes(entry),
      ),
      [],
    );
  for (const text of [await readFile(script, 'utf8'), await readFile(notebook, 'utf8')])
    assert.doesNotMatch(text, /[\u2028\u2029\u202e]/);
  const { cells } = JSON.parse(await readFile(notebook, 'utf8'));
  const markdown = cells.filter((cell: { cell_type: string }) => cell.cell_type === 'markdown');
  for (const { source } of markdown) {
    const words = source.join('');
    assert.doesNotMatch(words, /(?<!\\)[<`]|(?<!\\)\[a|(?<!\\)\*bold|^# owned/m);
  }
  assert.match(
    markdown[0].source[0],
    /^# The fit of \\\*bold\\\* \\\[a\\\]\\\(http:\/\u2060\/owned\\\) \\<b\\>\\&lt; """ \\# owned again, from rows";\\\$/,
  );
  const ids = cells.map(({ id }: { id: string }) => id);
  assert.equal(new Set(ids).size, ids.length);
});
