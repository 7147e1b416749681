import assert from 'node:assert/strict';
import { test } from 'node:test';
import { designChoices, designValues } from '../../src/choices/design';
import { targetless } from '../../src/choices/fitChoices';
import { fitRequest, settingsFor } from '../../src/choices/fitRequest';
import type { MethodSpec } from '../../src/engine/contract/method';
import { method, parameter, pca, source } from './madeRequest';

test('without choices and settings the defaults hold and the rules choose', () => {
  assert.deepEqual(fitRequest(source, method, { target: 'y' }, {}), {
    source,
    read: {},
    method: 'krr',
    openMethod: true,
    design: {
      target: 'y',
      missing: 'impute',
      standardise: true,
      holdout: { kind: 'fraction', fraction: 0.2, byDefault: true },
      seed: 0,
    },
    parameters: { seed: 0 },
  });
});

test('choices go before settings, settings before defaults; settings of other methods stay out', () => {
  const choices = { target: 'y', features: ['a'], parameters: { lambda: 0.1 }, design: { seed: 7 } };
  const settings = { lambda: 5, lengthScale: 2, tau: 0.5, holdout: 0.3, seed: 3, missing: 'drop' };
  const request = fitRequest(source, method, choices, settings);
  assert.deepEqual(request.parameters, { lambda: 0.1, lengthScale: 2, seed: 7 });
  assert.deepEqual(request.design, {
    target: 'y',
    features: ['a'],
    missing: 'drop',
    standardise: true,
    holdout: { kind: 'fraction', fraction: 0.3 },
    seed: 7,
  });
});

test('a setting that names a choice of other methods is left to the rule', () => {
  const choice = (choices: readonly string[]): MethodSpec => ({
    ...method,
    parameters: [{ ...parameter('selection'), type: 'choice', choices }],
  });
  const settings = { selection: 'gcv', holdout: 0.3, lambda: 2 };
  assert.deepEqual(settingsFor(choice(['loo', 'gcv']), settings), { selection: 'gcv', holdout: 0.3 });
  assert.deepEqual(settingsFor(choice(['cv', 'oneStandardError']), settings), { holdout: 0.3 });
  const request = fitRequest(source, choice(['cv']), { target: 'y', parameters: { selection: 'cv' } }, settings);
  assert.deepEqual(request.parameters, { selection: 'cv' });
});

test('several targets, the task and weights arrive in the request; auto is no task', () => {
  const design = { weights: 'w', task: 'classify' } as const;
  const several = fitRequest(source, method, { target: 'y', moreTargets: ['z', '5'], design }, { weights: 'v' });
  assert.deepEqual(
    [several.design.target, several.design.moreTargets, several.design.weights, several.design.task],
    ['y', ['z', '5'], 'w', 'classify'],
  );
  const set = { task: 'classify', weights: 'v' };
  assert.equal(fitRequest(source, method, { target: 'y' }, set).design.task, 'classify');
  const auto = fitRequest(source, method, { target: 'y', moreTargets: [], design: { task: 'auto' } }, set);
  assert.ok(!('task' in auto.design) && !('moreTargets' in auto.design));
  assert.equal(auto.design.weights, 'v');
});

test('design options go through the form and back, and settings of a wrong type are left out', () => {
  const values = {
    holdout: 0.1,
    missing: 'drop',
    standardise: false,
    task: 'auto',
    weights: 'w',
    maxRows: 500,
    where: 'age > 30',
    seed: 4,
  };
  assert.deepEqual(designValues(designChoices(values)), values);
  assert.deepEqual(
    designChoices({ holdout: 'half', missing: 'perhaps', seed: true, task: 'guess', weights: ' ', where: ' ' }),
    {},
  );
  const random = { holdout: { kind: 'fraction', fraction: 0.2 } } as const;
  assert.deepEqual(designChoices({ order: 'random' }), random);
  assert.deepEqual(designChoices(designValues(random)), random);
  assert.deepEqual(designValues({ where: 'x > 1', without: '3' }), { where: 'x > 1' });
});

test('principal components are asked for without target, weights and task, whatever the settings say of them', () => {
  const choices = targetless({ features: ['a', 'b'], design: { task: 'classify', weights: 'w', seed: 3 } });
  const request = fitRequest(source, pca, choices, { weights: 'w', task: 'regress', holdout: 0.5 });
  assert.deepEqual(request.design, {
    target: '',
    features: ['a', 'b'],
    missing: 'impute',
    standardise: true,
    holdout: { kind: 'fraction', fraction: 0.5 },
    seed: 3,
  });
  assert.deepEqual(request.parameters, { seed: 3 });
});
