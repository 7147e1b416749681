// The card of an export says what the fit has found: held against the numbers of the run, for every kind of outcome.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Model } from '../../src/engine/contract/model';
import { packModel } from '../../src/engine/model/packModel';
import { unpackModel } from '../../src/engine/model/save';
import { testFolder } from '../testFolder';
import { said } from './fittedCases';

const folder = testFolder();
const FORMATS = ['python', 'javascript', 'json', 'onnx'] as const;
const NAMES = 'when;size;cost;level;y;z;kind;at, local';
/** Semicolons, decimal commas, the month first, a unit, words for gaps, and times of day under a name with a comma. */
const lines = Array.from({ length: 120 }, (_, i) => {
  const comma = (value: number) => value.toFixed(3).replace('.', ',');
  const size = Math.sin(1.3 * i);
  const noise = Math.sin(77 * i) / 3;
  const day = `${1 + (i % 12)}/${1 + ((i * 5) % 28)}/${2019 + (i % 4)}`;
  const level = i % 9 === 0 ? 'unknown' : ['low', 'high'][i % 2];
  const cost = i % 11 === 0 ? 'n/a' : `$${comma(5 + Math.cos(i))}`;
  const kind = ['a', 'b', 'c'][Math.floor(3 * Math.abs(Math.sin(size + noise))) % 3];
  return [
    day,
    comma(size),
    cost,
    level,
    comma(3 * size + noise),
    comma(size * size + noise),
    kind,
    `${i % 24}:30`,
  ].join(';');
});
const file = join(folder, 'rows.csv');

/** A model, the JSON of its run, and the card of each format, which are all the same. */
async function fitted(name: string, ...argv: string[]) {
  await writeFile(file, [NAMES, ...lines, ''].join('\n'));
  const [model, json] = [join(folder, `${name}.ksmodel`), join(folder, `${name}.json`)];
  // The card does not depend on the kernel: none are raced.
  const how = ['--quiet', '--set', 'kernel=gaussian'];
  await said(folder, 'fit', file, ...how, '--save', model, '--json', json, ...argv);
  return { card: await cardOf(model), run: JSON.parse(await readFile(json, 'utf8')), model };
}

async function cardOf(model: string): Promise<Record<string, string>> {
  const cards = await Promise.all(
    FORMATS.map(async (format) => {
      const out = `${model}-${format}`;
      await said(folder, 'export', model, '--as', format, '--no-intervals', '--out', out);
      return readFile(join(out, 'about.json'), 'utf8');
    }),
  );
  assert.equal(new Set(cards).size, 1);
  return JSON.parse(cards[0]);
}

const plain = (text: string) => text.replaceAll('\u202f', ' ');

interface Predictions {
  readonly observed: readonly number[];
  readonly lower: readonly number[];
  readonly upper: readonly number[];
}
const insideOf = ({ observed, lower, upper }: Predictions) =>
  observed.filter((y, i) => y >= lower[i] && y <= upper[i]).length;
const short = (value: number) => String(Number(value.toPrecision(4)));

test('the file, how it was read, units and the day of the fit', async () => {
  const { card, model } = await fitted('read', '--target', 'y', '--features', 'when,size,cost,level,"at, local"');
  assert.equal(card.file, 'rows.csv');
  assert.equal(card.units, 'cost in $');
  assert.match(card.reading, /^UTF-8, separated by semicolons, .*with a header, decimal comma; /);
  assert.match(card.reading, /; 3\/4\/2024 in "when" is in March; /);
  assert.match(card.reading, /; missing: "n\/a"$/);
  assert.doesNotMatch(card.reading, /"at, local"/, 'no order of day and month in times of day');
  assert.equal(card.columns, 'when, size, cost, level, "at, local"');
  const { inputs } = JSON.parse(await readFile(join(`${model}-onnx`, 'inputs.json'), 'utf8'));
  const holds = Object.fromEntries(inputs.map((input: { name: string; holds: string }) => [input.name, input.holds]));
  assert.equal(holds.when, 'days since 1970-01-01 UTC; NaN is a gap');
  assert.equal(holds['at, local'], 'time of day as a fraction of the day, 0.5 at noon; NaN is a gap');
  assert.equal(holds.cost, 'in $; NaN is a gap');
  assert.ok(Math.abs(Date.parse(card.fitted) - Date.now()) < 2 * 86_400_000, card.fitted);
});

for (const method of ['krr', 'cutoff', 'svr', 'huber', 'kl1', 'kcd', 'nystrom-ridge', 'rf-ridge'])
  test(`${method}: the interval of the error, and the held-out rows within the intervals, are those of the run`, async () => {
    const more = ['--features', 'size,cost,level', '--target', 'z'];
    const { card, run } = await fitted(method, '--target', 'y', '--method', method, ...more);
    for (const { target, metrics, predictions } of [run, ...run.others]) {
      const { rmse, rmseInterval, r2, r2Interval, n } = metrics.holdout;
      const within = (value: number, ends: readonly number[]) =>
        `${short(value)} (95 %: ${ends.map(short).join(' to ')})`;
      const measures = `${target}: RMSE ${within(rmse, rmseInterval)}, R² ${within(r2, r2Interval)} on ${n} rows`;
      assert.ok(plain(card.error).includes(measures), card.error);
      // What the run's own numbers rest on.
      assert.equal(/if no rare errors are far larger/.test(card.error), n < 100);
      const inside = insideOf(predictions);
      assert.ok(plain(card.intervals).includes(`${target}: 95 % intervals held ${inside} of ${n} held-out rows (`));
    }
  });

test('classes: the interval of the accuracy, and the held-out rows whose set has their class', async () => {
  const { card, run } = await fitted('classes', '--target', 'kind', '--features', 'size,cost,level');
  const { accuracyInterval, confusion, baseline } = run.classes;
  const [low, high] = accuracyInterval.map((share: number) => Math.round(100 * share));
  const guess = `guessing the most common class ${Math.round(100 * baseline)} %`;
  assert.ok(plain(card.error).includes(`classified correctly (95 %: ${low} to ${high} %); ${guess}`), card.error);
  const rows = confusion.flat().reduce((sum: number, count: number) => sum + count, 0);
  assert.match(plain(card.intervals), new RegExp(`^95 % sets held the class of \\d+ of ${rows} held-out rows \\(`));
});

test('what is not known is not said: quantiles, components, no held-out rows, models of earlier versions', async () => {
  const features = ['--features', 'size,cost,level'];
  const quantiles = ['--method', 'quantile', '--set', 'tau=0.1,0.9'];
  assert.equal((await fitted('quantiles', '--target', 'y', ...features, ...quantiles)).card.intervals, undefined);
  const { card } = await fitted('components', '--method', 'ekpca', '--set', 'tradeOff=false', ...features);
  assert.deepEqual([card.error, card.intervals, card.target], [undefined, undefined, undefined]);
  const whole = await fitted('whole', '--target', 'y', '--holdout', '0', ...features);
  assert.equal(whole.card.intervals, undefined);
  assert.doesNotMatch(whole.card.error, /95/);
  const { card: _, ...earlier } = unpackModel(await readFile(whole.model));
  const old = join(folder, 'old.ksmodel');
  await writeFile(old, packModel(earlier));
  const { fitted: day, ...rest } = whole.card;
  assert.match(day, /^\d{4}-\d\d-\d\d$/);
  assert.deepEqual(await cardOf(old), rest);
});

test('the same fit is the same file, bit for bit, and so is each export', async () => {
  const again = async (name: string) => {
    const { model, card } = await fitted(name, '--target', 'y', '--features', 'when,size,cost');
    const files = FORMATS.flatMap((format) => ['README.md', 'about.json'].map((file) => `${model}-${format}/${file}`));
    const onnx = `${model}-onnx/model.onnx`;
    return { day: card.fitted, bytes: await Promise.all([model, onnx, ...files].map((path) => readFile(path))) };
  };
  const [one, other] = [await again('one'), await again('other')];
  // Midnight passed between them.
  if (one.day !== other.day) return;
  assert.deepEqual(other.bytes, one.bytes);
});

test('a card that is none is refused, and nothing of it is said', async () => {
  const { model } = await fitted('damaged', '--target', 'y', '--features', 'size');
  const { card, ...rest } = unpackModel(await readFile(model));
  const [target] = card?.targets ?? [];
  for (const wrong of [
    { ...card, day: 'yesterday](command:x)' },
    { ...card, targets: [{ ...target, inside: { rows: 2, of: 1 } }] },
    { ...card, targets: [{ ...target, inside: { rows: 0, of: 0 } }] },
    { ...card, targets: [{ ...target, error: [0, Number.NaN] }] },
  ])
    assert.throws(() => unpackModel(packModel({ ...rest, card: wrong } as Model)), /the record of its fit is damaged/);
});
