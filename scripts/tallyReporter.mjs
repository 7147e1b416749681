// Reporter for node's test runner: each file as it ends, failures in full, what was left out and why, and a tally as the last line. With
// KERNELSCOPE_SECONDS the processor seconds of each file are written there.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { inspect } from 'node:util';
import { SPENT } from './cpuMeter.mjs';

/** Files named at the end, and those that are written down: others take too little to matter. */
const SLOWEST = 10;
const WRITTEN_SECONDS = 1;
/**
 * The runner holds back the tests of a process until those of earlier ones have ended: after this many milliseconds of
 * silence, one that has ended is named.
 */
const SILENCE = 3_000;

/** @typedef {{ passed: number, failed: number, seconds: number, processor: number }} OfFile */

/** @param {AsyncIterable<{ type: string, data: any }>} events */
// biome-ignore lint/style/noDefaultExport: node takes a reporter by its default export
export default async function* tally(events) {
  const count = { pass: 0, fail: 0, skipped: 0, todo: 0, cancelled: 0 };
  /** @type {Map<string, OfFile>} */
  const files = new Map();
  /** @type {string | undefined} the file whose tests were heard of last */
  let open;
  let spoken = performance.now();
  for await (const { type, data } of events) {
    if (type === 'test:complete' && data.file && data.name !== data.file && performance.now() - spoken > SILENCE) {
      spoken = performance.now();
      yield `  …     ${named(data.file)}: ${data.name}\n`;
    }
    if (type === 'test:stderr' || type === 'test:stdout') yield data.message;
    if (type === 'test:diagnostic' && data.message.startsWith(SPENT)) {
      entryOf(files, data.file).processor += Number(data.message.slice(SPENT.length)) / 1000;
      continue;
    }
    const ended = type === 'test:pass' || type === 'test:fail';
    if (ended && data.file && data.name !== data.file) {
      if (open !== undefined && open !== data.file) yield line(open, files);
      open = data.file;
      const entry = entryOf(files, data.file);
      if (data.nesting === 0) entry.seconds += data.details.duration_ms / 1000;
      if (data.details.type !== 'suite') entry[type === 'test:pass' ? 'passed' : 'failed']++;
    }
    if (type === 'test:fail' && data.details.error?.failureType !== 'subtestsFailed') yield failure(data);
    if (type === 'test:pass' && data.skip !== undefined) {
      yield `  --    ${data.name}${data.skip === true ? '' : `: ${data.skip}`}\n`;
    }
    // The runner's own sums: they count tests and not the groups around them.
    const sum = type === 'test:diagnostic' && /^(pass|fail|skipped|todo|cancelled) (\d+)$/.exec(data.message);
    if (sum) count[sum[1]] = Number(sum[2]);
  }
  if (open !== undefined) yield line(open, files);
  if (files.size > SLOWEST) yield slowest(files);
  const to = process.env.KERNELSCOPE_SECONDS;
  if (to) writeFileSync(to, secondsJson(files, to));
  const skipped = count.skipped + count.todo;
  yield `\n${count.pass} passed, ${count.fail + count.cancelled} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`;
}

/** @returns {OfFile} */
function entryOf(files, file) {
  const entry = files.get(file) ?? { passed: 0, failed: 0, seconds: 0, processor: 0 };
  files.set(file, entry);
  return entry;
}

const named = (file) => relative(process.cwd(), file).replaceAll('\\', '/');

function line(file, files) {
  const { passed, failed, seconds } = entryOf(files, file);
  const counts = failed > 0 ? `${passed} passed, ${failed} FAILED` : `${passed} passed`;
  return `${failed > 0 ? '  FAIL' : '  ok  '}  ${named(file)}: ${counts}, ${seconds.toFixed(1)} s\n`;
}

/** By processor time, where it is known: by the clock a file also waits for others. */
function slowest(files) {
  const taken = [...files].map(([file, { processor, seconds }]) => ({ file, took: processor || seconds }));
  const last = taken.sort((a, b) => b.took - a.took).slice(0, SLOWEST);
  const lines = last.map(({ file, took }) => `${took.toFixed(1).padStart(6)} s  ${named(file)}\n`);
  const sum = taken.reduce((all, { took }) => all + took, 0);
  return `\nthe slowest of ${files.size} files, which took ${sum.toFixed(0)} processor seconds:\n${lines.join('')}`;
}

/** The path of each file and its processor seconds, in the order of the alphabet so that a change of it can be read; those that did not run as `from` has them. */
function secondsJson(files, from) {
  /** @type {Map<string, number>} */
  const seconds = new Map(Object.entries(JSON.parse(readFileSync(from, 'utf8'))).filter(([file]) => existsSync(file)));
  for (const [file, { processor }] of files) seconds.set(named(file), Number(processor.toPrecision(2)));
  const rows = [...seconds]
    .filter(([, processor]) => Number(processor) >= WRITTEN_SECONDS)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`;
}

function failure({ name, file, line, details }) {
  const error = details.error?.cause ?? details.error;
  // The value thrown need not be an error, nor come as text from the process that threw it.
  const text = typeof error?.stack === 'string' ? error.stack : inspect(error);
  return `  FAIL  ${name} (${file}:${line})\n${text.replace(/^/gm, '        ')}\n`;
}
