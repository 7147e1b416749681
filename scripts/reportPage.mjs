// The script of reports and the style of their sliders, for bundles that import 'kernelscope-report/page'.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** @type {import('esbuild').BuildOptions} */
const common = { absWorkingDir: root, bundle: true, minify: true, legalComments: 'none' };
const inMemory = /** @type {const} */ ({ write: false, metafile: true });

/** The page's script, its digest for a content security policy, the sliders' style sheet, and the files that these are made of. */
export async function reportPage() {
  const script = await build({
    ...common,
    ...inMemory,
    entryPoints: ['src/webview/report/reportPage.ts'],
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    outfile: 'reportPage.js',
  });
  const text = script.outputFiles[0].text;
  return {
    script: text,
    digest: `sha256-${createHash('sha256').update(text).digest('base64')}`,
    style: await sliderStyle(),
    files: [...Object.keys(script.metafile.inputs), SLIDERS],
  };
}

const SLIDERS = 'media/panel/controls.css';
const sliderStyle = async () => (await build({ ...common, ...inMemory, entryPoints: [SLIDERS] })).outputFiles[0].text;

/** For esbuild, in a bundle that holds the script. */
export const reportPagePlugin = plugin(async () => {
  const { script, digest, style, files } = await reportPage();
  const packed = brotliCompressSync(script).toString('base64');
  return {
    contents: `import { brotliDecompressSync } from 'node:zlib';
      export const script = brotliDecompressSync(Buffer.from('${packed}', 'base64')).toString();
      export const digest = ${JSON.stringify(digest)};
      export const style = ${JSON.stringify(style)};`,
    watchFiles: files.map((file) => join(root, file)),
  };
});

/** For esbuild, in a bundle beside which the script lies in these, in this order. */
export const reportPageBeside = (/** @type {readonly string[]} */ names) =>
  plugin(async () => ({
    contents: `import { createHash } from 'node:crypto';
      import { readFileSync } from 'node:fs';
      import { join } from 'node:path';
      export const script = ${JSON.stringify(names)}.map((name) => readFileSync(join(__dirname, name + '.js'), 'utf8')).join('');
      export const digest = 'sha256-' + createHash('sha256').update(script).digest('base64');
      export const style = ${JSON.stringify(await sliderStyle())};`,
    watchFiles: [join(root, SLIDERS)],
  }));

/** @returns {import('esbuild').Plugin} */
function plugin(/** @type {() => Promise<import('esbuild').OnLoadResult>} */ load) {
  return {
    name: 'kernelscope-report',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^kernelscope-report\/page$/ }, ({ path }) => ({ path, namespace: 'kernelscope-report' }));
      onLoad({ filter: /.*/, namespace: 'kernelscope-report' }, load);
    },
  };
}
