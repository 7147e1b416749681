import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { isComponents, type RunResult } from '../../../src/engine/contract/run';
import { Random } from '../../../src/engine/data/random';
import { Engine } from '../../../src/engine/engine';
import { machine, withoutEffects } from '../testCore';

type Law = (f: number, random: Random) => number;
interface Row {
  readonly x: readonly number[];
  readonly y: number;
}

const engine = new Engine(machine(4e9));
const DRAWS = 8;

function drawn(law: Law, seed: number): { readonly rows: readonly Row[]; readonly fresh: readonly Row[] } {
  const random = new Random(4200 + seed);
  const some = (count: number) =>
    Array.from({ length: count }, () => {
      const x = [0, 1, 2].map(() => 4 * random.uniform() - 2);
      return { x, y: law(Math.sin(2 * x[0]) + (x[1] * x[1]) / 2 + x[2] / 2, random) };
    });
  return { rows: some([60, 120][seed % 2]), fresh: some(600) };
}

const csv = (rows: readonly Row[]) =>
  new TextEncoder().encode(['a,b,c,y', ...rows.map(({ x, y }) => [...x, y].join())].join('\n'));

async function fitted(rows: readonly Row[], target = 'y', parameters = {}, method = 'krr'): Promise<RunResult> {
  const run = await engine.handlers.fit(
    {
      method,
      source: { kind: 'bytes', name: 'made.csv', bytes: csv(rows) },
      read: {},
      design: { target, missing: 'impute', standardise: true, seed: 0, holdout: { kind: 'fraction', fraction: 0 } },
      parameters: { kernel: 'gaussian', lengthScale: 2, ...parameters },
    },
    withoutEffects,
  );
  if (isComponents(run)) throw new Error('a fit is no run of components');
  return run;
}

const said = ({ callouts = [] }: RunResult) => callouts.filter(({ kind }) => kind === 'logarithm');

/** Half of fresh rows are missed by less, in the units of the file. */
async function typicalMiss({ model }: RunResult, fresh: readonly Row[]): Promise<number> {
  const source = { kind: 'bytes', name: 'fresh.csv', bytes: csv(fresh) } as const;
  const { outputs } = await engine.handlers.predict({ model, source }, quietContext);
  const predicted = outputs.find(({ target }) => target === 'y')?.predicted ?? [];
  return fresh.map(({ y }, i) => Math.abs(y - predicted[i])).sort((a, b) => a - b)[fresh.length >> 1];
}

test('where a target grows by factors its logarithm is offered, and predicts new rows more closely', async () => {
  for (let seed = 0; seed < DRAWS; seed++) {
    const { rows, fresh } = drawn((f, random) => Math.exp(f + 0.3 * random.normal()), seed);
    const run = await fitted(rows);
    const [callout, ...more] = said(run);
    assert.ok(callout && more.length === 0, `${seed}`);
    assert.deepEqual(callout.act, { label: 'Fit ln(y)', change: { kind: 'logarithm', column: 'y' } });
    const others = run.callouts?.filter(({ kind, act }) => kind === 'fewRows' && act);
    assert.deepEqual(others, [], 'one thing to decide');
    const through = await fitted(rows, 'ln(y)');
    assert.deepEqual(said(through), []);
    assert.ok((await typicalMiss(through, fresh)) < (await typicalMiss(run, fresh)), `${seed}`);
  }
});

const OTHER: Readonly<Record<string, Law>> = {
  'differences that add up': (f, random) => Math.max(0.3, 5 + 1.3 * f + 0.4 * random.normal()),
  'noise with a long tail': (_, random) => Math.exp(random.normal()),
  'numbers beside 0': (f, random) => Math.exp(f + 0.3 * random.normal()) - 0.5,
  'a narrow range': (f, random) => Math.exp(0.2 * f + 0.1 * random.normal()),
};

for (const [name, law] of Object.entries(OTHER))
  test(`it is not offered of ${name}`, async () => {
    for (let seed = 0; seed < DRAWS; seed++) assert.deepEqual(said(await fitted(drawn(law, seed).rows)), [], `${seed}`);
  });

test('the misses that are told are those of refits without each row', async () => {
  const { rows: some } = drawn((f, random) => Math.exp(f + 0.3 * random.normal()), 2);
  const [callout] = said(await fitted(some));
  const parts = callout.text.map((part) => (typeof part === 'string' ? part : part.text)).join('');
  const [, through] = /typical miss is (\S+), not/.exec(parts) ?? [];
  const typical = async (target: string) => {
    // The same scaling, total ridge and kernel: only the row's own target is unknown.
    const lambda = await chosenLambda(some, target);
    const misses = await Promise.all(
      some.map(async (row, i) => {
        const others = some.filter((_, j) => j !== i);
        const run = await fitted(others, target, { lambda: (lambda * some.length) / others.length });
        const source = { kind: 'bytes', name: 'one.csv', bytes: csv([row]) } as const;
        const { outputs } = await engine.handlers.predict({ model: run.model, source }, quietContext);
        return Math.abs(row.y - (outputs.find((output) => output.target === 'y')?.predicted[0] ?? Number.NaN));
      }),
    );
    return misses.sort((a, b) => a - b)[some.length >> 1];
  };
  // Each refit standardises its own rows, which moves the misses a little.
  assert.ok(Math.abs((await typical('ln(y)')) / Number(through) - 1) < 0.15, through);
});

/** The sentence, or nothing. */
const words = (run: RunResult) => said(run).map(({ text }) => text);

test('on as many landmarks as rows it is said in the same words, and on features where it is said at all', async () => {
  const laws = [(f: number, random: Random) => Math.exp(f + 0.3 * random.normal()), ...Object.values(OTHER)];
  for (const [place, law] of laws.entries())
    for (let seed = 0; seed < 4; seed++) {
      const { rows } = drawn(law, seed);
      const exact = words(await fitted(rows));
      const all = await fitted(rows, 'y', { landmarks: rows.length, compare: false }, 'nystrom-ridge');
      assert.deepEqual(words(all), exact, `${place} ${seed}`);
      const features = await fitted(rows, 'y', { features: 200, compare: false }, 'rf-ridge');
      assert.equal(words(features).length, place === 0 ? 1 : 0, `features, ${place} ${seed}`);
    }
});

test('row weights count on landmarks as they do exactly', async () => {
  const { rows } = drawn((f, random) => Math.exp(f + 0.3 * random.normal()), 1);
  const text = ['a,b,c,w,y', ...rows.map(({ x, y }, i) => [...x, ((i % 4) + 1) / 2, y].join())].join('\n');
  const [exact, landmarks] = await Promise.all(
    [
      ['krr', {}],
      ['nystrom-ridge', { landmarks: rows.length, compare: false }],
    ].map(async ([method, parameters]) => {
      const run = await engine.handlers.fit(
        {
          method: method as string,
          source: { kind: 'bytes', name: 'made.csv', bytes: new TextEncoder().encode(text) },
          read: {},
          design: {
            target: 'y',
            weights: 'w',
            missing: 'impute',
            standardise: true,
            seed: 0,
            holdout: { kind: 'fraction', fraction: 0 },
          },
          parameters: { kernel: 'gaussian', lengthScale: 2, ...(parameters as object) },
        },
        withoutEffects,
      );
      return isComponents(run) ? [] : words(run);
    }),
  );
  assert.equal(exact.length, 1);
  assert.deepEqual(landmarks, exact);
});

async function chosenLambda(rows: readonly Row[], target: string): Promise<number> {
  const { filter } = (await fitted(rows, target)).model.outputs[0];
  if (filter?.kind !== 'zones') throw new Error('ridge is a filter of zones');
  return filter.lambda;
}
