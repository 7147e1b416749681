// Hands the text of a file of src to bundles that import 'kernelscope-text/…': programs that an exported model is handed over with, and scripts for shells.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../src/', import.meta.url));

/** @type {import('esbuild').Plugin} */
export const textsPlugin = {
  name: 'texts of src',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^kernelscope-text\// }, ({ path }) => ({
      path: path.slice('kernelscope-text/'.length),
      namespace: 'kernelscope-text',
    }));
    onLoad({ filter: /.*/, namespace: 'kernelscope-text' }, ({ path }) => ({
      contents: `export const text = ${JSON.stringify(readFileSync(join(folder, path), 'utf8'))};`,
      watchFiles: [join(folder, path)],
    }));
  },
};
