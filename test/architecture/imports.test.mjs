// The import rules of scripts/rooms.mjs, held against the text of every source file and against what the bundler really joined.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { ON_A_MACHINE, PURE, ROOMS, roomOf } from '../../scripts/rooms.mjs';
import { BUNDLES, edges, importsOf, metafile, root, wholeGraph } from './metafiles.mjs';
import { circles, sourceImports } from './sourceImports.mjs';

const graph = wholeGraph();
const none = (forbidden, why) => assert.deepEqual(edges(graph, forbidden), [], why);
const isSource = (target) => target.startsWith('src/');
const isBuiltin = (target) => target.startsWith('node:') || builtinModules.includes(target);
/** The assembled core and a report's script are the project's own; scripts/coreWasm.mjs and scripts/reportPage.mjs make them. */
const isCore = (target) => /^kernelscope-(core|report)/.test(target);
const isPicture = (target) => target.startsWith('media/');
const isPackage = (target) => !isSource(target) && !isBuiltin(target) && !isCore(target) && !isPicture(target);

const sources = sourceImports();

test('every room is known to the rules', () => {
  const unknown = [...sources.keys()].map(roomOf).filter((name) => !(name in ROOMS));
  assert.deepEqual([...new Set(unknown)], []);
  const said = Object.values(ROOMS).flatMap(({ imports }) => imports);
  assert.deepEqual(
    said.filter((name) => !(name in ROOMS)),
    [],
  );
});

test('imports point one way between rooms, types included', () => {
  const wrong = edges(sources, (from, to) => {
    const [here, there] = [roomOf(from), roomOf(to)];
    return !isPicture(to) && here !== there && !ROOMS[here].imports.includes(there);
  });
  assert.deepEqual(wrong, []);
});

test('no import is allowed that nobody makes', () => {
  const made = new Set(edges(sources, () => true).map((edge) => edge.split(' → ').map(roomOf).join(' → ')));
  const whole = new Set(['engine', 'cli', 'reproduce']);
  const idle = Object.entries(ROOMS).flatMap(([room, { imports }]) =>
    whole.has(room) ? [] : imports.filter((to) => !made.has(`${room} → ${to}`)).map((to) => `${room} → ${to}`),
  );
  assert.deepEqual(idle, []);
});

test('rooms form no circle, types included', () => {
  const between = new Map(Object.entries(ROOMS).map(([room, { imports }]) => [room, imports]));
  assert.deepEqual(circles(between), []);
});

test('no file imports itself by way of others, types included', () => {
  const outside = new Map([...sources].filter(([file]) => !file.startsWith('src/engine/linalg/core/assembly/')));
  assert.deepEqual(circles(outside), []);
});

test('the imports are read as the bundler reads them', () => {
  const values = edges(graph, (from, to) => isSource(from) && isSource(to));
  const read = new Set(edges(sources, () => true));
  assert.deepEqual(
    values.filter((edge) => !read.has(edge)),
    [],
  );
});

test('node is known to the platform, and to what runs on a machine alone', () => {
  none((from, to) => isBuiltin(to) && isSource(from) && !ON_A_MACHINE.test(from));
});

test('vscode is known to src/extension only, to the bundle that only the extension loads, and to what starts it in a browser', () => {
  none((from, to) => to === 'vscode' && roomOf(from) !== 'extension' && from !== 'src/web/extension.ts');
  const imported = (bundle) => [...importsOf(bundle).values()].flat();
  for (const bundle of BUNDLES.filter((name) => name !== 'extension' && name !== 'web')) {
    assert.equal(imported(bundle).includes('vscode'), bundle === 'forms', bundle);
    assert.equal(imported(bundle).includes('./forms.js'), false, bundle);
  }
});

test('chart.js is known to src/webview/charts only', () => {
  none((from, to) => to === 'chart.js' && !from.startsWith('src/webview/charts/'));
  assert.ok(edges(graph, (_, to) => to === 'chart.js').length > 0, 'the panel draws with chart.js');
});

test('the toolkit is known to src/webview/controls.ts only', () => {
  const toolkit = ['@vscode/webview-ui-toolkit', '@microsoft/fast-element', '@microsoft/fast-foundation'];
  none((from, to) => toolkit.includes(to) && from !== 'src/webview/controls.ts');
});

test('the engine takes packages for reading files, a file for each, the figures two, for contours and sums, and the command line one, for widths', () => {
  const taker = {
    papaparse: 'src/engine/data/quotedText.ts',
    fflate: 'src/platform/web.ts',
    fzstd: 'src/engine/data/zstd.ts',
    hyparquet: 'src/engine/data/parquet/',
    'hyparquet-compressors': 'src/engine/data/parquet/codecs.ts',
    jschardet: 'src/engine/data/legacyEncoding.ts',
    'd3-contour': 'src/figures/layout/contours.ts',
    'd3-array': 'src/figures/',
    'get-east-asian-width': 'src/cli/text/wrap.ts',
  };
  const page = (file) => /^src\/(webview|extension)\/|^src\/web\/extension\.ts/.test(file);
  const parquet = (from, to) =>
    (from === 'src/engine/data/parquet/codecs.ts' && to === 'fzstd') ||
    (from === 'src/web/brotli.ts' && to === 'hyparquet-compressors');
  none(
    (from, to) => !page(from) && isPackage(to) && !(to in taker && from.startsWith(taker[to])) && !parquet(from, to),
  );
});

test('native libraries are known to one bundle, by way of one file, and nothing but a path that the build made loads koffi', () => {
  const isNative = (file) => file.startsWith('src/engine/linalg/native/');
  none((from, to) => isNative(to) && !isNative(from) && from !== 'src/engine/machine/nativeBackEnd.ts');
  for (const bundle of BUNDLES) {
    const text = readFileSync(join(root, `dist/${bundle}.js`), 'utf8');
    for (const word of ['cblas_', 'indirect.cjs']) assert.equal(text.includes(word), bundle === 'native', bundle);
    const named = edges(importsOf(bundle), (_, to) => to === 'koffi' || to.startsWith('@koromix/'));
    assert.deepEqual(named, [], bundle);
  }
});

test('that bundle is asked for by the process made for it, threads of its searches and the command line, and only where native libraries are wanted', () => {
  const asks = BUNDLES.flatMap((bundle) =>
    Object.entries(metafile(bundle).inputs).flatMap(([file, { imports }]) =>
      imports.filter(({ path }) => path === './native.js').map(({ kind }) => `${bundle}: ${file}, ${kind}`),
    ),
  );
  assert.deepEqual(asks, [
    'engine: src/engine/search/trialThread.ts, dynamic-import',
    'engine: src/roles/nativeHost.ts, dynamic-import',
    'engine: src/roles/nativeHost.ts, dynamic-import',
    'cli: src/cli/linearAlgebra.ts, dynamic-import',
    'cli: src/cli/linearAlgebra.ts, dynamic-import',
  ]);
});

test("the editor's worker fits with nothing beside engine.js and the trial of Huber's loss, 600 kB in all", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-'));
  let bytes = 0;
  for (const bundle of ['engine', 'huber']) {
    copyFileSync(join(root, `dist/${bundle}.js`), join(folder, `${bundle}.js`));
    bytes += metafile(bundle).outputs[`dist/${bundle}.js`].bytes;
  }
  assert.ok(bytes <= 600_000, `${bytes} bytes`);
  const worker = new Worker(join(folder, 'engine.js'));
  try {
    const lines = Array.from({ length: 40 }, (_, i) => `${i},${Math.sin(i / 4)}`);
    const source = { kind: 'bytes', name: 'made.csv', bytes: new TextEncoder().encode(`a,y\n${lines.join('\n')}\n`) };
    const holdout = { kind: 'fraction', fraction: 0.2 };
    const design = { target: 'y', missing: 'impute', standardise: true, holdout, seed: 0 };
    const params = { source, read: {}, design, method: 'krr', parameters: {} };
    worker.postMessage({ type: 'call', id: 1, method: 'fit', params, flags: new SharedArrayBuffer(8) });
    let message;
    do [message] = await once(worker, 'message');
    while (message.type === 'progress');
    assert.equal(message.value?.backend.backEnd, 'embedded', message.failure?.message);
  } finally {
    await worker.terminate();
    rmSync(folder, { recursive: true });
  }
});

test('the contract imports nothing', () => {
  none((from, to) => roomOf(from) === 'engine/contract' && roomOf(to) !== 'engine/contract');
});

for (const bundle of ['web', 'webEngine', 'brotli'])
  test(`${bundle}.js starts in a browser: nothing of node`, () => {
    assert.deepEqual(
      edges(importsOf(bundle), (_, to) => isBuiltin(to)),
      [],
    );
  });

/**
 * The bundles that the thread of the engine reads before its first request.
 * @returns {string[]}
 */
function beforeRequests() {
  const text = readFileSync(join(root, 'src/web/engineThread.ts'), 'utf8');
  const [, list = ''] = /BEFORE_REQUESTS = \[([^\]]*)\]/.exec(text) ?? [];
  return list.match(/\w+/g) ?? [];
}

test('what a browser reads for a fit stays under 1.2 MB, beside the pages that a machine has too', (t) => {
  const bytes = ['web', 'webEngine', 'extension', ...beforeRequests()]
    .map((bundle) => metafile(bundle).outputs[`dist/${bundle}.js`].bytes)
    .reduce((sum, each) => sum + each, 0);
  t.diagnostic(`${Math.round(bytes / 1000)} kB`);
  assert.ok(bytes < 1.2e6, `${bytes} bytes`);
});

for (const bundle of ['figures', 'moreFigures', 'reportPage', 'webview', 'comparison', 'inspection', 'start'])
  test(`${bundle}.js runs in a browser: nothing of node, and of the engine only what is pure`, () => {
    const page = importsOf(bundle);
    assert.deepEqual(
      edges(page, (_, to) => isBuiltin(to)),
      [],
    );
    const impure = [...page.keys()].filter((file) => file.startsWith('src/engine/') && !PURE.test(file));
    assert.deepEqual(impure, []);
  });

test("the extension's own thread holds no engine that computes", () => {
  const heavy = [...importsOf('extension').keys()].filter((file) =>
    /^src\/engine\/(data|linalg|kernels|methods|solvers|features)\//.test(file),
  );
  assert.deepEqual(heavy, []);
});

test('text of files reaches messages, picks, dialogs and the status bar by way of one file that makes it inert', () => {
  const direct =
    /\bwindow\s*\.\s*(show(Error|Warning|Information)Message|withProgress|(show|create)QuickPick|(show|create)InputBox|show(Open|Save)Dialog|setStatusBarMessage)\b/;
  const others = readdirSync(join(root, 'src/extension'), { recursive: true })
    .map((file) => `src/extension/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && file !== 'src/extension/plainWindow.ts');
  assert.ok(direct.test(readFileSync(join(root, 'src/extension/plainWindow.ts'), 'utf8')));
  assert.deepEqual(
    others.filter((file) => direct.test(readFileSync(join(root, file), 'utf8'))),
    [],
  );
});
