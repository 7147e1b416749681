import { readProperty } from '../../choices/fitProperties';
import { cut } from '../../engine/contract/cut';
import type { ReadOptions } from '../../engine/contract/data';
import { byHand, optional } from '../../engine/contract/schema';
import { isRecord } from '../../engine/contract/shape';
import { inspectionParts, reasonWithoutCells } from '../brief/inspectionBrief';
import { line } from '../brief/lines';
import { type InspectedData, inspected } from '../brief/resultOf';
import { warningsWithoutCells } from '../brief/warnings';
import { FILE, readable, readOptionsFor } from '../fitAsked';
import { operation, takes } from '../operation';

/** The most columns that an answer lists. */
const LISTED = 100;
/** The most columns that it lists as targets. */
const TARGETS = 12;

const ASKED = takes({ file: FILE, read: optional(byHand<object>(readProperty(), isRecord)) });

export const inspectOperation = operation({
  title: 'Inspect a Table',
  sentence:
    'Reads a table and returns its size, its columns with kind, range and missing cells, warnings, and which columns could be predicted, with reasons. Never returns cells. Call it before a fit when the columns are not known.',
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
    targets: 'list',
    warnings: 'texts',
  },
  async run(house, { file, read }): Promise<InspectedData> {
    const params = { source: await house.source(file), read: await readOptionsFor(house, file, read) };
    return { inspection: await house.call('inspect', params), targets: await house.call('targets', params) };
  },
  said: (found) => ({ parts: inspectionParts(found), structured: structured(found) }),
});

function structured(found: InspectedData): object {
  const { inspection } = found;
  const { file, rows, columns, proposedTarget, targets } = inspected(found);
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
    targets: targets
      .slice(0, TARGETS)
      .map(({ name, reason, ...target }) => ({ name: cut(name), ...target, reason: line(reason) })),
    warnings: warningsWithoutCells(inspection.notes, inspection.callouts).map(line),
  };
}
