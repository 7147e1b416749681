import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leakOfFile } from '../../../src/engine/compare/leakOfFile';
import { calloutText } from '../../../src/engine/contract/callout';
import { cancelledError, quietContext, type RunContext } from '../../../src/engine/contract/context';
import { DESIGN } from '../data/designed';
import { failure, readText } from '../data/reading';

const csv = (y: (a: number, b: number, i: number) => number) => {
  const lines = Array.from({ length: 120 }, (_, i) => {
    const [a, b] = [((i * 37) % 101) / 4, ((i * 59) % 89) / 8];
    return [a, b, ((i * 7) % 13) + 0.5, y(a, b, i)].join(',');
  });
  return readText(`a,b,c,y\n${lines.join('\n')}\n`);
};

test('a target that is a sum of columns is found before any fit, and they are named', async () => {
  const [leak] = leakOfFile(await csv((a, b) => a + b), DESIGN, quietContext);
  assert.deepEqual(leak.columns.toSorted(), ['a', 'b']);
  assert.match(calloutText(leak), /^"y" is "[ab]" \+ "[ab]", to rounding\. Are they known when you predict\?/);
});

test('a target that is none, and choices that allow no fit, have none', async () => {
  const honest = await csv((a, b, i) => a * b + ((i * 31) % 17));
  assert.deepEqual(leakOfFile(honest, DESIGN, quietContext), []);
  assert.deepEqual(leakOfFile(honest, { ...DESIGN, target: 'z' }, quietContext), []);
});

test('a look that is cancelled ends', async () => {
  const cancelled: RunContext = {
    cancelled: true,
    progress() {},
    check() {
      throw cancelledError();
    },
  };
  const table = await csv((a) => a);
  assert.throws(() => leakOfFile(table, DESIGN, cancelled), failure('run/cancelled'));
});
