// Models and runs from strangers: whatever was done to them, they predict and are drawn, or are refused in a sentence. Longer, by hand:
// node test/fuzz/models.mjs --cases 1000000 --seed 7
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { quietContext } from '../../../../src/engine/contract/context';
import { KernelscopeError } from '../../../../src/engine/contract/failure';
import { unpack } from '../../../../src/engine/contract/pack';
import { isRecord } from '../../../../src/engine/contract/shape';
import { unpackModel } from '../../../../src/engine/model/save';
import { wholeRun } from '../../../../src/extension/runs/wholeRun';
import { draw } from './draw';
import { fuzz } from './fuzz';
import { openWorld, type World } from './subjects';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

test('as they were written all of them open, predict and are drawn', async () => {
  for (const { name, holds, bytes } of world.subjects) {
    const run = holds === 'run' ? await wholeRun(unpack(bytes)) : undefined;
    if (run) assert.ok(draw(run) > 1000, name);
    const model = run?.model ?? unpackModel(bytes);
    await world.engine.handlers.predict({ model, source: world.source }, quietContext);
  }
});

/** Values in place of a member; none is of a kind that JSON or a typed array would hold there by accident alone. */
const BAD: readonly unknown[] = [
  undefined,
  null,
  'toString',
  -1,
  0.5,
  1e9,
  Number.NaN,
  true,
  [],
  [{}],
  {},
  new Float64Array(1),
  new Uint32Array(2),
];

test('a run of which a member is missing, of another kind or one entry too short is drawn or refused in a sentence', async () => {
  for (const method of ['three-zone', 'quantile', 'nystrom-ridge', 'ekpca']) {
    const { bytes } = world.subjects.find(({ name }) => name === `run of ${method}`) ?? assert.fail(method);
    const whole = unpack(bytes);
    const looked = await lookedAt(whole);
    let [refused, drawn] = [0, 0];
    for (const [holder, key] of members(whole)) {
      if (!looked.get(holder)?.has(key)) continue;
      const member = holder[key];
      const shorter = ArrayBuffer.isView(member) ? [(member as Float64Array).subarray(0, -1)] : [];
      for (const [i, bad] of [...BAD, ...shorter].entries()) {
        holder[key] = bad;
        try {
          const run = await wholeRun(whole);
          // Only numbers may have any value: every tenth of these is drawn.
          if (typeof bad !== 'number' || drawn++ % 10 === 0) draw(run);
        } catch (error) {
          assert.ok(error instanceof KernelscopeError, `${method}, ${key}, ${i}: ${(error as Error).stack}`);
          refused++;
        }
      }
      holder[key] = member;
    }
    assert.ok(refused > 1500, `${method}: ${refused}`);
  }
});

/** Every member that the page may look at, each with the object that holds it; only the first item of lists. */
function members(holder: unknown): [Record<string, unknown>, string][] {
  if (Array.isArray(holder)) return members(holder[0]);
  if (!isRecord(holder)) return [];
  const own = holder as Record<string, unknown>;
  return Object.keys(own).flatMap((key) => [[own, key], ...members(own[key])] as [Record<string, unknown>, string][]);
}

/**
 * The members of a run that are read where it is opened and drawn, by what holds them: whatever stands in another
 * member, nothing would change. Most of the model is not read, as drawing is not predicting.
 */
async function lookedAt(whole: unknown): Promise<ReadonlyMap<unknown, ReadonlySet<unknown>>> {
  const looked = new Map<unknown, Set<unknown>>();
  const watched = new Map<unknown, object>();
  const watch = (value: unknown): unknown => {
    if (!isRecord(value) && !Array.isArray(value)) return value;
    const look = (holder: object, key: unknown) => looked.set(holder, (looked.get(holder) ?? new Set()).add(key));
    const proxy =
      watched.get(value) ??
      new Proxy(value, {
        get: (holder, key) => {
          look(holder, key);
          return watch(Reflect.get(holder, key));
        },
        has: (holder, key) => {
          look(holder, key);
          return Reflect.has(holder, key);
        },
      });
    watched.set(value, proxy);
    return proxy;
  };
  assert.ok(draw(await wholeRun(watch(whole))) > 1000);
  return looked;
}

test('tampered with they predict and are drawn, or are refused in a sentence, soon and in little space', async () => {
  const { flaws, ends } = await fuzz(world, 3000, 1);
  assert.deepEqual(flaws, []);
  // Otherwise nothing was tried.
  assert.ok(ends.predicts > 300 && ends['model/unreadable'] > 500, JSON.stringify(ends));
});
