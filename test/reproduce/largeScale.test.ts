import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../src/engine/contract/context';
import { recipeById } from '../../src/reproduce/registry';
import { core } from '../engine/testCore';
import { reproduced } from './reduced';

const numbersOf = (id: string, seed = 1) => {
  const { numbers } = reproduced(id, seed);
  return (start: string) => {
    const found = numbers.find(({ name }) => name.startsWith(start));
    assert.ok(found, start);
    return found;
  };
};

for (const id of ['rf-fig1', 'rf-fig2'])
  test(`${id} has every exponent of the text exactly`, () => {
    const { verdict, numbers } = reproduced(id);
    assert.equal(verdict, 'agrees');
    for (const { name, ours, published } of numbers) assert.equal(ours, published, name);
  });

test('more rows need a smaller λ and leave a smaller risk in both settings of rf-fig3', () => {
  const of = numbersOf('rf-fig3');
  for (const panel of ['r = 11/16, γ = 1/8', 'r = 7/8, γ = 1/4']) {
    const risk = of(`${panel}: slope of log excess risk`);
    assert.ok(risk.ours < 0 && risk.published !== undefined && risk.published < -0.8);
    assert.ok(of(`${panel}: slope of log M`).published !== undefined);
  }
});

test('σ and the λ of random features can be chosen, as what the paper leaves open', () => {
  const run = (options: Record<string, string>) =>
    recipeById('rf-fig3').run(
      { id: 'rf-fig3', seed: 1, quick: true, draws: 1, options },
      { ...quietContext, linalg: core, tested: true },
    );
  const [own, loud] = [run({ lambda: 'best' }), run({ noise: '1' })];
  const features = own.settings.find(({ name }) => name === 'λ with random features');
  assert.match(features?.value ?? '', /^the best/);
  assert.notDeepEqual(own.numbers, loud.numbers);
  // One repetition has no scatter to state.
  assert.ok(own.numbers.every(({ oursError }) => oursError === undefined));
});

for (const [id, exponent] of [
  ['nypca-cor5', -0.2],
  ['nypca-cor7', -0.4],
] as const)
  test(`${id}: at the smallest θ EKPCA falls like the population, and nothing lies below that`, () => {
    const { finding } = reproduced(id);
    assert.match(finding.map(({ text }) => text).join(''), /never lies below/);
    const { ours, oursError } = numbersOf(id)('EKPCA, θ = 0.4: slope');
    assert.ok(oursError !== undefined);
    assert.ok(Math.abs(ours - exponent) < 0.15 + 2 * oursError, `${ours}`);
    const ratio = numbersOf(id)('NY-EKPCA / EKPCA');
    assert.ok(ratio.ours >= 1 - 1e-9 && ratio.ours < 2);
  });

for (const id of ['nypca-cor11', 'nypca-cor13'])
  test(`${id}: few random features are worse than many and than landmarks, all worse than EKPCA`, () => {
    const { figures } = reproduced(id);
    const [first] = figures;
    const last = (start: string) => {
      const series = first.series.find(({ name, kind }) => kind === 'line' && name.startsWith(start));
      assert.ok(series, start);
      return series.y[series.y.length - 1];
    };
    const [many, few] = ['RF-EKPCA, γ = 0.9', 'RF-EKPCA, γ = 0.4'].map(last);
    const [population, empirical, landmarks] = ['population', 'EKPCA', 'NY-EKPCA'].map(last);
    assert.ok(population < empirical && empirical < Math.min(landmarks, many));
    assert.ok(Math.max(landmarks, many) < few / 2, `${landmarks}, ${many} and ${few}`);
  });
