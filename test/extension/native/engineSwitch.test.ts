import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryDetached } from '../../../src/client/nativeProcess';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { LEAST_LIBRARY_ROWS } from '../../../src/engine/contract/host';
import { LibraryMemory, type TriedLibrary } from '../../../src/engine/machine/libraryMemory';
import { EngineSwitch, type LinearAlgebraSetting } from '../../../src/extension/engine/engineSwitch';
import { ProvenLibrary } from '../../../src/extension/engine/provenLibrary';
import { lacking, loadedLibraries } from '../../engine/linalg/native/machineLibraries';
import { buildHost, request } from './hostBundle';

const libraries = loadedLibraries();
const skip = lacking(libraries);
const said: string[] = [];
const note = (message: string) => void said.push(message);
const log = { info: note, error: note };

/** On a busy machine a library may not look faster than the core: these tests are about what follows once it does. */
const ANY_SPEED = 0;

let host: ReturnType<typeof buildHost>;
let folder: string;
let engine: EngineSwitch | undefined;
before(() => {
  host = buildHost();
  folder = mkdtempSync(join(tmpdir(), 'kernelscope-switch-'));
});
after(() => {
  host.remove();
  rmSync(folder, { recursive: true });
});
afterEach(() => {
  engine?.dispose();
  said.length = 0;
});

const WIDE = Math.ceil((LEAST_LIBRARY_ROWS + 20) / 0.8);

/** A place for what is found. */
const place = () => join(mkdtempSync(join(folder, 'caches-')), 'kernelscope', 'libraries.json');
const proving = (memory: string, enginePath = host.enginePath, outside: readonly string[] = []) =>
  new ProvenLibrary({ memory, outside: () => outside }, enginePath, log, ANY_SPEED);

function open(setting: () => LinearAlgebraSetting, memory: string, enginePath = host.enginePath) {
  const proven = proving(memory, enginePath);
  engine = new EngineSwitch({ enginePath, log, setting, proven, learnAfter: 50, worthwhile: ANY_SPEED });
  return engine;
}

/** Waits for what is noted of a library in the background. */
async function learnt(memory: string, done = ({ verdict }: TriedLibrary) => verdict !== 'open'): Promise<TriedLibrary> {
  for (let i = 0; i < 400; i++) {
    const [library] = await new LibraryMemory(memory).tried();
    if (library && done(library)) return library;
    await sleep(25);
  }
  return assert.fail('nothing was learnt');
}

/** The back end that a fit used, and its notes on that. */
async function fitted(rows: number) {
  const run = await engine?.call('fit', request(rows));
  assert.ok(run);
  return { backEnd: run.backend.backEnd, said: run.notes.filter(({ code }) => code.startsWith('linear-algebra/')) };
}

test('embedded: no process is started and nothing is looked for', async () => {
  const memory = place();
  open(() => 'embedded', memory);
  assert.equal((await fitted(40)).backEnd, 'embedded');
  await sleep(200);
  assert.equal(existsSync(memory), false);
  assert.ok(said.every((line) => !line.includes('native')));
});

test('native: the first fit has it already, and a change of the setting needs no restart', { skip }, async () => {
  let setting: LinearAlgebraSetting = 'native';
  open(() => setting, place());
  assert.equal((await fitted(40)).backEnd, 'native');
  setting = 'embedded';
  assert.equal((await fitted(40)).backEnd, 'embedded');
});

test('auto: embedded at first; a library proven in the background is used from then on for large fits, and that is said once', {
  skip,
}, async () => {
  const memory = place();
  open(() => 'auto', memory);
  assert.deepEqual(await fitted(WIDE), { backEnd: 'embedded', said: [] });
  assert.equal(existsSync(memory), false, 'the trial does not hold the first fit up');
  const { file, ratio } = await learnt(memory);
  assert.equal(file, libraries[0].candidate.file);
  assert.deepEqual(await fitted(60), { backEnd: 'embedded', said: [] });
  const { backEnd, said: told } = await fitted(WIDE);
  assert.equal(backEnd, 'native');
  assert.equal(told.length, 1);
  assert.match(
    told[0].text,
    /^(OpenBLAS|MKL|Accelerate|flexiblas).* is used from 1,000 rows on: matrix products are \d+\.\d times as fast on this machine\. Results differ from those of the bundled core by rounding\.$/,
  );
  assert.ok(told[0].text.includes(`are ${ratio.toFixed(1)} times`));
  assert.deepEqual(await fitted(WIDE), { backEnd: 'native', said: [] });
  await learnt(memory, ({ told: noted }) => noted);
  engine?.dispose();
  open(() => 'auto', memory);
  assert.deepEqual(await fitted(WIDE), { backEnd: 'native', said: [] });
});

test('fits on a cluster, and with auto published figures, stay with the embedded core', { skip }, async () => {
  const memory = place();
  await proving(memory).learn();
  let setting: LinearAlgebraSetting = 'native';
  open(() => setting, memory);
  const asked = { request: request(40), folder };
  await assert.rejects(async () => engine?.call('planParts', asked), /A cluster reads files/);
  await assert.rejects(async () => engine?.call('finishParts', asked));
  setting = 'auto';
  await assert.rejects(async () => engine?.call('reproduce', { id: 'none', seed: 0 }));
  assert.ok(said.some((line) => line.startsWith('engine started')));
  assert.ok(said.every((line) => !line.startsWith('native engine started')));
});

test('auto: libraries are tried once, and a library of the workspace never', { skip }, async () => {
  const memory = place();
  assert.equal(await proving(memory).recall(), false);
  await proving(memory, undefined, ['/']).learn();
  assert.equal(existsSync(memory), false);
  await proving(memory).learn();
  const lines = () => said.filter((line) => / times as fast as the embedded core$/.test(line)).length;
  assert.equal(lines(), 1);
  await proving(memory).learn();
  assert.equal(lines(), 1);
  assert.equal(await proving(memory).recall(), true);
  // Proven elsewhere, and inside the workspace here.
  const proven = proving(memory, undefined, ['/']);
  engine = new EngineSwitch({ enginePath: host.enginePath, log, setting: () => 'auto', proven });
  assert.deepEqual(await fitted(WIDE), { backEnd: 'embedded', said: [] });
});

test('auto: a file that the search does not find is never loaded, whatever is remembered', { skip }, async () => {
  const memory = place();
  const file = join(folder, 'libopenblas.so.0');
  copyFileSync(libraries[0].candidate.file, file);
  await new LibraryMemory(memory).note(file, { verdict: 'proven', ratio: 9 });
  open(() => 'auto', memory);
  assert.deepEqual(await fitted(WIDE), { backEnd: 'embedded', said: [] });
});

test('auto: a library that has ended two processes that tried it is not tried again', { skip }, async () => {
  const memory = place();
  const { file } = libraries[0].candidate;
  await new LibraryMemory(memory).note(file, { ends: 2 });
  await proving(memory).learn();
  assert.ok(said.includes(`${file} is not used: processes ended unexpectedly while it computed`));
  const after = await new LibraryMemory(memory).tried();
  assert.deepEqual(
    after.filter((library) => library.file === file).map(({ verdict, ends }) => [verdict, ends]),
    [['open', 2]],
  );
});

test('libraries are tried by a process that nobody waits for, and that ends', { skip }, async () => {
  const memory = place();
  const pid = tryDetached(host.enginePath, { task: 'prove', memory, worthwhile: ANY_SPEED });
  assert.equal((await learnt(memory)).verdict, 'proven');
  for (let i = 0; i < 400 && pid !== undefined && isRunning(pid); i++) await sleep(25);
  assert.ok(pid !== undefined && !isRunning(pid));
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('auto: a library whose process dies is not used again', { skip }, async () => {
  const memory = place();
  await proving(memory).learn();
  open(() => 'auto', memory);
  const rows = Math.ceil(2500 / 0.8);
  let begun = false;
  const fit = engine?.call('fit', request(rows), {
    onProgress: (_, stage) => {
      if (stage.startsWith('decomposing') && !begun) {
        begun = true;
        void engine?.crash();
      }
    },
  });
  await assert.rejects(
    fit ?? Promise.resolve(),
    (e: unknown) => e instanceof KernelscopeError && e.failure.code === 'engine/crashed',
  );
  assert.ok(said.some((line) => line.endsWith('is no longer used: its process ended unexpectedly.')));
  assert.equal((await fitted(WIDE)).backEnd, 'embedded');
  assert.equal(await proving(memory).recall(), false);
});

test('an installation without koffi says so', async () => {
  const bare = join(folder, 'engine.js');
  copyFileSync(host.enginePath, bare);
  copyFileSync(host.nativePath, join(folder, 'native.js'));
  const memory = place();
  await proving(memory, bare).learn();
  assert.equal(existsSync(memory), false);
  assert.ok(
    said.some((line) => /has no bridge to native libraries for/.test(line)),
    said.join('\n'),
  );
});
