import type { ProfileTarget } from '../../engine/contract/profile';
import { percent } from '../../engine/words/numbers';
import { el } from '../element';
import type { ChosenKind, DataChange } from '../protocol.schema';
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
import type { Inspected, Sort } from './inspected';
import { gapsPlot, relationPlot, relationRange, valuesPlot } from './plots';

/** Above this fraction of missing cells, they have the colour of a warning if the column is used. */
const MANY_GAPS = 0.2;

/** The properties that lines share: the target, and the scale and sizes of their plots. */
export interface TableView {
  readonly inspected: Inspected;
  readonly target: ProfileTarget | undefined;
  readonly scale: readonly [number, number];
  readonly write: (value: number) => string;
  /** The widths of the plots in pixels, and the number of characters beside the plot of the target. */
  readonly widths: { readonly values: number; readonly relation: number; readonly reach: number };
}

interface CellOptions {
  readonly open: boolean;
  /** True if Tab reaches its controls. */
  readonly reached: boolean;
  change(change: DataChange): void;
}

/** A column of the table, its heading and its cells. */
interface TableColumn {
  /** The class of heading and cells; `wide`: shown only where there is room. */
  readonly class: string;
  readonly heading: string | ((view: TableView) => string);
  /** The key by which its heading sorts, if it does. */
  readonly sort?: Sort;
  /** True if the column is shown; omitted: always. */
  readonly shown?: (view: TableView) => boolean;
  /** A cell, or the text of one. */
  readonly cell: (row: ColumnRow, view: TableView, options: CellOptions) => HTMLElement | string;
}

/**
 * From left to right: the name and kind of a column of the file, its values, its gaps, and its relation to the target.
 */
const COLUMNS: readonly TableColumn[] = [
  { class: 'use', heading: 'Use', cell: useCell },
  { class: 'name', heading: 'Column', sort: 'name', cell: nameCell },
  { class: 'kind wide', heading: 'Type', sort: 'kind', cell: kindCell },
  { class: 'values', heading: 'Values', cell: valuesCell },
  { class: 'gaps wide', heading: 'Missing', sort: 'gaps', cell: gapsCell },
  { class: 'distinct wide num', heading: 'Different', sort: 'distinct', cell: distinctText },
  {
    class: 'over',
    heading: ({ target, inspected }) => {
      const name = target ? inspected.profile.inspection.columns[target.index].name : '';
      return target?.classify ? `${name} = ${target.outputs[0]}` : name;
    },
    shown: ({ target }) => target?.outputs.length === 1,
    cell: overCell,
  },
  {
    class: 'explains num',
    heading: 'explains alone',
    sort: 'relation',
    shown: ({ target }) => target !== undefined,
    cell: relationText,
  },
  { class: 'encoded wide num', heading: 'becomes', sort: 'encoded', cell: encodedText },
];

export const tableColumns = (view: TableView): readonly TableColumn[] =>
  COLUMNS.filter(({ shown }) => shown?.(view) ?? true);

/** The cells of one line. */
export const columnCells = (row: ColumnRow, view: TableView, options: CellOptions): HTMLElement[] =>
  tableColumns(view).map(({ class: name, cell }) => {
    const made = cell(row, view, options);
    return typeof made === 'string' ? el('td', { class: name }, made) : made;
  });

function useCell(
  { index, summary, profile: { role } }: ColumnRow,
  _view: TableView,
  { reached, change }: CellOptions,
): HTMLElement {
  const cell = el('td.use');
  if (role !== 'feature' && role !== 'out') return cell;
  const box = el('input', { type: 'checkbox', 'aria-label': `Use ${summary.name}`, tabindex: reached ? 0 : -1 });
  box.checked = role === 'feature';
  // A column that cannot be encoded cannot be used as it is.
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
    'button.link',
    { type: 'button', 'aria-expanded': String(open), tabindex: reached ? 0 : -1, title: summary.name },
    summary.name === '' ? '(no name)' : summary.name,
  );
  return el('th.name', { scope: 'row' }, name, below !== '' && el('span.below', below));
}

const KINDS: readonly ChosenKind[] = ['number', 'boolean', 'date', 'category', 'text'];

/** The kind of a column as a choice: as detected, or as set by the person. */
function kindCell(
  { index, summary }: ColumnRow,
  { inspected }: TableView,
  { reached, change }: CellOptions,
): HTMLElement {
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
  return el('td.kind.wide', select);
}

function valuesCell(row: ColumnRow, { widths }: TableView): HTMLElement {
  const why = whyText(row);
  const told = why !== '' && !row.summary.usable;
  const plot = told ? undefined : valuesPlot(row, widths.values);
  const words = told ? why : valuesText(row);
  return el('td.values', { title: words }, plot, el('span', { class: plot ? 'unseen' : 'why' }, words));
}

function gapsCell(row: ColumnRow): HTMLElement {
  const { missing, count: present } = row.summary;
  const share = missing / Math.max(1, missing + present);
  const many = share > MANY_GAPS && row.profile.role !== 'out';
  return el(
    'td',
    { class: missing === 0 ? 'gaps wide none' : 'gaps wide' },
    missing > 0 && gapsPlot(share, many),
    // A count beside the percentage would be cut in a narrow column; the details have both.
    el('span', { title: gapsText(row) }, share < 0.01 ? gapsText(row) : percent(share)),
  );
}

function overCell({ profile: { relation } }: ColumnRow, { target, scale, write, widths }: TableView): HTMLElement {
  const cell = el('td.over');
  if (!target || !relation) return cell;
  const range = relationRange(relation, target, write);
  const plot = relationPlot(relation, target, scale, widths.relation);
  if (plot) cell.append(plot);
  if (range !== '' && range.length <= widths.reach) cell.append(el('span.reach', range));
  return cell;
}
