import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { type CallOptions, EngineChannel } from '../../../src/engine/contract/channel';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import type { Parameters } from '../../../src/engine/contract/method';
import { type Interim, type Port, raiseFlag } from '../../../src/engine/contract/rpc';
import type { FitRequest, RunResult } from '../../../src/engine/contract/run';
import { Engine } from '../../../src/engine/engine';
import { serve } from '../../../src/engine/serve';
import { fittedRun } from '../fittedRun';
import { machine } from '../testCore';

const open: MessageChannel[] = [];
afterEach(() => {
  mock.restoreAll();
  for (const { port1, port2 } of open.splice(0)) {
    port1.close();
    port2.close();
  }
});

function pair(memory = 1e9) {
  const ports = new MessageChannel();
  open.push(ports);
  const of = machine(memory);
  const engine = new Engine(of);
  serve(ports.port2 as unknown as Port, engine);
  const { linalg } = of.linearAlgebra(48);
  return { channel: new EngineChannel(ports.port1 as unknown as Port), engine, linalg };
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

test('who listens gets first figures, then the race as it goes on, then the run under the same id', async () => {
  const { channel } = pair();
  const seen: Interim[] = [];
  const run = fittedRun(await channel.call('fit', request, { onInterim: (interim) => seen.push(interim) }));
  const [first, ...rest] = seen;
  assert.ok(first.kind === 'run');
  assert.equal(first.run.id, run.id);
  assert.equal(first.run.race?.chosen, undefined);
  assert.equal(first.run.parameters.find(({ name }) => name === 'kernel')?.value, 'gaussian');
  assert.equal(first.run.search, undefined);
  assert.ok(rest.length > 0 && rest.every((interim) => interim.kind === 'race' && interim.runId === run.id));
  assert.ok(run.race?.chosen);
  assert.deepEqual(
    first.run.race?.lanes.map(({ id }) => id),
    run.race.lanes.map(({ id }) => id),
  );
  const kernel = run.parameters.find(({ name }) => name === 'kernel');
  assert.match(kernel?.rule ?? '', /^(lowest|simplest).* race/);
  assert.deepEqual(run.request.parameters, {});
});

test('first figures that were made while the person picked are those of the fit, and are not computed again', async () => {
  const numbers = ({
    id: _,
    created: __,
    timings: ___,
    race: ____,
    model: { card: _____, ...model },
    ...run
  }: RunResult) => ({
    ...run,
    model,
  });
  const others: readonly Partial<FitRequest>[] = [{}, { parameters: { seed: 1 } }, { method: 'kgf' }];
  for (const asked of others) {
    const computed = { ahead: 0, alone: 0 };
    const seen: RunResult[] = [];
    for (const which of ['alone', 'ahead'] as const) {
      const { engine, linalg } = pair();
      const eigen = mock.method(linalg, 'symmetricEigen');
      const context = { cancelled: false, check() {}, progress() {}, finishing: () => true };
      if (which === 'ahead') await engine.handlers.estimate({ ...request, ahead: true }, context);
      const before = eigen.mock.callCount();
      const publish = (interim: Interim) => {
        if (interim.kind !== 'run') return;
        computed[which] = eigen.mock.callCount() - before;
        seen.push(interim.run);
      };
      await engine.handlers.fit({ ...request, ...asked }, { ...context, publish });
      eigen.mock.restore();
    }
    assert.deepEqual(numbers(seen[1]), numbers(seen[0]));
    assert.ok(computed.alone > 0);
    assert.equal(
      computed.ahead,
      Object.keys(asked).length === 0 ? 0 : computed.alone,
      'those of another fit are its own',
    );
  }
});

test('a kernel, a length scale or a rule that is set runs no race', async () => {
  const { channel } = pair();
  const settings: readonly Parameters[] = [{ kernel: 'laplace' }, { lengthScale: 1 }, { lengthScaleRule: 'median' }];
  for (const parameters of settings) {
    const seen: Interim[] = [];
    const asked = { ...request, parameters };
    const run = fittedRun(await channel.call('fit', asked, { onInterim: (interim) => seen.push(interim) }));
    assert.equal(run.race, undefined);
    assert.equal(seen.length, 0);
    assert.equal(run.kernel.kind, parameters.kernel ?? 'gaussian');
  }
});

test('compare answers with a race and no fit', async () => {
  const { channel } = pair();
  const { race, data } = await channel.call('compare', { ...request, parameters: { kernel: 'laplace', folds: 4 } });
  assert.equal(data.train, 48);
  assert.deepEqual([race.folds, race.rows], [4, 48]);
  assert.ok(race.lanes.every(({ state }) => state === 'judged' || state === 'stopped'));
  await assert.rejects(
    channel.call('compare', { ...request, method: 'ekpca', design: { ...request.design, target: '' } }),
    failsWith('parameter/invalid'),
  );
});

test('a comparison that is ended at once gives the fit of the first figures, on all rows', async () => {
  const { channel } = pair();
  const told: Interim[] = [];
  const run = fittedRun(
    await channel.call('fit', request, {
      onInterim: (interim) => void told.push(interim),
      finish: AbortSignal.abort(),
    }),
  );
  assert.deepEqual([run.race?.endedAfter, run.race?.chosen], [0, undefined]);
  assert.deepEqual([run.kernel.kind, run.spectrum.n], ['gaussian', 48]);
  const ruleOf = (name: string) => run.parameters.find((parameter) => parameter.name === name)?.rule ?? '';
  assert.match(ruleOf('lengthScale'), /^median distance/);
  assert.equal(ruleOf('kernel'), run.race?.rule);
  assert.deepEqual(
    told.map(({ kind }) => kind),
    ['run'],
  );
});

test('after first figures the engine rests until they are seen, the call is cancelled, or for a while', async () => {
  /** Fits with the engine's rest in the test's hands: the effects of a rest, given the flags, and the time it takes. */
  const rested = async (during: 'seen' | 'cancel' | 'nothing', listens: CallOptions) => {
    let [rests, now] = [0, 0];
    mock.method(performance, 'now', () => now);
    mock.method(Atomics, 'wait', (words: Int32Array, _: number, __: number, timeout: number) => {
      rests++;
      now += timeout;
      if (during !== 'nothing') raiseFlag(words.buffer as SharedArrayBuffer, during);
      return 'ok';
    });
    const { channel } = pair();
    const outcome = await channel.call('fit', request, listens).then(
      () => 'fitted',
      (e) => e.failure.code,
    );
    mock.restoreAll();
    return [rests, outcome];
  };
  const onInterim = () => {};
  const { signal: seen } = new AbortController();
  assert.deepEqual(await rested('seen', { onInterim, seen }), [1, 'fitted']);
  assert.deepEqual(await rested('cancel', { onInterim, seen }), [1, 'run/cancelled']);
  assert.deepEqual(await rested('nothing', { onInterim, seen }), [8, 'fitted']);
  assert.deepEqual(await rested('nothing', { onInterim, seen: AbortSignal.abort() }), [0, 'fitted']);
  assert.deepEqual(await rested('nothing', { onInterim }), [0, 'fitted']);
});

test('a flag that cannot be shared is sent, once for each kind', async () => {
  const raised: string[] = [];
  const port: Port = { postMessage() {}, on() {}, raise: (id, flag) => void raised.push(`${id} ${flag}`) };
  const channel = new EngineChannel(port);
  const [cancel, finish, seen] = [new AbortController(), new AbortController(), new AbortController()];
  const signals = { signal: cancel.signal, finish: finish.signal, seen: seen.signal };
  void channel.call('fit', request, signals).catch(() => {});
  seen.abort();
  finish.abort();
  cancel.abort();
  assert.deepEqual(raised, ['1 seen', '1 finish', '1 cancel']);
});
