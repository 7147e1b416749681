// node test/e2e/vsix.mjs
// Packs the extension, looks at what is in the package, installs it and does the clicks with it.
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { deflateRawSync } from 'node:zlib';
import { packVsix } from '../../scripts/package.mjs';
import { clicks } from './clicks.mjs';
import { root } from './profile.mjs';
import { addTallies, finish, runSteps } from './steps.mjs';
import { readZip } from './zip.mjs';

/** Without koffi's binaries, which are measured apart. */
const BUDGET_BYTES = 800_000;
const KOFFI_BINARY = /^extension\/dist\/koffi\/build\/koffi\/(linux|darwin|win32)_(x64|arm64)\/koffi\.node$/;
/** Everything that may be in the package; vsce writes the first two and renames the texts. */
const ALLOWED = [
  /^extension\.vsixmanifest$/,
  /^\[Content_Types\]\.xml$/,
  /^extension\/package(\.nls)?\.json$/,
  /^extension\/(readme|changelog)\.md$/,
  /^extension\/LICENSE\.(txt|md)$/,
  /^extension\/dist\/(extension|engine|native|reproduce|webview|cli)\.js$/,
  /^extension\/dist\/koffi\/src\/koffi\/indirect\.cjs$/,
  KOFFI_BINARY,
  /^extension\/dist\/THIRD-PARTY-NOTICES\.txt$/,
  /^extension\/media\/[\w.-]+\.(svg|png|css|md)$/,
  /^extension\/samples\/[\w-]+\.csv$/,
];
const NEEDED = [
  'package.json',
  'package.nls.json',
  'readme.md',
  'dist/extension.js',
  'dist/engine.js',
  'dist/native.js',
  'dist/reproduce.js',
  'dist/webview.js',
];

let file;
let files = new Map();
const packed = await runSteps('The package', [
  {
    name: 'vsce packs it',
    async run() {
      file = packVsix();
      files = readZip(file);
      return `${(statSync(file).size / 1000).toFixed(0)} kB, ${files.size} files`;
    },
  },
  {
    name: "it is smaller than 0.8 MB without koffi's binaries, and has this platform's",
    async run() {
      const binaries = [...files].filter(([name]) => KOFFI_BINARY.test(name));
      const koffi = binaries.reduce((sum, [, content]) => sum + deflateRawSync(content).length, 0);
      assert.ok(statSync(file).size - koffi < BUDGET_BYTES);
      const here = `${process.platform}_${process.arch}/koffi.node`;
      assert.ok(
        binaries.some(([name]) => name.endsWith(here)),
        `${here} is missing`,
      );
      return `koffi ${(koffi / 1000).toFixed(0)} kB`;
    },
  },
  {
    name: 'it holds what runs, and nothing else',
    async run() {
      const strangers = [...files.keys()].filter((name) => !ALLOWED.some((pattern) => pattern.test(name)));
      assert.deepEqual(strangers, []);
      for (const name of NEEDED) assert.ok(files.has(`extension/${name}`), `${name} is missing`);
      assert.ok(
        [...files.keys()].some((name) => name.startsWith('extension/samples/')),
        'the samples are missing',
      );
    },
  },
  {
    name: 'no source map and no path of this machine is inside',
    async run() {
      for (const [name, content] of files) {
        const text = content.toString('latin1');
        assert.equal(/sourceMappingURL=/.test(text), false, `${name} has a source map`);
        for (const path of [root, `${homedir()}/`]) assert.equal(text.includes(path), false, `${name} holds ${path}`);
      }
    },
  },
]);
const clicked = packed.failed > 0 ? { passed: 0, failed: 0, skipped: 1 } : await clicks('vsix', file);
finish(addTallies(packed, clicked));
