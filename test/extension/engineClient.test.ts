import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { EngineClient } from '../../src/client/engineClient';
import { startWorker } from '../../src/client/workerProcess';
import type { KernelscopeError } from '../../src/engine/contract/failure';
import { failureOf } from './failureOf';

/** A worker that answers by the target it is asked to read: enough of an engine to fail in every way. */
const WORKER = `
const { parentPort } = require('node:worker_threads');
let served = 0;
parentPort.on('message', ({ id, method, params, flags }) => {
  const send = (message) => parentPort.postMessage({ id, ...message });
  const what = params.read?.delimiter;
  send({ type: 'progress', fraction: 0.4, stage: 'decomposing the kernel matrix' });
  if (what === 'throw') setTimeout(() => { throw new Error('out of luck'); }, 5);
  else if (what === 'exit') setTimeout(() => process.exit(3), 5);
  else if (what === 'hang') { for (;;); }
  else if (what === 'wait') {
    const flag = new Int32Array(flags);
    const timer = setInterval(() => {
      if (Atomics.load(flag, 0) === 0) return;
      clearInterval(timer);
      send({ type: 'failure', failure: { code: 'run/cancelled', message: 'Cancelled.' } });
    }, 5);
  } else if (what === 'fail') send({ type: 'failure', failure: { code: 'file/empty', message: 'x.csv is empty.' } });
  else send({ type: 'result', value: { served: ++served, method } });
});
`;

let folder: string;
let client: EngineClient;
const log: string[] = [];

interface Opening {
  readonly workerPath?: string;
  readonly cancelPatience?: number;
  readonly idleRelease?: number;
}

const open = ({ workerPath = join(folder, 'worker.cjs'), cancelPatience, idleRelease }: Opening = {}): EngineClient => {
  const note = (message: string) => void log.push(message);
  const to = { info: note, error: note };
  client = new EngineClient({ start: () => startWorker(workerPath, to, cancelPatience), log: to, idleRelease });
  return client;
};

const ask = (what: string, options = {}): Promise<unknown> =>
  client.call('inspect', { source: { kind: 'path', path: 'x.csv' }, read: { delimiter: what } }, options);

/** A request that fails, once the worker has begun with it. */
async function begun(what: string, options = {}): Promise<{ readonly failed: Promise<KernelscopeError> }> {
  let failed: Promise<KernelscopeError> | undefined;
  await new Promise<void>((resolve) => {
    failed = failureOf(ask(what, { ...options, onProgress: () => resolve() }));
  });
  assert.ok(failed);
  return { failed };
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kernelscope-'));
  writeFileSync(join(folder, 'worker.cjs'), WORKER);
  log.length = 0;
});
afterEach(() => {
  client.dispose();
  rmSync(folder, { recursive: true, force: true });
});

test('no worker before the first request; one worker for all of them', async () => {
  open();
  assert.equal(client.started, false);
  assert.deepEqual(await ask('x'), { served: 1, method: 'inspect' });
  assert.deepEqual(await ask('x'), { served: 2, method: 'inspect' });
  assert.equal(client.started, true);
});

test('progress reaches the caller', async () => {
  open();
  const seen: unknown[] = [];
  await ask('x', { onProgress: (fraction: number, stage: string) => seen.push([fraction, stage]) });
  assert.deepEqual(seen, [[0.4, 'decomposing the kernel matrix']]);
});

test('failures of the engine pass as they are', async () => {
  open();
  const error = await failureOf(ask('fail'));
  assert.deepEqual(error.failure, { code: 'file/empty', message: 'x.csv is empty.' });
});

for (const [what, cause] of [
  ['throw', 'out of luck'],
  ['exit', ''],
]) {
  test(`a crash (${what}) rejects every request with its stage, and the next one starts another worker`, async () => {
    open();
    const [first, second] = await Promise.all([failureOf(ask(what)), failureOf(ask('wait'))]);
    for (const error of [first, second]) assert.equal(error.failure.code, 'engine/crashed');
    assert.match(first.message, /at the stage “decomposing the kernel matrix”\. /);
    assert.ok(first.message.includes(cause));
    assert.equal(client.started, false);
    assert.deepEqual(await ask('x'), { served: 1, method: 'inspect' });
  });
}

test('a worker that cannot start is a failure, not silence', async () => {
  open({ workerPath: join(folder, 'missing.cjs') });
  assert.equal((await failureOf(ask('x'))).failure.code, 'engine/crashed');
});

test('cancelling ends the request and leaves the worker', async () => {
  open();
  await ask('x');
  const abort = new AbortController();
  const { failed } = await begun('wait', { signal: abort.signal });
  abort.abort();
  assert.equal((await failed).failure.code, 'run/cancelled');
  assert.deepEqual(await ask('x'), { served: 2, method: 'inspect' });
});

test('a worker that does not heed a cancellation is stopped', async () => {
  open({ cancelPatience: 50 });
  const abort = new AbortController();
  const { failed } = await begun('hang', { signal: abort.signal });
  abort.abort();
  assert.equal((await failed).failure.code, 'run/cancelled');
  assert.deepEqual(await ask('x'), { served: 1, method: 'inspect' });
});

test('a request that waits its turn is cancelled at once, and the one under way goes on', async () => {
  open();
  const [running, waiting] = [new AbortController(), new AbortController()];
  const { failed: under } = await begun('wait', { signal: running.signal });
  const behind = failureOf(ask('wait', { signal: waiting.signal }));
  waiting.abort();
  assert.equal((await behind).failure.code, 'run/cancelled');
  assert.equal(client.started, true);
  running.abort();
  assert.equal((await under).failure.code, 'run/cancelled');
});

test('a request behind one that had to be stopped begins anew', async () => {
  open({ cancelPatience: 50 });
  const abort = new AbortController();
  const { failed } = await begun('hang', { signal: abort.signal });
  const behind = ask('x');
  abort.abort();
  assert.equal((await failed).failure.code, 'run/cancelled');
  assert.deepEqual(await behind, { served: 1, method: 'inspect' });
});

test('an idle worker is released, a busy one is not', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  open({ idleRelease: 30 });
  await ask('x');
  const abort = new AbortController();
  const { failed } = await begun('wait', { signal: abort.signal });
  mock.timers.tick(1000);
  assert.equal(client.started, true);
  abort.abort();
  await failed;
  mock.timers.tick(29);
  assert.equal(client.started, true);
  mock.timers.tick(1);
  assert.equal(client.started, false);
  assert.deepEqual(await ask('x'), { served: 1, method: 'inspect' });
});

test('after dispose nothing starts and nothing hangs', async () => {
  open();
  const { failed } = await begun('wait');
  client.dispose();
  assert.equal((await failed).failure.code, 'engine/crashed');
  assert.equal((await failureOf(ask('x'))).failure.code, 'engine/crashed');
});
