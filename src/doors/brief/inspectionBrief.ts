import type { ColumnSummary } from '../../engine/contract/data';
import { count } from '../../engine/words/numbers';
import { fileSize } from '../../engine/words/quantities';
import { counted, plural } from '../../engine/words/sentence';
import { describeColumn } from '../../figures/words/columnText';
import { type BriefPart, quotedName } from './lines';
import type { InspectedData } from './resultOf';
import { warningsWithoutCells } from './warnings';

/** The most columns that are listed. */
const LISTED = 24;

/** The most columns that are listed as targets. */
const TARGETS = 5;

/** The contents of a file: what could be predicted, then its columns in file order, without any text of a cell. */
export function inspectionParts({ inspection, targets }: InspectedData): readonly BriefPart[] {
  const { file, rows, columns, defaultTarget, notes, callouts } = inspection;
  const possible = targets.filter(({ standing }) => standing !== 'unfit');
  const target = defaultTarget === undefined ? undefined : columns[defaultTarget];
  const ordered = target ? [target, ...columns.filter((column) => column !== target)] : columns;
  const listed = ordered.slice(0, LISTED);
  const more = ordered.length - listed.length;
  return [
    {
      title: '',
      lines: [
        `${quotedName(file.name)}: ${counted(rows, 'row')}, ${counted(columns.length, 'column')} (${kinds(columns)}), ${fileSize(file.bytes)}.`,
        target
          ? `A fit predicts ${quotedName(target.name)} unless another target is named.`
          : possible.length > 0
            ? 'No name says which column is the target: a fit needs one of those below.'
            : 'No column can be a target as it stands.',
      ],
    },
    { title: 'Warnings', lines: warningsWithoutCells(notes, callouts) },
    {
      title: 'As target',
      lines: possible.slice(0, TARGETS).map(({ name, reason }) => `${quotedName(name)}: ${reason}`),
    },
    {
      title: more > 0 ? `Columns, ${count(listed.length)} of ${count(columns.length)}` : 'Columns',
      lines: listed.map(columnLine),
    },
  ];
}

function columnLine(column: ColumnSummary): string {
  const left = column.usable ? '' : ` · left out: ${reasonWithoutCells(column)}`;
  return `${quotedName(column.name)}: ${describeColumn(column)}${left}`;
}

/** The reason why a column is left out, without the cell that shows it. */
export const reasonWithoutCells = ({ reason }: Pick<ColumnSummary, 'reason'>): string =>
  reason.startsWith('mostly') ? 'mostly numbers, with a few words' : reason;

/** The number of columns of each kind: "5 number, 1 category". */
function kinds(columns: readonly ColumnSummary[]): string {
  const counts = new Map<string, number>();
  for (const { kind } of columns) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return Array.from(counts, ([kind, n]) => `${count(n)} ${plural(n, kind, MANY[kind] ?? `${kind}s`)}`).join(', ');
}

const MANY: Readonly<Record<string, string>> = { category: 'categories', text: 'of text', empty: 'empty' };
