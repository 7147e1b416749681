// Everything that the package of one platform brings along is found and tried, a package for all platforms sees nothing
// of it, and the place where an extension runs decides which bundles it has.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { WHEELS } from '../../scripts/openblas.mjs';
import { staged } from '../../scripts/package.mjs';
import { root } from '../../scripts/prerequisites.mjs';
import { fakeWheel, LICENCE } from './fakeWheel.mjs';

const folder = mkdtempSync(join(tmpdir(), 'kernelscope-'));
after(() => rmSync(folder, { recursive: true }));
const target = `${process.platform}-${process.arch}`;
const skip = target in WHEELS ? false : `there is no package for ${target} alone`;
/** A folder with what a package holds, for the time of a test. */
function stagedFor(/** @type {import('node:test').TestContext} */ t, /** @type {Parameters<typeof staged>} */ ...args) {
  const made = staged(...args);
  t.after(() => rmSync(made, { recursive: true }));
  return made;
}
const filesIn = (/** @type {string} */ of) =>
  readdirSync(of, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath ?? file.path, file.name).slice(of.length + 1));

test('every wheel is pinned by its sum', () => {
  for (const { sha256 } of Object.values(WHEELS)) assert.match(sha256, /^[0-9a-f]{64}$/);
  for (const none of ['sparc-solaris', 'toString']) assert.throws(() => staged(none), /linux-x64/);
});

const IN_BROWSERS = ['brotli.js', 'web.js', 'webEngine.js'];

test('a package has the bundles of where it runs, and one entry point', (t) => {
  const entries = (/** @type {string} */ of) => {
    const { main, browser } = JSON.parse(readFileSync(join(of, 'package.json'), 'utf8'));
    return { main, browser };
  };
  const whole = entries(root);
  const packages = { node: stagedFor(t), browser: stagedFor(t, 'web') };
  assert.deepEqual(entries(packages.node), { main: whole.main, browser: undefined });
  assert.deepEqual(entries(packages.browser), { main: undefined, browser: whole.browser });
  const bundles = (/** @type {string} */ of) => readdirSync(join(of, 'dist')).filter((name) => name.endsWith('.js'));
  assert.deepEqual(
    bundles(packages.node),
    bundles(root).filter((name) => !IN_BROWSERS.includes(name)),
  );
  assert.deepEqual(
    bundles(packages.browser),
    bundles(root).filter((name) => name !== 'cli.js'),
  );
  assert.ok(!existsSync(join(packages.browser, 'dist/koffi')) && !existsSync(join(packages.browser, 'bin')));
});

test('the package of this platform has a library for its command line, which tries it as any other', { skip }, (t) => {
  const dist = join(root, 'dist');
  const before = filesIn(dist);
  const made = stagedFor(t, target, fakeWheel(join(folder, 'wheel'), target));
  assert.deepEqual(filesIn(dist), before);
  const library = join('kernelscope.libs', WHEELS[target].library);
  const koffi = /^koffi.build.koffi./;
  const others = (/** @type {string[]} */ names) => names.filter((name) => !koffi.test(name)).sort();
  const withNode = others(before).filter((name) => !IN_BROWSERS.includes(name));
  assert.deepEqual(others(filesIn(join(made, 'dist'))), [...withNode, library].sort());
  assert.deepEqual(
    filesIn(join(made, 'dist')).filter((name) => koffi.test(name)),
    [join('koffi/build/koffi', target.replace('-', '_'), 'koffi.node')],
  );
  assert.ok(readFileSync(join(made, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8').endsWith(LICENCE));
  const env = { ...process.env, HOME: folder, XDG_CACHE_HOME: join(folder, 'cache'), LOCALAPPDATA: folder };
  const { stdout, stderr } = spawnSync(process.execPath, [join(made, 'dist/cli.js'), 'linear-algebra'], {
    env: { ...env, COLUMNS: '1000' },
    encoding: 'utf8',
  });
  const said = `${join(made, 'dist', library)} cannot be loaded, or has no LAPACK`;
  assert.ok(stdout.replace(/\s+/g, ' ').includes(said), `${stdout}${stderr}`);
});
