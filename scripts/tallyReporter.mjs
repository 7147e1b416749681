// Reporter for node's test runner: failures in full, what was left out and why, the files that took longest, and a tally as the last line.
import { relative } from 'node:path';

/** Files named at the end. */
const SLOWEST = 10;

/** @param {AsyncIterable<{ type: string, data: any }>} events */
// biome-ignore lint/style/noDefaultExport: node takes a reporter by its default export
export default async function* tally(events) {
  const count = { pass: 0, fail: 0, skipped: 0, todo: 0, cancelled: 0 };
  const seconds = new Map();
  for await (const { type, data } of events) {
    if (type === 'test:stderr' || type === 'test:stdout') yield data.message;
    if (type === 'test:fail' && data.details.error?.failureType !== 'subtestsFailed') yield failure(data);
    if (type === 'test:pass' && data.skip !== undefined) {
      yield `  --    ${data.name}${data.skip === true ? '' : `: ${data.skip}`}\n`;
    }
    if ((type === 'test:pass' || type === 'test:fail') && data.nesting === 0 && data.file) {
      seconds.set(data.file, (seconds.get(data.file) ?? 0) + data.details.duration_ms / 1000);
    }
    // The runner's own sums: they count tests and not the groups around them.
    const sum = type === 'test:diagnostic' && /^(pass|fail|skipped|todo|cancelled) (\d+)$/.exec(data.message);
    if (sum) count[sum[1]] = Number(sum[2]);
  }
  if (seconds.size > SLOWEST) yield slowest(seconds);
  const skipped = count.skipped + count.todo;
  yield `\n${count.pass} passed, ${count.fail + count.cancelled} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`;
}

function slowest(seconds) {
  const last = [...seconds].sort(([, a], [, b]) => b - a).slice(0, SLOWEST);
  const lines = last.map(([file, took]) => `${took.toFixed(1).padStart(6)} s  ${relative(process.cwd(), file)}\n`);
  return `\nthe slowest of ${seconds.size} files:\n${lines.join('')}`;
}

function failure({ name, file, line, details }) {
  const error = details.error?.cause ?? details.error;
  const text = error?.stack ?? String(error);
  return `  FAIL  ${name} (${file}:${line})\n${text.replace(/^/gm, '        ')}\n`;
}
