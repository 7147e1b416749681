import { fileInput } from '../../choices/toolInput';
import { inspectionParts, reasonWithoutCells } from '../../doors/brief/inspectionBrief';
import { line } from '../../doors/brief/lines';
import { inspected } from '../../doors/brief/resultOf';
import type { InspectedColumn } from '../../doors/brief/results';
import { warningsWithoutCells } from '../../doors/brief/warnings';
import { cut } from '../../engine/contract/cut';
import type { Inspection } from '../../engine/contract/data';
import { flag, list, object, oneOf, optional, pair, standing, text, texts, whole } from '../../engine/contract/schema';
import type { Tool } from '../server';
import { annotations, caller, FILE, READ, type Session } from '../session';

/** Columns that an answer lists. */
const LISTED = 100;

/** One column; its position stands for a name that is cut. */
interface Column extends InspectedColumn {
  readonly position: number;
}

interface Inspected {
  readonly file: string;
  readonly rows: number;
  readonly columns: readonly Column[];
  readonly moreColumns: number;
  readonly proposedTarget?: string;
  readonly warnings: readonly string[];
}

const COLUMN = object<Column>({
  position: whole('Counted from 1'),
  name: text('Cut with … where it is very long; the position names it then'),
  kind: oneOf(['number', 'boolean', 'date', 'category', 'text', 'empty']),
  missing: whole('Cells without a value'),
  distinct: whole('Number of distinct values; of very many a lower bound'),
  range: optional(pair('Of numbers, and of dates in days since 1970')),
  usable: flag('Whether a fit would use it'),
  reason: text('Why it is left out; empty for a usable one'),
});

const OUTPUT = object<Inspected>({
  file: text(),
  rows: whole(),
  columns: list(COLUMN, `The proposed target, then the first ${LISTED}`),
  moreColumns: whole('Columns that are not listed'),
  proposedTarget: optional(text('The column that a fit would predict')),
  warnings: texts(),
});

export const inspectTool = (session: Session): Tool => ({
  name: 'inspect',
  title: 'Inspect a Table',
  description:
    'Reads a CSV or other delimited text file and returns its size, its columns with kind, range and missing cells, warnings, and the column a fit would predict. Never returns cells. Call it before a fit when the columns are not known.',
  inputSchema: {
    type: 'object',
    properties: { file: FILE, read: READ },
    required: ['file'],
    additionalProperties: false,
  },
  outputSchema: standing(OUTPUT),
  annotations: annotations('Inspect a Table'),
  async answer(input, call) {
    const { file, read } = fileInput(input);
    const source = await session.folders.file(file);
    const inspection = await caller(session, call)('inspect', { source, read });
    return { parts: inspectionParts(inspection), structured: structured(inspection) };
  },
});

function structured(inspection: Inspection): Inspected {
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
