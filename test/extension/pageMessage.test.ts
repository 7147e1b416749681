import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageMessage } from '../../src/extension/panels/pageMessage';
import type { FromView } from '../../src/webview/protocol';

const filter = { kind: 'zones', lambda: 1e-3, k: 0, r: 10 } as const;
const SENT: { readonly [K in FromView['type']]: Extract<FromView, { readonly type: K }> } = {
  ready: { type: 'ready' },
  state: { type: 'state', view: { runId: 'a', tab: 'risk', filter } },
  drawn: { type: 'drawn', tab: 'fit', milliseconds: 12.5 },
  save: { type: 'save', name: 'x.svg', format: 'svg', bytes: Uint8Array.of(1) },
  use: { type: 'use', filter },
  useStrength: { type: 'useStrength', axis: 'epsilon', value: 0.5 },
  openLine: { type: 'openLine', line: 3 },
  popOut: { type: 'popOut', tab: 'rows' },
  changeData: { type: 'changeData' },
  saveScores: { type: 'saveScores' },
  cancel: { type: 'cancel' },
  defect: { type: 'defect', message: 'm', stack: 's' },
};

test('what a page sends is read as it was sent', () => {
  for (const message of Object.values(SENT)) assert.deepEqual(pageMessage(structuredClone(message)), message);
});

test('a message with a member missing or of another kind is passed over', () => {
  const others = [undefined, null, -1, 1.5, Number.NaN, 'constructor', {}, [], { kind: 'toString' }, { length: 2e8 }];
  for (const message of Object.values(SENT))
    for (const [name, was] of Object.entries(message))
      for (const other of others) {
        const read = pageMessage({ ...message, [name]: other });
        // A state of the page is mended where it can be; texts and numbers may be any.
        if (read === undefined || name === 'view') continue;
        assert.equal(typeof other, typeof was, `${message.type}.${name}`);
      }
  for (const value of [
    undefined,
    null,
    'ready',
    7,
    [],
    { type: '__proto__' },
    { type: 'toString' },
    { type: ['ready'] },
  ])
    assert.equal(pageMessage(value), undefined);
  assert.equal(pageMessage({ type: 'state' }), undefined);
  assert.equal(pageMessage({ type: 'use', filter: { kind: 'zones', lambda: Number.NaN, k: 0, r: 1 } }), undefined);
  assert.equal(pageMessage({ type: 'openLine', line: -1 }), undefined);
});
