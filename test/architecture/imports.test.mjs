// The import rules of scripts/rooms.mjs, held against the text of every source file and against what the bundler really joined.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { PURE, ROOMS, roomOf } from '../../scripts/rooms.mjs';
import { BUNDLES, edges, importsOf, root, wholeGraph } from './metafiles.mjs';
import { circles, sourceImports } from './sourceImports.mjs';

const graph = wholeGraph();
const none = (forbidden, why) => assert.deepEqual(edges(graph, forbidden), [], why);
const isSource = (target) => target.startsWith('src/');
const isBuiltin = (target) => target.startsWith('node:') || builtinModules.includes(target);
/** The assembled core is the project's own; scripts/coreWasm.mjs makes it. */
const isCore = (target) => target.startsWith('kernelscope-core');
const isPackage = (target) => !isSource(target) && !isBuiltin(target) && !isCore(target);

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
    return here !== there && !ROOMS[here].imports.includes(there);
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

test('vscode is known to src/extension only, and to no other bundle', () => {
  none((from, to) => to === 'vscode' && roomOf(from) !== 'extension');
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

test('the engine takes one package, for reading text, and the figures one, for contours', () => {
  const taker = { papaparse: 'src/engine/data/tokenise.ts', 'd3-contour': 'src/figures/layout/contours.ts' };
  const page = (file) => file.startsWith('src/webview/') || file.startsWith('src/extension/');
  none((from, to) => !page(from) && isPackage(to) && taker[to] !== from);
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
  none((from, to) => roomOf(from) === 'engine/contract' && roomOf(to) !== 'engine/contract');
});

test('the page runs in a browser: nothing of node, and of the engine only what is pure', () => {
  const page = importsOf('webview');
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

test('text of files reaches messages, picks and the status bar by way of one file that makes it inert', () => {
  const direct =
    /\bwindow\s*\.\s*(show(Error|Warning|Information)Message|withProgress|showQuickPick|createQuickPick|showInputBox)\b/;
  const others = readdirSync(join(root, 'src/extension'), { recursive: true })
    .map((file) => `src/extension/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && file !== 'src/extension/plainWindow.ts');
  assert.ok(direct.test(readFileSync(join(root, 'src/extension/plainWindow.ts'), 'utf8')));
  assert.deepEqual(
    others.filter((file) => direct.test(readFileSync(join(root, file), 'utf8'))),
    [],
  );
});
