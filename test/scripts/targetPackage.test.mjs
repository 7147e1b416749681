// What the package of one platform brings along is found and tried, and what is packed for all platforms sees nothing of it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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
const filesIn = (/** @type {string} */ of) =>
  readdirSync(of, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath ?? file.path, file.name).slice(of.length + 1));

test('every wheel is pinned by its sum', () => {
  for (const { sha256 } of Object.values(WHEELS)) assert.match(sha256, /^[0-9a-f]{64}$/);
  for (const none of ['sparc-solaris', 'toString']) assert.throws(() => staged(none), /linux-x64/);
});

test('the package of this platform has a library for its command line, which tries it as any other', { skip }, () => {
  const dist = join(root, 'dist');
  const before = filesIn(dist);
  const made = staged(target, fakeWheel(join(folder, 'wheel'), target));
  assert.deepEqual(filesIn(dist), before);
  const library = join('kernelscope.libs', WHEELS[target].library);
  const koffi = /^koffi.build.koffi./;
  const others = (/** @type {string[]} */ names) => names.filter((name) => !koffi.test(name)).sort();
  assert.deepEqual(others(filesIn(join(made, 'dist'))), [...others(before), library].sort());
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
