import type { FigureSpec, Rectangle } from '../../engine/contract/figure';
import { predictedFigure } from '../../figures/fit/predicted';
import { figuresOf, intervalLanes } from '../../figures/tabs';
import type { RunView } from '../../figures/view/view';
import type { PageContext } from '../context';
import { actionButton } from '../controls';
import { el, say } from '../element';
import { beforePart } from '../improve/beforePart';
import { rowChooser } from '../improve/chosenRows';
import { inRectangle, misfits } from '../improve/listedRows';
import { rowCardPart } from '../improve/rowCardPart';
import { rowList } from '../improve/rowList';
import { FigureGrid } from './figureGrid';
import { LanesSlot } from './lanesSlot';
import type { Part } from './part';

/**
 * Rows that do not fit: suspects of a robust fit, mistakes of a classification, otherwise the largest errors of held-out rows; or those in a rectangle. What they have in
 * common, a fit without them, each by itself as a card.
 */
export function rowsTab(context: PageContext): Part {
  let view: RunView | undefined;
  let rectangle: Rectangle | undefined;
  let source = '';
  let chosen = new Set<number>();

  const before = beforePart(context);
  const choice = rowChooser(context);
  const card = rowCardPart(context);
  const list = rowList(context, {
    toggled(row, on) {
      if (on) chosen.add(row);
      else chosen.delete(row);
      choice.choose([...chosen]);
    },
    pointed: (row) => card.show(row),
  });
  const heading = el('h2');
  const clear = actionButton('Clear', 'secondary', 'Remove the rectangle', () => select(undefined));
  const sentence = el('p.say');
  const listed = el('section.listed', el('div.head', heading, clear.element), sentence, list.element);
  const grid = el('div.grid.rows.improve');
  grid.append(choice.element, listed, card.element);
  const intervals = new LanesSlot(context);
  intervals.element.className = 'intervals';
  const below = el('div.grid.figures');
  const element = el('div', before.element, grid, intervals.element, below);
  const select = (next: Rectangle | undefined) => {
    rectangle = next;
    if (view === undefined) return;
    update(view);
    rest(view);
  };
  const place = new FigureGrid(grid, { ...context, selectRows: select }, () => 'half', { after: choice.element });
  const figures = new FigureGrid(below, context, () => 'half');

  const update = (next: RunView) => {
    view = next;
    before.update(next);
    card.update(next);
    intervals.update(intervalLanes(next)[0]);
    const where = predictedFigure(next);
    place.update(where ? [brushed(where, rectangle)] : []);
    figures.update(figuresOf('rows', next).filter(({ id }) => id !== where?.id && !isInterval(id)));
    listed.classList.add('behind');
  };
  /** The list changes its order with every step: nobody reads it meanwhile, and its layout alone takes half of a step. */
  const rest = (now: RunView) => {
    const { table, title, words, rows } = rectangle ? inRectangle(now, rectangle) : misfits(now);
    heading.textContent = title;
    clear.element.hidden = rectangle === undefined;
    say(sentence, words);
    const from = `${title} ${rows.join()}`;
    if (from !== source) {
      chosen = new Set(rows);
      if (rows.length > 0) card.show(rows[0]);
    }
    source = from;
    list.show(table, chosen);
    choice.choose([...chosen]);
    listed.classList.remove('behind');
  };
  return {
    element,
    update,
    rest,
    destroy() {
      place.destroy();
      intervals.destroy();
      figures.destroy();
      choice.destroy();
      card.destroy();
    },
  };
}

/** Lanes, which are drawn as such. */
const isInterval = (id: string) => id.endsWith('-coverage');

const brushed = (figure: FigureSpec, rectangle: Rectangle | undefined): FigureSpec => ({
  ...figure,
  select: rectangle ?? 'none',
});
