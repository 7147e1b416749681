// node scripts/unit.mjs [--watch | --measure | --since COMMIT] [part of a path …] [-- node's own test options]
// Bundles the tests in TypeScript into out/unit, as many files into one as share a process, and runs them with node's test runner. With --watch
// runs those that a change of a source or of a test reaches, again and again; with --since those that what has changed since a commit reaches.
// With --measure writes the processor seconds of the files that ran to test/seconds.json, by which they are divided into processes.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { changedSince } from './changed.mjs';
import { shardsOf } from './shards.mjs';
import { sourcePlugins } from './sourcePlugins.mjs';
import { watchTests } from './unitWatch.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const cut = process.argv.indexOf('--');
const words = process.argv.slice(2, cut < 0 ? undefined : cut);
const since = words.includes('--since') ? words[words.indexOf('--since') + 1] : undefined;
const wanted = words.filter((word) => !word.startsWith('--') && word !== since);
const options = cut < 0 ? [] : process.argv.slice(cut + 1);
const files = readdirSync(join(root, 'test'), { recursive: true, withFileTypes: true })
  .filter((e) => e.isFile() && e.name.endsWith('.test.ts'))
  .map((e) => relative(root, join(e.parentPath, e.name)).replaceAll('\\', '/'))
  .filter((f) => !/^test\/(host|e2e)\//.test(f) && (wanted.length === 0 || wanted.some((w) => f.includes(w))))
  .sort();
if (files.length === 0) throw new Error(`no test file matches ${wanted.join(' ')}`);

const shards = shardsOf(files, root, availableParallelism());
console.log(`${files.length} files of tests in ${shards.length} processes.`);

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const out = join(root, 'out/unit', wanted.join('_').replaceAll('/', '-') || 'all');
rmSync(out, { recursive: true, force: true });
/** Tests do not depend on what this machine's libraries have proven. */
/** @type {NodeJS.ProcessEnv} */
const env = { ...process.env, KERNELSCOPE_LINEAR_ALGEBRA: 'embedded' };
/** @type {import('esbuild').BuildOptions} */
const bundling = {
  absWorkingDir: root,
  // The runner begins with the first in the order of the alphabet.
  entryPoints: shards.map(({ name }, i) => ({ in: `shard:${i}`, out: `${String(i).padStart(3, '0')}-${name}.test` })),
  outdir: out,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: 'inline',
  sourcesContent: false,
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  define: { KERNELSCOPE_VERSION: JSON.stringify(version) },
  // Outside an editor there is no such module: tests of what it shows use a stand-in.
  alias: { vscode: './test/extension/fakeVscode.ts' },
  plugins: [...sourcePlugins, { name: 'shards', setup: importShards }],
  logLevel: 'warning',
};

/** For esbuild: 'shard:…' imports the files of a shard one after another. */
function importShards({ onResolve, onLoad }) {
  onResolve({ filter: /^shard:/ }, ({ path }) => ({ path: path.slice('shard:'.length), namespace: 'shard' }));
  onLoad({ filter: /.*/, namespace: 'shard' }, ({ path }) => ({
    contents: shards[Number(path)].files.map((file) => `import './${file}';`).join('\n'),
    resolveDir: root,
  }));
}

/** @param {string[]} built paths of bundles */
const nodeTest = (built) => [
  '--enable-source-maps',
  '--test',
  // The tests make much that lives shortly: a tenth of their time would go into collecting it.
  '--max-semi-space-size=64',
  '--import',
  './scripts/cpuMeter.mjs',
  '--test-reporter=./scripts/tallyReporter.mjs',
  `--test-concurrency=${availableParallelism()}`,
  ...options,
  ...built,
];
if (words.includes('--watch')) await watchTests(bundling, nodeTest);
else {
  const { metafile } = await build({ ...bundling, metafile: true });
  const built = Object.entries(metafile.outputs).filter(
    ([, { inputs }]) => !since || isReached(Object.keys(inputs), since),
  );
  if (built.length === 0) {
    console.log(`No test depends on what has changed since ${since}.\n\n0 passed, 0 failed`);
  } else {
    if (words.includes('--measure')) env.KERNELSCOPE_SECONDS = join(root, 'test/seconds.json');
    const paths = built.map(([path]) => join(root, path));
    process.exitCode = spawnSync(process.execPath, nodeTest(paths), { cwd: root, env, stdio: 'inherit' }).status ?? 1;
  }
}

/** True when one of the files has changed since a commit, in the working tree too. */
function isReached(inputs, commit) {
  const changed = changedSince(commit, root);
  return inputs.some((input) => changed.has(input));
}
