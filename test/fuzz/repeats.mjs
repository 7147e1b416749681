// node test/fuzz/repeats.mjs [--runs N] [--seconds S] [--rows N] [--methods A,B] [--threads N] [--plain] [--processes] [--flags='…'] [--write FILE] [--against FILE]
// Fits one table by every method again and again, quantiles most often, and tells of each method how many different results there were: one
// is right. Run it with the node that is to be tried. Differences between engines and between cores are allowed; --against lists them.
//   --plain       the core without relaxed SIMD
//   --processes   each fit a command line of its own; otherwise in one process, where every tenth fit finds all code unoptimised again
//   --flags       of the JavaScript engine: --interrupt-budget=4000 (node 20) or --invocation-count-for-turbofan=60 lets it optimise early,
//                 --stress-compaction moves what lives
//   --write       stores the results' digests, --against compares with those stored
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { sourcePlugins } from '../../scripts/sourcePlugins.mjs';
import { carTable } from './carTable.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const bundle = join(root, 'out/fuzz/repeats.cjs');
const dist = join(root, 'out/fuzz/dist');
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    rows: { type: 'string', default: '160' },
    seconds: { type: 'string', default: '1e9' },
    methods: { type: 'string' },
    threads: { type: 'string' },
    plain: { type: 'boolean', default: false },
    processes: { type: 'boolean', default: false },
    flags: { type: 'string', default: '' },
    write: { type: 'string' },
    against: { type: 'string' },
    begun: { type: 'boolean', default: false },
  },
});
/** Takes relaxed SIMD from this engine, in the threads of a search too. */
const PLAIN = ['--require', join(root, 'test/fuzz/plainCore.cjs')];
const flags = [...values.flags.split(' ').filter(Boolean), ...(values.plain ? PLAIN : [])];

if (values.begun) await repeat();
else {
  await make();
  const again = [...flags, process.argv[1], ...process.argv.slice(2), '--begun'];
  process.exitCode = spawnSync(process.execPath, again, { stdio: 'inherit' }).status ?? 1;
}

/** Bundles what is tried. A search starts its threads from the same file. */
async function make() {
  if (values.processes) {
    const made = spawnSync(process.execPath, ['esbuild.mjs', `--to=${dist}`, 'engine', 'cli'], {
      cwd: root,
      stdio: 'inherit',
    });
    if (made.status !== 0) throw new Error('the bundles cannot be built');
    return;
  }
  await build({
    absWorkingDir: root,
    stdin: {
      contents: `import { serveTrials } from './src/engine/search/trialThread';
        export { quietContext } from './src/engine/contract/context';
        export { Engine } from './src/engine/engine';
        export { createEmbedded } from './src/engine/linalg/core/embedded';
        export { methods } from './src/engine/methods/registry';
        export { parseCommandLine } from './src/cli/parse';
        export { requestOfOptions } from './src/cli/request';
        export { reportText } from './src/cli/reportText';
        export { componentsText } from './src/cli/componentsText';
        serveTrials();`,
      resolveDir: root,
    },
    outfile: bundle,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    define: { KERNELSCOPE_VERSION: '"0.0.0"' },
    plugins: sourcePlugins,
    logLevel: 'warning',
  });
}

async function repeat() {
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-repeats-'));
  const table = join(folder, 'cars.csv');
  writeFileSync(table, carTable(Number(values.rows)));
  const { methods } = values.processes ? createRequire(import.meta.url)(join(dist, 'engine.js')) : fresh();
  const ids = values.methods?.split(',') ?? methods.map((/** @type {{ id: string }} */ { id }) => id);
  const results = await (values.processes ? fitOutside(folder, table, ids) : fitInside(table, ids));
  rmSync(folder, { recursive: true });
  tell(results);
}

/** @typedef {Record<string, string>} Digests of the members of a result */
/** @typedef {{ runs: number, results: { digests: Digests, count: number, first: number }[], failures: string[], seconds: number }} Outcome of a method */

/** Every fourth fit is of quantiles where those are asked for. */
function methodAt(run, ids) {
  if (run % 4 === 0 && ids.includes('quantile')) return 'quantile';
  return ids[(run - Math.ceil(run / 4) + ids.length) % ids.length];
}

/** @param {(id: string, run: number) => Promise<Digests>} fitOnce */
async function count(ids, fitOnce) {
  /** @type {Record<string, Outcome>} */
  const outcomes = Object.fromEntries(ids.map((id) => [id, { runs: 0, results: [], failures: [], seconds: 0 }]));
  const until = performance.now() + 1e3 * Number(values.seconds);
  for (let run = 0; run < Number(values.runs) && performance.now() < until; run++) {
    const id = methodAt(run, ids);
    const outcome = outcomes[id];
    outcome.runs++;
    const started = performance.now();
    try {
      const digests = await fitOnce(id, run);
      const same = outcome.results.find((result) => JSON.stringify(result.digests) === JSON.stringify(digests));
      if (same) same.count++;
      else outcome.results.push({ digests, count: 1, first: run });
    } catch (error) {
      outcome.failures.push(`run ${run}: ${error.stack ?? error}`);
    }
    outcome.seconds += (performance.now() - started) / 1e3;
  }
  return outcomes;
}

/** The bundle evaluated anew: its functions have run never, and none is optimised. */
function fresh() {
  const require = createRequire(import.meta.url);
  delete require.cache[bundle];
  return require(bundle);
}

/**
 * Fits in this process. The first five of ten fits with the same code have an engine each, the others share one with
 * all that it retains.
 */
async function fitInside(table, ids) {
  let code, linalg, engine;
  return count(ids, async (id, run) => {
    if (run % 10 === 0) {
      linalg?.dispose();
      code = fresh();
      linalg = code.createEmbedded({ ...(values.threads !== undefined && { threads: Number(values.threads) }) });
    }
    if (run % 10 <= 5)
      engine = new code.Engine({ memory: () => 4e9, linearAlgebra: () => ({ linalg, notes: () => [] }) });
    const { options } = code.parseCommandLine(['fit', table, ...wordsFor(id)]);
    const result = timeless(await engine.handlers.fit(code.requestOfOptions(table, options), code.quietContext));
    const text = 'components' in result ? code.componentsText(result) : code.reportText(result);
    return digestsOf({ ...result, text });
  });
}

/** Fits by a command line for each fit. */
async function fitOutside(folder, table, ids) {
  const [json, model] = [join(folder, 'fit.json'), join(folder, 'fit.ksmodel')];
  return count(ids, async (id) => {
    const args = [...flags, join(dist, 'cli.js'), 'fit', table, ...wordsFor(id), '--json', json, '--save', model];
    const { status, signal, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (status !== 0 || stdout === '') throw new Error(`ended with ${status ?? signal}: ${stderr}`);
    const { linearAlgebra: _, ...result } = timeless(JSON.parse(readFileSync(json, 'utf8')));
    return digestsOf({ ...result, savedModel: readFileSync(model) });
  });
}

function wordsFor(id) {
  return [...(id.endsWith('pca') ? [] : ['--target', 'c26']), '--method', id];
}

/** The result without clock times, and without names of this run or the machine. */
function timeless(result) {
  const { id: _, created: __, ...rest } = result;
  const still = (/** @type {unknown} */ value) => {
    if (Array.isArray(value)) return value.map(still);
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, stilled(name, inner)]));
  };
  const stilled = (/** @type {string} */ name, /** @type {unknown} */ inner) => {
    if (name === 'timings') return { total: 1 };
    if (name === 'path' && typeof inner === 'string') return '';
    if (name === 'modified') return 0;
    if (name === 'backend') return { backEnd: 'embedded', name: '', threads: 1 };
    if (name !== 'seconds') return still(inner);
    return typeof inner === 'number' ? 1 : Array.from(/** @type {ArrayLike<number>} */ (inner), () => 1);
  };
  return /** @type {typeof result} */ (still(rest));
}

/** One for each member, by its bits. All that is no number is the same, whatever its sign. */
function digestsOf(result) {
  const entries = Object.entries(result).map(([name, value]) => {
    const hash = createHash('sha256');
    feed(hash, value);
    return [name, hash.digest('hex').slice(0, 12)];
  });
  return Object.fromEntries(entries);
}

function feed(hash, value) {
  if (ArrayBuffer.isView(value)) {
    const array = /** @type {Float64Array | Float32Array | Uint8Array} */ (value).slice();
    if (array instanceof Float64Array || array instanceof Float32Array)
      array.forEach((number, i) => {
        if (Number.isNaN(number)) array[i] = Number.NaN;
      });
    hash.update(`${array.constructor.name} ${array.length}:`);
    hash.update(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      hash.update(`${name}:`);
      feed(hash, inner);
    }
    hash.update('.');
  } else hash.update(`${typeof value} ${Object.is(value, -0) ? '-0' : value};`);
}

/** @param {Record<string, Outcome>} outcomes */
function tell(outcomes) {
  const all = Object.values(outcomes);
  const sum = (/** @type {(outcome: Outcome) => number} */ of) =>
    all.reduce((total, outcome) => total + of(outcome), 0);
  const kept = values.against === undefined ? {} : JSON.parse(readFileSync(values.against, 'utf8'));
  console.log(
    `node ${process.version}, V8 ${process.versions.v8}, ${values.plain ? 'plain' : 'default'} core${values.processes ? ', processes' : ''}, flags: ${values.flags || 'none'}`,
  );
  for (const [id, { runs, results, failures, seconds }] of Object.entries(outcomes)) {
    if (runs === 0) continue;
    const lines = results
      .slice(1)
      .map(
        ({ digests, count, first }) =>
          `${count} differ, first run ${first}, in ${otherThan(results[0].digests, digests)}`,
      );
    const other = id in kept && results.length > 0 ? otherThan(kept[id], results[0].digests) : '';
    if (other !== '') lines.push(`other than those of ${values.against} in ${other}`);
    console.log(
      `${id}: ${runs} runs of ${(seconds / runs).toFixed(2)} s, ${results.length} results${failures.length > 0 ? `, ${failures.length} FAILED` : ''}`,
    );
    for (const line of [...lines, ...failures]) console.log(`  ${line}`);
  }
  const [differing, failed] = [
    sum(({ results }) => Number(results.length > 1)),
    sum(({ failures }) => failures.length),
  ];
  const { user, system } = process.cpuUsage();
  console.log(
    `${sum(({ runs }) => runs)} runs, ${differing} methods with several results, ${failed} failed; ${((user + system) / 1e6).toFixed(0)} s of processor here`,
  );
  if (values.write !== undefined) {
    const digests = Object.entries(outcomes).flatMap(([id, { results }]) =>
      results.length > 0 ? [[id, results[0].digests]] : [],
    );
    writeFileSync(values.write, JSON.stringify(Object.fromEntries(digests)));
  }
  if (differing + failed > 0) process.exitCode = 1;
}

function otherThan(/** @type {Digests} */ one, /** @type {Digests} */ other) {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((name) => one[name] !== other[name])
    .join(', ');
}
