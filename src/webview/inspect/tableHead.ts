import { inUnits } from '../../engine/words/numbers';
import { el } from '../element';
import { columnsOf, type TableView } from './columnCells';
import type { Inspected, Sort } from './inspected';
import { relationScale } from './plots';

/** Sorted from the first in the alphabet on; all others from the largest. */
const ALPHABETICAL: ReadonlySet<Sort> = new Set(['name', 'kind']);

interface Sorting {
  readonly sort: Sort | undefined;
  readonly reversed: boolean;
  choose(by: Sort): void;
}

/** The headings, those that sort as buttons. */
export function headings(view: TableView, { sort, reversed, choose }: Sorting): HTMLElement {
  const cells = columnsOf(view).map(({ class: name, heading, sort: key }) => {
    const text = typeof heading === 'string' ? heading : heading(view);
    if (key === undefined) return el('th', { scope: 'col', class: name }, text);
    const button = el('button', { type: 'button', class: 'sorting' }, text);
    button.addEventListener('click', () => choose(key));
    const direction = reversed === ALPHABETICAL.has(key) ? 'descending' : 'ascending';
    return el('th', { scope: 'col', class: name, 'aria-sort': sort === key && direction }, button);
  });
  return el('tr', { 'aria-rowindex': 1 }, ...cells);
}

/** How many of them there is room for. */
export function shownHeadings(head: HTMLElement): number {
  const all = [...(head.firstElementChild?.children ?? [])];
  return all.filter((heading) => getComputedStyle(heading).display !== 'none').length;
}

/** What the lines of a table `width` pixels wide share. */
export function viewAt(inspected: Inspected, width: number): TableView {
  const { target, columns } = inspected.profile;
  const relations = columns.flatMap(({ relation }) => relation ?? []);
  const scale = target ? relationScale(target, relations) : ([0, 1] as const);
  return { inspected, target, scale, write: inUnits(scale[1] - scale[0], 2), widths: widthsAt(width) };
}

function widthsAt(width: number): TableView['widths'] {
  if (width >= 1320) return { values: 320, relation: 200, reach: 15 };
  if (width >= 720) return { values: 204, relation: 96, reach: 12 };
  return { values: width >= 480 ? 150 : 112, relation: 56, reach: 0 };
}
