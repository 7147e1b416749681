import type { DataReport } from '../../engine/contract/data';
import { type JsonKind, schemaId } from '../../engine/contract/jsonKinds';
import type { Scores } from '../../engine/contract/run';
import {
  constant,
  finite,
  flag,
  list,
  named,
  number,
  object,
  oneOf,
  optional,
  pair,
  record,
  type Schema,
  text,
  texts,
  whole,
} from '../../engine/contract/schema';

// What several kinds of JSON have in common.

/** The first member: the name of the schema. */
export const schemaOf = (kind: JsonKind): Schema<string> => constant<string>(schemaId(kind));

/** Parameters of every method. */
export const DESIGN_PARAMETERS = {
  kernel: text('The kernel with all its parameters, as --set kernel= takes it'),
  standardise: flag(),
  missing: oneOf(['impute', 'drop']),
  rules: record(text(), 'How each was chosen'),
};

const COUNTS = {
  rows: whole('Rows in the file'),
  used: whole('Rows that take part'),
  train: whole('Training rows'),
  holdout: whole('Held-out rows'),
  columns: texts('Columns used as features'),
};

/** How many rows and which columns. */
export const counts = object<Pick<DataReport, keyof typeof COUNTS>>(COUNTS);

/** The same, and what became of the others. */
export const data = object<Omit<DataReport, 'notes'>>({
  ...COUNTS,
  dropped: list(
    object<DataReport['dropped'][number]>({
      what: oneOf(['column', 'rows']),
      name: text(),
      count: whole(),
      why: text(),
    }),
    'Columns and rows that take no part',
  ),
  imputed: list(
    object<DataReport['imputed'][number]>({ column: text(), cells: whole(), value: text() }),
    'Gaps that were filled, and with what',
  ),
  encoded: list(
    object<DataReport['encoded'][number]>({
      column: text(),
      kind: optional(oneOf(['number', 'boolean', 'date', 'category'])),
      as: text(),
      columns: texts(),
    }),
    'Columns of the file, and the encoded ones that they became',
  ),
});

export const kernelscope = text('Version of Kernelscope');
export const methodId = text('Method id');
export const fileName = text('Name of the file');
export const timings = record(finite(), 'Seconds by stage');
export const warnings = texts('Findings that need a decision');
export const notes = texts('Further findings');

export const linearAlgebra = object<{
  backEnd: 'embedded' | 'native';
  readonly name: string;
  readonly threads: number;
}>(
  {
    name: text('The build of the embedded core, or the library with its version'),
    threads: whole(),
    backEnd: oneOf(['embedded', 'native']),
  },
  'What computed',
);

/** A number with its 95 % interval. */
export const estimated = named(
  'estimated',
  object<{ readonly value: number; readonly interval: readonly [number, number] }>({
    value: number(),
    interval: pair('95 %'),
  }),
);

export const scores = object<Scores>({
  r2: number(),
  rmse: finite('In units of the target'),
  mae: finite('In units of the target'),
  n: whole('Held-out rows'),
  r2Interval: pair('95 %, by bootstrap'),
  rmseInterval: pair('95 %, by bootstrap'),
  coverage: finite('Share of rows inside their 95 % prediction interval'),
  coverageByWidth: optional(
    list(
      object<{ readonly coverage: number; readonly n: number }>({ coverage: finite(), n: whole() }),
      'The same among the narrowest, the middle and the widest third of the intervals; missing where widths hardly differ',
    ),
  ),
});
