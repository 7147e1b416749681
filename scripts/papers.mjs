// npm run papers -- [--processes N] [--seed N] [--draws N] [--folds N] [--images FILE] [--tables FOLDER] [--work FOLDER] [ID …]
// Computes the papers' figures and tables at published size, all of them or those named, and writes what is found to
// docs/data/reproductions; node scripts/contributions.mjs then writes it into docs/reproductions.md. Each reproduction is a process of low
// priority, at most N at a time (1). Finished measurements are kept in the work folder (out/papers), so that the next call goes on where
// this one ended. Those that need data are left out where no file or folder is given. Takes the built command line: npm run build first.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundled } from './bundled.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const texts = ['processes', 'seed', 'draws', 'folds', 'images', 'tables', 'work'];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: Object.fromEntries(texts.map((name) => [name, /** @type {const} */ ({ type: 'string' })])),
});
const work = resolve(String(values.work ?? join(root, 'out/papers')));
mkdirSync(work, { recursive: true });

const { reproductionSpecs, dataOf, dataText } = await bundled(`
  export { reproductionSpecs } from './src/reproduce/run';
  export { dataOf, dataText } from './scripts/reproductionData';`);
const specs = reproductionSpecs();
const unknown = positionals.find((id) => !specs.some((spec) => spec.id === id));
if (unknown) throw new Error(`there is no reproduction ${unknown}`);
const wanted = specs.filter(({ id }) => positionals.length === 0 || positionals.includes(id));
const left = wanted.filter((spec) => dataFor(spec) === undefined);
for (const { id, file, folder } of left) console.log(`${id} needs ${file ?? folder}: left out`);
const queue = wanted.filter((spec) => !left.includes(spec));
const processes = Math.max(1, Number(values.processes ?? 1));
await Promise.all(Array.from({ length: processes }, takeNext));

async function takeNext() {
  for (let spec = queue.shift(); spec; spec = queue.shift()) await compute(spec);
}

/** The options that name its data; undefined where they are needed and not given. */
function dataFor({ file, folder }) {
  if (file === undefined && folder === undefined) return [];
  const path = file === undefined ? values.tables : values.images;
  return path === undefined ? undefined : ['--file', String(path)];
}

async function compute(spec) {
  const json = join(work, `${spec.id}.json`);
  const fewer = ['draws', 'folds'].flatMap((name) =>
    values[name] !== undefined && spec[name] !== undefined ? [`--${name}`, String(values[name])] : [],
  );
  // The bundled core computes the same everywhere.
  const same = ['--seed', String(values.seed ?? 1), '--linear-algebra', 'embedded'];
  const rest = [
    ...same,
    ...fewer,
    ...(dataFor(spec) ?? []),
    '--resume',
    join(work, 'pieces'),
    '--json',
    json,
    '--quiet',
  ];
  const child = spawn(process.execPath, [join(root, 'dist/cli.js'), 'reproduce', spec.id, ...rest], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const code = await new Promise((done) => child.once('exit', done));
  if (code !== 0) {
    console.error(`${spec.id} ended with ${code}`);
    process.exitCode = 1;
    return;
  }
  const data = dataOf(JSON.parse(readFileSync(json, 'utf8')));
  writeFileSync(join(root, 'docs/data/reproductions', `${spec.id}.json`), dataText(data));
  console.log(`${spec.id}: ${data.finding}`);
}
