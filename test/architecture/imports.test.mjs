// The import rules of docs/architecture.md, held against what the bundler really joined.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { BUNDLES, edges, importsOf, root, wholeGraph } from './metafiles.mjs';

const graph = wholeGraph();
const none = (forbidden, why) => assert.deepEqual(edges(graph, forbidden), [], why);
const isSource = (target) => target.startsWith('src/');
const isBuiltin = (target) => target.startsWith('node:') || builtinModules.includes(target);
/** The assembled core is the project's own; scripts/coreWasm.mjs makes it. */
const isCore = (target) => target.startsWith('kernelscope-core');
const isPackage = (target) => !isSource(target) && !isBuiltin(target) && !isCore(target);

/** The room of a file: a folder of the engine, or a folder of src; files directly in src/engine put the rooms together. */
function room(file) {
  const [, top, inner, deeper] = file.split('/');
  return top === 'engine' && deeper !== undefined ? `engine/${inner}` : top;
}

/** Rooms may import themselves and what stands here. */
const MAY_IMPORT = {
  'engine/contract': [],
  'engine/storage': ['engine/contract'],
  'engine/statistics': ['engine/contract'],
  'engine/data': ['engine/storage', 'engine/contract'],
  'engine/linalg': ['engine/contract'],
  'engine/kernels': ['engine/linalg', 'engine/contract'],
  'engine/features': ['engine/kernels', 'engine/linalg', 'engine/data', 'engine/contract'],
  'engine/spectrum': ['engine/kernels', 'engine/linalg', 'engine/contract'],
  'engine/landmarks': ['engine/kernels', 'engine/linalg', 'engine/data', 'engine/contract'],
  'engine/solvers': ['engine/landmarks', 'engine/kernels', 'engine/linalg', 'engine/statistics', 'engine/contract'],
  'engine/search': [
    'engine/model',
    'engine/spectrum',
    'engine/kernels',
    'engine/linalg',
    'engine/data',
    'engine/contract',
  ],
  'engine/model': [
    'engine/spectrum',
    'engine/features',
    'engine/kernels',
    'engine/linalg',
    'engine/contract',
    'engine/data',
  ],
  'engine/figures': ['engine/statistics', 'engine/spectrum', 'engine/features', 'engine/kernels', 'engine/contract'],
  'engine/methods': [
    'engine/statistics',
    'engine/solvers',
    'engine/landmarks',
    'engine/search',
    'engine/spectrum',
    'engine/features',
    'engine/figures',
    'engine/model',
    'engine/kernels',
    'engine/linalg',
    'engine/data',
    'engine/contract',
  ],
  'engine/reproduce': ['*engine', 'engine'],
  engine: ['*engine'],
  cli: ['engine', '*engine'],
  webview: ['engine/contract', 'engine/statistics', 'engine/figures', 'engine/spectrum', 'engine/kernels'],
  extension: ['engine/contract', 'engine/figures', 'engine/storage', 'engine/model', 'engine', 'webview'],
};

test('every room is known to this test', () => {
  const unknown = [...graph.keys()].map(room).filter((name) => !(name in MAY_IMPORT));
  assert.deepEqual([...new Set(unknown)], []);
});

test('imports point one way between rooms', () => {
  none((from, to) => {
    if (!isSource(to) || room(from) === room(to)) return false;
    const allowed = MAY_IMPORT[room(from)] ?? [];
    const anyOfEngine = allowed.includes('*engine') && room(to).startsWith('engine/');
    return !anyOfEngine && !allowed.includes(room(to));
  });
});

test('no file imports itself by way of others', () => {
  const cycles = [];
  const state = new Map();
  const visit = (file, path) => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      return;
    }
    state.set(file, 'open');
    for (const target of graph.get(file) ?? []) if (isSource(target)) visit(target, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of graph.keys()) visit(file, []);
  assert.deepEqual(cycles, []);
});

test('vscode is known to src/extension only, and to no other bundle', () => {
  none((from, to) => to === 'vscode' && room(from) !== 'extension');
  for (const bundle of BUNDLES.filter((name) => name !== 'extension')) {
    assert.equal([...importsOf(bundle).values()].flat().includes('vscode'), false, bundle);
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

test('the engine takes no package but those for reading text, drawing random numbers and contours', () => {
  const own = new Set(['engine/data', 'engine/methods', 'engine/spectrum']);
  const takes = (from, to) => own.has(room(from)) || (to === 'd3-contour' && from === 'src/figures/layout/contours.ts');
  none((from, to) => from.startsWith('src/engine/') && isPackage(to) && !takes(from, to));
});

test('native libraries are known to the process made for them and to the command line, by way of one file', () => {
  const isNative = (file) => file.startsWith('src/engine/linalg/native/');
  none((from, to) => isNative(to) && !isNative(from) && from !== 'src/engine/machine/backEnd.ts');
  for (const bundle of ['nativeHost', 'cli'])
    assert.ok([...importsOf(bundle).keys()].some(isNative), `${bundle} can use native libraries`);
  // Nothing but loadKoffi may load koffi, and it takes a path that the build made.
  for (const bundle of BUNDLES) {
    const named = edges(importsOf(bundle), (_, to) => to === 'koffi' || to.startsWith('@koromix/'));
    assert.deepEqual(named, [], bundle);
  }
});

test("the editor's process never loads a native library: not its thread, and not its worker", () => {
  for (const bundle of ['extension', 'worker']) {
    const text = readFileSync(join(root, `dist/${bundle}.js`), 'utf8');
    assert.equal(text.includes('cblas_'), false, bundle);
    assert.equal(text.includes('indirect.cjs'), false, bundle);
  }
});

test('the contract imports nothing', () => {
  none((from, to) => room(from) === 'engine/contract' && room(to) !== 'engine/contract');
});

test('the page runs in a browser: nothing of node, and of the engine only what is pure', () => {
  const page = importsOf('webview');
  assert.deepEqual(
    edges(page, (_, to) => isBuiltin(to)),
    [],
  );
  const pure =
    /^src\/engine\/((contract|statistics|figures|spectrum)\/|kernels\/(kernelWords|kernelTemplate|leafNames)\.)/;
  const impure = [...page.keys()].filter((file) => file.startsWith('src/engine/') && !pure.test(file));
  assert.deepEqual(impure, []);
});

test("the extension's own thread holds no engine that computes", () => {
  const heavy = [...importsOf('extension').keys()].filter((file) =>
    /^src\/engine\/(data|linalg|kernels|methods|solvers|features)\//.test(file),
  );
  assert.deepEqual(heavy, []);
});
