// The contents of the packages.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { WHEELS } from '../../scripts/openblas.mjs';
import { packAnew, packVsix } from '../../scripts/package.mjs';
import { vsixProblems } from '../../scripts/vsixProblems.mjs';
import { BUNDLES } from '../architecture/metafiles.mjs';
import { fakeWheel } from '../scripts/fakeWheel.mjs';
import { root } from './profile.mjs';
import { packages, packed, say, test } from './window.mjs';
import { readZip, zipEntries } from './zip.mjs';

/**
 * The size as vsce deflates it, which is 3 % more than `npm run package` makes of it, and without koffi's binaries,
 * which are measured separately.
 */
const BUDGET_BYTES = 1_600_000;
const KOFFI_BINARY = /^extension\/dist\/koffi\/build\/koffi\/(linux|darwin|win32)_(x64|arm64)\/koffi\.node$/;
/** Bundles that another package has. */
const IN_BROWSERS = ['brotli', 'web', 'webEngine'];
/** Everything that may be in the package; vsce writes the first two and renames the texts. */
const ALLOWED = [
  /^extension\.vsixmanifest$/,
  /^\[Content_Types\]\.xml$/,
  /^extension\/package(\.nls(\.de)?)?\.json$/,
  /^extension\/l10n\/bundle\.l10n\.de\.json$/,
  /^extension\/(readme|changelog)\.md$/,
  /^extension\/LICENSE\.(txt|md)$/,
  new RegExp(`^extension/dist/(${BUNDLES.join('|')})\\.js$`),
  /^extension\/bin\/kernelscope(\.cmd)?$/,
  /^extension\/dist\/panel\.css$/,
  /^extension\/distributed\/kernelscope_\w+\.py$/,
  /^extension\/dist\/koffi\/src\/koffi\/indirect\.cjs$/,
  KOFFI_BINARY,
  /^extension\/dist\/THIRD-PARTY-NOTICES\.txt$/,
  /^extension\/media\/[\w.-]+\.(svg|png|css|md)$/,
  /^extension\/samples\/[\w-]+\.csv$/,
  /^extension\/docs\/[a-z-]+\.md$/,
];
const NEEDED = [
  'package.json',
  'package.nls.json',
  'package.nls.de.json',
  'l10n/bundle.l10n.de.json',
  'readme.md',
  'bin/kernelscope',
  'bin/kernelscope.cmd',
  ...BUNDLES.filter((name) => !IN_BROWSERS.includes(name)).map((name) => `dist/${name}.js`),
  'dist/panel.css',
];

const place = {
  exists: (/** @type {string} */ path) => existsSync(join(root, path)),
  machinePaths: [root, `${homedir()}/`],
};

test('vsce packs it', () => {
  say(`${(statSync(packed()).size / 1000).toFixed(0)} kB, ${readZip(packed()).size} files`);
});

test(`it is smaller than ${BUDGET_BYTES / 1e6} MB without koffi's binaries, and has this platform's`, () => {
  const binaries = [...zipEntries(readFileSync(packed()))].filter(({ name }) => KOFFI_BINARY.test(name));
  const koffi = binaries.reduce((sum, { bytes }) => sum + bytes.length, 0);
  assert.ok(statSync(packed()).size - koffi < BUDGET_BYTES);
  const here = `${process.platform}_${process.arch}/koffi.node`;
  assert.ok(
    binaries.some(({ name }) => name.endsWith(here)),
    `${here} is missing`,
  );
  say(`koffi ${(koffi / 1000).toFixed(0)} kB`);
});

test('it holds what runs, and nothing else', () => {
  const names = [...readZip(packed()).keys()];
  assert.deepEqual(
    names.filter((name) => !ALLOWED.some((pattern) => pattern.test(name))),
    [],
  );
  for (const name of NEEDED) assert.ok(names.includes(`extension/${name}`), `${name} is missing`);
  assert.ok(
    names.some((name) => name.startsWith('extension/samples/')),
    'the samples are missing',
  );
});

test('the package of one platform says so, and is the same with a library more', () => {
  const target = 'linux-x64';
  test.skip(`${process.platform}-${process.arch}` !== target, `it is packed on ${target}`);
  const wheel = fakeWheel(test.info().outputPath('wheel'), target);
  const one = readZip(packVsix({ built: true, target, wheel, folder: packages }));
  const all = readZip(packed());
  const said = (/** @type {ReturnType<typeof readZip>} */ files) => String(files.get('extension.vsixmanifest'));
  assert.match(said(one), / TargetPlatform="linux-x64"/);
  assert.doesNotMatch(said(all), /TargetPlatform/);
  const library = `extension/dist/kernelscope.libs/${WHEELS[target].library}`;
  assert.deepEqual([...one.keys()].sort(), [...all.keys(), library].sort());
  assert.deepEqual(vsixProblems(one, place), []);
});

test('the marketplaces would take it as it is, and the package for browsers', () => {
  assert.deepEqual(vsixProblems(readZip(packed()), place), []);
  const web = readZip(packVsix({ built: true, target: 'web', folder: packages }));
  assert.match(String(web.get('extension.vsixmanifest')), / TargetPlatform="web"/);
  assert.deepEqual(vsixProblems(web, place), []);
});

test('an archive that is packed anew is smaller, and holds the same', () => {
  const file = test.info().outputPath('some.zip');
  const names = ['README.md', 'samples/wave.csv', 'LICENSE'];
  writeFileSync(file, zipSync(Object.fromEntries(names.map((name) => [name, readFileSync(join(root, name))]))));
  const before = readZip(file);
  const { size } = statSync(file);
  packAnew(file);
  assert.ok(statSync(file).size < size);
  assert.deepEqual(readZip(file), before);
});
