// node scripts/unit.mjs [--watch] [part of a path …] [-- node's own test options]
// Bundles the tests in TypeScript, a room into one file, into out/unit and runs them with node's test runner. With --watch runs those that a
// change of a source or of a test reaches, again and again.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { sourcePlugins } from './sourcePlugins.mjs';
import { watchTests } from './unitWatch.mjs';

/** Rooms, and files that take as long as one, longest first: they begin first, so that none runs on while the other cores idle. */
const LONG = [
  'test/reproduce',
  'test/engine/linalg',
  'test/engine/methods',
  'test/engine/methods/robustBattery.test.ts',
  'test/engine/compare',
  'test/export/everyModel.test.ts',
  'test/engine/methods/battery.test.ts',
  'test/figures',
  'test/cli',
  'test/engine/fit/features',
];
/** What the tests of other files would run into: hooks around each test, and a bundle that threads start from. */
const ALONE = /^(before|after)Each\(|\bimport\.meta\.url\b/m;

const root = fileURLToPath(new URL('..', import.meta.url));
const cut = process.argv.indexOf('--');
const words = process.argv.slice(2, cut < 0 ? undefined : cut);
const wanted = words.filter((word) => word !== '--watch');
const options = cut < 0 ? [] : process.argv.slice(cut + 1);
const files = readdirSync(join(root, 'test'), { recursive: true, withFileTypes: true })
  .filter((e) => e.isFile() && e.name.endsWith('.test.ts'))
  .map((e) => relative(root, join(e.parentPath, e.name)).replaceAll('\\', '/'))
  .filter((f) => !/^test\/(host|e2e)\//.test(f) && (wanted.length === 0 || wanted.some((w) => f.includes(w))))
  .sort();
if (files.length === 0) throw new Error(`no test file matches ${wanted.join(' ')}`);

/** Files that share a process, by their room: starting one and compiling what it runs takes longer than most files do. */
const bundles = {};
for (const file of files) {
  const room = LONG.includes(file) || ALONE.test(readFileSync(join(root, file), 'utf8')) ? file : dirname(file);
  bundles[room] ??= [];
  bundles[room].push(file);
}
const rooms = [
  ...LONG.filter((room) => room in bundles),
  ...Object.keys(bundles).filter((room) => !LONG.includes(room)),
];
const nameOf = (room) =>
  room
    .replace(/^test\//, '')
    .replace('.test.ts', '')
    .replaceAll('/', '-');

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const out = join(root, 'out/unit', wanted.join('_').replaceAll('/', '-') || 'all');
rmSync(out, { recursive: true, force: true });
/** What this machine's libraries have proven changes no test. */
const env = { ...process.env, KERNELSCOPE_LINEAR_ALGEBRA: 'embedded' };
/** @type {import('esbuild').BuildOptions} */
const bundling = {
  absWorkingDir: root,
  // The runner begins with the first in the order of the alphabet.
  entryPoints: rooms.map((room, i) => ({
    in: `room:${room}`,
    out: `${String(i).padStart(2, '0')}-${nameOf(room)}.test`,
  })),
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
  // Outside an editor there is none: tests of what it shows look at a stand-in.
  alias: { vscode: './test/extension/fakeVscode.ts' },
  plugins: [...sourcePlugins, { name: 'rooms', setup: importRooms }],
  logLevel: 'warning',
};

/** For esbuild: 'room:…' imports the files of a bundle one after another. */
function importRooms({ onResolve, onLoad }) {
  onResolve({ filter: /^room:/ }, ({ path }) => ({ path: path.slice('room:'.length), namespace: 'room' }));
  onLoad({ filter: /.*/, namespace: 'room' }, ({ path }) => ({
    contents: bundles[path].map((file) => `import './${file}';`).join('\n'),
    resolveDir: root,
  }));
}

/** @param {string[]} built paths of bundles */
const nodeTest = (built) => [
  '--enable-source-maps',
  '--test',
  // The tests make much that lives shortly: a tenth of their time would go into collecting it.
  '--max-semi-space-size=64',
  `--test-concurrency=${availableParallelism()}`,
  ...options,
  ...built,
];
if (words.includes('--watch')) await watchTests(bundling, nodeTest);
else {
  await build(bundling);
  const built = readdirSync(out).map((name) => join(out, name));
  process.exitCode = spawnSync(process.execPath, nodeTest(built), { cwd: root, env, stdio: 'inherit' }).status ?? 1;
}
