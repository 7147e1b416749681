// Rows of a file that was fitted are predicted to the bit alike in any other file that holds them, whatever else stands there and however it is written.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { FileSource } from '../../../src/engine/contract/data';
import type { Model } from '../../../src/engine/contract/model';
import type { Predictions } from '../../../src/engine/contract/rpc';
import { Random } from '../../../src/engine/data/random';
import { Engine } from '../../../src/engine/engine';
import { joinedPredictions } from '../../../src/engine/model/joinedPredictions';
import { inPieces } from '../../inPieces';
import { machine, withoutEffects } from '../testCore';

const engine = new Engine(machine(4e9));
/** More than one panel of a product, to train on too, and no multiple of anything. */
const ROWS = 353;
const NAMES = ['day', 'size', 'colour', 'open', 'depth', 'price', 'y', 'kind'];
type Row = readonly string[];

const comma = (value: number, digits: number) => value.toFixed(digits).replace('.', ',');

/** Dates with the day first, decimal commas, a category, truth words, −999 for gaps, and euros. */
const ALL: readonly Row[] = Array.from({ length: ROWS }, (_, i) => {
  const size = Math.sin(i * 1.7) * 3;
  const open = Math.cos(i * 0.31) > 0;
  const depth = 50 + 10 * Math.cos(i * 0.9);
  const colour = ['red', 'green', 'blue'][(i * 7) % 3];
  const y = Math.sin(size) + (open ? 1 : 0) + depth / 40 + ((i * 7) % 3) + 0.2 * Math.sin(i * 77);
  const day = `${String(1 + ((i * 5) % 28)).padStart(2, '0')}/${String(1 + ((i * 11) % 12)).padStart(2, '0')}/${2018 + (i % 5)}`;
  return [
    day,
    comma(size, 4),
    colour,
    open ? 'ja' : 'nein',
    i % 17 === 3 ? '-999' : comma(depth, 2),
    `${comma(1000 + 37 * Math.sin(i * 3.1) * i, 2)} €`,
    comma(y, 5),
    y > 3.4 ? 'high' : y > 2.2 ? 'mid' : 'low',
  ];
});

/** How rows are written. */
interface Form {
  readonly delimiter: ',' | ';' | '\t' | '|';
  readonly quoted: boolean;
  readonly encoding: 'utf8' | 'utf16le';
  readonly names: readonly string[];
}
const PLAIN: Form = { delimiter: ';', quoted: false, encoding: 'utf8', names: NAMES };
const INPUTS = NAMES.slice(0, -2);
const FORMS: readonly Form[] = [
  PLAIN,
  { delimiter: ',', quoted: true, encoding: 'utf8', names: [...NAMES].reverse() },
  { delimiter: '\t', quoted: false, encoding: 'utf16le', names: INPUTS },
  { delimiter: '|', quoted: true, encoding: 'utf16le', names: ['extra', ...[...INPUTS].reverse(), 'more'] },
];

function written(rows: readonly Row[], { delimiter, quoted, encoding, names }: Form): Uint8Array {
  const cell = (text: string) => (quoted ? `"${text}"` : text);
  const line = (cells: readonly string[]) => `${cells.map(cell).join(delimiter)}\n`;
  const body = rows.map((row, i) => line(names.map((name) => row[NAMES.indexOf(name)] ?? `other ${i}`)));
  const text = `${encoding === 'utf8' ? '' : '\ufeff'}${line(names)}${body.join('')}`;
  return Buffer.from(text, encoding);
}

const file = (bytes: Uint8Array): FileSource => ({ kind: 'bytes', name: 'rows.csv', bytes });
const TRAINING = file(written(ALL, PLAIN));

interface Fitted {
  readonly method: string;
  readonly target?: string;
  readonly parameters?: Readonly<Record<string, number | string | boolean>>;
  /** True for intervals that follow the posterior deviation everywhere, as models of format 3 have them. */
  readonly deviation?: true;
}
const FAMILIES: Readonly<Record<string, Fitted>> = {
  ridge: { method: 'krr' },
  'ridge with intervals by deviation': { method: 'krr', deviation: true },
  truncated: { method: 'tkrr' },
  'a spectral filter': { method: 'kgf' },
  conditional: { method: 'ckrr-hard' },
  'unpenalised features': { method: 'ckrr-features', parameters: { unpenalised: '1, size, size^2' } },
  robust: { method: 'huber' },
  'signs of gradients': { method: 'ksgd' },
  sparse: { method: 'kl1' },
  tube: { method: 'svr' },
  quantiles: { method: 'quantile', parameters: { tau: '0.1,0.5,0.9' } },
  'Nyström ridge': { method: 'nystrom-ridge', parameters: { landmarks: 70 } },
  'random features': { method: 'rf-ridge', parameters: { features: 90 } },
  components: { method: 'ekpca', parameters: { components: 3 } },
  'Nyström components': { method: 'ny-kpca', parameters: { components: 3, landmarks: 70 } },
  'components of random features': { method: 'rf-kpca', parameters: { components: 3, features: 90 } },
  classes: { method: 'krr', target: 'kind' },
};

async function modelOf({ method, target = 'y', parameters = {}, deviation }: Fitted): Promise<Model> {
  const components = method.endsWith('pca');
  const run = await engine.handlers.fit(
    {
      source: TRAINING,
      read: {},
      design: {
        target: components ? '' : target,
        features: INPUTS,
        missing: 'impute',
        standardise: true,
        seed: 1,
        holdout: { kind: 'fraction', fraction: 0.2 },
      },
      method,
      parameters: { kernel: 'gaussian', lengthScale: 2, ...parameters },
    },
    withoutEffects,
  );
  if (!deviation) return run.model;
  return { ...run.model, outputs: run.model.outputs.map(({ spread: _, ...output }) => output) };
}

async function streamed(model: Model, bytes: Uint8Array): Promise<Predictions> {
  const chunks = () => inPieces(bytes, 4000);
  const blocks: Predictions[] = [];
  const { blocks: coming } = engine.models.stream(model, { kind: 'stream', name: 'pipe', chunks }, quietContext);
  for await (const block of coming()) blocks.push(block);
  const turn = async function* () {
    yield* blocks;
  };
  return joinedPredictions(
    blocks.reduce((sum, { rows }) => sum + rows.length, 0),
    turn(),
  );
}

/** Everything that is predicted of a row. */
function rowOf({ outputs, classes, components }: Predictions, i: number): unknown {
  return {
    outputs: outputs.map(({ predicted, lower, upper, quantiles }) =>
      [predicted, lower, upper, ...(quantiles ?? []).map((level) => level.predicted)].map((values) => values[i]),
    ),
    level: classes?.predicted[i],
    probabilities: classes?.probabilities?.map((of) => of[i]),
    scores: components && [...components.scores.subarray(i * components.count, (i + 1) * components.count)],
    error: components?.error[i],
  };
}

function subsets(random: Random): readonly (readonly number[])[] {
  const drawn = () => Math.floor(random.uniform() * ROWS);
  const all = Array.from({ length: ROWS }, (_, i) => i);
  return [
    ...[1, 1, 1, 2, 3, 5, 33, 267].map((length) => Array.from({ length }, drawn)),
    all.map((i) => (i * 7 + 3) % ROWS),
    all.slice(1),
  ];
}

for (const [family, fitted] of Object.entries(FAMILIES))
  test(`rows that were fitted are predicted to the bit alike in any other file: ${family} (${fitted.method})`, async () => {
    const model = await modelOf(fitted);
    const whole = await engine.handlers.predict({ model, source: TRAINING }, quietContext);
    for (const [k, rows] of subsets(new Random(11)).entries())
      for (const form of rows.length === 1 ? FORMS : [FORMS[k % FORMS.length]]) {
        const bytes = written(
          rows.map((row) => ALL[row]),
          form,
        );
        const doors = {
          'in memory': await engine.handlers.predict({ model, source: file(bytes) }, quietContext),
          streamed: await streamed(model, bytes),
        };
        for (const [door, found] of Object.entries(doors))
          for (const [i, row] of rows.entries())
            assert.deepEqual(rowOf(found, i), rowOf(whole, row), `row ${row + 1}, ${rows.length} ${door}, form ${k}`);
      }
  });

test('rows whose names have other capitals are predicted alike, in a file, as objects and in a stream', async () => {
  const model = await modelOf(FAMILIES.ridge);
  const rows = ALL.slice(0, 40);
  const upper = NAMES.map((name) => name.toUpperCase());
  const objects = rows.map((row) => JSON.stringify(Object.fromEntries(upper.map((name, j) => [name, row[j]]))));
  const whole = await engine.handlers.predict({ model, source: file(written(rows, PLAIN)) }, quietContext);
  const header = `${NAMES.join(';')}\n`;
  const inCapitals = written(rows, PLAIN).toString().replace(header, header.toUpperCase());
  for (const text of [inCapitals, objects.join('\n')]) {
    const bytes = Buffer.from(text);
    const found = await engine.handlers.predict({ model, source: file(bytes) }, quietContext);
    for (const predictions of [found, await streamed(model, bytes)])
      for (const i of rows.keys()) assert.deepEqual(rowOf(predictions, i), rowOf(whole, i), `row ${i + 1}`);
  }
});
