import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { methods } from '../../src/engine/methods/registry';
import { schemaOf } from '../jsonSchemas';
import { testFolder } from '../testFolder';
import { runIn, typed } from './commandLines';

/** The parts of the JSON that these tests look at. */
interface FitJson {
  timings?: unknown;
  readonly data: { readonly train: number };
  readonly parameters: { readonly lambda: number; readonly lambdaTotal: number };
  readonly risk: { readonly values: number[]; readonly total: number[] };
  readonly predictions: Readonly<Record<'rows' | 'holdout' | 'lower' | 'upper' | 'observed', number[]>>;
  readonly method: string;
  readonly target: string;
  readonly filter: Readonly<Record<string, number | string>>;
  readonly paths: readonly { readonly axis: string; readonly values: number[]; readonly loo: number[] }[];
  readonly metrics: { readonly loo: number; readonly holdout: { readonly r2: number } };
  readonly race: { seconds: number; chosen: string; readonly lanes: { id: string; seconds: number }[] };
  readonly others: readonly { readonly target: string; readonly metrics: { readonly loo: number } }[];
  readonly classes?: {
    readonly levels: string[];
    readonly confusion: number[][];
    readonly accuracy: number;
    readonly baseline: number;
  };
}
const parseFit = (text: string): FitJson => JSON.parse(text) as FitJson;

const folder = testFolder();

const run = (...argv: string[]) => runIn(folder, argv);

/** Options of a test that is about something else: no kernels are raced. */
const NO_RACE = ['--set', 'kernel=gaussian'];

const firstColumns = (text: string) => text.trim().split('\r\n');

test('fit --json - prints JSON of the documented shape and nothing else', async () => {
  const validate = schemaOf('fit');
  for (const extra of [
    [],
    ['--holdout', '0', ...NO_RACE],
    [...NO_RACE, '--set', 'folds=0'],
    [...NO_RACE, '--set', 'lambda=1e-3', '--set', 'lengthScale=0.5'],
  ]) {
    const { out, err, code } = await run('fit', 'samples/wave.csv', '--target', 'signal', '--json', '-', ...extra);
    assert.equal(code, 0, err);
    const json = parseFit(out);
    assert.ok(validate(json), JSON.stringify(validate.errors));
    assert.equal(json.parameters.lambdaTotal, json.parameters.lambda * json.data.train);
    assert.equal(json.risk.values.length, json.risk.total.length);
    assert.equal(json.predictions === undefined, extra[1] === '0');
  }
});

/** The axes that a method's sliders move, the principal one first. */
const AXES: Readonly<Record<string, readonly string[]>> = {
  krr: ['lambda'],
  tkrr: ['lambda', 'r'],
  'ckrr-hard': ['lambda', 'k'],
  'ckrr-soft': ['lambda'],
  'ckrr-features': ['lambda'],
  'three-zone': ['lambda', 'k', 'r'],
  kgf: ['t'],
  kgd: ['steps'],
  cutoff: ['r'],
};

test('every filter of the spectrum fits, with JSON of the documented shape, and predicts rows it has not seen', async () => {
  const validate = schemaOf('fit');
  const spectral = methods.filter(({ family }) => family === 'spectral');
  assert.deepEqual(spectral.map(({ id }) => id).sort(), Object.keys(AXES).sort());
  for (const { id } of spectral) {
    const { out, err, code } = await run(
      ...['fit', 'samples/wave.csv', '--target', 'signal', '--method', id, '--json', '-', ...NO_RACE],
    );
    assert.equal(code, 0, `${id}: ${err}`);
    const json = parseFit(out);
    assert.ok(validate(json), `${id}: ${JSON.stringify(validate.errors)}`);
    assert.equal(json.method, id);
    assert.deepEqual(
      json.paths.map(({ axis }) => axis),
      AXES[id],
    );
    for (const axis of AXES[id]) assert.equal(typeof json.filter[axis], 'number', `${id}: ${axis}`);
    assert.ok(json.metrics.holdout.r2 > 0.85, `${id}: R² ${json.metrics.holdout.r2}`);
    // The fit is no worse than the best point of every curve through it, and close to it.
    for (const { axis, loo } of json.paths)
      assert.ok(json.metrics.loo < 1.02 * Math.min(...loo), `${id}: ${json.metrics.loo} over ${axis}`);
  }
});

test('several targets and row weights: one result each, and columns named after them', async () => {
  const validate = schemaOf('fit');
  const model = join(folder, 'harvest.model');
  const [fit, targets] = [
    ['fit', 'samples/harvest.csv', '--json', '-', ...NO_RACE],
    ['--target', 'yield_t_ha', '--target', '6'],
  ];
  const said = await run(...fit, ...targets, '--weights', 'plots', '--save', model);
  assert.equal(said.code, 0, said.err);
  const json = parseFit(said.out);
  assert.ok(validate(json), JSON.stringify(validate.errors));
  assert.deepEqual([json.target, json.others.map(({ target }) => target)], ['yield_t_ha', ['protein_pct']]);
  const unweighted = parseFit((await run(...fit, ...targets, '--features', 'soil,rain_mm,sun_h,nitrogen_kg_ha')).out);
  assert.ok(json.metrics.loo < 0.8 * unweighted.metrics.loo, `${json.metrics.loo} and ${unweighted.metrics.loo}`);
  const [head, first] = firstColumns((await run('predict', model, 'samples/harvest.csv')).out);
  const names = ['predicted', 'lower', 'upper', 'observed'];
  assert.deepEqual(head.split(','), [
    'row',
    ...['yield_t_ha', 'protein_pct'].flatMap((t) => names.map((n) => `${n}_${t}`)),
  ]);
  assert.ok(
    first.split(',').every((cell) => Number.isFinite(Number(cell)) && cell !== ''),
    first,
  );
});

test('words are classified: the confusion counts every held-out row, and predict names the class', async () => {
  const validate = schemaOf('fit');
  const model = join(folder, 'leaves.model');
  const fit = ['fit', 'samples/leaves.csv', '--target', 'shrub', '--json', '-', ...NO_RACE];
  const said = await run(...fit, '--save', model);
  assert.equal(said.code, 0, said.err);
  const json = parseFit(said.out);
  assert.ok(validate(json), JSON.stringify(validate.errors));
  const { classes } = json;
  assert.ok(classes);
  assert.deepEqual(classes.levels, ['dogwood', 'privet', 'spindle']);
  assert.equal(
    classes.confusion.flat().reduce((sum, count) => sum + count, 0),
    66,
  );
  assert.equal(classes.accuracy, classes.confusion.reduce((sum, row, i) => sum + row[i], 0) / 66);
  assert.ok(classes.accuracy > 0.85 && classes.baseline < 0.5, JSON.stringify(classes));
  const [head, ...rows] = firstColumns((await run('predict', model, 'samples/leaves.csv')).out);
  assert.equal(
    head,
    'row,class,shrub_probability_dogwood,shrub_probability_privet,shrub_probability_spindle,shrub_set95,score_dogwood,score_privet,score_spindle,observed',
  );
  const cells = rows.map((row) => row.split(','));
  const right = cells.filter(([, level, , , , , , , , observed]) => level === observed);
  for (const [row, level, ...numbers] of cells) {
    const p = numbers.slice(0, 3).map(Number);
    assert.ok(Math.abs(p[0] + p[1] + p[2] - 1) < 1e-9, `row ${row}`);
    assert.equal(level, classes.levels[p.indexOf(Math.max(...p))], `row ${row}`);
  }
  assert.equal(rows.length, 330);
  assert.ok(right.length > 300, `${right.length}`);
  assert.match((await run(...fit.slice(0, 4), ...NO_RACE, '--task', 'regress')).err, /shrub/);
  const { out } = await run(...fit.slice(0, 4), ...NO_RACE, '--set', 'lengthScaleRule=median');
  assert.match(out, /^Classifies \d+ % of new rows correctly; always guessing the most common class gets \d+ %\./m);
  assert.match(out, /^Log-loss 0\.\d+ \(95 %: .*Brier score 0\.\d+ \(95 %: /m);
  assert.match(out, /^ {2}class +precision, 95 % +recall, 95 % +area under ROC, 95 % +average precision$/m);
});

test('which columns matter is printed, and stands in the JSON', async () => {
  const fit = ['fit', 'samples/flats.csv', '--target', 'rent', ...NO_RACE];
  const path = join(folder, 'importance.json');
  const { out } = await run(...fit, '--json', path);
  assert.match(out, /^Which columns matter\? With \S+ shuffled the error rises by \d+\. /m);
  assert.match(out, /^ {2}column +rise of the RMSE +95 % interval$/m);
  const validate = schemaOf('fit');
  const json = JSON.parse(await readFile(path, 'utf8')) as { importance: { columns: unknown[] } };
  assert.ok(validate(json), JSON.stringify(validate.errors));
  assert.ok(json.importance.columns.length > 1);
  const none = await run('fit', 'samples/leaves.csv', '--method', 'ekpca', '--importance');
  assert.equal(none.code, 2);
  assert.match(none.err, /--importance is of columns that predict a target, and ekpca takes none/);
});

test('rows are chosen and left out on the command line, and the report counts them', async () => {
  const fit = ['fit', 'samples/flats.csv', '--target', 'rent', ...NO_RACE];
  const { out } = await run(...fit, '--where', 'area_m2 > 30', '--without', '5-9');
  assert.match(out, /rows? left out: the filter area_m2 > 30 does not hold there\.$/m);
  assert.match(out, /\d rows? left out: they were named to be left out, 5–9\.$/m);
  const wrong = await run(...fit, '--where', 'area_m2 >');
  assert.equal(wrong.code, 2);
  assert.match(wrong.err, /mistake at character 10, after area_m2 >: a value is expected/);
});

test('the schema refuses a result that lacks a name or has one too many', async () => {
  const validate = schemaOf('fit');
  const fit = ['fit', 'samples/wave.csv', '--target', '2', '--json', '-', ...NO_RACE];
  const json = parseFit((await run(...fit)).out);
  assert.ok(validate(json));
  assert.ok(!validate({ ...json, more: 1 }));
  const { risk: _, ...less } = json;
  assert.ok(!validate(less));
});

test('the same seed gives the same result, another seed another split', async () => {
  const at = async (seed: string) =>
    parseFit(
      (await run('fit', 'samples/wave.csv', '--target', '2', '--set', 'maxRows=80', '--seed', seed, '--json', '-')).out,
    );
  const [one, two, three] = [await at('1'), await at('1'), await at('2')];
  for (const json of [one, two, three]) {
    delete json.timings;
    json.race.seconds = 0;
    for (const lane of json.race.lanes) lane.seconds = 0;
  }
  assert.deepEqual(one, two);
  assert.notDeepEqual(one.predictions.rows, three.predictions.rows);
});

test('a saved model predicts a file with the columns in another order', async () => {
  const [model, csv] = [join(folder, 'flats.model'), join(folder, 'new.csv')];
  const fitted = await run(
    ...typed`fit samples/flats.csv --target rent --features area_m2,district,distance_km --save ${model}
        ${NO_RACE}`,
  );
  assert.equal(fitted.code, 0, fitted.err);
  await writeFile(csv, 'distance_km,area_m2,district\n2.0,60,hill\n5.0,80,harbour\n5.0,80,a new one\n,80,west\n');
  const said = await run('predict', model, csv);
  assert.equal(said.code, 0, said.err);
  const lines = firstColumns(said.out);
  assert.equal(lines[0], 'row,predicted,lower,upper');
  assert.equal(lines.length, 5);
  for (const line of lines.slice(1)) {
    const [, predicted, lower, upper] = line.split(',').map(Number);
    assert.ok(lower < predicted && predicted < upper && predicted > 200 && predicted < 3000, line);
  }
});

test('predicting the held-out rows repeats the fit', async () => {
  const model = join(folder, 'wave.model');
  const out = join(folder, 'predicted.csv');
  const fit = ['fit', 'samples/wave.csv', '--target', 'signal', ...NO_RACE];
  const fitted = await run(...fit, '--save', model, '--json', '-');
  const json = parseFit(fitted.out);
  assert.equal((await run('predict', model, 'samples/wave.csv', '--out', out)).code, 0);
  const rows = firstColumns(await readFile(out, 'utf8'))
    .slice(1)
    .map((l) => l.split(',').map(Number));
  json.predictions.rows.forEach((row, i) => {
    const [number, predicted, lower, upper, observed] = rows[row - 1];
    assert.equal(number, row);
    for (const [a, b] of [
      [predicted, json.predictions.holdout[i]],
      [lower, json.predictions.lower[i]],
      [upper, json.predictions.upper[i]],
      [observed, json.predictions.observed[i]],
    ]) {
      assert.ok(Math.abs(a - b) < 1e-6, `row ${row}: ${a} and ${b}`);
    }
  });
});

test('inspect writes the table as RFC 4180 and its report as JSON', async () => {
  const csv = join(folder, 'odd.csv');
  const table = join(folder, 'table.csv');
  await writeFile(csv, 'name;"size, m";n\n"a ""b""";1,5;1.234,5\nc;NA;2.000,0\n');
  const said = await run('inspect', csv, '--json', '-', '--table', table);
  assert.equal(said.code, 0, said.err);
  const json = JSON.parse(said.out) as { rows: number; dialect: { delimiter: string; decimal: string } };
  assert.equal(json.rows, 2);
  assert.equal(json.dialect.delimiter, ';');
  assert.equal(json.dialect.decimal, ',');
  const text = await readFile(table, 'utf8');
  assert.deepEqual(text.trimEnd().split(/\r?\n/), ['name,"size, m",n', '"a ""b""",1.5,1234.5', 'c,,2000.0']);
});

test('failures are one line, with the exit code that a script expects', async () => {
  const constant = join(folder, 'constant.csv');
  await writeFile(constant, `x,y\n${Array.from({ length: 20 }, (_, i) => `${i},5`).join('\n')}\n`);
  const cases: [number, RegExp, string[]][] = [
    [1, /no such file|does not exist|not found/i, ['fit', join(folder, 'none.csv'), '--target', 'y']],
    [1, /lacks columns that/, ['fit', folder, '--target', 'y']],
    [1, /target does not exist/, ['fit', constant, join(folder, 'target'), '--target', 'y']],
    [1, /\bz\b.*(x|y)/s, ['fit', constant, '--target', 'z']],
    [1, /"y".*every value is the same/, ['fit', constant, '--target', 'y']],
    [2, /lambda/, ['fit', 'samples/wave.csv', '--target', '2', '--set', 'lambda=-1']],
    [2, /lamda.*lambda/, ['fit', 'samples/wave.csv', '--target', '2', '--set', 'lamda=1']],
    [2, /krr/, ['fit', 'samples/wave.csv', '--target', '2', '--method', 'nope']],
    [1, /No name in wave\.csv .*\nSuch as: .*--target signal/, ['fit', 'samples/wave.csv']],
    [1, /wave\.csv.*--save/, ['predict', 'samples/wave.csv', 'samples/wave.csv']],
    [1, /folder does not exist/, ['fit', 'samples/wave.csv', '--target', '2', '--save', join(folder, 'no', 'm.model')]],
  ];
  const before = await readdir(folder);
  for (const [code, pattern, argv] of cases) {
    const said = await run(...argv);
    assert.equal(said.code, code, `${argv.join(' ')}: ${said.err}`);
    assert.match(said.err, pattern);
    assert.match(said.err, /^kernelscope: [^\n]+\n(Such as: [^\n]+\n)?$/, 'one line');
  }
  assert.deepEqual(await readdir(folder), before, 'nothing is left behind');
});

test('a fit that would not fit in memory names the sample that would', async () => {
  const said = await runIn(folder, ['fit', 'samples/fan-noise.csv', '--target', '6', '--method', 'krr'], {
    memory: 150e6,
  });
  assert.equal(said.code, 1);
  assert.match(said.err, /memory.*--set maxRows=\d+ /);
  assert.equal(said.out, '');
});

test('methods lists what fit takes', async () => {
  assert.match((await run('methods')).out, /krr/);
  const { methods } = JSON.parse((await run('methods', '--json')).out) as {
    methods: { parameters: { name: string }[] }[];
  };
  assert.ok(methods[0].parameters.some((p) => p.name === 'lambda'));
});

test('fit says which linear algebra ran, and takes no other', async () => {
  const fit = ['fit', 'samples/wave.csv', '--target', '2', ...NO_RACE];
  const embedded = JSON.parse((await run(...fit, '--json', '-')).out) as { linearAlgebra: object };
  assert.equal((embedded.linearAlgebra as { backEnd: string }).backEnd, 'embedded');
  assert.match((await run(...fit, '--linear-algebra', 'auto')).out, /linear algebra: embedded, .*, \d+ threads?\n$/);
  const wrong = await run(...fit, '--linear-algebra', 'fast');
  assert.equal(wrong.code, 2);
  assert.match(wrong.err, /--linear-algebra is one of auto, embedded, native/);
  assert.equal((await run('inspect', 'samples/wave.csv', '--linear-algebra', 'native')).code, 2);
});

test('fit --linear-algebra native names what it found, or says why it found nothing', async () => {
  // There is no koffi in this folder, whatever the machine has.
  const said = await run(...typed`fit samples/wave.csv --target 2 --linear-algebra native --json - ${NO_RACE}`);
  const json = JSON.parse(said.out) as { linearAlgebra: { backEnd: string }; notes: string[] };
  assert.equal(json.linearAlgebra.backEnd, 'embedded');
  assert.ok(json.notes.some((text) => text.startsWith('No native linear algebra is used: this installation has no')));
});

test('a report is one HTML file or Markdown, and its command line fits the same again', async () => {
  const table = join(folder, "hay & it's.csv");
  await writeFile(table, (await readFile('samples/harvest.csv', 'utf8')).replace('rain_mm', '"rain, mm"'));
  const [page, text] = [join(folder, 'report.html'), join(folder, 'report.md')];
  const fit = [
    'fit',
    table,
    '--target',
    'yield_t_ha',
    '--features',
    '"rain, mm",soil',
    '--method',
    'tkrr',
    '--seed',
    '3',
    '--holdout',
    '0.3',
    '--set',
    'maxRows=120',
  ];
  const said = await run(...fit, '--set', 'kernel=laplace', '--report', page, '--json', '-');
  assert.equal(said.code, 0, said.err);
  assert.match(await readFile(page, 'utf8'), /^<!doctype html>[\s\S]*hay &amp; it&#39;s\.csv/);
  assert.equal((await run(...fit, '--set', 'kernel=laplace', '--report', text)).code, 0);
  const [, line] = /```sh\nkernelscope ([\s\S]*?)\n```/.exec(await readFile(text, 'utf8')) ?? [];
  const words = execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
  const again = await run(...words, '--json', '-');
  assert.equal(again.code, 0, again.err);
  assert.deepEqual(parseFit(again.out).metrics, parseFit(said.out).metrics);
});

test('predict --keep has the columns of the file as they were read, and the predictions behind them', async () => {
  const [table, model] = [join(folder, 'kept.csv'), join(folder, 'kept.ksmodel')];
  const number = (value: number) => value.toFixed(2).replace('.', ',');
  const lines = Array.from(
    { length: 40 },
    (_, i) => `${number(i / 4)};"${i % 2 ? 'a;b' : '=x'}";${i % 7 === 0 ? 'NA' : number(i * 1.5)}`,
  );
  await writeFile(table, `x;label;y\n${lines.join('\n')}\n`);
  const fit = await run('fit', table, '--target', 'y', '--set', 'kernel=linear', '--save', model);
  assert.equal(fit.code, 0, fit.err);
  const [head, first, second] = (await run('predict', model, table, '--keep')).out.split('\r\n');
  assert.equal(head, 'x,label,y,y_predicted,y_low95,y_high95');
  assert.match(first, /^0\.00,'=x,,-?[\d.e-]+,-?[\d.e-]+,-?[\d.e-]+$/);
  assert.match(second, /^0\.25,a;b,1\.50,1\.[45]/);
});
