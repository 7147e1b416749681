import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { calloutsOf } from '../../../src/engine/data/calloutsOf';
import { buildDesign } from '../../../src/engine/data/design';
import { fileCallouts } from '../../../src/engine/data/fileCallouts';
import { frozenReading } from '../../../src/engine/data/frozenReading';
import { Random } from '../../../src/engine/data/random';
import { readTable } from '../../../src/engine/data/readTable';
import { readingOfFile } from '../../../src/engine/data/tableReading';
import { filteredRows } from '../../../src/engine/data/where/rowFilter';
import { labelNotes } from '../../../src/engine/model/labelNotes';
import { bytesOf, readText } from './reading';

const tableOf = (lines: readonly string[]) =>
  readTable({ kind: 'bytes', name: 'made.csv', bytes: new TextEncoder().encode(lines.join('\n')) }, {}, quietContext);

const rounded = (values: readonly number[]) => values.map((v) => v.toFixed(2)).join();
const sumOf = (rows: readonly (readonly number[])[]) =>
  rows[0].map((_, c) => rows.reduce((sum, row) => sum + row[c], 0));

/** Rows of three numbers, whose own values are rounded only where they are written. */
function made(seed: number, count: number): readonly (readonly number[])[] {
  const random = new Random(seed);
  return Array.from({ length: count }, () => [10 + 3 * random.normal(), random.normal(), 200 * random.uniform()]);
}

const SITES = ['north', 'south', 'west'];

test('a last row of sums or means is found by its label, in several languages, or by its numbers', async () => {
  for (const [seed, label] of [
    'Total',
    'TOTAL:',
    'Summe',
    'Gesamtsumme',
    'Somme',
    'Grand total',
    '合計',
    'Total 2023',
    '',
  ].entries()) {
    const rows = made(seed + 1, 12 + 7 * seed);
    const lines = rows.map((row, i) => `${SITES[i % 3]},${rounded(row)}`);
    const { inspection } = await tableOf(['site,a,b,c', ...lines, `${label},${rounded(sumOf(rows))}`]);
    assert.deepEqual(Array.from(inspection.totals?.rows ?? []), [rows.length + 1], label);
  }
  for (const label of ['Mean', 'Mittelwert', 'moyenne']) {
    const rows = made(40, 30);
    const lines = rows.map((row, i) => `${SITES[i % 3]},${rounded(row)}`);
    const mean = sumOf(rows).map((v) => v / rows.length);
    const { inspection } = await tableOf([
      'site,a,b,c',
      ...lines,
      `${label},${rounded(mean)}`,
      `SD,${rounded([3, 1, 58])}`,
    ]);
    assert.deepEqual(Array.from(inspection.totals?.rows ?? []), [31, 32], label);
  }
});

test('last rows that say nothing but that they sum up others, and are empty where others are not, are found though their numbers are no sums', async () => {
  for (const [seed, labels] of [['Mittelwert'], ['Median', 'SD'], ['Min', 'Max', 'Average:'], ['Total']].entries()) {
    const rows = made(seed + 500, 30);
    const lines = rows.map((row, i) => `P${i},${SITES[i % 3]},2023-01-${10 + (i % 9)},${rounded(row)}`);
    const last = labels.map((label, i) => `${label},,,${['', '', (10 + i).toFixed(2)].join()}`);
    const { inspection } = await tableOf(['id,site,day,a,b,c', ...lines, ...last]);
    assert.deepEqual(
      Array.from(inspection.totals?.rows ?? []),
      labels.map((_, i) => 31 + i),
      labels.join(),
    );
    const [callout] = fileCallouts(inspection);
    assert.match(callout.text.map(({ text }) => text).join(''), /looks? like/);
    // A name that others bear too, or a row with all of its values, is a row like the others.
    for (const end of [
      ['Max,north,2023-01-11,1,2,3'],
      ['Sum,,,,,3', 'K7,,,,,4'],
      ['Max,,,,,3', 'Max,west,2023-01-12,1,2,4', 'Max,,,,,4'],
    ]) {
      const first = `${end[0].split(',')[0]},west,2023-01-12,4,5,6`;
      const { inspection: whole } = await tableOf(['id,site,day,a,b,c', first, ...lines, ...end]);
      assert.equal(whole.totals, undefined, end.join());
    }
  }
});

test('a word for a mean that is an answer among others is no label of totals, though numbers near it may be means by chance', async () => {
  for (let seed = 0; seed < 8; seed++) {
    const random = new Random(seed + 300);
    const answers = ['gut', 'mittel', 'schlecht', 'sehr gut', 'sehr schlecht'];
    const score = () => Math.floor(11 * random.uniform());
    const lines = Array.from({ length: 300 }, () => `${answers[random.below(5)]},${score()},${score()},${score()}`);
    assert.equal((await tableOf(['answer,a,b,c', ...lines])).inspection.totals, undefined, `seed ${seed}`);
    const sums = [1, 2, 3].map((c) => lines.reduce((sum, line) => sum + Number(line.split(',')[c]), 0));
    const { totals } = (await tableOf(['answer,a,b,c', ...lines, `Summe,${sums.join()}`])).inspection;
    assert.deepEqual(Array.from(totals?.rows ?? []), [301], `seed ${seed}`);
  }
});

test('totals of years in a column of months are found, and rows without a month are rows', async () => {
  for (let seed = 0; seed < 6; seed++) {
    const rows = made(seed + 80, 60);
    const month = (i: number) => `${2015 + Math.floor(i / 12)}-${String(1 + (i % 12)).padStart(2, '0')}-01`;
    const lines = (isGap: (i: number) => boolean, totals: boolean) =>
      rows.flatMap((row, i) => [
        `${isGap(i) ? '' : month(i)},${rounded(row)}`,
        ...(totals && i % 12 === 11
          ? [`Year ${2015 + (i - 11) / 12},${rounded(sumOf(rows.slice(i - 11, i + 1)))}`]
          : []),
      ]);
    const found = async (...given: Parameters<typeof lines>) =>
      Array.from((await tableOf(['month,a,b,c', ...lines(...given)])).inspection.totals?.rows ?? []);
    assert.deepEqual(await found(() => false, true), [13, 26, 39, 52, 65]);
    assert.deepEqual(await found((i) => i % 9 === 4, false), []);
  }
});

test('a last row without a label that holds the sums of two columns is found beside a third, and the act leaves it out', async () => {
  for (let seed = 0; seed < 12; seed++) {
    const rows = made(seed + 700, 15);
    const lines = rows.map((row) => rounded(row));
    const columns = [0, 1].map((c) => lines.map((line) => Number(line.split(',')[c])));
    const sums = columns.map((values) => values.reduce((sum, v) => sum + v, 0).toFixed(2));
    const table = await tableOf(['a,b,c', ...lines, `${sums.join()},17.25`]);
    assert.deepEqual(Array.from(table.inspection.totals?.rows ?? []), [16]);
    const [callout] = fileCallouts(table.inspection);
    assert.deepEqual(callout.act?.change, { kind: 'leaveOut', rows: '16' });
    const holdout = { kind: 'fraction', fraction: 0 } as const;
    const said = (without?: string) => {
      const options = { target: 'a', missing: 'drop', standardise: true, seed: 0, holdout, without } as const;
      const { callouts } = buildDesign(table, options, quietContext);
      assert.deepEqual(calloutsOf(table, options, false, quietContext), callouts ?? []);
      return callouts?.map(({ kind }) => kind) ?? [];
    };
    assert.ok(said().includes('totals') && said().includes('fewRows'));
    assert.deepEqual(said('16'), [], 'nothing is said of rows that are left out');
    for (const last of [`${sums[0]},1.5,17.25`, '0,0,17.25', `${sums[0]},${Number(sums[1]) + 0.01},17.25`])
      assert.equal((await tableOf(['a,b,c', ...lines, last])).inspection.totals, undefined, last);
  }
});

test('totals below more different words than are stored are found, and last rows with gaps are rows', async () => {
  for (const [seed, ends] of [['sum'], ['mean'], ['mean', 'sd']].entries()) {
    const rows = made(seed + 900, 1201);
    const total = sumOf(rows);
    const last = {
      sum: `Total,,${total[0].toFixed(2)},,`,
      mean: `Mean,,${rounded(total.map((v) => v / rows.length))}`,
      sd: 'SD,,3.01,1.02,57.9',
    };
    const found = async (site: string, some: readonly string[]) => {
      const lines = rows.map((row, i) => `K${i},${i < 1200 ? SITES[i % 3] : site},${rounded(row)}`);
      return Array.from((await tableOf(['id,site,a,b,c', ...lines, ...some])).inspection.totals?.rows ?? []);
    };
    for (const site of ['west', '']) {
      const expected = ends.map((_, i) => 1202 + i);
      assert.deepEqual(
        await found(
          site,
          ends.map((end) => last[end as keyof typeof last]),
        ),
        expected,
        ends.join(),
      );
      assert.deepEqual(await found(site, []), []);
      assert.deepEqual(await found(site, [`K1,,${rows[3][0].toFixed(2)},,`]), []);
    }
  }
});

test('a total that is far out in the target has one act, and a row that is far out beside it another', async () => {
  const decided = (label: string, far: readonly string[]) =>
    actsOn(['site,a,b,c', ...made(7, 40).map((row, i) => `${SITES[i % 3]},${rounded(row)}`), ...far], label);
  const total = rounded(sumOf(made(7, 40)));
  for (const label of ['Total', '']) {
    assert.deepEqual(await decided(label, [`${label},${total}`]), { totals: true, fewRows: false }, label);
    const [a, b, c] = sumOf([...made(7, 40), [9, 1, 90_000]]).map((v) => v.toFixed(2));
    const both = [`south,9.00,1.00,90000.00`, `${label},${a},${b},${c}`];
    assert.deepEqual(await decided(label, both), { totals: true, fewRows: true }, `${label} beside another`);
  }
});

/** Whether the callouts on totals and on few rows that decide the squares have an act; absent ones are left out. */
async function actsOn(lines: readonly string[], label: string) {
  const options = {
    target: 'c',
    missing: 'impute',
    standardise: true,
    holdout: { kind: 'fraction', fraction: 0 },
    seed: 1,
  } as const;
  const callouts = calloutsOf(await tableOf(lines), options, false, quietContext);
  for (const kind of ['totals', 'fewRows'])
    assert.equal(callouts.filter((one) => one.kind === kind).length, 1, `${kind}, ${label}`);
  return Object.fromEntries(
    callouts
      .filter(({ kind }) => kind === 'totals' || kind === 'fewRows')
      .map(({ kind, act }) => [kind, act !== undefined]),
  );
}

test('sums of blocks are found, and the condition of the act leaves out all of them and no other row', async () => {
  const blocks = [4, 6, 5].map((count, b) => made(60 + b, count));
  const lines = blocks.flatMap((block, b) => [
    ...block.map((row) => `"it's ${SITES[b]}",${rounded(row)}`),
    `"Subtotal ""${SITES[b]}""",${rounded(sumOf(block))}`,
  ]);
  const table = await tableOf(['site,a,b,c', ...lines, `Grand total,${rounded(sumOf(blocks.flat()))}`]);
  assert.deepEqual(Array.from(table.inspection.totals?.rows ?? []), [5, 12, 18, 19]);
  const [callout] = fileCallouts(table.inspection);
  assert.equal(callout.kind, 'totals');
  assert.ok(callout.act?.change.kind === 'where');
  const kept = filteredRows(table, callout.act.change.where, quietContext);
  assert.deepEqual(
    Array.from(kept, (row) => row + 1),
    Array.from({ length: 19 }, (_, i) => i + 1).filter((row) => ![5, 12, 18, 19].includes(row)),
  );
  assert.deepEqual(fileCallouts(table.inspection, kept), [], 'nothing is said of rows that are left out');
});

test('sums of blocks are found by a label behind the name of the block, and in sheets whose names stand once', async () => {
  for (const [seed, label] of [
    'North Total',
    'Nord Ergebnis',
    'Nord Summe:',
    'North sub-total',
    'Norr summa',
  ].entries())
    for (const merged of [false, true]) {
      const blocks = [4, 6, 5].map((count, b) => made(80 + 10 * seed + b, count));
      const [name, ...behind] = label.split(' ');
      const lines = blocks.flatMap((block, b) => [
        ...block.map((row, i) => `${merged && i > 0 ? '' : name + b},${rounded(row)}`),
        `${name}${b} ${behind.join(' ')},${rounded(sumOf(block))}`,
      ]);
      const { inspection } = await tableOf(['site,a,b,c', ...lines]);
      assert.deepEqual(Array.from(inspection.totals?.rows ?? []), [5, 12, 18], `${label}, ${merged}`);
    }
});

test('labels whose numbers are no sums, and sums of one column, are rows like the others', async () => {
  for (let seed = 0; seed < 40; seed++) {
    const rows = made(seed + 100, 25);
    const names = ['Total', 'Max', 'Sum', 'Min', 'Media Markt', 'Shell', 'Pro Max', 'K-Total'];
    const lines = rows.map((row, i) => `${names[(i + seed) % names.length]},${rounded(row)}`);
    const { inspection } = await tableOf(['company,a,b,c', ...lines]);
    assert.equal(inspection.totals, undefined);
    // Counts are often the sums of few others.
    const random = new Random(seed);
    const counts = Array.from({ length: 30 }, () => `${SITES[random.below(3)]},${random.below(3)},${random.below(4)}`);
    assert.equal((await tableOf(['site,a,b', ...counts])).inspection.totals, undefined);
    // So are those of rare things, of which a table may have many.
    if (seed >= 5) continue;
    const rare = () => (random.uniform() < 0.05 ? (random.uniform() < 0.2 ? 3 : 1) : 0);
    const words = Array.from({ length: 60 }, () => Array.from({ length: 2000 }, rare).join());
    const head = Array.from({ length: 2000 }, (_, c) => `w${c}`).join();
    assert.equal((await tableOf([head, ...words])).inspection.totals, undefined, `${seed}`);
  }
});

test('labels of totals in rows to be predicted are said, but not those of a category that the model knows', async () => {
  const file = (rows: readonly string[]) => `code,site,a,y\n${rows.join('\n')}\n`;
  const rows = Array.from({ length: 40 }, (_, i) => `K${i * 37},${SITES[i % 3]},${i % 11},${i % 7}.5`);
  const { inspection } = await readText(file(rows));
  const whole = frozenReading(inspection);
  const frozen = { ...whole, columns: whole.columns.filter(({ name }) => name !== 'code') };
  const said = async (fresh: readonly string[]) => {
    const source = { kind: 'bytes', name: 'test.csv', bytes: bytesOf(file(fresh)) } as const;
    const { notes } = await readingOfFile(source, { frozen }, quietContext, { notesOn: labelNotes });
    return notes.find(({ code }) => code === 'data/totals')?.text;
  };
  assert.match(
    (await said([...rows.slice(0, 3), 'Total,,6,9.5'])) ?? '',
    /^1 row is labelled .*“Total”.* leave it out/,
  );
  assert.match((await said([...rows, 'Summe:,,6,9', 'Mittelwert,,6,9'])) ?? '', /^2 rows are labelled/);
  for (const fresh of [rows, [...rows, 'K5,Total,3,4'], [...rows, 'Total area,,6,9']])
    assert.equal(await said(fresh), undefined, fresh.at(-1));
});

test('a sum whose label is in a column of years is found, and a last row that is no sum is not', async () => {
  const rows = Array.from({ length: 20 }, (_, i) => `${2000 + i},${100 + 7 * i}`);
  const found = async (last: string) =>
    (await readText(['Year,Sales', ...rows, last, ''].join('\n'))).inspection.totals?.rows;
  assert.deepEqual([...((await found('Total,3330')) ?? [])], [21]);
  for (const last of ['Total,3400', '2020,3330', ',120']) assert.equal(await found(last), undefined, last);
});

test('levels that begin like totals, in runs of rows with coarse or constant numbers, are levels', async () => {
  for (let seed = 0; seed < 40; seed++) {
    const random = new Random(seed + 3000);
    const level = ['Maximum_Load', 'Mean season', 'Average', 'total hip', 'Max', 'Min-Fit'][seed % 6];
    const levels = [level, 'Light', 'Medium', 'Heavy', 'Other'];
    const lines: string[] = [];
    while (lines.length < 300) {
      const site = levels[Math.floor(random.uniform() * levels.length)];
      const same = Math.floor(3 * random.uniform());
      for (let i = 0; i < 1 + 20 * random.uniform(); i++)
        lines.push(
          `${site},${same},${(random.uniform() / 20).toFixed(2)},${Math.floor(4 * random.uniform())},${random.uniform().toFixed(3)}`,
        );
    }
    const { inspection } = await tableOf(['load,a,b,c,d', ...lines]);
    assert.equal(inspection.totals, undefined, `${level}, ${seed}`);
  }
});
