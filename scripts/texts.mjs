// Hands the text of a file of src to bundles that import 'kernelscope-text/…': programs that an exported model is
// handed over with, and scripts for shells. A file of TypeScript becomes a module of JavaScript with everything that it
// imports, to be read by people: bundles hold it compressed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
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
      const file = join(folder, path);
      if (/(?<!\.d)\.ts$/.test(path)) return moduleOf(file);
      return { contents: `export const text = ${JSON.stringify(readFileSync(file, 'utf8'))};`, watchFiles: [file] };
    });
  },
};

/**
 * No module of src does anything by being loaded: modules of which nothing is used are left out.
 * @type {import('esbuild').Plugin}
 */
const withoutEffects = {
  name: 'without effects',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ path, resolveDir }) => ({
      path: `${join(resolveDir, path)}.ts`,
      sideEffects: false,
    }));
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
    legalComments: 'none',
    charset: 'utf8',
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    metafile: true,
    plugins: [withoutEffects],
  });
  const packed = brotliCompressSync(outputFiles[0].contents).toString('base64');
  return {
    contents: `import { brotliDecompressSync } from 'node:zlib';
      export const text = brotliDecompressSync(Buffer.from('${packed}', 'base64')).toString();`,
    watchFiles: Object.keys(metafile.inputs).map((input) => join(folder, input)),
  };
}
