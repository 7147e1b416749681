import { readProperty } from '../../choices/fitProperties';
import { fileInput } from '../../choices/toolInput';
import { cut } from '../../engine/contract/cut';
import type { Inspection, ReadOptions } from '../../engine/contract/data';
import { count, flag, list, oneOf, optional, pair, text, texts, whole } from '../../engine/contract/schema';
import { inspectionParts, reasonWithoutCells } from '../brief/inspectionBrief';
import { line } from '../brief/lines';
import { inspected } from '../brief/resultOf';
import { warningsWithoutCells } from '../brief/warnings';
import { FILE } from '../fitAsked';
import { made, type Of, operation } from '../operation';

/** Columns that an answer lists. */
const LISTED = 100;

const OUTPUT = made({
  file: text(),
  rows: whole(),
  columns: list(
    made({
      position: whole('Counted from 1'),
      name: text('Cut with … where it is very long; the position names it then'),
      kind: oneOf(['number', 'boolean', 'date', 'category', 'text', 'empty']),
      missing: count('Cells without a value'),
      distinct: count('Number of distinct values; of very many a lower bound'),
      range: optional(pair('Of numbers, and of dates in days since 1970')),
      usable: flag('Whether a fit would use it'),
      reason: text('Why it is left out; empty for a usable one'),
    }),
    `The proposed target, then the first ${LISTED}`,
  ),
  moreColumns: whole('Columns that are not listed'),
  proposedTarget: optional(text('The column that a fit would predict')),
  warnings: texts(),
});

export const inspect = operation({
  title: 'Inspect a Table',
  sentence:
    'Reads a CSV or other delimited text file and returns its size, its columns with kind, range and missing cells, warnings, and the column a fit would predict. Never returns cells. Call it before a fit when the columns are not known.',
  takes: {
    properties: () => ({ file: FILE.json, read: readProperty() }),
    required: ['file'],
    of: (input): { readonly file: string; readonly read: ReadOptions } => fileInput(input),
  },
  gives: OUTPUT,
  run: async (house, { file, read }) =>
    house.call('inspect', { source: await house.source(file), read: { ...(await house.reading(file)), ...read } }),
  said: (inspection) => ({ parts: inspectionParts(inspection), structured: structured(inspection) }),
});

function structured(inspection: Inspection): Of<typeof OUTPUT> {
  const { file, rows, columns, proposedTarget } = inspected(inspection);
  const all = columns.map((column, i) => ({
    ...column,
    position: i + 1,
    name: cut(column.name),
    reason: line(reasonWithoutCells(column)),
  }));
  const target = all[inspection.defaultTarget ?? -1];
  const listed = [...(target ? [target] : []), ...all.filter((column) => column !== target)].slice(0, LISTED);
  return {
    file: cut(file),
    rows,
    columns: listed,
    moreColumns: all.length - listed.length,
    ...(proposedTarget !== undefined && { proposedTarget: cut(proposedTarget) }),
    warnings: warningsWithoutCells(inspection.notes).map(line),
  };
}
