import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calibrate } from '../../../src/engine/statistics/calibrate';
import { ISOTONIC_ROWS, probabilitiesOf } from '../../../src/engine/statistics/calibration';
import { decidedLevels } from '../../../src/engine/statistics/classes';
import { averagePrecision, meanLoss, rankRows, rocArea } from '../../../src/engine/statistics/ranking';
import oracle from '../../oracles/calibration.json';
import { relativeError } from '../madeRows';

interface Case {
  readonly kind: string;
  readonly n: number;
  readonly a?: number;
  readonly b?: number;
  readonly K?: number;
  readonly weighted?: boolean;
  readonly offsets?: readonly number[] | null;
  readonly slope?: number;
  readonly intercept?: number;
  readonly temperature?: number;
  readonly at?: readonly number[];
  readonly p?: readonly number[];
  readonly auc: number | readonly number[];
  readonly averagePrecision: number | readonly number[];
  readonly logLoss: number;
  readonly brier: number;
}
const cases = oracle.cases as readonly Case[];

/** The sequences of calibration.py. */
const u = (i: number) => (0.754877666 * i) % 1;
const v = (i: number) => (0.569840291 * i) % 1;

function rowsOf({ n, K, a = 0, b = 0 }: Case): { readonly scores: Float64Array[]; readonly codes: Float64Array } {
  const index = Array.from({ length: n }, (_, i) => i + 1);
  if (K !== undefined) {
    const scores = Array.from({ length: K }, (_, k) =>
      Float64Array.from(index, (i) => Math.sin(1.7 * i + 2.3 * k) + (k === i % K ? u(i) : 0)),
    );
    return { scores, codes: Float64Array.from(index, (i) => (v(i) < 0.3 ? (i + 1) % K : i % K)) };
  }
  const score = Float64Array.from(index, (i) => {
    const s = 3 * u(i) - 1.5;
    return i % 5 === 0 ? Math.round(s * 10) / 10 : s;
  });
  const codes = Float64Array.from(index, (i) => Number(v(i) < 1 / (1 + Math.exp(-a * score[i - 1] - b))));
  return { scores: [score], codes };
}

for (const known of cases)
  test(`${known.kind} on ${known.n} rows${known.weighted ? ' with weights' : ''} as scikit-learn and scipy have it`, () => {
    const { scores, codes } = rowsOf(known);
    const { K = 2, offsets } = known;
    const weights = Float64Array.from(codes, (_, i) => 0.5 + v(i + 1));
    const found = calibrate(scores, codes, K, { ...(known.weighted && { weights }), ...(offsets && { offsets }) });
    assert.equal(found?.kind, known.kind);
    assert.equal(found.rows, known.n);
    const p = probabilitiesOf(found, scores);
    if (found.kind === 'platt')
      assert.ok(relativeError([found.slope, found.intercept], [known.slope ?? 0, known.intercept ?? 0]) < 1e-8);
    if (found.kind === 'temperature') {
      assert.ok(relativeError([found.temperature], [known.temperature ?? 0]) < 1e-6);
      p[0].forEach((_, i) => {
        assert.ok(Math.abs(p.reduce((sum, of) => sum + of[i], 0) - 1) < 1e-12);
      });
    }
    if (known.at && known.p) {
      const [between] = probabilitiesOf(found, [Float64Array.from(known.at)]);
      known.p.forEach((expected, j) => {
        assert.ok(Math.abs(between[j] - expected) < 1e-12, `at ${known.at?.[j]}`);
      });
    }
    const own = (code: number, i: number) => (K > 2 ? p[code][i] : code === 1 ? p[0][i] : 1 - p[0][i]);
    const clipped = (value: number) => Math.min(1 - Number.EPSILON, Math.max(Number.EPSILON, value));
    const logLoss = meanLoss(codes.map((code, i) => -Math.log(clipped(own(code, i)))));
    assert.ok(relativeError([logLoss.value], [known.logLoss]) < 1e-7);
    [known.auc].flat().forEach((area, k) => {
      const level = K > 2 ? k : 1;
      const ranked = rankRows(scores[k], (i) => codes[i] === level);
      assert.ok(Math.abs(rocArea(ranked).value - area) < 1e-12);
      assert.ok(Math.abs(averagePrecision(ranked) - [known.averagePrecision].flat()[k]) < 1e-12);
    });
  });

test('isotonic steps begin at 1,000 rows, and rows without finite scores are passed over', () => {
  const { scores, codes } = rowsOf({
    kind: '',
    n: ISOTONIC_ROWS,
    a: 1,
    b: 0,
    auc: 0,
    averagePrecision: 0,
    logLoss: 0,
    brier: 0,
  });
  assert.equal(calibrate(scores, codes, 2)?.kind, 'isotonic');
  const broken = [scores[0].map((s, i) => (i === 7 ? Number.POSITIVE_INFINITY : s))];
  const found = calibrate(broken, codes, 2);
  assert.deepEqual([found?.kind, found?.rows], ['platt', ISOTONIC_ROWS - 1]);
  assert.equal(calibrate(scores, new Float64Array(ISOTONIC_ROWS), 2), undefined);
});

test('the interval of an area is that of DeLong by all pairs with one row more on each side, and open where no pair is out of order', () => {
  const { scores, codes } = rowsOf({ ...cases[1] });
  const [s] = scores;
  const ones = Array.from(s.keys()).filter((i) => codes[i] === 1);
  const zeros = Array.from(s.keys()).filter((i) => codes[i] === 0);
  const above = (i: number, j: number) => (s[i] > s[j] ? 1 : s[i] === s[j] ? 0.5 : 0);
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const variance = (values: readonly number[]) =>
    (values.reduce((sum, x) => sum + (x - area) ** 2, 0) + area * (1 - area)) / values.length;
  const over = ones.map((i) => mean(zeros.map((j) => above(i, j))));
  const under = zeros.map((j) => mean(ones.map((i) => above(i, j))));
  const area = mean(over);
  const half =
    (1.959964 * Math.sqrt(variance(over) / ones.length + variance(under) / zeros.length)) / (area * (1 - area));
  const back = (t: number) => 1 / (1 + Math.exp(-t));
  const logit = Math.log(area / (1 - area));
  const { value, interval } = rocArea(rankRows(s, (i) => codes[i] === 1));
  assert.ok(relativeError([value, ...interval], [area, back(logit - half), back(logit + half)]) < 1e-12);
  const perfect = rocArea(rankRows([1, 2, 3, 4], (i) => i > 1));
  assert.deepEqual([perfect.value, perfect.interval[1]], [1, 1]);
  assert.ok(perfect.interval[0] < 0.5);
});

test('a probability above the threshold decides between two, the largest score between several', () => {
  const calibration = { kind: 'platt', slope: 2, intercept: -1, rows: 9 } as const;
  const scores = [Float64Array.of(0.4, 0.6, Number.NaN, 1.5)];
  assert.deepEqual(Array.from(decidedLevels(scores, { calibration })), [0, 1, -1, 1]);
  assert.deepEqual(Array.from(decidedLevels(scores, { calibration, threshold: 0.8 })), [0, 0, -1, 1]);
  assert.deepEqual(Array.from(decidedLevels(scores, {})), [1, 1, -1, 1]);
});
