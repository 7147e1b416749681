// Every engine gives the bits of processes run one after the other, whatever dies on the way, and a sentence where the
// data are at fault.
// KERNELSCOPE_KILLS: workers that are killed in each visit; KERNELSCOPE_SEED: seed of the moments; KERNELSCOPE_PARTS:
// parts of the rows.
import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { CLUSTER_PYTHON } from '../../scripts/prerequisites.mjs';
import { adapter, CLI, cluster, command, DAMAGED, KILLS, plain, STEPS, seeded, WRITTEN, writeParts } from './fits.mjs';
import { commandLinesIn } from './processTree.mjs';

const SEED = Number(process.env.KERNELSCOPE_SEED ?? 1);

/**
 * @typedef {object} Tried
 * @property {'spark' | 'dask'} engine
 * @property {(folder: string) => Promise<import('./machines.mjs').Machines>} begin
 * @property {string} at the option that takes the address
 * @property {'every' | 'first' | 'none'} header
 * @property {string} target
 * @property {(address: string) => string[]} [submit] what scripts are given to, that knows the address, beside Python
 */

/**
 * The machines of an engine with parts, their plan, and the steps of one process after the other.
 * @typedef {object} Bench
 * @property {string} folder
 * @property {import('./machines.mjs').Machines} machines
 * @property {string[]} files
 * @property {import('./fits.mjs').Alone} alone
 * @property {import('./fits.mjs').Alone} few the same of the first two parts and the damaged one alone
 * @property {(words: string[], options?: Partial<Parameters<typeof adapter>[2]>) => ReturnType<typeof adapter>} run the adapter with the plan
 * @property {() => void} same throws where it has written other steps
 * @property {string} to where it writes them
 */

/**
 * Tests of an engine. `more` adds those that only this one needs.
 * @param {Tried} tried
 * @param {(bench: Bench) => void} more
 */
export function testEngine(tried, more) {
  const { engine, begin, at, header, target } = tried;
  const skip = !existsSync(CLUSTER_PYTHON) && !process.env.CI && 'no pyspark and dask';
  describe(engine, { skip, concurrency: 1 }, () => {
    const folder = mkdtempSync(join(tmpdir(), `kernelscope-${engine}-`));
    const to = join(folder, 'steps');
    const bench = /** @type {Bench} */ ({
      folder,
      to,
      run(words, options = {}) {
        rmSync(to, { recursive: true, force: true });
        const { machines, alone } = bench;
        const where = options.python ? [] : [at, machines.address];
        const line = [alone.plan, ...where, '--steps', to, ...words];
        const environment = { ...machines.environment, ...options.environment };
        return adapter(engine, line, { ...options, environment });
      },
      same() {
        for (const [i, step] of STEPS.entries())
          assert.ok(bench.alone.steps[i].equals(readFileSync(join(to, step))), step);
      },
    });

    before(async () => {
      bench.files = writeParts(join(folder, 'parts'), header);
      const settings = ['--target', target, '--skip-failed-parts'];
      const few = [0, 1, DAMAGED].map((i) => bench.files[i]);
      bench.few = await plain(join(folder, 'few'), few, settings);
      [bench.alone, bench.machines] = await Promise.all([
        plain(join(folder, 'alone'), bench.files, settings),
        begin(join(folder, 'machines')),
      ]);
    });
    after(async () => {
      await bench.machines?.close();
      rmSync(folder, { recursive: true, force: true });
    });
    testBits(bench, tried);
    testStops(bench, tried);
    more(bench);
  });
}

/** @param {Bench} bench @param {Tried} tried */
function testBits(bench, { engine, at, submit }) {
  const { folder } = bench;

  const submitted = submit ? ', by a script that was submitted' : '';
  test(`the bits of one process, with node and engine sent along, a part that others overtake, and ${KILLS} workers killed in each visit${submitted}`, async (t) => {
    const { machines } = bench;
    const [go, held, node] = ['go', 'held', 'node'].map((name) => join(folder, name));
    // The node that was sent has its folder elsewhere. It waits with the second part until others are done.
    const wait = `if [ "$0" != '${node}' ] && [ "$3 $5" = 'map 2' ]; then touch '${held}'; while [ ! -e '${go}' ]; do sleep 0.05; done; fi`;
    writeFileSync(node, `#!/bin/sh\n${wait}\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 });
    const parts = bench.files.length;
    const random = seeded(SEED);
    const moments = Object.fromEntries(
      ['sums', 'errors'].map((stage) => [
        stage,
        new Set(Array.from({ length: KILLS }, (_, i) => Math.ceil(((i + random()) * (parts - 1)) / KILLS))),
      ]),
    );
    /** @type {string[]} */
    const killed = [];
    const { code, lines, log } = await bench.run(['--ship-node'], {
      environment: { PATH: `${folder}:${process.env.PATH}` },
      python: submit?.(machines.address),
      onLine({ stage = '', done = 0 }) {
        const due = moments[stage]?.has(done);
        // What a killed worker had to do may be given to the one that waits.
        if (stage === 'sums' && (due || done === parts - 1)) writeFileSync(go, '');
        if (!due) return;
        const first = random() < 0.5 ? 0 : 1;
        const pid = machines.kill(first) ?? machines.kill(1 - first);
        if (pid !== undefined) killed.push(`${stage} ${done}: ${pid}`);
      },
    });
    t.diagnostic(`killed ${killed.join(', ')}`);
    assert.equal(code, 0, log);
    bench.same();
    assert.equal(killed.length, 2 * KILLS, killed.join(', '));
    assert.ok(existsSync(held), 'the node that was sent');
    for (const stage of ['sums', 'errors']) {
      const done = lines.filter((line) => line.stage === stage).map((line) => line.done);
      assert.deepEqual(done, [...Array(parts + 1).keys()], stage);
    }
  });

  test('a fit by one command writes the model of these steps, and names the part that it leaves out', async () => {
    const { few, machines } = bench;
    const [model, byHand] = [join(folder, 'model'), join(folder, 'by-hand')];
    await cluster('finish', few.plan, ...few.files, '--save', byHand);
    const words = [...few.words, '--on', engine, at, machines.address, '--python', CLUSTER_PYTHON, '--save', model];
    const { status, stdout, stderr } = await command(['fit', ...words], machines.environment);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /3 parts: \S+ from 3 columns/);
    assert.match(stdout, /Part 3, part-07\.csv, is left out: part-07\.csv/);
    assert.ok(readFileSync(model).equals(readFileSync(byHand)));
  });
}

/** @param {Bench} bench @param {Tried} tried */
function testStops(bench, { engine, at }) {
  const { to } = bench;

  test('stopped, it leaves nothing behind that runs', async () => {
    const { code, failure } = await bench.run([], {
      onLine({ stage, done }, child) {
        if (stage === 'sums' && done === 2) child.kill('SIGINT');
      },
    });
    assert.deepEqual([code, failure?.code], [130, 'cancelled']);
    assert.ok(!existsSync(to));
    while (commandLinesIn(bench.folder).some((words) => words.includes(' cluster map '))) await setTimeout(20);
  });

  test('nobody at the address, no packages, no node on the workers: each a sentence', async () => {
    const { few, machines } = bench;
    const nowhere = machines.address.replace(/\d+$/, '1');
    const [unreached, bare] = await Promise.all([
      adapter(engine, [few.plan, at, nowhere, '--steps', to], {}),
      adapter(engine, [few.plan, at, machines.address, '--steps', to], { python: ['python3', '-S'] }),
    ]);
    assert.deepEqual([unreached.code, unreached.failure?.message.includes(`does not answer at ${nowhere}`)], [1, true]);
    assert.match(bare.failure?.message ?? '', /has no (pyspark|dask)\. Install it: pip install/);
    const { code, failure } = await bench.run(['--installed', '--engine', CLI, '--node', '/nowhere/node']);
    assert.equal(code, 1);
    assert.match(failure?.message ?? '', /^There is no node on \S+ at \/nowhere\/node\. Install Node\.js 20/);
    assert.ok(!existsSync(to));
  });

  test('a part that grew between the visits stops the fit by a sentence that names it, though others are left out', async () => {
    const path = bench.files[1];
    const content = readFileSync(path);
    const line = [bench.few.plan, at, bench.machines.address, '--steps', to, '--installed'];
    const { code, failure } = await adapter(engine, line, {
      environment: bench.machines.environment,
      onLine({ stage, done }) {
        if (stage === 'sums' && done === 3) appendFileSync(path, '1,2,3,4\n');
      },
    });
    assert.equal(code, 1);
    assert.match(failure?.message ?? '', /^Part 2, part-02\.csv, has \d+ bytes and had \d+ since the plan was made/);
    assert.deepEqual([failure?.part, failure?.file], [2, path]);
    assert.ok(!existsSync(to));
    writeFileSync(path, content);
    utimesSync(path, WRITTEN, WRITTEN);
  });
}
