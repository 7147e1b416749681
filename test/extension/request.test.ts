import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KernelscopeError } from '../../src/engine/contract/failure';
import type { MethodSpec } from '../../src/engine/contract/method';
import { fitArguments } from '../../src/extension/fit/arguments';
import { DESIGN_SCHEMA, designChoices, designValues } from '../../src/extension/fit/designSchema';
import { fitRequest, requestAtLambda } from '../../src/extension/fit/request';
import { RememberedViews } from '../../src/extension/panels/rememberedViews';
import { type FitChoices, type Keep, RememberedChoices } from '../../src/extension/remembered';

const parameter = (name: string) => ({ name, title: name, description: '', type: 'number' as const });
const method: MethodSpec = {
  id: 'krr',
  title: 'Kernel ridge regression',
  summary: '',
  source: '',
  parameters: ['lambda', 'lengthScale', 'seed'].map(parameter),
};
const source = { kind: 'path', path: '/a.csv' } as const;

test('without choices and settings the defaults hold and the rules choose', () => {
  assert.deepEqual(fitRequest(source, method, { target: 'y' }, {}), {
    source,
    read: {},
    method: 'krr',
    design: {
      target: 'y',
      missing: 'impute',
      standardise: true,
      holdout: { kind: 'fraction', fraction: 0.2 },
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

test('the fit at a slider keeps the length scale and everything else', () => {
  const request = fitRequest(source, method, { target: 'y', parameters: { lambda: 1 } }, {});
  const at = requestAtLambda(request, 2.5, 1e-4);
  assert.deepEqual(at.parameters, { lambda: 1e-4, lengthScale: 2.5, seed: 0 });
  assert.deepEqual({ ...at, parameters: 0 }, { ...request, parameters: 0 });
});

test('design options go through the form and back, and settings of a wrong type are left out', () => {
  const values = { holdout: 0.1, missing: 'drop', standardise: false, maxRows: 500, seed: 4 };
  assert.deepEqual(designValues(designChoices(values)), values);
  assert.deepEqual(designChoices({ holdout: 'half', missing: 'perhaps', seed: true }), {});
  assert.deepEqual(
    DESIGN_SCHEMA.map(({ name }) => name),
    ['holdout', 'missing', 'standardise', 'maxRows', 'seed'],
  );
});

test('arguments with a target are a whole answer; what menus pass is none', () => {
  assert.equal(fitArguments(undefined), undefined);
  assert.equal(fitArguments([{ path: '/a.csv' }]), undefined);
  assert.equal(fitArguments({ groupId: 1, editorIndex: 0 }), undefined);
  assert.deepEqual(fitArguments({ target: 6, parameters: { lambda: 1 } }), {
    target: '6',
    parameters: { lambda: 1 },
    design: {},
    read: {},
  });
});

test('misshapen arguments are named', () => {
  for (const [name, value] of Object.entries({ features: 'a,b', parameters: [1], design: 3, read: 'x' })) {
    assert.throws(
      () => fitArguments({ target: 'y', [name]: value }),
      (e) => e instanceof KernelscopeError && e.failure.code === 'parameter/invalid' && e.message.includes(name),
    );
  }
});

function memory(): { kept: Map<string, unknown>; keep: Keep } {
  const kept = new Map<string, unknown>();
  const get = <T>(key: string, otherwise: T) => (kept.get(key) as T) ?? otherwise;
  return { kept, keep: { get, update: async (key, value) => void kept.set(key, value) } };
}

test('views are remembered by run and tab shown alone, once they rest; nonsense is not', async () => {
  const { kept, keep } = memory();
  const views = new RememberedViews(keep);
  const asked = { runId: 'a', tab: 'overview' } as const;
  assert.equal(views.latest(asked), asked);
  views.note({ runId: 'a', tab: 'risk', lambda: 0.5 });
  views.note({ runId: 'a', tab: 'risk', lambda: 0.25 });
  views.note({ runId: 'a', tab: 'fit', only: 'fit' });
  assert.equal(kept.size, 0);
  views.dispose();
  const after = new RememberedViews(keep);
  assert.deepEqual(after.latest(asked), { runId: 'a', tab: 'risk', lambda: 0.25 });
  assert.deepEqual(after.latest({ ...asked, only: 'fit' }), { runId: 'a', tab: 'fit', only: 'fit' });
  kept.set('kernelscope.views', [3, { runId: 'a', tab: 'nowhere', lambda: -1 }]);
  assert.deepEqual(new RememberedViews(keep).latest(asked), asked);
});

test('choices are remembered by file, the least used forgotten first', async () => {
  const { kept, keep } = memory();
  const choices = new RememberedChoices(keep);
  assert.deepEqual(choices.get('a'), {});
  await choices.set('a', { target: 'y' });
  for (let i = 0; i < 198; i++) await choices.set(`f${i}`, {});
  await choices.set('a', { target: 'z' } satisfies FitChoices);
  await choices.set('last', {});
  await choices.set('one more', {});
  assert.deepEqual(choices.get('a'), { target: 'z' });
  assert.deepEqual(new RememberedChoices(keep).get('f0'), {});
  assert.equal((kept.get('kernelscope.remembered') as unknown[]).length, 200);
});
