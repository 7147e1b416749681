import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineClient } from '../../../src/client/engineClient';
import type { EngineProcess } from '../../../src/client/engineProcess';
import { startNative } from '../../../src/client/nativeProcess';
import { quietContext } from '../../../src/engine/contract/context';
import type { HostTask } from '../../../src/engine/contract/host';
import { isComponents } from '../../../src/engine/contract/run';
import { Engine } from '../../../src/engine/engine';
import { fittedRun } from '../../engine/fittedRun';
import { lacking, loadedLibraries } from '../../engine/linalg/native/machineLibraries';
import { machine } from '../../engine/testCore';
import { failureOf } from '../failureOf';
import { buildHost, request } from './hostBundle';

const skip = lacking(loadedLibraries());
const DECOMPOSING = 'decomposing the kernel matrix';

let host: ReturnType<typeof buildHost>;
let client: EngineClient;
let started: EngineProcess[] = [];
const said: string[] = [];

before(() => {
  host = buildHost();
});
after(() => host.remove());
afterEach(() => {
  client.dispose();
  started = [];
  said.length = 0;
});

/** `cancelPatience`: milliseconds, where a busy machine must not decide. */
function open(task: HostTask = { task: 'serve', worthwhile: 0 }, cancelPatience?: number): EngineClient {
  const note = (message: string) => void said.push(message);
  const log = { info: note, error: note };
  const start = () => {
    const native = startNative(host.enginePath, task, log);
    const engine = { ...native, cancelPatience: cancelPatience ?? native.cancelPatience };
    started.push(engine);
    return engine;
  };
  client = new EngineClient({ start, log });
  return client;
}

/** Starts a fit and resolves once its decomposition, one call into the library, is well under way. */
async function decomposing(rows: number, signal?: AbortSignal): Promise<{ readonly call: Promise<unknown> }> {
  let seen = () => {};
  const begun = new Promise<void>((resolve) => {
    seen = resolve;
  });
  const call = client.call('fit', request(rows), {
    signal,
    onProgress: (_, stage) => stage === DECOMPOSING && seen(),
  });
  call.catch(() => {});
  await Promise.race([begun, call]);
  await sleep(150);
  return { call };
}

test('a fit by a native library says so and gives the numbers of the embedded core', { skip }, async () => {
  open();
  const run = fittedRun(await client.call('fit', request(400)));
  assert.equal(run.backend.backEnd, 'native');
  assert.match(run.backend.name, /^(OpenBLAS|MKL) \d|Accelerate|flexiblas/);
  const engine = new Engine(machine(1e9));
  const embedded = fittedRun(await engine.handlers.fit(request(400), quietContext));
  assert.ok(!isComponents(embedded));
  assert.equal(embedded.backend.backEnd, 'embedded');
  for (const key of ['loo', 'gcv', 'degreesOfFreedom'] as const) {
    const [one, other] = [run.metrics[key], embedded.metrics[key]];
    assert.ok(Math.abs(one / other - 1) < 1e-8, `${key}: ${one} and ${other}`);
  }
  for (const key of ['r2', 'rmse', 'mae'] as const) {
    const [one, other] = [run.metrics.holdout?.[key] ?? Number.NaN, embedded.metrics.holdout?.[key] ?? Number.NaN];
    assert.ok(Math.abs(one / other - 1) < 1e-8, `${key}: ${one} and ${other}`);
  }
  assert.ok(said.some((line) => /^Native linear algebra: .* times as fast as the embedded core\.$/.test(line)));
  const { source } = request(50);
  const [theirs, ours] = [
    await client.call('predict', { model: run.model, source }),
    await engine.handlers.predict({ model: embedded.model, source }, quietContext),
  ];
  for (const key of ['predicted', 'lower', 'upper'] as const)
    for (const [i, value] of theirs.outputs[0][key].entries())
      assert.ok(Math.abs(value - ours.outputs[0][key][i]) < 1e-7, `${key} ${i}`);
});

test('without a library the embedded core computes, and the log and the run say why', async () => {
  open({ task: 'serve', outside: ['/'] });
  const run = await client.call('fit', request(60));
  assert.equal(run.backend.backEnd, 'embedded');
  const sentence = /^No native linear algebra is used: .*\.$/;
  assert.deepEqual(
    run.notes.filter(({ code }) => code === 'linear-algebra/embedded').map(({ text }) => sentence.test(text)),
    [true],
  );
  assert.equal(said.filter((line) => sentence.test(line)).length, 1);
});

test('failures of the engine cross the border whole', async () => {
  open();
  const read = client.call('inspect', { source: { kind: 'path', path: '/no/such/file.csv' }, read: {} });
  assert.equal((await failureOf(read)).failure.code, 'file/not-found');
});

test('cancelling within a long call into the library ends it, and the next fit works', {
  skip,
}, async () => {
  open();
  const abort = new AbortController();
  // Four fifths of the rows train: a matrix of order 3,000.
  const { call } = await decomposing(3750, abort.signal);
  const cancelled = performance.now();
  abort.abort();
  const { failure } = await failureOf(call);
  const took = performance.now() - cancelled;
  assert.deepEqual(failure, { code: 'run/cancelled', message: 'Cancelled. Nothing was saved.' });
  // The call alone takes seconds; the time is 120 ms and what the system needs to end a process, more where it is busy.
  assert.ok(took < 1000, `${took.toFixed(0)} ms`);
  assert.equal((await client.call('fit', request(60))).backend.backEnd, 'native');
  assert.equal(started.length, 2);
});

test('cancelling where the flag is looked at leaves the process alive', async () => {
  open({ task: 'serve', outside: ['/'] }, 60_000);
  await client.call('methods', {});
  const abort = new AbortController();
  const call = failureOf(
    client.call('fit', request(1500), { signal: abort.signal, onProgress: (f) => f > 0.3 && abort.abort() }),
  );
  assert.equal((await call).failure.code, 'run/cancelled');
  await client.call('methods', {});
  assert.equal(started.length, 1);
});

test('a process that is killed fails its run, with the stage, and no other', { skip }, async () => {
  open();
  const { call } = await decomposing(3000);
  await started[0].kill();
  const { failure } = await failureOf(call);
  assert.equal(failure.code, 'engine/crashed');
  assert.match(failure.message, /\(signal SIGKILL\) at the stage “decomposing the kernel matrix”\. /);
  assert.equal((await client.call('fit', request(60))).backend.backEnd, 'native');
});

test('the process ends when the editor is gone, also within a call', { skip }, async () => {
  // Stands for the editor: it starts the process, asks for a long fit and dies.
  const editor = `
    const { fork } = require('node:child_process');
    const child = fork(${JSON.stringify(host.enginePath)}, [JSON.stringify({ task: 'serve', worthwhile: 0 })], { serialization: 'advanced' });
    child.on('message', (m) => {
      if (m.type !== 'progress' || m.stage !== ${JSON.stringify(DECOMPOSING)}) return;
      process.stdout.write(String(child.pid), () => process.kill(process.pid, 'SIGKILL'));
    });
    process.stdin.on('data', (data) => child.send({ type: 'call', id: 1, method: 'fit', params: JSON.parse(data) }));`;
  const stand = spawn(process.execPath, ['-e', editor], { stdio: ['pipe', 'pipe', 'inherit'] });
  const { source, ...rest } = request(3750);
  const folder = await mkdtemp(join(tmpdir(), 'kernelscope-'));
  try {
    const path = join(folder, 'made.csv');
    await writeFile(path, source.bytes);
    stand.stdin.end(JSON.stringify({ ...rest, source: { kind: 'path', path } }));
    const [pid] = await new Promise<number[]>((resolve) =>
      stand.stdout.once('data', (data) => resolve([Number(String(data))])),
    );
    let alive = true;
    for (let i = 0; i < 40 && alive; i++) {
      await sleep(50);
      try {
        process.kill(pid, 0);
      } catch {
        alive = false;
      }
    }
    assert.equal(alive, false);
  } finally {
    await rm(folder, { recursive: true });
  }
});
