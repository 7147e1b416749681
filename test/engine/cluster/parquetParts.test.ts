import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { ofTarget } from '../methods/fitting';
import { inMemory, inSteps, refused, requestOf, sameFit, steps, written } from './steps';

/** 3,000 rows in groups of 700. */
const path = resolve('test/oracles/files/groups.parquet');
const request = requestOf([path], { features: ['x', 'group'] }, { lengthScale: 0.3 });

test('groups of rows of a Parquet file are parts, of which only their own rows are read', async () => {
  const expected = await inMemory(request, path);
  const cut = { ...request, partSize: 4000 };
  const { made, run, sums, solution } = await inSteps(cut);
  assert.deepEqual(
    made.content.parts.map(({ groups }) => groups),
    [0, 1, 2, 3, 4].map((g) => [g, g + 1]),
  );
  assert.equal(run.inspection.rows, 3000);
  // y hardly has noise: its errors are small differences.
  sameFit(run, expected, 1e-8);
  const other = await inSteps(cut, (n) => [...Array(n).keys()].reverse());
  assert.deepEqual(other.sums.reverse(), sums);
  assert.deepEqual(other.solution, solution);
});

test('small groups of rows are put together up to the size of a part', async () => {
  const sizes: readonly (readonly [number, readonly (readonly number[] | undefined)[]])[] = [
    [1, [0, 1, 2, 3, 4].map((g) => [g, g + 1])],
    [
      9000,
      [
        [0, 2],
        [2, 4],
        [4, 5],
      ],
    ],
    [1e6, [undefined]],
  ];
  for (const [partSize, expected] of sizes) {
    const { content } = await steps.plan({ ...request, partSize }, quietContext);
    assert.deepEqual(
      content.parts.map(({ groups }) => groups),
      expected,
    );
  }
});

test('rows of a group are told by their places in the file, and a copy is as good as the file', async () => {
  const { run, plan, sums } = await inSteps({
    ...request,
    design: { ...request.design, holdout: { kind: 'last', fraction: 0.1 } },
    partSize: 4000,
  });
  const expected = await inMemory(
    { ...request, design: { ...request.design, holdout: { kind: 'last', fraction: 0.1 } } },
    path,
  );
  const [found, inside] = [run, expected].map((fitted) => ofTarget(fitted).holdout);
  assert.deepEqual([found?.rows, found?.lines], [inside?.rows, inside?.lines]);
  const copy = written('copy.parquet', readFileSync(path));
  assert.deepEqual((await steps.map(plan, 3, { path: copy }, quietContext)).bytes, sums[2]);
  const chunks = () =>
    (async function* () {
      yield readFileSync(path);
    })();
  await assert.rejects(
    steps.map(plan, 3, { stream: chunks }, quietContext),
    refused(
      'parameter/invalid',
      /^Part 3 is groups of rows of groups\.parquet, .* name a file, and not standard input\.$/,
    ),
  );
});
