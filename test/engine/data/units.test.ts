import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frozenReading } from '../../../src/engine/data/frozenReading';
import { Random } from '../../../src/engine/data/random';
import type { Column, Table } from '../../../src/engine/data/table';
import { cells, noteCodes, readText } from './reading';

/** Rows of cells beside a number that distinguishes them. */
const fileOf = (texts: readonly string[]): string =>
  ['row\tx\ty', ...texts.map((text, i) => `${(i * 7) % 101}\t${text}\t${i % 13}`), ''].join('\n');
const ROWS = 60;
/** Decimal digits times a power of ten, by the digits alone. */
const moved = (digits: string, power: number): number => Number(`${digits}e${power}`);

/** Units of one quantity each, with their powers of ten, and the unit that comes first. */
const QUANTITIES: readonly (readonly (readonly [write: (digits: string) => string, power: number])[])[] = [
  [
    [(d) => `${d} kB`, 3],
    [(d) => `${d} MB`, 6],
    [(d) => `${d}GB`, 9],
    [(d) => `${d} B`, 0],
  ],
  [
    [(d) => `${d} g`, 0],
    [(d) => `${d} kg`, 3],
    [(d) => `${d} mg`, -3],
    [(d) => `${d} Kg`, 3],
  ],
  [
    [(d) => `${d} µg/l`, -6],
    [(d) => `${d} mg/L`, -3],
    [(d) => `${d} \u03bcg/L`, -6],
  ],
  [
    [(d) => `${d}M`, 6],
    [(d) => `${d}K`, 3],
    [(d) => `${d}B`, 9],
  ],
  [
    [(d) => `€${d}M`, 6],
    [(d) => `€${d}K`, 3],
    [(d) => `€${d}`, 0],
    [(d) => `${d} EUR`, 0],
  ],
  [
    [(d) => `${d} Mio. €`, 6],
    [(d) => `${d} Mrd. EUR`, 9],
    [(d) => `${d} Tsd. Euro`, 3],
  ],
  [
    [(d) => `${d} €`, 0],
    [(d) => `EUR ${d}`, 0],
    [(d) => `€${d}`, 0],
    [(d) => `${d} Euro`, 0],
  ],
  [
    [(d) => `${d} m²`, 0],
    [(d) => `${d} m2`, 0],
    [(d) => `${d} m^2`, 0],
  ],
  [
    [(d) => `${d} mm`, -3],
    [(d) => `${d} cm`, -2],
    [(d) => `${d} m`, 0],
  ],
];

const digitsOf = (random: Random) => `${1 + random.below(900)}.${1 + random.below(9)}`;

test('units of one quantity are read in that of the first cell, to the last digit, and said', async () => {
  const random = new Random(3);
  for (const quantity of QUANTITIES) {
    const made = Array.from(
      { length: ROWS },
      () => [digitsOf(random), quantity[random.below(quantity.length)]] as const,
    );
    const texts = made.map(([digits, [write]]) => write(digits));
    const table = await readText(fileOf(texts));
    const [first] = made;
    assert.deepEqual(
      cells(table, 'x'),
      made.map(([digits, [, power]]) => moved(digits, power - first[1][1])),
      texts.slice(0, 5).join(' '),
    );
    assert.ok(noteCodes(table).includes('data/units'));
    // A file to come is read in the same unit, whichever comes first there.
    const { reading } = table.inspection.columns[1];
    assert.ok(reading);
    const again = await readText(fileOf(texts.toReversed()), {
      frozen: {
        columns: [{ name: 'x', reading }],
        numbers: { decimal: '.', thousands: '' },
        header: true,
        encoding: 'utf-8',
      },
    } as object);
    assert.deepEqual(cells(again, 'x'), (cells(table, 'x') as number[]).toReversed(), texts[0]);
  }
});

test('numbers without a unit beside 1.2M and the like are numbers of 1, and never of a million', async () => {
  const random = new Random(4);
  for (const write of [
    (d: string) => `${d}M`,
    (d: string) => `${d}k`,
    (d: string) => `${d}K`,
    (d: string) => `${d} Mio.`,
    (d: string) => `$${d}M`,
  ]) {
    const power = /k$/i.test(write('1')) ? 3 : 6;
    const made = Array.from({ length: ROWS }, (_, i) => [digitsOf(random), i % 3 > 0] as const);
    const table = await readText(fileOf(made.map(([digits, large]) => (large ? write(digits) : digits))));
    assert.deepEqual(
      cells(table, 'x'),
      made.map(([digits, large]) => moved(digits, large ? power : 0)),
    );
  }
});

test('K beside numbers as large is a unit: temperatures, and not thousands', async () => {
  for (const write of [(v: number) => `${v}K`, (v: number) => `${v} K`]) {
    const values = Array.from({ length: ROWS }, (_, i) => 280 + ((i * 7) % 41));
    const table = await readText(fileOf(values.map((v, i) => (i % 3 ? write(v) : `${v}`))));
    assert.deepEqual(cells(table, 'x'), values);
  }
});

test('units of different quantities are never read together', async () => {
  const pairs = [
    'kg lb',
    'EUR USD',
    '$ €',
    '$ CAD',
    '°C °F',
    'km/h m/s',
    'kB kWh',
    'm m2',
    '€/kg €',
    'mW MPa',
    'M mm',
    'kB lb',
  ];
  for (const pair of pairs) {
    const [one, other] = pair.split(' ');
    const table = await readText(fileOf(Array.from({ length: ROWS }, (_, i) => `${i}.5 ${i % 2 ? one : other}`)));
    assert.notEqual(table.inspection.columns[1].kind, 'number', pair);
    assert.ok(noteCodes(table).includes('data/other-units'), pair);
  }
});

test('numbers without a unit are not taken for one of several', async () => {
  const table = await readText(fileOf(Array.from({ length: ROWS }, (_, i) => `${i}.5${['', ' kB', ' MB'][i % 3]}`)));
  assert.notEqual(table.inspection.columns[1].kind, 'number');
});

test('hours beside minutes are durations, whichever stands first', async () => {
  for (const shift of [0, 1]) {
    const made = Array.from({ length: ROWS }, (_, i) => (i + shift) % 2 === 0);
    const table = await readText(fileOf(made.map((hours, i) => (hours ? `${i + 1}.5 h` : `${i + 1} min`))));
    assert.deepEqual(
      cells(table, 'x'),
      made.map((hours, i) => (hours ? (i + 1.5) * 3600 : (i + 1) * 60)),
    );
  }
});

/** The days of a column of dates. */
const daysOf = (table: Table): readonly number[] =>
  Array.from((table.columns[1] as Column & { values: Float64Array }).values);

test('weeks and quarters mean their first day however they are written', async () => {
  const weeks = Array.from({ length: ROWS }, (_, i) => [2020 + (i % 4), 1 + ((i * 5) % 52)] as const);
  const iso = daysOf(await readText(fileOf(weeks.map(([y, w]) => `${y}-W${String(w).padStart(2, '0')}`))));
  const forms: readonly ((y: number, w: number) => string)[] = [
    (y, w) => `KW ${w}/${y}`,
    (y, w) => `KW${String(w).padStart(2, '0')} ${y}`,
    (y, w) => `${y} KW ${w}`,
    (y, w) => `${y}/KW${w}`,
    (y, w) => `${w}. KW ${y}`,
    (y, w) => `KW ${w}/${y % 100}`,
    (y, w) => `W${w} ${y}`,
    (y, w) => `Week ${w}, ${y}`,
    (y, w) => `CW${w}/${y}`,
  ];
  for (const form of forms) {
    const table = await readText(fileOf(weeks.map(([y, w]) => form(y, w))));
    assert.equal(table.inspection.columns[1].kind, 'date', form(2020, 3));
    assert.deepEqual(daysOf(table), iso, form(2020, 3));
  }
  const quarters = weeks.map(([y, w]) => [y, 1 + (w % 4)] as const);
  const plain = daysOf(await readText(fileOf(quarters.map(([y, q]) => `${y}-Q${q}`))));
  for (const form of [
    (y: number, q: number) => `${q}Q${y % 100}`,
    (y: number, q: number) => `Q${q}'${y % 100}`,
    (y: number, q: number) => `Q${q}/${y}`,
    (y: number, q: number) => `${q}. Quartal ${y}`,
  ])
    assert.deepEqual(daysOf(await readText(fileOf(quarters.map(([y, q]) => form(y, q))))), plain, form(2020, 3));
});

test('times of day may say so in German', async () => {
  const made = Array.from({ length: ROWS }, (_, i) => [i % 24, (i * 7) % 60] as const);
  const table = await readText(fileOf(made.map(([h, m]) => `${h}:${String(m).padStart(2, '0')} Uhr`)));
  assert.deepEqual(
    daysOf(table),
    made.map(([h, m]) => (h * 3600 + m * 60) / 86_400),
  );
});

test('amounts without cents are numbers wherever their currency stands, and its sign is one unit', async () => {
  const random = new Random(6);
  const signs = ['', 'CHF ', 'Fr. ', 'SFr. ', 'kr. ', 'kr ', 'Rs. ', 'R$ ', '€', ' €', ' EUR', ' kr', ' Fr.'];
  for (const sign of signs)
    for (const dash of ['-', '--', '\u2013', '\u2014'])
      for (const point of ['.', ',']) {
        const values = Array.from({ length: ROWS }, (_, i) => [1 + random.below(900), i % 3 === 0] as const);
        const texts = values.map(([whole, cents]) => {
          const amount = `${whole}${point}${cents ? '5' : dash}`;
          return sign.startsWith(' ') ? `${amount}${sign}` : `${sign}${amount}`;
        });
        const table = await readText(fileOf(texts));
        const wanted = values.map(([whole, cents]) => whole + (cents ? 0.5 : 0));
        assert.deepEqual(cells(table, 'x'), wanted, texts.slice(0, 4).join(' | '));
      }
  // Dashes elsewhere are none of cents.
  for (const write of [(v: number) => `${v}.-5`, (v: number) => `${v}.---`, (v: number) => `.-${v}`]) {
    const table = await readText(fileOf(Array.from({ length: ROWS }, (_, i) => write(i + 1))));
    assert.notEqual(table.inspection.columns[1].kind, 'number', write(1));
  }
});

const noteOf = (table: Table, code: string) => table.inspection.notes.find((note) => note.code === code)?.text ?? '';

test('a unit at some numbers alone is said, with how many have it', async () => {
  for (const [unit, code] of [
    [' F', 'data/partly-units'],
    [' lb', 'data/partly-units'],
    ['%', 'data/without-percent'],
  ])
    for (const every of [2, 20]) {
      const texts = Array.from({ length: ROWS }, (_, i) => `${i + 0.5}${i % every ? '' : unit}`);
      assert.match(
        noteOf(await readText(fileOf(texts)), code),
        new RegExp(`\\b${every === 2 ? 30 : code.endsWith('percent') ? 57 : 3} of 60`),
      );
      const all = await readText(fileOf(texts.map((_, i) => `${i + 0.5}${unit}`)));
      assert.equal(noteOf(all, code), '');
    }
});

test('flags of statistical offices beside numbers alone are no units, however many there are; at most numbers they are', async () => {
  const flagged = (flags: readonly string[], every: number, ahead = ' ') =>
    Array.from({ length: ROWS }, (_, i) => `${i + 0.5}${i % every ? '' : ahead + flags[i % flags.length]}`);
  for (const flags of [
    ['p', 'e', 'b', 'bp', 'ep', 'u', 'd'],
    ['bp', 'p', 's', 'r', 'be'],
  ])
    for (const ahead of [' ', '']) {
      const table = await readText(fileOf(flagged(flags, 3, ahead)));
      assert.deepEqual(
        cells(table, 'x'),
        Array.from({ length: ROWS }, (_, i) => i + 0.5),
      );
      assert.match(noteOf(table, 'data/partly-units'), /^20 of 60 .*“p”.* and the others have nothing/);
      const frozen = frozenReading(table.inspection);
      assert.deepEqual(cells(await readText(fileOf(['1.5 bep', '2 z', '3.5']), { frozen }), 'x'), [1.5, 2, 3.5]);
      const all = await readText(fileOf(flagged(flags, 1, ahead)));
      assert.equal(all.inspection.columns[1].kind, 'text');
      assert.match(
        all.inspection.columns[1].reason,
        /^looks like numbers with .*“….?(?:p|bp)”.* more, which are not read/,
      );
    }
  for (const [one, other] of [
    ['s', 'd'],
    ['bp', 'pp'],
    ['p', 'ppb'],
  ]) {
    const texts = Array.from({ length: ROWS }, (_, i) => `${i + 0.5}${i % 3 ? '' : i % 2 ? ` ${one}` : ` ${other}`}`);
    const { inspection } = await readText(fileOf(texts));
    const [, { kind, missing }] = inspection.columns;
    assert.ok(kind === 'text' || missing > 0, one);
  }
});

test('words around most numbers of a text are said, and names with whole numbers are none', async () => {
  const reason = async (write: (i: number) => string) =>
    (await readText(fileOf(Array.from({ length: ROWS }, (_, i) => write(i))))).inspection.columns[1].reason;
  for (const [write, frame] of [
    [(i: number) => `tensor(${i - 30.5})`, 'tensor(…)'],
    [(i: number) => `np.float64(${i + 0.5})`, 'np.float64(…)'],
    [(i: number) => `Guide Price £${i + 1},950`, 'Guide Price £…'],
    [(i: number) => `${i + 0.5} (H)`, '… (H)'],
    [(i: number) => `0x${(i * 7 + 4096).toString(16)}`, '0x…'],
    [(i: number) => `${i}°30'up`, "…°…'up"],
  ] as const)
    assert.equal(await reason(write), `looks like numbers with “${frame}”, which are not read`);
  for (const write of [
    (i: number) => `Sample ${i}`,
    (i: number) => `S-${100 + i}`,
    (i: number) => `v${i}.1.2`,
    (i: number) => `row ${i} took ${i / 4} s`,
    (i: number) => `${'abcdefghijklmno'[i % 15]} ${i + 0.5} ${'vwxyz'[i % 5]}`,
  ])
    assert.doesNotMatch(await reason(write), /looks like numbers/, write(7));
});

test('places in degrees are read with south and west below zero, with either decimal sign, and said', async () => {
  const random = new Random(17);
  const places = Array.from({ length: ROWS }, () => [random.below(90), random.below(60), random.below(600) / 10]);
  for (const sides of ['NS', 'EW', ['', '-']] as const)
    for (const comma of [false, true])
      for (const [write, value] of [
        [(d, m, s) => `${d}°${m}'${s}"`, (d, m, s) => (d * 3600 + m * 60 + s) / 3600],
        [(d, m, s) => `${d}° ${m}′ ${s}″ `, (d, m, s) => (d * 3600 + m * 60 + s) / 3600],
        [(d, m) => `${d}º${m}’`, (d, m) => (d * 3600 + m * 60) / 3600],
        [(d, _, s) => `${d}°${s}'`, (d, _, s) => (d * 3600 + s * 60) / 3600],
      ] as readonly [(d: number, m: number, s: number) => string, (d: number, m: number, s: number) => number][]) {
        const texts = places.map(([d, m, s], i) => {
          const written = comma ? write(d, m, s).replace('.', ',') : write(d, m, s);
          return sides[0] === '' ? sides[i % 2] + written.trim() : written + sides[i % 2];
        });
        const table = await readText(
          `row\tx\tz\n${texts.map((text, i) => `${(i * 7) % 101}\t${text}\t${i}${comma ? ',' : '.'}5`).join('\n')}\n`,
        );
        assert.deepEqual(
          cells(table, 'x'),
          places.map(([d, m, s], i) => (i % 2 ? -value(d, m, s) || 0 : value(d, m, s))),
          texts[0],
        );
        assert.match(noteOf(table, 'data/degrees'), /south and west below zero/);
      }
  assert.deepEqual(
    cells(await readText(fileOf(places.map(([d], i) => `${d}.5 °${'WE'[i % 2]}`))), 'x'),
    places.map(([d], i) => (i % 2 ? 1 : -1) * (d + 0.5)),
  );
  for (const write of [(i: number) => `${i}°75'N`, (i: number) => `${i + 0.5} °C`, (i: number) => `1${i}00°N`])
    assert.equal(noteOf(await readText(fileOf(places.map((_, i) => write(i + 10)))), 'data/degrees'), '');
});

test('new rows without the unit of all training rows are counted, and not where some of those have none', async () => {
  for (const [unit, partly, lacking] of [
    [' kg', false, 4],
    ['%', false, 4],
    ['%', true, undefined],
    [' kg', true, undefined],
    ['', false, undefined],
  ] as const) {
    const texts = Array.from({ length: ROWS }, (_, i) => `${i + 0.5}${partly && i % 3 === 0 ? '' : unit}`);
    const frozen = frozenReading((await readText(fileOf(texts))).inspection);
    const fresh = ['1.5', '2.5', `3.5${unit}`, '4', '5', ''];
    const { inspection } = await readText(fileOf(fresh), { frozen });
    assert.equal(inspection.columns[1].withoutUnit, lacking, `${unit} ${partly}`);
  }
});

test('numbers in a rarer unit are no numbers in that of the column, and none is made a category', async () => {
  for (const [one, other] of [
    ['12.5 kg', '27.5 lb'],
    ['€12.5', '$13.5'],
    ['12.5 °C', '54.5 °F'],
  ]) {
    const texts = Array.from({ length: ROWS }, (_, i) => (i % 20 === 7 ? other : one.replace('12', String(i))));
    const table = await readText(fileOf(texts));
    assert.equal(table.inspection.columns[1].missing, 3);
    assert.match(
      noteOf(table, 'data/odd-cells'),
      /^3 of 60 cells of "x" cannot be read as numbers in “.*Write what should have a value in that unit\.$/,
    );
  }
});

test('two numbers in each cell are told as such, and codes and few ranges are not', async () => {
  const pair = (write: (a: number, b: number) => string) =>
    fileOf(Array.from({ length: ROWS }, (_, i) => write(100 + ((i * 37) % 61), 60 + ((i * 7) % 41))));
  for (const write of [
    (a: number, b: number) => `${a}/${b}`,
    (a: number, b: number) => `${a}.5 ± 0.${b}`,
    (a: number, b: number) => `${a} x ${b} cm`,
    (a: number, b: number) => `${a}-${a + b}`,
    (a: number, b: number) => `${a}–${a + b}`,
    (a: number, b: number) => `${a}.25, -${b}.75`,
    (a: number, b: number) => `${a} to ${a + b}`,
    (a: number, b: number) => `(${a}.5, -${b}.25)`,
    (a: number, b: number) => `[${a}; ${b}]`,
    (a: number, b: number) => `POINT (${a}.125 ${b}.5)`,
  ]) {
    const table = await readText(pair(write));
    assert.equal(table.inspection.columns[1].kind, 'text', write(101, 67));
    assert.match(
      `${write(101, 67)}: ${noteOf(table, 'data/other-units')}`,
      /two numbers in each cell, with “.{1,3}” between them.*Make a column of each\.$/,
    );
  }
  for (const write of [
    (a: number, b: number) => `${a}-${b}`,
    (a: number, b: number) => `P-${a}-${b}`,
    (a: number, b: number) => `${a}.${b}.7.1`,
    (a: number) => ['18-24', '25-34', '65+'][a % 3],
  ])
    assert.doesNotMatch((await readText(pair(write))).inspection.notes.map(({ text }) => text).join(), /two numbers/);
});

test('ranges are told as two numbers in each cell, also with a currency, and where so many levels repeat that they are a category', async () => {
  for (const write of [
    (low: number) => `$${low}k-$${low + 10}k`,
    (low: number) => `€ ${low},000 – € ${low + 10},000`,
    (low: number) => `£${low}.5 to £${low + 10}.5`,
    (low: number) => `${low}-${low + 10} years`,
  ])
    for (const levels of [20, 24, ROWS]) {
      const table = await readText(fileOf(Array.from({ length: ROWS }, (_, i) => `"${write(20 + (i % levels))}"`)));
      assert.match(
        `${table.inspection.columns[1].kind}: ${noteOf(table, 'data/other-units')}`,
        new RegExp(
          `^${levels < ROWS ? 'category' : 'text'}: "x" has two numbers in each cell, .*Make a column of each`,
        ),
        write(20),
      );
    }
});

test('a remark at some numbers, also beside others that are about right, is named where it makes them words', async () => {
  for (const about of [
    ['', ''],
    ['~', 'ca. '],
    ['≈ ', ''],
  ])
    for (const remark of [' (est.)', ' prov.', ' (rev.)']) {
      const cell = (i: number) => `${i % 5 < 2 ? about[i % 2] : ''}${10 + i}.5${i % 6 === 1 ? remark : ''}`;
      const table = await readText(fileOf(Array.from({ length: ROWS }, (_, i) => cell(i))));
      const { kind, reason } = table.inspection.columns[1];
      if (kind === 'text')
        assert.ok(reason.includes(remark.trim()) || /^mostly numbers/.test(reason), `${cell(1)}: ${reason}`);
      else assert.equal(kind, 'number', cell(1));
    }
});

test('units that East Asian texts write as one sign are read', async () => {
  for (const unit of ['㎡', '㎏', '℃', '㎢', '㎥', '㎎/ℓ']) {
    const { columns, inspection } = await readText(
      fileOf(Array.from({ length: ROWS }, (_, i) => `${i + 20.5}${unit}`)),
    );
    assert.equal(columns[1].kind, 'number', unit);
    assert.ok(inspection.notes.some(({ text }) => text.includes(`“${unit}”`)));
  }
});

test('lists and objects in cells are told as such, with what to do', async () => {
  for (const [what, write] of [
    ['several numbers', (i: number) => `[${i}.5, ${(i * 7) % 31}, -${i}]`],
    ['several numbers', (i: number) => `(${i}, 2, ${i}.25, 8)`],
    ['objects', (i: number) => `{"size": ${i}.5, "of": "${'abc'[i % 3]}"}`],
    ['objects', (i: number) => `{'n': ${i}, 'm': ${i * i}}`],
  ] as const) {
    const texts = Array.from({ length: ROWS }, (_, i) => `"${write(i).replaceAll('"', '""')}"`);
    const table = await readText(fileOf(texts));
    const expected = `"x" has ${what} in each cell, which are not read. Make a column of each.`;
    assert.equal(noteOf(table, 'data/other-units'), expected, texts[1]);
  }
});

test('codes with their labels are a category, of which nothing is said, and units of few numbers are', async () => {
  for (const codes of [
    ['1 male', '2 female'],
    ['1 male', '2 female', '9'],
    ['0 - none', '1 - some', '2 - much'],
  ]) {
    const table = await readText(fileOf(Array.from({ length: ROWS }, (_, i) => codes[(i * 7) % codes.length])));
    assert.equal(table.inspection.columns[1].kind, 'category');
    assert.equal(noteOf(table, 'data/other-units'), '', codes.join());
  }
  const units = await readText(fileOf(Array.from({ length: ROWS }, (_, i) => `${i % 4} ${i % 3 ? 'kg' : 'lb'}`)));
  assert.match(noteOf(units, 'data/other-units'), /“kg” and “lb”/);
});

test('a cell that keeps a column from being numbers is named, and none that would be one', async () => {
  for (const read of ['12.5 [p]', '12.5*', '(12.5)', '12.5 kg']) {
    const texts = Array.from({ length: ROWS }, (_, i) => (i % 10 === 2 ? read : i % 7 === 3 ? 'off' : `${i}.25`));
    assert.match(noteOf(await readText(fileOf(texts)), 'data/mostly-numbers'), /holds "off"/);
  }
});

test('a day among ranges is told, and months and ranges alone are not', async () => {
  const levels = async (...of: string[]) =>
    noteOf(await readText(fileOf(Array.from({ length: ROWS }, (_, i) => of[i % of.length]))), 'data/range-as-day');
  assert.match(await levels('1-4', '5-Oct', '11-15'), /^“5-Oct” stands among ranges such as “1-4”/);
  assert.match(await levels('Jan-10', '11-50', '51-200'), /^“Jan-10”/);
  assert.equal(await levels('1-4', '5-10', '11-15'), '');
  assert.equal(await levels('5-Oct', '6-Oct', '11-Nov'), '');
});
