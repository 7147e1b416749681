// node scripts/unit.mjs [part of a path …] [-- node's own test options]
// Bundles test/engine, test/webview and test/cli (TypeScript) into out/unit and runs them with node's test runner.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { coreWasmPlugin } from './coreWasm.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const cut = process.argv.indexOf('--');
const wanted = process.argv.slice(2, cut < 0 ? undefined : cut);
const options = cut < 0 ? [] : process.argv.slice(cut + 1);
const files = readdirSync(join(root, 'test'), { recursive: true, withFileTypes: true })
  .filter((e) => e.isFile() && e.name.endsWith('.test.ts'))
  .map((e) => relative(root, join(e.parentPath, e.name)))
  .filter((f) => !/^test\/(host|e2e)\//.test(f) && (wanted.length === 0 || wanted.some((w) => f.includes(w))))
  .sort();
if (files.length === 0) throw new Error(`no test file matches ${wanted.join(' ')}`);

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const out = join(root, 'out/unit', wanted.join('_').replaceAll('/', '-') || 'all');
rmSync(out, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: files,
  outbase: 'test',
  outdir: out,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: 'inline',
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  define: { KERNELSCOPE_VERSION: JSON.stringify(version) },
  plugins: [coreWasmPlugin],
  logLevel: 'warning',
});
const built = readdirSync(out, { recursive: true })
  .filter((f) => f.endsWith('.test.mjs'))
  .map((f) => join(out, f));
const run = spawnSync(process.execPath, ['--enable-source-maps', '--test', ...options, ...built], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = run.status ?? 1;
