import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sample } from '../../../src/engine/contract/data';
import { Random } from '../../../src/engine/data/random';
import { krr } from '../../../src/engine/methods/krr';
import { nystromRidge } from '../../../src/engine/methods/nystromRidge';
import { madeDesign, madeRows, madeSample } from '../madeRows';
import { briefContext } from '../testCore';
import { fitted, type Given } from './fitting';

/** Probabilities of the second of two classes, which is rarer, or of each of three. */
const TRUTH: Readonly<Record<number, (a: number, b: number) => readonly number[]>> = {
  2: (a, b) => {
    const p = 1 / (1 + Math.exp(1.2 - 2 * Math.sin(2 * a) - b));
    return [1 - p, p];
  },
  3: (a, b) => {
    const powers = [Math.exp(1.5 * a), Math.exp(2 * Math.sin(2 * b)), 1];
    const sum = powers.reduce((x, y) => x + y, 0);
    return powers.map((v) => v / sum);
  },
};

function sampled(n: number, levels: number, seed: number): { readonly sample: Sample; readonly truth: number[][] } {
  const x = madeRows(n, 2, seed);
  const random = new Random(seed + 77);
  const truth = Array.from({ length: n }, (_, i) => [...TRUTH[levels](x.values[i], x.values[n + i])]);
  const y = Float64Array.from(truth, (p) => {
    const drawn = random.uniform();
    return p.slice(0, -1).filter((_, k) => drawn >= p.slice(0, k + 1).reduce((sum, share) => sum + share, 0)).length;
  });
  return { sample: madeSample(x, y), truth };
}

const SEEDS = 3;

/** The mean distance of a class's probabilities from the true ones, signed and absolute, over the seeds. */
function distances(method: typeof krr, levels: number, given: Given): { readonly bias: number; readonly far: number } {
  let [bias, far] = [0, 0];
  for (let seed = 1; seed <= SEEDS; seed++) {
    const [train, test] = [sampled(400, levels, seed), sampled(400, levels, seed + 50)];
    const design = { ...madeDesign(train.sample, test.sample), classes: ['a', 'b', 'c'].slice(0, levels) };
    const { classes } = fitted(method, design, { lengthScale: 1.2, lambda: 3e-3, folds: 5, ...given }, briefContext);
    const level = levels === 2 ? 1 : 0;
    const p = classes?.probability?.probabilities[0] ?? new Float64Array(400).fill(Number.NaN);
    p.forEach((v, i) => {
      bias += (v - test.truth[i][level]) / 400 / SEEDS;
      far += Math.abs(v - test.truth[i][level]) / 400 / SEEDS;
    });
  }
  return { bias, far };
}

// The Monte-Carlo error of a bias is about 0.012: 400 training rows a seed, whose fraction of the class has 0.02.
for (const levels of [2, 3])
  for (const classWeight of ['none', 'balanced'])
    test(`probabilities of ${levels} classes are near the true ones, class weights ${classWeight}`, () => {
      for (const method of levels === 2 ? [krr, nystromRidge] : [krr]) {
        const { bias, far } = distances(method, levels, { classWeight });
        assert.ok(Math.abs(bias) < 0.025, `${method.id}: bias ${bias}`);
        assert.ok(far < 0.1, `${method.id}: ${far}`);
      }
    });
