import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { quietContext } from '../../../src/engine/contract/context';
import type { DesignOptions, ReadOptions } from '../../../src/engine/contract/data';
import type { AnyRun, RunResult } from '../../../src/engine/contract/run';
import { isComponents } from '../../../src/engine/contract/run';
import { Random } from '../../../src/engine/data/random';
import { Engine } from '../../../src/engine/engine';
import { overviewOf } from '../../../src/figures/fit/overview';
import { deriveView } from '../../../src/figures/view/view';
import { testFolder } from '../../testFolder';
import { machine } from '../testCore';

const folder = testFolder();
const engine = new Engine(machine(4e9));
const ROWS = 90;

interface Row {
  readonly a: number;
  readonly b: number;
  readonly price: number;
}

/** Prices over two powers of ten, with a few decimals so that every way of writing them holds the same numbers. */
function drawn(seed: number, rows = ROWS): Row[] {
  const random = new Random(seed);
  return Array.from({ length: rows }, () => {
    const [a, b] = [random.normal(), random.normal()].map((v) => Number(v.toFixed(3)));
    return { a, b, price: Number((100 * Math.exp(a + Math.sin(2 * b) + 0.2 * random.normal())).toFixed(2)) };
  });
}

const point = (v: number) => v.toFixed(3);
const comma = (v: number, digits = 3) => v.toFixed(digits).replace('.', ',');
const thousands = (v: number) => v.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',');

/** The same rows as people write them. */
const WRITTEN: Readonly<Record<string, (rows: readonly Row[]) => string>> = {
  'a.csv': (rows) => ['a,b,price', ...rows.map(({ a, b, price }) => `${point(a)},${point(b)},${price}`)].join('\n'),
  'b.csv': (rows) =>
    ['price;b;a', ...rows.map(({ a, b, price }) => `${comma(price, 2)} €;${comma(b)};${comma(a)}`)].join('\n'),
  'c.csv': (rows) =>
    ['a\tprice\tb\tnote', ...rows.map(({ a, b, price }) => `${point(a)}\t"$${thousands(price)}"\t${point(b)}\tx`)].join(
      '\n',
    ),
  'd.jsonl': (rows) => rows.map((row) => JSON.stringify(row)).join('\n'),
};

/** Files without a unit, which the rows of a model may lack. */
const PLAIN = ['a.csv', 'd.jsonl'];

const pathOf = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
  return path;
};

interface Asked extends Partial<DesignOptions> {
  readonly method?: string;
  readonly streamed?: true;
  readonly read?: ReadOptions;
}

async function fitted(
  path: string,
  { method = 'krr', streamed, read = {}, ...design }: Asked = {},
): Promise<RunResult> {
  const run: AnyRun = await engine.handlers.fit(
    {
      method,
      source: { kind: 'path', path },
      read,
      design: {
        ...{ target: 'ln(price)', missing: 'impute', standardise: true, seed: 0, features: ['a', 'b'] },
        holdout: { kind: 'fraction', fraction: 0.2 },
        ...design,
      },
      parameters:
        method === 'krr'
          ? { kernel: 'gaussian', lengthScale: 1.5 }
          : { features: 60, lengthScale: 1.5, compare: false },
      ...(streamed && { streamed }),
    },
    quietContext,
  );
  if (isComponents(run)) throw new Error('a fit is no run of components');
  return run;
}

const predictions = async ({ model }: RunResult, path: string) =>
  engine.handlers.predict({ model, source: { kind: 'path', path } }, quietContext);

const within = (actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number, what: string) => {
  assert.equal(actual.length, expected.length, what);
  for (let i = 0; i < actual.length; i++)
    assert.ok(
      Math.abs(actual[i] - expected[i]) <= tolerance * (1 + Math.abs(expected[i])),
      `${what}: ${actual[i]}, ${expected[i]}`,
    );
};

const rows = drawn(1);
const logged = pathOf(
  'logs.csv',
  ['a,b,y', ...rows.map(({ a, b, price }) => `${point(a)},${point(b)},${Math.log(price)}`)].join('\n'),
);

test('the logarithm of a target is fitted as a column of logarithms is, however the file is written', async () => {
  const expected = await fitted(logged, { target: 'y' });
  for (const [name, write] of Object.entries(WRITTEN)) {
    const run = await fitted(pathOf(name, write(rows)));
    assert.deepEqual(run.holdout?.rows, expected.holdout?.rows, name);
    within(run.holdout?.predicted ?? [], expected.holdout?.predicted ?? [], 1e-9, name);
    assert.equal(run.model.outputs[0].name, 'ln(price)');
    // A model knows how its file was read: files that are written in another way get the same predictions.
    const fresh = drawn(2, 12);
    for (const [other, writeOther] of Object.entries(WRITTEN).filter(([it]) => it === name || PLAIN.includes(it))) {
      const { outputs } = await predictions(run, pathOf(`new-${other}`, writeOther(fresh)));
      const [asFitted, inUnits] = outputs;
      assert.deepEqual(each(outputs), ['ln(price)', 'price']);
      within(
        asFitted.observed ?? [],
        fresh.map(({ price }) => Math.log(price)),
        1e-12,
        name,
      );
      assert.deepEqual(
        Array.from(inUnits.observed ?? []),
        fresh.map(({ price }) => price),
      );
      for (const bound of ['predicted', 'lower', 'upper'] as const)
        within(inUnits[bound], asFitted[bound].map(Math.exp), 1e-15, name);
    }
  }
});

const each = (outputs: readonly { readonly target: string }[]) => outputs.map(({ target }) => target);

test('rows that are visited, and a second file, are read with the logarithm too', async () => {
  const many = pathOf('many.csv', WRITTEN['b.csv'](drawn(3, 400)));
  const second = pathOf('second.jsonl', WRITTEN['d.jsonl'](drawn(4, 50)));
  const held = await fitted(many, {
    method: 'rf-ridge',
    holdout: { kind: 'file', source: { kind: 'path', path: second } },
  });
  const visited = await fitted(many, {
    method: 'rf-ridge',
    streamed: true,
    holdout: { kind: 'file', source: { kind: 'path', path: second } },
  });
  assert.equal(held.holdout?.observed.length, 50);
  within(visited.holdout?.observed ?? [], held.holdout?.observed ?? [], 1e-12, 'observed');
  within(visited.holdout?.predicted ?? [], held.holdout?.predicted ?? [], 1e-6, 'predicted');
  const [error] = (await predictions(visited, second)).errors;
  assert.equal(error.target, 'ln(price)');
  within([error.rmse ?? 0], [held.metrics.holdout?.rmse ?? 1], 1e-6, 'error');
});

test('what is not above 0 has no logarithm, and that is said', async () => {
  const odd = rows.map((row, i) => (i % 9 === 4 ? { ...row, price: i % 2 === 0 ? 0 : -row.price } : row));
  for (const name of ['a.csv', 'd.jsonl']) {
    const run = await fitted(pathOf(`odd-${name}`, WRITTEN[name](odd)));
    assert.equal(run.model.x.rows + (run.holdout?.rows.length ?? 0), 80);
    const [callout] = run.callouts?.filter(({ kind }) => kind === 'unread') ?? [];
    const line = name === 'a.csv' ? 6 : 5;
    assert.equal(
      callout.text.map((part) => (typeof part === 'string' ? part : part.text)).join(''),
      `10 of 90 cells of "ln(price)" have no logarithm (“0”, line ${line}) and count as missing. If such values matter, choose "price" itself.`,
    );
    assert.equal(callout.act, undefined);
  }
  const words = pathOf('words.csv', 'a,b,price\n1,2,x\n2,3,y\n3,1,z\n4,2,x\n');
  await assert.rejects(fitted(words), /"ln\(price\)" cannot be the target: no cell has a value/);
  await assert.rejects(
    fitted(pathOf('a.csv', WRITTEN['a.csv'](rows)), { target: 'ln(prize)' }),
    /has no column "ln\(prize\)"/,
  );
});

test('a miss of a logarithm is said to be a factor of its column', async () => {
  const run = await fitted(pathOf('a.csv', WRITTEN['a.csv'](rows)));
  const words = (part: unknown) => (typeof part === 'string' ? part : (part as { text: string }).text);
  const said = overviewOf(deriveView(run)).than?.map(words).join('') ?? '';
  const [, miss, factor] = /A miss of (\S+) is a factor of (\S+) in price\.$/.exec(said) ?? [];
  assert.ok(Math.abs(Math.exp(Number(miss)) / Number(factor) - 1) < 0.01, said);
  const own = overviewOf(deriveView(await fitted(logged, { target: 'y' })))
    .than?.map(words)
    .join('');
  assert.doesNotMatch(own ?? '', /factor/);
});

test('a filter names the column as the file does, in its units', async () => {
  const path = pathOf('a.csv', WRITTEN['a.csv'](rows));
  const prices = rows.map(({ price }) => price).sort((a, b) => a - b);
  const middle = prices[45];
  for (const [sign, count] of [
    ['>=', 45],
    ['>', 44],
  ] as const) {
    const run = await fitted(path, { where: `price ${sign} ${middle}` });
    assert.equal(run.model.x.rows + (run.holdout?.rows.length ?? 0), count, sign);
    const visited = await fitted(path, { where: `price ${sign} ${middle}`, streamed: true, method: 'rf-ridge' });
    assert.equal(visited.data.used, count, sign);
  }
  // Nothing is known about the original column of a logarithm that the file itself has.
  const own = pathOf('logs-only.csv', WRITTEN['a.csv'](rows).replace('price', 'ln(price)'));
  await assert.rejects(fitted(own, { where: 'price > 3' }), /has no column "price"/);
});

test("a file's own column of that name is taken as it is, wherever it stands", async () => {
  const ORDERS = [
    ['ln(price)', 'price'],
    ['price', 'ln(price)'],
  ] as const;
  const rowsOf = (order: readonly ('price' | 'ln(price)')[]) =>
    rows.map(({ a, b, price }) => ({
      a,
      b,
      ...Object.fromEntries(order.map((name) => [name, name === 'price' ? price : 7 + price])),
    }));
  const csv = (records: readonly Readonly<Record<string, number>>[]) =>
    [Object.keys(records[0]), ...records.map((record) => Object.values(record))]
      .map((cells) => cells.join())
      .join('\n');
  const jsonl = (records: readonly Readonly<Record<string, number>>[]) =>
    records.map((record) => JSON.stringify(record)).join('\n');
  for (const order of ORDERS)
    for (const [name, text] of [
      ['own.csv', csv(rowsOf(order))],
      ['own.jsonl', jsonl(rowsOf(order))],
    ])
      for (const streamed of [undefined, true] as const) {
        const path = pathOf(name, text);
        const run = await fitted(path, streamed ? { streamed, method: 'rf-ridge' } : {});
        if (run.holdout)
          assert.deepEqual(
            Array.from(run.holdout.observed),
            Array.from(run.holdout.rows, (row) => 7 + rows[row - 1].price),
            `${order}`,
          );
        assert.deepEqual(each((await predictions(run, path)).outputs), ['ln(price)'], `${order}`);
      }
});

test('a number and its logarithm predict each other in no fit: the column that a target is read from, and one beside it', async () => {
  const both = (feature: string, target: string) =>
    [`a,b,${feature},${target}`]
      .concat(
        rows.map(({ a, b, price }) => {
          const of = (name: string) => (name === 'price' ? price : Math.log(price));
          return [point(a), point(b), of(feature), of(target)].join();
        }),
      )
      .join('\n');
  const alone = WRITTEN['a.csv'](rows);
  for (const streamed of [undefined, true] as const) {
    const how = streamed ? { streamed, method: 'rf-ridge' } : {};
    for (const [text, feature, target] of [
      [both('price', 'ln(price)'), 'price', 'ln(price)'],
      [both('ln(price)', 'price'), 'ln(price)', 'price'],
    ]) {
      const path = pathOf('both.csv', text);
      const run = await fitted(path, { target, features: undefined, ...how });
      assert.deepEqual(run.data.columns, ['a', 'b'], target);
      assert.deepEqual(
        run.data.dropped.filter(({ name }) => name === feature).map(({ why }) => why),
        [target === 'price' ? 'it is the logarithm of the target "price"' : 'the target "ln(price)" is its logarithm'],
      );
      const named = fitted(path, { target, features: ['a', feature], ...how });
      await assert.rejects(named, {
        message: /" cannot be a feature: .* (is the|is its) logarithm.*\. Leave it out\.$/,
      });
    }
    const path = pathOf('alone.csv', alone);
    for (const asked of [{ features: ['a', 'price'] }, { weights: 'price' }, { moreTargets: ['price'] }])
      await assert.rejects(fitted(path, { ...asked, ...how }), {
        message:
          'The target "ln(price)" is read from the column "price" of alone.csv, which can be nothing else in the same fit. Leave "price" out, or choose it as the target.',
      });
  }
});
