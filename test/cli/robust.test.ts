import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { methods } from '../../src/engine/methods/registry';
import { schemaOf } from '../jsonSchemas';
import { testFolder } from '../testFolder';
import { runIn } from './commandLines';

/** The parts of the JSON that these tests look at. */
interface FitJson {
  readonly method: string;
  readonly metrics: { readonly holdout: { readonly r2: number } };
  readonly filter: { readonly lambda: number };
  readonly predictions: {
    readonly rows: number[];
    readonly holdout: number[];
    readonly quantiles: readonly { readonly tau: number; readonly predicted: number[] }[];
  };
  readonly robust?: Readonly<Record<string, unknown>>;
}

const folder = testFolder();

const run = (...argv: string[]) => runIn(folder, argv);

/** No kernels are raced. */
const FIT = ['fit', 'samples/wave.csv', '--target', 'signal', '--set', 'kernel=gaussian'];
const robustMethods = methods.filter(({ family }) => family === 'robust').map(({ id }) => id);

test('every robust method is there', () => {
  assert.deepEqual(robustMethods, ['ksgd', 'kcd', 'kl-inf', 'kl1', 'huber', 'tukey', 'svr', 'quantile']);
});

for (const id of robustMethods)
  test(`${id}: JSON of the documented shape with the robust part filled, and a report that names ordinary ridge`, async () => {
    const validate = schemaOf('fit');
    const { out, err, code } = await run(...FIT, '--method', id, '--set', 'folds=3', '--json', '-');
    assert.equal(code, 0, err);
    const json = JSON.parse(out) as FitJson;
    assert.ok(validate(json), JSON.stringify(validate.errors));
    assert.equal(json.method, id);
    assert.ok(json.robust && Object.keys(json.robust).length > 5, JSON.stringify(json.robust)?.slice(0, 200));
    assert.ok(json.metrics.holdout.r2 > 0.8, `R² ${json.metrics.holdout.r2}`);
    assert.equal(json.predictions.quantiles?.length, id === 'quantile' ? 3 : undefined);
    assert.equal(typeof json.filter.lambda, 'number', 'of ordinary ridge');
    const text = await run(...FIT, '--method', id, '--set', 'folds=0', '--set', 'lengthScaleRule=median');
    assert.equal(text.code, 0, text.err);
    assert.match(text.out, /ordinary ridge/i);
  });

test('quantile: predict writes a column for each level, in order at every row and as the fit predicted', async () => {
  const model = join(folder, 'quantile.model');
  const said = await run(...FIT, '--method', 'quantile', '--json', '-', '--save', model, '--set', 'folds=4');
  assert.equal(said.code, 0, said.err);
  const { predictions } = JSON.parse(said.out) as FitJson;
  const { out, err, code } = await run('predict', model, 'samples/wave.csv');
  assert.equal(code, 0, err);
  const [head, ...lines] = out.trim().split('\r\n');
  assert.equal(head, 'row,predicted,signal_q10,signal_q50,signal_q90,observed');
  const rows = lines.map((line) => line.split(',').map(Number));
  for (const [row, predicted, low, middle, high] of rows) {
    assert.ok(low <= middle && middle <= high, `row ${row}`);
    assert.equal(predicted, middle);
  }
  assert.ok(predictions.quantiles);
  for (const [j, row] of predictions.rows.entries())
    for (const [l, level] of predictions.quantiles.entries())
      assert.ok(Math.abs(rows[row - 1][2 + l] - level.predicted[j]) < 1e-6, `row ${row}, tau ${level.tau}`);
});

test('what a robust method does not take is one line with what to do', async () => {
  const cases: readonly (readonly [RegExp, string[]])[] = [
    [/tau must lie between 0 and 1.*1\.5/, ['--method', 'quantile', '--set', 'tau=1.5']],
    [/t must be a number above 0/, ['--method', 'ksgd', '--set', 't=0']],
    [/positive definite kernel.*krr/, ['--method', 'svr', '--set', 'kernel=thinPlate']],
    [
      /row weights.*Leave weights out/,
      ['samples/harvest.csv', '--target', 'yield_t_ha', '--weights', 'plots', '--method', 'kcd'],
    ],
  ];
  for (const [words, argv] of cases) {
    let began = '';
    const out = () => assert.fail();
    const err = (text: string) => {
      began += text;
    };
    const drawn = await runIn(folder, [...(argv.includes('--target') ? ['fit'] : FIT), ...argv], {
      live: true,
      err,
      out,
    });
    const said = began.split('\r\u001b[K').at(-1) ?? '';
    assert.equal(drawn.code, 2, began);
    assert.match(said, words);
    assert.match(said, /^kernelscope: [^\n]+\n$/, 'one line');
    const shares = Array.from(began.matchAll(/(\d+) % /g), ([, share]) => Number(share));
    assert.ok(shares.length > 0 && Math.max(...shares) < 25, 'before kernels are compared');
  }
});
