import type { ProfileTarget } from '../../engine/contract/profile';
import { el } from '../element';
import {
  type ColumnRow,
  distinctText,
  encodedText,
  gapsText,
  ROLE_WORDS,
  relationText,
  valuesText,
  whyText,
} from './columnRows';
import type { ChosenKind, DataChange, Inspected } from './inspected';
import { gapsPlot, relationPlot, relationRange, valuesPlot } from './plots';

/** Missing cells beyond this share have the colour of a warning where the column is used. */
const MANY_GAPS = 0.2;

/** What lines share: the target, and the places of their plots. */
export interface TableView {
  readonly inspected: Inspected;
  readonly target: ProfileTarget | undefined;
  readonly scale: readonly [number, number];
  readonly write: (value: number) => string;
  /** Pixels of plots, and characters beside that of the target. */
  readonly widths: { readonly values: number; readonly relation: number; readonly reach: number };
}

interface CellOptions {
  readonly open: boolean;
  /** Tab reaches its controls. */
  readonly reached: boolean;
  change(change: DataChange): void;
}

/** The cells of one line: what the column is, holds, lacks, and says of the target. */
export function columnCells(row: ColumnRow, view: TableView, options: CellOptions): HTMLElement[] {
  const { target } = view;
  return [
    useCell(row, options),
    nameCell(row, view, options),
    el('td', { class: 'kind wide' }, kindChoice(row, view, options)),
    valuesCell(row, view),
    gapsCell(row),
    el('td', { class: 'distinct wide num' }, distinctText(row)),
    ...(target
      ? [
          ...(target.outputs.length === 1 ? [overCell(row, view)] : []),
          el('td', { class: 'explains num' }, relationText(row)),
        ]
      : []),
    el('td', { class: 'encoded wide num' }, encodedText(row)),
  ];
}

function useCell({ index, summary, profile: { role } }: ColumnRow, { reached, change }: CellOptions): HTMLElement {
  const cell = el('td', { class: 'use' });
  if (role !== 'feature' && role !== 'out') return cell;
  const box = el('input', { type: 'checkbox', 'aria-label': `Use ${summary.name}`, tabindex: reached ? 0 : -1 });
  box.checked = role === 'feature';
  // What cannot be encoded cannot be used as it is.
  box.disabled = role === 'out' && (summary.kind === 'text' || summary.kind === 'empty' || summary.constant);
  box.addEventListener('change', () =>
    change({ kind: 'role', columns: [index], role: box.checked ? 'feature' : 'out' }),
  );
  cell.append(box);
  return cell;
}

function nameCell(row: ColumnRow, view: TableView, { open, reached }: CellOptions): HTMLElement {
  const { summary, profile } = row;
  const special = profile.role === 'feature' || profile.role === 'out' ? '' : ROLE_WORDS[profile.role];
  const order = profile.order ? 'order of the rows' : '';
  const below = [special, order, view.widths.values < 200 ? summary.kind : ''].filter(Boolean).join(', ');
  const name = el(
    'button',
    { type: 'button', class: 'link', 'aria-expanded': String(open), tabindex: reached ? 0 : -1, title: summary.name },
    summary.name === '' ? '(no name)' : summary.name,
  );
  return el('th', { scope: 'row', class: 'name' }, name, below !== '' && el('span', { class: 'below' }, below));
}

const KINDS: readonly ChosenKind[] = ['number', 'boolean', 'date', 'category', 'text'];

/** The kind of a column as a choice: as found, or as the person says. */
function kindChoice(
  { index, summary }: ColumnRow,
  { inspected }: Pick<TableView, 'inspected'>,
  { reached, change }: Pick<CellOptions, 'reached' | 'change'>,
): HTMLSelectElement {
  const chosen = inspected.chosen.kinds.includes(index);
  const found = el('option', { value: '' }, chosen ? 'as found' : summary.kind);
  const others = KINDS.filter((kind) => chosen || kind !== summary.kind).map((kind) =>
    el('option', { value: kind }, kind),
  );
  const select = el(
    'select',
    { 'aria-label': `Type of ${summary.name}`, tabindex: reached ? 0 : -1 },
    found,
    ...others,
  );
  select.value = chosen ? summary.kind : '';
  select.addEventListener('change', () => {
    const as = KINDS.find((kind) => kind === select.value);
    change({ kind: 'kind', column: index, ...(as && { as }) });
  });
  return select;
}

function valuesCell(row: ColumnRow, { widths }: TableView): HTMLElement {
  const why = whyText(row);
  const told = why !== '' && !row.summary.usable;
  const plot = told ? undefined : valuesPlot(row, widths.values);
  const words = told ? why : valuesText(row);
  return el('td', { class: 'values', title: words }, plot, el('span', { class: plot ? 'unseen' : 'why' }, words));
}

function gapsCell(row: ColumnRow): HTMLElement {
  const { missing, count: present } = row.summary;
  const share = missing / Math.max(1, missing + present);
  const many = share > MANY_GAPS && row.profile.role !== 'out';
  return el(
    'td',
    { class: missing === 0 ? 'gaps wide none' : 'gaps wide' },
    missing > 0 && gapsPlot(share, many),
    el('span', {}, gapsText(row)),
  );
}

function overCell({ profile: { relation } }: ColumnRow, { target, scale, write, widths }: TableView): HTMLElement {
  const cell = el('td', { class: 'over' });
  if (!target || !relation) return cell;
  const range = relationRange(relation, target, write);
  const plot = relationPlot(relation, target, scale, widths.relation);
  if (plot) cell.append(plot);
  if (range !== '' && range.length <= widths.reach) cell.append(el('span', { class: 'reach' }, range));
  return cell;
}
