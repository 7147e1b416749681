import { CALIBRATION, CLASS_SETS } from '../../engine/contract/classes';
import type { Matrix } from '../../engine/contract/data';
import { FROZEN_READING, MISSING_POLICY, READ_OPTIONS, TRANSFORM_INPUT } from '../../engine/contract/data.schema';
import { schemaId } from '../../engine/contract/jsonKinds';
import {
  anyOf,
  byHand,
  constant,
  extended,
  finite,
  flag,
  list,
  named,
  numbers,
  object,
  oneOf,
  optional,
  pair,
  record,
  reference,
  type Schema,
  struct,
  text,
  texts,
  told,
  whole,
  wholes,
  without,
} from '../../engine/contract/schema';
import type {
  PortableBlock,
  PortableComponents,
  PortableInterval,
  PortableKernel,
  PortableLeaf,
  PortableMap,
  PortableModel,
  PortableOutput,
  PortableProjection,
} from '../../export/portable/portable';

/** As `export --as json` writes a portable value: matrices as lists of rows, functions left out. */
type Listed<T> = T extends Matrix
  ? readonly (readonly number[])[]
  : T extends Float64Array | Uint32Array
    ? T
    : T extends readonly [unknown, unknown]
      ? T
      : T extends readonly (infer U)[]
        ? readonly Listed<U>[]
        : T extends object
          ? { [N in keyof T as Required<T>[N] extends (...given: never) => unknown ? never : N]: Listed<T[N]> }
          : T;

type Kernel = Listed<PortableKernel>;
type KernelOf<K extends PortableKernel['kind']> = Listed<Extract<PortableKernel, { readonly kind: K }>>;
type MapOf<K extends PortableMap['kind']> = Listed<Extract<PortableMap, { readonly kind: K }>>;
type BlockOf<K extends PortableBlock['kind']> = Listed<Extract<PortableBlock, { readonly kind: K }>>;

/** A number that may be one that JSON lacks. */
const amount: Schema<number> = byHand(
  {
    anyOf: [
      { type: 'number' },
      {
        type: 'object',
        properties: { $number: { enum: ['NaN', 'Infinity', '-Infinity'] } },
        required: ['$number'],
        additionalProperties: false,
      },
    ],
  },
  (value) => typeof value === 'number',
);

const rowsOf = (description?: string) => list<readonly number[]>(numbers(), description ?? 'A list of rows');

const lengthScale = numbers('One, or one for each encoded column');
const kernel = reference<Kernel>('kernel', (): Schema<Kernel> => kernels);
const map = reference<Listed<PortableMap>>('map', (): Schema<Listed<PortableMap>> => maps);

const leaf = object<Listed<PortableLeaf>>({
  kind: constant('leaf'),
  function: text('One of the formulas of docs/export.md'),
  argument: oneOf(['distance', 'innerProduct', 'difference']),
  columns: optional(numbers('The encoded columns that it sees, from 0; all where they are left out')),
  lengthScale,
  parameters: record(anyOf(finite(), numbers())),
});

const kernels = named(
  'kernel',
  anyOf(
    object<KernelOf<'sum'>>({
      kind: constant('sum'),
      terms: list(object<KernelOf<'sum'>['terms'][number]>({ weight: finite(), kernel })),
    }),
    object<KernelOf<'product'>>({ kind: constant('product'), factors: list(kernel) }),
    object<KernelOf<'features'>>({ kind: constant('features'), lengthScale, map }),
    leaf,
  ),
);

const maps = named(
  'map',
  anyOf(
    object<MapOf<'units'>>({
      kind: constant('units'),
      activation: text(),
      weights: rowsOf(),
      bias: numbers(),
      scale: finite(),
      thresholds: optional(numbers()),
      factors: optional(numbers()),
    }),
    object<MapOf<'maclaurin'>>({
      kind: constant('maclaurin'),
      lengthScale,
      scale: finite(),
      offset: finite(),
      degrees: numbers(),
      coefficients: numbers(),
      signs: rowsOf(),
    }),
    object<MapOf<'tensorSketch'>>({
      kind: constant('tensorSketch'),
      lengthScale,
      scale: finite(),
      offset: finite(),
      count: whole(),
      width: whole(),
      degree: whole(),
      buckets: rowsOf(),
      signs: rowsOf(),
    }),
    object<MapOf<'taylor'>>({
      kind: constant('taylor'),
      lengthScale,
      scale: finite(),
      starts: numbers(),
      indices: numbers(),
      factors: numbers(),
    }),
    object<MapOf<'histogram'>>({ kind: constant('histogram'), weights: rowsOf() }),
    object<MapOf<'additive'>>({
      kind: constant('additive'),
      columns: numbers(),
      frequencies: numbers(),
      phases: numbers(),
      factors: numbers(),
    }),
    object<MapOf<'spline'>>({ kind: constant('spline'), lengthScale, points: rowsOf(), kernel: leaf }),
    object<MapOf<'landmarks'>>({ kind: constant('landmarks'), kernel, points: rowsOf(), factor: rowsOf() }),
  ),
);

const blocks = anyOf(
  object<BlockOf<'constant'>>({ kind: constant('constant') }),
  object<BlockOf<'monomial'>>({
    kind: constant('monomial'),
    powers: list(object<BlockOf<'monomial'>['powers'][number]>({ column: whole(), power: whole() })),
  }),
  object<BlockOf<'map'>>({ kind: constant('map'), map: maps }),
);

const output = object<Listed<PortableOutput>>({
  name: text('Of the target, or of the class'),
  alpha: numbers('Coefficients of the rows'),
  beta: numbers('Coefficients of the features kept'),
  interval: optional(
    object<Listed<PortableInterval>>({
      width: amount,
      most: optional(amount),
      spread: oneOf(['constant', 'deviation', 'fitted']),
      alpha: optional(numbers()),
      beta: optional(numbers()),
      range: optional(pair()),
      mostDeviation: optional(amount),
      deviation: optional(
        object<Listed<NonNullable<PortableInterval['deviation']>>>({ weights: numbers(), ridge: amount }),
      ),
    }),
  ),
});

const projection = object<Listed<PortableProjection>>({
  kept: wholes(),
  directions: rowsOf('n×r'),
  whiten: rowsOf('p×p'),
  coupling: rowsOf('p×r'),
  along: rowsOf('n×p'),
  inner: rowsOf('p×p'),
});

const components = object<Listed<PortableComponents>>({
  coefficients: rowsOf(),
  offset: numbers(),
  meanWeights: numbers(),
  constant: amount,
  ownScale: amount,
});

type Classes = NonNullable<PortableModel['classes']>;

const classes = object<Classes>({
  column: text(),
  levels: texts(),
  calibration: optional(CALIBRATION),
  threshold: optional(finite('0.5 where it is left out')),
  sets: optional(CLASS_SETS),
});

const read = told(
  'How files are read: settings made by hand, and how the training rows were read',
  extended(without(READ_OPTIONS, 'acceptExpansion', 'kinds'), {
    kinds: optional(list(struct({ column: text(), kind: text() }))),
    frozen: optional(FROZEN_READING),
  }),
);

/** `model.json` of `export --as json`, of which docs/export.md says what the members mean. */
export const model = object<{ readonly $schema: string } & Listed<PortableModel>>({
  $schema: constant<string>(schemaId('model')),
  format: constant('kernelscope portable model'),
  version: whole(),
  kernelscope: text('The version that wrote it'),
  method: text('Method id'),
  read,
  inputs: list(TRANSFORM_INPUT, 'Columns of the file'),
  missing: MISSING_POLICY,
  encoded: object<PortableModel['encoded']>({ names: texts(), centre: numbers(), scale: numbers() }),
  kernel: kernels,
  rows: rowsOf('Training rows or landmarks, encoded; empty for fits on features'),
  features: list(blocks),
  kept: wholes('Columns of the features that beta belongs to'),
  outputs: list(output),
  projection: optional(projection),
  classes: optional(classes),
  quantiles: optional(numbers()),
  components: optional(components),
  quality: optional(
    object<Listed<NonNullable<PortableModel['quality']>>>(
      {
        unreliableIntervals: flag('Whether intervals hold fewer or more of the held-out rows than they say'),
        gaps: list(
          object<NonNullable<PortableModel['quality']>['gaps'][number]>({
            column: text(),
            share: finite(),
            unread: finite(),
          }),
          'Of inputs whose gaps were filled: the share of the training rows that have one, and of the rows of the file that have what cannot be read',
        ),
      },
      'What the fit has found out that predictions are to be seen beside',
    ),
  ),
});
