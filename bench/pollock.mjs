// node bench/pollock.mjs [--write FOLDER] [--lost] [--every N] [--json]
// Scores `inspect --table`, told nothing of how a file is written, on the 2,290 polluted files of the Pollock benchmark. The benchmark's
// own table is not copied: its pollutions are made of a table of the same shape, so scores compare with the published ones to about
// a hundredth. The weighted score counts each pollution as often as it was met in the wild. --write keeps the files and what is
// expected of them, --lost lists every file that loses, --every reads
// one in so many: a look, not a figure of record.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleOurs } from './harness/sideBySide.mjs';
import { pollutions } from './pollock/pollutions.mjs';
import { measures, score, strictRows } from './pollock/score.mjs';
import { sourceTable } from './pollock/source.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values: options } = parseArgs({
  options: {
    write: { type: 'string' },
    lost: { type: 'boolean' },
    every: { type: 'string', default: '1' },
    json: { type: 'boolean' },
  },
});

const OURS = `
export { quietContext } from './src/engine/contract/context';
export { KernelscopeError } from './src/engine/contract/failure';
export { inspectedTable } from './src/engine/data/inspect';
export { writeTable } from './src/engine/data/writeTable';
`;

const folder = mkdtempSync(join(tmpdir(), 'kernelscope-bench-'));
try {
  const bundle = join(folder, 'reader.mjs');
  await bundleOurs({ stdin: { contents: OURS, resolveDir: root, loader: 'ts' } }, bundle);
  const reader = await import(pathToFileURL(bundle).href);
  const files = pollutions(sourceTable()).filter((_, i) => i % Number(options.every) === 0);
  if (options.write !== undefined) keep(files, options.write);
  const scored = [];
  for (const file of files) {
    const loaded = await load(reader, file.text, join(folder, 'table.csv'));
    const found = measures(file.clean, loaded);
    scored.push({ ...file, ...found, score: score(found) });
  }
  report(scored);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The rows that `inspect --table` writes; undefined where it refuses the file. */
async function load({ quietContext, KernelscopeError, inspectedTable, writeTable }, text, path) {
  const source = { kind: 'bytes', name: 'polluted.csv', bytes: Buffer.from(text) };
  try {
    const { inspection } = await inspectedTable(source, {}, quietContext);
    await writeTable(source, inspection, {}, path, quietContext);
  } catch (error) {
    if (error instanceof KernelscopeError) return undefined;
    throw error;
  }
  return strictRows(readFileSync(path, 'utf8'));
}

function report(scored) {
  const families = grouped(scored);
  const total = weightOf(scored);
  const rows = [...families].map(([name, files]) => row(name, files, weightOf(files) / total));
  rows.sort((a, b) => a.score - b.score);
  for (const each of [row('all, each file alike', scored), weighted(scored), ...rows]) {
    console.log(options.json ? JSON.stringify(each) : `${each.score.toFixed(3)}  ${each.name} (${each.files})`);
  }
  if (!options.lost) return;
  for (const { name, score: points, header, records, cells } of scored) {
    const f1 = [header, records, cells].map((m) => m[2].toFixed(3)).join(' ');
    if (points < 10 - 1e-9) console.log(`${points.toFixed(3)}  ${f1}  ${name}`);
  }
}

function row(name, files, share) {
  const mean = (of) => files.reduce((s, file) => s + of(file), 0) / files.length;
  const f1 = ['header', 'records', 'cells'].map((part) => mean((file) => file[part][2]));
  return { name, files: files.length, score: mean((file) => file.score), f1, ...(share !== undefined && { share }) };
}

function weighted(files) {
  const total = weightOf(files);
  const mean = (of) => files.reduce((s, file) => s + file.weight * of(file), 0) / total;
  const f1 = ['header', 'records', 'cells'].map((part) => mean((file) => file[part][2]));
  return { name: 'all, as often as in the wild', files: files.length, score: mean((file) => file.score), f1 };
}

function weightOf(files) {
  return files.reduce((sum, { weight }) => sum + weight, 0);
}

function grouped(files) {
  const families = new Map();
  for (const file of files) families.set(file.family, [...(families.get(file.family) ?? []), file]);
  return families;
}

function keep(files, to) {
  mkdirSync(to, { recursive: true });
  for (const [i, { name, text, clean }] of files.entries()) {
    const stem = `${String(i).padStart(4, '0')} ${name.replaceAll(/[^\w, ]/g, '')}`;
    writeFileSync(join(to, `${stem}.csv`), text);
    writeFileSync(join(to, `${stem}.expected.json`), JSON.stringify(clean));
  }
}
