import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../src/engine/data/random';
import {
  lossVariances,
  meanLoss,
  rankingLosses,
  rankRows,
  rocArea,
  toldClass,
} from '../../../src/engine/statistics/ranking';

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
    // The logit's half width is that of the area over its slope; each side has one row more, of the largest variance.
    const own = yes.filter(Boolean).length;
    const more = mean * (1 - mean) * (1 / own ** 2 + 1 / (rows - own) ** 2);
    const variance = losses.reduce((sum, v) => sum + (v - mean) ** 2, 0) / rows ** 2 + more;
    const logit = (p: number) => Math.log(p / (1 - p));
    const deviation =
      ((logit(area.interval[1]) - logit(area.interval[0])) / 2 / 1.959964) * area.value * (1 - area.value);
    assert.ok(Math.abs(deviation / Math.sqrt(variance) - 1) < 1e-5, `${deviation} ${Math.sqrt(variance)}`);
  }
});

test('the interval of the area under a ROC curve holds the truth as often as it says, however few rows a class has', () => {
  for (const few of [1, 2, 3, 5, 20])
    for (const spread of [1, 2])
      for (const apart of [0, 1]) {
        const random = new Random(90 + few);
        const scoresOf = (rows: number, own: number) =>
          Float64Array.from({ length: rows }, (_, i) => (i < own ? apart + spread * random.normal() : random.normal()));
        const areaOf = (rows: number, own: number) => rocArea(rankRows(scoresOf(rows, own), (i) => i < own));
        const truth = areaOf(40_000, 20_000).value;
        let held = 0;
        for (let draw = 0; draw < 300; draw++) {
          const [low, high] = areaOf(60 + few, few).interval;
          held += Number(low <= truth && high >= truth);
        }
        assert.ok(held >= 0.9 * 300, `${few} rows, ${spread} as wide, ${apart} apart: ${held} of 300`);
      }
});

test('the interval of the log-loss holds the truth as often as it says, also where rows may hold none of a rare class', () => {
  for (const share of [0.03, 0.3])
    for (const rows of [20, 60]) {
      const random = new Random(70 + rows);
      const truth = -(share * Math.log(share) + (1 - share) * Math.log(1 - share));
      const each = [1 - share, share].map((p) => new Float64Array(rows).fill(p));
      const loss = (level: number, i: number) => -Math.log(each[level][i]);
      let held = 0;
      for (let draw = 0; draw < 400; draw++) {
        const losses = Float64Array.from(each[0], (_, i) => loss(Number(random.uniform() < share), i));
        const [low, high] = meanLoss(losses, 1, lossVariances(each, loss)).interval;
        held += Number(low <= truth && high >= truth);
      }
      assert.ok(held >= 0.88 * 400, `${share} of ${rows} rows: ${held} of 400`);
    }
});

/**
 * Scores of as many classes, where the scores of `told` are higher in their own rows; a class has half as many rows as
 * the one before.
 */
function scored(classes: number, told: readonly number[], random: Random) {
  const observed = Uint16Array.from({ length: 600 }, () => {
    let level = 0;
    while (level < classes - 1 && random.uniform() < 0.5) level++;
    return level;
  });
  const outputs = Array.from({ length: classes }, (_, c) =>
    Float64Array.from(observed, (level) => random.normal() + (told.includes(c) && level === c ? 1.5 : 0)),
  );
  return { observed, scores: classes === 2 ? [outputs[1]] : outputs };
}

test('of classes of noise one is told in hardly more than one draw of forty, however many there are', () => {
  for (const classes of [2, 3, 8]) {
    const random = new Random(classes);
    const draws = 400;
    let told = 0;
    for (let draw = 0; draw < draws; draw++) {
      const { scores, observed } = scored(classes, [], random);
      told += Number(toldClass(scores, observed, classes) !== undefined);
    }
    assert.ok(told / draws < 0.025 + 3 * Math.sqrt((0.025 * 0.975) / draws), `${told} of ${draws} of ${classes}`);
  }
});

test('the most common class is looked at if it is told, another one if only that is, and of two the second', () => {
  const random = new Random(4);
  const levelOf = (classes: number, told: readonly number[]) => {
    const { scores, observed } = scored(classes, told, random);
    return toldClass(scores, observed, classes)?.level;
  };
  assert.equal(levelOf(4, [0, 1, 2]), 0);
  assert.equal(levelOf(4, [2]), 2);
  assert.equal(levelOf(2, [1]), 1);
});
