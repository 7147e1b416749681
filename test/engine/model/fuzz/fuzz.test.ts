// Models and runs from strangers: whatever was done to them, they predict and are drawn, or are refused in a sentence. Longer, by hand:
// node test/fuzz/models.mjs --cases 1000000 --seed 7
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { quietContext } from '../../../../src/engine/contract/context';
import { unpack } from '../../../../src/engine/contract/pack';
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
    const run = holds === 'run' ? wholeRun(unpack(bytes)) : undefined;
    if (run) assert.ok(draw(run) > 1000, name);
    const model = run?.model ?? unpackModel(bytes);
    await world.engine.handlers.predict({ model, source: world.source }, quietContext);
  }
});

test('tampered with they predict and are drawn, or are refused in a sentence, soon and in little space', async () => {
  const { flaws, ends } = await fuzz(world, 3000, 1);
  assert.deepEqual(flaws, []);
  // Otherwise nothing was tried.
  assert.ok(ends.predicts > 300 && ends['model/unreadable'] > 500, JSON.stringify(ends));
});
