import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from './metafiles.mjs';

/** `import … from './x'`, `export … from './x'`, `import('./x')`, `import './x'`; types are written the same way. */
const RELATIVE = /(?:\bfrom\s+|\bimport\s*\(?\s*)'(\.{1,2}\/[^']+)'/g;

/**
 * The imports that each source file states, types included, as paths of source files.
 * @returns {Map<string, string[]>}
 */
export function sourceImports() {
  const files = readdirSync(join(root, 'src'), { recursive: true })
    .map((file) => `src/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts'));
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return [file, [...text.matchAll(RELATIVE)].map(([, target]) => resolved(posix.join(dirname(file), target)))];
    }),
  );
}

const resolved = (path) => [`${path}.ts`, `${path}.d.ts`, path].find((file) => existsSync(join(root, file))) ?? path;

/** Circles of a graph, each as "a → b → a". */
export function circles(graph) {
  const found = [];
  const state = new Map();
  const visit = (node, path) => {
    if (state.get(node) === 'done') return;
    if (state.get(node) === 'open') {
      found.push([...path.slice(path.indexOf(node)), node].join(' → '));
      return;
    }
    state.set(node, 'open');
    for (const target of graph.get(node) ?? []) visit(target, [...path, node]);
    state.set(node, 'done');
  };
  for (const node of graph.keys()) visit(node, []);
  return found;
}
