// The Python export as an estimator: with scikit-learn what it has to be there, and without it the same predictions.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { testFolder } from '../testFolder';
import { PYTHON, said, writeRows } from './fittedCases';
import { mixedRows } from './rows';

const skip = !existsSync(PYTHON) && !process.env.CI && 'no scikit-learn';
const folder = testFolder();
/** The file with numbers for the levels of `shade`, whose order as texts is another. */
const numbered = (csv: string) =>
  csv.replaceAll('light', '10').replaceAll('dark', '9').replaceAll('"odd, ""really""\\"', '2');
before(async () => {
  await writeRows(folder);
  await writeFile(join(folder, 'mixed-rows.csv'), mixedRows(60, false));
  await writeFile(join(folder, 'numbers.csv'), numbered(mixedRows(100, false)));
  await writeFile(join(folder, 'numbers-rows.csv'), numbered(mixedRows(60, false)));
});

interface Estimator {
  readonly kind: 'regressor' | 'quantiles' | 'classifier' | 'components';
  readonly class: 'Regressor' | 'Classifier' | 'Components';
  readonly targets: readonly string[];
  readonly fit?: readonly string[];
  readonly file?: 'mixed' | 'numbers';
}

const FEATURES = ['--features', 'a,b,day,colour'];
const ESTIMATORS: Readonly<Record<string, Estimator>> = {
  'one target': { kind: 'regressor', class: 'Regressor', targets: ['y'] },
  'several targets': { kind: 'regressor', class: 'Regressor', targets: ['y', 'z'] },
  quantiles: {
    kind: 'quantiles',
    class: 'Regressor',
    targets: ['y'],
    fit: ['--method', 'quantile', '--set', 'tau=0.1,0.5,0.9'],
  },
  'two classes': { kind: 'classifier', class: 'Classifier', targets: ['sunny'] },
  'several classes': { kind: 'classifier', class: 'Classifier', targets: ['shade'] },
  'classes that are numbers': {
    kind: 'classifier',
    class: 'Classifier',
    targets: ['shade'],
    file: 'numbers',
    fit: ['--kind', 'shade=category'],
  },
  components: {
    kind: 'components',
    class: 'Components',
    targets: [],
    fit: ['--method', 'ekpca', '--set', 'components=3', '--set', 'tradeOff=false'],
  },
};

const rowsOf = ({ file = 'mixed' }: Estimator) => join(folder, `${file}-rows.csv`);

async function exported(name: string, estimator: Estimator): Promise<string> {
  const { targets, fit = [], file = 'mixed' } = estimator;
  const own = join(folder, name);
  const given = [...FEATURES, ...targets.flatMap((target) => ['--target', target]), ...fit];
  await said(
    folder,
    ...typed`fit ${join(folder, `${file}.csv`)} --quiet --save ${`${own}.ksmodel`} --set kernel=gaussian ${given}`,
  );
  await writeFile(`${own}.csv`, await said(folder, 'predict', `${own}.ksmodel`, rowsOf(estimator)));
  await said(folder, 'export', `${own}.ksmodel`, '--as', 'python', '--out', own);
  return own;
}

interface Answer {
  readonly printed?: string;
  readonly failed?: string;
}

/** Starting Python with scikit-learn, pandas and polars takes longer than what is tried of a model: all are tried in one process. */
let answers: readonly Answer[] = [];
before(async () => {
  if (skip) return;
  const all: string[][] = [];
  for (const [name, estimator] of Object.entries(ESTIMATORS)) {
    const own = await exported(name, estimator);
    all.push([own, estimator.kind, estimator.targets.join(' '), rowsOf(estimator), `${own}.csv`]);
  }
  answers = ran(['test/export/estimatorsAll.py'], all);
});

function ran<T>(program: readonly string[], input: unknown): T {
  const { status, stdout, stderr } = spawnSync(PYTHON, program, { input: JSON.stringify(input), encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

for (const [i, [name, estimator]] of Object.entries(ESTIMATORS).entries())
  test(`a model of ${name} is an estimator of scikit-learn`, { skip }, () => {
    assert.equal(answers[i].failed, undefined);
    assert.equal(JSON.parse(answers[i].printed ?? ''), estimator.class);
  });

/** A program that writes the models' answers, with scikit-learn or without it. */
const ANSWERS = `
import csv, json, sys, warnings
warnings.simplefilter("ignore")
answers = []
for folder, file, kind in json.load(sys.stdin):
    sys.path.insert(0, folder)
    from kernelscope_model import Model
    model, rows = Model(), list(csv.DictReader(open(file, encoding="utf-8")))
    values = (model.fit_transform if kind == "components" else model.predict)(rows)
    score = None if kind == "components" else model.score(rows, values)
    public = [part for part in dir(model) if hasattr(model, part) and not part.startswith("_") and not part.startswith("set_") and "metadata" not in part]
    answers.append([type(model).__name__, values.tolist(), score, public, model.get_params(), "sklearn.base" in sys.modules])
    sys.path.remove(folder)
    for name in [name for name in sys.modules if name.startswith("kernelscope_")]:
        del sys.modules[name]
json.dump(answers, sys.stdout)
`;

import { typed } from '../cli/commandLines';

test('without scikit-learn the classes, their methods and predictions are the same', { skip }, () => {
  const cases = Object.entries(ESTIMATORS);
  const tasks = cases.map(([name, estimator]) => [join(folder, name), rowsOf(estimator), estimator.kind]);
  const run = (first: string) => ran<unknown[][]>(['-c', `${first}${ANSWERS}`], tasks);
  const [alone, together] = [run('import sys\nsys.modules["sklearn"] = None\n'), run('')];
  for (const [i, [name, estimator]] of cases.entries()) {
    assert.deepEqual(alone[i].slice(0, 5), together[i].slice(0, 5), name);
    assert.deepEqual([alone[i][0], alone[i][5], together[i][5]], [estimator.class, false, true]);
  }
});
