import assert from 'node:assert/strict';
import { test } from 'node:test';
import { propose } from '../../../src/engine/compare/propose';
import type { Design } from '../../../src/engine/contract/data';
import type { FailureCode } from '../../../src/engine/contract/failure';
import type { Parameters } from '../../../src/engine/contract/method';
import type { Proposals } from '../../../src/engine/contract/proposal';
import { requestOfProposal } from '../../../src/engine/contract/proposalRequest';
import type { FitRequest } from '../../../src/engine/contract/run';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { methodById } from '../../../src/engine/methods/registry';
import { checkParameters } from '../../../src/engine/parameters/checkParameters';
import { madeClasses, madeDesign, madeProblem, madeRows, madeSample } from '../madeRows';
import { failsWith } from '../methods/fitting';
import { core } from '../testCore';

const MB = 1e6;

const requestFor = (method: string, parameters: Parameters): FitRequest => ({
  source: { kind: 'path', path: '/data.csv' },
  read: {},
  design: { target: 'y', missing: 'impute', standardise: true, holdout: { kind: 'fraction', fraction: 0.2 }, seed: 0 },
  method,
  parameters,
});

function proposed(
  design: Design,
  memory: number,
  { method = 'krr', threads = 2, parameters = {} as Parameters } = {},
): Proposals {
  return propose(design, requestFor(method, parameters), { memory, threads }, quietWith(core));
}

const unstable = ({ pilot, ...found }: Proposals) => ({ ...found, pilot: { ...pilot, seconds: 0 } });
const possible = ({ proposals }: Proposals) => proposals.filter((proposal) => proposal.possible);

test('few rows take the method as it is, without a pilot, in one sentence', () => {
  const found = proposed(madeProblem(300, 2, 0.3, 1), 8000 * MB);
  assert.equal(found.proposals.length, 1);
  assert.deepEqual(found.pilot, { train: 0, holdout: 0, seconds: 0 });
  assert.match(
    found.message,
    /^300 rows of 2 columns take (?:about \d+|\d+ to \d+) s and \d+ MB with kernel ridge regression: no approximation is needed\.$/,
  );
  assert.deepEqual(found.proposals[0].parameters, {});
  assert.equal(found.proposals[0].loss, 0);
});

test('what memory refuses is said to be so, and something else is proposed in every family', () => {
  const design = madeProblem(700, 2, 0.3, 1);
  const regression = ['krr', 'ckrr-hard', 'kgf', 'huber', 'quantile', 'nystrom-ridge', 'rf-ridge'];
  // Components take less memory than a fit.
  const cases = [
    ...regression.map((method) => [method, 153] as const),
    ['ekpca', 143] as const,
    ['ny-kpca', 143] as const,
  ];
  for (const [method, memory] of cases) {
    // Half of a pilot's time goes into its length scale, which is of no account here.
    const found = proposed(design, memory * MB, { method, parameters: { lengthScale: 1.1 } });
    const whole = found.proposals.find(({ title }) => title.endsWith('all rows'));
    assert.equal(whole?.possible, false, method);
    assert.match(whole?.why ?? '', /^Fitting 700 rows takes .* more than the 1[45]3 MB available\.$/);
    assert.ok(possible(found).length >= 1, method);
    assert.equal(found.proposals[0].possible, true);
    assert.ok(found.proposals[0].bytes <= memory * MB);
    assert.equal(found.message.includes(found.proposals[0].title), true);
    assert.ok(found.proposals.every(({ loss }) => Number.isNaN(loss) || loss >= 0));
    for (const proposal of found.proposals) {
      const asked = methodById(proposal.method);
      assert.deepEqual(checkParameters(asked, proposal.parameters), proposal.parameters);
    }
  }
});

test('where nothing fits, the sentence says so', () => {
  const found = proposed(madeProblem(700, 2, 0.3, 1), 10 * MB);
  assert.deepEqual(possible(found), []);
  assert.match(found.message, /^No method fits 700 rows of 2 columns in 10 MB of memory\./);
});

test('threads, rows and memory move the recommendation', () => {
  const many = madeProblem(7000, 2, 0.3, 1);
  const slow = proposed(many, 16_000 * MB);
  assert.ok(['nystrom-ridge', 'rf-ridge'].includes(slow.proposals[0].method), slow.message);
  assert.ok(slow.proposals[0].loss <= 0.02 && slow.proposals[0].seconds < 30);
  const whole = slow.proposals.find(({ title }) => title.endsWith('all rows'));
  assert.ok(whole?.possible && whole.seconds > 60, 'offered for those who have the patience');
  const sample = slow.proposals.find(({ rows }) => rows < 7000);
  assert.ok(sample && sample.seconds <= 60 && sample.method === 'krr' && sample.loss > 0);
  const quick = proposed(many, 16_000 * MB, { threads: 40 });
  assert.equal(quick.proposals[0].title, 'Kernel ridge regression, all rows');
  assert.ok(quick.proposals[0].seconds <= 10);
  assert.equal(proposed(madeProblem(1000, 2, 0.3, 1), 16_000 * MB).proposals[0].method, 'krr');
});

test('the way that was fitted is among them with what it loses, however few landmarks it took', () => {
  const design = madeProblem(7000, 2, 0.3, 1);
  const given = requestFor('krr', { kernel: 'gaussian', lengthScale: 1.1 });
  const machine = { memory: 16_000 * MB, threads: 2 };
  const losses = (fitted: Parameters) =>
    propose(design, given, machine, quietWith(core), fitted)
      .proposals.map(({ kind, count, loss }, place) => ({ kind, count, loss, place }))
      .filter(({ kind, count }) => kind === 'landmarks' && count === 1000);
  assert.deepEqual(losses({}), []);
  const [{ loss, place }, ...others] = losses({ landmarks: 1000 });
  assert.ok(loss >= 0 && others.length === 0);
  assert.equal(place, 0, 'the one to take');
});

test('the same proposals for the same seed', () => {
  const design = madeProblem(700, 2, 0.3, 1);
  const parameters = { seed: 5 };
  const [a, b] = [0, 1].map(() => unstable(proposed(design, 153 * MB, { parameters })));
  assert.deepEqual(a, b);
});

test('what was set goes with each method as far as it takes it, counts that were set are among them', () => {
  const parameters = { kernel: 'matern52', lengthScale: 1.5, folds: 5, seed: 3 };
  const { proposals } = proposed(madeProblem(700, 2, 0.3, 1), 153 * MB, { parameters });
  for (const { method, parameters: own } of proposals) {
    assert.deepEqual([own.kernel, own.lengthScale, own.seed], ['matern52', 1.5, 3], method);
    assert.equal(own.folds, method === 'krr' ? 5 : undefined);
  }
  const counts = proposed(madeProblem(700, 2, 0.3, 1), 153 * MB, {
    method: 'nystrom-ridge',
    parameters: { landmarks: 60 },
  }).proposals.flatMap(({ method, parameters: own }) => (method === 'nystrom-ridge' ? [own.landmarks] : []));
  assert.ok(counts.includes(60), counts.join());
});

test('classes, several targets and weights are piloted too', () => {
  const classes = proposed(madeClasses(700, 3, 1), 153 * MB);
  assert.ok(possible(classes).length > 0 && classes.proposals[0].loss < 0.5);
  const x = madeRows(700, 2, 1);
  const y = x.values.slice(0, 700);
  const more = [x.values.slice(700).map((v) => v * v)];
  const weights = y.map((_, i) => (i % 2 === 0 ? 1.5 : 0.5));
  const both = proposed(madeDesign(madeSample(x, y, { more, weights })), 153 * MB);
  assert.ok(possible(both).length > 0 && both.proposals.every(({ loss }) => loss >= 0));
});

test('the request of a proposal fits what was proposed; a sample trains on as many rows', () => {
  const found = proposed(madeProblem(700, 2, 0.3, 1), 153 * MB);
  const request = requestFor('krr', {});
  for (const proposal of found.proposals) {
    const next = requestOfProposal(request, proposal, found);
    assert.equal(next.method, proposal.method);
    assert.deepEqual(next.parameters, proposal.parameters);
    assert.equal(next.design.maxRows, proposal.rows < 700 ? Math.floor(proposal.rows / 0.8) : undefined);
    assert.equal(next.design.target, 'y');
  }
});

test('rows and parameters that no fit takes end in its errors', () => {
  const x = madeRows(50, 2, 1);
  const y = x.values.slice(0, 50);
  const bad = x.values.slice();
  bad[7] = Number.NaN;
  const fails = (design: Design, code: FailureCode, words: RegExp, given: Parameters = {}) =>
    failsWith(code, words, () => proposed(design, 8000 * MB, { parameters: given }));
  fails(madeDesign(madeSample({ ...x, values: bad }, y)), 'data/not-finite', /Row 8 of x1/);
  fails(
    madeDesign(
      madeSample(
        x,
        y.map(() => 3),
      ),
    ),
    'data/target-constant',
    /y/,
  );
  fails(madeDesign(madeSample(madeRows(1, 2, 1), Float64Array.of(1))), 'data/too-few-rows', /1 training row/);
  fails(madeProblem(50, 2, 0.3, 1), 'parameter/unknown', /lamda/, { lamda: 1 });
  failsWith('method/unknown', /krx/, () => proposed(madeProblem(50, 2, 0.3, 1), 8000 * MB, { method: 'krx' }));
  // The pilot finds what only a fit would.
  failsWith('parameter/invalid', /nosuch/, () =>
    proposed(madeProblem(700, 2, 0.3, 1), 153 * MB, { parameters: { kernel: 'nosuch' } }),
  );
});

test('of a few rows only that do not fit either, a sentence and no crash', () => {
  for (const n of [5, 9, 30]) {
    const found = proposed(madeProblem(n, 1, 0.3, 1), 137 * MB);
    assert.ok(found.proposals.length >= 1, `${n}`);
    assert.match(found.message, /\.$/);
  }
});
