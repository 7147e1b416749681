// Tools do not rot: every fuzzer, benchmark and script that is run by hand is started once with a tiny case, and what needs more than this machine has is
// bundled at least, so that no import of it leads nowhere.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { PYTHON } from '../../bench/harness/sideBySide.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'kernelscope-'));
after(() => rmSync(folder, { recursive: true }));

/**
 * @typedef {object} Tool
 * @property {readonly string[]} [words] Options of a tiny case.
 * @property {number} [status] With which it ends, 0 where left out.
 * @property {true} [peers] It compares with the packages of other authors.
 * @property {string} [by] The test that starts it.
 * @property {string} [needs] Why it is only bundled.
 */

/** @type {Readonly<Record<string, Tool>>} */
const TOOLS = {
  'bench/answer.mjs': { by: 'test/built/regimes.test.mjs' },
  'bench/breakdown.mjs': { by: 'test/scripts/breakdown.test.mjs' },
  'bench/claims.mjs': { words: ['--quick', '--only', 'of nothing'] },
  'bench/cluster.mjs': {
    words:
      `--quick --engines= --peer-rows 0 --rows 400 --features 10 --parts 2 --processes 1 --cells ${join(folder, 'cells')}`.split(
        ' ',
      ),
  },
  'bench/cluster/generate.mjs': { words: ['1', '3', '2'] },
  'bench/csv.mjs': { words: ['--megabytes', '1'], peers: true },
  'bench/exports.mjs': { words: ['--only', 'sizes', '--quick'] },
  'bench/growth.mjs': { by: 'test/scripts/growth.test.mjs' },
  'bench/limits/run.mjs': { needs: 'control groups of memory, which root may set' },
  'bench/linalg.mjs': { words: ['--quick'], peers: true },
  'bench/pollock.mjs': { words: ['--every', '400'] },
  'bench/predict.mjs': { words: ['--rows', '50'] },
  'bench/promises.mjs': { words: ['--data', 'samples', '--only', 'of no fit'] },
  'bench/robust.mjs': { words: ['--quick', '--cases', 'tube'], peers: true },
  'bench/run.mjs': { words: ['no benchmark'], status: 2 },
  'bench/scale.mjs': { words: ['--quick', '--cases', 'empirical'], peers: true },
  'bench/seconds.mjs': { words: ['--quick', '--only', 'of no fit'] },
  'bench/spectral.mjs': { words: ['--quick', '--cases', 'path'], peers: true },
  'bench/stages.mjs': { by: 'test/scripts/stages.test.mjs' },
  'scripts/demo.mjs': { by: 'test/e2e/demo.spec.mjs' },
  'scripts/npmPackage.mjs': { by: 'test/scripts/npmPackage.test.mjs' },
  'scripts/package.mjs': { needs: 'to pack for minutes, which every run of all tests does' },
  'scripts/papers.mjs': { needs: 'hours' },
  'scripts/publish.mjs': { by: 'test/scripts/publish.test.mjs' },
  'scripts/release.mjs': { needs: 'the history of all changes' },
  'scripts/startPictures.mjs': { needs: 'to write pictures into the tree' },
  'scripts/types.mjs': { needs: 'nothing: every run of all tests begins with it' },
  'scripts/unit.mjs': { needs: 'nothing: every run of all tests has it' },
  'test/e2e/animation.mjs': { needs: 'a window of VS Code' },
  'test/e2e/jobs.mjs': { needs: 'a window of VS Code' },
  'test/e2e/shots.mjs': { needs: 'a window of VS Code' },
  'test/e2e/timing.mjs': { needs: 'a window of VS Code' },
  'test/fuzz/looks.mjs': { words: ['--table', 'wide', '--request', 'inspect'] },
  'test/fuzz/models.mjs': { words: ['--cases', '10'] },
  'test/fuzz/repeats.mjs': { words: ['--runs', '1', '--methods', 'krr', '--rows', '40'] },
  'test/host/electron.mjs': { needs: 'a download of VS Code' },
  'test/soak/soak.mjs': { needs: 'a window of VS Code' },
};

/** Files that say in their first line how they are run. */
const found = ['bench', 'scripts', 'test']
  .flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${room}/${name.replaceAll('\\', '/')}`,
    ),
  )
  .filter((file) => file.endsWith('.mjs') && !file.includes('/node_modules/'))
  .filter((file) => /^\/\/ (node|npm run) /.test(readFileSync(join(root, file), 'utf8')));

test('every tool is known, with a case that starts it or why there is none', () => {
  assert.deepEqual(found.sort(), Object.keys(TOOLS).sort());
  for (const [tool, { by }] of Object.entries(TOOLS))
    if (by !== undefined)
      assert.ok(readFileSync(join(root, by), 'utf8').includes(tool.split('/').at(-1) ?? tool), `${by}: ${tool}`);
});

test('every import of a tool leads somewhere', async () => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: found,
    outdir: folder,
    bundle: true,
    write: false,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  });
  assert.equal(outputFiles.length, found.length);
});

const lacking = spawnSync(PYTHON, ['-c', 'import numpy, pandas, scipy, sklearn']).status !== 0;
for (const [tool, { words, status: expected = 0, peers }] of Object.entries(TOOLS)) {
  if (words === undefined) continue;
  const skip = peers && lacking ? 'the peers are not installed: npm run bench -- setup' : false;
  test(`${tool} runs`, { skip }, () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [tool, ...words], { cwd: root, encoding: 'utf8' });
    assert.equal(status, expected, `${stdout.slice(-2000)}${stderr.slice(-2000)}`);
    // A benchmark goes on behind a case that fails.
    assert.doesNotMatch(stderr, /^ {2}\S+ failed:/m);
  });
}
