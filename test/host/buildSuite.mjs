import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { isMain } from '../../scripts/processes.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Bundles the suite that VS Code loads inside its extension host. It writes its outcomes to `results`. */
export async function buildSuite() {
  const folder = join(root, 'out/host');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  await build({
    absWorkingDir: root,
    entryPoints: ['test/host/suite/index.ts'],
    outfile: join(folder, 'index.js'),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    sourcemap: 'inline',
    external: ['vscode', 'mocha'],
    define: { KERNELSCOPE_VERSION: JSON.stringify(version) },
    logLevel: 'warning',
  });
  return { entry: join(folder, 'index'), results: join(folder, 'results.json') };
}

if (isMain(import.meta.url)) await buildSuite();
