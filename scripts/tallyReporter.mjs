// Reporter for node's test runner: failures in full, what was left out and why, and a tally as the last line.

/** @param {AsyncIterable<{ type: string, data: any }>} events */
// biome-ignore lint/style/noDefaultExport: node takes a reporter by its default export
export default async function* tally(events) {
  const count = { pass: 0, fail: 0, skipped: 0, todo: 0, cancelled: 0 };
  for await (const { type, data } of events) {
    if (type === 'test:stderr' || type === 'test:stdout') yield data.message;
    if (type === 'test:fail' && data.details.error?.failureType !== 'subtestsFailed') yield failure(data);
    if (type === 'test:pass' && data.skip !== undefined) {
      yield `  --    ${data.name}${data.skip === true ? '' : `: ${data.skip}`}\n`;
    }
    // The runner's own sums: they count tests and not the groups around them.
    const sum = type === 'test:diagnostic' && /^(pass|fail|skipped|todo|cancelled) (\d+)$/.exec(data.message);
    if (sum) count[sum[1]] = Number(sum[2]);
  }
  const skipped = count.skipped + count.todo;
  yield `\n${count.pass} passed, ${count.fail + count.cancelled} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`;
}

function failure({ name, file, line, details }) {
  const error = details.error?.cause ?? details.error;
  const text = error?.stack ?? String(error);
  return `  FAIL  ${name} (${file}:${line})\n${text.replace(/^/gm, '        ')}\n`;
}
