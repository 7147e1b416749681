import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../src/engine/contract/context';
import type { ParameterValue } from '../../src/engine/contract/method';
import { Engine } from '../../src/engine/engine';
import { fittedRun } from './fittedRun';
import { machine } from './testCore';

const N = 40;
const engine = new Engine(machine(4e9));
/** Decimal exponents. The sum of the smallest and those of the values themselves reaches the end of the range of numbers. */
const POWERS = [-315, -288, -170, -150, -100, 100, 150, 200, 288, 307];

const digits = (i: number, k: number) => Math.sin(1.7 * i + k) * (1 + 0.2 * Math.cos(i * k));
const cell = (value: number, power: number) => `${value.toFixed(9)}e${power}`;

interface Sizes {
  readonly a?: number;
  readonly b?: number;
  readonly y?: number;
  /** Added to the target. */
  readonly zero?: number;
}

/** Two features and a smooth target, `zero` above it, columns times 10^a, 10^b and 10^y; so many rows. */
function table({ a = 0, b = 0, y = 0, zero = 0 }: Sizes): {
  readonly kind: 'bytes';
  readonly name: string;
  readonly bytes: Uint8Array;
} {
  const rows = Array.from({ length: N }, (_, i) => {
    const [first, second] = [digits(i, 1), digits(i, 2)];
    const target = Math.sin(2 * first) + second + 0.1 * digits(i, 5) + zero;
    return `${cell(first, a)},${cell(second, b)},${cell(target, y)}`;
  });
  return { kind: 'bytes', name: 'made.csv', bytes: Buffer.from(`a,b,y\n${rows.join('\n')}\n`) };
}

interface Fit {
  readonly sizes: Sizes;
  readonly method?: string;
  readonly standardise?: boolean;
  readonly parameters?: Readonly<Record<string, ParameterValue>>;
}

async function predicted({
  sizes,
  method = 'krr',
  standardise = true,
  parameters = { folds: 5 },
}: Fit): Promise<Float64Array> {
  const source = table(sizes);
  const design = {
    target: 'y',
    missing: 'impute',
    standardise,
    seed: 0,
    holdout: { kind: 'fraction', fraction: 0.2 },
  } as const;
  const request = { method, source, read: {}, parameters, design };
  const run = fittedRun(await engine.handlers.fit(request, quietContext));
  const { outputs } = await engine.handlers.predict({ model: run.model, source }, quietContext);
  return outputs[0].predicted;
}

/** The largest difference as a fraction of the largest value, once the second are divided by 10^power. */
function difference(values: Float64Array, others: Float64Array, power: number): number {
  const size = values.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
  return values.reduce((most, v, i) => Math.max(most, Math.abs(v - others[i] / 10 ** power) / size), 0);
}

test('a fit is the same whatever the unit of a feature, or the feature is refused by name with what cures it', async () => {
  const plain = await predicted({ sizes: {} });
  for (const a of POWERS) {
    const message = await predicted({ sizes: { a } }).then(
      (found) => {
        assert.ok(difference(plain, found, 0) < 1e-6, `10^${a}: ${difference(plain, found, 0)}`);
        return '';
      },
      (error: Error) => error.message,
    );
    if (a === -315)
      assert.match(message, /^The standard deviation of a is \d\.\d\s×\s10⁻³\S\S, too small .*Multiply a by 1e300 or/);
    else assert.equal(message, '', `10^${a}`);
  }
});

test('a fit is the same however far the target is from 0', async () => {
  for (const method of ['krr', 'huber', 'quantile', 'svr', 'nystrom-ridge']) {
    const plain = await predicted({ sizes: {}, method, parameters: {} });
    const found = await predicted({ sizes: { zero: 1e9 }, method, parameters: {} });
    const moved = found.map((v) => v - 1e9);
    assert.ok(difference(plain, moved, 0) < 1e-4, `${method}: ${difference(plain, moved, 0)}`);
  }
});

test('a fit is the same whatever the unit of the target, or the target is refused by name with what cures it', async () => {
  const plain = await predicted({ sizes: {} });
  for (const y of [-300, -150, -80, -70, 60, 70, 150, 300]) {
    const message = await predicted({ sizes: { y } }).then(
      (found) => {
        assert.ok(difference(plain, found, y) < 1e-6, `10^${y}: ${difference(plain, found, y)}`);
        return '';
      },
      (error: Error) => error.message,
    );
    if (y < -80) assert.match(message, /^The values of y are within .* Multiply y by 1e\d+\.$/);
    else if (y > 70)
      assert.match(
        message,
        /^Row \d+ of y is -?\d\S*e\+\d+, which is too large .*in line \d+, leave the row out, or multiply y by 1e-\d+\.$/,
      );
    else assert.equal(message, '', `10^${y}`);
  }
});

test('features that are not standardised keep their unit, and are the same with a length scale in it', async () => {
  const parameters = (power: number) => ({ lengthScale: `1e${power} 1`, folds: 5 });
  const plain = await predicted({ sizes: {}, standardise: false, parameters: parameters(0) });
  for (const a of [-150, -100, 100, 148]) {
    const found = await predicted({ sizes: { a }, standardise: false, parameters: parameters(a) });
    assert.ok(difference(plain, found, 0) < 1e-6, `10^${a}: ${difference(plain, found, 0)}`);
  }
  await assert.rejects(predicted({ sizes: { a: 200 }, standardise: false }), {
    message: /^Line 2 of made\.csv \(row 1\) has \S+e\+\d+ in "a", too large to compute with\./,
  });
});

test('features that are not standardised may all be of one size, however small or large', async () => {
  const plain = await predicted({ sizes: {}, standardise: false });
  for (const power of [-290, -170, -100, 100, 148]) {
    const found = await predicted({ sizes: { a: power, b: power }, standardise: false });
    assert.ok(difference(plain, found, 0) < 1e-3, `10^${power}: ${difference(plain, found, 0)}`);
  }
});

test('other methods too are the same whatever the unit of a feature', async () => {
  const methods = [
    ['ksgd', { folds: 2 }],
    ['huber', { folds: 2, lengthScale: 1 }],
    ['svr', { folds: 2, lengthScale: 1, lambda: 0.01 }],
    ['rf-ridge', { features: 30, seed: 1 }],
    ['nystrom-ridge', { landmarks: 15 }],
    ['tkrr', { folds: 5 }],
  ] as const;
  for (const [method, parameters] of methods) {
    const plain = await predicted({ sizes: {}, method, parameters });
    for (const a of [-150, 150]) {
      const found = await predicted({ sizes: { a }, method, parameters });
      assert.ok(difference(plain, found, 0) < 1e-5, `${method} 10^${a}: ${difference(plain, found, 0)}`);
    }
  }
});

test('a value far from the training rows is named as it stands in the file, with its line', async () => {
  const lines = Array.from({ length: N }, (_, i) => `${digits(i, 1)},${digits(i, 2)},${digits(i, 3)}`);
  const source = (rows: readonly string[]) =>
    ({ kind: 'bytes', name: 'made.csv', bytes: Buffer.from(`a,b,y\n\n${rows.join('\n')}\n`) }) as const;
  const model = fittedRun(
    await engine.handlers.fit(
      {
        method: 'krr',
        source: source(lines),
        read: {},
        parameters: { folds: 5 },
        design: {
          target: 'y',
          missing: 'impute',
          standardise: true,
          seed: 0,
          holdout: { kind: 'fraction', fraction: 0 },
        },
      },
      quietContext,
    ),
  ).model;
  const far = lines.with(6, `1e200,${digits(6, 2)},0`);
  await assert.rejects(engine.handlers.predict({ model, source: source(far) }, quietContext), {
    message:
      'Line 9 of made.csv (row 7) has 1e+200 in "a", too far from the training rows to compute with. Correct the value or leave the row out.',
  });
});

test('summaries of a file have finite means and deviations up to the ends of the range of numbers', async () => {
  for (const power of [-320, -300, -170, 0, 170, 300, 307]) {
    const { columns } = await engine.handlers.inspect({ source: table({ a: power }), read: {} }, quietContext);
    const { mean = Number.NaN, sd = Number.NaN } = columns[0].numeric ?? {};
    assert.ok(Number.isFinite(mean) && sd > 0 && Number.isFinite(sd), `10^${power}: ${mean}, ${sd}`);
    if (power > -310) assert.ok(Math.abs(sd / 10 ** power - 0.7) < 0.1, `10^${power}: ${sd}`);
  }
});
