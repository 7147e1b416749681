import { readProperty } from '../../choices/fitProperties';
import { cut } from '../../engine/contract/cut';
import type { Inspection, ReadOptions } from '../../engine/contract/data';
import { byHand, optional } from '../../engine/contract/schema';
import { isRecord } from '../../engine/contract/shape';
import { inspectionParts, reasonWithoutCells } from '../brief/inspectionBrief';
import { line } from '../brief/lines';
import { inspected } from '../brief/resultOf';
import { warningsWithoutCells } from '../brief/warnings';
import { FILE, readable, readingOf } from '../fitAsked';
import { operation, takes } from '../operation';

/** The most columns that an answer lists. */
const LISTED = 100;

const ASKED = takes({ file: FILE, read: optional(byHand<object>(readProperty(), isRecord)) });

export const inspect = operation({
  title: 'Inspect a Table',
  sentence:
    'Reads a table and returns its size, its columns with kind, range and missing cells, warnings, and the column a fit would predict. Never returns cells. Call it before a fit when the columns are not known.',
  takes: {
    ...ASKED,
    of(input): { readonly file: string; readonly read: ReadOptions } {
      const { file, read } = ASKED.of(input);
      return { file, read: readable(read) };
    },
  },
  gives: {
    file: 'text',
    rows: 'count',
    columns: 'list',
    moreColumns: 'count',
    proposedTarget: 'text',
    warnings: 'texts',
  },
  run: async (house, { file, read }) =>
    house.call('inspect', { source: await house.source(file), read: await readingOf(house, file, read) }),
  said: (inspection) => ({ parts: inspectionParts(inspection), structured: structured(inspection) }),
});

function structured(inspection: Inspection): object {
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
