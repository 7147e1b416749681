import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileCallouts } from '../../../src/engine/data/fileCallouts';
import { frozenReading } from '../../../src/engine/data/frozenReading';
import { cells, noteCodes, readText } from './reading';

const fileOf = (name: string, written: readonly string[]) =>
  `row,${name}\n${written.map((cell, i) => `${(i * 7919) % 1009},${cell.includes(',') ? `"${cell}"` : cell}`).join('\n')}\n`;
const two = (n: number) => String(n).padStart(2, '0');

/** Seconds, some of them of more than a day, some of less than a minute. */
const SECONDS = Array.from({ length: 60 }, (_, i) => (i * 37 * 61) % 172_000);
const parts = (s: number) => [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60] as const;

/** Durations as timers, spreadsheets, pandas, Python, databases, people and ISO 8601 write them. */
const FORMS: Readonly<Record<string, (s: number) => string>> = {
  'h:mm:ss': (s) =>
    parts(s)
      .map((n, k) => (k === 0 ? n : two(n)))
      .join(':'),
  'h:mm:ss.f': (s) => `${parts(s).map(two).join(':')}.250`,
  pandas: (s) =>
    `${Math.floor(s / 86_400)} days ${parts(s % 86_400)
      .map(two)
      .join(':')}`,
  Python: (s) => `${s < 86_400 ? '' : '1 day, '}${Math.floor((s % 86_400) / 3600)}:${two(parts(s)[1])}:${two(s % 60)}`,
  letters: (s) => `${parts(s)[0]}h ${two(parts(s)[1])}m ${two(s % 60)}s`,
  German: (s) => `${parts(s)[0]} Std. ${parts(s)[1]} Min. ${s % 60} Sek.`,
  words: (s) => `${parts(s)[0]} hours, ${parts(s)[1]} minutes and ${s % 60} seconds`,
  ISO: (s) => `PT${parts(s)[0]}H${parts(s)[1]}M${s % 60}S`,
};

test('durations are read in seconds in every form, and are said to be', async () => {
  for (const [form, write] of Object.entries(FORMS)) {
    const table = await readText(fileOf('x', SECONDS.map(write)));
    const more = form.endsWith('.f') ? 0.25 : 0;
    assert.deepEqual(
      cells(table, 'x'),
      SECONDS.map((s) => s + more),
      form,
    );
    assert.deepEqual(table.inspection.columns[1].reading, { kind: 'number', unit: 's', duration: 'whole' }, form);
    const said = table.inspection.notes.filter(({ code }) => code.includes('duration') || code === 'data/units');
    assert.deepEqual(
      said.map(({ code, text }) => [code, text]),
      [['data/durations', '"x" holds durations, which are read in seconds.']],
      form,
    );
  }
});

test('in cells of two parts what stands where is a guess that is said', async () => {
  const read = async (name: string, written: readonly string[]) => {
    const table = await readText(fileOf(name, written));
    return [
      cells(table, name)[0],
      noteCodes(table).filter((code) => code.includes('duration') || code.includes('times')),
    ];
  };
  const of = (first: number, more: readonly string[] = []) => [
    ...more,
    ...Array.from({ length: 40 }, (_, i) => `${(i * 7) % first}:${two((i * 11) % 60)}`),
  ];
  assert.deepEqual(await read('x', of(59, ['45:30'])), [45 * 60 + 30, ['data/doubtful-durations']]);
  assert.deepEqual(await read('x', of(170, ['45:30'])), [45 * 3600 + 30 * 60, ['data/doubtful-durations']]);
  assert.deepEqual(await read('hours', of(59, ['45:30'])), [45 * 3600 + 30 * 60, ['data/doubtful-durations']]);
  assert.deepEqual(await read('x', of(59, ['45:30', '1:02:03'])), [45 * 60 + 30, ['data/doubtful-durations']]);
  assert.deepEqual(await read('x', of(9, ['3:25.5'])), [205.5, ['data/doubtful-durations']]);
});

test('times of day stay such, and where they could be durations it is said how to read them so', async () => {
  const day = Array.from({ length: 40 }, (_, i) => `${two((i * 7) % 24)}:${two((i * 11) % 60)}`);
  const morning = Array.from({ length: 40 }, (_, i) => `${two((i * 7) % 12)}:${two((i * 11) % 60)}`);
  const codes = async (name: string, written: readonly string[]) => {
    const table = await readText(fileOf(name, written));
    assert.equal(table.inspection.columns[1].kind, 'date');
    return noteCodes(table).filter((code) => code === 'data/doubtful-times');
  };
  assert.deepEqual(await codes('at', day), []);
  assert.deepEqual(await codes('at', morning), ['data/doubtful-times']);
  assert.deepEqual(await codes('run_time', day), ['data/doubtful-times']);
  const [callout] = fileCallouts((await readText(fileOf('at', morning))).inspection);
  assert.deepEqual(callout.act?.change, { kind: 'readAs', column: 'at', as: 'number' });
  const set = await readText(fileOf('at', morning), { kinds: { at: 'number' } });
  assert.deepEqual(cells(set, 'at').slice(0, 3), [0, 7 * 3600 + 11 * 60, 2 * 3600 + 22 * 60]);
});

test('a few other cells are gaps that are counted; more of them leave words', async () => {
  const written = SECONDS.map((s, i) => (i === 7 ? 'stopped' : i === 9 ? '12' : i === 11 ? '' : FORMS['h:mm:ss'](s)));
  const table = await readText(fileOf('x', written));
  const { kind, unread } = table.inspection.columns[1];
  assert.deepEqual([kind, unread?.count, unread?.example, unread?.line], ['number', 2, 'stopped', 9]);
  const words = await readText(
    fileOf(
      'x',
      written.map((cell, i) => (i % 3 === 0 ? 'stopped' : cell)),
    ),
  );
  assert.notEqual(words.inspection.columns[1].kind, 'number');
  for (const others of [
    ['3rd', '5th', '7th'],
    ['12 main st', '5 high st'],
    ['16:9', '4:3'],
    ['10h', 'x', '7m'],
  ]) {
    const many = await readText(
      fileOf(
        'x',
        Array.from({ length: 60 }, (_, i) => others[i % others.length]),
      ),
    );
    assert.equal(many.inspection.columns[1].kind, 'category', others[0]);
  }
});

test('seconds alone are times of less than a minute beside minutes with parts of a second, as results of races are', async () => {
  const times = Array.from({ length: 60 }, (_, i) => 48 + ((i * 37) % 91) / 2 + 0.25);
  for (const [sign, least] of [
    ['.', 48],
    [',', 48],
    ['.', 90],
  ] as const) {
    const minutes = (t: number) => `${Math.floor(t / 60)}:${(t % 60).toFixed(2).padStart(5, '0')}`;
    const written = times.map((t) => (t < 60 ? t.toFixed(2) : minutes(t)).replace('.', sign));
    const few = written.map((cell, i) => (times[i] > least && i % 12 ? '57.25' : cell));
    for (const times_ of [written, few]) {
      const truth = times_.map((cell) =>
        cell
          .replace(',', '.')
          .split(':')
          .reduce((sum, part) => 60 * sum + Number(part), 0),
      );
      const table = await readText(fileOf('t', times_));
      assert.deepEqual(cells(table, 't'), truth, times_.slice(0, 6).join(' '));
      const frozen = frozenReading(table.inspection);
      for (const row of [0, 5, 9])
        assert.deepEqual(cells(await readText(fileOf('t', [times_[row]]), { frozen }), 't'), [truth[row]]);
    }
  }
  // Hours of a day beside fractions of an hour are no durations.
  const mixed = Array.from({ length: 60 }, (_, i) => (i % 2 ? `${i % 9}:30` : `${i % 9}.5`));
  assert.notEqual((await readText(fileOf('x', mixed))).inspection.columns[1].kind, 'number');
});

test('a capital alone behind a number is no unit of time', async () => {
  for (const [one, other] of [
    ['H', 'S'],
    ['D', 'M'],
  ]) {
    const table = await readText(
      fileOf(
        'x',
        SECONDS.map((s, i) => `${s}.50 ${i % 3 ? one : other}`),
      ),
    );
    assert.notEqual(table.inspection.columns[1].kind, 'number');
    assert.ok(noteCodes(table).includes('data/other-units'));
  }
});
