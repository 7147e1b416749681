import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alignmentSpectrum, DRAWN_COLUMNS, DRAWN_ROWS, FIGURE_1, FIGURE_2 } from '../../src/reproduce/tkrr/alignment';
import { fitContext } from '../engine/testCore';
import { reproduced } from './reduced';
import eigenvalues from './tkrrEigenvalues.json';

const close = (a: number, b: number, error: number) =>
  assert.ok(Math.abs(a - b) <= error, `${a} is not within ${error} of ${b}`);

test('the kernel of the shipped rows has the authors’ eigenvalues', () => {
  // The first 50 of K/n, as their program found them on the rows of each figure.
  const found = [
    [FIGURE_1, eigenvalues.figure1],
    [FIGURE_2, eigenvalues.figure2],
  ] as const;
  for (const [{ rows }, expected] of found) {
    const mu = alignmentSpectrum(rows, DRAWN_ROWS, DRAWN_COLUMNS, fitContext);
    expected.forEach((value, i) => {
      close(mu[i], value, 1e-10);
    });
  }
});

test('figure 1 gives the authors’ numbers to the printed digits', () => {
  const { numbers, verdict } = reproduced('tkrr-fig1');
  const ours = (name: string) => numbers.find((v) => v.name === name)?.ours ?? Number.NaN;
  close(ours('first eigenvalue'), 0.85149, 5e-6);
  close(ours('30th eigenvalue'), 1.416e-5, 5e-9);
  close(ours('σ = 3 sd: lowest MSE'), 0.945627, 5e-7);
  close(ours('σ = 3 sd: −log\u00a0λ of the lowest'), 6.918, 5e-4);
  assert.equal(ours('σ = 3 sd: interior minima'), 4);
  close(ours('σ = 2.4 sd: lowest MSE'), 0.669667, 5e-7);
  close(ours('σ = 2.4 sd: −log\u00a0λ of the lowest'), 10.667, 5e-4);
  assert.equal(verdict, 'agrees');
});

test('figure 2 gives the authors’ numbers to the printed digits', () => {
  const { numbers, verdict } = reproduced('tkrr-fig2');
  const printed = [0.9644, 0.64296, 0.76174, 0.82572, 0.63547, 0.63585];
  printed.forEach((value, i) => {
    close(numbers[i].ours, value, 5e-6);
  });
  assert.equal(verdict, 'agrees');
});

test('the rates of figures 3 and 4 are those of Theorem 2', () => {
  const { numbers } = reproduced('tkrr-fig3');
  close(numbers[0].ours, -2 / 3, 0.03);
  close(numbers[1].ours, -20 / 21, 0.06);
  for (const { ours } of reproduced('tkrr-fig4').numbers) assert.ok(ours > 0);
});
