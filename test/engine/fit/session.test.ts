import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunContext } from '../../../src/engine/contract/context';
import { FitSession } from '../../../src/engine/fit/session';
import { nystromRidge } from '../../../src/engine/methods/nystromRidge';
import { SpectrumCache } from '../../../src/engine/spectrum/cache';
import { madeDesign, madeRows, madeSample } from '../madeRows';
import { fitted } from '../methods/fitting';
import { core } from '../testCore';

const x = madeRows(40, 2, 1);
const design = madeDesign(madeSample(x, x.values.slice(0, 40)), madeSample(x, x.values.slice(40)));

/** A context that collects what is reported. */
function reporting(): RunContext & { readonly reports: [number, string][]; cancelled: boolean } {
  const reports: [number, string][] = [];
  return { reports, cancelled: false, check() {}, progress: (fraction, stage) => void reports.push([fraction, stage]) };
}

test('stages follow each other in progress and in time', () => {
  const context = reporting();
  const session = FitSession.begin(design, 7, { ...context, linalg: core });
  const first = session.step('search', 0.25);
  first.progress(1, 'searching');
  first.part(0.5, 1).progress(0.5, 'searching');
  session.step('eigen', 0.25);
  const last = session.step('path', 0.75);
  last.progress(0.5, 'path');
  last.silent().progress(1, 'not heard');
  session.step('path', 1).progress(0, 'path');
  assert.deepEqual(context.reports, [
    [0.25, 'searching'],
    [0.1875, 'searching'],
    [0.5, 'path'],
    [0.75, 'path'],
  ]);
  assert.deepEqual(Object.keys(session.timings()), ['search', 'eigen', 'path']);
  assert.ok(Object.values(session.timings()).every((seconds) => seconds >= 0));
});

test('a stage sees at once that the run was cancelled', () => {
  const context = reporting();
  const session = FitSession.beginWithoutTarget(0, Object.assign(context, { linalg: core }));
  const stage = session.step('search', 1).part(0, 0.5).silent();
  assert.equal(stage.cancelled, false);
  context.cancelled = true;
  assert.equal(stage.cancelled, true);
});

test('the cache forgets other rows, and keys of other rows differ', () => {
  const cache = new SpectrumCache();
  cache.recall('residual', 'other rows', () => 1);
  const session = FitSession.begin(design, 0, { ...reporting(), linalg: core, cache });
  assert.equal(
    cache.recall('residual', 'other rows', () => 2),
    2,
  );
  const sample = session.on(session.problem, `${session.rowsKey} 10 of them`).part(0, 1);
  assert.equal(sample.rowsKey, `${session.rowsKey} 10 of them`);
  assert.equal(sample.cache, session.cache);
});

test('progress of conjugate gradients never falls when held-out rows are predicted after them', () => {
  const context = reporting();
  const given = { solver: 'conjugateGradient', landmarks: 10, lengthScale: 1, lambda: 0.01 };
  fitted(nystromRidge, design, given, { ...context, linalg: core });
  const fractions = context.reports.map(([fraction]) => fraction);
  assert.deepEqual(
    fractions,
    fractions.toSorted((a, b) => a - b),
  );
});
