import type { DesignSource, FileReading, ReadColumn, Transform } from '../contract/data';
import type { Table } from './table';

/** Features of a file that other readers of delimited text take in another way, by the code of the note on them. */
const ODDITIES: Readonly<Record<string, string>> = {
  'data/malformed-quotes': 'quotes that do not pair up',
  'data/backslash-quotes': 'quotes with a backslash in front',
  'data/fused-cells': 'cells that were quoted as one',
};

/** The files from which a design was made; `named` are its targets and weights. */
export function byteSourceOf(
  table: Table,
  { inputs }: Transform,
  named: { readonly targets: readonly string[]; readonly weights?: string },
  heldOut?: Table,
): DesignSource {
  const { weights } = named;
  const used = new Set([...inputs.map(({ column }) => column), ...named.targets, ...(weights ? [weights] : [])]);
  return {
    file: fileReading(table, used),
    ...(heldOut && { heldOut: fileReading(heldOut, used) }),
    ...(weights !== undefined && { weights }),
  };
}

function fileReading({ inspection, columns, lines }: Table, used: ReadonlySet<string>): FileReading {
  const { file, rows, dialect, notes } = inspection;
  const oddity = notes.map(({ code }) => ODDITIES[code]).find((words) => words !== undefined);
  const read = inspection.columns.filter(({ name }) => used.has(name));
  return {
    name: file.name,
    bytes: file.bytes,
    rows,
    dialect,
    firstLine: lines[0],
    columns: read.map(({ name, index, kind, missingTokens }): ReadColumn => {
      const column = columns[index];
      const gaps = missingTokens.map(({ token }) => token);
      return { name, index, kind, gaps, ...(column.kind === 'boolean' && { words: column.words }) };
    }),
    ...(oddity && { oddity }),
  };
}
