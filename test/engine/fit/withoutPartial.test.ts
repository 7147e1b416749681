// A caller that shows no figures of columns has the same fit without them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitJson } from '../../../src/cli/json';
import { contextWith, quietContext } from '../../../src/engine/contract/context';
import type { FitRequest, RunResult } from '../../../src/engine/contract/run';
import { Engine } from '../../../src/engine/engine';
import { mixedRows } from '../../export/rows';
import { machine } from '../testCore';

const engine = new Engine(machine(4e9));
const bytes = new TextEncoder().encode(mixedRows(60, false));

/** The JSON of a run without the readings of a clock. */
const toldBy = (run: RunResult) =>
  JSON.stringify(fitJson(run), (key, value) => (key === 'timings' || key === 'seconds' ? undefined : value));

for (const [method, target] of [
  ['krr', 'y'],
  ['krr', 'shade'],
  ['huber', 'y'],
  ['rf-ridge', 'y'],
])
  test(`${method} of ${target} is the same without partial dependences, and has none`, async () => {
    const request: FitRequest = {
      source: { kind: 'bytes', name: 'rows.csv', bytes },
      read: {},
      design: {
        target,
        moreTargets: target === 'y' ? ['z'] : [],
        missing: 'impute',
        standardise: true,
        seed: 1,
        holdout: { kind: 'fraction', fraction: 0.2 },
      },
      method,
      parameters: { kernel: 'gaussian' },
    };
    const [all, less] = await Promise.all(
      [false, true].map(async (withoutPartial) => {
        const context = contextWith(quietContext, { withoutPartial });
        return (await engine.handlers.fit(request, context)) as RunResult;
      }),
    );
    const of = (run: RunResult) =>
      [run, ...run.others].map(({ live, robust }) => [live.partial, robust?.partial ?? []]);
    assert.ok(of(all).every(([partial]) => partial.length > 0));
    assert.deepEqual(of(less).flat(2), []);
    assert.equal(toldBy(less), toldBy(all));
    assert.deepEqual(less.model, all.model);
  });
