import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FitChoices } from '../../src/choices/fitChoices';
import type { MethodSpec } from '../../src/engine/contract/method';
import { rememberedComponents, rememberedWith } from '../../src/extension/fit/request';
import { RememberedViews } from '../../src/extension/panels/resultsPanels';
import { RememberedChoices } from '../../src/extension/remembered';
import { method, parameter, pca } from './madeRequest';
import { memory } from './memory';

test('principal components and fits to a target are remembered beside each other', () => {
  const before: FitChoices = {
    method: 'krr',
    target: 'y',
    features: ['a'],
    parameters: { lambda: 1 },
    design: { weights: 'w', seed: 2 },
  };
  const chosen = { target: '', features: ['a', 'y'], parameters: { landmarks: 50 }, design: { seed: 4 } };
  const after = rememberedWith(before, chosen, pca);
  assert.deepEqual(after, {
    ...before,
    method: 'ny-kpca',
    components: { features: ['a', 'y'], parameters: { landmarks: 50 } },
    design: { weights: 'w', seed: 4 },
  });
  assert.deepEqual(rememberedComponents(pca, after), chosen);
  // A form without landmarks takes none.
  const plain: MethodSpec = { ...pca, id: 'ekpca', parameters: [parameter('components')] };
  assert.deepEqual(rememberedComponents(plain, after).parameters, {});
  const again = rememberedWith(after, { target: 'y', parameters: { lambda: 2 } }, method);
  assert.deepEqual(again, { target: 'y', parameters: { lambda: 2 }, components: after.components, method: 'krr' });
});

test('views are remembered by run and tab shown alone, once they rest; nonsense is not', async () => {
  const { kept, keep } = memory();
  const views = new RememberedViews(keep);
  const asked = { runId: 'a', tab: 'overview' } as const;
  assert.equal(views.latest(asked), asked);
  const filter = { kind: 'zones', lambda: 0.25, k: 3, r: 40 } as const;
  views.note({ runId: 'a', tab: 'risk', filter: { ...filter, lambda: 0.5 } });
  views.note({ runId: 'a', tab: 'risk', filter, target: 1 });
  views.note({ runId: 'a', tab: 'rows', only: 'rows' });
  views.note({ runId: 'b', tab: 'rows', at: 3 });
  assert.equal(kept.size, 0);
  views.dispose();
  const after = new RememberedViews(keep);
  assert.deepEqual(after.latest(asked), { runId: 'a', tab: 'risk', filter, target: 1 });
  assert.deepEqual(after.latest({ ...asked, only: 'rows' }), { runId: 'a', tab: 'rows', only: 'rows' });
  assert.deepEqual(after.latest({ runId: 'b', tab: 'overview' }), { runId: 'b', tab: 'rows', at: 3 });
  kept.set('kernelscope.views', [3, { runId: 'a', tab: 'nowhere', filter: { ...filter, lambda: -1 } }]);
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
