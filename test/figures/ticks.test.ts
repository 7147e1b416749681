import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AxisSpec } from '../../src/engine/contract/figure';
import { axisTicks, formatTick, secondAxis } from '../../src/figures/layout/ticks';
import { generator } from './exampleData';

const axis = (
  scale: AxisSpec['scale'],
  domain: readonly [number, number],
  format: AxisSpec['format'],
  more: Partial<AxisSpec> = {},
): AxisSpec => ({ title: '', scale, domain, format, ...more });
const labels = (a: AxisSpec, room: number) => {
  const ticks = axisTicks(a, room);
  return ticks.map((v) => formatTick(a, v, ticks));
};

test('whole decades on logarithmic axes, thinned to the room', () => {
  assert.deepEqual(labels(axis('log', [1e-9, 1], 'power'), 6), ['10⁻⁸', '10⁻⁶', '10⁻⁴', '10⁻²', '10⁰']);
  assert.deepEqual(labels(axis('log', [1, 1202], 'count'), 8), ['1', '10', '100', '1,000']);
  assert.deepEqual(labels(axis('log', [0.02, 1.6], 'plain'), 6), ['0.02', '0.05', '0.1', '0.2', '0.5', '1']);
  assert.deepEqual(labels(axis('log', [0.002, 3], 'plain'), 7), ['0.003', '0.01', '0.03', '0.1', '0.3', '1', '3']);
  assert.deepEqual(labels(axis('log', [1e-12, 1], 'plain'), 5), ['10⁻¹²', '10⁻⁹', '10⁻⁶', '10⁻³', '10⁰']);
});

test('a logarithmic axis without a whole decade still has ticks', () => {
  for (const domain of [
    [2, 9],
    [3, 4],
    [1.001, 1.002],
    [5e-13, 6e-13],
  ] as const) {
    const ticks = axisTicks(axis('log', domain, 'plain'), 6);
    assert.ok(ticks.length >= 2, `${domain}: ${ticks}`);
    for (const v of ticks) assert.ok(v >= domain[0] && v <= domain[1]);
  }
});

test('round numbers with equal decimals on linear axes', () => {
  assert.deepEqual(labels(axis('linear', [0, 1.03], 'plain', { ticks: [0, 0.25, 0.5, 0.75, 1] }), 8), [
    '0.00',
    '0.25',
    '0.50',
    '0.75',
    '1.00',
  ]);
  assert.deepEqual(labels(axis('linear', [-25, 25], 'plain'), 6), ['−20', '−10', '0', '10', '20']);
  assert.deepEqual(labels(axis('linear', [0, 1], 'percent'), 5), [
    '0\u202f%',
    '20\u202f%',
    '40\u202f%',
    '60\u202f%',
    '80\u202f%',
    '100\u202f%',
  ]);
  assert.deepEqual(labels(axis('linear', [0, 3e12], 'plain'), 4), ['0', '10¹²', '2×10¹²', '3×10¹²']);
});

test('from 10,000 on an axis is in k, and one axis has one style', () => {
  assert.deepEqual(labels(axis('linear', [0, 50000], 'plain'), 5), ['0', '10k', '20k', '30k', '40k', '50k']);
  assert.deepEqual(labels(axis('linear', [0, 9000], 'plain'), 3), ['0', '5,000']);
  assert.deepEqual(labels(axis('linear', [11000, 14000], 'plain'), 6), [
    '11.0k',
    '11.5k',
    '12.0k',
    '12.5k',
    '13.0k',
    '13.5k',
    '14.0k',
  ]);
  assert.deepEqual(
    labels(axis('linear', [40001, 40005], 'plain'), 2),
    ['40,002', '40,004'],
    'where k would take three decimals',
  );
  assert.deepEqual(labels(axis('linear', [-2e6, 2e6], 'plain'), 2), ['−2M', '0', '2M']);
  assert.deepEqual(
    labels(axis('linear', [0, 6e8], 'plain'), 3),
    ['0', '2×10⁸', '4×10⁸', '6×10⁸'],
    'as values beside it are written',
  );
  assert.deepEqual(labels(axis('log', [1, 20000], 'count'), 6), ['1', '10', '100', '1k', '10k']);
  assert.deepEqual(labels(axis('log', [4e4, 2e5], 'plain'), 3), ['50k', '100k', '200k']);
  assert.deepEqual(labels(axis('log', [4e-9, 3000], 'plain'), 4), ['10⁻⁶', '10⁻³', '10⁰', '10³']);
});

test('dates fall on days, months or years', () => {
  const day = (y: number, m = 0, d = 1) => Date.UTC(y, m, d) / 86400000;
  assert.deepEqual(labels(axis('linear', [day(2001, 5), day(2021, 5)], 'date'), 5), ['2005', '2010', '2015', '2020']);
  assert.deepEqual(labels(axis('linear', [day(2024, 0, 10), day(2024, 5, 10)], 'date'), 6), [
    '2024-02',
    '2024-03',
    '2024-04',
    '2024-05',
    '2024-06',
  ]);
  assert.deepEqual(labels(axis('linear', [day(2024, 0, 10), day(2024, 0, 14)], 'date'), 5), [
    '2024-01-10',
    '2024-01-11',
    '2024-01-12',
    '2024-01-13',
    '2024-01-14',
  ]);
});

test('a log of minutes or seconds has ticks on the clock', () => {
  const noon = Date.UTC(2024, 0, 10, 12) / 86400000;
  assert.deepEqual(labels(axis('linear', [noon, noon + 50 / 1440], 'date'), 4), [
    '2024-01-10 12:00',
    '2024-01-10 12:15',
    '2024-01-10 12:30',
    '2024-01-10 12:45',
  ]);
  assert.deepEqual(labels(axis('linear', [noon, noon + 50 / 86400], 'date'), 2), [
    '2024-01-10 12:00:00',
    '2024-01-10 12:00:30',
  ]);
});

test('no two ticks read alike, however narrow the stretch is beside its values', () => {
  const random = generator(3);
  for (let i = 0; i < 3000; i++) {
    const format = (['plain', 'power', 'percent', 'date'] as const)[i % 4];
    const middle =
      format === 'date' ? 40000 * random() - 10000 : format === 'percent' ? random() : 10 ** (26 * random() - 13);
    const span = format === 'date' ? 10 ** (6 * random() - 3) : middle * 10 ** (6 * random() - 6);
    const scale = format === 'date' || random() < 0.6 ? 'linear' : 'log';
    const a = axis(scale, [middle, middle + span], format);
    const texts = labels(a, 2 + Math.floor(9 * random()));
    assert.equal(new Set(texts).size, texts.length, `${format} ${scale} ${a.domain}: ${texts.join(' | ')}`);
  }
  // Milliseconds since 1970 over a week.
  assert.deepEqual(labels(axis('linear', [1.7061e12, 1.7067e12], 'plain'), 3), [
    '1.7062×10¹²',
    '1.7064×10¹²',
    '1.7066×10¹²',
  ]);
});

test('levels by name, thinned when they are many', () => {
  const names = Array.from({ length: 30 }, (_, i) => `L${i}`);
  const a = axis('linear', [-0.5, 29.5], 'level', { labels: names });
  assert.deepEqual(labels(a, 10), ['L0', 'L3', 'L6', 'L9', 'L12', 'L15', 'L18', 'L21', 'L24', 'L27']);
});

test('the second row covers the same stretch in its own units', () => {
  const a = axis('log', [1e-9, 1], 'power', { gutter: 'λ', second: { gutter: 'n·λ', factor: 1202 } });
  const second = secondAxis(a);
  assert.deepEqual(second?.domain, [1e-9 * 1202, 1202]);
  assert.equal(second?.gutter, 'n·λ');
  assert.equal(secondAxis(axis('log', [1, 2], 'power')), undefined);
});

test('ticks lie in the domain, ascend, and fit the room, whatever the domain', () => {
  for (const scale of ['linear', 'log'] as const)
    for (const exponent of [-12, -3, 0, 3, 12])
      for (const width of [1.5, 8, 90, 1e4, 1e9])
        for (const room of [2, 3, 5, 9]) {
          const domain = [10 ** exponent * 1.23, 10 ** exponent * 1.23 * width] as const;
          const ticks = axisTicks(axis(scale, domain, 'plain'), room);
          const where = `${scale} ${domain} room ${room}: ${ticks}`;
          assert.ok(ticks.length >= 1 && ticks.length <= room + 2, where);
          ticks.forEach((v, i) => {
            assert.ok(v >= domain[0] * (1 - 1e-8) && v <= domain[1] * (1 + 1e-8), where);
            assert.ok(i === 0 || v > ticks[i - 1], where);
          });
        }
});

test('no axis has a single tick where two can be had', () => {
  for (const domain of [
    [40, 63],
    [49.5, 50.5],
    [-3, 4],
    [0, 99],
    [1, 5],
  ] as const)
    for (const scale of ['linear', 'log'] as const)
      for (const format of ['plain', 'count', 'power'] as const)
        for (let room = 1; room < 6; room++) {
          if (scale === 'log' && domain[0] < 0) continue;
          const ticks = axisTicks(axis(scale, domain, format), room);
          assert.ok(ticks.length >= 2, `${scale} ${format} ${domain} in ${room}: ${ticks}`);
          assert.ok(ticks.every((v) => v >= domain[0] && v <= domain[1]));
        }
  assert.deepEqual(axisTicks(axis('linear', [3, 3], 'plain'), 5), [3], 'a stretch of one value has one');
});
