// The adapters on real engines: the same bits as one process after the other, whatever dies on the way, and a sentence where the data are at fault.
// KERNELSCOPE_KILLS: workers that are killed in each visit; KERNELSCOPE_SEED: of the moments; KERNELSCOPE_PARTS: parts of the rows.
import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { CLUSTER_PYTHON } from '../../scripts/prerequisites.mjs';
import { adapter, CLI, cluster, command, PARTS, plain, STEPS, seeded, writeParts } from './fits.mjs';
import { daskMachines, processesOf, sparkMachines } from './machines.mjs';

const KILLS = Number(process.env.KERNELSCOPE_KILLS ?? 1);
const SEED = Number(process.env.KERNELSCOPE_SEED ?? 1);
const skip = !existsSync(CLUSTER_PYTHON) && !process.env.CI && 'no pyspark and dask';

/** @type {Record<'spark' | 'dask', { begin: typeof daskMachines, at: string, header: 'every' | 'first' | 'none', target: string }>} */
const ENGINES = {
  spark: { begin: sparkMachines, at: '--master', header: 'every', target: 'y' },
  dask: { begin: daskMachines, at: '--scheduler', header: 'none', target: '4' },
};

for (const [name, { begin, at, header, target }] of Object.entries(ENGINES)) {
  const engine = /** @type {keyof typeof ENGINES} */ (name);
  describe(name, { skip, concurrency: 1 }, () => {
    const folder = mkdtempSync(join(tmpdir(), `kernelscope-${name}-`));
    const to = join(folder, 'steps');
    /** @type {import('./machines.mjs').Machines} */
    let machines;
    /** @type {ReturnType<typeof plain>} */
    let alone;
    /** @type {string[]} */
    let files;

    before(async () => {
      files = writeParts(join(folder, 'parts'), header);
      alone = plain(join(folder, 'alone'), files, target);
      machines = await begin(join(folder, 'machines'));
    });
    after(async () => {
      await machines?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    /** @param {Parameters<typeof adapter>[2]['onLine']} [onLine] @param {string[]} words */
    const run = (onLine, ...words) => {
      rmSync(to, { recursive: true, force: true });
      const line = [alone.plan, at, machines.address, '--steps', to, ...words];
      return adapter(engine, line, { environment: machines.environment, onLine });
    };
    const same = () =>
      STEPS.forEach((step, i) => {
        assert.ok(alone.steps[i].equals(readFileSync(join(to, step))), step);
      });

    test('the bits of one process, with the engine sent along and a part that takes longer than all others', async () => {
      const go = join(folder, 'go');
      const node = join(folder, 'node-that-waits');
      // The part that holds the lock waits until the others are done.
      const wait = `if mkdir '${folder}/held' 2>/dev/null; then while [ ! -e '${go}' ]; do sleep 0.05; done; fi`;
      writeFileSync(node, `#!/bin/sh\n${wait}\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 });
      const { code, lines, log } = await run(
        ({ stage, done }) => stage === 'sums' && done === PARTS - 1 && writeFileSync(go, ''),
        ...['--node', node],
      );
      assert.equal(code, 0, log);
      same();
      for (const stage of ['sums', 'errors']) {
        const done = lines.filter((line) => line.stage === stage).map((line) => line.done);
        assert.deepEqual(done, [...Array(PARTS + 1).keys()], stage);
      }
    });

    test('a fit by one command writes the model of these steps, and reports', async () => {
      const [model, byHand] = [join(folder, 'model'), join(folder, 'by-hand')];
      const steps = ['solution', 'errors'].map((step, i) => {
        const path = join(folder, step);
        writeFileSync(path, alone.steps[i]);
        return path;
      });
      cluster('finish', alone.plan, ...steps, '--save', byHand);
      const words = [...alone.words, '--on', engine, at, machines.address, '--python', CLUSTER_PYTHON, '--save', model];
      const { status, stdout, stderr } = await command(['fit', ...words], machines.environment);
      assert.equal(status, 0, stderr);
      assert.match(stdout, new RegExp(`${PARTS} parts: \\S+ from 3 columns`));
      assert.ok(readFileSync(model).equals(readFileSync(byHand)));
    });

    test(`the same bits when ${KILLS} workers are killed in each visit`, async () => {
      const random = seeded(SEED);
      const moments = Object.fromEntries(
        ['sums', 'errors'].map((stage) => [
          stage,
          new Set(Array.from({ length: KILLS }, (_, i) => Math.ceil(((i + random()) * (PARTS - 1)) / KILLS))),
        ]),
      );
      /** @type {string[]} */
      const killed = [];
      const { code, log } = await run(({ stage = '', done = 0 }) => {
        if (!moments[stage]?.has(done)) return;
        const first = random() < 0.5 ? 0 : 1;
        const pid = machines.kill(first) ?? machines.kill(1 - first);
        if (pid !== undefined) killed.push(`${stage} ${done}: ${pid}`);
      });
      assert.equal(code, 0, log);
      same();
      assert.equal(killed.length, moments.sums.size + moments.errors.size, killed.join(', '));
    });

    test('stopped, it leaves nothing behind that runs', async () => {
      const { code, failure } = await run(({ stage, done }, child) => {
        if (stage === 'sums' && done === 2) child.kill('SIGINT');
      });
      assert.deepEqual([code, failure?.code], [130, 'cancelled']);
      assert.ok(!existsSync(to));
      while (processesOf('/dev/fd/').some((words) => words.includes(' cluster map '))) await setTimeout(20);
    });

    test('nobody at the address, no packages, no node on the workers: each a sentence', async () => {
      const nowhere = machines.address.replace(/\d+$/, '1');
      const unreached = await adapter(engine, [alone.plan, at, nowhere, '--steps', to], {});
      assert.deepEqual(
        [unreached.code, unreached.failure?.message.includes(`does not answer at ${nowhere}`)],
        [1, true],
      );
      const bare = await adapter(engine, [alone.plan, at, machines.address, '--steps', to], {
        python: ['python3', '-S'],
      });
      assert.match(bare.failure?.message ?? '', /has no (pyspark|dask)\. Install it: pip install/);
      const { code, failure } = await run(undefined, '--installed', '--engine', CLI, '--node', '/nowhere/node');
      assert.equal(code, 1);
      assert.match(failure?.message ?? '', /^There is no node on \S+ at \/nowhere\/node\. Install Node\.js 20/);
      assert.ok(!existsSync(to));
    });

    test('a part that grew between the visits stops the fit by a sentence that names it', async () => {
      const last = files[PARTS - 1];
      const { code, failure } = await run(({ stage, done }) => {
        if (stage === 'sums' && done === PARTS) appendFileSync(last, '1,2,3,4\n');
      });
      assert.equal(code, 1);
      assert.match(
        failure?.message ?? '',
        /^Part (\d+), part-\1\.csv, has \d+ bytes and had \d+ since the plan was made/,
      );
      assert.deepEqual([failure?.part, failure?.file], [PARTS, last]);
      assert.ok(!existsSync(to));
    });
  });
}
