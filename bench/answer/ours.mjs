// Our side of `npm run bench -- answer`: fits on the command line, as people start them.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The standard output of `cli`. Throws with the last line of its standard error. */
export function kernelscope(cli, args) {
  const done = spawnSync(process.execPath, [cli, ...args, '--quiet'], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (done.status !== 0) throw new Error(done.stderr.trim().split('\n').at(-1));
  return done.stdout;
}

/** A fit of one file, judged by the other. */
export function fitted(cli, { folder, train, test, target, task }, settings) {
  const out = join(folder, 'fit.json');
  const started = performance.now();
  const classify = task === 'classify' ? ['--task', 'classify'] : [];
  // With everything that a panel shows: without a report no partial dependences are computed.
  const files = ['--json', out, '--report', join(folder, 'report.html')];
  kernelscope(cli, ['fit', train, '--target', target, '--holdout', test, ...files, ...classify, ...settings]);
  const seconds = (performance.now() - started) / 1000;
  const run = JSON.parse(readFileSync(out, 'utf8'));
  const score = task === 'classify' ? run.classes.accuracy : run.metrics.holdout.r2;
  return { score, seconds, chosen: kernelOf(run.parameters), algebra: run.linearAlgebra.name };
}

/** The fitted kernel, many length scales as their number; a sum over columns by the number of its kernels. */
function kernelOf({ kernel }) {
  const text = String(kernel);
  if (text.includes('columns=')) return `sum of ${text.split(' + ').length}`;
  return text.replaceAll(
    /lengthScale=([^,)]*(?:,[^,)=]*)+)\)/g,
    (_, scales) => `${scales.split(',').length} length scales)`,
  );
}
