import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { sourcePlugins } from './sourcePlugins.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Modules by their source. */
const modules = {};

/** The exports of a TypeScript source, bundled once and run here; its imports count from the project's folder. */
export function bundled(source) {
  modules[source] ??= made(source);
  return modules[source];
}

async function made(source) {
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-'));
  const outfile = join(folder, 'bundled.mjs');
  await build({
    stdin: { contents: source, resolveDir: root, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    define: { KERNELSCOPE_VERSION: '"panel"' },
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    alias: { vscode: join(root, 'test/extension/fakeVscode.ts') },
    plugins: sourcePlugins,
    logLevel: 'warning',
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
