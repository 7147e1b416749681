import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { methods } from '../../src/engine/methods/registry';
import { runIn, typed } from '../cli/commandLines';
import { CASES, type Case } from './cases';
import { exactRows, mixedRows, plainRows } from './rows';

/** The path of the tests' Python (scripts/prerequisites.mjs). */
export const PYTHON = join(process.cwd(), 'out/python/bin/python');
// For all processes that are started: with small matrices a second thread would only wait, which takes as much
// processor time as the first.
process.env.OPENBLAS_NUM_THREADS = '1';
/** Exported programs do without scikit-learn; with it their classes are estimators, which estimators.test.ts looks at. */
export const WITHOUT_SKLEARN = { ...process.env, PYTHONPATH: join(process.cwd(), 'test/export/withoutSklearn') };

/**
 * The output of the command line, which must not fail. A fit that saves its model says nothing: to make its report takes as long as the fit of
 * few rows, and standard output that has the model has no report.
 */
export async function said(folder: string, ...argv: string[]): Promise<string> {
  const at = argv[0] === 'fit' && !argv.includes('--json') ? argv.indexOf('--save') + 1 : 0;
  const words = argv.map((word, i) => (at > 0 && i === at ? '-' : word));
  const saved: Uint8Array[] = [];
  const { out, err, code } = await runIn(folder, words, { binary: (bytes) => void saved.push(bytes) });
  assert.equal(code, 0, `${argv.join(' ')}: ${err}`);
  if (at > 0) await writeFile(resolve(folder, argv[at]), saved[0]);
  return out;
}

/** A case's model, and the predictions of new rows that `kernelscope predict` writes. */
export interface FittedCase extends Case {
  readonly folder: string;
  readonly model: string;
  readonly rows: string;
  readonly expected: string;
}

/**
 * Options that spare the search, as programs compute with any choice: the median's length scale, and no errors of
 * folds.
 */
function quickFor({ fit }: Case): readonly string[] {
  const id = fit.includes('--method') ? fit[fit.indexOf('--method') + 1] : 'krr';
  const known = methods.find((method) => method.id === id)?.parameters.map(({ name }) => name) ?? [];
  const set = (name: string) => fit.some((word) => word.startsWith(name));
  return [
    ...(known.includes('lengthScaleRule') && !set('lengthScale') ? ['--set', 'lengthScaleRule=median'] : []),
    ...(known.includes('folds') ? ['--set', 'folds=0'] : []),
    ...(known.includes('compare') ? ['--set', 'compare=false'] : []),
  ];
}

/** Fits a case, in its folder below `folder`. */
export async function fitCase(folder: string, one: Case): Promise<FittedCase> {
  const own = join(folder, String(CASES.indexOf(one)));
  await mkdir(own, { recursive: true });
  const model = join(own, 'x.ksmodel');
  const kernel = one.fit.some((word) => word.startsWith('kernel=')) || one.name.includes('kpca');
  const given = kernel ? one.fit : ['--set', 'kernel=gaussian', ...one.fit];
  const quick = quickFor(one);
  await said(
    folder,
    ...typed`fit ${join(folder, `${one.file}.csv`)} --holdout 0 --quiet --save ${model} ${given} ${quick}`,
  );
  const rows = join(folder, `${one.file}-new.csv`);
  return { ...one, folder: own, model, rows, expected: await said(folder, 'predict', model, rows) };
}

export async function writeRows(folder: string): Promise<void> {
  for (const [name, rows] of Object.entries({ mixed: mixedRows, plain: plainRows, exact: exactRows })) {
    await writeFile(join(folder, `${name}.csv`), rows(70, false));
    await writeFile(join(folder, `${name}-new.csv`), rows(21, true));
  }
}
