import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const BUNDLES = [
  'extension',
  'engine',
  'quoted',
  'cells',
  'robust',
  'huber',
  'features',
  'components',
  'cluster',
  'uses',
  'looks',
  'plainCore',
  'native',
  'formats',
  'parquet',
  'encodings',
  'reproduce',
  'export',
  'report',
  'forms',
  'runs',
  'figures',
  'moreFigures',
  'reportPage',
  'webview',
  'comparison',
  'start',
  'inspection',
  'mcp',
  'cli',
  'web',
  'webEngine',
  'brotli',
];

/** esbuild's own account of a bundle: its inputs with their imports, and its outputs with their bytes. */
export const metafile = (bundle) => JSON.parse(readFileSync(join(root, `dist/meta/${bundle}.json`), 'utf8'));

/**
 * The imports of each source file of a bundle at run time (types are gone by then): other source files by path,
 * packages and built-in modules by name. Imports from another bundle are not among them.
 * @returns {Map<string, string[]>}
 */
export function importsOf(bundle) {
  const graph = new Map();
  for (const [file, { imports }] of Object.entries(metafile(bundle).inputs)) {
    if (!file.startsWith('src/')) continue;
    const inside = imports.filter(
      ({ path }) =>
        !path.startsWith('page:') &&
        !path.startsWith('kernelscope-text:') &&
        !BUNDLES.some((name) => path === `./${name}.js`),
    );
    graph.set(
      file,
      inside.map(({ path, external }) =>
        external ? path : packageName(path.replace(/^(?:held|later):.*?(?=src\/)/, '')),
      ),
    );
  }
  return graph;
}

/** "node_modules/@scope/name/file.js" → "@scope/name"; a source file stays as it is. */
function packageName(path) {
  const inside = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path);
  return inside ? inside[1] : path;
}

/** All bundles as one graph. */
export function wholeGraph() {
  const all = new Map();
  for (const bundle of BUNDLES)
    for (const [file, targets] of importsOf(bundle))
      all.set(file, [...new Set([...(all.get(file) ?? []), ...targets])]);
  return all;
}

/** Edges as "a → b", sorted, for a failure that says what is wrong. */
export function edges(graph, forbidden) {
  const found = [];
  for (const [from, targets] of graph) for (const to of targets) if (forbidden(from, to)) found.push(`${from} → ${to}`);
  return [...new Set(found)].sort();
}
