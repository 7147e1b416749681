import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../src/engine/contract/context';
import { KernelscopeError } from '../../src/engine/contract/failure';
import { type FitRequest, isComponents } from '../../src/engine/contract/run';
import { Engine } from '../../src/engine/engine';
import { normals } from './madeRows';
import { machine } from './testCore';

const engine = new Engine(machine(4e9));

/** Rows of two numbers that matter, one that does not, and a category of three levels. */
function csv(rows: number): string {
  const next = normals(rows);
  const line = () => {
    const [a, b, idle] = [next(), next(), next()];
    const level = Math.floor(3 * Math.abs(Math.sin(7 * a)));
    const y = 2 * a + Math.sin(2 * b) + 0.2 * next();
    return [a, b, idle, `l${level}`, y, y > 0 ? 'yes' : 'no'].join();
  };
  return ['a,b,idle,kind,y,sign', ...Array.from({ length: rows }, line)].join('\n');
}

const requestOf = (method: string, more: Partial<FitRequest['design']> = {}, streamed = false): FitRequest => ({
  method,
  source: { kind: 'bytes', name: 'made.csv', bytes: new TextEncoder().encode(csv(160)) },
  read: {},
  design: {
    target: 'y',
    features: ['a', 'b', 'idle', 'kind'],
    missing: 'drop',
    standardise: true,
    seed: 0,
    holdout: { kind: 'fraction', fraction: 0.25 },
    ...more,
  },
  parameters: { lengthScaleRule: 'median' },
  ...(streamed && { streamed }),
});

async function runOf(request: FitRequest, context = quietContext) {
  const run = await engine.handlers.fit(request, context);
  assert.ok(!isComponents(run));
  return run;
}

for (const [method, streamed, loss] of [
  ['krr', false, 'squared'],
  ['huber', false, 'absolute'],
  ['quantile', false, 'absolute'],
  ['rf-ridge', false, 'squared'],
  ['nystrom-ridge', false, 'squared'],
  ['nystrom-ridge', true, 'squared'],
] as const)
  test(`a fit by ${method}${streamed ? ' in parts' : ''} measures its columns, each of the file once`, async () => {
    const { importance, timings } = await runOf(requestOf(method, {}, streamed));
    assert.equal(importance?.loss, loss);
    assert.deepEqual(importance.columns.map(({ column }) => column).sort(), ['a', 'b', 'idle', 'kind']);
    assert.equal(importance.columns[0].column, 'a');
    assert.ok(importance.columns[0].interval[0] > 0 && timings.importance >= 0);
    assert.ok(importance.rows > 30);
  });

test('of classes it is the share predicted wrongly; the same seed measures the same', async () => {
  const request = requestOf('krr', { target: 'sign', task: 'classify' });
  const { importance } = await runOf(request);
  assert.deepEqual([importance?.loss, importance?.target], ['wrong', 'sign']);
  assert.deepEqual((await runOf(request)).importance, importance);
});

test('without held-out rows, and for components, nothing is measured', async () => {
  assert.equal((await runOf(requestOf('krr', { holdout: { kind: 'fraction', fraction: 0 } }))).importance, undefined);
  const { target: _, ...design } = requestOf('ekpca').design;
  const run = await engine.handlers.fit(
    { ...requestOf('ekpca'), design: { ...design, target: '' }, parameters: {} },
    quietContext,
  );
  assert.ok(isComponents(run) && !('importance' in run));
});

test('progress never falls up to the last stage, in which a fit can be cancelled', async () => {
  let [reached, measuring] = [0, false];
  const progress = (fraction: number, stage: string) => {
    assert.ok(fraction >= reached - 1e-12, `${stage}: ${fraction} after ${reached}`);
    reached = fraction;
    measuring ||= stage.startsWith('shuffling');
  };
  await runOf(requestOf('krr'), { ...quietContext, progress });
  assert.ok(measuring && reached <= 1);
  [reached, measuring] = [0, false];
  const check = () => {
    if (measuring) throw new KernelscopeError('run/cancelled', '');
  };
  await assert.rejects(runOf(requestOf('krr'), { progress, check, cancelled: false }), /^KernelscopeError/);
});
