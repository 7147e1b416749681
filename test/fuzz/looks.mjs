// node test/fuzz/looks.mjs [--table NAME,…] [--file PATH --target COLUMN] [--request NAME,…] [--stack]
// Measures how long the engine computes between two looks at the flag of cancellation: every request, every method and
// every map of features, on tables that are wide, tall, or neither, or a file, on one thread. Prints the longest
// processor time (not clock time) of each, and the stage that it ends in; with --stack also where in the source it
// begins and ends. Fails where one takes longer than a cancel may.
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { sourcePlugins } from '../../scripts/sourcePlugins.mjs';

/** Milliseconds of the processor: what people are promised, docs/architecture.md. */
const PROMISED = 200;
/** Seconds of the processor after which a fit is cancelled: of long ones the beginning is looked at. */
const PATIENCE = 20;

const { values: options } = parseArgs({
  options: {
    table: { type: 'string' },
    file: { type: 'string' },
    target: { type: 'string' },
    request: { type: 'string' },
    stack: { type: 'boolean' },
  },
});
const root = fileURLToPath(new URL('../..', import.meta.url));
const outfile = join(root, 'out/fuzz/looks.cjs');
rmSync(outfile, { force: true });
await build({
  absWorkingDir: root,
  stdin: {
    contents: [
      "export { Engine } from './src/engine/engine';",
      "export { core, machine } from './test/engine/testCore';",
      "export { CASES } from './test/engine/features/mapCases';",
      "export { madeRows } from './test/engine/madeRows';",
      "export { drawFeatures } from './src/engine/features/drawFeatures';",
      "export { featureCovariance } from './src/engine/fit/components/featureCovariance';",
      "export { methods } from './src/engine/methods/registry';",
      "export { cancelledError, contextWith } from './src/engine/contract/context';",
    ].join('\n'),
    resolveDir: root,
  },
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  sourcemap: 'inline',
  define: { KERNELSCOPE_VERSION: '"0.0.0"' },
  plugins: sourcePlugins,
  logLevel: 'warning',
});
process.setSourceMapsEnabled(true);
const { Engine, machine, methods, cancelledError, ...features } = createRequire(import.meta.url)(outfile);

/** Rows and columns beside the target; words: how many columns are of words; levels: how many words there are. */
const TABLES = {
  middle: { rows: 700, columns: 20, words: 2, levels: 5 },
  wide: { rows: 80, columns: 5000, words: 0, levels: 0 },
  wider: { rows: 50, columns: 19_999, words: 0, levels: 0 },
  levels: { rows: 3000, columns: 3, words: 2, levels: 1000 },
  tall: { rows: 1_000_000, columns: 20, words: 1, levels: 4 },
  column: { rows: 10_000_000, columns: 1, words: 0, levels: 0 },
};
/** Bytes that fits may plan on: with less, a fit of very many rows is refused at once. */
const MEMORY = 6e9;

/** Sizes of the matrices that features are drawn for and evaluated on, and the number of features. */
const FEATURE_ROWS = { 'wide rows': { rows: 80, columns: 5000 }, 'tall rows': { rows: 20_000, columns: 8 } };
const FEATURES = 1000;

/** A table as CSV, in pieces as a file has them. */
function madeTable({ rows, columns, words, levels }) {
  let state = 1;
  const draw = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const names = Array.from({ length: columns }, (_, c) => `x${c}`);
  const pieces = [`${names.join(',')},y\n`];
  for (let i = 0; i < rows; i++) {
    const cells = names.map((_, c) => (c < words ? `w${Math.floor(levels * draw())}` : draw().toFixed(3)));
    pieces.push(`${cells.join(',')},${(draw() + Number(cells[columns - 1])).toFixed(4)}\n`);
  }
  const bytes = Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
  return { kind: 'bytes', name: 'made.csv', bytes: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length) };
}

const processorTime = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** A context that notes the longest time between two looks. */
function watching() {
  const began = performance.now();
  const start = processorTime();
  let [clock, processor] = [began, start];
  let before;
  let stage = '';
  /** @type {{ time: number, stage: string, from?: Error, to?: Error }} */
  const longest = { time: 0, stage: '' };
  let looks = 0;
  let reports = 0;
  const look = () => {
    const now = performance.now();
    const here = options.stack ? new Error('look') : undefined;
    // The processor's time is asked for only where the clock says that it may have been long.
    if (now - clock > longest.time / 2) {
      const used = processorTime();
      const time = Math.min(used - processor, now - clock);
      if (time > longest.time) Object.assign(longest, { time, stage, from: before, to: here });
    }
    looks++;
    clock = now;
    if (looks % 16 === 0) processor = processorTime();
    before = here;
    return processor - start > 1000 * PATIENCE;
  };
  const context = {
    progress(_, name) {
      stage = name;
      reports++;
    },
    get cancelled() {
      return look();
    },
    check() {
      if (look()) throw cancelledError();
    },
  };
  const end = () => {
    look();
    return { ...longest, looks, reports, seconds: (performance.now() - began) / 1000 };
  };
  return { context, end };
}

const asked = (list, name) => list === undefined || list.split(',').includes(name);
let slow = 0;
async function measure(table, name, ask) {
  if (!asked(options.request, name)) return undefined;
  const { context, end } = watching();
  const outcome = await ask(context).then(
    (value) => ({ value, said: '' }),
    (error) => ({ said: error.failure ? error.message.slice(0, 70) : error.stack }),
  );
  const { time, stage, from, to, looks, reports, seconds } = end();
  if (time > PROMISED) slow++;
  const mark = time > PROMISED ? '!' : ' ';
  console.log(
    `${mark} ${table.padEnd(7)} ${name.padEnd(16)} ${time.toFixed(0).padStart(6)} ms  ${String(looks).padStart(8)} looks ${String(reports).padStart(6)} reports in ${seconds.toFixed(1).padStart(6)} s  ${stage}${outcome.said && `  (${outcome.said})`}`,
  );
  if (options.stack && time > PROMISED / 2) console.log(`${trimmed(from?.stack)}\n  ->\n${trimmed(to?.stack)}`);
  return outcome.value;
}
const trimmed = (stack = '') =>
  stack
    .split('\n')
    .filter((line) => /src\/engine/.test(line))
    .slice(0, 8)
    .map((line) => `    ${line.trim().replace(/\(.*src\/engine/, '(')}`)
    .join('\n');

const { file } = options;
const sources = file
  ? { file: () => ({ kind: 'path', path: resolve(file) }) }
  : Object.fromEntries(Object.entries(TABLES).map(([table, shape]) => [table, () => madeTable(shape)]));
for (const [table, made] of Object.entries(sources)) {
  if (!asked(options.table, table)) continue;
  const source = made();
  const engine = new Engine(machine(MEMORY));
  const read = {};
  const requestOf = (method) => ({
    method: method.id,
    source,
    read,
    parameters: {},
    design: {
      target: options.target ?? 'y',
      missing: 'impute',
      standardise: true,
      seed: 0,
      holdout: { kind: 'fraction', fraction: 0.2 },
    },
  });
  await measure(table, 'inspect', (context) => engine.handlers.inspect({ source, read }, context));
  const { design } = requestOf(methods[0]);
  await measure(table, 'profile', (context) => engine.handlers.profile({ source, read, design }, context));
  await measure(table, 'column', (context) => engine.handlers.column({ source, read, design, column: 1 }, context));
  await measure(table, 'estimate', (context) => engine.handlers.estimate(requestOf(methods[0]), context));
  await measure(table, 'propose', (context) => engine.handlers.propose(requestOf(methods[0]), context));
  for (const method of methods) {
    const run = await measure(table, method.id, (context) => engine.handlers.fit(requestOf(method), context));
    if (run) {
      await measure(table, `predict ${method.id}`, (context) =>
        engine.handlers.predict({ model: run.model, source }, context),
      );
    }
  }
}
for (const [table, { rows, columns }] of Object.entries(FEATURE_ROWS)) {
  if (options.file || !asked(options.table, table)) continue;
  const { core, CASES, madeRows, drawFeatures, featureCovariance, contextWith } = features;
  const made = madeRows(rows, columns, 1);
  const x = { ...made, values: made.values.map(Math.abs) };
  for (const { map, kernel } of CASES.filter((entry, at) => CASES.findIndex(({ map }) => map === entry.map) === at)) {
    await measure(table, map, async (context) => {
      const draw = {
        map,
        kernel: { ...kernel, lengthScale: [Math.sqrt(columns)] },
        count: FEATURES,
        inputs: columns,
        seed: 1,
      };
      const drawn = drawFeatures(draw, context);
      core.scope(() => featureCovariance(drawn, x, true, contextWith(context, { linalg: core })));
    });
  }
}
process.exitCode = slow > 0 ? 1 : 0;
