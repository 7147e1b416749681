// Files with one known fault each, and the same files without it.
import type { CalloutActKind, CalloutKind } from '../src/engine/contract/callout';
import { Random } from '../src/engine/data/random';
import { normals } from './engine/madeRows';

const N = 240;

interface Row {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly noise: number;
  readonly i: number;
}
type Cells = Readonly<Record<string, string | number>>;

export interface Fault {
  readonly kind: CalloutKind;
  /** A row with the fault, and without. */
  readonly rows: (row: Row, faulty: boolean) => Cells;
  readonly columns: readonly string[];
  readonly act: CalloutActKind | undefined;
  /** Only a fit can measure it. */
  readonly measured?: true;
}

const smooth = ({ a, b, noise }: Row) => Math.sin(a) + b * b + 0.4 * noise;
const day = (i: number) => new Date(Date.UTC(2021, 0, 1 + i)).toISOString().slice(0, 10);
const fixed = (v: number) => v.toFixed(3);
const plain = (row: Row): Cells => ({ a: fixed(row.a), b: fixed(row.b), c: fixed(row.c), y: fixed(smooth(row)) });

export const FAULTS: Readonly<Record<string, Fault>> = {
  'a column that is nearly the target': {
    kind: 'leak',
    rows: (row, faulty) => ({
      ...plain(row),
      later: fixed((faulty ? smooth(row) : 0) + (faulty ? 0.005 : 1) * row.noise),
    }),
    columns: ['later'],
    act: 'without',
  },
  'a sum of two columns': {
    kind: 'leak',
    rows: (row, faulty) => ({
      casual: fixed(row.a),
      registered: fixed(row.b),
      c: fixed(row.c),
      y: (Number(fixed(row.a)) + Number(fixed(row.b)) + (faulty ? 0 : row.noise)).toFixed(3),
    }),
    columns: ['casual', 'registered'],
    act: 'without',
  },
  'the prediction of another model and its error': {
    kind: 'leak',
    rows: (row, faulty) => ({
      ...plain(row),
      [faulty ? 'y_pred' : 'rain_forecast']: fixed(smooth(row) - 0.4 * row.noise + 0.3 * Math.sin(91 * row.i)),
      [faulty ? 'residual' : 'residual sugar']: fixed(0.4 * row.noise + Math.sin(57 * row.i)),
    }),
    columns: ['y_pred', 'residual'],
    act: 'without',
  },
  'a division of the rows': {
    kind: 'leak',
    rows: (row, faulty) => ({
      ...plain(row),
      part: ['Train', faulty ? 'test' : 'bus', faulty ? 'Validation' : 'tram'][Math.min(2, row.i % 5)],
    }),
    columns: ['part'],
    act: 'without',
  },
  'rows that are copies': {
    kind: 'settings',
    rows: ({ i }, faulty) => {
      const s = faulty ? i % 200 : i;
      const y = fixed(3 * Math.sin(31 * s) + Math.sin(s * s));
      return { a: fixed(Math.sin(5 * s)), b: fixed(Math.cos(9.1 * s)), c: s % 3, y };
    },
    columns: [],
    act: 'leaveOut',
    measured: true,
  },
  'a ceiling': {
    kind: 'ceiling',
    rows: (row, faulty) => ({ ...plain(row), y: fixed(faulty ? Math.min(2.5, smooth(row)) : smooth(row)) }),
    columns: ['y'],
    act: 'where',
  },
  'a floor': {
    kind: 'floor',
    rows: (row, faulty) => ({ ...plain(row), y: fixed(faulty ? Math.max(0, smooth(row)) : smooth(row)) }),
    columns: ['y'],
    act: 'where',
  },
  'a column of numbers with several units': {
    kind: 'unread',
    rows: (row, faulty) => ({ ...plain(row), price: `${faulty && row.i % 2 ? '£' : '$'}${fixed(50 + row.a)}` }),
    columns: ['price'],
    act: 'reading',
  },
  'numbers but for a few words': {
    kind: 'unread',
    rows: (row, faulty) => ({ ...plain(row), b: faulty && row.i % 30 === 7 ? `high${row.i}` : fixed(row.b) }),
    columns: ['b'],
    act: 'readAs',
  },
  'rows that share settings': {
    kind: 'settings',
    rows: ({ i, noise }, faulty) => {
      const s = faulty ? i % 24 : i;
      const [p, q] = [Math.sin(5 * s), Math.cos(9.1 * s)];
      return { p: fixed(p), q: fixed(q), f: fixed(noise), y: fixed(3 * Math.sin(31 * s) + 0.1 * Math.sin(noise)) };
    },
    columns: ['p', 'q'],
    act: 'settings',
    measured: true,
  },
  'rows in the order of a date, random ones held out': {
    kind: 'order',
    rows: (row, faulty) => ({ day: day(faulty ? row.i : (row.i * 37) % N), ...plain(row) }),
    columns: ['day'],
    act: 'lastRows',
  },
  'one class of nearly all rows': {
    kind: 'imbalance',
    rows: (row, faulty) => ({ ...plain(row), y: row.i % (faulty ? 16 : 3) === 0 ? 'ill' : 'well' }),
    columns: ['y'],
    act: 'balance',
  },
  'few whole values': {
    kind: 'fewValues',
    rows: (row, faulty) => ({
      ...plain(row),
      y: faulty ? Math.max(0, Math.min(3, Math.round(1 + smooth(row)))) : fixed(smooth(row)),
    }),
    columns: ['y'],
    act: 'classes',
  },
  'gaps written as −200': {
    kind: 'reading',
    rows: (row, faulty) => ({ ...plain(row), c: faulty && row.i % 11 === 3 ? -200 : fixed(row.c) }),
    columns: ['c'],
    act: 'reading',
  },
  'many gaps': {
    kind: 'missing',
    rows: (row, faulty) => ({ ...plain(row), c: row.i % (faulty ? 3 : 12) === 0 ? '' : fixed(row.c) }),
    columns: ['c'],
    act: 'without',
  },
  'a few rows far out': {
    kind: 'fewRows',
    rows: (row, faulty) => ({ ...plain(row), y: fixed(faulty && row.i % 60 === 13 ? 500 + row.i : smooth(row)) }),
    columns: ['y'],
    act: 'huber',
  },
  'a target that grows by factors': {
    kind: 'logarithm',
    rows: (row, faulty) => ({ ...plain(row), y: fixed(faulty ? 10 * Math.exp(smooth(row)) : 10 + smooth(row)) }),
    columns: ['y'],
    act: 'logarithm',
    measured: true,
  },
};

/** The rows as a file whose target is y. */
export function csvOf({ rows }: Fault, faulty: boolean): string {
  const [random, normal] = [new Random(5), normals(6)];
  const all = Array.from({ length: N }, (_, i) =>
    rows(
      { a: 6 * random.uniform() - 3, b: 3 * random.uniform() - 1.5, c: 10 * random.uniform(), noise: normal(), i },
      faulty,
    ),
  );
  return `${[Object.keys(all[0]), ...all.map((row) => Object.values(row))].map((cells) => cells.join(',')).join('\n')}\n`;
}
