// Builds dist/: the extension, its worker, the page of the results panel, and the command line.
//   node esbuild.mjs [--dev]
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('.', import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const dev = process.argv.includes('--dev');

const common = {
  absWorkingDir: root,
  bundle: true,
  minify: !dev,
  sourcemap: dev,
  metafile: true,
  legalComments: 'none',
  logLevel: 'warning',
  define: { KERNELSCOPE_VERSION: JSON.stringify(version) },
};
const node = { ...common, platform: 'node', target: 'node20', format: 'cjs' };
const bundles = [
  { ...node, entryPoints: ['src/extension/extension.ts'], outfile: 'dist/extension.js', external: ['vscode'] },
  { ...node, entryPoints: ['src/engine/worker.ts'], outfile: 'dist/worker.js' },
  { ...node, entryPoints: ['src/cli/main.ts'], outfile: 'dist/cli.js', banner: { js: '#!/usr/bin/env node' } },
  {
    ...common,
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    entryPoints: ['src/webview/main.ts'],
    outfile: 'dist/webview.js',
  },
];

rmSync(`${root}dist`, { recursive: true, force: true });
mkdirSync(`${root}dist/meta`, { recursive: true });
for (const bundle of bundles) {
  const { metafile } = await build(bundle);
  const name = bundle.outfile.replace('dist/', '').replace('.js', '');
  writeFileSync(`${root}dist/meta/${name}.json`, JSON.stringify(metafile));
}
