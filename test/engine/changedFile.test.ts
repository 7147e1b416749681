import assert from 'node:assert/strict';
import { appendFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { quietContext } from '../../src/engine/contract/context';
import { KernelscopeError } from '../../src/engine/contract/failure';
import type { AnyRun, FitRequest } from '../../src/engine/contract/run';
import { isComponents } from '../../src/engine/contract/run';
import { Engine } from '../../src/engine/engine';
import { testFolder } from '../testFolder';
import { machine } from './testCore';

const folder = testFolder();

const ROWS = 120;
/** Above one read of the file: cells are padded. */
const csv = (shift: number): string =>
  `a,b,y\n${Array.from({ length: ROWS }, (_, i) => {
    const [a, b] = [Math.sin(i * 1.3 + shift), Math.cos(i * 0.7)];
    return `${' '.repeat(12_000)}${a.toFixed(6)},${b.toFixed(6)},${(a + b * b).toFixed(6)}`;
  }).join('\n')}\n`;

const path = join(folder, 'data.csv');
const other = join(folder, 'other.csv');
const makeEngine = () => new Engine(machine(4e9));

const asked: readonly (Pick<FitRequest, 'method' | 'parameters'> & { readonly target: string })[] = [
  { method: 'rf-ridge', parameters: { features: 20, lengthScale: 1, compare: false }, target: 'y' },
  { method: 'nystrom-ridge', parameters: { landmarks: 20, lengthScale: 1, compare: false }, target: 'y' },
  { method: 'ny-kpca', parameters: { landmarks: 20, lengthScale: 1, components: 3, tradeOff: false }, target: '' },
];
const requests = asked.map(
  ({ target, ...rest }): FitRequest => ({
    ...rest,
    source: { kind: 'path', path },
    read: {},
    design: { target, missing: 'impute', standardise: true, seed: 0, holdout: { kind: 'fraction', fraction: 0.2 } },
  }),
);

/** Numbers that tell fits apart. */
const numbersOf = (run: AnyRun) =>
  isComponents(run) ? run.components.eigenvalues : Float64Array.of(run.metrics.loo, ...(run.holdout?.predicted ?? []));

const ACTS: readonly (readonly [string, () => void, RegExp])[] = [
  ['appended to', () => appendFileSync(path, '1,2,3\n'), /^data\.csv (grew|was changed) while it was being read\. Try/],
  ['shortened', () => truncateSync(path, 40_000), /^data\.csv (became shorter|was changed) while/],
  [
    'replaced',
    () => {
      writeFileSync(other, csv(2));
      renameSync(other, path);
    },
    /^data\.csv was changed while/,
  ],
];

for (const request of requests)
  test(`${request.method}: a file that changes while it is read is refused in words, and nothing of it is kept`, async () => {
    for (const [how, act, words] of ACTS) {
      writeFileSync(path, csv(0));
      const engine = makeEngine();
      let done = false;
      const context = {
        ...quietContext,
        progress(_: number, stage: string) {
          if (!done && stage.startsWith('reading')) {
            done = true;
            act();
          }
        },
      };
      await assert.rejects(engine.handlers.fit(request, context), (error) => {
        assert.ok(error instanceof KernelscopeError, String(error));
        assert.equal(error.failure.code, 'file/changed', `${how}: ${error.message}`);
        assert.match(error.message, words);
        return true;
      });
      writeFileSync(path, csv(1));
      const next = await engine.handlers.fit(request, quietContext);
      const fresh = await makeEngine().handlers.fit(request, quietContext);
      assert.deepEqual(numbersOf(next), numbersOf(fresh), how);
      // Changed between two fits: read again, with nothing of the first in the second.
      writeFileSync(path, csv(3));
      const again = await engine.handlers.fit(request, quietContext);
      assert.notDeepEqual(numbersOf(again), numbersOf(next));
      assert.deepEqual(numbersOf(again), numbersOf(await makeEngine().handlers.fit(request, quietContext)));
    }
  });
