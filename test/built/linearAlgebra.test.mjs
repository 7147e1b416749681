// Checks what the command line learns about this machine's libraries, by processes that share a home.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'kernelscope-'));
after(() => rmSync(folder, { recursive: true }));
const place = (/** @type {string[]} */ ...names) => join(folder, ...names);

/** Four fifths of the rows train. */
const [WIDE, SMALL] = [1300, 100];
for (const rows of [WIDE, SMALL]) {
  const line = (/** @type {number} */ i) => [Math.sin(12.9898 * i), Math.cos(78.233 * i), Math.sin(31.4 * i)].join(',');
  writeFileSync(place(`${rows}.csv`), `a,b,y\n${Array.from({ length: rows }, (_, i) => line(i + 1)).join('\n')}\n`);
}

/** Runs a command in a home, without the tests' environment variables for linear algebra. */
function kernelscope(/** @type {string} */ home, /** @type {string[]} */ ...words) {
  mkdirSync(place(home), { recursive: true });
  const { KERNELSCOPE_LINEAR_ALGEBRA: _, XDG_CACHE_HOME: __, ...others } = process.env;
  const env = { ...others, HOME: place(home), LOCALAPPDATA: place(home) };
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...words], {
    env,
    cwd: folder,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  return stdout;
}

/** The back end that a fit used, and how many of its notes are on that. */
function fitted(/** @type {string} */ home, /** @type {number} */ rows, /** @type {string[]} */ ...words) {
  const how = ['--set', 'kernel=laplace', '--set', 'lengthScale=0.8', '--set', 'lambda=0.001', '--set', 'folds=0'];
  const out = kernelscope(home, 'fit', `${rows}.csv`, '--target', 'y', ...how, '--json', '-', ...words);
  /** @type {{ linearAlgebra: { backEnd: string }, notes: string[] }} */
  const { linearAlgebra, notes } = JSON.parse(out);
  return { core: linearAlgebra.backEnd, said: notes.filter((text) => text.includes('times as fast')).length };
}

/** Files of the cache. */
function cached(/** @type {string} */ home) {
  try {
    const caches = { darwin: ['Library', 'Caches'], win32: [] };
    const inside = place(home, ...(caches[/** @type {'darwin'} */ (process.platform)] ?? ['.cache']), 'kernelscope');
    return readdirSync(inside).map((name) => join(inside, name));
  } catch {
    return [];
  }
}

const learnt = kernelscope('learnt', 'linear-algebra');
const proven = /^Fits on 1,000 rows and more use .*\.$/m.test(learnt);
if (!proven) console.log(`No library of this machine is tried in fits: ${learnt}`);
/** A test for machines with a library that is right and faster. */
const withLibrary = (/** @type {string} */ name, /** @type {() => void} */ body) => proven && test(name, body);

test('a fit that nobody watches looks for no library', () => {
  assert.deepEqual(fitted('new', WIDE), { core: 'embedded', said: 0 });
  assert.deepEqual(cached('new'), []);
});

withLibrary('a library that was tried computes fits from 1,000 rows on, and says so once', () => {
  assert.deepEqual(fitted('learnt', SMALL), { core: 'embedded', said: 0 });
  assert.deepEqual(fitted('learnt', WIDE, '--linear-algebra', 'embedded'), { core: 'embedded', said: 0 });
  assert.deepEqual(fitted('learnt', WIDE), { core: 'native', said: 1 });
  assert.deepEqual(fitted('learnt', WIDE), { core: 'native', said: 0 });
  const files = cached('learnt');
  assert.equal(files.length, 1, 'no mark of a use is left');
  if (process.platform !== 'win32') assert.equal(statSync(files[0]).mode & 0o777, 0o600);
});

withLibrary('the command line of a report names the core', () => {
  const reports = ['embedded', 'auto'].map((core) => {
    fitted('learnt', WIDE, '--linear-algebra', core, '--report', `${core}.md`);
    return readFileSync(place(`${core}.md`), 'utf8');
  });
  assert.match(reports[0], /--linear-algebra=embedded/);
  assert.match(reports[1], /--linear-algebra=native/);
});

withLibrary('a fit in steps stays with the embedded core', () => {
  const cluster = (/** @type {string[]} */ ...words) => kernelscope('learnt', 'cluster', ...words);
  const quick = ['--set', 'features=20', '--set', 'lengthScale=1'];
  cluster('plan', `${WIDE}.csv`, '--target', 'y', '--method', 'rf-ridge', ...quick, '--out', 'plan');
  cluster('map', 'plan', '1', '--out', 'sums');
  cluster('solve', 'plan', 'sums', '--out', 'solution');
  cluster('map', 'plan', '1', '--solution', 'solution', '--out', 'errors');
  const { linearAlgebra } = JSON.parse(cluster('finish', 'plan', 'solution', 'errors', '--json', '-'));
  assert.equal(linearAlgebra.backEnd, 'embedded');
});

withLibrary('two commands in a row that end while a library computes are the last to use it', () => {
  const [memory] = cached('learnt');
  const file = JSON.parse(readFileSync(memory, 'utf8')).libraries[0].file;
  const ended = () => writeFileSync(`${memory}.${spawnSync(process.execPath, ['-e', '']).pid}`, file);
  ended();
  assert.equal(fitted('learnt', WIDE).core, 'native');
  assert.equal(cached('learnt').length, 1, 'one that ends well makes up for it');
  ended();
  ended();
  assert.equal(fitted('learnt', WIDE).core, 'embedded');
  // Asked for, it has another chance: it is tried again, and on a busy machine may turn out slower.
  const again = kernelscope('learnt', 'linear-algebra');
  assert.match(again, /times as fast/);
  assert.equal(fitted('learnt', WIDE).core, /^Fits on 1,000 rows and more use /m.test(again) ? 'native' : 'embedded');
});
