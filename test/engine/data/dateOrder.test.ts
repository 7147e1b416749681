import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { DesignOptions, HoldoutRule } from '../../../src/engine/contract/data';
import { withDateOrder } from '../../../src/engine/data/dateOrder';
import { buildDesign } from '../../../src/engine/data/design';
import { dailySeries, dayOf } from '../dailySeries';
import { readText } from './reading';

const OPEN: HoldoutRule = { kind: 'fraction', fraction: 0.2, byDefault: true };
const options: DesignOptions = { target: 'y', missing: 'impute', standardise: true, seed: 0, holdout: OPEN };

async function heldOut(csv: string, asked: Partial<DesignOptions> = {}) {
  const table = await readText(csv);
  const resolved = withDateOrder(table, { ...options, ...asked }, quietContext);
  const { holdout } = buildDesign(table, resolved, quietContext);
  return { rule: resolved.holdout, rows: Array.from(holdout?.rows ?? []) };
}

const rows = dailySeries(200);
const csv = (lines: readonly string[], header = 'Date,x,y') => `${header}\n${lines.join('\n')}\n`;
const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const last = { kind: 'last', fraction: 0.2, by: 'Date', byDefault: true };

test('a file in the order of a date holds out its last rows in time, upwards and downwards', async () => {
  assert.deepEqual(await heldOut(csv(rows)), { rule: last, rows: span(161, 200) });
  assert.deepEqual(await heldOut(csv(rows.toReversed())), { rule: last, rows: span(1, 40) });
});

test('few exceptions, ties and rows without a target leave the order as it is', async () => {
  const swapped = [...rows];
  [swapped[20], swapped[21]] = [swapped[21], swapped[20]];
  assert.deepEqual((await heldOut(csv(swapped))).rule, last);
  const tied = rows.map((line, i) => line.replace(dayOf(i), dayOf(Math.floor(i / 4))));
  assert.deepEqual(await heldOut(csv(tied)), { rule: last, rows: span(161, 200) });
  assert.deepEqual((await heldOut(csv([...rows, ',,', ',,']))).rule, last);
});

test('without an order of dates, rows are held out at random', async () => {
  const shuffled = rows.map((_, i) => rows[(i * 77) % 200]);
  const gap = rows.map((line, i) => (i === 50 ? line.replace(dayOf(i), '') : line));
  const numbers = rows.map((line, i) => line.replace(dayOf(i), String(i)));
  const two = rows.map((line, i) => line.replace(dayOf(i), dayOf(i < 100 ? 0 : 1)));
  for (const lines of [shuffled, gap, numbers, two]) assert.equal((await heldOut(csv(lines))).rule, OPEN);
});

test('what a person says goes before the order', async () => {
  const table = await readText(csv(rows));
  const asked: Partial<DesignOptions>[] = [
    { holdout: { kind: 'fraction', fraction: 0.2 } },
    { holdout: { kind: 'last', fraction: 0.1 } },
    { splitBy: { kind: 'group', column: 'x' } },
    { splitBy: { kind: 'blocks' } },
  ];
  for (const each of asked) {
    const given = { ...options, ...each };
    assert.equal(withDateOrder(table, given, quietContext), given);
  }
  const filtered = await heldOut(
    csv(
      [...rows, ...rows].map((line, i) => `${line},${i < 200 ? 'a' : 'b'}`),
      'Date,x,y,g',
    ),
    {
      where: "g = 'b'",
    },
  );
  assert.deepEqual(filtered, { rule: last, rows: span(361, 400) });
});
