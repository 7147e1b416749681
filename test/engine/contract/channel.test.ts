import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { EngineChannel } from '../../../src/engine/contract/channel';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import type { Port } from '../../../src/engine/contract/rpc';
import { Engine } from '../../../src/engine/engine';
import { serve } from '../../../src/engine/serve';
import { fittedRun } from '../fittedRun';
import { machine } from '../testCore';

const open: MessageChannel[] = [];
afterEach(() => {
  for (const { port1, port2 } of open.splice(0)) {
    port1.close();
    port2.close();
  }
});

function pair(memory = 1e9): { channel: EngineChannel; engine: Engine } {
  const ports = new MessageChannel();
  open.push(ports);
  const engine = new Engine(machine(memory));
  serve(ports.port2 as unknown as Port, engine);
  return { channel: new EngineChannel(ports.port1 as unknown as Port), engine };
}

const failsWith = (code: string) => (e: unknown) => e instanceof KernelscopeError && e.failure.code === code;
const csv = (text: string) => ({ kind: 'bytes', name: 'small.csv', bytes: new TextEncoder().encode(text) }) as const;
const rows = Array.from({ length: 60 }, (_, i) => `${i / 10},${Math.sin(i / 10) + 0.01 * ((i * 7) % 5)}`).join('\n');
const request = {
  source: csv(`x,y\n${rows}\n`),
  read: {},
  design: { target: 'y', missing: 'impute', standardise: true, holdout: { kind: 'fraction', fraction: 0.2 }, seed: 0 },
  method: 'krr',
  parameters: {},
} as const;

test('a value comes back', async () => {
  const { channel } = pair();
  const specs = await channel.call('methods', {});
  assert.ok(specs.some((s) => s.id === 'krr'));
  assert.ok(specs.every((s) => !('run' in s)));
});

test('a failure travels whole, and the engine lives on', async () => {
  const { channel } = pair();
  await assert.rejects(
    channel.call('inspect', { source: { kind: 'path', path: '/no/such/file.csv' }, read: {} }),
    failsWith('file/not-found'),
  );
  assert.equal((await channel.call('inspect', { source: csv('a,b\n1,2\n3,4\n'), read: {} })).rows, 2);
});

test('a fit reports progress that never falls, and its arrays arrive', async () => {
  const { channel } = pair();
  const seen: number[] = [];
  const run = fittedRun(await channel.call('fit', request, { onProgress: (fraction) => seen.push(fraction) }));
  assert.ok(seen.length > 2 && seen.every((f, i) => i === 0 || f >= seen[i - 1]), String(seen));
  assert.equal(run.spectrum.n, 48);
  assert.equal(run.spectrum.coordinates.length, run.spectrum.mu.length);
  assert.equal(
    run.request.source.kind === 'bytes' && run.request.source.bytes.length,
    0,
    'the file itself is not stored with the run',
  );
});

test('a second fit on the kept decomposition gives the same numbers', async () => {
  const { channel } = pair();
  const first = fittedRun(await channel.call('fit', request));
  const chosen = (name: string) => first.parameters.find((p) => p.name === name)?.value ?? Number.NaN;
  const parameters = { lambda: chosen('lambda'), lengthScale: chosen('lengthScale') };
  const again = fittedRun(await channel.call('fit', { ...request, parameters }));
  const once = fittedRun(await channel.call('fit', { ...request, parameters }));
  assert.deepEqual(again.holdout?.predicted, once.holdout?.predicted);
  assert.ok(again.spectrum.mu.every((m, i) => Math.abs(m - first.spectrum.mu[i]) < 1e-12));
});

test('an aborted call rejects as cancelled', async () => {
  const { channel } = pair();
  const abort = new AbortController();
  abort.abort();
  await assert.rejects(channel.call('fit', request, { signal: abort.signal }), failsWith('run/cancelled'));
});

test('closing rejects what is under way and what comes later', async () => {
  const { channel } = pair();
  const waiting = channel.call('methods', {});
  channel.close({ code: 'engine/crashed', message: 'gone' });
  await assert.rejects(waiting, failsWith('engine/crashed'));
  await assert.rejects(channel.call('methods', {}), failsWith('engine/crashed'));
});

test('a fit that would not fit in memory is refused before it is begun', async () => {
  const { channel } = pair(1000);
  await assert.rejects(channel.call('fit', request), failsWith('memory/too-large'));
});
