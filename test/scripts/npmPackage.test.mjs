// The package that npm gets, and the one that someone has who installs it.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { npm, plainEnvironment } from '../../scripts/npm.mjs';
import { packForNpm } from '../../scripts/npmPackage.mjs';
import { root } from '../../scripts/prerequisites.mjs';
import { runScript } from '../../scripts/processes.mjs';

const BUDGET_BYTES = 1_491_000;
const samples = join(root, 'samples');
let tarball = '';
let home = '';

/** Names and contents of a tar archive's files (POSIX ustar). */
function readTar(archive) {
  const files = new Map();
  for (let at = 0; archive[at] !== 0; ) {
    const text = (from, length) => archive.toString('latin1', at + from, at + from + length).replace(/[\0 ].*$/s, '');
    const bytes = Number.parseInt(text(124, 12), 8);
    files.set(text(0, 100), archive.subarray(at + 512, at + 512 + bytes));
    at += 512 + 512 * Math.ceil(bytes / 512);
  }
  return files;
}

/** Runs the installed command as npx does, with neither network nor what an earlier installation has left. */
function kernelscope(...words) {
  const { status, stdout, stderr } = runScript('npx', ['--no-install', '--offline', 'kernelscope', ...words], {
    cwd: home,
    env: environment(),
    encoding: 'utf8',
  });
  assert.equal(status, 0, String(stderr));
  return String(stdout);
}

const environment = () => ({ ...plainEnvironment(), npm_config_cache: join(home, 'cache') });

before(() => {
  tarball = packForNpm({ built: true });
  home = mkdtempSync(join(tmpdir(), 'kernelscope-npm-'));
});
after(() => rmSync(home, { recursive: true, force: true }));

test('the package for npm holds the command line with what it loads, its licences, and nothing else', (t) => {
  const files = readTar(gunzipSync(readFileSync(tarball)));
  const names = [...files.keys()].map((name) => name.replace(/^package\//, ''));
  const binaries = names.filter((name) => /^dist\/koffi\/build\/koffi\/\w+\/koffi\.node$/.test(name));
  const bundles = names.filter((name) => /^dist\/\w+\.js$/.test(name));
  const asked = bundles.flatMap((name) =>
    [...String(files.get(`package/${name}`)).matchAll(/require\("\.\/(\w+\.js)"\)/g)].map(([, file]) => `dist/${file}`),
  );
  // A report's page is read as a text.
  assert.deepEqual([...new Set(['dist/cli.js', 'dist/reportPage.js', ...asked])].toSorted(), bundles.toSorted());
  const texts = [
    'LICENSE',
    'NOTICE',
    'README.md',
    'package.json',
    'dist/koffi/src/koffi/indirect.cjs',
    'man/kernelscope.1',
    ...readdirSync(join(root, 'distributed'))
      .filter((name) => name.endsWith('.py'))
      .map((name) => `distributed/${name}`),
  ];
  assert.deepEqual(names.toSorted(), [...bundles, ...texts, ...binaries].toSorted());
  t.diagnostic(`${(statSync(tarball).size / 1000).toFixed(0)} kB, ${names.length} files`);
  assert.ok(statSync(tarball).size < BUDGET_BYTES * Math.max(1, binaries.length));
  for (const [name, content] of files)
    assert.equal(content.includes(root), false, `${name} holds a path of this machine`);
});

test('it needs no other package and runs no script', () => {
  const manifest = JSON.parse(
    readTar(gunzipSync(readFileSync(tarball)))
      .get('package/package.json')
      .toString(),
  );
  for (const member of ['dependencies', 'optionalDependencies', 'scripts', 'private', 'main'])
    assert.equal(manifest[member], undefined, member);
});

test('installed without a network in an empty folder it is one package, and does what it is for', () => {
  npm(home, ['install', '--offline', '--no-audit', '--no-fund', '--silent', tarball], { env: environment() });
  assert.deepEqual(
    readdirSync(join(home, 'node_modules')).filter((name) => !name.startsWith('.')),
    ['kernelscope'],
  );
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  assert.equal(kernelscope('--version'), `kernelscope ${version}\n`);
  const wave = join(samples, 'wave.csv');
  const words = ['fit', wave, '--target', 'signal', '--set', 'kernel=gaussian'];
  assert.match(kernelscope(...words, '--save', 'wave.ksmodel', '--report', 'wave.html'), /signal/);
  assert.equal(kernelscope('predict', 'wave.ksmodel', wave).trim().split('\n').length, 1 + 180);
  kernelscope('export', 'wave.ksmodel', '--as', 'json', '--out', 'wave-json');
  for (const made of ['wave.html', 'wave-json']) assert.ok(existsSync(join(home, made)), made);
  assert.match(kernelscope('reproduce'), /tkrr-fig2/);
});
