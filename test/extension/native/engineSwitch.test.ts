import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import type { LibraryAt } from '../../../src/engine/contract/host';
import { EngineSwitch, LEAST_ROWS, type LinearAlgebraSetting } from '../../../src/extension/engine/engineSwitch';
import { ProvenLibrary } from '../../../src/extension/engine/provenLibrary';
import { MEMENTO } from '../../../src/extension/ids';
import type { Keep } from '../../../src/extension/remembered';
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

/** Memory as the editor's: what is stored went through JSON. */
function memory(): Keep & { readonly stored: Map<string, string> } {
  const stored = new Map<string, string>();
  return {
    stored,
    get: <T>(key: string, otherwise: T) => {
      const text = stored.get(key);
      return text === undefined ? otherwise : (JSON.parse(text) as T);
    },
    async update(key, value) {
      if (value === undefined) stored.delete(key);
      else stored.set(key, JSON.stringify(value));
    },
  };
}

interface Outcome {
  library?: LibraryAt;
  changed: number;
  machine: string;
  version: string;
  when: number;
}
const outcomeIn = (keep: Keep): Outcome | undefined => keep.get<Outcome | undefined>(MEMENTO.native, undefined);

function open(setting: () => LinearAlgebraSetting, keep: Keep, enginePath = host.enginePath) {
  const proven = new ProvenLibrary(keep, enginePath, log, ANY_SPEED);
  engine = new EngineSwitch({
    enginePath,
    log,
    setting,
    proven,
    learnAfter: 50,
    worthwhile: ANY_SPEED,
  });
  return engine;
}

/** Waits for the outcome of a probe in the background. */
async function learnt(keep: Keep): Promise<Outcome> {
  for (let i = 0; i < 400; i++) {
    const outcome = outcomeIn(keep);
    if (outcome) return outcome;
    await sleep(25);
  }
  return assert.fail('nothing was learnt');
}

test('embedded: no process is started and nothing is looked for', async () => {
  const keep = memory();
  open(() => 'embedded', keep);
  assert.equal((await engine?.call('fit', request(40)))?.backend.backEnd, 'embedded');
  await sleep(200);
  assert.equal(keep.stored.size, 0);
  assert.ok(said.every((line) => !line.includes('native')));
});

test('native: the first fit has it already, and a change of the setting needs no restart', { skip }, async () => {
  let setting: LinearAlgebraSetting = 'native';
  open(() => setting, memory());
  assert.equal((await engine?.call('fit', request(40)))?.backend.backEnd, 'native');
  setting = 'embedded';
  assert.equal((await engine?.call('fit', request(40)))?.backend.backEnd, 'embedded');
});

test('auto: embedded at first; a library proven in the background is used from then on, for large fits', {
  skip,
}, async () => {
  const keep = memory();
  open(() => 'auto', keep);
  const rows = Math.ceil((LEAST_ROWS + 20) / 0.8);
  assert.equal((await engine?.call('fit', request(rows)))?.backend.backEnd, 'embedded');
  assert.equal(outcomeIn(keep), undefined, 'the probe does not hold the first fit up');
  const { library, changed } = await learnt(keep);
  assert.ok(library && changed > 0);
  assert.equal((await engine?.call('fit', request(rows)))?.backend.backEnd, 'native');
  assert.equal((await engine?.call('fit', request(60)))?.backend.backEnd, 'embedded');
});

test('auto: what was found once is not looked for again, on this machine and with this library only', {
  skip,
}, async () => {
  const keep = memory();
  const proven = () => new ProvenLibrary(keep, host.enginePath, log, ANY_SPEED);
  assert.equal(await proven().recall(), undefined);
  await proven().learn();
  const probed = said.filter((line) => line.startsWith('Native linear algebra')).length;
  assert.equal(probed, 1);
  await proven().learn();
  assert.equal(said.filter((line) => line.startsWith('Native linear algebra')).length, probed);
  const outcome = await learnt(keep);
  assert.deepEqual(await proven().recall(), outcome.library);
  for (const other of [{ machine: 'another' }, { version: '0.0.0' }]) {
    await keep.update(MEMENTO.native, { ...outcome, ...other });
    assert.equal(await proven().recall(), undefined, JSON.stringify(other));
  }
  // A library that was updated must prove itself anew.
  const file = join(folder, 'libopenblas.so');
  writeFileSync(file, 'stands for a library');
  utimesSync(file, 1, 1);
  await keep.update(MEMENTO.native, { ...outcome, library: { ...outcome.library, file }, changed: 1000 });
  assert.equal((await proven().recall())?.file, file);
  utimesSync(file, 2, 2);
  assert.equal(await proven().recall(), undefined);
  assert.equal(keep.stored.size, 0);
});

test('auto: a machine where nothing was found is left alone for a month', async () => {
  const keep = memory();
  const mute = join(folder, 'mute.cjs');
  writeFileSync(
    mute,
    "process.send({ type: 'probe', said: 'No native linear algebra is used: none.' }, () => process.exit());",
  );
  const proven = () => new ProvenLibrary(keep, mute, log);
  await proven().learn();
  await proven().learn();
  assert.equal(said.filter((line) => line.startsWith('No native')).length, 1);
  assert.equal(await proven().recall(), undefined);
  const outcome = await learnt(keep);
  await keep.update(MEMENTO.native, { ...outcome, when: outcome.when - 31 * 24 * 3_600_000 });
  await proven().learn();
  assert.equal(said.filter((line) => line.startsWith('No native')).length, 2);
});

test('auto: a probe that crashes is an outcome too', async () => {
  const keep = memory();
  const crashing = join(folder, 'crashing.cjs');
  writeFileSync(crashing, "process.kill(process.pid, 'SIGSEGV');");
  await new ProvenLibrary(keep, crashing, log).learn();
  assert.equal((await learnt(keep)).library, undefined);
  assert.ok(said.some((line) => line.startsWith('No native linear algebra is used')));
});

test('auto: a library whose process dies is not used again', { skip }, async () => {
  const keep = memory();
  await new ProvenLibrary(keep, host.enginePath, log, ANY_SPEED).learn();
  open(() => 'auto', keep);
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
  assert.equal((await engine?.call('fit', request(60)))?.backend.backEnd, 'embedded');
  assert.equal(outcomeIn(keep)?.library, undefined);
});

test('an installation without koffi says so', async () => {
  const bare = join(folder, 'engine.js');
  copyFileSync(host.enginePath, bare);
  copyFileSync(host.nativePath, join(folder, 'native.js'));
  const keep = memory();
  await new ProvenLibrary(keep, bare, log).learn();
  assert.equal((await learnt(keep)).library, undefined);
  assert.ok(
    said.some((line) => /has no bridge to native libraries for/.test(line)),
    said.join('\n'),
  );
});
