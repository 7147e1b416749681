// Hands the text of a file of src to bundles that import 'kernelscope-text/…': programs that an exported model is handed over with, and scripts for shells.
// Of TypeScript it is a module of JavaScript with everything that it imports.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('../src/', import.meta.url));

/** @type {import('esbuild').Plugin} */
export const textsPlugin = {
  name: 'texts of src',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^kernelscope-text\// }, ({ path }) => ({
      path: path.slice('kernelscope-text/'.length),
      namespace: 'kernelscope-text',
    }));
    onLoad({ filter: /.*/, namespace: 'kernelscope-text' }, async ({ path }) => {
      const { text, files } = path.endsWith('.ts')
        ? await moduleOf(join(folder, path))
        : { text: readFileSync(join(folder, path), 'utf8'), files: [join(folder, path)] };
      return { contents: `export const text = ${JSON.stringify(text)};`, watchFiles: files };
    });
  },
};

/**
 * For browsers as well as for node.
 * @param {string} path
 */
async function moduleOf(path) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: folder,
    entryPoints: [path],
    bundle: true,
    minify: true,
    legalComments: 'none',
    charset: 'utf8',
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    metafile: true,
  });
  return { text: outputFiles[0].text, files: Object.keys(metafile.inputs).map((file) => join(folder, file)) };
}
