// Lines of any width above a table of numbers, as instruments write them: the rows tell where it begins, with names and
// without, and in new rows too. Rows at the beginning that are not measured are rows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frozenReading } from '../../../src/engine/data/frozenReading';
import { Random } from '../../../src/engine/data/random';
import { cells, noteCodes, readText } from './reading';

const pick = <T>(random: Random, of: readonly T[]): T => of[Math.floor(of.length * random.uniform())];

/** Lines of a preamble, cut by the table's own delimiter or by none. */
const REMARKS: readonly ((sign: string, random: Random) => string)[] = [
  () => 'Spectrometer: USB2+H01234',
  () => 'Integration Time (usec): 100000 (USB2+H01234)',
  () => '[Channel 1]',
  () => '====================',
  (sign, random) => `Boxcar width${sign}${Math.floor(9 * random.uniform())}`,
  (sign) => `Instrument${sign}FX-7`,
  (sign) => `Range${sign}-8${sign}to${sign}8${sign}g`,
  (sign) => `Name${sign}Sport${sign}Date${sign}Duration${sign}Distance${sign}Rate${sign}Device${sign}Note`,
  () => '',
];

const ENDS = ['>>>>>Begin Spectral Data<<<<<', '[Data]', 'XYDATA'];

function drawn(rows: number, width: number, seed: number): string[][] {
  const random = new Random(seed);
  return Array.from({ length: rows }, (_, i) =>
    Array.from({ length: width }, (_, j) =>
      j === 0 ? (200 + 0.37 * i * i).toFixed(2) : (9 * random.normal()).toFixed(3),
    ),
  );
}

const NAMES = ['Wavelength (nm)', 'Abs', 'Ref', 'Dark', 'Temp'];

interface Written {
  readonly sign: string;
  readonly names: boolean;
  readonly remarks: readonly string[];
}

const write = ({ sign, names, remarks }: Written, rows: readonly (readonly string[])[]): string =>
  [
    ...remarks,
    ...(names ? [NAMES.slice(0, rows[0].length).join(sign)] : []),
    ...rows.map((row) => row.join(sign)),
    '',
  ].join('\n');

test('a table of numbers below lines of any width is found by its rows, and so are new rows of the same writer', async () => {
  for (let seed = 0; seed < 50; seed++) {
    const random = new Random(seed);
    const sign = pick(random, [',', ';', '\t']);
    const width = 2 + Math.floor(4 * random.uniform());
    const names = random.uniform() < 0.5;
    const some = Array.from({ length: 4 + Math.floor(40 * random.uniform()) }, () =>
      pick(random, REMARKS)(sign, random),
    );
    const written = { sign, names, remarks: ['Data file of FX-7', ...some, pick(random, ENDS)] };
    const rows = drawn(25, width, seed);
    const text = write(written, rows);
    const fitted = await readText(text);
    const found = fitted.inspection.columns.map(({ name }) => name);
    assert.deepEqual(found, names ? NAMES.slice(0, width) : rows[0].map((_, j) => `c${j + 1}`), text);
    assert.ok(noteCodes(fitted).includes('data/preamble'));
    const frozen = frozenReading(fitted.inspection);
    for (const fresh of [rows, drawn(1, width, 1000 + seed), drawn(3, width, 2000 + seed)]) {
      const table = fresh === rows ? fitted : await readText(write(written, fresh), { frozen });
      found.forEach((name, j) => {
        assert.deepEqual(
          cells(table, name),
          fresh.map((row) => Number(row[j])),
          `${name} of ${fresh.length} rows\n${text}`,
        );
      });
    }
  }
});

test('a sheet whose lines are all as long has its table found below pairs of any kind', async () => {
  const rows = drawn(12, 4, 5).map((row, i) => [`S${i}`, ...row]);
  const above = [
    ['Application: FX-7', '', '', '', ''],
    ['Device', '', 'Serial number: 1234', '', ''],
    ['Wavelength', '', '', '600', 'nm'],
    ['Mean', '', '7.1', '10.1', ''],
    ['', '', '', '', ''],
    ['', 'Temperature: 24.1 °C', '', '', ''],
  ];
  const table = await readText(
    [
      ...above,
      ['Sample', ...NAMES.slice(0, 4)],
      ...rows,
      ['', '', '', '', ''],
      ['End Time:', '1/3/2024 10:12', '', '', ''],
    ]
      .map((row) => row.join())
      .join('\n'),
  );
  assert.deepEqual(
    table.inspection.columns.map(({ name }) => name),
    ['Sample', ...NAMES.slice(0, 4)],
  );
  assert.equal(table.inspection.rows, 12);
});

test('a row of settings below names of its own is none of the rows', async () => {
  const rows = drawn(25, 4, 6);
  for (const names of [
    ['min', 'max', 'low', 'high'],
    ['PRM', 'Type'],
  ]) {
    const settings = names.map((_, j) => `${j - 25}`);
    const table = await readText(
      ['Results of FX-7', names, settings, NAMES.slice(0, 4), ...rows, ''].map(String).join('\n'),
    );
    assert.deepEqual(
      cells(table, 'Abs'),
      rows.map((row) => Number(row[1])),
    );
    assert.equal(table.inspection.rows, 25);
  }
});

test('lines of descriptions above first cells of dates are below the names, and remarks as wide as the table below them', async () => {
  const rows = Array.from({ length: 30 }, (_, i) => `2024-01-${String(i + 1).padStart(2, '0')},${i / 4},${30 - i}`);
  const described = ['Unit,Percent,Percent', 'Series Type,Original,Original', 'No. Obs,30,30', 'Series ID,A1,A2'];
  const table = await readText(['Day,Rate,Other', ...described, ...rows, '', 'Source,Office,Ulm', ''].join('\n'));
  assert.equal(table.inspection.rows, 30);
  assert.deepEqual(cells(table, 'Rate').slice(0, 2), [0, 0.25]);
  assert.deepEqual(
    noteCodes(table).filter((code) => /below|footers|odd/.test(code)),
    ['data/below-names', 'data/footers'],
  );
});

test('rows whose first cells are numbers with units, above others without, are rows', async () => {
  const rows = Array.from({ length: 40 }, (_, i) => `${i / 4}${i < 15 ? ' kg' : ''},${30 - i}`);
  assert.equal((await readText(['mass,y', ...rows, ''].join('\n'))).inspection.rows, 40);
});

test('first rows with words, gaps or few cells are rows, below names that stay', async () => {
  for (let seed = 0; seed < 40; seed++) {
    const random = new Random(seed);
    const width = 2 + Math.floor(4 * random.uniform());
    const rows = drawn(25, width, seed).map((row, i) => [...row.slice(0, -1), `${row.at(-1)}`, ['a', 'b'][i % 2]]);
    for (let i = 0; i < 2; i++)
      for (let j = 1; j < width; j++)
        if (random.uniform() < 0.7) rows[i][j] = pick(random, ['<LOD', 'n.d.', '', 'lost']);
    if (random.uniform() < 0.3) rows[0] = rows[0].slice(0, 1 + Math.floor(width * random.uniform()));
    const text = [[...NAMES.slice(0, width), 'site'], ...rows, []].map((row) => row.join()).join('\n');
    const table = await readText(text);
    assert.equal(table.inspection.rows, 25, text);
    assert.equal(table.inspection.columns[0].name, NAMES[0], text);
  }
});

test('a table of the same names below another title is another table', async () => {
  const part = (title: string, shift: number) => [
    `"DataType:","${title}"`,
    '"Location","IL-6","TNF"',
    ...Array.from({ length: 20 }, (_, i) => `"A${i}","${i + shift}","${i * 2 + shift}"`),
    '',
  ];
  const table = await readText(
    ['"Program","FX-7"', '', ...part('Median', 0.5), ...part('Count', 100), ...part('Mean', 1)].join('\n'),
  );
  assert.equal(table.inspection.rows, 20);
  assert.deepEqual(cells(table, 'TNF').slice(0, 2), [0.5, 2.5]);
  const [note] = table.inspection.notes.filter(({ code }) => code === 'data/footers');
  assert.match(note.text, /^4\d lines/);
});

test('a header with fewer names than cells is said, and decimals behind commas move no name', async () => {
  const rows = Array.from(
    { length: 20 },
    (_, i) => `0${1 + (i % 9)}.01.2024,C,21,${String((i * 37) % 100).padStart(2, '0')}`,
  );
  for (const text of [
    ['Date,Unit,Value', ...rows],
    ['a,b', ...rows.map((_, i) => `${i * i},5,${i % 3},3`)],
  ]) {
    const table = await readText(`${text.join('\n')}\n`);
    assert.ok(noteCodes(table).includes('data/fewer-names'), text[0]);
    assert.equal(table.inspection.columns[0].name, text[0].split(',')[0]);
  }
});
