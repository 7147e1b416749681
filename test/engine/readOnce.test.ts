import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { RunContext } from '../../src/engine/contract/context';
import type { DesignOptions, FileSource } from '../../src/engine/contract/data';
import type { FitRequest } from '../../src/engine/contract/run';
import { Engine } from '../../src/engine/engine';
import { testFolder } from '../testFolder';
import { fittedRun } from './fittedRun';
import { machine } from './testCore';

const folder = testFolder();

const csv = `a,b,y\n${Array.from({ length: 40 }, (_, i) => `${Math.sin(i)},${Math.cos(3 * i)},${i % 7}`).join('\n')}\n`;
const bytesOf = (name: string): FileSource => ({ kind: 'bytes', name, bytes: new TextEncoder().encode(csv) });

/** A context that counts reports of reading each file, and sees to it that progress never falls. */
function watching(): { readonly context: RunContext; readonly reads: Map<string, number> } {
  const reads = new Map<string, number>();
  let last = 0;
  const context: RunContext = {
    cancelled: false,
    check() {},
    progress(fraction, stage) {
      assert.ok(fraction >= last, `${stage}: ${fraction} after ${last}`);
      last = fraction;
      if (stage.startsWith('reading')) reads.set(stage, (reads.get(stage) ?? 0) + 1);
    },
  };
  return { context, reads };
}

const request = (source: FileSource, holdout: DesignOptions['holdout']): FitRequest => ({
  method: 'krr',
  source,
  read: {},
  parameters: { lengthScale: 1, folds: 0 },
  design: { target: 'y', missing: 'impute', standardise: true, seed: 0, holdout },
});

const makeEngine = () => new Engine(machine(4e9));

/** Reports of one reading. */
async function once(source: FileSource): Promise<number> {
  const { context, reads } = watching();
  await makeEngine().handlers.inspect({ source, read: {} }, context);
  return [...reads.values()].reduce((sum, v) => sum + v, 0);
}

const path = join(folder, 'data.csv');
writeFileSync(path, csv);
const sources: readonly (readonly [string, FileSource])[] = [
  ['bytes', bytesOf('data.csv')],
  ['a path', { kind: 'path', path }],
];

for (const [what, source] of sources)
  for (const handler of ['fit', 'estimate', 'propose'] as const)
    test(`${handler}: a table given as ${what} is read once, and so is the file of held-out rows`, async () => {
      const expected = await once(source);
      const plain = watching();
      await makeEngine().handlers[handler](request(source, { kind: 'fraction', fraction: 0.2 }), plain.context);
      assert.deepEqual([...plain.reads], [['reading data.csv', expected]]);
      const held = watching();
      const other = bytesOf('later.csv');
      await makeEngine().handlers[handler](request(source, { kind: 'file', source: other }), held.context);
      assert.deepEqual(
        [...held.reads],
        [
          ['reading data.csv', expected],
          ['reading later.csv', await once(other)],
        ],
      );
    });

for (const [what, source] of sources)
  test(`estimating and fitting in turn read a table given as ${what} once`, async () => {
    const { handlers } = makeEngine();
    const asked = request(source, { kind: 'fraction', fraction: 0.2 });
    const first = watching();
    await handlers.estimate(asked, first.context);
    assert.equal(first.reads.size, 1);
    const second = watching();
    await handlers.fit(asked, second.context);
    assert.deepEqual([...second.reads], []);
    if (source.kind === 'path') return;
    // Other bytes of the same name are another table.
    const third = watching();
    const other = { ...source, bytes: new TextEncoder().encode(csv.replaceAll('0.', '1.')) };
    await handlers.fit({ ...asked, source: other }, third.context);
    assert.equal(third.reads.size, 1);
  });

test('a large table makes room for its fit, and is read once more by what comes after it', async () => {
  const { handlers } = makeEngine();
  const large = join(folder, 'large.csv');
  writeFileSync(large, `a,b,c,d,e,f,g,y\n${'1,2,3,4,5,6,7,8\n2,1,4,3,6,5,8,7\n3,3,1,2,8,8,4,1\n'.repeat(270_000)}`);
  const asked = request({ kind: 'path', path: large }, { kind: 'fraction', fraction: 0.2 });
  const small: FitRequest = { ...asked, design: { ...asked.design, maxRows: 60 } };
  const reads = async (act: (context: RunContext) => Promise<unknown>) => {
    const watched = watching();
    await act(watched.context);
    return watched.reads.size;
  };
  const fit = (context: RunContext) => handlers.fit(small, context);
  assert.equal(await reads((context) => handlers.estimate(small, context)), 1);
  assert.deepEqual([await reads(fit), await reads(fit), await reads(fit)], [0, 1, 1]);
});

test('what was estimated is not prepared again for its fit, and for another one it is', async () => {
  const preparing = async (act: (context: RunContext) => Promise<unknown>) => {
    let times = 0;
    await act({ ...watching().context, progress: (_, stage) => void (stage === 'preparing the columns' && times++) });
    return times > 0;
  };
  const { handlers } = makeEngine();
  const asked = request({ kind: 'path', path }, { kind: 'fraction', fraction: 0.2 });
  const narrower: FitRequest = { ...asked, design: { ...asked.design, features: ['a'] } };
  const fits = (one: FitRequest, by = handlers) => preparing((context) => by.fit(one, context));
  const estimate = (one: FitRequest) => preparing((context) => handlers.estimate(one, context));
  assert.deepEqual([await estimate(asked), await estimate(asked), await fits(asked)], [true, false, false]);
  assert.equal(await fits(asked), true, 'nothing is kept beyond the fit');
  assert.deepEqual([await estimate(asked), await fits(narrower), await fits(asked)], [true, true, true]);
  const components: FitRequest = { ...asked, method: 'ekpca', parameters: {}, design: { ...asked.design, target: '' } };
  assert.deepEqual([await estimate(asked), await fits(components)], [true, true]);
  const later = request({ kind: 'path', path }, { kind: 'file', source: bytesOf('later.csv') });
  assert.deepEqual([await estimate(later), await fits(later)], [true, true], 'held-out rows may have changed');
  const run = async (estimated: boolean) => {
    const engine = makeEngine();
    if (estimated) await engine.handlers.estimate(asked, watching().context);
    return fittedRun(await engine.handlers.fit(asked, watching().context));
  };
  const [kept, fresh] = [await run(true), await run(false)];
  assert.deepEqual([kept.spectrum, kept.holdout, kept.data], [fresh.spectrum, fresh.holdout, fresh.data]);
});
