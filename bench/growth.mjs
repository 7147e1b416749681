// node bench/growth.mjs [--only WORD] [--accept] [--quick] [--json]
// How the time and the memory of every method, and of the comparison of kernels, grow with rows, columns, features or landmarks, and folds: the exponent of the power that three sizes follow,
// beside that of theory (growth/axes.mjs) and the one found before (growth/ledger.json). A time is the processor's on one thread, of a fit in a separate
// process; memory is the most that it held, less what a fit of few rows holds. Ends with 1 where an exponent has risen, and reports how near estimates came.
// --only    cases whose name has this word: a method, or rows, columns, count, folds, race, wide
// --accept  writes the exponents to the ledger, risen or not
// --quick   the smallest size and a third of it: a look
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { GROWTH, RACED } from './growth/axes.mjs';
import { bundleOurs } from './harness/sideBySide.mjs';
import { tableHead, tableLine } from './harness/table.mjs';
import { makeRows } from './limits/makeRows.mjs';

/** By how much an exponent may exceed the ledger's, and theory's. On a busy machine two runs of the same program gave 1.30 and 1.12. */
const RISE = 0.3;
/** Bytes that the largest fit must hold beyond the least one for its growth to say anything. */
const TOLD = 1e8;
const LEDGER = fileURLToPath(new URL('growth/ledger.json', import.meta.url));

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    accept: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
/** @type {Record<string, { time: number, memory?: number }>} */
const ledger = JSON.parse(readFileSync(LEDGER, 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'kernelscope-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const program = join(folder, 'oneFit.mjs');
const define = { KERNELSCOPE_VERSION: '"bench"' };
await bundleOurs({ entryPoints: ['bench/harness/oneFit.mjs'], define }, program);
const registry = join(folder, 'registry.mjs');
await bundleOurs({ entryPoints: ['src/engine/methods/registry.ts'], define }, registry);
/** @type {{ methods: readonly { id: string, family: keyof typeof GROWTH, parameters: readonly { name: string }[] }[] }} */
const { methods } = await import(pathToFileURL(registry).href);

/** @type {Map<string, string>} */
const files = new Map();
function fileOf(rows, columns) {
  const name = `${rows}x${columns}.csv`;
  if (!files.has(name)) files.set(name, makeRows(join(folder, name), rows, columns));
  return files.get(name);
}

/** One fit: the output of `oneFit.mjs`. */
function measured({ id, family }, { rows, columns, parameters }) {
  const target = family === 'components' ? '' : 'y';
  const asked = { path: fileOf(rows, columns), target, method: id, parameters, threads: 1 };
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, JSON.stringify(asked)], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr.split('\n').slice(0, 8).join(' '));
  return JSON.parse(stdout);
}

/** The slope of the line by least squares through the logarithms. */
function exponent(sizes, values) {
  const [x, y] = [sizes, values].map((all) => all.map(Math.log));
  const mean = (all) => all.reduce((sum, v) => sum + v, 0) / all.length;
  const [mx, my] = [mean(x), mean(y)];
  const above = x.reduce((sum, v, i) => sum + (v - mx) * (y[i] - my), 0);
  return above / x.reduce((sum, v) => sum + (v - mx) ** 2, 0);
}

/** The sizes of a method along an axis; none where it has no such setting. */
function sizesOf(method, axis, growth) {
  const has = (name) => method.parameters.some((one) => one.name === name);
  const count = ['features', 'landmarks'].find(has);
  const at = options.quick ? [Math.round(growth.at[0] / 3), growth.at[0]] : growth.at;
  if (axis === 'folds' && !has('folds')) return [];
  if (axis === 'count' && count === undefined) return [];
  return at.map((value) => {
    const size = growth.size(value);
    const known = Object.entries(size.parameters)
      .map(([name, given]) => [name === 'count' ? count : name, given])
      .filter(([name]) => has(name));
    return { value, size: { ...size, parameters: Object.fromEntries(known) } };
  });
}

if (!options.json) console.log(tableHead('growth').join('\n'));
const ratios = [];
const least = new Map();
for (const method of methods)
  for (const [axis, growth] of Object.entries({ ...GROWTH[method.family], ...(method.id === 'krr' && RACED) })) {
    const name = `${method.id}, ${axis}`;
    const sizes = sizesOf(method, axis, growth);
    if (sizes.length === 0 || !name.includes(options.only)) continue;
    try {
      if (!least.has(method.id))
        least.set(method.id, measured(method, { ...sizes[0].size, rows: 60, columns: 3 }).bytes);
      const fits = sizes.map(({ size }) => measured(method, size));
      report(name, growth, sizes, fits, least.get(method.id));
    } catch (error) {
      console.error(`${name}: ${error.message}`);
      process.exitCode = 1;
    }
  }
if (options.accept) writeFileSync(LEDGER, `${JSON.stringify(ledger, undefined, 2)}\n`);
const near = ratios.filter((ratio) => Math.abs(Math.log(ratio)) <= Math.LN2).length;
console.error(`${near} of ${ratios.length} fits took between half and twice of what was estimated.`);
if (near < 0.9 * ratios.length) process.exitCode = 1;

/** @param {Record<string, any>[]} fits */
function report(name, growth, sizes, fits, empty) {
  const values = sizes.map(({ value }) => value);
  const seconds = fits.map(({ taken }) => taken.processor);
  const held = fits.map(({ bytes }) => Math.max(1e6, bytes - empty));
  const found = {
    time: round(exponent(values, seconds)),
    ...((held.at(-1) ?? 0) > TOLD && { memory: round(exponent(values, held)) }),
  };
  const risen = ['time', 'memory'].filter(
    (kind) =>
      found[kind] !== undefined && found[kind] > RISE + Math.min(growth[kind], ledger[name]?.[kind] ?? growth[kind]),
  );
  if (risen.length > 0) {
    process.exitCode = 1;
    console.error(`${name}: the exponent of ${risen.join(' and ')} has risen`);
  }
  ratios.push(...fits.map(({ taken, estimated }) => taken.processor / estimated));
  const row = {
    name,
    sizes: values,
    seconds,
    exponents: found,
    theory: growth,
    megabytes: fits.map(({ bytes }) => Math.round(bytes / 1e6)),
    estimates: fits.map(({ taken, estimated }) => taken.processor / estimated),
    runtime: `node ${process.versions.node}`,
  };
  console.log(options.json ? JSON.stringify(row) : tableLine('growth', row));
  if (options.accept) ledger[name] = found;
}

function round(value) {
  return Math.round(100 * value) / 100;
}
