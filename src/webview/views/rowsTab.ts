import type { FigureSpec, Rectangle, Sentence } from '../../engine/contract/figure';
import { count, percent } from '../../engine/words/numbers';
import { counted, plural, sentence, stressed } from '../../engine/words/sentence';
import { missedRows, missedTable } from '../../figures/fit/missedRows';
import { heldOutRows, predictedFigure } from '../../figures/fit/predicted';
import { residualsTable } from '../../figures/fit/tables';
import { suspectsTable } from '../../figures/robust/tables';
import type { TableSpec } from '../../figures/tableSpec';
import { figuresOf, intervalLanes } from '../../figures/tabs';
import type { RunView } from '../../figures/view/view';
import type { PageContext } from '../context';
import { actionButton } from '../controls';
import { el, say } from '../element';
import { beforePart } from '../improve/beforePart';
import { rowChooser } from '../improve/chosenRows';
import { RowCardPart } from '../improve/rowCardPart';
import { rowList } from '../improve/rowList';
import { FigureGrid } from './figureGrid';
import { LanesSlot } from './lanesSlot';
import type { Part } from './part';

/**
 * Rows that do not fit: suspects of a robust fit, mistakes of a classification, otherwise the largest errors of
 * held-out rows; or the rows in a rectangle. Their common properties, a fit without them, and each of them as a card.
 */
export function rowsTab(context: PageContext): Part {
  let view: RunView | undefined;
  let rectangle: Rectangle | undefined;
  let source = '';
  let chosen = new Set<number>();

  const before = beforePart(context);
  const choice = rowChooser(context);
  const card = new RowCardPart(context);
  const list = rowList(context, choice.choose, (row) => card.show(row));
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
  /**
   * Updates the list, whose order changes with every step: nobody reads it meanwhile, and its layout alone takes half
   * of a step.
   */
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

/** True for figures that are drawn as lanes. */
const isInterval = (id: string) => id.endsWith('-coverage');

const brushed = (figure: FigureSpec, rectangle: Rectangle | undefined): FigureSpec => ({
  ...figure,
  select: rectangle ?? 'none',
});

/** The most rows listed: nobody reads more, and a drag draws them anew. */
const LISTED = 50;
/** A mistake of which the fit is this sure may be a mistake in the file. */
const CONFIDENT = 0.9;

/** Rows of the file that a person may act on, and those of them that are chosen at first. */
interface ListedRows {
  readonly title: string;
  readonly words: Sentence;
  readonly table: TableSpec;
  /** The rows that are chosen at first. */
  readonly rows: readonly number[];
}

const HOW = ' Arrow keys move through the rows, Space ticks or unticks one, Enter opens it in the file.';

/** Suspects of a robust fit, mistakes of a classification, otherwise the largest errors of held-out rows. */
function misfits(view: RunView): ListedRows {
  const { robust } = view;
  if (robust) {
    const table = suspectsTable(view, LISTED);
    return {
      title: 'Suspected outliers',
      words: suspectsSentence(view),
      table,
      rows: robust.suspects.map(({ row }) => row),
    };
  }
  if (view.run.classes) return mistakes(view);
  const table = residualsTable(view, LISTED);
  const held = heldOutRows(view);
  if (!held) {
    return {
      title: 'Largest errors',
      words: [{ text: 'Nothing was held out. Any row can be opened by its number.' }],
      table,
      rows: [],
    };
  }
  const rows = held.worst.slice(0, held.outliers).map((j) => held.row[j]);
  const measured = ' These rows were held out: leaving them out changes the measured error, not the fit.';
  const beyond = ' by more than three RMSE.';
  const words =
    rows.length === 0
      ? stressed('No held-out row', ` is missed${beyond} The largest errors come first.${HOW}`)
      : stressed(counted(rows.length, 'row is missed', 'rows are missed'), `${beyond}${measured}${HOW}`);
  return { title: 'Largest errors', words, table, rows };
}

function mistakes(view: RunView): ListedRows {
  const title = 'Predicted as another class';
  const found = missedRows(view);
  const table = missedTable(view, found ?? { missed: [] }, LISTED);
  if (!found)
    return { title, words: [{ text: 'This run does not have them. Fit again to list them.' }], table, rows: [] };
  const { missed, judged } = found;
  const held = missed.filter(({ heldOut }) => heldOut).length;
  const parts = [
    ...(judged.heldOut > 0 ? [`${count(held)} of ${counted(judged.heldOut, 'held-out row')}`] : []),
    `${count(missed.length - held)} of ${counted(judged.training, 'training row')}`,
  ];
  const measured = held > 0 ? ' Leaving out held-out rows changes the measured error, not the fit.' : '';
  const sure = missed.filter(({ probability }) => probability >= CONFIDENT);
  const chosen =
    sure.length === 0
      ? 'The most confident come first.'
      : `The most confident come first; those predicted with ${percent(CONFIDENT)} or more are chosen.`;
  return {
    title,
    words: stressed(
      parts.join(' and '),
      ` are predicted as another class, each by a fit that has not seen it. ${chosen}${measured}${HOW}`,
    ),
    table,
    rows: sure.map(({ row }) => row),
  };
}

/** Held-out rows in a rectangle of the figure of predictions. */
function inRectangle(view: RunView, { x, y }: Rectangle): ListedRows {
  const held = heldOutRows(view);
  const { predicted } = held?.scores ?? { predicted: new Float64Array() };
  const at = Array.from(held?.row.keys() ?? []).filter(
    (j) =>
      held !== undefined &&
      predicted[j] >= x[0] &&
      predicted[j] <= x[1] &&
      held.observed[j] >= y[0] &&
      held.observed[j] <= y[1],
  );
  const { columns, rows: all } = residualsTable(view, Number.POSITIVE_INFINITY);
  const rows = at.map((j) => held?.row[j] ?? 0);
  const among = new Set(rows);
  const known = all.filter(({ row }) => row !== undefined && among.has(row));
  const more = at.length > LISTED ? ` The first ${LISTED} are listed.` : '';
  return {
    title: 'Rows in the rectangle',
    words: stressed(count(at.length), ` held-out ${plural(at.length, 'row')}.${more}${HOW}`),
    table: { id: 'selected', title: 'Rows in the rectangle', columns, rows: known.slice(0, LISTED) },
    rows,
  };
}

function suspectsSentence({ robust }: RunView): Sentence {
  const { suspectCount: suspects = 0, beyond: far = 0 } = robust ?? {};
  if (far > suspects)
    return sentence(
      `${count(far)} rows, more than a tenth, are more than 3.5 robust scales from the middle of the errors: `,
      'too many',
      ' to tell outliers from heavy tails.',
    );
  const beyond = 'further than 3.5 robust scales from the middle of the errors.';
  if (suspects === 0) return stressed('No row', ` stands out: none lies ${beyond}`);
  const part = suspects > LISTED ? ` The ${LISTED} furthest are listed.` : '';
  return stressed(counted(suspects, 'row lies', 'rows lie'), ` ${beyond}${part}${HOW}`);
}
