import type { ColumnSummary, FileStamp } from '../../src/engine/contract/data';
import type { RunResult } from '../../src/engine/contract/run';

type AboutTheFile = Pick<
  RunResult,
  'kernelscope' | 'id' | 'created' | 'request' | 'file' | 'data' | 'inspection' | 'backend' | 'timings' | 'notes'
>;

/** An example run's description of its file: a serial number that is left out, the features, the target. */
export function exampleFile(names: readonly string[], target: string, train: number, holdout: number): AboutTheFile {
  const rows = train + holdout;
  const file: FileStamp = { name: 'example.csv', path: '', bytes: 4096, modified: 0 };
  return {
    kernelscope: '0.0.0',
    id: 'example',
    created: '2024-03-05T12:00:00.000Z',
    request: {
      source: { kind: 'path', path: 'example.csv' },
      read: {},
      design: {
        target,
        missing: 'impute',
        standardise: true,
        holdout: { kind: 'fraction', fraction: holdout / rows },
        seed: 0,
      },
      method: 'krr',
      parameters: {},
    },
    file,
    data: {
      rows,
      used: rows,
      train,
      holdout,
      columns: names,
      dropped: [{ what: 'column', name: 'serial', count: rows, why: 'every value is different' }],
      imputed: [],
      encoded:
        names.length < 3 ? [] : [{ column: names[2], as: '0/1 columns for 2 of 3 levels', columns: names.slice(2) }],
      notes: [],
    },
    inspection: {
      file,
      dialect: {
        compression: 'none',
        encoding: 'utf-8',
        byteOrderMark: false,
        delimiter: ',',
        quote: '"',
        lineEnd: 'lf',
        header: true,
        decimal: '.',
        thousands: '',
      },
      rows,
      columns: ['serial', ...names, target].map((name, index) => summary(name, index, rows)),
      notes: [],
      defaultTarget: names.length + 1,
      preview: [],
    },
    backend: { name: 'jacobi', threads: 1 },
    timings: { total: 0 },
    notes: [],
  };
}

function summary(name: string, index: number, rows: number): ColumnSummary {
  return {
    index,
    name,
    kind: 'number',
    count: rows,
    missing: 0,
    missingTokens: [],
    distinct: rows,
    distinctCapped: false,
    constant: false,
    identifier: name === 'serial',
    usable: name !== 'serial',
    reason: name === 'serial' ? 'every value is different' : '',
  };
}
