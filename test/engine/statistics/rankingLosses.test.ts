import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../src/engine/data/random';
import { rankingLosses, rankRows, rocArea } from '../../../src/engine/statistics/ranking';

test('the parts of rows in the share of wrong pairs have it as their mean, and DeLong as the variance of that', () => {
  for (let seed = 1; seed <= 12; seed++) {
    const random = new Random(seed);
    const next = () => random.uniform();
    const rows = 20 + Math.floor(40 * next());
    const yes = Array.from({ length: rows }, (_, i) => i < 2 || (i > 3 && next() < 0.3));
    // Rounded, so that some scores are equal.
    const scores = Float64Array.from(yes, (is) => Math.round(8 * (next() + (is ? 0.3 : 0))) / 8);
    let [wrong, pairs] = [0, 0];
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < rows; j++) {
        if (!yes[i] || yes[j]) continue;
        pairs++;
        wrong += scores[i] < scores[j] ? 1 : scores[i] === scores[j] ? 0.5 : 0;
      }
    const losses = rankingLosses(scores, (i) => yes[i]);
    const mean = losses.reduce((sum, v) => sum + v, 0) / rows;
    assert.ok(Math.abs(mean - wrong / pairs) < 1e-12);
    const area = rocArea(rankRows(scores, (i) => yes[i]));
    assert.ok(Math.abs(1 - area.value - mean) < 1e-12);
    // The logit's half width is that of the area over its slope; its variance divides by one row less on each side.
    const own = yes.filter(Boolean).length;
    const part = (of: boolean, count: number) =>
      losses.reduce((sum, v, i) => sum + (yes[i] === of ? (v - mean) ** 2 : 0), 0) * (count / (count - 1));
    const variance = (part(true, own) + part(false, rows - own)) / rows ** 2;
    const logit = (p: number) => Math.log(p / (1 - p));
    const deviation =
      ((logit(area.interval[1]) - logit(area.interval[0])) / 2 / 1.959964) * area.value * (1 - area.value);
    assert.ok(Math.abs(deviation / Math.sqrt(variance) - 1) < 1e-5, `${deviation} ${Math.sqrt(variance)}`);
  }
});
