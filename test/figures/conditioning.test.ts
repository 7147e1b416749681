import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ckrrHard } from '../../src/engine/methods/ckrrHard';
import { krr } from '../../src/engine/methods/krr';
import { conditioningFigure } from '../../src/figures/spectral/conditioning';
import { deriveView } from '../../src/figures/view/view';
import { plainText } from '../../src/figures/words/describe';
import { madeProblem } from '../engine/madeRows';
import { fitted } from '../engine/methods/fitting';
import { exampleRun } from './exampleRun';

const example = exampleRun();
const said = (fit: ReturnType<typeof fitted>) =>
  plainText(conditioningFigure(deriveView({ ...example, ...fit, model: example.model }))?.sentence ?? []);

test('what leaving directions unpenalised does is told by folds with intervals, and by nothing else', () => {
  for (let seed = 1; seed <= 8; seed++) {
    const design = madeProblem(60, 2, seed % 2 === 0 ? 0.3 : 0.8, seed);
    const given = { kernel: 'gaussian', lengthScale: 0.6 + (seed % 3) };
    assert.match(said(fitted(krr, design, given)), /cannot be told/);
    assert.match(said(fitted(ckrrHard, design, { ...given, folds: 0 })), /cannot be told/);
    const fit = fitted(ckrrHard, design, { ...given, folds: 5 });
    const path = fit.paths.find(({ axis }) => axis === 'k');
    assert.ok(path);
    const text = said(fit);
    const numbers = Array.from(text.matchAll(/([\d.]+) ± ([\d.]+)/g), ([, value, half]) => [
      Number(value),
      Number(half),
    ]);
    const at = path.least.cv;
    assert.equal(numbers.length, at === 0 ? 1 : 2, text);
    assert.match(text, at === 0 ? /no direction/ : new RegExp(`first ${path.values[at]} direction`));
    for (const [i, [value, half]] of numbers.entries()) {
      const place = i === 0 ? at : 0;
      const error = Math.sqrt(path.cv[place]);
      assert.ok(Math.abs(value / error - 1) < 0.01, text);
      // Student's t with 4 degrees of freedom.
      const expected = (2.776 * path.cvStandardError[place]) / (2 * error);
      assert.ok(Math.abs(half - expected) < 0.01 * error, text);
    }
  }
});
