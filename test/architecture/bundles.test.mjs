// The sizes of the bundles, and what must not be in them.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { scriptOf } from '../../scripts/demo.mjs';
import { noticesOf, packagesOf, textsOf } from '../../scripts/notices.mjs';
import { BUNDLES, metafile, root } from './metafiles.mjs';

/**
 * Kilobytes. Every start of VS Code reads the extension's bundle; a panel reads the page's whenever it opens; a fit
 * reads the engine's, which reads others when it first calls a function of theirs: fits that are robust, on features or
 * without a target, visits to rows in their file, and requests about a model or a file other than a fit. A bundle that
 * no CSV file loads reads the formats beside delimited text. The code that tells encodings apart, most of it tables of
 * letters, is read when a text is not UTF-8. The bundle of exports holds the programs it writes, among them the reader
 * of cells as a module of JavaScript. The forms for settings are read when one opens, and the schemas of a stored run
 * when one is drawn. The figures' bundle holds what the page of a run, reports and the command line draw and say. The
 * report's holds the script that makes its sliders live, packed, and what other extensions and language models can ask
 * for. The command line's holds the sentences of its help, the completion of words from the same, and the scripts of
 * four shells. The page's holds the code that draws figures on a canvas, and the first screen. Extension, protocol and
 * command line each hold the choices of a fit, with what every door says of them.
 */
const BUDGET_KB = {
  extension: 244,
  engine: 578,
  quoted: 24,
  cells: 73,
  robust: 64,
  huber: 23,
  features: 91,
  components: 34,
  cluster: 98,
  uses: 63,
  looks: 51,
  plainCore: 23,
  native: 21,
  formats: 30,
  parquet: 45,
  encodings: 240,
  reproduce: 310,
  export: 309,
  report: 95,
  figures: 294,
  moreFigures: 77,
  reportPage: 6,
  forms: 42,
  runs: 34,
  webview: 376,
  comparison: 27,
  start: 46,
  inspection: 37,
  mcp: 26,
  cli: 144,
  web: 11,
  webEngine: 11,
  brotli: 102,
};

/** Kilobytes of the script in every report with sliders: the panel's own figures, filters and sliders, without its canvas and toolkit. */
const REPORT_SCRIPT_KB = 299;

test(`the script of a report stays under ${REPORT_SCRIPT_KB} kB, and knows neither chart.js nor the toolkit`, (t) => {
  const scripts = ['figures', 'reportPage'];
  const bytes = scripts
    .map((name) => metafile(name).outputs[`dist/${name}.js`].bytes)
    .reduce((sum, each) => sum + each, 0);
  const inputs = Object.assign({}, ...scripts.map((name) => metafile(name).inputs));
  t.diagnostic(`report's script: ${(bytes / 1000).toFixed(0)} kB`);
  assert.ok(bytes < 1000 * REPORT_SCRIPT_KB, `${bytes} bytes`);
  const foreign = Object.keys(inputs).filter((file) => /chart\.js|@vscode|@microsoft|figures\/components/.test(file));
  assert.deepEqual(foreign, []);
});

for (const bundle of BUNDLES) {
  test(`${bundle}.js stays under ${BUDGET_KB[bundle]} kB`, (t) => {
    const { outputs } = metafile(bundle);
    const kB = outputs[`dist/${bundle}.js`].bytes / 1000;
    t.diagnostic(`${bundle}.js: ${kB.toFixed(0)} kB`);
    assert.ok(kB < BUDGET_KB[bundle], `${kB.toFixed(0)} kB`);
  });

  test(`${bundle}.js has no source map and no path of this machine`, () => {
    const text = readFileSync(join(root, `dist/${bundle}.js`), 'utf8');
    assert.doesNotMatch(text, /sourceMappingURL/);
    assert.equal(text.includes(root), false);
  });
}

/** Kilobytes of the demo page's own script: the extension's results panel with the checks of what it is sent, and the choice of a target. */
const DEMO_KB = 124;

test(`the script of the demo page stays under ${DEMO_KB} kB, and asks for what lies beside it alone`, async (t) => {
  const { text } = await scriptOf('demo');
  t.diagnostic(`demo.js: ${(text.length / 1000).toFixed(0)} kB`);
  assert.ok(text.length < 1000 * DEMO_KB, `${text.length} bytes`);
  assert.doesNotMatch(text, /https?:\/\/(?!localhost:8000)/);
  assert.equal(text.match(/\bfetch\(/g)?.length, 1, 'files beside it');
});

test('the notices hold every licence and notice of every package that ships, each once', () => {
  const notices = readFileSync(join(root, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
  const bundled = [...BUNDLES, 'panel'].flatMap((bundle) => Object.keys(metafile(bundle).inputs));
  const packages = packagesOf(bundled);
  assert.ok(packages.has('node_modules/chart.js'));
  // koffi lies beside the bundles, and no bundle holds it.
  assert.equal(packages.has('node_modules/koffi'), false);
  if (existsSync(join(root, 'dist/koffi'))) packages.add('node_modules/koffi');
  const parts = notices.split(/\n-{80}\n/).map((part) => part.trim());
  const texts = parts.slice(1).map((part) => part.slice(part.indexOf('\n\n') + 2));
  assert.equal(new Set(texts).size, texts.length, 'no text is there twice');
  for (const folder of packages) {
    const { name, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const named = parts.filter((part) => part.split('\n\n')[0].includes(`${name} ${version} (`));
    for (const text of textsOf(join(root, folder)))
      assert.ok(
        named.some((part) => part.endsWith(text)),
        `${name}: ${text.slice(0, 80)}`,
      );
  }
});

test('a package without a licence is not built in silently, and one with a notice brings it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-notices-'));
  const add = (name, files) => {
    const path = join(folder, 'node_modules', name);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'package.json'), JSON.stringify({ name, version: '1.0.0', license: 'Apache-2.0' }));
    for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
    return `node_modules/${name}`;
  };
  try {
    const [a, b] = ['a', 'b'].map((name) => add(name, { LICENSE: 'Apache\n', 'NOTICE.md': `of ${name}` }));
    const rule = '-'.repeat(80);
    assert.deepEqual(noticesOf(folder, [b, a]).split(`\n\n${rule}\n\n`).slice(1), [
      'a 1.0.0 (Apache-2.0)\nb 1.0.0 (Apache-2.0)\n\nApache',
      'a 1.0.0 (Apache-2.0)\n\nof a',
      'b 1.0.0 (Apache-2.0)\n\nof b\n',
    ]);
    assert.throws(
      () => noticesOf(folder, [add('c', { 'README.md': 'c' })]),
      /c \(Apache-2\.0\) comes without a licence/,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
