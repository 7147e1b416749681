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

/** The page's script, its digest for a content security policy, the sliders' style sheet, and esbuild's account of the script. */
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
  const style = await build({ ...common, ...inMemory, entryPoints: ['media/panel/controls.css'] });
  const text = script.outputFiles[0].text;
  return {
    script: text,
    digest: `sha256-${createHash('sha256').update(text).digest('base64')}`,
    style: style.outputFiles[0].text,
    metafile: script.metafile,
  };
}

/** For esbuild. `made` gets the result of every build of the page. */
export const reportPagePlugin = (made = (/** @type {Awaited<ReturnType<typeof reportPage>>} */ _) => {}) => ({
  name: 'kernelscope-report',
  setup(/** @type {import('esbuild').PluginBuild} */ { onResolve, onLoad }) {
    onResolve({ filter: /^kernelscope-report\/page$/ }, ({ path }) => ({ path, namespace: 'kernelscope-report' }));
    onLoad({ filter: /.*/, namespace: 'kernelscope-report' }, async () => {
      const page = await reportPage();
      made(page);
      const { script, digest, style } = page;
      const packed = brotliCompressSync(script).toString('base64');
      return {
        contents: `import { brotliDecompressSync } from 'node:zlib';
          export const script = brotliDecompressSync(Buffer.from('${packed}', 'base64')).toString();
          export const digest = ${JSON.stringify(digest)};
          export const style = ${JSON.stringify(style)};`,
        watchFiles: [...Object.keys(page.metafile.inputs), 'media/panel/controls.css'].map((file) => join(root, file)),
      };
    });
  },
});
