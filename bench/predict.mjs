// node bench/predict.mjs [--rows N,…] [--cli FILE] [--quick] [--json]
// The most memory that `kernelscope predict` holds, by the number of rows: a krr model of 400 training rows and files of six columns and a
// target. From a file to a file, with the columns of the file, as JSON, and from a pipe. Needs `npm run build`.
// --rows   of the files; 100,000, a million and four million by default
// --cli    the built command line; dist/cli.js by default
// --quick  10,000 and 100,000 rows: a look, not a figure of record
// The output must have a line for each row, or the case fails.
import { spawnSync } from 'node:child_process';
import { createReadStream, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { tableHead, tableLine } from './harness/table.mjs';
import { makeRows } from './limits/makeRows.mjs';

const TRAINED = 400;
const COLUMNS = 6;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string' },
    cli: { type: 'string', default: here('../dist/cli.js') },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const sizes = (options.rows ?? (options.quick ? '10000,100000' : '100000,1000000,4000000')).split(',').map(Number);
const folder = mkdtempSync(join(tmpdir(), 'kernelscope-bench-'));
const inFolder = (name) => join(folder, name);
const [model, out, peak] = ['model.ksmodel', 'out', 'peak.json'].map(inFolder);

/** Runs the command line, on a pipe from a file where one is given; returns its peak in bytes. */
function run(args, pipe) {
  const command = [
    process.execPath,
    '--import',
    pathToFileURL(here('limits/reportPeak.mjs')).href,
    options.cli,
    ...args,
  ];
  const quoted = command.map((word) => `'${word}'`).join(' ');
  const piped = pipe === undefined ? quoted : `cat '${pipe}' | ${quoted}`;
  const { status, stderr } = spawnSync('sh', ['-c', piped], {
    encoding: 'utf8',
    env: { ...process.env, KERNELSCOPE_PEAK: peak },
    stdio: ['ignore', openSync(out, 'w'), 'pipe'],
  });
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  return JSON.parse(readFileSync(peak, 'utf8')).bytes;
}

/** Lines of a file, whatever its length. */
async function linesOf(path) {
  let lines = 0;
  for await (const chunk of createReadStream(path))
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
  return lines;
}

/** The cases: the arguments, the number of lines that are no rows, and whether rows come from a pipe. */
const CASES = {
  'file to file': { args: (file) => [file, '--out', out], more: 1 },
  'with the columns of the file': { args: (file) => [file, '--keep', '--out', out], more: 1 },
  JSON: { args: (file) => [file, '--json', out], more: 16 },
  'pipe to pipe': { args: () => ['-'], more: 1, piped: true },
};

try {
  run(['fit', makeRows(inFolder('train.csv'), TRAINED, COLUMNS), '--target', 'y', '--holdout', '0', '--save', model]);
  const rows = [];
  for (const size of sizes) {
    const file = makeRows(inFolder('rows.csv'), size, COLUMNS);
    for (const [name, { args, more, piped }] of Object.entries(CASES)) {
      const bytes = run(['predict', model, ...args(file), '--quiet'], piped ? file : undefined);
      const written = await linesOf(out);
      if (written !== size + more) throw new Error(`${name}: ${written} lines of ${size} rows`);
      rows.push({ name, count: size, megabytes: Math.round(bytes / 1e6), runtime: `Node ${process.version}` });
      console.error(`${name}, ${size} rows: ${Math.round(bytes / 1e6)} MB`);
    }
  }
  if (options.json) for (const row of rows) console.log(JSON.stringify(row));
  else for (const line of [...tableHead('predict'), ...rows.map((row) => tableLine('predict', row))]) console.log(line);
} finally {
  rmSync(folder, { recursive: true });
}
