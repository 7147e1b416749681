// Sentences of fits, data and predictions in which one thing is counted: none says "1 rows", "all 1" or "1 … are".
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../testFolder';
import { runIn, typed } from './commandLines';

const folder = testFolder();
/** Rows of one column, whose linear kernel has one direction; every cell is made by its row. */
function made(name: string, header: string, rows: number, row: (i: number) => string): string {
  const path = join(folder, `${name}.csv`);
  writeFileSync(path, `${header}\n${Array.from({ length: rows }, (_, i) => row(i)).join('\n')}\n`);
  return path;
}
const x = (i: number) => ((i * 37) % 61) / 61;
const y = (i: number) => (2 * x(i) + 0.1 * Math.sin(13 * i)).toFixed(3);
const FILES = {
  line: made('line', 'x,y', 60, (i) => `${x(i)},${y(i)}`),
  switch: made('switch', 'x,y', 40, (i) => `${i % 2},${(2 * (i % 2) + Math.sin(13 * i)).toFixed(3)}`),
  few: made('few', 'x,y', 9, (i) => `${x(i)},${y(i)}`),
  odd: made('odd', 'x,y', 40, (i) => `${i === 5 ? '<0.1' : i === 7 ? 'much' : i === 8 ? '1e999' : x(i)},${y(i)}`),
  gap: made('gap', 'x,g,y', 40, (i) => `${x(i)},${i === 4 ? '' : 'ab'[i % 2]},${i === 7 ? '' : y(i)}`),
  rare: made('rare', 'x,y', 40, (i) => `${x(i)},${i === 3 ? 'c' : x(i) > 0.5 ? 'a' : 'b'}`),
};

/** A count of one before a plural or its verb; "1.5 rows", "21 rows" and "rows 1 to 2" are none. */
const WRONG =
  /(?<![\d.,:–×^−/\u2009\u202f-]|\bto )\b1[ \u2009\u202f]((of [\d,\u2009\u202f]+[ \u2009\u202f])?([a-z-]+ ){1,2}("[^"]*" )?(are|have|were|do|lie|count|allow)\b|([a-z-]+ )?(rows|columns|cells|directions|components|landmarks|features|values|levels|classes|folds|eigenvalues|numbers|parts|files|bytes|steps|others)\b)/;

function assertSingular(text: string, of: string): void {
  const found = WRONG.exec(text);
  assert.equal(found && text.slice(Math.max(0, found.index - 60), found.index + 80), null, of);
}

test('the pattern finds wrong plurals and no right ones', () => {
  for (const wrong of ['all 1 directions:', '1 rows', '1 of 40 cells of "x" are no numbers', '1 random features each'])
    assert.throws(() => assertSingular(wrong, ''), wrong);
  for (const right of ['1 row', '21 rows', '1 of 40 rows', 'rows 1 to 1 are', '1 of 40 cells of "x" is no number'])
    assertSingular(right, right);
});

const target = ['--target', 'y'];
const linear = ['--set', 'kernel=linear'];
const FITS: Readonly<Record<string, readonly string[]>> = {
  'one direction': [FILES.line, ...target, ...linear],
  'one of one direction used': [FILES.line, ...target, ...linear, ...typed`--method tkrr`],
  'more directions asked for': [FILES.line, ...target, ...linear, ...typed`--method tkrr --set r=3`],
  'one direction unpenalised': [FILES.line, ...target, ...typed`--method ckrr-hard --set kernel=gaussian --set k=1`],
  'no direction beside the terms': [FILES.line, ...target, ...linear, ...typed`--method ckrr-features`],
  'two values': [FILES.switch, ...target],
  'one landmark': [FILES.line, ...target, ...typed`--method nystrom-ridge --set landmarks=1`],
  'one random feature': [FILES.line, ...target, ...typed`--method rf-ridge --set features=1`],
  'a robust fit of one landmark': [FILES.line, ...target, ...typed`--method huber --set landmarks=1`],
  'one held-out row': [FILES.few, ...target, ...typed`--holdout 0.12`],
  'cells that are odd': [FILES.odd, ...target, '--kind', 'x=number'],
  gaps: [FILES.gap, ...target],
  'a rare class': [FILES.rare, ...target],
  'one component': [FILES.line, ...typed`--method ekpca --set components=1`],
  'one component of one landmark': [FILES.switch, ...typed`--method ny-kpca --set landmarks=1 --set components=1`],
  'one component of few features': [FILES.line, ...typed`--method rf-kpca --set components=1 --set features=2`],
};

for (const [name, words] of Object.entries(FITS))
  test(`${name}: no count of one has a plural`, async () => {
    const out = join(folder, name);
    const fit = await runIn(folder, ['fit', ...words, '--out', out, '--quiet']);
    assert.equal(fit.code, 0, fit.err);
    assertSingular(fit.out + fit.err, name);
    for (const file of readdirSync(out, { recursive: true }).map(String))
      if (/\.(md|svg|json)$/.test(file))
        assertSingular(readFileSync(join(out, file), 'utf8').replace(/<[^>]*>/g, '\n'), `${name}: ${file}`);
    const { err } = await runIn(folder, ['predict', join(out, 'model.ksmodel'), words[0], '--quiet']);
    assertSingular(err, `${name}: predict`);
  });

for (const [name, file] of Object.entries(FILES))
  test(`${name}.csv: no count of one has a plural where it is inspected`, async () => {
    const { out, err } = await runIn(folder, ['inspect', file]);
    assertSingular(out + err, name);
  });
